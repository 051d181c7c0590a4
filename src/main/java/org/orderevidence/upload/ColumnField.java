package org.orderevidence.upload;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.part.Field;
import org.orderevidence.order.part.Kind;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Shape;

/**
 * A field of an order or dispute that a column can have.
 *
 * @param path names from the record to the field, without the list of line items
 * @param item index of the line item that has the field, or {@link #NO_ITEM} or {@link #ROW_ITEM}
 */
record ColumnField(List<String> path, int item, Cell kind) {
    static final int NO_ITEM = -1;

    /** The line item that a row adds to its order. */
    static final int ROW_ITEM = -2;

    /** Maximum number of line items of an order, as the service allows. */
    static final int MAX_ITEMS = 500;

    /** The unit price times the quantity is the price of the line item of a row. */
    private static final String UNIT_PRICE = "unitPrice";

    private static final String LINE_ITEMS = "receipt.lineItems";
    private static final Pattern DOT = Pattern.compile("\\.");
    private static final Pattern LINE_ITEM = Pattern.compile("receipt\\.lineItems\\[(\\d{1,3})]\\.(\\w+)");
    private static final Pattern SIMILAR_LINE_ITEM = Pattern.compile("(?:receipt)?lineitems?(\\d{1,3})([a-z]+)");
    private static final Pattern NOT_LETTER_OR_DIGIT = Pattern.compile("[^a-z0-9]");

    /** Not found by their last word alone: it can also mean a product, a shop or the text on the statement. */
    private static final Set<String> NOT_ALONE = Set.of("receipt.description", "receipt.name");

    /** All fields of an order by name, except those of numbered line items. */
    private static final Map<String, ColumnField> BY_NAME = byName();

    /**
     * The fields of a dispute and of what leads to its order, with the kind of their values and other names of columns; an
     * asterisk is before those that mean the field only if no other column does. Stripe, Adyen and Shopify have these names.
     */
    private static final String DISPUTE_TABLE = """
            disputeId TEXT: dispute, dispute psp reference, dispute reference, chargeback id, case id, case number, *id
            condition TEXT: network reason code, reason code, cb reason code, dispute reason code, chargeback reason code
            openedAt TIME: dispute date, dispute date (UTC), dispute created, dispute created (UTC), initiated at, chargeback date, *created, *created (UTC), *date
            status DISPUTE_STATUS: dispute status, record type
            respondBy TIME: dispute evidence due (UTC), evidence due by, evidence due, due by, due date, deadline, respond by date
            amount AMOUNT: dispute amount, disputed amount, chargeback amount
            currency TEXT: dispute currency
            reason TEXT: dispute reason
            submittedAt TIME: evidence sent on, evidence submitted at
            orderId TEXT: order, order number, order name
            gatewayTransactionId TEXT: charge, charge id, psp reference, payment id
            arn TEXT: dispute arn, acquirer reference number
            bin TEXT: card bin, card iin, issuer bin
            last4 TEXT: card last4, card last 4
            transactionDate TIME: payment date, charge date, order date
            """;

