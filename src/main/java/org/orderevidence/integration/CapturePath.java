package org.orderevidence.integration;

import java.util.Comparator;

/**
 * Orders of one source that were paid in the same way.
 *
 * @param source the source, such as {@code stripe:main} or {@code upload}
 * @param method how they were paid: {@link #CARD}, a wallet such as {@code apple_pay}, or {@link #OTHER}
 */
public record CapturePath(String source, String method) implements Comparable<CapturePath> {
    /** A card without a wallet. */
    public static final String CARD = "card";

    /** Anything else. */
    public static final String OTHER = "other";

    private static final Comparator<CapturePath> ORDER =
            Comparator.comparing(CapturePath::source).thenComparing(CapturePath::method);

    @Override
    public int compareTo(CapturePath other) {
        return ORDER.compare(this, other);
    }
}
