package org.orderevidence.http.mistake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
                    json.path("errors").path(0).path("detail").asString(),
                    json.path("detail").asString());
        }
        add(lines, "warning", json.path("warnings"));
        return lines;
    }

    private static List<String> outcome(JsonNode json) {
        List<String> lines = new ArrayList<>();
        JsonNode result = json.path("results").path(0);
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