    /**
     * The fields that the columns of a file can have.
     *
     * @param noun what a record of the file is
     * @param id the field that identifies a record
     * @param required the fields that must have a column
     * @param byName all fields by name, except those of numbered line items
     * @param byLetters the same by the letters and digits of similar names, and of other names that mean only one field
     */
    record Columns(
            String noun,
            String id,
            List<String> required,
            Map<String, ColumnField> byName,
            Map<String, Found> byLetters) {
        static final Columns ORDER = new Columns(
                "order",
                "id",
                OrderFields.ORDER.fields().stream()
                        .filter(Field::isRequired)
                        .map(Field::path)
                        .toList(),
                BY_NAME,
                ColumnField.byLetters());

        static final Columns DISPUTE = disputes();

        boolean isOrder() {
            return equals(ORDER);
        }

        private static Columns disputes() {
            Map<String, ColumnField> byName = new LinkedHashMap<>();
            Map<String, Found> byLetters = new HashMap<>();
            for (String line : DISPUTE_TABLE.lines().toList()) {
                String name = line.substring(0, line.indexOf(' '));
                Cell kind = Cell.valueOf(line.substring(name.length() + 1, line.indexOf(':')));
                ColumnField field = new ColumnField(List.of(name), NO_ITEM, kind);
                byName.put(name, field);
                byLetters.put(letters(name), new Found(field, Match.SIMILAR));
                for (String column : line.substring(line.indexOf(':') + 2).split(", ", -1)) {
                    Match match = column.startsWith("*") ? Match.LIKELY : Match.SYNONYM;
                    byLetters.putIfAbsent(letters(column), new Found(field, match));
                }
            }
            return new Columns("dispute", "disputeId", List.of("disputeId", "openedAt"), byName, byLetters);
        }

        /** Returns the field of a name as {@link ColumnField#name} returns it, except those of numbered line items. */
        ColumnField named(String name) {
            return Objects.requireNonNull(byName.get(name), name);
        }

        /** Returns the field that a column's name means; empty if it means none or more than one. */
        Optional<Found> find(String name) {
            ColumnField exact = byName.get(name);
            if (exact != null) {
                return Optional.of(new Found(exact, Match.EXACT));
            }
            Optional<Found> item = isOrder() ? ofNumberedItem(name) : Optional.empty();
            return item.isPresent() ? item : Optional.ofNullable(byLetters.get(letters(name)));
        }
    }

    /** The type of a field's values. */
    enum Cell {
        TEXT,
        INTEGER,
        QUANTITY,
        AMOUNT,
        FLAG,
        TIME,
        STATUS,
        DISPUTE_STATUS,
        /** A given name and a family name in one text. */
        NAME
    }

    /** How the name of a column matches a field. If several columns match a field, the first kind wins. */
    enum Match {
        EXACT,
        SIMILAR,
        SYNONYM,
        /** Only for a required field, if no other column has it. */
        LIKELY
    }

    record Found(ColumnField field, Match match) {}

    /** Returns all fields of an order, except those of numbered line items. */
    static List<ColumnField> all() {
        return List.copyOf(BY_NAME.values());
    }

    /** Returns the same field of the first line item; empty if only the line item of a row has it. */
    Optional<ColumnField> ofFirstItem() {
        return ofItem(0, path.getLast()::equals);
    }

    /** Returns the field of a line item. */
    static ColumnField ofItem(int item, String name) {
        return ofItem(item, name::equals).orElseThrow();
    }

    private static Optional<ColumnField> ofItem(int item, Predicate<String> name) {
        return BY_NAME.values().stream()
                .filter(field -> field.item == ROW_ITEM && item < MAX_ITEMS)
                .filter(field -> name.test(field.path.getLast()) && !field.path.contains(UNIT_PRICE))
                .findFirst()
                .map(field -> new ColumnField(field.path, item, field.kind));
    }

    /** Returns its name in the HTTP interface, such as {@code receipt.lineItems[0].price}. */
    String name() {
        String dotted = String.join(".", path);
        return item == NO_ITEM ? dotted : LINE_ITEMS + "[" + (item == ROW_ITEM ? "" : item) + "]." + dotted;
    }

    /** Returns its JSON pointer, such as {@code /receipt/lineItems/0/price}. */
    String pointer() {
        if (item == ROW_ITEM) {
            return "/receipt/lineItems";
        }
        String prefix = item == NO_ITEM ? "/" : "/receipt/lineItems/" + item + "/";
        return prefix + String.join("/", path);
    }

    private static Optional<Found> ofNumberedItem(String name) {
        Matcher item = LINE_ITEM.matcher(name);
        Optional<ColumnField> exactItem =
                item.matches() ? ofItem(Integer.parseInt(item.group(1)), item.group(2)::equals) : Optional.empty();
        if (exactItem.isPresent()) {
            return exactItem.map(field -> new Found(field, Match.EXACT));
        }
        Matcher similar = SIMILAR_LINE_ITEM.matcher(letters(name));
        return similar.matches()
                ? ofItem(
                                Integer.parseInt(similar.group(1)),
                                field -> letters(field).equals(similar.group(2)))
                        .map(field -> new Found(field, Match.SIMILAR))
                : Optional.empty();
    }

