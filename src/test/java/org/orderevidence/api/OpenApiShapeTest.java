package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.account.Scope;
import org.orderevidence.erasure.Erasures;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Eligibility.Check;
import org.orderevidence.evidence.Eligibility.Protection;
import org.orderevidence.evidence.JudgedPrior.PriorReason;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.evidence.coverage.DisputeSum.Grouping;
import org.orderevidence.http.Bodies;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.Reply;
import org.orderevidence.integration.CaptureDay.CapturedField;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.notification.Endpoint.EndpointState;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.WireNamed;
import org.orderevidence.order.part.PendingFact.PendingContent;
import org.orderevidence.order.part.Platform;
import org.orderevidence.receipt.DigitalReceipt;
import org.orderevidence.receipt.Submission;
import org.orderevidence.service.OrderSearch.NearOrder;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.ChangeStore.ChangeType;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.wire.FaultCode;
import org.orderevidence.wire.OrderWriter;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The description has what code generators need, and the codes that occur: formats, names, bounds, and no defaults. */
class OpenApiShapeTest extends OnSqlite {
    private static final JsonNode ROOT = OpenApiCheck.SHARED.root();
    private static final JsonNode SCHEMAS = ROOT.at("/components/schemas");
    private static final List<String> BOUNDS_OF_STRINGS = List.of("maxLength", "pattern", "format", "enum");
    private static final List<String> REQUESTS = List.of(
            "Sighting",
            "Upload",
            "Dispute",
            "FraudReport",
            "OrderPatch",
            "KeyRequest",
            "KeyRotation",
            "AccountUpdate",
            "IntegrationRequest",
            "IntegrationRotation",
            "IntegrationReplay");
    /** A null would remove more than a patch may. */
    private static final Set<String> REFUSES_NULL = Set.of("OrderPatch.receipt");
    /** A longer address is cut, with a warning, and never costs the order. */
    private static final String IP = "/ip";
    /** A value beyond a bound is left out, with a warning. */
    private static final Set<String> COSMETIC =
            Set.of("/descriptor", "/paymentAccountReference", "/receipt/lineItems/quantity");
    /** Longest text of a date. Such strings have a form of their own. */
    private static final int DATE = 35;

    @Test
    void everyIntegerHasAFormatAndALowerBound() {
        walk("", ROOT, (at, node) -> {
            if (hasType(node, "integer")) {
                assertTrue(
                        List.of("int32", "int64").contains(node.path("format").asString()), at);
                assertTrue(node.has("minimum"), at);
            }
        });
    }

    @Test
    void everyObjectHasAName() {
        walk("", ROOT, (at, node) -> {
            boolean isNamed = at.matches("/components/schemas/[A-Za-z]+");
            assertTrue(isNamed || !hasType(node, "object"), () -> at + " is an object without a name");
            assertFalse(at.contains("/allOf") || at.contains("/anyOf"), at);
        });
    }

    @Test
    void everyEnumHasAName() {
        walk(
                "",
                ROOT,
                (at, node) -> assertTrue(
                        at.matches("/components/schemas/[A-Za-z]+") || !node.has("enum"),
                        () -> at + " is an enum without a name"));
    }

    @Test
    void everyPropertyHasADescriptionAndBounds() {
        for (Map.Entry<String, JsonNode> schema : SCHEMAS.properties()) {
            assertFalse(schema.getValue().path("description").asString("").isBlank(), schema::getKey);
            for (Map.Entry<String, JsonNode> property :
                    schema.getValue().path("properties").properties()) {
                String name = schema.getKey() + "." + property.getKey();
                assertFalse(property.getValue().path("description").asString("").isBlank(), name);
                assertTrue(isBounded(property.getValue()), () -> name + " has no bounds");
            }
        }
    }

