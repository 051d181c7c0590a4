package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The reference has everything that the description has. */
class ReferenceReaderTest {
    private static final JsonNode DESCRIPTION = Api.description();
    private static final Reference REFERENCE = ReferenceReader.read(DESCRIPTION);

    private static Call call(String id) {
        return REFERENCE.groups().stream()
                .flatMap(group -> group.calls().stream())
                .filter(call -> call.id().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static Schema schema(String name) {
        return REFERENCE.schemas().stream()
                .filter(schema -> schema.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static ValueType type(String schema) {
        return TypeWords.of(JsonMapper.shared().readTree(schema));
    }

    @Test
    void everyOperationIsInAGroup() {
        List<String> described = new ArrayList<>();
        DESCRIPTION
                .path("paths")
                .forEach(path -> path.forEach(
                        operation -> described.add(operation.path("operationId").asString())));

        Set<String> shown = REFERENCE.groups().stream()
                .flatMap(group -> group.calls().stream())
                .map(Call::id)
                .collect(Collectors.toSet());

        assertEquals(Set.copyOf(described), shown);
        assertEquals(described.size(), shown.size());
    }

    @Test
    void everySchemaHasAMeaning() {
        assertEquals(
                Set.copyOf(DESCRIPTION.path("components").path("schemas").propertyNames()),
                REFERENCE.schemas().stream().map(Schema::name).collect(Collectors.toSet()));
        REFERENCE
                .schemas()
                .forEach(schema -> assertFalse(schema.description().blocks().isEmpty(), schema::name));
    }

    @Test
    void everyNamedTypeAndFailureIsDescribedOnThePage() {
        Set<String> schemas = REFERENCE.schemas().stream().map(Schema::name).collect(Collectors.toSet());
        Set<String> failures =
                REFERENCE.failures().stream().map(Reference.Failure::name).collect(Collectors.toSet());

        for (Reference.Group group : REFERENCE.groups()) {
            for (Call call : group.calls()) {
                call.failures().forEach(failure -> assertTrue(failures.contains(failure.name()), call::id));
                call.answers().stream()
                        .flatMap(answer -> answer.bodies().stream())
                        .map(body -> body.type().schema())
                        .filter(name -> name != null)
                        .forEach(name -> assertTrue(schemas.contains(name), call::id));
            }
        }
    }

    @Test
    void anOperationHasItsParametersBodiesAndAnswers() {
        Call fetch = call("fetchOrder");

        assertEquals("GET", fetch.method());
        assertEquals("/api/v2/orders/{id}", fetch.path());
        assertTrue(fetch.needsKey());
        assertEquals(
                List.of(Call.Place.PATH, Call.Place.QUERY, Call.Place.HEADER),
                fetch.parameters().stream().map(Call.Parameters::place).toList());
        assertEquals("200", fetch.answers().getFirst().status());
        assertEquals(
                "FetchedOrder",
                fetch.answers().getFirst().bodies().getFirst().type().schema());
        assertEquals(
                List.of("application/json", "application/x-ndjson"),
                call("uploadOrders").body().bodies().stream()
                        .map(Body::mediaType)
                        .toList());
        assertFalse(call("receiveWebhook").needsKey());
    }

    @Test
    void anEnumerationHasTheMeaningOfEachValue() {
        assertEquals(
                List.of("read", "write", "lookup", "admin"),
                schema("KeyScope").values().stream().map(Schema.Value::text).toList());
        schema("KeyScope")
                .values()
                .forEach(value -> assertFalse(value.meaning().blocks().isEmpty(), value::text));
    }

    @Test
    void aRequiredFieldSaysSo() {
        assertEquals(
                List.of("id", "amount", "currency", "transactionDate"),
                schema("Order").fields().stream()
                        .filter(Field::isRequired)
                        .map(Field::name)
                        .toList());
    }

    @Test
    void boundsAreInWords() {
        assertEquals(
                new ValueType("string", null, List.of("1 to 128 characters")),
                type("{'type': 'string', 'minLength': 1, 'maxLength': 128}".replace('\'', '"')));
        assertEquals(
                new ValueType("integer", null, List.of("0 to 1,000", "can be null")),
                type("{'type': ['integer', 'null'], 'minimum': 0, 'maximum': 1000}".replace('\'', '"')));
        assertEquals(
                new ValueType("list of", "Order", List.of("at least 1 element")),
                type("{'type': 'array', 'minItems': 1, 'items': {'$ref': '#/components/schemas/Order'}}"
                        .replace('\'', '"')));
        assertEquals(
                new ValueType("", "Receipt", List.of("can be null")),
                type("{'oneOf': [{'$ref': '#/components/schemas/Receipt'}, {'type': 'null'}]}".replace('\'', '"')));
        assertEquals(
                new ValueType("date", null, List.of()),
                type("{'type': 'string', 'format': 'date'}".replace('\'', '"')));
    }
}