    /** Returns the letters and digits of a name. */
    static String letters(String name) {
        return NOT_LETTER_OR_DIGIT.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("");
    }

    private static Map<String, ColumnField> byName() {
        Map<String, ColumnField> fields = new LinkedHashMap<>();
        add(fields, OrderFields.ORDER, NO_ITEM);
        fields.put("receipt.name", new ColumnField(List.of("receipt", "name"), NO_ITEM, Cell.NAME));
        add(fields, OrderFields.LINE_ITEM, ROW_ITEM);
        ColumnField unitPrice = new ColumnField(List.of(UNIT_PRICE), ROW_ITEM, Cell.AMOUNT);
        fields.put(unitPrice.name(), unitPrice);
        return Collections.unmodifiableMap(fields);
    }

    private static void add(Map<String, ColumnField> fields, Shape shape, int item) {
        for (Field<?> field : shape.fields()) {
            Cell kind = kind(field);
            if (kind != null) {
                ColumnField made = new ColumnField(List.of(DOT.split(field.path(), -1)), item, kind);
                fields.put(made.name(), made);
            }
        }
    }

    private static ColumnField field(String name) {
        return Objects.requireNonNull(BY_NAME.get(name), name);
    }

    private static Map<String, Found> byLetters() {
        Map<String, Found> found = new HashMap<>();
        List<ColumnField> ofOrder =
                all().stream().filter(field -> field.item == NO_ITEM).toList();
        ofOrder.forEach(field -> found.put(letters(field.name()), new Found(field, Match.SIMILAR)));
        for (ColumnField field : ofOrder) {
            if (field.name().startsWith("receipt.") && !NOT_ALONE.contains(field.name())) {
                String alone = field.name().substring("receipt.".length());
                found.putIfAbsent(letters(alone), new Found(field, Match.SIMILAR));
            }
        }
        Map<String, String> synonyms = new LinkedHashMap<>();
        OrderFields.ORDER.fields().forEach(field -> field.columns().forEach(name -> synonyms.put(name, field.path())));
        String row = LINE_ITEMS + "[].";
        OrderFields.LINE_ITEM
                .fields()
                .forEach(field -> field.columns().forEach(name -> synonyms.put(name, row + field.path())));
        synonyms.put("unitprice", row + UNIT_PRICE);
        synonyms.put("customername", "receipt.name");
        synonyms.put("fullname", "receipt.name");
        synonyms.forEach((name, field) -> found.putIfAbsent(letters(name), new Found(field(field), Match.SYNONYM)));
        OrderFields.ORDER
                .fields()
                .forEach(field -> field.likelyColumns()
                        .forEach(name -> found.putIfAbsent(name, new Found(field(field.path()), Match.LIKELY))));
        return Map.copyOf(found);
    }

    /** Returns how a column of a field is read; empty for one that no single column can have. */
    private static @Nullable Cell kind(Field<?> field) {
        return switch (field.kind()) {
            case Kind.OfText _, Kind.Id _, Kind.BrandName _, Kind.CurrencyCode _ -> Cell.TEXT;
            case Kind.Token _, Kind.AccountReference _ -> Cell.TEXT;
            case Kind.Amount _ -> Cell.AMOUNT;
            case Kind.Whole _ -> Cell.INTEGER;
            case Kind.Quantity _ -> Cell.QUANTITY;
            case Kind.Time _ -> Cell.TIME;
            case Kind.Flag _ -> Cell.FLAG;
            case Kind.Choice<?> _ -> field.equals(OrderFields.STATUS) ? Cell.STATUS : Cell.TEXT;
            case Kind.Hash _, Kind.Items _ -> null;
        };
    }
}
