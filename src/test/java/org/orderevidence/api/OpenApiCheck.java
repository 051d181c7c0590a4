package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Query.PercentText;
import org.orderevidence.http.Reply;
import org.orderevidence.http.Router;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Holds answers against the description of the interface: a status that it does not name, a field that it does not
 * have, and a value that does not fit are faults.
 */
public final class OpenApiCheck {
    public static final OpenApiCheck SHARED = new OpenApiCheck();

    private static final List<String> COMMON_HEADERS =
            List.of("Request-Id", "Cache-Control", "X-Content-Type-Options", "Date");

    private final ObjectNode root;
    private final Router<Boolean> paths = new Router<>();
    private final SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
    private final Map<String, Schema> schemas = new ConcurrentHashMap<>();

    private OpenApiCheck() {
        root = OpenApi.tree();
        closeObjects(root.at("/components/schemas"));
        root.path("paths").propertyNames().forEach(path -> paths.add("GET", path.replace("{token}", "{token*}"), true));
    }

    /** Fails if the description does not have this answer. */
    public void check(String method, String rawPath, Reply reply) {
        for (String header : COMMON_HEADERS) {
            assertFalse(reply.header(header).isEmpty(), header + " is missing");
        }
        boolean isStream = reply.header("Content-Type").equals("application/x-ndjson");
        if (!reply.header("Content-Type").isEmpty() && !isStream) {
            assertEquals("", reply.header("Transfer-Encoding"), "an answer has its length");
            assertFalse(reply.header("Content-Length").isEmpty(), "an answer has its length");
        }
        if (rawPath.startsWith("/docs")) {
            // The reference is a page for people, and no part of the interface.
            return;
        }
        String template = template(rawPath);
        if (template != null && method.equals("OPTIONS")) {
            checkOptions(template, reply);
            return;
        }
        // Every path with GET has HEAD, with the same answers without their bodies.
        String described = method.equals("HEAD") ? "get" : method.toLowerCase(Locale.ROOT);
        JsonNode operation =
                template == null ? null : root.path("paths").path(template).get(described);
        if (operation == null) {
            int expected = template == null ? 404 : 405;
            assertTrue(
                    reply.status() == expected || reply.status() == 400,
                    () -> method + " " + rawPath + ": " + reply.text());
            if (method.equals("HEAD")) {
                assertEquals(0, reply.body().length(), "this answer has no body");
            } else {
                check("Problem", "#/components/schemas/Problem", method, reply);
            }
            return;
        }
        JsonNode response = resolve(operation.path("responses").path(Integer.toString(reply.status())));
        assertTrue(response.isObject(), () -> method + " " + template + " may not answer " + reply.status());
        for (String header : response.path("headers").propertyNames()) {
            JsonNode description = resolve(response.path("headers").path(header));
            boolean optional = !description.path("required").asBoolean(true);
            assertTrue(optional || !reply.header(header).isEmpty(), header + " is missing");
        }
        checkContent(method, template, response, reply);
    }

    private void checkOptions(String template, Reply reply) {
        if (reply.status() != 204) {
            check("Problem", "#/components/schemas/Problem", "OPTIONS " + template, reply);
            return;
        }
        assertEquals(allowed(template), reply.header("Allow"));
        assertEquals(0, reply.body().length(), "this answer has no body");
    }

    /** The methods of a path as the description has them, with those that it leaves out. */
    private String allowed(String template) {
        Set<String> methods = new TreeSet<>();
        root.path("paths").path(template).propertyNames().forEach(m -> methods.add(m.toUpperCase(Locale.ROOT)));
        if (methods.contains("GET")) {
            methods.add("HEAD");
        }
        return String.join(", ", methods) + ", OPTIONS";
    }

    private void checkContent(String method, @Nullable String template, JsonNode response, Reply reply) {
        JsonNode content = response.path("content");
        if (content.isEmpty() || method.equals("HEAD")) {
            assertEquals(0, reply.body().length(), "this answer has no body");
            return;
        }
        JsonNode media = content.path(reply.header("Content-Type").replace("; charset=utf-8", ""));
        assertTrue(media.isObject(), () -> "not described: " + reply.header("Content-Type"));
        JsonNode schema = media.path("schema");
        if (reply.header("Content-Type").equals("application/pdf")) {
            assertTrue(reply.text().startsWith("%PDF-"), "a PDF");
            return;
        }
        if (reply.header("Content-Type").startsWith("text/html")) {
            assertTrue(reply.text().startsWith("<!DOCTYPE html>"), reply::text);
            return;
        }
        if (reply.header("Content-Type").startsWith("text/csv")) {
            assertTrue(reply.text().startsWith(media.path("example").asString() + "\r\n"), reply::text);
            return;
        }
        if (reply.header("Content-Type").equals("application/x-www-form-urlencoded")) {
            assertEquals(reply.status() != 200, reply.text().isEmpty(), reply::text);
            return;
        }
        if (content.has("application/x-ndjson")) {
            reply.text().lines().forEach(line -> assertTrue(line.startsWith("{") && line.endsWith("}"), line));
            return;
        }
        if (content.has("text/plain")) {
            assertEquals(media.path("example").asString(), reply.text());
            return;
        }
        if (schema.has("$ref")) {
            String reference = schema.path("$ref").asString();
            check(reference, reference, method + " " + template, reply);
        } else {
            assertTrue(reply.json().isIntegralNumber(), "a bare integer");
        }
    }

    private void check(String name, String reference, String what, Reply reply) {
        Schema schema = schemas.computeIfAbsent(name, n -> {
            ObjectNode wrapped = JsonNodeFactory.instance.objectNode();
            wrapped.put("$ref", reference);
            return schema(wrapped);
        });
        assertEquals(List.of(), schema.validate(reply.json()), () -> what + ": " + reply.text());
    }

    /** Fails when a value does not fit a schema of the description. */
    void checkValue(String what, JsonNode schema, JsonNode value) {
        assertEquals(List.of(), schema((ObjectNode) schema.deepCopy()).validate(value), () -> what + ": " + value);
    }

    /** The description; objects that name their fields have no others. */
    ObjectNode root() {
        return root;
    }

    private Schema schema(ObjectNode alone) {
        alone.set("components", root.path("components"));
        return registry.getSchema(alone);
    }

    JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? root.at(node.path("$ref").asString().substring(1)) : node;
    }

    /** An object that names its fields has no others. */
    private static void closeObjects(JsonNode node) {
        if (node instanceof ObjectNode object) {
            if (object.path("properties").isObject() && !object.has("additionalProperties")) {
                object.put("additionalProperties", false);
            }
            object.forEach(OpenApiCheck::closeObjects);
        } else if (node instanceof ArrayNode array) {
            array.forEach(OpenApiCheck::closeObjects);
        }
    }

    /** The described path; null for an unknown path, and for one of the console. */
    private @Nullable String template(String rawPath) {
        boolean isUnknownProblem =
                rawPath.startsWith("/problems/") && Problem.ofType(rawPath).isEmpty();
        return isUnknownProblem || !PercentText.isPath(rawPath)
                ? null
                : paths.find(rawPath).map(Router.Match::pattern).orElse(null);
    }
}
