package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.orderevidence.order.Bytes;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** An answer as a client sees it. */
public record Reply(int status, Map<String, List<String>> headers, Bytes body) {
    public Reply {
        Map<String, List<String>> byLowerCase = new TreeMap<>();
        headers.forEach((name, values) -> byLowerCase.put(name.toLowerCase(Locale.ROOT), values));
        headers = byLowerCase;
    }

    public JsonNode json() {
        return JsonMapper.shared().readTree(body.toArray());
    }

    /** The value at a JSON pointer of the answer. */
    public JsonNode at(String pointer) {
        return json().at(pointer);
    }

    public String text() {
        return new String(body.toArray(), StandardCharsets.UTF_8);
    }

    /** The text at a JSON pointer of the answer. */
    public String text(String pointer) {
        return at(pointer).asString();
    }

    /** The value of a header; empty when it is not there. */
    public String header(String name) {
        List<String> values = headers.get(name.toLowerCase(Locale.ROOT));
        return values == null ? "" : String.join(", ", values);
    }

    /** Asserts that it is a failure of this kind, in the one shape of all failures. */
    public Reply isProblem(Problem problem) {
        assertEquals(
                problem.status() + " " + problem.code(),
                status + " " + json().path("code").asString(),
                text());
        assertEquals("application/problem+json", header("Content-Type"));
        assertEquals(problem.type(), json().path("type").asString());
        assertEquals(problem.status(), json().path("status").asInt());
        assertEquals(header("Request-Id"), json().path("requestId").asString());
        return this;
    }

    /** Asserts that it is a failure of this kind with these pointers and codes of field errors. */
    public Reply isProblem(Problem problem, String... errors) {
        assertEquals(List.of(errors), isProblem(problem).errors(), this::text);
        return this;
    }

    /** Asserts that it has this status. */
    public Reply is(int expected) {
        assertEquals(expected, status, this::text);
        return this;
    }

    /** Pointers and codes of its field errors. */
    public List<String> errors() {
        return json().path("errors")
                .valueStream()
                .map(e -> e.path("pointer").asString() + " " + e.path("code").asString())
                .toList();
    }

    /** Returns for each element of the list at a pointer the texts of these fields, with blanks between. */
    public List<String> rows(String list, String... fields) {
        return rows(at(list), fields);
    }

    /** The same of a list. What an element does not have is left out. */
    public static List<String> rows(JsonNode list, String... fields) {
        return list.valueStream()
                .map(each -> Stream.of(fields)
                        .map(field -> each.at("/" + field).asString(""))
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining(" ")))
                .toList();
    }
}
