package org.orderevidence.http;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** Finds the path that was probably meant by one that does not exist. It repeats nothing of what was sent. */
final class PathHint {
    private static final int LONGEST = 400;
    private static final String BASE = "/api/v2";

    /** Segments before the resource: {@code api} and a version, in any combination. */
    private static final Pattern PREFIX = Pattern.compile("api|v[0-9]{1,2}");

    /** Other words for some paths, folded; {@code *} is an ID. */
    private static final Map<String, String> OTHER_WORDS = Map.ofEntries(
            Map.entry("sightings", BASE + "/track"),
            Map.entry("upload", BASE + "/orders/upload"),
            Map.entry("search", BASE + "/orders/search"),
            Map.entry("disputes", BASE + "/orders/{id}/disputes"),
            Map.entry("fraudreports", BASE + "/orders/{id}/fraud-reports"),
            Map.entry("orders/*/receipts", BASE + "/orders/{id}/receipt"),
            Map.entry("receipts", BASE + "/orders/{id}/receipt"),
            Map.entry("receipt", BASE + "/orders/{id}/receipt"),
            Map.entry("evidence", BASE + "/orders/{id}/evidence"),
            Map.entry("openapi.json", "/openapi.json"),
            Map.entry("openapi.yaml", "/openapi.json"),
            Map.entry("openapi", "/openapi.json"),
            Map.entry("swagger.json", "/openapi.json"),
            Map.entry("docs", "/openapi.json"),
            Map.entry("livez", "/livez"),
            Map.entry("health", "/livez"),
            Map.entry("healthz", "/livez"),
            Map.entry("readyz", "/readyz"),
            Map.entry("ready", "/readyz"));

    private final Map<String, String> paths = new HashMap<>(OTHER_WORDS);

    /** Adds a path that exists. */
    void add(String pattern) {
        paths.put(String.join("/", folded(pattern.replaceAll("\\{\\w+}", "*"))), pattern);
    }

    /**
     * Returns the path that was probably meant, such as {@code /api/v2/orders/upload}; empty if none is near.
     *
     * @param raw the path as it was sent
     */
    String likely(String raw) {
        if (raw.length() > LONGEST) {
            return "";
        }
        List<String> segments = folded(raw);
        String path = paths.getOrDefault(String.join("/", segments), "");
        if (path.isEmpty() && segments.size() > 1) {
            segments.set(1, "*");
            path = paths.getOrDefault(String.join("/", segments), "");
        }
        return path;
    }

    private static List<String> folded(String path) {
        List<String> segments = new ArrayList<>();
        for (String segment : path.split("/", -1)) {
            String folded = fold(segment);
            boolean isPrefix = segments.isEmpty() && PREFIX.matcher(folded).matches();
            if (!folded.isEmpty() && !isPrefix) {
                segments.add(folded);
            }
        }
        return segments;
    }

    private static String fold(String segment) {
        String folded = segment.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
        return switch (folded) {
            case "order" -> "orders";
            case "dispute" -> "disputes";
            case "fraudreport" -> "fraudreports";
            case String other -> other;
        };
    }
}
