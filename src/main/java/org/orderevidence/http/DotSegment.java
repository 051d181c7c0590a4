package org.orderevidence.http;

/**
 * The IDs {@code .} and {@code ..} in a path that a browser opens. A browser removes these segments, also if they are
 * percent-encoded. They are therefore written as {@code !.} and {@code !..}. The IDs that are equal to these texts have
 * a percent-encoded exclamation mark.
 */
public final class DotSegment {
    private static final String MARK = "!";

    private DotSegment() {}

    /** Returns an encoded segment as a browser keeps it. */
    public static String write(String encoded) {
        return isDots(encoded) ? MARK + encoded : encoded;
    }

    /** Returns the encoded segment that {@link #write} was called with. */
    public static String read(String segment) {
        return segment.startsWith(MARK) && isDots(segment.substring(MARK.length()))
                ? segment.substring(MARK.length())
                : segment;
    }

    private static boolean isDots(String segment) {
        return segment.equals(".") || segment.equals("..");
    }
}
