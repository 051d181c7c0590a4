package org.orderevidence.upload;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.TemporalAccessor;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads dates and times as shops and spreadsheet programs write them. */
final class CsvTime {
    private static final Pattern DATE = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Pattern TIME = Pattern.compile(
            "(\\d{4}-\\d{2}-\\d{2})[ T](\\d{2}:\\d{2})(:\\d{2})?(\\.\\d{1,9})?" + " ?(Z|UTC|[+-]\\d{2}(?::?\\d{2})?)?");
    private static final Pattern EXACT = Pattern.compile(".*T.*(?:Z|[+-]\\d{2}:\\d{2})");

    private CsvTime() {}

    /** What became of a text. */
    sealed interface Read {
        /** A date or time as the service reads it. */
        record Value(String text) implements Read {}

        /** A time whose zone is not known. */
        record NoZone() implements Read {}

        /** Not a date of a known form. */
        record Unknown() implements Read {}
    }

    /**
     * Returns the form that a text describes.
     *
     * @throws IllegalArgumentException if it describes none
     */
    static DateTimeFormatter formatter(String format) {
        return new DateTimeFormatterBuilder()
                .parseCaseInsensitive()
                .appendPattern(format)
                .toFormatter(Locale.ENGLISH);
    }

    /**
     * Reads a text.
     *
     * @param format form to try first; null for none
     * @param zone of times without one; null if not known
     */
    static Read read(String text, @Nullable DateTimeFormatter format, @Nullable ZoneId zone) {
        Optional<TemporalAccessor> parsed = format == null ? Optional.empty() : parsed(text, format);
        if (parsed.isPresent()) {
            return of(parsed.get(), zone);
        }
        Matcher time = TIME.matcher(text);
        if (DATE.matcher(text).matches() || EXACT.matcher(text).matches()) {
            return new Read.Value(text);
        }
        if (!time.matches()) {
            return new Read.Unknown();
        }
        try {
            String seconds = time.group(3) == null ? ":00" : time.group(3);
            LocalDateTime local = LocalDateTime.parse(time.group(1) + "T" + time.group(2) + seconds);
            String offset = time.group(5);
            return of(
                    offset == null ? local : local.atOffset(ZoneOffset.of(offset.equals("UTC") ? "Z" : offset)), zone);
        } catch (DateTimeException noSuchTime) {
            return new Read.Unknown();
        }
    }

    private static Optional<TemporalAccessor> parsed(String text, DateTimeFormatter format) {
        try {
            return Optional.of(format.parseBest(
                    text, ZonedDateTime::from, OffsetDateTime::from, LocalDateTime::from, LocalDate::from));
        } catch (DateTimeException other) {
            return Optional.empty();
        }
    }

    private static Read of(TemporalAccessor time, @Nullable ZoneId zone) {
        if (time instanceof LocalDate date) {
            return new Read.Value(date.toString());
        }
        if (time instanceof LocalDateTime local) {
            return zone == null
                    ? new Read.NoZone()
                    : new Read.Value(local.atZone(zone).toInstant().toString());
        }
        return new Read.Value((time instanceof ZonedDateTime zoned
                        ? zoned.toInstant()
                        : OffsetDateTime.from(time).toInstant())
                .toString());
    }
}
