package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orderevidence.conformance.ConformanceCase;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServesApi;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The published cases of compelling evidence, sent and asked for as a client would, each in an account of its own. */
interface CasesContract extends ServesApi {
    /** Most orders of one upload. */
    int BATCH = 1_000;

    static Stream<ConformanceCase> cases() {
        return ConformanceCase.all();
    }

    @Test
    default void everyPublishedCaseIsInTheFileOnce() {
        List<String> names = cases().map(ConformanceCase::name).toList();
        assertEquals(196, names.size());
        assertEquals(196, Set.copyOf(names).size());
    }

    @ParameterizedTest
    @MethodSource("cases")
    default void answersAsThePublishedCaseExpects(ConformanceCase example) {
        if (example.settings().isEmpty()) {
            answers(api(), example);
        } else {
            try (ServedApi withSettings = api().with(example.ruleSettings())) {
                answers(withSettings, example);
            }
        }
    }

    private static void answers(ServedApi api, ConformanceCase example) {
        Shop shop = api.newShop();
        upload(shop, example.orders());
        example.sightings()
                .forEach(json -> shop.post("/api/v2/track", json.toString()).is(200));
        example.disputes().forEach(json -> later(shop, "disputes", json));
        example.fraudReports().forEach(json -> later(shop, "fraud-reports", json));
        String asOf = example.asOf() == null ? "" : "&asOf=" + example.asOf();

        JsonNode evidence = shop.get(
                        "/api/v2/orders/" + ConformanceCase.DISPUTED + "?profile=" + example.profile() + asOf)
                .is(200)
                .at("/compellingEvidence");

        List<Executable> checks = new ArrayList<>();
        for (Map.Entry<String, JsonNode> expected : example.expect().properties()) {
            checks.add(() -> check(expected.getKey(), expected.getValue(), evidence));
        }
        assertFalse(checks.isEmpty());
        checks.add(() -> assertEquals(
                evidence.path("isEligible").asBoolean(),
                evidence.path("checks")
                        .valueStream()
                        .allMatch(check -> check.path("passed").asBoolean()),
                "an order is eligible when it passes every check"));
        assertAll(evidence.path("explanation").asString(), checks);
    }

    private static void upload(Shop shop, List<JsonNode> orders) {
        for (int from = 0; from < orders.size(); from += BATCH) {
            List<JsonNode> batch = orders.subList(from, Math.min(orders.size(), from + BATCH));
            Reply reply = shop.upload(batch.stream().map(JsonNode::toString).toArray(String[]::new))
                    .is(200);
            assertEquals(batch.size(), reply.at("/created").asInt(), reply::text);
        }
    }

    private static void later(Shop shop, String what, JsonNode json) {
        ObjectNode body = (ObjectNode) json.deepCopy();
        body.remove("orderId");
        shop.post("/api/v2/orders/" + json.path("orderId").asString() + "/" + what, body.toString())
                .is(201);
    }

    private static void check(String field, JsonNode expected, JsonNode evidence) {
        switch (field) {
            case "reasonsInclude" ->
                assertTrue(codes(evidence).containsAll(texts(expected)), () -> codes(evidence) + " has " + expected);
            case "reasonsExclude" ->
                assertTrue(
                        texts(expected).stream().noneMatch(codes(evidence)::contains),
                        () -> codes(evidence) + " has none of " + expected);
            case "elementReasons" ->
                expected.properties()
                        .forEach(order -> assertEquals(
                                texts(order.getValue()).stream().sorted().toList(), codesOf(order.getKey(), evidence)));
            case "selected" -> assertEquals(texts(expected), selected(evidence));
            case "priorReasons" ->
                expected.properties()
                        .forEach(prior -> assertEquals(
                                prior.getValue(),
                                prior(prior.getKey(), evidence).get("reason")));
            case "priorAges" ->
                expected.properties()
                        .forEach(prior -> assertEquals(
                                prior.getValue(),
                                prior(prior.getKey(), evidence).get("ageDays")));
            case "priorElements" ->
                expected.properties()
                        .forEach(prior -> prior.getValue()
                                .properties()
                                .forEach(element -> assertEquals(
                                        element.getValue(),
                                        prior(prior.getKey(), evidence)
                                                .path("elements")
                                                .get(element.getKey()),
                                        () -> prior.getKey() + " " + element.getKey())));
            case "ipSource" -> assertEquals(expected, evidence.at("/evidence/ip/source"));
            case "submissionGaps" ->
                assertEquals(
                        expected.valueStream().map(CasesContract::texts).toList(),
                        evidence.path("submissionGaps")
                                .valueStream()
                                .map(gap -> List.of(
                                        gap.path("orderId").asString(),
                                        gap.path("missing").asString()))
                                .toList());
            case "protections" -> assertEquals(texts(expected), Reply.rows(evidence.path("protections"), "code"));
            default -> assertEquals(expected, evidence.get(field), field);
        }
    }

    private static List<String> codes(JsonNode evidence) {
        return Reply.rows(evidence.path("reasons"), "code");
    }

    private static List<String> codesOf(String order, JsonNode evidence) {
        return evidence.path("reasons")
                .valueStream()
                .filter(reason -> reason.path("orderId").asString("").equals(order))
                .map(reason -> reason.path("code").asString())
                .sorted()
                .toList();
    }

    private static List<String> selected(JsonNode evidence) {
        return evidence.path("priorTransactions")
                .valueStream()
                .filter(prior -> prior.path("selected").asBoolean())
                .map(prior -> prior.path("orderId").asString())
                .toList();
    }

    private static JsonNode prior(String id, JsonNode evidence) {
        return evidence.path("priorTransactions")
                .valueStream()
                .filter(prior -> prior.path("orderId").asString().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> texts(JsonNode array) {
        return array.valueStream().map(JsonNode::asString).toList();
    }
}
