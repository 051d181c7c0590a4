package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.cli.DemoShop;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.order.Sha256;
import org.orderevidence.receipt.Submission.Format;
import org.orderevidence.receipt.render.PdfCheck;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The evidence in the forms of processors and for issuers: only with what is the same, and only if it is complete. */
public class SubmissionTest extends OnSqlite {
    private static final String PATH = "/api/v2/orders/A-1/submission?format=";
    private static final String FORM = "application/x-www-form-urlencoded";

    /** Where the sample has the value of an element that can differ. */
    private static final Map<String, String> POINTERS = Map.of(
            "ip", "/ip",
            "deviceId", "/deviceId",
            "deviceFingerprint", "/deviceFingerprint",
            "accountId", "/customerAccountId",
            "shippingAddress", "/receipt/shippingAddress/line1");

    /** Most characters of all fields together at Stripe. */
    private static final int STRIPE_TOTAL = 150_000;

    private static final Map<Format, Schema> SCHEMAS = schemas();

    private static Map<Format, Schema> schemas() {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
        Map<Format, Schema> schemas = new EnumMap<>(Format.class);
        for (Format format : Format.values()) {
            String file = "/submission/" + format.wireName() + ".json";
            try (InputStream stream = SubmissionTest.class.getResourceAsStream(file)) {
                schemas.put(format, registry.getSchema(JsonMapper.shared().readTree(stream)));
            } catch (IOException unreadable) {
                throw new IllegalStateException(file, unreadable);
            }
        }
        return schemas;
    }

    private static Schema schema(Format format) {
        return Objects.requireNonNull(SCHEMAS.get(format));
    }

    private static String order(String id, LocalDate day, String more) {
        return """
                {"id": "%1$s", "amount": 1500, "currency": "USD", "transactionDate": "%2$sT09:15:00Z", "settledAt": "%3$s",
                 "fulfilledAt": "%3$s", "arn": "7402%1$s", "gatewayTransactionId": "ch_%1$s", "descriptor": "TEA HOUSE",
                 "merchandiseOrServices": "merchandise", "cardFingerprint": "fp_customer_1", "brand": "visa", "last4": "4242",
                 "customerAccountId": "login-1", %4$s
                 "receipt": {"customerEmail": "c@example.com", "name": {"givenName": "Ann", "familyName": "Smith"},
                             "description": "Green tea"}}""".formatted(id, day, day.plusDays(1), more);
    }

    /** Stores an order that is qualified, and the two earlier ones. */
    public static void uploadQualified(Shop shop, String id) {
        String ip = "\"ip\": \"203.0.113.7\",";
        Reply stored = shop.upload(
                        order(id, LocalDate.of(2026, 11, 1), ip),
                        order("P-1", LocalDate.of(2026, 3, 1), ip),
                        order("P-2", LocalDate.of(2026, 2, 1), ip))
                .is(200);
        assertEquals(0, stored.at("/rejected").asInt(), stored::text);
    }

    /** The sample of the demo, with the references that processors want. */
    @Tag("slow")
    @Test
    void everyQualifiedOrderOfTheSampleHasValidSubmissionsWithoutWhatDiffers() throws IOException {
        Shop shop = service.newShop();
        DemoShop demo = DemoShop.on(LocalDate.ofInstant(ServedApi.NOW, ZoneOffset.UTC));
        demo.prepare(shop);
        Map<String, ObjectNode> orders = new LinkedHashMap<>();
        demo.orders().lines().forEach(line -> {
            ObjectNode order = (ObjectNode) JsonMapper.shared().readTree(line);
            String id = order.path("id").asString();
            order.put("arn", "7402" + id).put("gatewayTransactionId", "ch_" + id);
            if (!order.has("fulfilledAt")) {
                order.put("fulfilledAt", order.path("transactionDate").asString());
            }
            if (!order.at("/receipt/lineItems").isArray()) {
                order.withObject("/receipt").put("description", "Gifts");
            }
            orders.put(id, order);
        });
        shop.upload(orders.values().stream().map(ObjectNode::toString).toArray(String[]::new))
                .is(200);
        demo.reportFacts(shop);
        Map<String, JsonNode> verdicts = new HashMap<>();
        Map<Format, Integer> made = new EnumMap<>(Format.class);
        for (Format format : Format.values()) {
            // Every second order for one form, and the others for the next one.
            int count = 0;
            int number = made.size();
            for (String id : orders.keySet()) {
                count += number++ % 2 == 0 && isValid(shop, orders, id, format, verdicts) ? 1 : 0;
            }
            made.put(format, count);
        }

        assertTrue(made.values().stream().allMatch(count -> count > 10), made::toString);
    }