    @Test
    void everyParameterAndHeaderHasADescriptionAndBounds() {
        for (String kind : List.of("parameters", "headers")) {
            for (Map.Entry<String, JsonNode> part :
                    ROOT.path("components").path(kind).properties()) {
                assertFalse(part.getValue().path("description").asString("").isBlank(), part::getKey);
                assertTrue(isBounded(part.getValue().path("schema")), () -> part.getKey() + " has no bounds");
            }
        }
    }

    @Test
    void nothingHasADefault() {
        walk("", ROOT, (at, node) -> assertFalse(at.startsWith("/components") && node.has("default"), at));
    }

    @Test
    void everyOptionalFieldOfARequestAcceptsNull() {
        Set<String> reached = new TreeSet<>();
        REQUESTS.forEach(request -> reach(request, reached));

        for (String name : reached) {
            List<String> required = texts(SCHEMAS.path(name).path("required"));
            for (Map.Entry<String, JsonNode> property :
                    SCHEMAS.path(name).path("properties").properties()) {
                String field = name + "." + property.getKey();
                boolean acceptsNull = !required.contains(property.getKey()) && !REFUSES_NULL.contains(field);
                assertEquals(acceptsNull, acceptsNull(property.getValue()), field);
            }
        }
    }

    @Test
    void everyOperationHasWordsAndExamples() {
        for (Map.Entry<String, JsonNode> path : ROOT.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
                String at = method.getKey() + " " + path.getKey();
                assertTrue(Set.of("get", "post", "patch", "put", "delete").contains(method.getKey()), at);
                JsonNode operation = method.getValue();
                for (String words : List.of("summary", "description", "operationId")) {
                    assertFalse(operation.path(words).asString("").isBlank(), at);
                }
                eachExampleIsThere(at, operation.at("/requestBody/content"));
                for (JsonNode response : operation.path("responses")) {
                    eachExampleIsThere(at, OpenApiCheck.SHARED.resolve(response).path("content"));
                }
            }
        }
    }

    private static void eachExampleIsThere(String at, JsonNode content) {
        content.forEach(media -> assertTrue(media.has("example"), at));
    }

    private static void reach(String schema, Set<String> reached) {
        if (SCHEMAS.path(schema).has("properties") && reached.add(schema)) {
            walk("", SCHEMAS.path(schema), (at, node) -> {
                String target = node.path("$ref").asString("");
                reach(target.substring(target.lastIndexOf('/') + 1), reached);
            });
        }
    }

    private static boolean isBounded(JsonNode schema) {
        if (schema.has("$ref") || schema.has("oneOf") || hasType(schema, "boolean")) {
            return true;
        }
        if (hasType(schema, "array")) {
            return schema.has("maxItems") && schema.path("items").has("$ref");
        }
        return hasType(schema, "integer")
                ? schema.has("minimum")
                : hasType(schema, "string") && BOUNDS_OF_STRINGS.stream().anyMatch(schema::has);
    }

    private static boolean acceptsNull(JsonNode schema) {
        return hasType(schema, "null")
                || schema.path("oneOf").valueStream().anyMatch(choice -> hasType(choice, "null"));
    }

    private static boolean hasType(JsonNode schema, String type) {
        JsonNode types = schema.path("type");
        return types.isArray() ? texts(types).contains(type) : type.equals(types.asString(""));
    }

    /** Visits every object below a node, apart from examples, with its path. */
    private static void walk(String at, JsonNode node, BiConsumer<String, JsonNode> visitor) {
        if (node.isObject()) {
            visitor.accept(at, node);
            node.forEachEntry((name, child) -> {
                if (!name.equals("example")) {
                    walk(at + "/" + name, child, visitor);
                }
            });
        }
        for (int i = 0; node.isArray() && i < node.size(); i++) {
            walk(at + "/" + i, node.path(i), visitor);
        }
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asString).toList();
    }

    @Test
    void everyFieldOfAnOrderIsDescribed() {
        isDescribed("Order", Bodies.parse(Bodies.FULL_ORDER));
    }

    private static void isDescribed(String schema, JsonNode sent) {
        JsonNode properties = SCHEMAS.path(schema).path("properties");
        assertEquals(names(properties), names(sent), schema);
        for (String name : names(sent)) {
            JsonNode value = sent.path(name).isArray() ? sent.path(name).path(0) : sent.path(name);
            if (value.isObject()) {
                isDescribed(reference(properties.path(name)), value);
            }
        }
    }

    /** Returns the name of the schema that a property refers to, by itself, for its items, or unless it is null. */
    private static String reference(JsonNode property) {
        String found = property.findValuesAsString("$ref").getFirst();
        return found.substring(found.lastIndexOf('/') + 1);
    }

    private static Set<String> names(JsonNode object) {
        return new TreeSet<>(object.propertyNames());
    }

    @Test
    void aValueAtABoundIsAcceptedAndOneBeyondItIsNot() {
        Map<String, String> expected = new LinkedHashMap<>();
        List<String> orders = new ArrayList<>();
        add("", SCHEMAS.path("Order"), orders, expected);

        assertTrue(orders.size() > 100, "orders: " + orders.size());
        Map<String, String> answered = new LinkedHashMap<>();
        List<String> cases = List.copyOf(expected.keySet());
        JsonNode results =
                service.newShop().upload(orders.toArray(String[]::new)).is(200).at("/results");
        for (int i = 0; i < cases.size(); i++) {
            JsonNode result = results.path(i);
            String code = result.at("/errors/0/code").asString("");
            answered.put(cases.get(i), code.isEmpty() ? result.path("outcome").asString() : code);
        }
        assertEquals(expected, answered);
    }

    /** Adds an order for each bound below a schema, and what is expected of it. */
    private static void add(String pointer, JsonNode schema, List<String> orders, Map<String, String> expected) {
        schema.path("properties").forEachEntry((name, property) -> {
            String at = pointer + "/" + name;
            int longest = property.path("maxLength").asInt(0);
            if (longest > 0 && longest != DATE && !at.equals(IP)) {
                String start = name.endsWith("Link") || name.equals("logoUrl") ? "https://x.example/" : "";
                String most = start + "xy".repeat(longest).substring(0, longest - start.length());
                add(at + " at its bound", at, most, "created", orders, expected);
                String beyond = COSMETIC.contains(at) ? "created" : "too_long";
                add(at + " beyond its bound", at, most + "x", beyond, orders, expected);
            }
            if (property.has("maximum")) {
                long most = property.path("maximum").asLong();
                long least = property.path("minimum").asLong();
                add(at + " at its most", at, most, "created", orders, expected);
                add(at + " beyond its most", at, most + 1, "out_of_range", orders, expected);
                add(at + " at its least", at, least, "created", orders, expected);
                String below = COSMETIC.contains(at) ? "created" : "out_of_range";
                add(at + " below its least", at, least - 1, below, orders, expected);
            }
            add(at, target(property), orders, expected);
        });
    }

    private static void add(
            String name, String at, Object value, String outcome, List<String> orders, Map<String, String> expected) {
        ObjectNode order = (ObjectNode) JsonMapper.shared()
                .readTree(
                        "{\"id\": \"O-%d\", \"amount\": %d, \"currency\": \"USD\", \"transactionDate\": \"2026-11-01\"}"
                                .formatted(orders.size(), Money.MAX_AMOUNT_MINOR));
        ObjectNode parent = order;
        String[] names = at.substring(1).split("/", -1);
        for (int i = 0; i < names.length - 1; i++) {
            parent = names[i].equals("lineItems")
                    ? parent.putArray(names[i])
                            .addObject()
                            .put("productName", "Tea")
                            .put("price", 1)
                    : parent.putObject(names[i]);
        }
        parent.putPOJO(names[names.length - 1], value);
        orders.add(JsonMapper.shared().writeValueAsString(order));
        expected.put(name, outcome);
    }

    /** The schema of a property that is an object, or of the elements of a list. */
    private static JsonNode target(JsonNode property) {
        String reference = property.path("$ref").asString("")
                + property.at("/oneOf/0/$ref").asString("")
                + property.at("/items/$ref").asString("");
        return SCHEMAS.path(reference.substring(reference.lastIndexOf('/') + 1));
    }

    /** The codes of each schema with an enum. */
    private static final Map<String, List<String>> CODES = Map.ofEntries(
            Map.entry("ReasonCode", codes(ReasonCode.all().toArray(ReasonCode[]::new), ReasonCode::wireName)),
            Map.entry("PriorReason", codes(PriorReason.values(), PriorReason::code)),
            Map.entry("ProblemCode", codes(Problem.values(), Problem::code)),
            Map.entry("FieldErrorCode", codes(FaultCode.values(), FaultCode::wireName)),
            Map.entry("EligibilityStatus", codes(Eligibility.Status.values(), Eligibility.Status::wireName)),
            Map.entry("CheckCode", codes(Check.Code.values(), Check.Code::wireName)),
            Map.entry("Profile", codes(Profile.values(), Profile::wireName)),
            Map.entry("EvidenceReader", List.of("issuer")),
            Map.entry("SubmissionFormat", codes(Submission.Format.values(), Submission.Format::wireName)),
            Map.entry("DisputeGrouping", codes(Grouping.values(), Grouping::wireName)),
            Map.entry("ListFormat", List.of("json", "csv")),
            Map.entry("SubmissionInclude", List.of("tracked")),
            Map.entry("SubmissionAs", List.of("form")),
            Map.entry("ReceiptView", List.of("agent", "cardholder")),
            Map.entry(
                    "CredentialConfidence",
                    codes(Eligibility.CredentialConfidence.values(), Eligibility.CredentialConfidence::wireName)),
            Map.entry("ElementName", codes(Element.values(), Element::wireName)),
            Map.entry("ElementState", codes(Eligibility.Comparison.values(), Eligibility.Comparison::wireName)),
            Map.entry("IpSource", codes(Eligibility.IpSource.values(), Eligibility.IpSource::wireName)),
            Map.entry("ProtectionCode", codes(Protection.Code.values(), Protection.Code::wireName)),
            Map.entry("SubmissionGapField", codes(Eligibility.Gap.values(), Eligibility.Gap::wireName)),
            Map.entry("ChargeStatus", codes(Charge.Status.values(), Charge.Status::wireName)),
            Map.entry("PendingKind", codes(PendingContent.Kind.values(), PendingContent.Kind::wireName)),
            Map.entry("ListDirection", List.of("desc", "asc")),
            Map.entry("ChargeType", codes(Charge.Type.values(), Charge.Type::wireName)),
            Map.entry("Category", codes(Charge.Category.values(), Charge.Category::wireName)),
            Map.entry("DisputeStatus", codes(Dispute.Status.values(), Dispute.Status::wireName)),
            Map.entry("UploadOutcome", uploadOutcomes()),
            Map.entry("FactOutcome", factOutcomes()),
            Map.entry("ErasureOutcome", List.of("erased", "kept")),
            Map.entry("ErasureReason", codes(Erasures.Reason.values(), Erasures.Reason::wireName)),
            Map.entry("ChangeOutcome", List.of("updated", "unchanged")),
            Map.entry("KeyScope", codes(Scope.values(), Scope::wireName)),
            Map.entry("NearReason", codes(NearOrder.Reason.values(), NearOrder.Reason::wireName)),
            Map.entry("KeyMode", codes(AccountSpace.Mode.values(), OrderWriter::name)),
            Map.entry("KeyState", codes(KeyRow.State.values(), OrderWriter::name)),
            Map.entry("AuditAction", codes(AuditAction.values(), AuditAction::wireName)),
            Map.entry("ChangeType", codes(ChangeType.values(), ChangeType::wireName)),
            Map.entry("NotificationState", codes(EndpointState.values(), EndpointState::wireName)),
            Map.entry("AuditAbout", List.of("data", "settings")),
            Map.entry("PlatformName", codes(Platform.values(), Platform::wireName)),
            Map.entry("PrivacyTaskKind", codes(PrivacyTask.Kind.values(), PrivacyTask.Kind::wireName)),
            Map.entry("PrivacyTaskState", codes(PrivacyTask.State.values(), OrderWriter::name)),
            Map.entry("PrivacyTaskFilter", List.of("open", "done")),
            Map.entry("KeptReason", List.of("changed", "disputed", "held")),
            Map.entry("CapturedField", codes(CapturedField.values(), CapturedField::wireName)),
            Map.entry("HealthStatus", List.of("ok")),
            Map.entry("MissingReceiptField", emptyReceipt().missing()),
            Map.entry("MissingEvidenceField", emptyReceipt().missingForEvidence()));

    @Test
    void everyEnumHasTheCodesOfTheServiceAndNoOthers() {
        Map<String, List<String>> described = SCHEMAS.propertyStream()
                .filter(schema -> schema.getValue().has("enum"))
                .collect(Collectors.toMap(
                        Map.Entry::getKey, schema -> texts(schema.getValue().path("enum"))));

        assertEquals(sorted(CODES), sorted(described));
    }

    @Test
    void everyCodeHasAMeaning() {
        for (Map.Entry<String, JsonNode> schema : SCHEMAS.properties()) {
            List<String> meanings = texts(schema.getValue().path("x-enum-descriptions"));

            assertEquals(schema.getValue().path("enum").size(), meanings.size(), schema::getKey);
            meanings.forEach(meaning -> assertFalse(meaning.isBlank(), schema::getKey));
        }
    }

    private static <E> List<String> codes(E[] values, Function<E, String> name) {
        return Arrays.stream(values).map(name).distinct().toList();
    }

    /**
     * A conflict cannot happen to an upload, too many parts are a rejection, and an unreadable order is a failure.
     * Only disputes wait.
     */
    private static List<String> uploadOutcomes() {
        List<Class<?>> others =
                List.of(OrderOutcome.Conflict.class, OrderOutcome.TooManyParts.class, OrderOutcome.Unreadable.class);
        Stream<String> stored = Arrays.stream(OrderOutcome.class.getPermittedSubclasses())
                .flatMap(outcome ->
                        outcome.isInterface() ? Arrays.stream(outcome.getPermittedSubclasses()) : Stream.of(outcome))
                .filter(outcome -> !others.contains(outcome))
                .map(outcome -> outcome.getSimpleName().toLowerCase(Locale.ROOT));
        return Stream.concat(stored, Stream.of("rejected", "waiting")).toList();
    }

    /** The others are problems. */
    private static List<String> factOutcomes() {
        List<FactOutcome> others =
                List.of(FactOutcome.ORDER_NOT_FOUND, FactOutcome.ERASED, FactOutcome.TOO_MANY, FactOutcome.CONFLICT);
        return Arrays.stream(FactOutcome.values())
                .filter(outcome -> !others.contains(outcome))
                .map(WireNamed::wireName)
                .toList();
    }

    /** What the receipt of an order lacks that has nothing but what is required. */
    private static DigitalReceipt.Completeness emptyReceipt() {
        return DigitalReceipt.of(OrderFixtures.order("A-1"), MerchantInfo.EMPTY).completeness();
    }

    private static Map<String, List<String>> sorted(Map<String, List<String>> codes) {
        return codes.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, e -> e.getValue().stream().sorted().toList(), (a, b) -> a, TreeMap::new));
    }

    private static final OpenApiCheck DESCRIPTION = OpenApiCheck.SHARED;

    @Test
    void everyExampleFitsItsSchema() {
        int checked = check("", DESCRIPTION.root());

        assertTrue(checked > 40, "examples: " + checked);
    }

    private static int check(String at, JsonNode node) {
        int checked = 0;
        if (node.has("example") && node.has("schema")) {
            DESCRIPTION.checkValue(at, node.path("schema"), node.path("example"));
            checked++;
        } else if (node.has("example") && node.has("type")) {
            DESCRIPTION.checkValue(at, node, node.path("example"));
            checked++;
        }
        for (String name : node.propertyNames()) {
            checked += name.equals("example") ? 0 : check(at + "/" + name, node.path(name));
        }
        return checked;
    }

    @Test
    void theServiceAnswersTheRequestsOfTheExamplesLikeThis() {
        Shop shop = api().newShop();

        assertEquals(
                answer("post", "/api/v2/track", "200"),
                post(shop, "/api/v2/track").json());
        assertEquals(
                answer("post", "/api/v2/orders/upload", "200"),
                post(shop, "/api/v2/orders/upload").json());
        assertEquals(
                answer("get", "/api/v2/orders/{id}", "200"),
                shop.get("/api/v2/orders/A-1").json());
        JsonNode change = DESCRIPTION
                .root()
                .at("/paths/~1api~1v2~1orders~1{id}/patch/requestBody/content/application~1merge-patch+json/example");
        assertEquals(
                answer("patch", "/api/v2/orders/{id}", "200"),
                shop.patch("/api/v2/orders/A-1", change.toString()).json());
        for (String facts : new String[] {"/api/v2/orders/{id}/disputes", "/api/v2/orders/{id}/fraud-reports"}) {
            assertEquals(answer("post", facts, "201"), post(shop, facts).is(201).json());
            assertEquals(answer("post", facts, "200"), post(shop, facts).is(200).json());
        }
        assertEquals(
                answer("get", "/api/v2/orders", "200"),
                shop.get("/api/v2/orders").json());
        for (String health : new String[] {"/livez", "/readyz"}) {
            assertEquals(answer("get", health, "200"), shop.get(health).json());
        }
    }

    @Test
    void theServiceAnswersFaultsLikeThis() {
        Shop shop = api().newShop();

        assertProblem("BadRequest", shop.get("/api/v2/orders?per=0"));
        assertProblem("Unauthorized", api().send("GET", "/api/v2/orders"));
        assertProblem("OrderNotFound", shop.get("/api/v2/orders/A-1"));
        assertProblem("NotFound", api().send("POST", "/orders/upload"));
        assertProblem(
                "Unprocessable",
                shop.post("/api/v2/track", "{\"email\": \"buyer@example.com\", \"ip\": \"10.0.0.1\"}"));
    }

    @Test
    void everyExampleOfAProblemHasItsWords() {
        for (JsonNode response : DESCRIPTION.root().at("/components/responses")) {
            JsonNode example = response.at("/content/application~1problem+json/example");
            if (example.isMissingNode()) {
                continue;
            }
            assertTrue(
                    Arrays.stream(Problem.values())
                            .anyMatch(problem -> problem.status()
                                            == example.path("status").asInt()
                                    && problem.code()
                                            .equals(example.path("code").asString())
                                    && problem.type()
                                            .equals(example.path("type").asString())
                                    && problem.title()
                                            .equals(example.path("title").asString())),
                    example::toString);
        }
    }

    private static void assertProblem(String response, Reply reply) {
        JsonNode example = DESCRIPTION
                .root()
                .at("/components/responses")
                .path(response)
                .at("/content/application~1problem+json/example");
        assertEquals(withoutRequestId(example), withoutRequestId(reply.json()));
    }

    private static JsonNode withoutRequestId(JsonNode problem) {
        return ((ObjectNode) problem.deepCopy()).without("requestId");
    }

    private static Reply post(Shop shop, String path) {
        JsonNode request = operation("post", path).at("/requestBody/content/application~1json/example");
        return shop.post(path.replace("{id}", "A-1"), request.toString());
    }

    private static JsonNode answer(String method, String path, String status) {
        return DESCRIPTION
                .resolve(operation(method, path).path("responses").path(status))
                .at("/content/application~1json/example");
    }

    private static JsonNode operation(String method, String path) {
        return DESCRIPTION.root().path("paths").path(path).path(method);
    }
}
