package org.orderevidence.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.orderevidence.cli.terminal.Json;
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
    private static final Pattern DATE = Pattern.compile(
            "\"(?:transactionDate|settledAt|fulfilledAt|deliveredAt|observedAt|openedAt|reportedAt)\":\""
                    + "(\\d{4}-\\d{2}-\\d{2})");

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
        List<String> files = List.of(read("orders.ndjson"), read("sightings.ndjson"), read("disputes.ndjson"));
        String newest = files.stream()
                .flatMap(file -> DATE.matcher(file).results())
                .map(date -> date.group(1))
                .max(Comparator.naturalOrder())
                .orElseThrow();
        long days = ChronoUnit.DAYS.between(LocalDate.parse(newest), today.minusDays(1));
        List<List<ObjectNode>> moved =
                files.stream().map(file -> moved(file, days)).toList();
        return new SampleData(moved.get(0), moved.get(1), moved.get(2), days);
    }

    private static String read(String name) throws IOException {
        try (InputStream stream = SampleData.class.getResourceAsStream(FOLDER + name)) {
            if (stream == null) {
                throw new IllegalStateException("the sample is not in this build: " + name);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Returns the objects of a file with all dates moved. */
    private static List<ObjectNode> moved(String ndjson, long days) {
        return DATE.matcher(ndjson)
                .replaceAll(date -> date.group().substring(0, date.start(1) - date.start())
                        + LocalDate.parse(date.group(1)).plusDays(days))
                .lines()
                .map(line -> (ObjectNode) Json.read(line.getBytes(StandardCharsets.UTF_8)))
                .toList();
    }
}
