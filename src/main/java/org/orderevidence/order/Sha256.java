package org.orderevidence.order;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** SHA-256, which every JDK has. */
public final class Sha256 {
    /** A digest that no thread uses at the moment. Finding its provider each time costs more than most hashes. */
    private static final AtomicReference<@Nullable MessageDigest> IDLE = new AtomicReference<>();

    private Sha256() {}

    /** Returns a digest that was given nothing yet. */
    public static MessageDigest start() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    /** Returns the hash of some bytes. */
    public static byte[] of(byte[] bytes) {
        MessageDigest idle = IDLE.getAndSet(null);
        MessageDigest digest = idle == null ? start() : idle;
        byte[] hash = digest.digest(bytes);
        IDLE.set(digest);
        return hash;
    }

    /** Returns the hash of a text in UTF-8. */
    public static byte[] of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }
}
