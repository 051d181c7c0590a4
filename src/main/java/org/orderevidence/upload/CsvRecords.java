package org.orderevidence.upload;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Currency;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.json.CurrencyCodes;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.part.Kind.MeantWords;
import org.orderevidence.upload.Records.CsvColumns;
import tools.jackson.databind.json.JsonMapper;

/**
 * The rows of a CSV file with a header as records, each of one row or of several, in constant memory. The offset of a
 * place counts the characters of values.
 */
public final class CsvRecords implements Records {
    /** How many rows show the form of the amounts. */
    private static final int FIRST_ROWS = 500;

    private static final int FIRST_CHARACTERS = 256 * 1024;

    private static final Pattern TIME = Pattern.compile(
            "(\\d{4}-\\d{2}-\\d{2})[ T](\\d{2}:\\d{2})(:\\d{2})?(\\.\\d{1,9})?" + " ?(Z|UTC|[+-]\\d{2}(?::?\\d{2})?)?");

    /** Zones whose abbreviations have one meaning in reports. Those of several zones, such as IST, are not here. */
    private static final Map<String, ZoneId> ABBREVIATIONS = zones("""
            Europe/Amsterdam CET CEST
            Europe/Lisbon WET WEST
            Europe/Helsinki EET EEST
            Europe/London BST
            America/New_York EST EDT
            America/Chicago CST CDT
            America/Denver MST MDT
            America/Los_Angeles PST PDT
            America/Sao_Paulo BRT
            Asia/Singapore SGT
            Asia/Hong_Kong HKT
            Asia/Tokyo JST
            Australia/Sydney AEST AEDT
            Pacific/Auckland NZST NZDT""");

    /** Those of summer: in the hour that a change of clocks repeats, they mean the first time. */
    private static final Pattern SUMMER = Pattern.compile("BST|[A-Z]+DT|(C|W|E)EST");

    private final CsvRows rows;
    private final int maxCharacters;
    private final LongSupplier bytesRead;
    private final Meaning meaning;
    private final Deque<Row> ahead = new ArrayDeque<>();
    private @Nullable IOException broken;
    private List<Row> record = List.of();
    private @Nullable Row last;
    private boolean isCut;

    /**
     * A row and its place.
     *
     * @param characters of all values up to its end, plus one for each value
     */
    public record Row(List<String> cells, long line, long characters) {
        @Override
        public String toString() {
            return "the row of line " + line;
        }
    }

    public interface Meaning {
        CsvColumns columns();

        /** Returns true if a row belongs to the record that starts with another. */
        boolean continues(Row first, Row row);

        int mostRows();

        long line(Row first, Row last);

        /**
         * Returns a record.
         *
         * @param before first row of the record before; empty if there is none
         * @param rows at least one
         * @param isCut true if there are more rows, or more characters, than a record can have
         */
        Item item(@Nullable Row before, List<Row> rows, boolean isCut, Item.Place end);
    }

    /**
     * @param rows behind the header
     * @param maxCharacters most characters of a record
     */
    public CsvRecords(CsvRows rows, int maxCharacters, LongSupplier bytesRead, Meaning meaning) {
        this(rows, maxCharacters, bytesRead, false, _ -> meaning);
    }

    private CsvRecords(
            CsvRows rows,
            int maxCharacters,
            LongSupplier bytesRead,
            boolean looksAhead,
            Function<List<List<String>>, Meaning> meaning) {
        this.rows = rows;
        this.maxCharacters = maxCharacters;
        this.bytesRead = bytesRead;
        long most = rows.characters() + FIRST_CHARACTERS;
        while (looksAhead && ahead.size() < FIRST_ROWS && rows.characters() < most && read()) {
            // The rows are kept until they are read.
        }
        this.meaning = meaning.apply(ahead.stream().map(Row::cells).toList());
    }

    /** Returns the orders of a file. */
    static CsvRecords orders(CsvRows rows, int maxCharacters, LongSupplier bytesRead, CsvOptions options)
            throws IOException {
        List<String> header = rows.next();
        CsvMapping named = CsvMapping.of(header == null ? List.of() : header, options);
        return new CsvRecords(
                rows,
                maxCharacters,
                bytesRead,
                options.amounts() == Amounts.AUTO,
                first -> new RowReader(named.withAmountsOf(first), maxCharacters));
    }

