package org.orderevidence.integration;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Texts;

/**
 * A row of an export. {@link #toString} hides its values.
 *
 * <p>Amounts are decimal numbers such as {@code 19.99}, {@code 1,250.00} or {@code 19,99}. Times are such as
 * {@code 2026-01-31 12:00:00}, with or without an offset behind them.
 *
 * <p>An apostrophe at the start of a value, before a digit or one of {@code = + - @}, is left out. Programs write it so
 * that a spreadsheet program shows the value as text.
 */
public final class ExportRow {
    private static final String GUARDED = "=+-@";

    /** The digits that a platform may write for each currency. More are those of the currency, or a separator. */
    private static final int USUAL_DIGITS = 2;

    private static final Pattern POINT = Pattern.compile("-?[0-9]{1,15}(\\.[0-9]{1,9})?");
    private static final Pattern COMMA = Pattern.compile("-?[0-9]{1,15},[0-9]{1,2}");
    private static final Pattern GROUPS_POINT = Pattern.compile("-?[0-9]{1,3}(,[0-9]{3}){1,4}\\.[0-9]{1,9}");
    private static final Pattern GROUPS_COMMA = Pattern.compile("-?[0-9]{1,3}(\\.[0-9]{3}){1,4},[0-9]{1,2}");

    private static final Pattern TIME =
            Pattern.compile("([0-9]{4}-[0-9]{2}-[0-9]{2})[ T]([0-9]{2}:[0-9]{2})(:[0-9]{2})?"
                    + "(?:\\.[0-9]{1,9})?(?: ?(Z|UTC|[+-][0-9]{2}:?[0-9]{2}))?");

    private static final String TIME_REMEDY =
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

    private final ExportHeader header;
    private final long line;
    private final List<String> cells;

    /**
     * @param line of the file, from 1
     * @param cells can be more or fewer than the columns: {@link ExportFormat#check} refuses such a row
     */
    public ExportRow(ExportHeader header, long line, List<String> cells) {
        this.header = header;
        this.line = line;
        this.cells = List.copyOf(cells);
    }

    /** Returns the columns. */
    public ExportHeader header() {
        return header;
    }

    /** Returns the line of the file, from 1. */
    public long line() {
        return line;
    }

    /** Returns how many values there are. */
    int size() {
        return cells.size();
    }

