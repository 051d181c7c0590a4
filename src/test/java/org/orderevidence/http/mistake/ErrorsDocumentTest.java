package org.orderevidence.http.mistake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.api.Shop;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedSqlite;
import tools.jackson.databind.JsonNode;

/**
 * docs/errors.md has the exact answers of a running service. To write it again after a change, run this test with
 * {@code -DrewriteErrors=true}.
 */
class ErrorsDocumentTest {
    private static final Path DOCUMENT = Path.of("docs", "errors.md");

    private static final List<Section> SECTIONS = Stream.of(
                    RequestMistakes.all(), OrderMistakes.all(), OtherMistakes.all())
            .flatMap(List::stream)
            .toList();

    /** Least number of different mistakes. */
    private static final int KINDS = 50;

    /** Names of classes, and the words of the JSON parser. */
    private static final Pattern INTERNALS =
            Pattern.compile("(?i)exception|redacted|jackson|jetty|[a-z]+\\.[a-z]+\\.[a-z]+\\$");

    /** What the requests hold of customers, cards and keys. */
    private static final List<String> SECRETS =
            List.of("ann@", "bob@", "Ann", "203.0.113", "2001:db8", "4111", "411111", "4nVb", "1 Main", "my-secret");

    private static final String HEAD = """
            # Errors

            This page lists common mistakes in requests, the exact responses of the service, and how to fix the
            request. The test `ErrorsDocumentTest` sends each request to a running service and compares the
            response.

            ## How to read a response

            - If a request fails, the status is 400 or more and the body has the type
              `application/problem+json`. Programs use `code`. People read `detail`, which describes the
              problem and how to fix it.
            - If fields are wrong, `errors` lists all of them. Each entry has a `pointer` to the field, a
              `code` and a `detail`. The `detail` of the response is that of the first entry.
            - An upload returns 200 even if orders are rejected. Check `rejected`, and the `errors` of each
              entry in `results`. The other orders are stored.
            - `warnings` do not reject anything. They name fields that were ignored or left out, and data that
              can never count as evidence. Rejected orders have warnings too.
            - With the header `Prefer: handling=strict`, unknown fields are errors, and one rejected order
              rejects the whole upload.
            - A response never repeats a card number, a key or an e-mail address.

            `/openapi.json` describes each code. The `type` of a problem is the path of a page that explains it.

            In the lists below, everything that is not shown is correct. For a failed request, the list shows
            its status. For an order, it shows whether the order was *rejected* or only has a *warning*. The
            test's date is 2026-11-20.

            ## Contents

            """;

    @Test
    void theDocumentHasTheAnswersOfTheService(@TempDir Path folder) throws IOException {
        String expected;
        try (ServedSqlite service = ServedSqlite.start(folder)) {
            expected = document(service);
        }
        if (Boolean.getBoolean("rewriteErrors")) {
            Files.writeString(DOCUMENT, expected);
        }
        assertEquals(expected, Files.readString(DOCUMENT));
    }

    @Test
    void thereAreEnoughKindsOfMistakes() {
        long kinds = SECTIONS.stream()
                .flatMap(section -> section.cases().stream())
                .map(Mistake::sent)
                .distinct()
                .count();
        assertTrue(kinds >= KINDS, "only " + kinds);
    }

    private static String document(ServedSqlite service) {
        StringBuilder document = new StringBuilder(HEAD);
        for (Section section : SECTIONS) {
            document.append("- [")
                    .append(section.title())
                    .append("](#")
                    .append(anchor(section.title()))
                    .append(")\n");
        }
        for (Section section : SECTIONS) {
            document.append("\n## ").append(section.title()).append("\n\n");
            for (Mistake mistake : section.cases()) {
                document.append(MarkdownItem.of("", code(mistake.sent())));
                answer(mistake, service.newShop()).forEach(line -> document.append(MarkdownItem.of("  ", line)));
                document.append(MarkdownItem.of("  ", "**Fix:** " + mistake.toDo()));
            }
        }
        return document.toString();
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
            lines.add(reply.status() + " `" + json.path("code").asString() + "`: "
                    + text(json.path("detail").asString()));
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
        faults.forEach(fault -> lines.add(kind + " `" + fault.path("code").asString() + "`: "
                + text(fault.path("detail").asString())));
    }

    /** Text without marks of Markdown. */
    private static String text(String text) {
        return text.replace("\\", "\\\\").replace("*", "\\*").replace("<", "&lt;");
    }

    private static String code(String sent) {
        return sent.isEmpty() ? "nothing" : "`" + sent.replace("\n", "`<br>`") + "`";
    }

    /** The anchor that Markdown gives to a heading. */
    private static String anchor(String title) {
        return title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 _-]", "").replace(' ', '-');
    }
}