    @Override
    public CsvColumns columns() {
        return meaning.columns();
    }

    @Override
    public @Nullable Item next() throws IOException {
        Row before = record.isEmpty() ? null : record.getFirst();
        if (!take()) {
            return null;
        }
        Item item = meaning.item(before, record, isCut, place());
        return new Item(item.end(), item.json(), item.id(), item.fault(), record);
    }

    @Override
    public boolean skip() throws IOException {
        return take();
    }

    @Override
    public Item.Place place() {
        Row end = last;
        return end == null
                ? new Item.Place(rows.line(), rows.characters(), bytesRead.getAsLong())
                : new Item.Place(meaning.line(record.getFirst(), end), end.characters(), bytesRead.getAsLong());
    }

    /** Takes the rows of the next record. Returns false at the end. */
    private boolean take() throws IOException {
        Row first = peek();
        if (first == null) {
            if (broken != null) {
                throw broken;
            }
            record = List.of();
            return false;
        }
        List<Row> taken = new ArrayList<>();
        isCut = false;
        for (Row row = first; row != null && (taken.isEmpty() || meaning.continues(first, row)); row = peek()) {
            ahead.poll();
            last = row;
            isCut |= row.characters() - first.characters() > maxCharacters || taken.size() == meaning.mostRows();
            if (!isCut) {
                taken.add(row);
            }
        }
        record = List.copyOf(taken);
        return true;
    }

    /** Returns the next row; null if there is none, or none that can be read. */
    private @Nullable Row peek() {
        if (ahead.isEmpty() && broken == null) {
            read();
        }
        return ahead.peek();
    }

    private boolean read() {
        try {
            List<String> cells = rows.next();
            if (cells != null) {
                ahead.add(new Row(cells, rows.line(), rows.characters()));
            }
            return cells != null;
        } catch (IOException unreadable) {
            broken = unreadable;
            return false;
        }
    }

    /** Returns a local time or one with an offset; empty if a text is neither. */
    public static @Nullable TemporalAccessor time(String text) {
        Matcher time = TIME.matcher(text);
        if (!time.matches()) {
            return null;
        }
        try {
            String seconds = time.group(3) == null ? ":00" : time.group(3);
            LocalDateTime local = LocalDateTime.parse(time.group(1) + "T" + time.group(2) + seconds);
            String offset = time.group(5);
            return offset == null ? local : local.atOffset(ZoneOffset.of(offset.equals("UTC") ? "Z" : offset));
        } catch (DateTimeException noSuchTime) {
            return null;
        }
    }

    /**
     * Returns a time in the zone of a name or abbreviation, unless it has an offset; {@code null} if the text is no time.
     *
     * @throws DateTimeException if there is no such zone
     */
    public static @Nullable ZonedDateTime timeIn(String text, String zone) {
        String abbreviation = zone.toUpperCase(Locale.ROOT);
        ZoneId named = ABBREVIATIONS.get(abbreviation);
        ZoneId known = named == null ? ZoneId.of(zone) : named;
        return switch (time(text)) {
            case OffsetDateTime withOffset -> withOffset.toZonedDateTime();
            case LocalDateTime local ->
                named == null || SUMMER.matcher(abbreviation).matches()
                        ? local.atZone(known)
                        : local.atZone(known).withLaterOffsetAtOverlap();
            case null, default -> null;
        };
    }

    private static Map<String, ZoneId> zones(String lines) {
        Map<String, ZoneId> zones = new HashMap<>();
        for (String line : lines.split("\n", -1)) {
            String[] names = line.split(" ", -1);
            for (int i = 1; i < names.length; i++) {
                zones.put(names[i], ZoneId.of(names[0]));
            }
        }
        return Map.copyOf(zones);
    }