    /** Returns false if the order is not qualified. */
    private static boolean isValid(
            Shop shop, Map<String, ObjectNode> orders, String id, Format format, Map<String, JsonNode> verdicts) {
        String path = "/api/v2/orders/" + id;
        JsonNode verdict = verdicts.computeIfAbsent(
                path + "?profile=" + format.profile().wireName(),
                fetch -> shop.get(fetch).is(200).at("/compellingEvidence"));
        boolean isQualified = verdict.path("isEligible").asBoolean();
        String submission = path + "/submission?format=" + format.wireName();
        Reply withoutTracked = shop.get(submission);
        if (!isQualified) {
            withoutTracked.isProblem(Problem.EVIDENCE_NOT_READY);
            return false;
        }
        Reply reply = withoutTracked.status() == 409 ? shop.get(submission + "&include=tracked") : withoutTracked;
        if (withoutTracked.status() == 409) {
            assertEquals(List.of("/include required"), withoutTracked.errors());
        } else if (verdict.at("/evidence/ip/source").asString("").equals("track")) {
            String tracked = verdict.at("/evidence/ip/value").asString();
            assertFalse(reply.at("/evidence").toString().contains(tracked), () -> id + " has " + tracked);
        }
        JsonNode evidence = reply.is(200).at("/evidence");
        assertEquals(List.of(), schema(format).validate(evidence), () -> id + ": " + evidence);
        if (format == Format.STRIPE) {
            assertTrue(evidence.toString().length() < STRIPE_TOTAL);
        }
        for (JsonNode prior : verdict.path("priorTransactions")) {
            String priorId = prior.path("orderId").asString();
            // Without tracked addresses, the evidence can have another pair than the verdict.
            if (prior.path("selected").asBoolean() && evidence.toString().contains(priorId)) {
                POINTERS.forEach((element, pointer) -> {
                    // A tracked address is not in the evidence, so it contradicts nothing there.
                    boolean isTracked = element.equals("ip")
                            && prior.path("ipSource").asString("").equals("track");
                    if (prior.path("elements").path(element).asString("").equals("differs") && !isTracked) {
                        for (String each : List.of(id, priorId)) {
                            String value = Objects.requireNonNull(orders.get(each))
                                    .at(pointer)
                                    .asString("none");
                            assertFalse(evidence.toString().contains('"' + value), () -> id + " has " + value);
                        }
                    }
                });
            }
        }
        return true;
    }

