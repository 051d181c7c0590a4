package org.orderevidence.integration;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderTime;

/** Reads the times of exports, such as {@code 2026-01-31 12:00:00}, with or without an offset behind it. */
public final class ExportTimes {
    private static final Pattern TIME =
            Pattern.compile("([0-9]{4}-[0-9]{2}-[0-9]{2})[ T]([0-9]{2}:[0-9]{2})(:[0-9]{2})?"
                    + "(?:\\.[0-9]{1,9})?(?: ?(Z|UTC|[+-][0-9]{2}:?[0-9]{2}))?");

    private static final String REMEDY =
            "write it like 2026-01-31 12:00:00; if a spreadsheet program changed it, export the file again";

    /**
     * Abbreviations with one meaning in reports, and the offset that they choose in the hour that a change of clocks
     * repeats. Those of several zones, such as IST, are not here.
     */
    private static final Map<String, Abbreviation> ABBREVIATIONS = Map.ofEntries(
            zone("CET", "Europe/Amsterdam", 1),
            zone("CEST", "Europe/Amsterdam", 2),
            zone("WET", "Europe/Lisbon", 0),
            zone("WEST", "Europe/Lisbon", 1),
            zone("EET", "Europe/Helsinki", 2),
            zone("EEST", "Europe/Helsinki", 3),
            zone("BST", "Europe/London", 1),
            zone("EST", "America/New_York", -5),
            zone("EDT", "America/New_York", -4),
            zone("CST", "America/Chicago", -6),
            zone("CDT", "America/Chicago", -5),
            zone("MST", "America/Denver", -7),
            zone("MDT", "America/Denver", -6),
            zone("PST", "America/Los_Angeles", -8),
            zone("PDT", "America/Los_Angeles", -7),
            zone("BRT", "America/Sao_Paulo", -3),
            zone("SGT", "Asia/Singapore", 8),
            zone("HKT", "Asia/Hong_Kong", 8),
            zone("JST", "Asia/Tokyo", 9),
            zone("AEST", "Australia/Sydney", 10),
            zone("AEDT", "Australia/Sydney", 11),
            zone("NZST", "Pacific/Auckland", 12),
            zone("NZDT", "Pacific/Auckland", 13));

    private record Abbreviation(ZoneId zone, ZoneOffset offset) {}

    private ExportTimes() {}

    private static Map.Entry<String, Abbreviation> zone(String name, String zone, int hours) {
        return Map.entry(name, new Abbreviation(ZoneId.of(zone), ZoneOffset.ofHours(hours)));
    }

    /** Returns the time of the first of these columns that has one. It is in UTC unless it has an offset. */
    public static Instant utc(ExportRow row, String... names) throws RowFault {
        return moment(row, row.required(names), ZoneOffset.UTC, null, names);
    }

    /** Returns the time of the first of these columns that has one, or empty. It is in UTC unless it has an offset. */
    public static @Nullable Instant utcIfAny(ExportRow row, String... names) throws RowFault {
        String text = row.text(names);
        return text == null ? null : moment(row, text, ZoneOffset.UTC, null, names);
    }

    /** Returns the time of a column, in the zone that another column names. */
    public static Instant inZone(ExportRow row, String name, String zoneName) throws RowFault {
        String zone = row.required(zoneName);
        Abbreviation known = ABBREVIATIONS.get(zone.toUpperCase(Locale.ROOT));
        if (known != null) {
            return moment(row, row.required(name), known.zone(), known.offset(), name);
        }
        ZoneId named;
        try {
            named = ZoneId.of(zone);
        } catch (DateTimeException unknown) {
            throw row.fault(
                    "the value is not one known time zone",
                    "write a name such as Europe/Amsterdam, or an offset such as +02:00",
                    zoneName);
        }
        return moment(row, row.required(name), named, null, name);
    }

    private static Instant moment(
            ExportRow row, String text, ZoneId zone, @Nullable ZoneOffset repeated, String... names) throws RowFault {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw row.fault("the value is not a time", REMEDY, names);
        }
        try {
            String seconds = time.group(3) == null ? ":00" : time.group(3);
            LocalDateTime local = LocalDateTime.parse(time.group(1) + "T" + time.group(2) + seconds);
            String offset = time.group(4);
            ZoneId used = offset == null ? zone : ZoneOffset.of(offset.equals("UTC") ? "Z" : offset);
            if (local.getYear() < OrderTime.MIN_YEAR || local.getYear() > OrderTime.MAX_YEAR) {
                throw row.fault(
                        "the year is not from " + OrderTime.MIN_YEAR + " to " + OrderTime.MAX_YEAR, REMEDY, names);
            }
            return ZonedDateTime.ofLocal(local, used, repeated).toInstant();
        } catch (DateTimeException noSuchTime) {
            throw row.fault("there is no such time", REMEDY, names);
        }
    }
}
