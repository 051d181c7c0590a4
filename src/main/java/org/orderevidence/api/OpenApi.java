package org.orderevidence.api;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toMap;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.orderevidence.evidence.JudgedPrior.PriorReason;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.FixedContent;
import org.orderevidence.http.MediaTypes;
import org.orderevidence.http.Operation;
import org.orderevidence.http.Routes;
import org.orderevidence.wire.AnswerValue;
import org.orderevidence.wire.OrderSchemas;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The description of this interface. Its file has the operations, and the schemas that nothing declares. What the file
 * leaves out is made here: the schemas of declared answers, the failures of all operations, and their examples.
 */
final class OpenApi {
    private static final String RESOURCE = "openapi.yaml";
    private static final String WEBJAR = "/META-INF/resources/webjars/swagger-ui/";
    private static final String PROPERTIES = "/META-INF/maven/org.webjars/swagger-ui/pom.properties";

    /** The page loads and calls this service alone. Swagger UI sets styles of elements, but no script is inline. */
    private static final List<String> SECURITY = List.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "Referrer-Policy",
            "no-referrer");

    private static final String HTML = "text/html; charset=utf-8";

    /** The page has no scripts, styles, images or frames, so it may load nothing. */
    private static final String PROBLEM_POLICY =
            "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    /** The failures that operations have in common, by status. */
    private static final Map<String, String> OF_ALL = Map.of(
            "400", "BadRequest",
            "414", "TargetTooLong",
            "417", "ExpectationFailed",
            "431", "HeadersTooLong",
            "500", "Internal",
            "501", "TransferCoding");

    private static final Map<String, String> WITH_KEY =
            Map.of("401", "Unauthorized", "403", "Forbidden", "429", "TooManyRequests", "503", "Unavailable");

    /** A body that is read as a whole. Of NDJSON, the lines before a fault are stored. */
    private static final Map<String, String> WITH_WHOLE_BODY = Map.of("408", "RequestTimeout", "413", "TooLarge");

    private static final Map<String, String> WITH_KEY_AND_BODY = Map.of("415", "UnsupportedMediaType");
    private static final Map<String, String> WITH_KEY_AND_WHOLE_BODY = Map.of("422", "Unprocessable");

    private static final Map<String, String> NONE = Map.of();

    private OpenApi() {}

    /**
     * Adds the description, Swagger UI, the page for people that shows it and can call the interface, and the pages to
     * which the {@code type} of a problem answer leads.
     */
    static void addTo(Routes routes) {
        String folder = WEBJAR + version() + "/";
        String css = "text/css; charset=utf-8";
        String js = "text/javascript; charset=utf-8";
        Operation json = new FixedContent(() -> JsonMapper.shared().writeValueAsBytes(tree()), "application/json");
        routes.add("GET", "/openapi.json", null, json)
                .add("GET", "/docs", null, file("docs.html", HTML))
                .add("GET", "/docs/docs.js", null, file("docs.js", js))
                .add("GET", "/docs/docs.css", null, file("docs.css", css))
                .add("GET", "/docs/swagger-ui.css", null, file(folder + "swagger-ui.css", css))
                .add("GET", "/docs/swagger-ui-bundle.js", null, file(folder + "swagger-ui-bundle.js", js));
        for (Problem problem : Problem.values()) {
            String code = problem.type().substring(problem.type().lastIndexOf('/') + 1);
            routes.add("GET", "/problems/{code:" + code + "}", null, OpenApi::problemPage);
        }
    }

    private static Answer problemPage(Exchange exchange) {
        String page = html(Problem.ofType(exchange.rawPath()));
        exchange.body().append(page.getBytes(StandardCharsets.UTF_8));
        return new Answer(
                200, HTML, List.of("Content-Security-Policy", PROBLEM_POLICY, "Referrer-Policy", "no-referrer"));
    }

    /** Several problems share a page if they share a code. */
    private static String html(List<Problem> problems) {
        String code = problems.getFirst().code();
        StringBuilder sections = new StringBuilder();
        for (Problem problem : problems) {
            sections.append("""
                    <h2>%s (status %d)</h2>
                    <p>%s</p>
                    <p>What to do: %s</p>
                    """.formatted(problem.title(), problem.status(), problem.meaning(), problem.remedy()));
        }
        return """
                <!DOCTYPE html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s</title>
                </head>
                <body>
                <h1>%s</h1>
                %s<p><a href="/openapi.json">Description of the interface</a></p>
                </body>
                </html>
                """.formatted(code, code, sections);
    }

    private static Operation file(String path, String type) {
        return FixedContent.file(OpenApi.class, path, type, SECURITY);
    }

    private static String version() {
        try (InputStream stream = packed(PROPERTIES)) {
            Properties properties = new Properties();
            properties.load(stream);
            return properties.getProperty("version");
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static InputStream packed(String file) {
        return Objects.requireNonNull(OpenApi.class.getResourceAsStream(file), file);
    }

    static ObjectNode tree() {
        ObjectNode tree = (ObjectNode) YAMLMapper.shared().readTree(packed(RESOURCE));
        completeLike(tree, tree);
        ObjectNode schemas = tree.withObject("/components/schemas");
        Answers.ALL.forEach(shape -> shape.describe(schemas));
        OrderSchemas.complete(schemas);
        declareCodes(schemas);
        schemas.forEachEntry((name, schema) -> {
            if (schema.has("codes")) {
                describeCodes(name, (ObjectNode) schema);
            }
        });
        ObjectNode responses = tree.withObject("/components/responses");
        responses.forEach(response -> describe((ObjectNode) response));
        JsonNode paths = tree.path("paths");
        paths.forEach(path -> path.forEachEntry((method, operation) -> {
            copyLike(paths, method, (ObjectNode) operation);
            completeResponses((ObjectNode) operation);
        }));
        return tree;
    }

    /** Adds the codes whose meaning answers and pages have too. */
    private static void declareCodes(ObjectNode schemas) {
        ObjectNode reasons = schemas.withObject("/ReasonCode/codes");
        for (ReasonCode reason : ReasonCode.all()) {
            String remedy = reason.remedy();
            reasons.put(reason.wireName(), remedy == null ? reason.detail() : reason.detail() + " " + remedy);
        }
        ObjectNode priors = schemas.withObject("/PriorReason/codes");
        for (PriorReason reason : PriorReason.values()) {
            String clause = reason.clause();
            priors.put(reason.code(), clause.substring(0, 1).toUpperCase(Locale.ROOT) + clause.substring(1) + ".");
        }
        Arrays.stream(Problem.values())
                .collect(toMap(Problem::code, Problem::meaning, (one, other) -> one + " " + other, LinkedHashMap::new))
                .forEach(schemas.withObject("/ProblemCode/codes")::put);
    }

    /**
     * Makes an enum of codes with meanings. Most tools show only the description, so it lists them. The names begin with
     * that of the enum, because constants of a Go package share one space of names.
     */
    private static void describeCodes(String name, ObjectNode schema) {
        JsonNode codes = schema.remove("codes");
        schema.put("type", "string");
        ArrayNode values = schema.putArray("enum");
        ArrayNode meanings = schema.putArray("x-enum-descriptions");
        ArrayNode names = schema.putArray("x-enum-varnames");
        StringBuilder text = new StringBuilder(schema.path("description").asString()).append('\n');
        codes.forEachEntry((code, meaning) -> {
            values.add(code);
            meanings.add(meaning);
            names.add(constant(name) + '_' + constant(code));
            text.append("\n- `").append(code).append("`: ").append(meaning.asString());
        });
        schema.put("description", text.toString());
    }

    private static String constant(String text) {
        String words = text.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").replaceAll("[^A-Za-z0-9]+", "_");
        return words.toUpperCase(Locale.ROOT);
    }

    /** Completes a response that names problems, of which the first one is the example. */
    private static void describe(ObjectNode response) {
        addRequestId(response);
        JsonNode names = response.remove("problems");
        if (names == null) {
            addRate(response);
            return;
        }
        List<Problem> problems = names.valueStream()
                .map(name -> Problem.valueOf(name.asString()))
                .toList();
        if (!response.has("description")) {
            response.put(
                    "description",
                    problems.stream()
                            .map(problem -> "`" + problem.code() + "`: " + problem.meaning())
                            .collect(joining(" ")));
        }
        Problem first = problems.getFirst();
        JsonNode words = response.remove("example");
        ObjectNode media = response.putObject("content").putObject("application/problem+json");
        ObjectNode example = media.set("schema", AnswerValue.reference("Problem"))
                .putObject("example")
                .put("type", first.type())
                .put("title", first.title())
                .put("status", first.status())
                .put("code", first.code())
                .put("detail", first.meaning())
                .put("requestId", "5t0x8w3k9m2b7c4d");
        if (words instanceof ObjectNode more) {
            example.setAll(more);
        }
    }

    /** Gives each object that names another one by its pointer all of that one. Its own values count, null for none. */
    private static void completeLike(ObjectNode tree, JsonNode node) {
        node.forEach(child -> completeLike(tree, child));
        if (node instanceof ObjectNode object
                && object.path("like").asString("").startsWith("#")) {
            String pointer = object.remove("like").asString().substring(1);
            ObjectNode copy = (ObjectNode) tree.at(pointer).deepCopy();
            merge(copy, object);
            object.removeAll().setAll(copy);
        }
    }

    private static void merge(ObjectNode into, ObjectNode own) {
        own.forEachEntry((name, value) -> {
            if (value.isNull()) {
                into.remove(name);
            } else if (value instanceof ObjectNode object && into.get(name) instanceof ObjectNode before) {
                merge(before, object);
            } else {
                into.set(name, value);
            }
        });
    }

    /** Completes an operation for an order ID that is a fixed word with what the operation for any order ID has. */
    private static void copyLike(JsonNode paths, String method, ObjectNode operation) {
        JsonNode like = operation.remove("like");
        if (like != null) {
            ObjectNode copy =
                    (ObjectNode) paths.path(like.asString()).path(method).deepCopy();
            copy.withArray("parameters").remove(0);
            copy.setAll(operation);
            operation.setAll(copy);
        }
    }

    /** Adds the failures that an operation has because of what it takes, unless it has its own. */
    private static void completeResponses(ObjectNode operation) {
        ObjectNode responses = operation.withObject("responses");
        boolean hasKey = !operation.has("security");
        responses.forEach(response -> {
            addRequestId((ObjectNode) response);
            if (hasKey) {
                addRate((ObjectNode) response);
            }
        });
        boolean hasBody = operation.has("requestBody");
        List<String> types = List.copyOf(operation.at("/requestBody/content").propertyNames());
        boolean hasWholeBody = hasBody && !types.equals(List.of(MediaTypes.NDJSON));
        Map<String, JsonNode> sorted = new TreeMap<>();
        responses.forEachEntry(sorted::put);
        Stream.of(
                        OF_ALL,
                        hasKey ? WITH_KEY : NONE,
                        hasWholeBody ? WITH_WHOLE_BODY : NONE,
                        hasKey && hasBody ? WITH_KEY_AND_BODY : NONE,
                        hasKey && hasWholeBody ? WITH_KEY_AND_WHOLE_BODY : NONE)
                .forEach(failures -> failures.forEach((status, name) -> sorted.putIfAbsent(
                        status, responses.objectNode().put("$ref", "#/components/responses/" + name))));
        responses.removeAll().setAll(sorted);
    }

    private static void addRequestId(ObjectNode response) {
        if (!response.has("$ref")) {
            response.withObject("headers").putObject("Request-Id").put("$ref", "#/components/headers/RequestId");
        }
    }

    /** What is answered to a key that was accepted says how many requests its account has left. */
    private static void addRate(ObjectNode response) {
        if (!response.has("$ref")) {
            for (String header : List.of("RateLimit", "RateLimit-Policy")) {
                response.withObject("headers").putObject(header).put("$ref", "#/components/headers/" + header);
            }
        }
    }
}