    /** Reads orders: converts the rows of each. */
    static final class RowReader implements CsvRecords.Meaning {
        private static final Pattern INTEGER = Pattern.compile("-?\\d{1,18}");
        private static final Pattern QUANTITY = Pattern.compile("-?\\d{1,9}[.,]\\d{1,6}");
        private static final Pattern FRACTION = Pattern.compile("-?[\\d.,]*[.,]\\d+");
        private static final Set<String> ONE_OF_ORDER = Set.of("amount", "currency");
        private static final String CURRENCY = "currency";
        private static final char REPLACEMENT = '\uFFFD';
        /** Blanks of any width: the one before AM and PM is narrow in many exports. */
        private static final Pattern BLANKS = Pattern.compile("\\p{Zs}+");
        /** Dates and times that the service reads itself. */
        private static final Pattern AS_IT_IS = Pattern.compile("\\d{4}-\\d{2}-\\d{2}|.*T.*(?:Z|[+-]\\d{2}:\\d{2})");

        private final CsvMapping mapping;
        private final int maxCharacters;
        private final int idColumn;
        private final int currencyColumn;
        private final @Nullable DateTimeFormatter dateFormat;

        RowReader(CsvMapping mapping, int maxCharacters) {
            this.mapping = mapping;
            this.maxCharacters = maxCharacters;
            idColumn = mapping.columnOf(mapping.options.columns().id());
            currencyColumn = mapping.columnOf(CURRENCY);
            dateFormat = mapping.dateFormat();
        }

        @Override
        public CsvColumns columns() {
            return mapping;
        }

        @Override
        public boolean continues(CsvRecords.Row first, CsvRecords.Row row) {
            if (!mapping.hasRowItems()) {
                return false;
            }
            String id = id(first);
            String its = id(row);
            return id != null && (its == null ? isItemAlone(row.cells()) : its.equals(id));
        }

        @Override
        public int mostRows() {
            return ColumnField.MAX_ITEMS;
        }

        @Override
        public long line(CsvRecords.Row first, CsvRecords.Row last) {
            return first.line();
        }

        /**
         * Reads an order. Of a field that several rows have, the first value counts.
         *
         * @throws UnusableInput if amounts are in minor units and one has a fraction: all amounts of the file are then in doubt
         */
        @Override
        public Item item(CsvRecords.@Nullable Row before, List<CsvRecords.Row> rows, boolean isCut, Item.Place end) {
            String id = id(rows.getFirst());
            if (mapping.options.columns().isOrder() && before != null && id != null && id.equals(id(before))) {
                String detail =
                        "the row before has the same id, and this row would replace it; put further line items in"
                                + " columns such as receipt.lineItems[1].productName, or name the column of the rows' items"
                                + " receipt.lineItems[].productName";
                return faulty(end, id, "/id", "invalid", detail);
            }
            if (isCut) {
                String detail = "the order has more than " + ColumnField.MAX_ITEMS + " rows, or more than "
                        + maxCharacters + " characters";
                return faulty(end, id, "/receipt/lineItems", "too_large", detail);
            }
            Draft draft = new Draft(end.number(), rows.getFirst().cells());
            for (CsvRecords.Row row : rows) {
                List<String> cells = row.cells();
                if (cells.size() != mapping.fields.length) {
                    String detail = "the row has " + cells.size() + " values, but the header has "
                            + mapping.fields.length + "; put values that contain the separator in double quotes";
                    return faulty(end, id, "", "malformed_csv", detail);
                }
                if (mapping.isOther(cells)) {
                    String detail = "the row is no payment, whose ID starts with ch_ or py_; remove it";
                    return faulty(end, id, "/id", "invalid", detail);
                }
                if (mapping.isOfOtherMode(cells)) {
                    String detail = "the row is a test payment, as its column Mode states; remove it, or upload it with"
                            + " a test key";
                    return faulty(end, id, "", "invalid", detail);
                }
                if (cells.stream().anyMatch(cell -> cell.indexOf(REPLACEMENT) >= 0)) {
                    String remedy = mapping.options.advice().encoding().replaceFirst("^S", "s");
                    return faulty(end, id, "", "malformed_csv", "the row is not UTF-8; " + remedy);
                }
                draft.add(cells);
            }
            byte[] json = JsonMapper.shared().writeValueAsBytes(draft.order());
            if (!draft.faults.isEmpty()) {
                return Item.rejected(end, new Outcome.Rejected(id, draft.faults));
            }
            return json.length > RecordReader.MAX_RECORD_BYTES
                    ? Item.tooLarge(end)
                    : new Item(end, Bytes.wrap(json), id, null);
        }

