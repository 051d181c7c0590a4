package org.orderevidence.upload;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the field that a column's name means. */
final class Columns {
    static final Pattern DOT = Pattern.compile("\\.");

    private static final Pattern LINE_ITEM = Pattern.compile("receipt\\.lineItems\\[(\\d{0,3})]\\.(\\w+)");
    private static final Pattern SIMILAR_LINE_ITEM = Pattern.compile("(?:receipt)?lineitems?(\\d{1,3})([a-z]+)");
    private static final Pattern NOT_LETTER_OR_DIGIT = Pattern.compile("[^a-z0-9]");

    /** Not found by their last word alone: it can also mean a product, a shop or the text on the statement. */
    private static final Set<String> NOT_ALONE = Set.of("receipt.description", "receipt.name");

    /** Other names that mean only this field. Names with a second meaning, such as "transaction id", are left out. */
    private static final Map<String, String> SYNONYMS = Map.ofEntries(
            Map.entry("order id", "id"),
            Map.entry("order number", "id"),
            Map.entry("order no", "id"),
            Map.entry("grand total", "amount"),
            Map.entry("order amount", "amount"),
            Map.entry("order currency", "currency"),
            Map.entry("purchase date", "transactionDate"),
            Map.entry("sale date", "transactionDate"),
            Map.entry("order status", "status"),
            Map.entry("payment status", "status"),
            Map.entry("refunded amount", "refundedAmount"),
            Map.entry("billing email", "receipt.customerEmail"),
            Map.entry("customer name", "receipt.name"),
            Map.entry("full name", "receipt.name"),
            Map.entry("product name", "receipt.lineItems[].productName"),
            Map.entry("item name", "receipt.lineItems[].productName"),
            Map.entry("quantity", "receipt.lineItems[].quantity"),
            Map.entry("qty", "receipt.lineItems[].quantity"),
            Map.entry("unit price", "receipt.lineItems[].unitPrice"),
            Map.entry("line total", "receipt.lineItems[].price"),
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

    /** Names that mean a required field if no other column does. */
    private static final Map<String, String> LIKELY = Map.ofEntries(
            Map.entry("date", "transactionDate"),
            Map.entry("created", "transactionDate"),
            Map.entry("createdat", "transactionDate"),
            Map.entry("createddate", "transactionDate"),
            Map.entry("datecreated", "transactionDate"),
            Map.entry("datetime", "transactionDate"),
            Map.entry("time", "transactionDate"),
            Map.entry("timestamp", "transactionDate"),
            Map.entry("order", "id"),
            Map.entry("orderref", "id"),
            Map.entry("orderreference", "id"),
            Map.entry("reference", "id"),
            Map.entry("number", "id"),
            Map.entry("totalprice", "amount"),
            Map.entry("price", "amount"),
            Map.entry("sum", "amount"));

    private static final Map<String, String> SIMILAR = similar();

    private Columns() {}

    /** How the name of a column matches a field. If several columns match a field, the first kind wins. */
    enum Match {
        EXACT,
        SIMILAR,
        SYNONYM,
        /** Only for a required field. */
        LIKELY
    }

    /** A field and how it was found. */
    record Found(OrderField field, Match match) {}

    /** Returns the field that a name means; empty if it means none or more than one. */
    static Optional<Found> find(String name) {
        if (OrderField.OF_ORDER.containsKey(name)) {
            return Optional.of(new Found(OrderField.ofOrder(name), Match.EXACT));
        }
        Matcher item = LINE_ITEM.matcher(name);
        if (item.matches() && item.group(1).isEmpty() && OrderField.OF_ROW.containsKey(item.group(2))) {
            return Optional.of(new Found(OrderField.ofRow(item.group(2)), Match.EXACT));
        }
        if (item.matches() && !item.group(1).isEmpty() && OrderField.OF_LINE_ITEM.containsKey(item.group(2))) {
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
                .map(synonym -> new Found(OrderField.named(synonym.getValue()), Match.SYNONYM))
                .or(() -> Optional.ofNullable(LIKELY.get(letters))
                        .map(field -> new Found(OrderField.ofOrder(field), Match.LIKELY)));
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
            if (name.startsWith("receipt.") && !NOT_ALONE.contains(name)) {
                similar.putIfAbsent(letters(name.substring("receipt.".length())), name);
            }
        }
        return similar;
    }

    static String letters(String name) {
        return NOT_LETTER_OR_DIGIT.matcher(name.toLowerCase(Locale.ROOT)).replaceAll("");
    }
}
