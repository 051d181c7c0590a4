package org.orderevidence.order;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.random.RandomGenerator;

/**
 * The ID of an upload of one or several requests, within an {@link AccountSpace}. It is never personal.
 *
 * @param value 1 to 64 letters, digits, dots, hyphens and low lines
 */
public record UploadId(String value) {
    /** The form of an ID, as a regular expression. */
    public static final String FORM = "[A-Za-z0-9._-]{1,64}";

    /** What an ID is, in words. */
    public static final String RULE = "an ID of an upload is 1 to 64 of letters, digits, dots, hyphens and low lines";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-").withZone(ZoneOffset.UTC);
    private static final String DIGITS = "abcdefghijkmnpqrstuvwxyz23456789";
    private static final int RANDOM_DIGITS = 6;

    public UploadId {
        if (!value.matches(FORM)) {
            throw new IllegalArgumentException(RULE);
        }
    }

    /** Returns a new ID, which starts with the time. */
    public static UploadId of(Instant now, RandomGenerator random) {
        StringBuilder id = new StringBuilder(TIME.format(now));
        for (int i = 0; i < RANDOM_DIGITS; i++) {
            id.append(DIGITS.charAt(random.nextInt(DIGITS.length())));
        }
        return new UploadId(id.toString());
    }

    @Override
    public String toString() {
        return value;
    }
}