    /** Returns the value of a column without guard and blanks; empty text if there is none. */
    String cell(int column) {
        if (column < 0 || column >= cells.size()) {
            return "";
        }
        String text = Texts.trim(cells.get(column));
        boolean isGuarded = text.length() > 1
                && text.charAt(0) == '\''
                && (GUARDED.indexOf(text.charAt(1)) >= 0 || isDigit(text.charAt(1)));
        return isGuarded ? text.substring(1) : text;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    /** Returns the value of the first of these columns that has one, or empty. */
    public @Nullable String text(String... names) {
        for (String name : names) {
            String text = cell(header.column(name));
            if (!text.isEmpty()) {
                return text;
            }
        }
        return null;
    }

    /** Returns the value of the first of these columns that has one. */
    public String required(String... names) throws RowFault {
        String text = text(names);
        if (text == null) {
            throw fault("there is no value", "export the file again, or fill in the value", names);
        }
        return text;
    }

    /**
     * Returns the fault of a value.
     *
     * @param names the first one that the file has is named
     */
    public RowFault fault(String reason, String remedy, String... names) {
        String column = null;
        for (String name : names) {
            int index = header.column(name);
            if (column == null && index != ExportHeader.NONE) {
                column = header.names().get(index);
            }
        }
        return new RowFault(line, column == null && names.length > 0 ? names[0] : column, reason, remedy);
    }

    /** Returns the currency of a column. */
    public Currency currency(String name) throws RowFault {
        String code = required(name);
        try {
            return MinorUnits.currency(code);
        } catch (UnmappableEvent unknown) {
            throw fault("the value is not a currency", "write an ISO 4217 code such as EUR", name);
        }
    }

    /** Returns the amount of a column. */
    public BigDecimal amount(Currency currency, String name) throws RowFault {
        required(name);
        BigDecimal amount = amountIfAny(currency, name);
        return amount == null ? BigDecimal.ZERO : amount;
    }

    /** Returns the amount of a column, or empty if it has no value. */
    public @Nullable BigDecimal amountIfAny(Currency currency, String name) throws RowFault {
        String text = text(name);
        if (text == null) {
            return null;
        }
        BigDecimal amount = decimal(text);
        if (amount == null) {
            throw fault("the value is not an amount", "write it like 1250.00, without a currency", name);
        }
        // 1.000 can be one thousand. Only currencies with three digits have such amounts.
        if (amount.scale() > Math.max(USUAL_DIGITS, currency.getDefaultFractionDigits())) {
            throw fault(
                    "the amount has more decimal digits than its currency",
                    "write it like 1250.00, without a separator of thousands",
                    name);
        }
        return amount;
    }

    /**
     * Returns an amount in units of 10^-{@code digits}.
     *
     * @param name its column
     */
    public long units(BigDecimal amount, int digits, String name) throws RowFault {
        try {
            return amount.movePointRight(digits).longValueExact();
        } catch (ArithmeticException fraction) {
            throw fault(
                    "the amount has more decimal digits than its currency, or is too large",
                    "write it with the digits of its currency",
                    name);
        }
    }

    private static @Nullable BigDecimal decimal(String text) {
        if (POINT.matcher(text).matches()) {
            return new BigDecimal(text);
        }
        if (GROUPS_POINT.matcher(text).matches()) {
            return new BigDecimal(text.replace(",", ""));
        }
        if (COMMA.matcher(text).matches() || GROUPS_COMMA.matcher(text).matches()) {
            return new BigDecimal(text.replace(".", "").replace(',', '.'));
        }
        return null;
    }

    private static Map.Entry<String, Abbreviation> zone(String name, String zone, int hours) {
        return Map.entry(name, new Abbreviation(ZoneId.of(zone), ZoneOffset.ofHours(hours)));
    }

    /** Returns the time of the first of these columns that has one. It is in UTC unless it has an offset. */
    public Instant utc(String... names) throws RowFault {
        return moment(required(names), ZoneOffset.UTC, null, names);
    }

    /** Returns the time of the first of these columns that has one, or empty. It is in UTC unless it has an offset. */
    public @Nullable Instant utcIfAny(String... names) throws RowFault {
        String text = text(names);
        return text == null ? null : moment(text, ZoneOffset.UTC, null, names);
    }

    /** Returns the time of a column, in the zone that another column names. */
    public Instant inZone(String name, String zoneName) throws RowFault {
        String zone = required(zoneName);
        Abbreviation known = ABBREVIATIONS.get(zone.toUpperCase(Locale.ROOT));
        if (known != null) {
            return moment(required(name), known.zone(), known.offset(), name);
        }
        ZoneId named;
        try {
            named = ZoneId.of(zone);
        } catch (DateTimeException unknown) {
            throw fault(
                    "the value is not one known time zone",
                    "write a name such as Europe/Amsterdam, or an offset such as +02:00",
                    zoneName);
        }
        return moment(required(name), named, null, name);
    }

    private Instant moment(String text, ZoneId zone, @Nullable ZoneOffset repeated, String... names) throws RowFault {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            throw fault("the value is not a time", TIME_REMEDY, names);
        }
        try {
            String seconds = time.group(3) == null ? ":00" : time.group(3);
            LocalDateTime local = LocalDateTime.parse(time.group(1) + "T" + time.group(2) + seconds);
            String offset = time.group(4);
            ZoneId used = offset == null ? zone : ZoneOffset.of(offset.equals("UTC") ? "Z" : offset);
            if (local.getYear() < OrderTime.MIN_YEAR || local.getYear() > OrderTime.MAX_YEAR) {
                throw fault(
                        "the year is not from " + OrderTime.MIN_YEAR + " to " + OrderTime.MAX_YEAR, TIME_REMEDY, names);
            }
            return ZonedDateTime.ofLocal(local, used, repeated).toInstant();
        } catch (DateTimeException noSuchTime) {
            throw fault("there is no such time", TIME_REMEDY, names);
        }
    }

    @Override
    public String toString() {
        return "[row of line " + line + "]";
    }
}
