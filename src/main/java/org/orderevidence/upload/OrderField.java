package org.orderevidence.upload;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A field of an order that a column can have.
 *
 * @param path names from the order to the field, without the list of line items
 * @param item index of the line item that has the field, or {@link #NO_ITEM} or {@link #ROW_ITEM}
 * @param kind of its values
 */
record OrderField(List<String> path, int item, Kind kind) {
    static final int NO_ITEM = -1;

    /** The line item that a row adds to its order. */
    static final int ROW_ITEM = -2;

    /** Maximum number of line items of an order, as the service allows. */
    static final int MAX_ITEMS = 500;

    static final String LINE_ITEMS = "receipt.lineItems";

    /** The type of a field's values. */
    enum Kind {
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
    static final Map<String, Kind> OF_ORDER = ofOrder();

    /** The fields of a line item, by name. */
    static final Map<String, Kind> OF_LINE_ITEM = Map.of(
            "productName", Kind.TEXT,
            "productDescription", Kind.TEXT,
            "currency", Kind.TEXT,
            "quantity", Kind.INTEGER,
            "price", Kind.AMOUNT);

    /** The fields of the line item of a row. The unit price times the quantity is the price. */
    static final Map<String, Kind> OF_ROW = ofRow();

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

    private static Kind kind(Map<String, Kind> kinds, String name) {
        Kind kind = kinds.get(name);
        if (kind == null) {
            throw new IllegalArgumentException(name);
        }
        return kind;
    }

    private static Map<String, Kind> ofRow() {
        Map<String, Kind> kinds = new LinkedHashMap<>(OF_LINE_ITEM);
        kinds.put("unitPrice", Kind.AMOUNT);
        return Map.copyOf(kinds);
    }

    private static Map<String, Kind> ofOrder() {
        Map<String, Kind> kinds = new LinkedHashMap<>();
        put(kinds, Kind.TEXT, "", "id", "currency", "ip", "bin", "last4");
        put(kinds, Kind.TIME, "", "transactionDate", "settledAt", "fulfilledAt");
        put(kinds, Kind.TEXT, "", "brand", "authCode", "arn", "network_id", "descriptor", "gateway", "type");
        put(kinds, Kind.STATUS, "", "status");
        put(kinds, Kind.TEXT, "", "gatewayTransactionId", "cardFingerprint", "paymentAccountReference");
        put(kinds, Kind.TEXT, "", "customerAccountId", "deviceId");
        put(kinds, Kind.TEXT, "", "deviceFingerprint", "merchandiseOrServices", "initialOrderId");
        put(kinds, Kind.TEXT, "", "avsResult", "threeDs.eci", "threeDs.transactionId");
        put(kinds, Kind.AMOUNT, "", "amount", "refundedAmount");
        put(kinds, Kind.INTEGER, "", "revision");
        put(kinds, Kind.FLAG, "", "refunded", "cardPresent", "validation", "recurring");
        put(kinds, Kind.TEXT, "receipt.", "customerEmail", "customerPhone", "description");
        put(kinds, Kind.TEXT, "receipt.name.", "givenName", "familyName");
        put(kinds, Kind.TEXT, "receipt.delivery.", "status", "carrier", "trackingNumber");
        put(kinds, Kind.TIME, "receipt.delivery.", "deliveredAt");
        put(kinds, Kind.NAME, "receipt.", "name");
        put(kinds, Kind.AMOUNT, "receipt.totals.", "subtotal", "tax", "shipping", "discount");
        put(kinds, Kind.TEXT, "receipt.merchantInfo.", "name", "description", "logoUrl", "refundPolicyLink");
        put(kinds, Kind.TEXT, "receipt.merchantInfo.", "cancellationPolicyLink", "termsAndConditionsLink");
        String contact = "receipt.merchantInfo.merchantReceiptContact.";
        put(kinds, Kind.TEXT, contact, "phoneForReceipt", "emailForReceipt", "websiteForReceipt");
        Stream.of("receipt.billingAddress.", "receipt.shippingAddress.", contact + "receiptAddress.")
                .forEach(address -> {
                    put(kinds, Kind.TEXT, address, "line1", "line2", "city", "countrySubdivision", "postalCode");
                    put(kinds, Kind.TEXT, address, "country", "latitude", "longitude");
                });
        return kinds;
    }

    private static void put(Map<String, Kind> kinds, Kind kind, String prefix, String... names) {
        for (String name : names) {
            kinds.put(prefix + name, kind);
        }
    }
}
