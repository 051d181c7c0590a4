package org.orderevidence.upload;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orderevidence.order.part.Field;
import org.orderevidence.order.part.OrderFields;

/** Finds the field that a column's name means. */
final class Columns {
    static final Pattern DOT = Pattern.compile("\\.");

    private static final Pattern LINE_ITEM = Pattern.compile("receipt\\.lineItems\\[(\\d{0,3})]\\.(\\w+)");
    private static final Pattern SIMILAR_LINE_ITEM = Pattern.compile("(?:receipt)?lineitems?(\\d{1,3})([a-z]+)");
    private static final Pattern NOT_LETTER_OR_DIGIT = Pattern.compile("[^a-z0-9]");

    /** Not found by their last word alone: it can also mean a product, a shop or the text on the statement. */
    private static final Set<String> NOT_ALONE = Set.of("receipt.description", "receipt.name");

    /** Other names that mean only one field, by their letters and digits. */
    private static final Map<String, String> SYNONYMS = synonyms();

    /** Names that mean a required field if no other column does. */
    private static final Map<String, String> LIKELY = likely();

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
        return Optional.ofNullable(SYNONYMS.get(letters))
                .map(field -> new Found(OrderField.named(field), Match.SYNONYM))
                .or(() -> Optional.ofNullable(LIKELY.get(letters))
                        .map(field -> new Found(OrderField.ofOrder(field), Match.LIKELY)));
    }

    private static Optional<Found> lineItem(String index, String field, Match match) {
        int item = Integer.parseInt(index);
        return item < OrderField.MAX_ITEMS
                ? Optional.of(new Found(OrderField.ofLineItem(item, field), match))
                : Optional.empty();
    }

    private static Map<String, String> synonyms() {
        Map<String, String> synonyms = new HashMap<>();
        for (Field<?> field : OrderFields.ORDER.fields()) {
            field.columns().forEach(name -> synonyms.put(letters(name), field.path()));
        }
        String item = OrderField.LINE_ITEMS + "[].";
        for (Field<?> field : OrderFields.LINE_ITEM.fields()) {
            field.columns().forEach(name -> synonyms.put(letters(name), item + field.path()));
        }
        synonyms.put("unitprice", item + "unitPrice");
        synonyms.put("customername", "receipt.name");
        synonyms.put("fullname", "receipt.name");
        return synonyms;
    }

    private static Map<String, String> likely() {
        Map<String, String> likely = new HashMap<>();
        for (Field<?> field : OrderFields.ORDER.fields()) {
            field.likelyColumns().forEach(name -> likely.put(name, field.path()));
        }
        return likely;
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
