package org.orderevidence.upload;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * @param kind of its values
 */
record OrderField(List<String> path, int item, Cell kind) {
    static final int NO_ITEM = -1;

    /** The line item that a row adds to its order. */
    static final int ROW_ITEM = -2;

    /** Maximum number of line items of an order, as the service allows. */
    static final int MAX_ITEMS = 500;

    static final String LINE_ITEMS = "receipt.lineItems";

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

    /** The fields of an order outside of line items, by their dotted names. */
    static final Map<String, Cell> OF_ORDER = ofOrder();

    /** The fields of a line item, by name. */
    static final Map<String, Cell> OF_LINE_ITEM = kinds(OrderFields.LINE_ITEM);

    /** The fields of the line item of a row. The unit price times the quantity is the price. */
    static final Map<String, Cell> OF_ROW = ofRow();

    OrderField {
        path = List.copyOf(path);
    }

    /** Returns the field of a dotted name of {@link #OF_ORDER}. */
    static OrderField ofOrder(String name) {
        return new OrderField(List.of(Columns.DOT.split(name, -1)), NO_ITEM, kind(OF_ORDER, name));
    }

    /** Returns the field of a line item. */
    static OrderField ofLineItem(int item, String name) {
        return new OrderField(List.of(name), item, kind(OF_LINE_ITEM, name));
    }

    /** Returns the field of the line item of a row. */
    static OrderField ofRow(String name) {
        return new OrderField(List.of(name), ROW_ITEM, kind(OF_ROW, name));
    }

    /** Returns the field of a name as {@link #name} returns it, except those of numbered line items. */
    static OrderField named(String name) {
        String row = LINE_ITEMS + "[].";
        return name.startsWith(row) ? ofRow(name.substring(row.length())) : ofOrder(name);
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

    private static Cell kind(Map<String, Cell> kinds, String name) {
        Cell kind = kinds.get(name);
        if (kind == null) {
            throw new IllegalArgumentException(name);
        }
        return kind;
    }

    private static Map<String, Cell> ofRow() {
        Map<String, Cell> kinds = new LinkedHashMap<>(OF_LINE_ITEM);
        kinds.put("unitPrice", Cell.AMOUNT);
        return kinds;
    }

    private static Map<String, Cell> ofOrder() {
        Map<String, Cell> kinds = kinds(OrderFields.ORDER);
        kinds.put("receipt.name", Cell.NAME);
        return kinds;
    }

    private static Map<String, Cell> kinds(Shape shape) {
        Map<String, Cell> kinds = new LinkedHashMap<>();
        for (Field<?> field : shape.fields()) {
            Cell kind = kind(field);
            if (kind != null) {
                kinds.put(field.path(), kind);
            }
        }
        return kinds;
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
