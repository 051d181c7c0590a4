package org.orderevidence.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.cli.terminal.Json;
import tools.jackson.databind.JsonNode;

/** Random orders that are written as CSV, in random columns, are the same orders when they are read. */
class CsvRoundTripTest {
    private static final int FILES = 200;
    private static final String LETTERS = "ab,;\t\"'\r\n \u00fc\u20ac{}[]=#\\0\uD83D\uDE00";
    private static final List<String> REQUIRED = List.of("id", "amount", "currency", "transactionDate");

    @ParameterizedTest
    @ValueSource(strings = {",", ";", "\t"})
    void everyValueIsRead(String separator) throws IOException {
        Random random = new Random(20_261_123);
        for (int file = 0; file < FILES; file++) {
            List<String> header = header(random);
            List<Map<String, String>> orders = new ArrayList<>();
            StringBuilder csv = new StringBuilder(line(header, separator, random));
            for (int row = random.nextInt(5); row >= 0; row--) {
                Map<String, String> order = new LinkedHashMap<>();
                header.forEach(column -> order.put(column, value(column, random)));
                order.put("id", "A-" + row);
                orders.add(order);
                csv.append(line(List.copyOf(order.values()), separator, random));
            }

            read(csv.toString(), header, orders);
        }
    }

    private static void read(String csv, List<String> header, List<Map<String, String>> orders) throws IOException {
        byte[] bytes = csv.getBytes(StandardCharsets.UTF_8);
        byte[] firstLine = csv.lines().findFirst().orElse("").getBytes(StandardCharsets.UTF_8);
        CsvRecords read = CsvRecords.orders(
                new CsvRows(new ByteArrayInputStream(bytes), firstLine, 0, 100_000),
                100_000,
                () -> 0,
                CsvOptions.of(List.of(), "minor", CsvOptions.Answers.NONE));
        for (Map<String, String> order : orders) {
            Item item = Objects.requireNonNull(read.next());
            JsonNode json =
                    Json.read(item.fault() == null ? item.json().toArray() : "{}".getBytes(StandardCharsets.UTF_8));
            for (String column : header) {
                // An apostrophe before a formula is not a part of the value.
                String sent = SpreadsheetText.unguarded(order.getOrDefault(column, ""))
                        .strip();
                JsonNode value = json.at("/" + column.replace("[0]", "/0").replace('.', '/'));
                assertEquals(sent, value.asString(""), () -> column + " of " + csv);
                assertEquals(!sent.isEmpty() && column.equals("amount"), value.isNumber(), column);
            }
        }
        assertNull(read.next());
    }

    private static List<String> header(Random random) {
        List<String> optional = new ArrayList<>(OrderField.all().stream()
                .filter(field -> field.item() == OrderField.NO_ITEM && field.kind() == OrderField.Cell.TEXT)
                .map(OrderField::name)
                .filter(name -> !REQUIRED.contains(name))
                .toList());
        optional.add("receipt.lineItems[0].productName");
        Collections.shuffle(optional, random);
        List<String> header = new ArrayList<>(optional.subList(0, random.nextInt(optional.size())));
        header.addAll(REQUIRED);
        Collections.shuffle(header, random);
        return header;
    }

    private static String value(String column, Random random) {
        if (column.equals("amount")) {
            return String.valueOf(random.nextInt(1_000_000));
        }
        if (column.equals("transactionDate")) {
            return "2026-11-01";
        }
        return random.ints(random.nextInt(12), 0, LETTERS.codePointCount(0, LETTERS.length()))
                .map(i -> LETTERS.codePointAt(LETTERS.offsetByCodePoints(0, i)))
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    /** Quotes what must be quoted, and at random what need not be. */
    private static String line(List<String> values, String separator, Random random) {
        return values.stream()
                        .map(value -> random.nextInt(3) == 0 || value.matches("(?s).*[,;\t\"\r\n].*")
                                ? '"' + value.replace("\"", "\"\"") + '"'
                                : value)
                        .collect(Collectors.joining(separator))
                + (random.nextBoolean() ? "\n" : "\r\n");
    }
}
