package org.orderevidence.http.mistake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.http.mistake.Mistake.body;
import static org.orderevidence.http.mistake.Mistake.dispute;
import static org.orderevidence.http.mistake.Mistake.patch;
import static org.orderevidence.http.mistake.Mistake.track;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.api.Shop;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedSqlite;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/**
 * A running service answers each mistake as {@code mistakes.txt} says. To write this file again after a change, run
 * this test with {@code -DrewriteErrors=true}.
 */
class ErrorsDocumentTest {
    private static final Path ANSWERS = Path.of("src/test/resources/mistakes.txt");

    private static final List<Section> SECTIONS = Stream.of(
                    RequestMistakes.all(), OrderMistakes.all(), OtherMistakes.all())
            .flatMap(List::stream)
            .toList();

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

    private static String answers(ServedSqlite service) {
        StringBuilder answers = new StringBuilder();
        for (Section section : SECTIONS) {
            answers.append(section.title()).append('\n');
            for (Mistake mistake : section.cases()) {
                answers.append("  ").append(mistake.sent().replace("\n", "\\n")).append('\n');
                answer(mistake, service.newShop())
                        .forEach(line -> answers.append("    ").append(line).append('\n'));
            }
        }
        return answers.toString();
    }

    private static List<String> answer(Mistake mistake, Shop shop) {
        shop.uploadOne("A-0");
        Reply reply = mistake.request().send(shop);
        assertFalse(INTERNALS.matcher(reply.text()).find(), reply::text);
        List<String> lines = reply.status() >= 400 ? problem(reply) : outcome(reply.json());
        assertFalse(lines.isEmpty(), () -> mistake.sent() + " is no mistake: " + reply.text());
        for (String secret : SECRETS) {
            assertFalse(lines.toString().contains(secret), lines::toString);
        }
        return lines;
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

    /** Mistakes with the fields of the other operations. */
    private static final class OtherMistakes {
        private OtherMistakes() {}

        static List<Section> all() {
            return List.of(sighting(), disputes(), changes(), search(), account(), receiptLink());
        }

        private static Section sighting() {
            return new Section(
                    "POST /api/v2/track",
                    track("\"email\": \"Ann <ann@example.com>\""),
                    track("\"email\": \"ann@example.com, bob@example.com\""),
                    track("\"email\": \"ann @example.com\""),
                    track("\"email\": \"ann\""),
                    track("\"email\": null"),
                    track("\"ip\": \"203.0.113.7:443\""),
                    track("\"ip\": \"203.0.113.7, 10.0.0.1\""),
                    track("\"ip\": \"192.168.1.1\""),
                    track("\"observedAt\": \"2026-11-01\""),
                    track("\"observedAt\": \"2026-11-20T13:00:00Z\""));
        }

        private static Section disputes() {
            return new Section(
                    "POST /api/v2/orders/{id}/disputes",
                    dispute("\"condition\": \"fraudulent\""),
                    dispute("\"reasonCode\": \"10.4\""),
                    dispute("\"condition\": 10.4"),
                    dispute("\"status\": \"needs_response\""),
                    dispute("\"openedAt\": \"11/10/2026\""));
        }

        private static Section changes() {
            return new Section(
                    "PATCH /api/v2/orders/{id}",
                    patch("[{\"op\": \"replace\", \"path\": \"/status\", \"value\": \"failed\"}]"),
                    patch("{\"amount\": 2999}"),
                    patch("{\"settled_at\": \"2026-11-03\"}"),
                    patch("{\"refundedAmount\": 2000}"),
                    patch("{\"refundedAmount\": 1000, \"refunded\": true}"),
                    patch("{\"receipt\": {\"customerEmail\": \"ann@example.com\"}}"));
        }

        private static Section search() {
            return new Section(
                    "POST /api/v2/orders/search",
                    body("POST", "/api/v2/orders/search", "application/json", "{}"),
                    body("POST", "/api/v2/orders/search", "application/json", "{\"email\": \"ann@example.com\"}"),
                    body("POST", "/api/v2/orders/search", "application/json", "{\"last4\": \"4242\"}"));
        }

        private static Section receiptLink() {
            String path = "/api/v2/orders/A-0/receipt-link";
            return new Section(
                    "POST /api/v2/orders/{id}/receipt-link",
                    body("POST", path, "application/json", "{\"days\": 400}"),
                    body("POST", path, "application/json", "{\"expiresIn\": 60}"));
        }

        private static Section account() {
            return new Section(
                    "PUT /api/v2/account",
                    body("PUT", "/api/v2/account", "application/json", "{\"name\": \"Tea House\"}"));
        }
    }
}
