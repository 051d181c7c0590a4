package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.api.Shop;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A running service answers each mistake as {@code mistakes.txt} says: below a title, what is sent, and below that the
 * answer. To write the answers again after a change, or those of new mistakes, run this test with
 * {@code -DrewriteErrors=true}.
 */
class ErrorsDocumentTest {
    private static final Path ANSWERS = Path.of("src/test/resources/mistakes.txt");

    private static final String UPLOAD = "/api/v2/orders/upload";
    private static final String ORDERS = "/api/v2/orders";
    private static final String JSON = "application/json";
    private static final String NDJSON = "Content-Type: application/x-ndjson\\n";

    private static final Map<String, String> GOOD_ORDER = fields(
            "id", "\"A-1\"",
            "amount", "1999",
            "currency", "\"USD\"",
            "transactionDate", "\"2026-11-01T10:00:00Z\"",
            "cardFingerprint", "\"card_7Jk2mQ9x\"");

    /** Names of classes, and the words of the JSON parser. */
    private static final Pattern INTERNALS =
            Pattern.compile("(?i)exception|redacted|jackson|jetty|[a-z]+\\.[a-z]+\\.[a-z]+\\$");

    /** What the requests hold of customers, cards and keys. */
    private static final List<String> SECRETS =
            List.of("ann@", "bob@", "Ann", "203.0.113", "2001:db8", "4111", "411111", "4nVb", "1 Main", "my-secret");

    @Test
    void theAnswersNameTheFaultAndTheRemedy(@TempDir Path folder) throws IOException {
        String answers;
        try (ServedSqlite service = ServedSqlite.start(folder)) {
            answers = answers(service);
        }
        if (Boolean.getBoolean("rewriteErrors")) {
            Files.writeString(ANSWERS, answers);
        }
        assertEquals(Files.readString(ANSWERS), answers);
    }

    @Test
    void theDocumentExplainsEveryProblem() throws IOException {
        String document = Files.readString(Path.of("docs", "errors.md"));
        for (Problem problem : Problem.values()) {
            String row = "| " + problem.status() + " | `" + problem.code() + "` | " + problem.title() + " |";
            assertTrue(document.contains(row), row);
        }
        for (FaultCode code : FaultCode.values()) {
            assertTrue(document.contains("`" + code.wireName() + "`"), code::wireName);
        }
    }

    private static String answers(ServedSqlite service) throws IOException {
        StringBuilder answers = new StringBuilder();
        String title = "";
        for (String line : Files.readAllLines(ANSWERS)) {
            if (!line.startsWith("  ")) {
                title = line;
                answers.append(line).append('\n');
            } else if (!line.startsWith("    ")) {
                answers.append(line).append('\n');
                answer(title, line.substring(2), service.newShop())
                        .forEach(answer -> answers.append("    ").append(answer).append('\n'));
            }
        }
        return answers.toString();
    }

    private static List<String> answer(String title, String sent, Shop shop) {
        shop.uploadOne("A-0");
        Reply reply = send(title, sent, shop);
        assertFalse(INTERNALS.matcher(reply.text()).find(), reply::text);
        List<String> lines = reply.status() >= 400 ? problem(reply) : outcome(reply.json());
        assertFalse(lines.isEmpty(), () -> sent + " is no mistake: " + reply.text());
        for (String secret : SECRETS) {
            assertFalse(lines.toString().contains(secret), lines::toString);
        }
        return lines;
    }

    /** Sends a mistake of the kind that its title names: most are values of a field of an order. */
    private static Reply send(String title, String sent, Shop shop) {
        return switch (title) {
            case "Path and method", "Query parameters" -> shop.send(before(sent, " "), after(sent, " "));
            case "Key" -> key(sent, shop);
            case "Content type and encoding" ->
                sent.startsWith(NDJSON)
                        ? shop.send("POST", "/api/v2/track", "application/x-ndjson", after(sent, NDJSON))
                        : header(before(sent, ": "), after(sent, ": "), shop);
            case "JSON", "The list of orders", "NDJSON" ->
                sent.startsWith(NDJSON)
                        ? shop.send("POST", UPLOAD, "application/x-ndjson", after(sent, NDJSON))
                        : shop.post(UPLOAD, sent);
            case "POST /api/v2/track" ->
                shop.post(
                        "/api/v2/track", merged(fields("email", "\"ann@example.com\"", "ip", "\"203.0.113.7\""), sent));
            case "POST /api/v2/orders/{id}/disputes" ->
                shop.post(
                        "/api/v2/orders/A-0/disputes",
                        merged(
                                fields(
                                        "disputeId", "\"dp-1\"",
                                        "condition", "\"10.4\"",
                                        "openedAt", "\"2026-11-10\""),
                                sent));
            default -> {
                if (title.contains(" /")) {
                    String path = after(title, " ").replace("{id}", "A-0");
                    yield shop.send(before(title, " "), path, JSON, sent);
                }
                String value = title.startsWith("receipt.") ? "\"receipt\": {" + sent + "}" : sent;
                yield shop.upload(merged(GOOD_ORDER, value));
            }
        };
    }

    /** Asks for a list of orders with another header instead of that of the key, or with none. */
    private static Reply key(String sent, Shop shop) {
        boolean isPath = sent.startsWith("GET ");
        HttpRequest.Builder request =
                shop.api().request("GET", isPath ? after(sent, " ") : ORDERS, BodyPublishers.noBody());
        return shop.api().send(isPath ? request : request.header(before(sent, ": "), after(sent, ": ")));
    }

    private static Reply header(String name, String value, Shop shop) {
        HttpRequest.Builder request = shop.request("POST", UPLOAD, BodyPublishers.ofString("{\"orders\": []}"));
        if (!name.equals("Content-Type")) {
            request.header("Content-Type", JSON);
        }
        return shop.api().send(request.header(name, value));
    }

    private static String before(String text, String separator) {
        return text.substring(0, text.indexOf(separator));
    }

    private static String after(String text, String separator) {
        return text.substring(text.indexOf(separator) + separator.length());
    }

    private static Map<String, String> fields(String... namesAndValues) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            fields.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return fields;
    }

    private static String merged(Map<String, String> good, String fields) {
        JsonNode others = JsonMapper.shared().readTree("{" + fields + "}");
        String kept = good.entrySet().stream()
                .filter(field -> !others.has(field.getKey()))
                .map(field -> "\"" + field.getKey() + "\": " + field.getValue() + ", ")
                .collect(Collectors.joining());
        return "{" + kept + fields + "}";
    }

    private static List<String> problem(Reply reply) {
        JsonNode json = reply.json();
        List<String> lines = new ArrayList<>();
        add(lines, Integer.toString(reply.status()), json.path("errors"));
        if (lines.isEmpty()) {
            lines.add(reply.status() + " " + json.path("code").asString() + ": "
                    + json.path("detail").asString());
        } else {
            assertEquals(
                    json.at("/errors/0/detail").asString(), json.path("detail").asString());
        }
        add(lines, "warning", json.path("warnings"));
        return lines;
    }

    private static List<String> outcome(JsonNode json) {
        List<String> lines = new ArrayList<>();
        JsonNode result = json.at("/results/0");
        add(lines, "rejected", result.path("errors"));
        add(lines, "warning", result.path("warnings"));
        add(lines, "warning", json.path("warnings"));
        return lines;
    }

    private static void add(List<String> lines, String kind, JsonNode faults) {
        faults.forEach(fault -> lines.add(kind + " " + fault.path("code").asString() + ": "
                + fault.path("detail").asString()));
    }
}
