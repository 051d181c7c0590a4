package org.orderevidence.upload.csv;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the field that a column's name means. */
final class Columns {
    static final Pattern DOT = Pattern.compile("\\.");

    private static final Pattern LINE_ITEM = Pattern.compile("receipt\\.lineItems\\[(\\d{1,3})]\\.(\\w+)");
    private static final Pattern SIMILAR_LINE_ITEM = Pattern.compile("(?:receipt)?lineitems?(\\d{1,3})([a-z]+)");
    private static final Pattern NOT_LETTER_OR_DIGIT = Pattern.compile("[^a-z0-9]");

    /** Not found by "description" alone, which can also mean a product or the text on the statement. */
    private static final String RECEIPT_DESCRIPTION = "receipt.description";

    /** Other names that mean only this field. Names with a second meaning, such as "transaction id", are left out. */
    private static final Map<String, String> SYNONYMS = Map.ofEntries(
            Map.entry("order id", "id"),
            Map.entry("total", "amount"),
            Map.entry("total amount", "amount"),
            Map.entry("order total", "amount"),
            Map.entry("currency code", "currency"),
            Map.entry("transaction time", "transactionDate"),
            Map.entry("order date", "transactionDate"),
            Map.entry("ip address", "ip"),
            Map.entry("customer ip", "ip"),
            Map.entry("customer ip address", "ip"),
            Map.entry("card bin", "bin"),
            Map.entry("card last4", "last4"),
            Map.entry("last four", "last4"),
            Map.entry("last four digits", "last4"),
            Map.entry("card brand", "brand"),
            Map.entry("authorization code", "authCode"),
            Map.entry("amount refunded", "refundedAmount"),
            Map.entry("email", "receipt.customerEmail"),
            Map.entry("email address", "receipt.customerEmail"),
            Map.entry("phone", "receipt.customerPhone"),
            Map.entry("phone number", "receipt.customerPhone"),
            Map.entry("given name", "receipt.name.givenName"),
            Map.entry("first name", "receipt.name.givenName"),
            Map.entry("family name", "receipt.name.familyName"),
            Map.entry("last name", "receipt.name.familyName"),
            Map.entry("billing city", "receipt.billingAddress.city"),
            Map.entry("billing postal code", "receipt.billingAddress.postalCode"),
            Map.entry("billing zip", "receipt.billingAddress.postalCode"),
            Map.entry("billing country", "receipt.billingAddress.country"),
            Map.entry("shipping city", "receipt.shippingAddress.city"),
            Map.entry("shipping postal code", "receipt.shippingAddress.postalCode"),
            Map.entry("shipping zip", "receipt.shippingAddress.postalCode"),
            Map.entry("shipping country", "receipt.shippingAddress.country"),
            Map.entry("tracking number", "receipt.delivery.trackingNumber"));

    private static final Map<String, String> SIMILAR = similar();

    private Columns() {}

    /** How the name of a column matches a field. If several columns match a field, the first kind wins. */
    enum Match {
        EXACT,
        SIMILAR,
        SYNONYM
    }

    /** A field and how it was found. */
    record Found(OrderField field, Match match) {}

    /** Returns the field that a name means; empty if it means none or more than one. */
    static Optional<Found> find(String name) {
        if (OrderField.OF_ORDER.containsKey(name)) {
            return Optional.of(new Found(OrderField.ofOrder(name), Match.EXACT));
        }
        Matcher item = LINE_ITEM.matcher(name);
        if (item.matches() && OrderField.OF_LINE_ITEM.containsKey(item.group(2))) {
            return lineItem(item.group(1), item.group(2), Match.EXACT);
        }
        String letters = letters(name);
        if (SIMILAR.containsKey(letters)) {
            return Optional.of(new Found(OrderField.ofOrder(SIMILAR.getOrDefault(letters, "")), Match.SIMILAR));
        }
        Matcher similarItem = SIMILAR_LINE_ITEM.matcher(letters);
        if (similarItem.matches()) {
            return OrderField.OF_LINE_ITEM.keySet().stream()
                    .filter(field -> letters(field).equals(similarItem.group(2)))
                    .findFirst()
                    .flatMap(field -> lineItem(similarItem.group(1), field, Match.SIMILAR));
        }
        return SYNONYMS.entrySet().stream()
                .filter(synonym -> letters(synonym.getKey()).equals(letters))
                .findFirst()
                .map(synonym -> new Found(OrderField.ofOrder(synonym.getValue()), Match.SYNONYM));
    }

    private static Optional<Found> lineItem(String index, String field, Match match) {
        int item = Integer.parseInt(index);
        return item < OrderField.MAX_ITEMS
                ? Optional.of(new Found(OrderField.ofLineItem(item, field), match))
                : Optional.empty();
    }

    /** Returns the fields by the letters and digits of their names, with and without {@code receipt}. */
    private static Map<String, String> similar() {
        Map<String, String> similar = new HashMap<>();
        for (String name : OrderField.OF_ORDER.keySet()) {
            similar.put(letters(name), name);
        }
        for (String name : OrderField.OF_ORDER.keySet()) {
            if (name.startsWith("receipt.") && !name.equals(RECEIPT_DESCRIPTION)) {
                similar.putIfAbsent(letters(name.substring("receipt.".length())), name);
            }
        }
        return similar;
    }

    private static String letters(String name) {
        return NOT_LETTER_OR_DIGIT.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("");
    }
}
