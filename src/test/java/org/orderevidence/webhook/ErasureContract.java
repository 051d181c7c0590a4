package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.Scope;
import org.orderevidence.api.Shop;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.ServesApi;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.Samples;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Platform;
import org.orderevidence.store.Stored;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** Erasing orders, on any store. */
public interface ErasureContract extends ServesApi {
    String ORDERS = MovedOrdersContract.ORDERS;
    String ORDER = ORDERS + "/A-1001";
    String UPLOAD = """
            {"id": "A-1001", "amount": 4250, "currency": "EUR", "transactionDate": "2026-01-01T00:00:00Z",
             "gatewayTransactionId": "%s", "ip": "203.0.113.7", "bin": "424242", "last4": "4242",
             "receipt": {"customerEmail": "ann@example.com", "name": {"givenName": "Annabella", "familyName": "Leeward"},
              "lineItems": [{"productName": "Two mugs", "price": 4250}]}}""".formatted(MovedOrdersContract.CHARGE);

    /** What the samples and the upload say about the person. */
    List<String> CANARIES = List.of(
            "ann@example.com",
            "Ann Lee",
            "Annabella",
            "Leeward",
            "203.0.113.7",
            "+353 1 555 0100",
            "ann-17",
            "device-1",
            "1 Main Street",
            "Two mugs",
            "fpAnnCard0000001",
            "416021234567890");

    /** The store that is served. */
    ServedStore store();

    /** Returns the kinds that have something of the person in a space, opened or not. */
    default Set<String> traces(AccountSpace space) {
        return traces(store(), space, CANARIES);
    }

    /** Returns the kinds of records of a space that have one of these texts, opened or not. */
    static Set<String> traces(ServedStore store, AccountSpace space, Collection<String> texts) {
        Set<String> traces = new TreeSet<>();
        store.eachRecord((meaning, record) -> {
            byte[] content = meaning.kind().isSealed()
                    ? store.sealer().open(record)
                    : record.body().toArray();
            if (meaning.space(record, content).equals(space) && hasAny(record, content, texts)) {
                traces.add(meaning.name());
            }
        });
        return traces;
    }