        private static Item faulty(Item.Place end, @Nullable String id, String pointer, String code, String detail) {
            return Item.rejected(end, new Outcome.Rejected(id, List.of(Outcome.error(pointer, code, detail))));
        }

        /** Returns true if a row has values of an item and no id: it belongs to the order before. */
        private boolean isItemAlone(List<String> cells) {
            return IntStream.range(0, Math.min(cells.size(), mapping.fields.length))
                    .anyMatch(column -> {
                        ColumnField field = mapping.fields[column];
                        return field != null && field.item() == ColumnField.ROW_ITEM && cell(cells, column) != null;
                    });
        }

        private @Nullable String id(CsvRecords.Row row) {
            return cell(row.cells(), idColumn);
        }

        private static @Nullable String cell(List<String> cells, int column) {
            String text = column < 0 || column >= cells.size() ? "" : SpreadsheetText.text(cells.get(column));
            return text.isEmpty() ? null : text;
        }

        @SuppressWarnings("unchecked")
        private static void put(Map<String, Object> object, List<String> path, Object value) {
            Map<String, Object> at = object;
            for (String name : path.subList(0, path.size() - 1)) {
                at = (Map<String, Object>) at.computeIfAbsent(name, _ -> new LinkedHashMap<String, Object>());
            }
            at.put(path.getLast(), value);
        }

        /** An order that is made of rows. */
        private final class Draft {
            private final long line;
            private final Map<String, Object> order = new LinkedHashMap<>();
            private final SortedMap<Integer, Map<String, Object>> items = new TreeMap<>();
            private final List<Map<String, Object>> ofRows = new ArrayList<>();
            private final Map<String, String> texts = new HashMap<>();
            private final List<Map<String, String>> faults = new ArrayList<>();
            private boolean isRefunded;

            /** Currency of the order's rows before: only the first row of some exports has it. */
            private final @Nullable String currencyBefore;

            /** The row and the column that are read. */
            private List<String> cells = List.of();

            private int column;

            Draft(long line, List<String> first) {
                this.line = line;
                String currency = cell(first, currencyColumn);
                currencyBefore = currency == null ? mapping.currency() : currency;
            }

            void add(List<String> row) {
                cells = row;
                Map<String, Object> ofRow = new LinkedHashMap<>();
                for (column = 0; column < mapping.fields.length; column++) {
                    ColumnField field = mapping.fields[column];
                    String text = SpreadsheetText.text(cells.get(column));
                    if (field == null || text.isEmpty() || (text.equals("0") && mapping.isGuest(field))) {
                        continue;
                    }
                    boolean isOfRow = field.item() == ColumnField.ROW_ITEM;
                    String first = isOfRow ? null : texts.putIfAbsent(field.name(), text);
                    if (first != null) {
                        if (!first.equals(text) && ONE_OF_ORDER.contains(field.name())) {
                            fault(field, "invalid", "has several values in the rows of the same order");
                        }
                        continue;
                    }
                    Object value = value(field, text);
                    if (value != null && isOfRow) {
                        ofRow.put(field.path().getLast(), value);
                    } else if (value != null && field.item() == ColumnField.NO_ITEM) {
                        put(order, field.path(), value);
                    } else if (value != null) {
                        put(items.computeIfAbsent(field.item(), _ -> new LinkedHashMap<>()), field.path(), value);
                    }
                }
                addItem(ofRow);
                if (mapping.isRenewal(cells)) {
                    order.putIfAbsent("recurring", true);
                }
            }

            private void addItem(Map<String, Object> item) {
                Object unit = item.remove("unitPrice");
                if (unit instanceof Long price && !item.containsKey("price")) {
                    BigDecimal quantity =
                            item.get("quantity") instanceof Number stated ? number(stated.toString()) : BigDecimal.ONE;
                    BigDecimal all =
                            quantity.multiply(BigDecimal.valueOf(price)).setScale(0, RoundingMode.HALF_UP);
                    if (all.abs().compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
                        faults.add(Outcome.error("/receipt/lineItems", "invalid", "the price of a row is too large"));
                    } else {
                        item.put("price", all.longValue());
                    }
                }
                if (!item.isEmpty()) {
                    ofRows.add(item);
                }
            }