    @Test
    void theFormForStripeHasTheSameEvidenceAndSubmitsNothing() {
        Shop shop = service.newShop();
        uploadQualified(shop, "A-1");
        shop.dispute("A-1", "dp_1", "10.4", "2026-11-10");

        Reply json = shop.get(PATH + "stripe").is(200);
        JsonNode evidence = json.at("/evidence");
        String form = shop.get(PATH + "stripe&as=form").is(200).text();

        Map<String, String> sent = new LinkedHashMap<>();
        for (String pair : form.split("&", -1)) {
            String[] parts = pair.split("=", 2);
            sent.put(decoded(parts[0]), decoded(parts[1]));
        }
        Map<String, String> expected = new HashMap<>(Map.of("submit", "false"));
        flatten("evidence", evidence, expected);
        assertEquals(expected, new HashMap<>(sent));
        String visa = "evidence[enhanced_evidence][visa_compelling_evidence_3]";
        assertEquals("ch_P-1", sent.get(visa + "[prior_undisputed_transactions][0][charge]"));
        assertEquals("203.0.113.7", sent.get(visa + "[disputed_transaction][customer_purchase_ip]"));
        assertEquals("c@example.com", sent.get("evidence[customer_email_address]"));
        assertEquals("2026-11-02", sent.get("evidence[shipping_date]"));
        Reply accepted = api().send(
                        shop.request("GET", "/api/v2/orders/A-1/submission?format=stripe", BodyPublishers.noBody())
                                .header("Accept", FORM + ";q=0.9, text/plain;q=0.1"));
        assertEquals(form, accepted.is(200).text());
        assertEquals(FORM, accepted.header("Content-Type"));
        shop.get(PATH + "adyen&as=form").isProblem(Problem.INVALID_PARAMETER);
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text, StandardCharsets.UTF_8);
    }

    private static void flatten(String name, JsonNode value, Map<String, String> flat) {
        value.forEachEntry((field, each) -> flatten(name + '[' + field + ']', each, flat));
        for (int i = 0; value.isArray() && i < value.size(); i++) {
            flatten(name + '[' + i + ']', value.path(i), flat);
        }
        if (!value.isContainer()) {
            flat.put(name, value.asString());
        }
    }

    @Test
    void nothingIsMadeIfSomethingIsMissing() {
        Shop shop = service.newShop();
        shop.get(PATH + "stripe").isProblem(Problem.ORDER_NOT_FOUND);
        uploadQualified(shop, "A-1");
        String ip = "\"ip\": \"203.0.113.7\",";
        String second = order("P-2", LocalDate.of(2026, 2, 1), ip);
        shop.upload(second.replace("ch_P-2", "8816-P-2").replace("\"arn\": \"7402P-2\", ", ""))
                .is(200);

        Reply stripe = shop.get(PATH + "stripe").isProblem(Problem.EVIDENCE_NOT_READY);
        assertEquals(List.of("/prior_undisputed_transactions/1/charge required"), stripe.errors());
        assertTrue(stripe.text("/detail").startsWith("Order P-2 has no charge ID of Stripe"), stripe::text);
        assertFalse(stripe.json().has("evidence"));
        Reply form = shop.get(PATH + "stripe&as=form");
        assertEquals(409, form.status());
        assertEquals("", form.text());
        for (Format format : Format.values()) {
            if (format != Format.STRIPE) {
                Reply other = shop.get(PATH + format.wireName()).isProblem(Problem.EVIDENCE_NOT_READY);
                assertEquals(List.of("/arn required"), other.errors());
            }
        }
        shop.upload(order("P-2", LocalDate.of(2026, 2, 1), "\"ip\": \"203.0.113.8\","))
                .is(200);
        Reply notQualified = shop.get(PATH + "generic").isProblem(Problem.EVIDENCE_NOT_READY);
        assertFalse(notQualified.json().has("evidence"));
        for (String wrong : Stream.of("", "paypal", "stripe&again=yes", "stripe&include=all", "stripe&as=json")
                .toList()) {
            shop.get(PATH + wrong).isProblem(Problem.INVALID_PARAMETER);
        }
        shop.get("/api/v2/orders/A-1/submission").isProblem(Problem.INVALID_PARAMETER);
    }

    @Test
    void aDisputeIsAnsweredOnceAndOnlyIfItIsAboutFraud() {
        Shop shop = service.newShop();
        uploadQualified(shop, "A-1");
        shop.dispute("A-1", "dp_old", "10.4", "2026-11-05");
        shop.dispute("A-1", "dp_new", "10.4", "2026-11-10");
        shop.dispute("A-1", "dp_other", "13.1", "2026-11-12");
        shop.dispute("A-1", "dp_unknown", "unknown", "2026-11-12");

        assertEquals("dp_new", shop.get(PATH + "generic").is(200).text("/dispute"));
        Reply old = shop.get(PATH + "generic&dispute=dp_old").is(200);
        assertEquals("dp_old", old.text("/evidence/dispute/disputeId"));
        assertEquals("2026-11-05", old.text("/asOf"));
        shop.get(PATH + "generic&dispute=dp_old&asOf=2026-11-06").isProblem(Problem.INVALID_PARAMETER);
        shop.get(PATH + "generic&dispute=dp_none").isProblem(Problem.DISPUTE_NOT_FOUND);
        for (String other : List.of("dp_other", "dp_unknown")) {
            Reply refused = shop.get(PATH + "generic&dispute=" + other).isProblem(Problem.EVIDENCE_NOT_READY);
            assertEquals(List.of("/dispute inconsistent"), refused.errors());
        }

        shop.patch("/api/v2/orders/A-1/disputes/dp_new", "{\"submittedAt\": \"2026-11-11\"}")
                .is(200);
        Reply sent = shop.get(PATH + "generic").isProblem(Problem.EVIDENCE_NOT_READY);
        assertEquals(List.of("/dispute already_submitted"), sent.errors());
        shop.get(PATH + "generic&again=true").is(200);

        // An open dispute is answered before a newer one that is decided.
        shop.patch("/api/v2/orders/A-1/disputes/dp_new", "{\"status\": \"lost\"}")
                .is(200);
        assertEquals("dp_old", shop.get(PATH + "generic").is(200).text("/dispute"));
        Reply decided = shop.get(PATH + "generic&dispute=dp_new").isProblem(Problem.EVIDENCE_NOT_READY);
        assertEquals(List.of("/dispute inconsistent"), decided.errors());
    }

    @Test
    void aTrackedAddressIsUsedOnlyIfAskedFor() {
        Shop shop = service.newShop();
        String device = "\"deviceId\": \"device-of-the-customer\",";
        String ip = "\"ip\": \"203.0.113.7\",";
        shop.upload(
                        order("A-1", LocalDate.of(2026, 11, 1), ip + device),
                        order("P-1", LocalDate.of(2026, 3, 1), ip + device),
                        order("P-2", LocalDate.of(2026, 2, 1), device))
                .is(200);
        shop.post("/api/v2/track", """
                {"email": "c@example.com", "ip": "203.0.113.7", "observedAt": "2026-02-01T09:11:00Z"}""").is(200);

        Reply without = shop.get(PATH + "generic").is(200);
        assertFalse(without.at("/evidence").toString().contains("203.0.113.7"), without::text);
        assertEquals("ip", without.text("/leftOut/0/element"));
        Reply with = shop.get(PATH + "generic&include=tracked").is(200);
        assertEquals("203.0.113.7", with.at("/evidence/sameOnAllThree/ip").asString());
        assertTrue(with.at("/notes/0").asString().startsWith("Order P-2: tracked address"), with::text);
        // Nobody saw the address at the time of order P-2, so no log states it there.
        List<String> log = shop.get(PATH + "stripe&include=tracked")
                .is(200)
                .text("/evidence/access_activity_log")
                .lines()
                .toList();
        assertEquals(3, log.size(), log::toString);
        for (String line : log) {
            assertEquals(!line.contains("P-2"), line.contains("203.0.113.7"), log::toString);
        }
    }

    @Test
    void anotherPairServesWithoutTrackedAddresses() {
        Shop shop = service.newShop();
        String device = "\"deviceId\": \"device-of-the-customer\",";
        String address = """
                "receipt": {"shippingAddress": {"line1": "1 High Street", "city": "Dover", "postalCode": "CT16 1AA",
                 "countrySubdivision": "%s", "country": "GB"},""";
        shop.upload(
                        order("A-1", LocalDate.of(2026, 11, 1), "\"ip\": \"203.0.113.7\"," + device)
                                .replace("\"receipt\": {", address.formatted("Kent")),
                        order("P-1", LocalDate.of(2026, 3, 1), "").replace("\"receipt\": {", address.formatted("UK")),
                        order("P-2", LocalDate.of(2026, 2, 1), "").replace("\"receipt\": {", address.formatted("")),
                        order("P-3", LocalDate.of(2026, 4, 1), device),
                        order("P-4", LocalDate.of(2026, 5, 1), device))
                .is(200);
        for (String day : List.of("2026-02-01", "2026-03-01")) {
            shop.post(
                            "/api/v2/track",
                            "{\"email\": \"c@example.com\", \"ip\": \"203.0.113.7\", \"observedAt\": \"" + day
                                    + "T09:11:00Z\"}")
                    .is(200);
        }

        String charge = "/evidence/enhanced_evidence/visa_compelling_evidence_3/prior_undisputed_transactions/0";
        JsonNode with = shop.get(PATH + "stripe&include=tracked").is(200).at(charge);
        assertEquals("ch_P-1", with.path("charge").asString());
        assertEquals("Dover", with.at("/shipping_address/city").asString());
        assertFalse(with.path("shipping_address").has("state"), with::toString);
        Reply without = shop.get(PATH + "stripe").is(200);
        assertEquals("ch_P-3", without.at(charge).path("charge").asString());
        assertFalse(without.text("/evidence/access_activity_log").contains("203.0.113.7"), without::text);
    }

    @Test
    void whatDiffersIsNotEvenInTheFieldsAboutTheDisputedOrder() {
        Shop shop = service.newShop();
        String ip = "\"ip\": \"203.0.113.7\",";
        String address =
                "\"description\": \"Green tea\", \"billingAddress\": %1$s, \"shippingAddress\": %1$s".formatted("""
                        {"line1": "%s", "city": "Springfield", "postalCode": "62701", "countrySubdivision": "IL", "country": "US"}""");
        String description = "\"description\": \"Green tea\"";
        shop.upload(
                        order("A-1", LocalDate.of(2026, 11, 1), ip)
                                .replace(description, address.replace("%s", "1 Own Street")),
                        order("P-1", LocalDate.of(2026, 3, 1), ip)
                                .replace(description, address.replace("%s", "1 Own Street")),
                        order("P-2", LocalDate.of(2026, 2, 1), ip)
                                .replace(description, address.replace("%s", "2 Other Street"))
                                .replace("c@example.com", "other@example.com"))
                .is(200);

        for (Format format : Format.values()) {
            Reply made = shop.get(PATH + format.wireName()).is(200);
            String evidence = made.at("/evidence").toString();
            for (String differing : List.of("Own Street", "Other Street", "example.com")) {
                assertFalse(evidence.contains(differing), () -> format + ": " + evidence);
            }
            JsonNode left = made.at("/leftOut/0");
            assertEquals("shippingAddress", left.path("element").asString());
            assertEquals("different on P-2", left.path("why").asString());
        }
    }

    @Test
    void eachExportIsInTheAuditLogWithItsHash() {
        Shop shop = service.newShop();
        uploadQualified(shop, "A-1");
        shop.dispute("A-1", "dp_1", "10.4", "2026-11-10");

        Reply made = shop.get(PATH + "generic").is(200);

        String sha256 = made.text("/sha256");
        byte[] bytes = made.at("/evidence").toString().getBytes(StandardCharsets.UTF_8);
        assertEquals(HexFormat.of().formatHex(Sha256.of(bytes)), sha256);
        JsonNode entry = shop.get("/api/v2/account/audit?orderId=A-1")
                .is(200)
                .at("/entries")
                .valueStream()
                .filter(each -> each.path("action").asString().equals("submission_exported"))
                .findFirst()
                .orElseThrow();
        String exported = entry.path("submission").asString();
        assertTrue(exported.startsWith("format=generic dispute=dp_1 version="), exported);
        assertTrue(exported.endsWith(" sha256=" + sha256), exported);
    }

    @Test
    void longTextsAreCutToWhatStripeAccepts() {
        Shop shop = service.newShop();
        uploadQualified(shop, "A-1");
        String items = Stream.generate(() -> "{\"productName\": \"" + "Tea ".repeat(100) + "\", \"price\": 1}")
                .limit(100)
                .toList()
                .toString();
        shop.upload(order("A-1", LocalDate.of(2026, 11, 1), "\"ip\": \"203.0.113.7\",")
                        .replace("\"description\": \"Green tea\"", "\"lineItems\": " + items))
                .is(200);

        JsonNode evidence = shop.get(PATH + "stripe").is(200).at("/evidence");

        assertEquals(List.of(), schema(Format.STRIPE).validate(evidence));
        assertEquals(20_000, evidence.path("product_description").asString().length());
    }

    private static final int CUSTOMERS = 10;

    private static final int DISPUTED = 4;

    /** What would tell the other side something, or needs knowledge of this service. */
    private static final List<String> FORBIDDEN = List.of(
            "profile",
            "reading",
            "token",
            "eligible",
            "fraud report",
            "rep-",
            "missing",
            "timeline",
            "internal",
            "sha-256");

    private static String order(String id, LocalDate day, int customer, String ip) {
        return """
                {"id": "%1$s", "amount": 150%2$d, "currency": "USD", "transactionDate": "%3$sT09:15:00Z", %4$s
                 "settledAt": "%5$s", "fulfilledAt": "%6$s", "arn": "7402%7$s", "gatewayTransactionId": "ch_%1$s",
                 "authCode": "AC%1$s", "descriptor": "TEA HOUSE %2$d", "merchandiseOrServices": "merchandise",
                 "customerAccountId": " login-%2$d ", "cardFingerprint": "fp_customer_%2$d", "brand": "visa", "last4": "4242",
                 "receipt": {"customerEmail": "c%2$d@example.com",
                             "lineItems": [{"productName": "Green tea of %1$s", "price": 1500}]}}""".formatted(
                id, customer, day, ip.isEmpty() ? "" : "\"ip\": \"" + ip + "\",", day.plusDays(1), day.plusDays(3), id);
    }

    /** Of each customer: two orders that are evidence, one that was reported as fraud, and four that could be disputed. */
    @Tag("slow")
    @Test
    void fortyStatementsHaveEachFactAndNoWordAboutAnotherOrder() {
        Shop shop = service.newShop();
        shop.put("/api/v2/account", """
                        {"merchantInfo": {"name": "Tea House", "merchantReceiptContact":
                         {"phoneForReceipt": "+1 217 555 0100", "websiteForReceipt": "https://tea.example"}}}""").is(200);
        int made = 0;
        for (int c = 100; c < 100 + CUSTOMERS; c++) {
            made += statements(shop, c);
        }

        assertEquals(CUSTOMERS * DISPUTED, made);
        JsonNode exports =
                shop.get("/api/v2/account/audit?orderId=D100x0").is(200).at("/entries");
        assertTrue(
                exports.valueStream()
                        .anyMatch(entry -> entry.path("action").asString().equals("evidence_exported")),
                exports::toString);
    }

    private static int statements(Shop shop, int c) {
        boolean tracked = c % 5 == 0;
        String first = "P" + c + "x1";
        String second = "P" + c + "x2";
        List<String> orders = new ArrayList<>(List.of(
                order(first, LocalDate.of(2026, 3, 1), c, "2001:DB8:0:0::" + c),
                order(second, LocalDate.of(2026, 2, 1), c, tracked ? "" : "2001:db8::0:" + c),
                order("REP" + c, LocalDate.of(2026, 4, 1), c, "2001:db8::" + c)));
        List<String> disputed = new ArrayList<>();
        for (int i = 0; i < DISPUTED; i++) {
            disputed.add("D" + c + "x" + i);
            orders.add(order(disputed.get(i), LocalDate.of(2026, 11, 1 + i), c, "2001:0db8::" + c));
        }
        shop.upload(orders.toArray(String[]::new)).is(200);
        shop.report("REP" + c, "rep-" + c, "2026-05-01");
        if (tracked) {
            shop.post("/api/v2/track", """
                    {"email": "c%1$d@example.com", "ip": "2001:db8::%1$d", "observedAt": "2026-02-01T09:11:00Z"}""".formatted(c)).is(200);
        }
        int made = 0;
        for (String id : disputed) {
            shop.dispute(id, "case-of-" + id, "10.4", "2026-11-15");
            String text = PdfCheck.words(shop.get("/api/v2/orders/" + id + "/evidence.pdf?for=issuer")
                            .is(200)
                            .body()
                            .toArray())
                    .replace('\u00a0', ' ');
            assertFacts(text, id, first, second, c, tracked);
            List<String> others = new ArrayList<>(disputed);
            others.remove(id);
            others.add("REP" + c);
            others.forEach(other -> assertFalse(text.contains(other), () -> other + " in " + text));
            FORBIDDEN.forEach(
                    word -> assertFalse(text.toLowerCase(Locale.ROOT).contains(word), () -> word + " in " + text));
            made++;
        }
        return made;
    }

    private static void assertFacts(String text, String id, String first, String second, int c, boolean tracked) {
        List<String> facts = new ArrayList<>(List.of(
                "Tea House",
                "+1 217 555 0100",
                "https://tea.example",
                "case-of-" + id,
                "10.4",
                "15 November 2026",
                "09:15 UTC",
                "1 March 2026",
                "1 February 2026",
                "2 March 2026",
                "4 March 2026",
                "Visa ending in 4242",
                "TEA HOUSE " + c,
                "Merchandise",
                "IP address 2001:db8::" + c + " ",
                "Customer account ID login-" + c + " ",
                "= same on all three"));
        for (String order : List.of(id, first, second)) {
            facts.addAll(List.of(order, "7402" + order, "ch_" + order, "AC" + order, "Green tea of " + order));
        }
        facts.add("1,50" + c / 100 + "." + String.valueOf(c).substring(1) + " USD");
        if (tracked) {
            facts.add("Order " + second
                    + ": tracked address of the same customer, recorded 4 minutes from the transaction");
        }
        facts.forEach(fact -> assertTrue(text.contains(fact), () -> fact + " is not in " + text));
        assertEquals(tracked, text.contains("tracked"));
        assertEquals(1, text.split("2001:db8::" + c + "\\b", -1).length - 1, text);
    }

    @Test
    void thereIsNoStatementIfSomethingIsMissing() {
        Shop shop = service.newShop();
        String first = order("P-1", LocalDate.of(2026, 3, 1), 1, "203.0.113.7");
        String second = order("P-2", LocalDate.of(2026, 2, 1), 1, "203.0.113.7");
        String own = order("A-1", LocalDate.of(2026, 11, 1), 1, "203.0.113.7");
        String path = "/api/v2/orders/A-1/evidence";
        shop.upload(own, first).is(200);

        Reply notEligible = shop.get(path + "?for=issuer").isProblem(Problem.EVIDENCE_NOT_READY);
        assertEquals("not_ready", notEligible.text("/code"));
        shop.upload(second.replaceFirst("\"arn\": \"[^\"]*\", ", "").replaceFirst("\"fulfilledAt\": \"[^\"]*\", ", ""))
                .is(200);
        for (String end : List.of("", ".html", ".pdf")) {
            Reply lacking = shop.get(path + end + "?for=issuer").isProblem(Problem.EVIDENCE_NOT_READY);
            assertEquals(List.of("/arn required", "/fulfilledAt required"), lacking.errors());
            assertEquals(
                    "Order P-2 has no acquirer reference number (ARN); PATCH the order with arn. Order P-2 has no"
                            + " fulfilment date; PATCH the order with fulfilledAt.",
                    lacking.text("/detail"));
        }
        shop.patch("/api/v2/orders/P-2", "{\"arn\": \"7402P-2\", \"fulfilledAt\": \"2026-02-04\"}")
                .is(200);

        String page = shop.get(path + "?for=issuer").is(200).text();
        assertTrue(page.contains("Evidence for order A-1"), page);
        shop.dispute("A-1", "d", "10.4", "2026-11-12");
        shop.get(path + "?for=issuer&asOf=2026-11-12").is(200);
        shop.get(path + "?for=issuer&asOf=2026-11-13").isProblem(Problem.INVALID_PARAMETER);
        shop.get(path + "?for=bank").isProblem(Problem.INVALID_PARAMETER);
    }
}