    private static boolean hasAny(Stored record, byte[] content, Collection<String> texts) {
        String text = Stream.of(
                        record.key().part().toArray(),
                        record.key().sort().toArray(),
                        record.head().toArray(),
                        content)
                .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1))
                .reduce("", String::concat);
        return texts.stream().anyMatch(text::contains);
    }

    private static String outcome(Shop shop) {
        JsonNode answer = shop.upload(UPLOAD).is(200).json();
        String outcome = answer.at("/results/0/outcome").asString();
        assertEquals(1, answer.path(outcome).asInt());
        return outcome;
    }

    private static void assertGone(Shop shop) {
        shop.get(ORDER).isProblem(Problem.ORDER_NOT_FOUND);
        shop.get(ORDER + "/receipt").isProblem(Problem.ORDER_NOT_FOUND);
        shop.get(ORDER + "/receipt-links").isProblem(Problem.ORDER_NOT_FOUND);
        shop.patch(ORDER, "{\"arn\": \"74537604221222132710415\"}").isProblem(Problem.ORDER_NOT_FOUND);
        shop.post(ORDER + "/disputes", "{\"disputeId\": \"D\", \"condition\": \"10.4\", \"openedAt\": \"2026-11-12\"}")
                .isProblem(Problem.ORDER_NOT_FOUND);
        assertEquals(0, shop.get(ORDERS).is(200).at("/orders").size());
        assertEquals(0, shop.get(ORDERS).is(200).at("/total").asInt());
        assertEquals(
                0,
                shop.post(ORDERS + "/search", "{\"customerEmail\": \"ann@example.com\"}")
                        .is(200)
                        .at("/orders")
                        .size());
    }

    @Test
    default void nothingOfAnErasedOrderIsLeft() {
        Merchant merchant = new Merchant(this, store());
        merchant.sendAndMap(Samples.bytes("stripe/charge-succeeded"));
        merchant.sendAndMap(
                Samples.bytes("stripe/dispute-created"),
                Samples.bytes("stripe/fraud-warning"),
                Samples.bytes("stripe/refund-created"));
        assertEquals("updated", outcome(merchant.shop));
        String link = merchant.shop.post(ORDER + "/receipt-link", "{}").is(201).text("/url");
        assertTrue(traces(merchant.space).contains("orders"));

        merchant.shop.send("DELETE", ORDER).is(200);
        merchant.shop.send("DELETE", ORDERS + "/unknown").isProblem(Problem.ORDER_NOT_FOUND);

        assertEquals(Set.of(), traces(merchant.space));
        assertFalse(store().evidence().isErased(merchant.space, new OrderId("unknown")));
        assertGone(merchant.shop);
        merchant.shop
                .get(link.substring(ServedApi.PUBLIC_URL.toString().length()))
                .is(404);
        assertEquals("erased", outcome(merchant.shop));
        merchant.shop.send("DELETE", ORDER).is(200);
        assertEquals(Set.of(), traces(merchant.space));
        assertTrue(merchant.shop
                .get("/api/v2/account/audit")
                .is(200)
                .at("/entries")
                .valueStream()
                .anyMatch(entry -> entry.path("action").asString().equals("order_erased")
                        && entry.path("orderId").asString().equals("A-1001")));
    }

    /** The order came by an upload, so that no event has led to it before. */
    @Test
    default void aLateEventOfAnErasedOrderStoresNothing() {
        Merchant merchant = new Merchant(this, store());
        outcome(merchant.shop);
        merchant.shop.send("DELETE", ORDER).is(200);

        merchant.sendAndMap(MovedOrdersContract.charge());
        merchant.sendAndMap(Samples.bytes("stripe/dispute-created"));
        merchant.sendAndMap(MovedOrdersContract.namedCharge());

        assertEquals(
                List.of("charge.dispute.created erased", "charge.succeeded erased", "charge.updated erased"),
                merchant.unmapped().stream().sorted().toList());
        assertEquals(Set.of(), traces(merchant.space));
        assertGone(merchant.shop);
    }

    @Test
    default void aPurchaseThatWasMovedIsErasedWithBothOfItsOrders() {
        for (String named : List.of("A-1001", MovedOrdersContract.PAYMENT)) {
            Merchant merchant = new Merchant(this, store());
            merchant.sendAndMap(MovedOrdersContract.charge());
            merchant.passAfter(Duration.ofMinutes(16));
            merchant.sendAndMap(MovedOrdersContract.namedCharge());
            assertEquals(List.of("A-1001"), merchant.listed());

            merchant.shop.send("DELETE", ORDERS + "/" + named).is(200);

            assertEquals(Set.of(), traces(merchant.space));
            assertGone(merchant.shop);
            for (String id : List.of("A-1001", MovedOrdersContract.PAYMENT)) {
                assertTrue(store().evidence().isErased(merchant.space, new OrderId(id)), id);
            }
        }
    }

    @Test
    default void aPurchaseThatIsMovedTakesItsHoldAlong() {
        Merchant merchant = new Merchant(this, store());
        merchant.sendAndMap(MovedOrdersContract.charge());
        merchant.passAfter(Duration.ofMinutes(16));
        String payment = ORDERS + "/" + MovedOrdersContract.PAYMENT;
        merchant.shop.put(payment + "/hold", "{\"reason\": \"case 4711\"}").is(200);

        merchant.sendAndMap(MovedOrdersContract.namedCharge());

        merchant.shop.send("DELETE", payment).isProblem(Problem.ORDER_HELD);
        assertEquals("case 4711", merchant.shop.get(ORDER).is(200).text("/charge/hold/reason"));
        merchant.shop.send("DELETE", payment + "/hold").is(200);
        merchant.shop.send("DELETE", payment).is(200);
        assertEquals(Set.of(), traces(merchant.space));
    }

    /** The upload states a charge that is stored under the ID of its payment, and is erased before they are joined. */
    @Test
    default void anOrderWithTheIdOfItsPaymentIsErasedWithTheUploadOfThePurchase() {
        Merchant merchant = new Merchant(this, store());
        merchant.sendAndMap(MovedOrdersContract.charge());
        merchant.passAfter(Duration.ofMinutes(16));
        outcome(merchant.shop);

        merchant.shop.send("DELETE", ORDER).is(200);
        merchant.passAfter(Duration.ofHours(2));

        assertEquals(Set.of(), traces(merchant.space));
        assertGone(merchant.shop);
    }

    // Customers

    String CUSTOMER = "{\"email\": \"Ann@Example.com\"}";

    private static String order(String id, String day) {
        return """
                {"id": "%s", "amount": 4250, "currency": "EUR", "transactionDate": "%sT00:00:00Z",
                 "gatewayTransactionId": "ch_of_order_%s", "bin": "424242", "last4": "4242",
                 "receipt": {"customerEmail": "ann@example.com", "customerPhone": "+353 1 555 0100",
                  "name": {"givenName": "Annabella", "familyName": "Leeward"},
                  "billingAddress": {"line1": "1 Main Street"}, "shippingAddress": {"line1": "7 Side Street"},
                  "lineItems": [{"productName": "Two mugs", "price": 4250}]}}""".formatted(id, day, id);
    }

    private static void track(Shop shop, String ip, String at) {
        shop.post(
                        "/api/v2/track",
                        "{\"email\": \"ann@example.com\", \"ip\": \"%s\", \"observedAt\": \"%s\"}".formatted(ip, at))
                .is(200);
    }

    private static List<String> erased(JsonNode answer) {
        return Reply.rows(answer.path("orders"), "id", "outcome", "reason", "until");
    }

    private static JsonNode erase(Shop shop) {
        return shop.post("/api/v2/customers/erase", CUSTOMER).is(200).json();
    }

    private static JsonNode export(Shop shop) {
        return shop.post("/api/v2/customers/export", CUSTOMER).is(200).json();
    }

    @Test
    default void aCustomerIsErasedExceptForWhatDefendsAgainstDisputes() {
        Merchant merchant = new Merchant(this, store());
        Shop shop = merchant.shop;
        shop.upload(order("old", "2025-01-01"), order("open", "2025-01-02"), order("new", "2026-11-01"))
                .is(200);
        shop.dispute("open", "D", "10.4", "2025-03-01");
        track(shop, "198.51.100.7", "2026-10-31T23:00:00Z");
        track(shop, "198.51.100.8", "2026-11-05T10:00:00Z");
        assertEquals(3, export(shop).path("orders").size());
        assertEquals(2, export(shop).path("sightings").size());

        JsonNode preview = shop.post("/api/v2/customers/erase", "{\"email\": \"ann@example.com\", \"preview\": true}")
                .is(200)
                .json();
        assertEquals(3, export(shop).path("orders").size());
        assertEquals(2, export(shop).path("sightings").size());
        assertTrue(export(shop).toString().contains("Leeward"));

        JsonNode answer = erase(shop);

        assertEquals(preview, answer);
        assertEquals(List.of("new kept disputable 2027-03-01", "open kept open_dispute", "old erased"), erased(answer));
        assertEquals(1, answer.path("sightings").asInt());
        assertTrue(answer.path("complete").asBoolean());
        assertEquals(
                "198.51.100.7",
                export(shop).at("/sightings/0/ip").asString(),
                "a sighting is evidence for the new order");
        assertEquals(List.of("new kept disputable 2027-03-01", "open kept open_dispute"), erased(erase(shop)));
        for (String id : List.of("new", "open")) {
            JsonNode receipt = shop.get(ORDERS + "/" + id).is(200).json();
            assertTrue(receipt.toString().contains("ann@example.com"), receipt::toString);
            assertTrue(receipt.toString().contains("7 Side Street"), receipt::toString);
            assertIsReduced(receipt.toString());
        }
        assertEquals(
                "unchanged", shop.upload(order("new", "2026-11-01")).is(200).text("/results/0/outcome"));
        assertIsReduced(export(shop).toString());
        assertFalse(traces(merchant.space).contains("integrations"));

        merchant.eraseAfter(Duration.ofDays(101));
        shop.get(ORDERS + "/new").is(200);
        merchant.eraseAfter(Duration.ofDays(1));
        shop.get(ORDERS + "/new").is(404);
        shop.get(ORDERS + "/open").is(200);
        assertEquals(0, export(shop).path("sightings").size());

        shop.patch(ORDERS + "/open/disputes/D", "{\"status\": \"won\"}").is(200);
        merchant.eraseAfter(Duration.ofDays(1));
        assertEquals(Set.of(), traces(merchant.space));
        assertEquals(List.of(), erased(erase(shop)));
    }

    private static void assertIsReduced(String text) {
        for (String gone : List.of("Annabella", "Leeward", "555 0100", "1 Main Street")) {
            assertFalse(text.contains(gone), text);
        }
    }

    @Test
    default void anOrderThatIsHeldStaysAsItIsUntilItIsReleased() {
        Merchant merchant = new Merchant(this, store());
        Shop shop = merchant.shop;
        shop.upload(order("held", "2025-01-01")).is(200);
        String held = ORDERS + "/held";
        shop.with(api().key(shop.account(), Mode.LIVE, Scope.WRITE))
                .put(held + "/hold", "{\"reason\": \"x\"}")
                .isProblem(Problem.KEY_SCOPE);
        shop.put(held + "/hold", "{\"reason\": \" \"}").is(422);
        shop.put(ORDERS + "/unknown/hold", "{\"reason\": \"x\"}").isProblem(Problem.ORDER_NOT_FOUND);
        api().newShop().send("DELETE", held + "/hold").isProblem(Problem.ORDER_NOT_FOUND);

        JsonNode answer =
                shop.put(held + "/hold", "{\"reason\": \"case 4711\"}").is(200).json();
        assertEquals("updated", answer.path("outcome").asString());
        assertEquals("case 4711", answer.at("/charge/hold/reason").asString());
        shop.upload(order("held", "2025-01-01")).is(200);
        shop.send("DELETE", held).isProblem(Problem.ORDER_HELD);
        assertEquals(List.of("held kept hold"), erased(erase(shop)));
        String before = shop.get(held).is(200).json().toString();
        merchant.eraseAfter(Duration.ofDays(2));
        assertEquals(before, shop.get(held).is(200).json().toString());
        assertTrue(before.contains("Leeward"), before);

        for (String outcome : List.of("updated", "unchanged")) {
            answer = shop.send("DELETE", held + "/hold").is(200).json();
            assertEquals(outcome, answer.path("outcome").asString());
            assertFalse(answer.at("/charge").has("hold"));
        }
        merchant.eraseAfter(Duration.ofDays(1));
        assertEquals(Set.of(), traces(merchant.space));
        List<String> actions = shop.get("/api/v2/account/audit").is(200).rows("/entries", "action", "orderId");
        assertTrue(actions.containsAll(List.of("order_held held", "order_released held")), actions::toString);
    }

    @Test
    default void anErasedCustomerLeavesNoWebhooks() {
        Merchant merchant = new Merchant(this, store());
        merchant.send(MovedOrdersContract.charge());
        merchant.sendAndMap(Samples.changed(
                "stripe/charge-succeeded", MovedOrdersContract.OBJECT, object -> object.put("currency", "xxx")));
        assertEquals(Set.of("integrations"), traces(merchant.space));

        assertEquals(List.of(), erased(erase(merchant.shop)));

        assertEquals(Set.of(), traces(merchant.space));
        merchant.passAfter(Duration.ofMinutes(16));
        assertEquals(List.of(), merchant.listed());
    }

    @Test
    default void onlyTheCustomersOfTheAccountAreErased() {
        Shop shop = api().newShop();
        Shop other = api().newShop();
        for (Shop each : List.of(shop, other)) {
            each.upload(order("old", "2025-01-01")).is(200);
            track(each, "198.51.100.8", "2026-11-05T10:00:00Z");
        }
        assertEquals(
                List.of("/email required"),
                shop.post("/api/v2/customers/erase", "{}").is(422).errors());
        assertEquals(
                List.of("/cursor invalid_format"),
                shop.post("/api/v2/customers/export", "{\"email\": \"ann@example.com\", \"cursor\": \"x\"}")
                        .is(422)
                        .errors());

        assertEquals(List.of("old erased"), erased(erase(shop)));

        assertEquals(Set.of(), traces(new AccountSpace(shop.account(), Mode.LIVE)));
        assertEquals("old", export(other).at("/orders/0/charge/id").asString());
        assertEquals("198.51.100.8", export(other).at("/sightings/0/ip").asString());
    }

    // Requests of platforms

    private static List<String> audit(Shop shop) {
        return shop.get("/api/v2/account/audit")
                .is(200)
                .at("/entries")
                .valueStream()
                .filter(entry -> entry.path("actor").asString().equals("service"))
                .map(entry -> entry.path("action").asString())
                .sorted()
                .toList();
    }

    private static List<String> open(Shop shop, Integration shopify) {
        return shop.get("/api/v2/integrations/" + shopify.id() + "/tasks").is(200).rows("/tasks", "kind").stream()
                .sorted()
                .toList();
    }

    /** One of the two orders has another e-mail address, and can be disputed. */
    @Test
    default void aPlatformHasACustomerErased() {
        Merchant merchant = new Merchant(this, store());
        Integration shopify = merchant.connect(Platform.SHOPIFY);
        merchant.sendAndMap(shopify, "orders/paid", Samples.bytes("shopify/orders-paid"));
        merchant.sendAndMap(
                shopify,
                "orders/paid",
                Samples.changed(
                        "shopify/orders-paid",
                        "",
                        order -> order.put("id", 5501000000002L)
                                .put("name", "#1002")
                                .put("phone", "+353 1 555 0100")
                                .put("email", "bob@example.com")
                                .put("contact_email", "bob@example.com")
                                .put("created_at", "2026-11-01T12:00:00Z")
                                .put("processed_at", "2026-11-01T12:00:00Z")));
        track(merchant.shop, "198.51.100.8", "2026-11-05T10:00:00Z");
        merchant.sendAndMap(shopify, "customers/redact", Samples.bytes("shopify/customers-redact"));
        merchant.sendAndMap(shopify, "customers/data_request", Samples.bytes("shopify/customers-data-request"));
        merchant.sendAndMap(shopify, "shop/redact", Samples.bytes("shopify/shop-redact"));
        assertEquals(List.of("#1001", "#1002"), merchant.listed());
        assertTrue(merchant.order("%231002").toString().contains("555 0100"));

        merchant.eraseForPlatforms();

        assertEquals(List.of("#1002"), merchant.listed());
        assertEquals(0, export(merchant.shop).path("sightings").size());
        assertFalse(merchant.order("%231002").toString().contains("555 0100"));
        assertEquals(List.of("erase_customer", "erase_shop", "export_customer"), open(merchant.shop, shopify));
        assertEquals(List.of("customer_erased"), audit(merchant.shop));

        merchant.clock.move(Duration.ofDays(120));
        merchant.eraseForPlatforms();
        merchant.eraseForPlatforms();

        assertEquals(List.of(), merchant.listed());
        assertEquals(List.of("erase_shop", "export_customer"), open(merchant.shop, shopify));
        assertEquals(List.of("customer_erased", "order_erased", "privacy_task_done"), audit(merchant.shop));
    }

    @Test
    default void anErasureForAPlatformThatFailsBeforeTheStoredEventsIsCompleted() {
        Merchant merchant = new Merchant(this, store());
        Integration shopify = merchant.connect(Platform.SHOPIFY);
        merchant.send(MovedOrdersContract.charge());
        merchant.sendAndMap(Samples.changed(
                "stripe/charge-succeeded", MovedOrdersContract.OBJECT, object -> object.put("currency", "xxx")));
        merchant.sendAndMap(shopify, "customers/redact", Samples.bytes("shopify/customers-redact"));
        merchant.restart(call -> {
            if (call.is("update integrations")) {
                throw WebhookWorld.failure();
            }
        });
        merchant.eraseForPlatforms();
        assertEquals(Set.of("integrations"), traces(store(), merchant.space, Set.of("Ann Lee")));

        merchant.restart(call -> {});
        merchant.eraseAfter(Duration.ofMinutes(6));
        merchant.eraseForPlatforms();

        assertEquals(Set.of(), traces(store(), merchant.space, Set.of("Ann Lee")));
        assertEquals(List.of("customer_erased"), audit(merchant.shop));
        merchant.clock.move(Duration.ofDays(1));
        merchant.eraseForPlatforms();
        assertEquals(List.of(), open(merchant.shop, shopify));
        assertEquals(Set.of(), traces(merchant.space));
    }

    @Test
    default void anOrderIsErasedThatComesAfterTheRequestOfThePlatform() {
        Merchant merchant = new Merchant(this, store());
        Integration shopify = merchant.connect(Platform.SHOPIFY);
        merchant.sendAndMap(shopify, "customers/redact", Samples.bytes("shopify/customers-redact"));
        merchant.eraseForPlatforms();
        merchant.clock.move(Duration.ofHours(1));
        merchant.sendAndMap(shopify, "orders/paid", Samples.bytes("shopify/orders-paid"));

        merchant.eraseForPlatforms();
        assertEquals(List.of("#1001"), merchant.listed(), "a task that stays is looked at again after a day");
        assertEquals(List.of("erase_customer"), open(merchant.shop, shopify));
        merchant.clock.move(Duration.ofHours(23));
        merchant.eraseForPlatforms();

        assertEquals(List.of(), merchant.listed());
        assertEquals(List.of(), open(merchant.shop, shopify));
        assertEquals(Set.of(), traces(merchant.space));
    }
}