            private Map<String, Object> order() {
                if (mapping.currency() != null
                        && (mapping.options.columns().isOrder() || order.containsKey("amount"))) {
                    order.putIfAbsent("currency", mapping.currency());
                }
                if (isRefunded) {
                    order.putIfAbsent("refunded", true);
                }
                List<Map<String, Object>> all = new ArrayList<>(items.values());
                all.addAll(ofRows);
                if (!all.isEmpty()) {
                    put(order, List.of("receipt", "lineItems"), all);
                }
                return order;
            }

            /** Adds a fault of the column that is read. Returns no value. */
            private @Nullable Object fault(ColumnField field, String code, String words) {
                faults.add(Outcome.error(field.pointer(), code, "column " + mapping.column(column) + " " + words));
                return null;
            }

            private @Nullable Object value(ColumnField field, String text) {
                return switch (field.kind()) {
                    case TEXT ->
                        SpreadsheetText.isReplaced(text)
                                ? fault(
                                        field,
                                        "invalid_format",
                                        "has a value that a spreadsheet program replaced, such as 5.6E+12 or #N/A; export the file again, and"
                                                + " in a spreadsheet program read the column as text")
                                : text;
                    case INTEGER -> integer(field, text);
                    case QUANTITY -> quantity(field, text);
                    case FLAG ->
                        switch (mapping.meaning(text.toLowerCase(Locale.ROOT))) {
                            case "true", "yes", "1" -> true;
                            case "false", "no", "0" -> false;
                            default ->
                                mapping.isChannel(field)
                                        ? null
                                        : fault(field, "invalid_type", "must be true or false, yes or no, 1 or 0");
                        };
                    case AMOUNT -> amount(field, text);
                    case TIME -> time(field, text);
                    case STATUS -> status(field, mapping.status(cells, text));
                    case DISPUTE_STATUS -> disputeStatus(field, text);
                    case NAME -> names(text);
                };
            }

            private @Nullable Object integer(ColumnField field, String text) {
                return INTEGER.matcher(text).matches()
                        ? Long.valueOf(text)
                        : fault(field, "invalid_type", "must be an integer");
            }

            /** Databases write 2 as 2.0000. Of what is sold by weight, the service leaves the quantity out. */
            private @Nullable Object quantity(ColumnField field, String text) {
                if (!QUANTITY.matcher(text).matches()) {
                    return integer(field, text);
                }
                BigDecimal quantity = number(text);
                return quantity.stripTrailingZeros().scale() <= 0 ? (Object) quantity.longValue() : quantity;
            }

            private static BigDecimal number(String text) {
                return new BigDecimal(text.replace(',', '.'));
            }

            private @Nullable Object amount(ColumnField field, String text) {
                if (mapping.amounts == Amounts.MINOR) {
                    if (FRACTION.matcher(text).matches()) {
                        throw UnusableInput.later("line " + line + ", column " + mapping.column(column)
                                + ": the amount has a point or a comma. Amounts are integers in minor units, for example"
                                + " 1999 for 19.99 USD. "
                                + mapping.options.advice().decimal());
                    }
                    return integer(field, text);
                }
                String code = currency(field);
                Currency currency = code == null ? null : CurrencyCodes.find(code);
                if (currency == null) {
                    return fault(field, "invalid", "needs the row's currency, an ISO 4217 code such as USD");
                }
                int digits = currency.getDefaultFractionDigits();
                Optional<BigDecimal> amount = mapping.amounts.decimal(text, digits);
                if (amount.isEmpty()) {
                    String example = mapping.amounts == Amounts.DECIMAL ? "19.99" : "19,99";
                    return fault(
                            field, "invalid_type", "must be an amount such as " + example + ", without a currency");
                }
                return amount.get().scale() > digits
                        ? fault(field, "invalid", "has more decimal digits than the currency, which has " + digits)
                        : (Object) amount.get().movePointRight(digits).longValueExact();
            }

