package org.orderevidence.api;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Makes the reference of an OpenAPI description. */
public final class ReferenceReader {
    private static final Set<String> METHODS = Set.of("get", "put", "post", "delete", "patch");
    private static final String OF_EVERY_ANSWER = "Request-Id";
    private static final int FIRST_FAILURE = 400;

    /** Each element of a list on its own line, and no blank before a colon. */
    private static final DefaultPrettyPrinter PRETTY = new DefaultPrettyPrinter(
                    Separators.createDefaultInstance().withObjectNameValueSpacing(Separators.Spacing.AFTER))
            .withArrayIndenter(new DefaultIndenter("  ", "\n"))
            .withObjectIndenter(new DefaultIndenter("  ", "\n"));

    private final JsonNode document;
    private final Map<String, TreeSet<String>> statuses = new TreeMap<>();

    private ReferenceReader(JsonNode document) {
        this.document = document;
    }

    /** Returns the reference of an OpenAPI description. */
    public static Reference read(JsonNode document) {
        return new ReferenceReader(document).read();
    }

    private Reference read() {
        JsonNode info = document.path("info");
        Map<String, List<Call>> calls = new LinkedHashMap<>();
        document.path("tags").forEach(tag -> calls.put(tag.path("name").asString(), new ArrayList<>()));
        document.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().stream()
                        .filter(operation -> METHODS.contains(operation.getKey()))
                        .forEach(operation -> calls.computeIfAbsent(
                                        operation
                                                .getValue()
                                                .path("tags")
                                                .path(0)
                                                .asString("service"),
                                        _ -> new ArrayList<>())
                                .add(call(path.getKey(), operation.getKey(), operation.getValue()))));
        List<Reference.Group> groups = new ArrayList<>();
        document.path("tags").forEach(tag -> {
            String name = tag.path("name").asString();
            groups.add(new Reference.Group(
                    name, tag.path("description").asString(""), calls.getOrDefault(name, List.of())));
        });
        groups.removeIf(group -> group.calls().isEmpty());
        return new Reference(
                info.path("title").asString(),
                info.path("version").asString(),
                Prose.of(info.path("description").asString("")),
                groups,
                failures(),
                schemas());
    }

    private Call call(String path, String method, JsonNode operation) {
        List<Call.Reply> answers = new ArrayList<>();
        List<Call.FailureName> failures = new ArrayList<>();
        operation.path("responses").properties().forEach(response -> {
            String status = response.getKey();
            String name = lastName(response.getValue().path("$ref").asString(""));
            // A failure that only this operation has is described with its answers.
            if (Integer.parseInt(status) < FIRST_FAILURE || name.isEmpty()) {
                answers.add(reply(status, resolve(response.getValue())));
            } else {
                statuses.computeIfAbsent(name, _ -> new TreeSet<>()).add(status);
                failures.add(new Call.FailureName(status, name));
            }
        });
        failures.sort(Comparator.comparing(Call.FailureName::status));
        JsonNode security = operation.has("security") ? operation.path("security") : document.path("security");
        return new Call(
                operation.path("operationId").asString(),
                method.toUpperCase(Locale.ROOT),
                path,
                operation.path("summary").asString(),
                Prose.of(operation.path("description").asString("")),
                !security.isEmpty(),
                parameters(operation.path("parameters")),
                request(operation.path("requestBody")),
                answers,
                failures);
    }

    private List<Call.Parameters> parameters(JsonNode references) {
        List<Call.Parameters> all = new ArrayList<>();
        for (Call.Place place : Call.Place.values()) {
            List<Field> fields = new ArrayList<>();
            for (JsonNode reference : references) {
                JsonNode parameter = resolve(reference);
                if (parameter.path("in").asString().equals(place.openApiName())) {
                    fields.add(new Field(
                            parameter.path("name").asString(),
                            TypeWords.of(parameter.path("schema")),
                            parameter.path("required").asBoolean(false),
                            description(parameter)));
                }
            }
            if (!fields.isEmpty()) {
                all.add(new Call.Parameters(place, fields));
            }
        }
        return all;
    }

    private Call.Request request(JsonNode body) {
        return new Call.Request(
                description(body), body.path("required").asBoolean(false), bodies(body.path("content")));
    }

    private Call.Reply reply(String status, JsonNode response) {
        List<Field> headers = new ArrayList<>();
        response.path("headers").properties().forEach(header -> {
            JsonNode described = resolve(header.getValue());
            if (!header.getKey().equals(OF_EVERY_ANSWER)) {
                headers.add(new Field(
                        header.getKey(),
                        TypeWords.of(described.path("schema")),
                        described.path("required").asBoolean(true),
                        description(described)));
            }
        });
        return new Call.Reply(status, description(response), headers, bodies(response.path("content")));
    }

    private static List<Body> bodies(JsonNode content) {
        List<Body> bodies = new ArrayList<>();
        content.properties().forEach(media -> {
            JsonNode body = media.getValue();
            JsonNode example = body.has("example")
                    ? body.path("example")
                    : body.path("examples").values().stream()
                            .findFirst()
                            .map(first -> first.path("value"))
                            .orElse(body.path("example"));
            bodies.add(new Body(media.getKey(), TypeWords.of(body.path("schema")), text(example)));
        });
        return bodies;
    }

    private List<Reference.Failure> failures() {
        List<Reference.Failure> failures = new ArrayList<>();
        statuses.forEach((name, of) -> {
            JsonNode response = document.path("components").path("responses").path(name);
            List<Body> bodies = bodies(response.path("content"));
            failures.add(new Reference.Failure(
                    name,
                    String.join(", ", of),
                    description(response),
                    bodies.isEmpty() ? "" : bodies.getFirst().example()));
        });
        failures.sort(Comparator.comparing(Reference.Failure::statuses).thenComparing(Reference.Failure::name));
        return failures;
    }

    private List<Schema> schemas() {
        List<Schema> schemas = new ArrayList<>();
        document.path("components").path("schemas").properties().forEach(entry -> {
            JsonNode schema = entry.getValue();
            Set<String> required = new TreeSet<>();
            schema.path("required").forEach(name -> required.add(name.asString()));
            List<Field> fields = new ArrayList<>();
            schema.path("properties").properties().forEach(property -> {
                String name = property.getKey();
                JsonNode value = property.getValue();
                fields.add(new Field(name, TypeWords.of(value), required.contains(name), description(value)));
            });
            List<Schema.Value> values = new ArrayList<>();
            for (int i = 0; i < schema.path("enum").size(); i++) {
                values.add(new Schema.Value(
                        schema.path("enum").path(i).asString(),
                        Prose.of(schema.path("x-enum-descriptions").path(i).asString(""))));
            }
            schemas.add(new Schema(entry.getKey(), TypeWords.of(schema), description(schema), fields, values));
        });
        schemas.sort(Comparator.comparing(Schema::name));
        return schemas;
    }

    private static Prose description(JsonNode described) {
        return Prose.of(described.path("description").asString(""));
    }

    private static String text(JsonNode example) {
        if (example.isMissingNode()) {
            return "";
        }
        return example.isString()
                ? example.asString()
                : JsonMapper.shared().writer().with(PRETTY).writeValueAsString(example);
    }

    /** Returns what a reference names, or the node itself. */
    private JsonNode resolve(JsonNode node) {
        String reference = node.path("$ref").asString("");
        return reference.isEmpty() ? node : document.at(reference.substring(1));
    }

    private static String lastName(String reference) {
        return reference.substring(reference.lastIndexOf('/') + 1);
    }
}
