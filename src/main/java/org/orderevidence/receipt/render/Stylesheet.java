package org.orderevidence.receipt.render;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * A style sheet that is written into pages.
 *
 * @param text the style sheet
 */
record Stylesheet(String text) {
    private static final String FOLDER = "/org/orderevidence/receipt/";

    /** Reads style sheets of the program, which together are one. */
    static Stylesheet read(String... names) {
        StringBuilder text = new StringBuilder();
        for (String name : names) {
            try (InputStream file = Stylesheet.class.getResourceAsStream(FOLDER + name)) {
                if (file == null) {
                    throw new IllegalStateException("the style sheet " + name + " is not packed");
                }
                text.append(new String(file.readAllBytes(), StandardCharsets.UTF_8));
            } catch (IOException unreadable) {
                throw new UncheckedIOException(unreadable);
            }
        }
        return new Stylesheet(text.toString());
    }

    /** Returns the source for a Content-Security-Policy that allows this style sheet and no other. */
    String policySource() {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(hash) + "'";
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("the JDK has no SHA-256", missing);
        }
    }
}
