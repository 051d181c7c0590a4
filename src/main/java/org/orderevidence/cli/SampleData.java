package org.orderevidence.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.RecordReader;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The bundled sample: real orders of a web shop (see the README next to them). All dates are moved by the same number of
 * days, and the newest is yesterday. The verdicts are therefore the same on every day.
 *
 * @param orders in date order
 * @param sightings to track
 * @param laterFacts disputes and fraud reports: {@code orderId}, {@code kind} and the fields of the request
 * @param movedDays number of days by which all dates are moved
 */
record SampleData(List<ObjectNode> orders, List<ObjectNode> sightings, List<ObjectNode> laterFacts, long movedDays) {
    private static final String FOLDER = "/org/orderevidence/demo/";
    private static final int DATE_LENGTH = 10;

    private static final Set<String> DATES = Set.of(
            "transactionDate", "settledAt", "fulfilledAt", "deliveredAt", "observedAt", "openedAt", "reportedAt");

    SampleData {
        orders = List.copyOf(orders);
        sightings = List.copyOf(sightings);
        laterFacts = List.copyOf(laterFacts);
    }

    /**
     * Reads the sample.
     *
     * @param today the newest date of the sample becomes the day before
     */
    static SampleData load(LocalDate today) throws IOException {
        List<ObjectNode> orders = read("orders.ndjson");
        List<ObjectNode> sightings = read("sightings.ndjson");
        List<ObjectNode> laterFacts = read("disputes.ndjson");
        List<ObjectNode> all = new ArrayList<>(orders);
        all.addAll(sightings);
        all.addAll(laterFacts);
        LocalDate newest = LocalDate.MIN;
        for (ObjectNode node : all) {
            newest = later(newest, newest(node));
        }
        long days = ChronoUnit.DAYS.between(newest, today.minusDays(1));
        all.forEach(node -> move(node, days));
        return new SampleData(orders, sightings, laterFacts, days);
    }

    /** Returns objects as NDJSON. */
    static InputStream stream(List<ObjectNode> nodes) {
        StringBuilder lines = new StringBuilder();
        nodes.forEach(node -> lines.append(Json.line(node)).append('\n'));
        return new ByteArrayInputStream(lines.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static List<ObjectNode> read(String name) throws IOException {
        List<ObjectNode> nodes = new ArrayList<>();
        try (InputStream stream = SampleData.class.getResourceAsStream(FOLDER + name)) {
            if (stream == null) {
                throw new IllegalStateException("the sample is not in this build: " + name);
            }
            RecordReader reader = new RecordReader(stream);
            for (Item item = reader.next(); item != null; item = reader.next()) {
                nodes.add((ObjectNode) Json.read(item.json().toArray()));
            }
        }
        return nodes;
    }

    private static LocalDate newest(JsonNode node) {
        LocalDate newest = LocalDate.MIN;
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            JsonNode value = field.getValue();
            if (value.isObject()) {
                newest = later(newest, newest(value));
            } else if (DATES.contains(field.getKey())) {
                newest = later(newest, day(value));
            }
        }
        return newest;
    }

    private static void move(ObjectNode node, long days) {
        for (Map.Entry<String, JsonNode> field : node.properties()) {
            if (field.getValue() instanceof ObjectNode inner) {
                move(inner, days);
            } else if (DATES.contains(field.getKey())) {
                JsonNode value = field.getValue();
                String rest = value.asString().substring(DATE_LENGTH);
                node.put(field.getKey(), day(value).plusDays(days) + rest);
            }
        }
    }

    private static LocalDate day(JsonNode date) {
        return LocalDate.parse(date.asString().substring(0, DATE_LENGTH));
    }

    private static LocalDate later(LocalDate one, LocalDate other) {
        return one.isAfter(other) ? one : other;
    }
}
