package org.orderevidence.integration;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.Currency;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.Mapping.UnmappableEvent;
import org.orderevidence.order.OrderTime;
import org.orderevidence.upload.Amounts;
import org.orderevidence.upload.CsvRecords;
import org.orderevidence.upload.SpreadsheetText;

/**
 * A row of an export. {@link #toString} hides its values.
 *
 * <p>Amounts are decimal numbers such as {@code 19.99}, {@code 1,250.00} or {@code 19,99}. Times are such as
 * {@code 2026-01-31 12:00:00}, with or without an offset behind them.
 */
public final class ExportRow {
    /** The digits that a platform may write for each currency. More are those of the currency, or a separator. */
    private static final int USUAL_DIGITS = 2;

    private static final String TIME_REMEDY =
            "write it like 2026-01-31 12:00:00; if a spreadsheet program changed it, export the file again";

    private final ExportHeader header;
    private final long line;
    private final List<String> cells;

    /** Each text that {@link EventJson} has read, by its name: true if it could be used. */
    final Map<String, Boolean> readings = new HashMap<>();

    /**
     * @param line of the file, from 1
     * @param cells can be more or fewer than the columns: {@link ExportFormat#check} refuses such a row
     */
    public ExportRow(ExportHeader header, long line, List<String> cells) {
        this.header = header;
        this.line = line;
        this.cells = List.copyOf(cells);
    }

    public ExportHeader header() {
        return header;
    }

    public long line() {
        return line;
    }

    /** Returns how many values there are. */
    int size() {
        return cells.size();
    }

    /** Returns the value of a column without guard and blanks; empty text if there is none. */
    String cell(int column) {
        return column < 0 || column >= cells.size() ? "" : SpreadsheetText.text(cells.get(column));
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
        String column = Stream.of(names)
                .map(header::column)
                .filter(index -> index != ExportHeader.NONE)
                .findFirst()
                .map(header.names()::get)
                .orElse(names.length > 0 ? names[0] : null);
        return new RowFault(line, column, reason, remedy);
    }

    public Currency currency(String name) throws RowFault {
        String code = required(name);
        try {
            return MinorUnits.currency(code);
        } catch (UnmappableEvent unknown) {
            throw fault("the value is not a currency", "write an ISO 4217 code such as EUR", name);
        }
    }

    public BigDecimal amount(Currency currency, String name) throws RowFault {
        required(name);
        BigDecimal amount = amountIfAny(currency, name);
        return amount == null ? BigDecimal.ZERO : amount;
    }

    public @Nullable BigDecimal amountIfAny(Currency currency, String name) throws RowFault {
        String text = text(name);
        if (text == null) {
            return null;
        }
        BigDecimal amount = Amounts.read(text)
                .orElseThrow(
                        () -> fault("the value is not an amount", "write it like 1250.00, without a currency", name));
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

    /** Returns the time of the first of these columns that has one. It is in UTC unless it has an offset. */
    public Instant utc(String... names) throws RowFault {
        return moment(required(names), "UTC", names);
    }

    /** Returns the time of the first of these columns that has one, or empty. It is in UTC unless it has an offset. */
    public @Nullable Instant utcIfAny(String... names) throws RowFault {
        String text = text(names);
        return text == null ? null : moment(text, "UTC", names);
    }

    /** Returns the time of a column, in the zone that another column names. */
    public Instant inZone(String name, String zoneName) throws RowFault {
        try {
            return moment(required(name), required(zoneName), name);
        } catch (DateTimeException unknown) {
            throw fault(
                    "the value is not one known time zone",
                    "write a name such as Europe/Amsterdam, or an offset such as +02:00",
                    zoneName);
        }
    }

    private Instant moment(String text, String zone, String... names) throws RowFault {
        ZonedDateTime time = CsvRecords.timeIn(text, zone);
        if (time == null) {
            throw fault("the value is not a time", TIME_REMEDY, names);
        }
        if (time.getYear() < OrderTime.MIN_YEAR || time.getYear() > OrderTime.MAX_YEAR) {
            throw fault("the year is not from " + OrderTime.MIN_YEAR + " to " + OrderTime.MAX_YEAR, TIME_REMEDY, names);
        }
        return time.toInstant();
    }

    @Override
    public String toString() {
        return "[row of line " + line + "]";
    }

    /** The names of the columns of an export, in the sequence of the file. Upper and lower case are the same. */
    public static final class ExportHeader {
        /** Of a column that does not exist. */
        static final int NONE = -1;

        private final List<String> names;
        private final Map<String, Integer> columns = new HashMap<>();

        /**
         * @param names of two columns with one name, the first counts
         */
        public ExportHeader(List<String> names) {
            this.names = names.stream().map(SpreadsheetText::text).toList();
            for (int i = 0; i < names.size(); i++) {
                columns.putIfAbsent(key(this.names.get(i)), i);
            }
        }

        /** Returns the names as they are in the file, without blanks at their ends. */
        public List<String> names() {
            return names;
        }

        public boolean has(String... oneOf) {
            return List.of(oneOf).stream().anyMatch(name -> columns.containsKey(key(name)));
        }

        int column(String name) {
            return columns.getOrDefault(key(name), NONE);
        }

        /** Returns the form in which names are compared. */
        static String key(String name) {
            return name.toLowerCase(Locale.ROOT);
        }
    }

    /** Why a record of an export cannot be imported. No text has a value of the file. */
    public static final class RowFault extends Exception {
        private static final long serialVersionUID = 1L;

        private final long line;
        private final @Nullable String column;
        private final String reason;
        private final String remedy;

        /**
         * @param line of the row, from 1
         * @param column the name of the column in the file; empty if it is about the complete row
         */
        public RowFault(long line, @Nullable String column, String reason, String remedy) {
            super(reason, null, false, false);
            this.line = line;
            this.column = column;
            this.reason = reason;
            this.remedy = remedy;
        }

        public long line() {
            return line;
        }

        /** Returns the name of the column; empty if it is about the complete row. */
        public @Nullable String column() {
            return column;
        }

        public String reason() {
            return reason;
        }

        public String remedy() {
            return remedy;
        }
    }
}
