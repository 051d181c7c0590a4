package org.orderevidence.conformance;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.PriorReason;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.TestHashes;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Email;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.service.CaseReader;
import org.orderevidence.service.CaseStore;
import org.orderevidence.service.OrderWrites;
import org.orderevidence.service.TestKeys;
import org.orderevidence.store.SightingWrite;
import tools.jackson.databind.JsonNode;

/** Every published case, in memory. */
class CompellingEvidenceCasesTest {
    private static final AccountSpace SPACE = new AccountSpace("shop", AccountSpace.Mode.LIVE);

    static Stream<ConformanceCase> cases() {
        return ConformanceCase.all();
    }

    @Test
    void everyPublishedCaseIsInTheFileOnce() {
        Set<String> names = cases().map(ConformanceCase::name).collect(Collectors.toSet());
        assertEquals(196, names.size());
        assertEquals(196, cases().count());
    }

    @ParameterizedTest
    @MethodSource("cases")
    void answersAsTheCaseExpects(ConformanceCase example) {
        Eligibility answer = answer(example);
        List<Executable> checks = new ArrayList<>();
        example.expect()
                .properties()
                .forEach(expected -> checks.add(() -> {
                    BiConsumer<JsonNode, Eligibility> check = check(expected.getKey());
                    check.accept(expected.getValue(), answer);
                }));
        assertFalse(checks.isEmpty());
        assertAll(answer.explanation(), checks);
    }

    private static Eligibility answer(ConformanceCase example) {
        TestKeys keys = new TestKeys();
        CaseStore store = new CaseStore();
        OrderWrites writes = new OrderWrites(keys);
        Instant now = ConformanceCase.TODAY.atStartOfDay(ZoneOffset.UTC).toInstant();
        for (JsonNode json : example.orders()) {
            Order order = CaseOrders.order(json);
            store.put(List.of(writes.write(SPACE, order, null)), now);
        }
        example.sightings().forEach(json -> store.sightings.track(SPACE, sighting(json, keys)));
        example.disputes().forEach(json -> store.putDispute(SPACE, orderId(json), CaseOrders.dispute(json), now));
        example.fraudReports()
                .forEach(json -> store.putFraudReport(SPACE, orderId(json), CaseOrders.fraudReport(json), now));
        String asOf = example.asOf();
        Profile profile = Profile.parse(example.profile()).orElseThrow();
        CaseReader reader = new CaseReader(store, store.sightings, keys, example.ruleSettings());
        return reader.read(
                SPACE,
                reader.order(SPACE, new OrderId(ConformanceCase.DISPUTED), profile)
                        .orElseThrow(),
                asOf == null ? null : LocalDate.parse(asOf),
                profile,
                null,
                ConformanceCase.TODAY);
    }

    private static SightingWrite sighting(JsonNode json, TestKeys keys) {
        IpAddress.Usable ip = (IpAddress.Usable) IpAddress.parse(json.path("ip").asString());
        Email email = Email.parse(json.path("email").asString()).orElseThrow();
        return new SightingWrite(
                keys.customer(SPACE, email),
                TestHashes.of("sighting", ip.address().text()),
                new IpSighting(
                        ip.address(), Instant.parse(json.path("observedAt").asString())));
    }

    private static OrderId orderId(JsonNode json) {
        return new OrderId(json.path("orderId").asString());
    }