            /** Returns the currency of an amount: the line item's own, if it has one, otherwise the order's. */
            private @Nullable String currency(ColumnField amount) {
                String ofItem = amount.item() < 0
                        ? null
                        : cell(
                                cells,
                                mapping.columnOf(ColumnField.ofItem(amount.item(), CURRENCY)
                                        .name()));
                String ofOrder = ofItem != null ? ofItem : cell(cells, currencyColumn);
                return ofOrder != null ? ofOrder : currencyBefore;
            }

            /** Reads a date or time as shops and spreadsheet programs write them. */
            private @Nullable Object time(ColumnField field, String sent) {
                String text = BLANKS.matcher(sent).replaceAll(" ");
                TemporalAccessor form = dateFormat == null ? null : parsed(text, dateFormat);
                if (form == null && AS_IT_IS.matcher(text).matches()) {
                    return text;
                }
                String stated = mapping.zone(cells);
                if (form == null && !stated.isEmpty()) {
                    try {
                        form = CsvRecords.timeIn(text, stated);
                    } catch (DateTimeException unknown) {
                        return fault(
                                field,
                                "invalid_format",
                                "has a time in an unknown zone; write a name such as Europe/Amsterdam as its TimeZone");
                    }
                }
                TemporalAccessor time = form == null ? CsvRecords.time(text) : form;
                ZoneId zone = mapping.zone(column);
                return switch (time) {
                    case null ->
                        fault(
                                field,
                                "invalid_format",
                                "must be a date such as 2026-11-01, or a time such as 2026-11-01 10:00:00; "
                                        + mapping.options.advice().dateFormat());
                    case LocalDate date -> date.toString();
                    case LocalDateTime local ->
                        zone == null
                                ? fault(
                                        field,
                                        "invalid_format",
                                        "has a time without zone; "
                                                + mapping.options.advice().zone())
                                : local.atZone(zone).toInstant().toString();
                    default -> Instant.from(time).toString();
                };
            }

            private static @Nullable TemporalAccessor parsed(String text, DateTimeFormatter format) {
                try {
                    return format.parseBest(
                            text, ZonedDateTime::from, OffsetDateTime::from, LocalDateTime::from, LocalDate::from);
                } catch (DateTimeException other) {
                    return null;
                }
            }

            /** Returns the status that a word of a shop or a processor means. A word with no status rejects its order. */
            private @Nullable Object status(ColumnField field, String text) {
                String lower = text.toLowerCase(Locale.ROOT);
                String word = mapping.meaning(lower.startsWith("wc-") ? lower.substring(3) : lower);
                String hint = MeantWords.CHARGE_STATUS.hint(word);
                if (word.equals("succeeded") || word.equals("failed")) {
                    return word;
                }
                if (hint.equals("; send succeeded") || hint.equals("; send failed")) {
                    return hint.substring("; send ".length());
                }
                isRefunded |= hint.contains("refunded as true");
                boolean hasAmount = mapping.columnOf("refundedAmount") >= 0;
                return hint.contains("refunded as true") || (hint.contains("refundedAmount") && hasAmount)
                        ? "succeeded"
                        : fault(field, "invalid", "is no status that a charge can end with" + hint);
            }

            private @Nullable Object disputeStatus(ColumnField field, String text) {
                String hint = MeantWords.DISPUTE_STATUS.hint(text);
                String word = hint.startsWith("; send ") ? hint.substring("; send ".length()) : text;
                return Stream.of(Dispute.Status.values())
                        .map(Dispute.Status::wireName)
                        .filter(word::equalsIgnoreCase)
                        .findFirst()
                        .map(status -> (Object) status)
                        .orElseGet(() -> fault(field, "invalid", "is no status of a dispute" + hint));
            }

            private static Map<String, Object> names(String text) {
                int blank = text.lastIndexOf(' ');
                Map<String, Object> names = new LinkedHashMap<>();
                if (blank > 0) {
                    names.put("givenName", text.substring(0, blank).strip());
                }
                names.put("familyName", text.substring(blank + 1));
                return names;
            }
        }
    }
}
