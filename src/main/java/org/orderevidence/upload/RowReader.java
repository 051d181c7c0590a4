package org.orderevidence.upload;

import java.math.BigDecimal;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.part.Kind.MeantWords;
import tools.jackson.databind.json.JsonMapper;

/** Reads orders: converts the rows of each. */
final class RowReader implements CsvRecords.Meaning {
    private static final Pattern INTEGER = Pattern.compile("-?\\d{1,18}");
    private static final Pattern FRACTION = Pattern.compile("-?[\\d.,]*[.,]\\d+");
    private static final Set<String> ONE_OF_ORDER = Set.of("amount", "currency");
    private static final OrderField ID = OrderField.ofOrder("id");
    private static final OrderField CURRENCY = OrderField.ofOrder("currency");
    private static final char REPLACEMENT = '\uFFFD';

    private final CsvMapping mapping;
    private final int maxCharacters;
    private final int idColumn;
    private final int currencyColumn;
    private final @Nullable DateTimeFormatter dateFormat;

    /** Currency of the order's rows before: only the first row of some exports has it. */
    private @Nullable String currencyBefore;

    RowReader(CsvMapping mapping, int maxCharacters) {
        this.mapping = mapping;
        this.maxCharacters = maxCharacters;
        idColumn = mapping.columnOf(ID);
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
        return OrderField.MAX_ITEMS;
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
        if (before != null && id != null && id.equals(id(before))) {
            return faulty(
                    end,
                    id,
                    Outcome.error(
                            "/id",
                            "invalid",
                            "the row before has the same id, and this row would replace it; put further line items in"
                                    + " columns such as receipt.lineItems[1].productName, or name the column of the"
                                    + " rows' items receipt.lineItems[].productName"));
        }
        if (isCut) {
            return faulty(
                    end,
                    id,
                    Outcome.error(
                            "/receipt/lineItems",
                            "too_large",
                            "the order has more than " + OrderField.MAX_ITEMS + " rows, or more than " + maxCharacters
                                    + " characters"));
        }
        return order(end, rows.stream().map(CsvRecords.Row::cells).toList(), id);
    }

    private Item order(Item.Place end, List<List<String>> rows, @Nullable String id) {
        Draft draft = new Draft();
        currencyBefore = cell(rows.getFirst(), currencyColumn);
        currencyBefore = currencyBefore == null ? mapping.currency() : currencyBefore;
        for (List<String> cells : rows) {
            if (cells.size() != mapping.size()) {
                return faulty(
                        end,
                        id,
                        Outcome.error(
                                "",
                                "malformed_csv",
                                "the row has " + cells.size() + " values, but the header has " + mapping.size()
                                        + "; put values that contain the separator in double quotes"));
            }
            if (cells.stream().anyMatch(cell -> cell.indexOf(REPLACEMENT) >= 0)) {
                return faulty(
                        end,
                        id,
                        Outcome.error(
                                "",
                                "malformed_csv",
                                "the row is not UTF-8; "
                                        + mapping.advice().encoding().replaceFirst("^S", "s")));
            }
            add(draft, cells, end.number());
        }
        byte[] json = JsonMapper.shared().writeValueAsBytes(draft.order(mapping.currency()));
        if (!draft.faults.isEmpty()) {
            return Item.rejected(end, new Outcome.Rejected(id, draft.faults));
        }
        return json.length > RecordReader.MAX_RECORD_BYTES
                ? Item.tooLarge(end)
                : new Item(end, Bytes.wrap(json), id, null);
    }

