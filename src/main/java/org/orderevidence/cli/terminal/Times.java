package org.orderevidence.cli.terminal;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times as all commands show them. */
public final class Times {
    private static final DateTimeFormatter MINUTES = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm 'UTC'", Locale.ROOT);

    private Times() {}

    /** Returns an RFC 3339 time as {@code 2026-11-20 14:05 UTC}. A date, or any other text, stays as it is. */
    public static String shown(String time) {
        try {
            return MINUTES.format(OffsetDateTime.parse(time).withOffsetSameInstant(ZoneOffset.UTC));
        } catch (DateTimeException notATime) {
            return Terminal.printable(time);
        }
    }
}