    private static BiConsumer<JsonNode, Eligibility> check(String field) {
        return switch (field) {
            case "status" ->
                (json, is) -> assertEquals(json.asString(), is.status().code());
            case "isEligible" -> (json, is) -> assertEquals(json.asBoolean(), is.isEligible());
            case "reasonsInclude" ->
                (json, is) -> assertTrue(codes(is).containsAll(texts(json)), () -> codes(is) + " has " + json);
            case "reasonsExclude" ->
                (json, is) -> assertTrue(
                        texts(json).stream().noneMatch(codes(is)::contains), () -> codes(is) + " has none of " + json);
            case "elementReasons" ->
                (json, is) -> json.properties()
                        .forEach(order -> assertEquals(
                                texts(order.getValue()).stream().sorted().toList(), codesOf(order.getKey(), is)));
            case "matchedElements" ->
                (json, is) -> assertEquals(
                        texts(json),
                        is.matchedElements().stream().map(Element::wireName).toList());
            case "selected" -> (json, is) -> assertEquals(texts(json), selected(is));
            case "windows" -> (json, is) -> assertEquals(ranges(json), is.windows());
            case "priorReasons" ->
                (json, is) -> json.properties()
                        .forEach(prior -> assertEquals(
                                text(prior.getValue()),
                                code(prior(prior.getKey(), is).reason())));
            case "priorAges" ->
                (json, is) -> json.properties()
                        .forEach(prior -> assertEquals(
                                prior.getValue().asLong(),
                                prior(prior.getKey(), is).ageDays()));
            case "priorElements" ->
                (json, is) -> json.properties()
                        .forEach(prior -> prior.getValue()
                                .properties()
                                .forEach(element -> assertEquals(
                                        element.getValue().asString(),
                                        stateOf(element.getKey(), prior(prior.getKey(), is)),
                                        () -> prior.getKey() + " " + element.getKey())));
            case "closed" -> (json, is) -> assertEquals(json.asBoolean(), is.closed());
            case "boundaryRisk" -> (json, is) -> assertEquals(json.asBoolean(), is.boundaryRisk());
            case "disputable" -> (json, is) -> assertEquals(json.asBoolean(), is.disputable());
            case "priorsTruncated" -> (json, is) -> assertEquals(json.asBoolean(), is.priorsTruncated());
            case "asOf" -> (json, is) -> assertEquals(text(json), string(is.asOf()));
            case "disputableUntil" -> (json, is) -> assertEquals(text(json), string(is.disputableUntil()));
            case "eligibleFrom" -> (json, is) -> assertEquals(text(json), string(is.eligibleFrom()));
            case "eligibleUntil" -> (json, is) -> assertEquals(text(json), string(is.eligibleUntil()));
            case "ready" -> (json, is) -> assertEquals(json.asBoolean(), is.ready());
            case "submissionGaps" ->
                (json, is) -> assertEquals(
                        json.valueStream()
                                .map(CompellingEvidenceCasesTest::texts)
                                .toList(),
                        is.submissionGaps().stream()
                                .map(gap -> List.of(
                                        gap.orderId().value(), gap.missing().code()))
                                .toList());
            case "protections" ->
                (json, is) -> assertEquals(
                        texts(json),
                        is.protections().stream()
                                .map(protection -> protection.code().wireName())
                                .toList());
            case "ipSource" ->
                (json, is) -> assertEquals(
                        text(json),
                        Objects.requireNonNull(is.evidence().get(Element.IP))
                                .source()
                                .code());
            case "credentialConfidence" ->
                (json, is) -> assertEquals(text(json), is.credentialConfidence().code());
            default -> throw new IllegalArgumentException("no check for " + field);
        };
    }

    private static Set<String> codes(Eligibility is) {
        return is.reasons().stream().map(reason -> reason.code().code()).collect(Collectors.toSet());
    }

    private static List<String> codesOf(String order, Eligibility is) {
        return is.reasons().stream()
                .filter(reason -> new OrderId(order).equals(reason.orderId()))
                .map(reason -> reason.code().code())
                .sorted()
                .toList();
    }

    private static List<String> selected(Eligibility is) {
        return is.priorTransactions().stream()
                .filter(Eligibility.PriorTransaction::selected)
                .map(prior -> prior.orderId().value())
                .toList();
    }

    private static Eligibility.PriorTransaction prior(String id, Eligibility is) {
        return is.priorTransactions().stream()
                .filter(prior -> prior.orderId().value().equals(id))
                .findFirst()
                .orElseThrow();
    }

    private static String stateOf(String element, Eligibility.PriorTransaction prior) {
        return prior.elements().entrySet().stream()
                .filter(entry -> entry.getKey().wireName().equals(element))
                .map(entry -> entry.getValue().code())
                .findFirst()
                .orElse("not an element of the profile");
    }

    private static List<DateRange> ranges(JsonNode json) {
        List<DateRange> ranges = new ArrayList<>();
        json.forEach(range -> ranges.add(new DateRange(
                LocalDate.parse(range.path("from").asString()),
                LocalDate.parse(range.path("until").asString()))));
        return ranges;
    }

    private static List<String> texts(JsonNode json) {
        List<String> texts = new ArrayList<>();
        json.forEach(text -> texts.add(text.asString()));
        return texts;
    }

    private static @Nullable String text(JsonNode json) {
        return json.isNull() ? null : json.asString();
    }

    private static @Nullable String string(@Nullable LocalDate day) {
        return day == null ? null : day.toString();
    }

    private static @Nullable String code(@Nullable PriorReason reason) {
        return reason == null ? null : reason.code();
    }
}
