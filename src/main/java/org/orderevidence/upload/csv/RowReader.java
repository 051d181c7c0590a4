package org.orderevidence.upload.csv;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import tools.jackson.databind.json.JsonMapper;

/** Converts a row to an order. */
final class RowReader {
    private static final Pattern INTEGER = Pattern.compile("-?\\d{1,18}");
    private static final Pattern FRACTION = Pattern.compile("-?[\\d.,]*[.,]\\d+");
    private static final OrderField ID = OrderField.ofOrder("id");
    private static final OrderField CURRENCY = OrderField.ofOrder("currency");
    private static final char REPLACEMENT = '\uFFFD';

    private final CsvMapping mapping;
    private final int idColumn;
    private final int currencyColumn;

    RowReader(CsvMapping mapping) {
        this.mapping = mapping;
        idColumn = mapping.columnOf(ID);
        currencyColumn = mapping.columnOf(CURRENCY);
    }

    /**
     * Reads a row.
     *
     * @param line number of its first line, for messages
     * @param id of the row; null if it has none
     * @throws UnusableInput if amounts are in minor units and one has a fraction: all amounts of the file are then in doubt
     */
    CsvRow read(long line, List<String> cells, @Nullable String id) {
        if (cells.size() != mapping.size()) {
            return faulty(
                    id,
                    "malformed_csv",
                    "the row has " + cells.size() + " values, but the header has " + mapping.size()
                            + "; put values that contain the separator in double quotes");
        }
        if (cells.stream().anyMatch(cell -> cell.indexOf(REPLACEMENT) >= 0)) {
            return faulty(id, "malformed_csv", "the row is not UTF-8; save the file as \"CSV UTF-8\"");
        }
        Map<String, Object> order = new LinkedHashMap<>();
        SortedMap<Integer, Map<String, Object>> items = new TreeMap<>();
        List<CsvRow.Fault> faults = new ArrayList<>();
        for (int column = 0; column < mapping.size(); column++) {
            OrderField field = mapping.field(column);
            String text = text(cells.get(column));
            if (field == null || text.isEmpty()) {
                continue;
            }
            String name = "column " + mapping.column(column);
            Object value = switch (field.kind()) {
                case TEXT -> text;
                case INTEGER -> integer(text, field, name, faults);
                case FLAG -> flag(text, field, name, faults);
                case AMOUNT -> amount(text, field, name, cells, line, faults);
            };
            if (value != null && field.item() == OrderField.NO_ITEM) {
                put(order, field.path(), value);
            } else if (value != null) {
                put(items.computeIfAbsent(field.item(), _ -> new LinkedHashMap<>()), field.path(), value);
            }
        }
        if (!items.isEmpty()) {
            put(order, List.of("receipt", "lineItems"), List.copyOf(items.values()));
        }
        return faults.isEmpty()
                ? new CsvRow.Order(id, Bytes.wrap(JsonMapper.shared().writeValueAsBytes(order)))
                : new CsvRow.Faulty(id, faults);
    }

    /** Returns the id of a row; null if it has none. */
    @Nullable
    String id(List<String> cells) {
        return cell(cells, idColumn);
    }

    private static CsvRow faulty(@Nullable String id, String code, String detail) {
        return new CsvRow.Faulty(id, List.of(new CsvRow.Fault("", code, detail)));
    }

    private static @Nullable Long integer(String text, OrderField field, String name, List<CsvRow.Fault> faults) {
        if (INTEGER.matcher(text).matches()) {
            return Long.parseLong(text);
        }
        faults.add(new CsvRow.Fault(field.pointer(), "invalid_type", name + " must be an integer"));
        return null;
    }

    private static @Nullable Boolean flag(String text, OrderField field, String name, List<CsvRow.Fault> faults) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true", "yes", "1" -> true;
            case "false", "no", "0" -> false;
            default -> {
                faults.add(new CsvRow.Fault(
                        field.pointer(), "invalid_type", name + " must be true or false, yes or no, 1 or 0"));
                yield null;
            }
        };
    }

    private @Nullable Long amount(
            String text, OrderField field, String name, List<String> cells, long line, List<CsvRow.Fault> faults) {
        if (mapping.amounts() == Amounts.MINOR) {
            if (FRACTION.matcher(text).matches()) {
                throw UnusableInput.later(
                        "line " + line + ", " + name + ": the amount has a point or a comma. Amounts are integers in"
                                + " minor units, for example 1999 for 19.99 USD. "
                                + mapping.advice().decimal());
            }
            return integer(text, field, name, faults);
        }
        Optional<BigDecimal> amount = mapping.amounts().decimal(text);
        if (amount.isEmpty()) {
            String example = mapping.amounts() == Amounts.DECIMAL ? "19.99" : "19,99";
            faults.add(new CsvRow.Fault(
                    field.pointer(),
                    "invalid_type",
                    name + " must be an amount such as " + example + ", without a currency or thousands separators"));
            return null;
        }
        String currency = currency(field, cells);
        Optional<Integer> digits = currency == null ? Optional.empty() : Amounts.digits(currency);
        if (digits.isEmpty()) {
            faults.add(new CsvRow.Fault(
                    field.pointer(), "invalid", name + " needs the row's currency, an ISO 4217 code such as USD"));
            return null;
        }
        if (amount.get().scale() > digits.get()) {
            faults.add(new CsvRow.Fault(
                    field.pointer(),
                    "invalid",
                    name + " has more decimal digits than the currency, which has " + digits.get()));
            return null;
        }
        return amount.get().movePointRight(digits.get()).longValueExact();
    }

    /** Returns the currency of an amount: the line item's own, if it has one, otherwise the order's. */
    private @Nullable String currency(OrderField amount, List<String> cells) {
        String ofItem = amount.item() == OrderField.NO_ITEM
                ? null
                : cell(cells, mapping.columnOf(OrderField.ofLineItem(amount.item(), CURRENCY.name())));
        return ofItem != null ? ofItem : cell(cells, currencyColumn);
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
