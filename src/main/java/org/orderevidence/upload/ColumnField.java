package org.orderevidence.upload;

import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
 * A field of an order that a column can have.
 *
 * @param path names from the order to the field, without the list of line items
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

    /** All fields by name, except those of numbered line items. */
    private static final Map<String, ColumnField> BY_NAME = byName();

    /** The same by the letters and digits of similar names, and of other names that mean only one field. */
    private static final Map<String, Found> BY_LETTERS = byLetters();

    /** The type of a field's values. */
    enum Cell {
        TEXT,
        INTEGER,
        AMOUNT,
        FLAG,
        TIME,
        STATUS,
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

    /** Returns all fields, except those of numbered line items. */
    static List<ColumnField> all() {
        return List.copyOf(BY_NAME.values());
    }

    /** Returns the field of a name as {@link #name} returns it, except those of numbered line items. */
    static ColumnField named(String name) {
        ColumnField field = BY_NAME.get(name);
        if (field == null) {
            throw new IllegalArgumentException(name);
        }
        return field;
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

    /** Returns the field that a column's name means; empty if it means none or more than one. */
    static Optional<Found> find(String name) {
        ColumnField exact = BY_NAME.get(name);
        if (exact != null) {
            return Optional.of(new Found(exact, Match.EXACT));
        }
        Matcher item = LINE_ITEM.matcher(name);
        Optional<ColumnField> exactItem =
                item.matches() ? ofItem(Integer.parseInt(item.group(1)), item.group(2)::equals) : Optional.empty();
        if (exactItem.isPresent()) {
            return exactItem.map(field -> new Found(field, Match.EXACT));
        }
        String letters = letters(name);
        Matcher similar = SIMILAR_LINE_ITEM.matcher(letters);
        return similar.matches()
                ? ofItem(
                                Integer.parseInt(similar.group(1)),
                                field -> letters(field).equals(similar.group(2)))
                        .map(field -> new Found(field, Match.SIMILAR))
                : Optional.ofNullable(BY_LETTERS.get(letters));
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
        synonyms.forEach((name, field) -> found.putIfAbsent(letters(name), new Found(named(field), Match.SYNONYM)));
        OrderFields.ORDER
                .fields()
                .forEach(field -> field.likelyColumns()
                        .forEach(name -> found.putIfAbsent(name, new Found(named(field.path()), Match.LIKELY))));
        return Map.copyOf(found);
    }

    /** Returns how a column of a field is read; empty for one that no single column can have. */
    private static @Nullable Cell kind(Field<?> field) {
        return switch (field.kind()) {
            case Kind.OfText _, Kind.Id _, Kind.BrandName _, Kind.CurrencyCode _ -> Cell.TEXT;
            case Kind.Token _, Kind.AccountReference _ -> Cell.TEXT;
            case Kind.Amount _ -> Cell.AMOUNT;
            case Kind.Whole _, Kind.Quantity _ -> Cell.INTEGER;
            case Kind.Time _ -> Cell.TIME;
            case Kind.Flag _ -> Cell.FLAG;
            case Kind.Choice<?> _ -> field.equals(OrderFields.STATUS) ? Cell.STATUS : Cell.TEXT;
            case Kind.Hash _, Kind.Items _ -> null;
        };
    }
}
