package org.orderevidence.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.RuleSettings;
import org.orderevidence.installation.Config;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * One case of {@code conformance/ce3-cases.json}, as the HTTP interface would be given it. What is asked about is always
 * order {@value #DISPUTED}.
 *
 * @param name unique
 * @param asOf the date asked about; null to ask without one
 * @param profile by its wire name
 * @param orders as uploaded, repeated ones spelled out
 * @param sightings as tracked
 * @param disputes each with the {@code orderId} it is about
 * @param fraudReports each with the {@code orderId} it is about
 * @param settings settings of the service that are not the default, by key
 * @param expect what the answer must be; see the file's README
 */
public record ConformanceCase(
        String name,
        @Nullable String asOf,
        String profile,
        List<JsonNode> orders,
        List<JsonNode> sightings,
        List<JsonNode> disputes,
        List<JsonNode> fraudReports,
        Map<String, String> settings,
        JsonNode expect) {
    /** The order that each case asks about. */
    public static final String DISPUTED = "D";

    /** Every case was written for this day, where it asks without a date. */
    public static final LocalDate TODAY = LocalDate.of(2026, 11, 20);

    private static final String FILE = "/conformance/ce3-cases.json";
    private static final JsonMapper JSON = JsonMapper.builder().build();

    /** All cases, in the order of the file. */
    public static Stream<ConformanceCase> all() {
        try (InputStream file = Objects.requireNonNull(ConformanceCase.class.getResourceAsStream(FILE))) {
            return elements(JSON.readTree(file)).stream().map(ConformanceCase::read);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return name;
    }

    private static ConformanceCase read(JsonNode node) {
        List<JsonNode> orders = new ArrayList<>(elements(node.path("orders")));
        elements(node.path("ordersRepeated")).forEach(repeated -> repeat(repeated, orders));
        return new ConformanceCase(
                node.path("name").asString(),
                node.path("asOf").isString() ? node.path("asOf").asString() : null,
                node.path("profile").asString(),
                orders,
                elements(node.path("sightings")),
                elements(node.path("disputes")),
                elements(node.path("fraudReports")),
                settings(node.path("settings")),
                node.path("expect"));
    }

    private static Map<String, String> settings(JsonNode node) {
        Map<String, String> settings = new TreeMap<>();
        node.properties()
                .forEach(setting ->
                        settings.put(setting.getKey(), setting.getValue().asString()));
        return settings;
    }

    /** Returns the settings of the rule with those of the case. */
    public RuleSettings ruleSettings() {
        return switch (Config.read(null, Map.of(), settings)) {
            case Config.Accepted accepted -> accepted.config().rule();
            case Config.Refused refused -> throw new AssertionError(refused.toString());
        };
    }

    private static void repeat(JsonNode repeated, List<JsonNode> orders) {
        int count = repeated.path("count").asInt();
        int perDay = repeated.path("perDay").asInt(1);
        LocalDate newest = LocalDate.parse(repeated.path("newest").asString());
        for (int i = 0; i < count; i++) {
            ObjectNode order = (ObjectNode) repeated.path("order").deepCopy();
            order.put("id", format(repeated.path("idFormat").asString(), i));
            order.put("transactionDate", newest.minusDays(i / perDay).toString());
            if (repeated.has("emailFormat")) {
                ((ObjectNode) order.path("receipt"))
                        .put(
                                "customerEmail",
                                format(repeated.path("emailFormat").asString(), i));
            }
            orders.add(order);
        }
    }

    private static String format(String template, int number) {
        return String.format(Locale.ROOT, template, number);
    }

    private static List<JsonNode> elements(JsonNode array) {
        List<JsonNode> elements = new ArrayList<>();
        array.forEach(elements::add);
        return elements;
    }
}