    private void add(Draft draft, List<String> cells, long line) {
        Map<String, Object> ofRow = new LinkedHashMap<>();
        for (int column = 0; column < mapping.size(); column++) {
            OrderField field = mapping.field(column);
            String text = text(cells.get(column));
            if (field == null || text.isEmpty() || (text.equals("0") && mapping.isGuest(field))) {
                continue;
            }
            String name = "column " + mapping.column(column);
            boolean isOfRow = field.item() == OrderField.ROW_ITEM;
            String first = isOfRow ? null : draft.texts.putIfAbsent(field.name(), text);
            if (first != null) {
                if (!first.equals(text) && ONE_OF_ORDER.contains(field.name())) {
                    draft.faults.add(Outcome.error(
                            field.pointer(), "invalid", name + " has several values in the rows of the same order"));
                }
                continue;
            }
            List<Map<String, String>> faults = draft.faults;
            Object value = switch (field.kind()) {
                case TEXT -> mapping.text(text);
                case INTEGER -> integer(text, field, name, faults);
                case FLAG -> flag(text, field, name, faults);
                case AMOUNT -> amount(text, field, name, cells, line, faults);
                case TIME -> time(text, field, column, faults);
                case STATUS -> status(text, field, name, draft);
                case NAME -> names(text);
            };
            if (value != null && isOfRow) {
                ofRow.put(field.path().getLast(), value);
            } else if (value != null && field.item() == OrderField.NO_ITEM) {
                put(draft.order, field.path(), value);
            } else if (value != null) {
                put(draft.items.computeIfAbsent(field.item(), _ -> new LinkedHashMap<>()), field.path(), value);
            }
        }
        draft.addItem(ofRow);
    }

    /** An order that is made of rows. */
    private static final class Draft {
        private final Map<String, Object> order = new LinkedHashMap<>();
        private final SortedMap<Integer, Map<String, Object>> items = new TreeMap<>();
        private final List<Map<String, Object>> ofRows = new ArrayList<>();
        private final Map<String, String> texts = new HashMap<>();
        private final List<Map<String, String>> faults = new ArrayList<>();
        private boolean isRefunded;

        private void addItem(Map<String, Object> item) {
            Object unit = item.remove("unitPrice");
            if (unit instanceof Long price && !item.containsKey("price")) {
                long quantity = item.get("quantity") instanceof Long stated ? stated : 1;
                long most = Math.abs(quantity) <= 1 ? Long.MAX_VALUE : Long.MAX_VALUE / Math.abs(quantity);
                if (Math.abs(price) > most) {
                    faults.add(Outcome.error("/receipt/lineItems", "invalid", "the price of a row is too large"));
                } else {
                    item.put("price", price * quantity);
                }
            }
            if (!item.isEmpty()) {
                ofRows.add(item);
            }
        }

