package org.orderevidence.store.document;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.KeyedHash;

/**
 * The credentials of an order in two columns: the first one, whose history is read together with the order, and the
 * others, concatenated.
 */
public final class CredentialList {
    private CredentialList() {}

    /** Returns the first credential, or null if there is none. */
    public static @Nullable KeyedHash first(List<KeyedHash> credentials) {
        return credentials.isEmpty() ? null : credentials.getFirst();
    }

    /** Returns the others, or null if there are none. */
    public static byte @Nullable [] others(List<KeyedHash> credentials) {
        if (credentials.size() < 2) {
            return null;
        }
        ByteBuffer bytes = ByteBuffer.allocate((credentials.size() - 1) * KeyedHash.LENGTH);
        credentials.stream().skip(1).forEach(credential -> bytes.put(credential.bytes()));
        return bytes.array();
    }

    /** Returns all credentials. Damage at the end of the bytes is left out: it must not stop a write or a repair. */
    public static List<KeyedHash> of(@Nullable KeyedHash first, byte @Nullable [] others) {
        List<KeyedHash> credentials = new ArrayList<>(3);
        if (first != null) {
            credentials.add(first);
        }
        if (others != null) {
            ByteBuffer in = ByteBuffer.wrap(others);
            while (in.remaining() >= KeyedHash.LENGTH) {
                byte[] one = new byte[KeyedHash.LENGTH];
                in.get(one);
                credentials.add(KeyedHash.of(one));
            }
        }
        return credentials;
    }
}
