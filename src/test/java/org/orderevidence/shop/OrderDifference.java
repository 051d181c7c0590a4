package org.orderevidence.shop;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Compares two answers about an order, field by field. */
final class OrderDifference {
    /** Who stated a field and when it was stored differ between an upload and an integration. */
    private static final Set<String> OF_ONE_SPACE = Set.of("/charge/version", "/charge/uploadedAt", "/charge/sources");

    /** What only a platform says about a dispute, and who stated it. */
    private static final Pattern OF_A_PLATFORM = Pattern.compile(
            "/charge/disputes/\\d+/(amount|currency|reason|source|respondBy|submittedAt|processorEligibility)");

    private OrderDifference() {}

    /** Returns the fields that differ with both values; an empty text if the answers are equal. */
    static String of(JsonNode expected, JsonNode actual) {
        Map<String, String> left = leaves(expected);
        Map<String, String> right = leaves(actual);
        Set<String> paths = new TreeSet<>(left.keySet());
        paths.addAll(right.keySet());
        StringBuilder told = new StringBuilder();
        for (String path : paths) {
            String one = left.getOrDefault(path, "nothing");
            String other = right.getOrDefault(path, "nothing");
            if (!one.equals(other)) {
                told.append(path)
                        .append(": ")
                        .append(one)
                        .append(" uploaded, ")
                        .append(other)
                        .append(" received; ");
            }
        }
        return told.toString();
    }

    private static Map<String, String> leaves(JsonNode node) {
        Map<String, String> leaves = new TreeMap<>();
        add(leaves, "", node);
        return leaves;
    }

    private static void add(Map<String, String> leaves, String path, JsonNode node) {
        if (OF_ONE_SPACE.contains(path) || OF_A_PLATFORM.matcher(path).matches()) {
            return;
        }
        if (node.isObject()) {
            node.properties().forEach(field -> add(leaves, path + '/' + field.getKey(), field.getValue()));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                add(leaves, path + '/' + i, node.path(i));
            }
        } else {
            leaves.put(path, node.toString());
        }
    }
}