        private Map<String, Object> order(@Nullable String currency) {
            if (currency != null) {
                order.putIfAbsent("currency", currency);
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
    }

    private @Nullable String time(String text, OrderField field, int column, List<Map<String, String>> faults) {
        String name = "column " + mapping.column(column);
        return switch (CsvTime.read(text, dateFormat, mapping.zone(column))) {
            case CsvTime.Read.Value(String time) -> time;
            case CsvTime.Read.NoZone() -> {
                faults.add(Outcome.error(
                        field.pointer(),
                        "invalid_format",
                        name + " has a time without zone; " + mapping.advice().zone()));
                yield null;
            }
            case CsvTime.Read.Unknown() -> {
                faults.add(Outcome.error(
                        field.pointer(),
                        "invalid_format",
                        name + " must be a date such as 2026-11-01, or a time such as 2026-11-01 10:00:00; "
                                + mapping.advice().dateFormat()));
                yield null;
            }
        };
    }

    /** Returns the status that a word of a shop or a processor means. A word with no status rejects its order. */
    private @Nullable String status(String text, OrderField field, String name, Draft draft) {
        String lower = text.toLowerCase(Locale.ROOT);
        String word = mapping.status(lower.startsWith("wc-") ? lower.substring(3) : lower);
        String hint = MeantWords.CHARGE_STATUS.hint(word);
        if (word.equals("succeeded") || word.equals("failed")) {
            return word;
        }
        if (hint.equals("; send succeeded") || hint.equals("; send failed")) {
            return hint.substring("; send ".length());
        }
        if (hint.contains("refunded as true")) {
            draft.isRefunded = true;
            return "succeeded";
        }
        if (hint.contains("refundedAmount") && mapping.columnOf(OrderField.ofOrder("refundedAmount")) >= 0) {
            return "succeeded";
        }
        draft.faults.add(
                Outcome.error(field.pointer(), "invalid", name + " is no status that a charge can end with" + hint));
        return null;
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

    /** Returns true if a row has values of an item and no id: it belongs to the order before. */
    private boolean isItemAlone(List<String> cells) {
        for (int column = 0; column < Math.min(cells.size(), mapping.size()); column++) {
            OrderField field = mapping.field(column);
            if (field != null && field.item() == OrderField.ROW_ITEM && cell(cells, column) != null) {
                return true;
            }
        }
        return false;
    }

    private @Nullable String id(CsvRecords.Row row) {
        return cell(row.cells(), idColumn);
    }

    private static Item faulty(Item.Place end, @Nullable String id, Map<String, String> fault) {
        return Item.rejected(end, new Outcome.Rejected(id, List.of(fault)));
    }

    private static @Nullable Long integer(
            String text, OrderField field, String name, List<Map<String, String>> faults) {
        if (INTEGER.matcher(text).matches()) {
            return Long.parseLong(text);
        }
        faults.add(Outcome.error(field.pointer(), "invalid_type", name + " must be an integer"));
        return null;
    }

    private static @Nullable Boolean flag(
            String text, OrderField field, String name, List<Map<String, String>> faults) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "yes", "1" -> true;
            case "false", "no", "0" -> false;
            default -> {
                faults.add(Outcome.error(
                        field.pointer(), "invalid_type", name + " must be true or false, yes or no, 1 or 0"));
                yield null;
            }
        };
    }

    private @Nullable Long amount(
            String text,
            OrderField field,
            String name,
            List<String> cells,
            long line,
            List<Map<String, String>> faults) {
        if (mapping.amounts() == Amounts.MINOR) {
            if (FRACTION.matcher(text).matches()) {
                throw UnusableInput.later(
                        "line " + line + ", " + name + ": the amount has a point or a comma. Amounts are integers in"
                                + " minor units, for example 1999 for 19.99 USD. "
                                + mapping.advice().decimal());
            }
            return integer(text, field, name, faults);
        }
        String currency = currency(field, cells);
        Optional<Integer> digits = currency == null ? Optional.empty() : Amounts.digits(currency);
        if (digits.isEmpty()) {
            faults.add(Outcome.error(
                    field.pointer(), "invalid", name + " needs the row's currency, an ISO 4217 code such as USD"));
            return null;
        }
        Optional<BigDecimal> amount = mapping.amounts().decimal(text, digits.get());
        if (amount.isEmpty()) {
            String example = mapping.amounts() == Amounts.DECIMAL ? "19.99" : "19,99";
            faults.add(Outcome.error(
                    field.pointer(),
                    "invalid_type",
                    name + " must be an amount such as " + example + ", without a currency"));
            return null;
        }
        if (amount.get().scale() > digits.get()) {
            faults.add(Outcome.error(
                    field.pointer(),
                    "invalid",
                    name + " has more decimal digits than the currency, which has " + digits.get()));
            return null;
        }
        return amount.get().movePointRight(digits.get()).longValueExact();
    }

    /** Returns the currency of an amount: the line item's own, if it has one, otherwise the order's. */
    private @Nullable String currency(OrderField amount, List<String> cells) {
        String ofItem = amount.item() < 0
                ? null
                : cell(cells, mapping.columnOf(OrderField.ofLineItem(amount.item(), CURRENCY.name())));
        String ofOrder = ofItem != null ? ofItem : cell(cells, currencyColumn);
        return ofOrder != null ? ofOrder : currencyBefore;
    }

    private static String text(String cell) {
        return SpreadsheetText.unguarded(cell).strip();
    }

    private static @Nullable String cell(List<String> cells, int column) {
        String text = column < 0 || column >= cells.size() ? "" : text(cells.get(column));
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
}
