package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Currency;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.api.Shop;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.ServesApi;
import org.orderevidence.integration.Samples;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.service.DerivedOrders;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.store.Meaning;
import org.orderevidence.store.Page;
import org.orderevidence.store.Range;
import org.orderevidence.store.RecordKinds;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.Stored;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A purchase that has the ID of its payment, and then a better one, on any store. */
public interface MovedOrdersContract extends ServesApi {
    String OBJECT = "/data/object";
    String ORDERS = "/api/v2/orders";
    String CHARGE = "ch_3MugsForAnn0001";
    String PAYMENT = "pi_3MugsForAnn0001";

    /** An order of the same card, for which the purchase can be a prior. */
    String DISPUTED = """
            {"orders": [{"id": "D-1", "amount": 3000, "currency": "EUR", "transactionDate": "2026-11-01T00:00:00Z",
             "ip": "203.0.113.7", "bin": "424242", "last4": "4242", "brand": "visa",
             "cardFingerprint": "fpAnnCard0000001"}]}""";

    String UPLOAD = """
            {"orders": [{"id": "A-1001", "amount": 4250, "currency": "EUR",
             "transactionDate": "2026-01-01T00:00:00Z", "gatewayTransactionId": "%s"}]}""";

    /** The order with its card, so that it is a prior without the parts of the purchase. */
    String UPLOAD_WITH_CARD = """
            {"orders": [{"id": "A-1001", "amount": 4250, "currency": "EUR",
             "transactionDate": "2026-01-01T00:00:00Z", "gatewayTransactionId": "%s", "ip": "203.0.113.7",
             "bin": "424242", "last4": "4242", "brand": "visa", "cardFingerprint": "fpAnnCard0000001"}]}""";

    /** The store that is served. */
    ServedStore store();

    /** The charge, which names no order. */
    static byte[] charge() {
        return Samples.changed(
                "stripe/charge-succeeded", OBJECT, object -> ((ObjectNode) object.path("metadata")).remove("order_id"));
    }

    /** A later event of the charge, after the merchant wrote the order id to it. */
    static byte[] namedCharge() {
        ObjectNode event = (ObjectNode) JsonMapper.shared().readTree(Samples.bytes("stripe/charge-succeeded"));
        event.put("id", "evt_named").put("type", "charge.updated").put("created", 1_767_229_200);
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[][] facts() {
        return new byte[][] {
            Samples.bytes("stripe/dispute-created"),
            Samples.bytes("stripe/fraud-warning"),
            Samples.bytes("stripe/refund-created")
        };
    }

    private static void assertWhole(JsonNode order) {
        JsonNode charge = order.path("charge");
        assertEquals("A-1001", charge.path("id").asString());
        assertEquals(CHARGE, charge.path("gatewayTransactionId").asString());
        assertEquals("203.0.113.7", charge.path("ip").asString());
        assertEquals(1, charge.path("disputes").size());
        assertEquals("10.4", charge.at("/disputes/0/condition").asString());
        assertEquals(1, charge.path("fraudReports").size());
        assertTrue(charge.path("refundedAmount").asLong() > 0, charge::toString);
    }

    @Test
    default void aPurchaseMovesToTheOrderThatALaterEventNames() {
        Merchant merchant = new Merchant(this, store());
        merchant.sendAndMap(charge());
        merchant.passAfter(Duration.ofMinutes(16));
        merchant.sendAndMap(facts());
        assertEquals(List.of(PAYMENT), merchant.listed());
        merchant.shop
                .patch(ORDERS + "/" + PAYMENT, "{\"arn\": \"74537604221222132710415\"}")
                .is(200);

        merchant.sendAndMap(namedCharge());

        assertEquals(List.of("A-1001"), merchant.listed());
        for (String query : List.of("", "?verdicts=true")) {
            String export = merchant.shop.get(ORDERS + "/export" + query).text();
            assertTrue(export.endsWith("\n{\"orders\":1,\"unreadable\":0,\"complete\":true}\n"), export);
        }
        assertWhole(merchant.order("A-1001"));
        JsonNode earlier = merchant.order(PAYMENT);
        assertEquals(merchant.order("A-1001"), earlier, "the earlier ID leads to the order");
        assertEquals("74537604221222132710415", earlier.at("/charge/arn").asString());
        assertEquals(List.of(), merchant.unmapped());
    }

    @Test
    default void aMovedPurchaseIsFoundByItsPaymentAndItsEarlierId() {
        Merchant merchant = new Merchant(this, store());
        merchant.sendAndMap(charge());
        merchant.passAfter(Duration.ofMinutes(16));
        merchant.sendAndMap(namedCharge());
        merchant.shop.uploadOne("#A-1001");

        for (String search : List.of(
                "{\"gatewayTransactionId\": \"" + PAYMENT + "\"}",
                "{\"gatewayTransactionId\": \"" + PAYMENT + "\", \"orderId\": \"a-1001\"}",
                "{\"orderId\": \"" + PAYMENT + "\"}")) {
            JsonNode found =
                    merchant.shop.post(ORDERS + "/search", search).is(200).at("/orders");
            assertEquals(1, found.size(), search + found);
            assertEquals("A-1001", found.at("/0/id").asString(), search);
        }
        String other = "{\"gatewayTransactionId\": \"" + PAYMENT + "\", \"orderId\": \"B\"}";
        assertEquals(
                0,
                merchant.shop
                        .post(ORDERS + "/search", other)
                        .is(200)
                        .at("/orders")
                        .size());
        Shop another = api().newShop();
        String payment = "{\"gatewayTransactionId\": \"" + PAYMENT + "\"}";
        assertEquals(
                0,
                another.post(ORDERS + "/search", payment).is(200).at("/orders").size());
    }

    /** What a store derives from a moved order is what it checks: nothing is left of the rows that the order had. */
    @Test
    default void aMovedOrderAndTheOtherOneAreWholeInTheStore() {
        Merchant merchant = new Merchant(this, store());
        merchant.sendAndMap(charge());
        merchant.passAfter(Duration.ofMinutes(16));
        merchant.sendAndMap(facts());
        merchant.sendAndMap(namedCharge());

        for (String id : List.of("A-1001", PAYMENT)) {
            assertTrue(
                    store().evidence().contents(merchant.space, new OrderId(id)).isPresent(), id);
        }
        Meaning orders = RecordKinds.of(new DerivedOrders(ServedApi.KEYRING)).stream()
                .filter(meaning -> meaning.kind().name().equals("orders"))
                .findFirst()
                .orElseThrow();
        RecordStore records = store().records();
        for (Page.Found found : records.scan(orders.kind(), null, 1_000).found()) {
            Stored order = assertInstanceOf(Page.Whole.class, found).record();
            List<Stored> rows = orders.rows(order, store().sealer().open(order));
            assertEquals(
                    rows,
                    records.read(rows.stream().map(row -> Range.one(row.key())).toList()).stream()
                            .flatMap(List::stream)
                            .toList());
        }
    }

    @Test
    default void anEarlierIdLeadsAllCallsToTheOrder() {
        Merchant merchant = new Merchant(this, store());
        merchant.sendAndMap(charge());
        merchant.passAfter(Duration.ofMinutes(16));
        merchant.sendAndMap(namedCharge());

        merchant.shop
                .patch(ORDERS + "/" + PAYMENT, "{\"arn\": \"74537604221222132710415\"}")
                .is(200);
        merchant.shop.dispute(PAYMENT, "D", "13.1", "2026-11-10");
        merchant.shop.report(PAYMENT, "R", "2026-11-10");

        JsonNode order = merchant.order("A-1001").path("charge");
        assertEquals("74537604221222132710415", order.path("arn").asString());
        assertEquals("D", order.at("/disputes/0/disputeId").asString());
        assertEquals("R", order.at("/fraudReports/0/reportId").asString());
        JsonNode found = merchant.shop
                .post(ORDERS + "/search", "{\"gatewayTransactionId\": \"" + CHARGE + "\"}")
                .is(200)
                .json();
        assertEquals(1, found.path("orders").size());
        assertEquals("A-1001", found.at("/orders/0/id").asString());
        String renewal = UPLOAD_WITH_CARD
                .formatted("ch_renewal")
                .replace("A-1001", "R-1")
                .replace("2026-01-01", "2026-02-01")
                .replace("\"ip\": \"203.0.113.7\"", "\"recurring\": true, \"initialOrderId\": \"" + PAYMENT + "\"");
        merchant.shop.post(ORDERS + "/upload", renewal).is(200);
        merchant.shop.post(ORDERS + "/upload", DISPUTED).is(200);
        JsonNode prior = merchant.order("D-1")
                .at("/compellingEvidence/priorTransactions")
                .valueStream()
                .filter(each -> each.path("orderId").asString().equals("R-1"))
                .findFirst()
                .orElseThrow();
        assertEquals("initial_order", prior.path("ipSource").asString(), prior::toString);
    }

    @Test
    default void aPurchaseMovesToTheOrderOfAnUploadThatHasItsChargeOrPayment() {
        for (String reference : List.of(CHARGE, PAYMENT)) {
            Merchant merchant = new Merchant(this, store());
            merchant.sendAndMap(charge());
            merchant.passAfter(Duration.ofMinutes(16));
            merchant.sendAndMap(facts());

            merchant.upload(UPLOAD.formatted(reference), reference);
            merchant.passAfter(Duration.ofSeconds(11));

            assertEquals(List.of("A-1001"), merchant.listed(), reference);
            JsonNode charge = merchant.order(PAYMENT).path("charge");
            assertEquals("A-1001", charge.path("id").asString());
            assertEquals(1, charge.path("disputes").size());
            assertEquals("203.0.113.7", charge.path("ip").asString());
        }
    }

    @Test
    default void anUploadIsNoticedAlsoIfTheInstanceEndedBeforeItLooked() {
        Merchant merchant = new Merchant(this, store());
        merchant.sendAndMap(charge());
        merchant.passAfter(Duration.ofMinutes(16));
        merchant.shop.post(ORDERS + "/upload", UPLOAD.formatted(CHARGE)).is(200);

        merchant.passAfter(Duration.ofMinutes(30));
        assertEquals(List.of("A-1001", PAYMENT), merchant.listed());
        merchant.passAfter(Duration.ofMinutes(31));

        assertEquals(List.of("A-1001"), merchant.listed());
    }

    /** A merchant who uses the ID of the payment as order ID keeps it. */
    @Test
    default void anOrderThatTheMerchantUploadsDoesNotMove() {
        Merchant merchant = new Merchant(this, store());
        merchant.sendAndMap(charge());
        merchant.passAfter(Duration.ofMinutes(16));
        merchant.shop
                .post(ORDERS + "/upload", UPLOAD.formatted(CHARGE).replace("A-1001", PAYMENT))
                .is(200);

        merchant.sendAndMap(namedCharge());
        merchant.passAfter(Duration.ofMinutes(2));

        assertEquals(List.of(PAYMENT), merchant.listed());
        assertEquals(List.of(), merchant.unmapped());
    }

    @Test
    default void anOrderWithoutRoomGetsNothingAndTheOldOneStays() {
        Merchant merchant = new Merchant(this, store());
        merchant.sendAndMap(charge());
        merchant.passAfter(Duration.ofMinutes(16));
        merchant.shop
                .post(ORDERS + "/upload", UPLOAD.formatted("ch_of_another_payment"))
                .is(200);
        List<Part> parts = new ArrayList<>();
        for (int i = 1; i < Part.MAX_PARTS; i++) {
            parts.add(new Part(
                    new PartKey(merchant.stripe.source(), "refund/re_" + i),
                    1,
                    new PartContent.RefundObject(
                            new Money(1, Currency.getInstance("EUR")),
                            PartContent.RefundObject.RefundState.UNDONE,
                            null)));
        }
        store().evidence()
                .put(merchant.space, List.of(new PartWrite(new OrderId("A-1001"), parts, null)), ServedApi.NOW);

        merchant.sendAndMap(namedCharge());
        merchant.passAfter(Duration.ofMinutes(2));

        assertEquals(List.of("A-1001", PAYMENT), merchant.listed());
        assertEquals(
                CHARGE,
                merchant.order(PAYMENT).at("/charge/gatewayTransactionId").asString());
        assertEquals(
                "ch_of_another_payment",
                merchant.order("A-1001").at("/charge/gatewayTransactionId").asString());
        assertEquals(List.of(), merchant.unmapped());
    }

    /** The upload is not noticed, as if its instance had ended, so both orders stay for an hour. */
    @Test
    default void anUploadThatStatesThePaymentCountsOnceBeforeTheMove() {
        for (String id : List.of("A-1001", "z-1001")) {
            Merchant merchant = new Merchant(this, store());
            merchant.shop.post(ORDERS + "/upload", DISPUTED).is(200);
            merchant.sendAndMap(charge());
            merchant.passAfter(Duration.ofMinutes(16));
            assertEquals(1, merchant.priors());

            merchant.shop
                    .post(
                            ORDERS + "/upload",
                            UPLOAD_WITH_CARD.formatted(PAYMENT).replace("A-1001", id))
                    .is(200);

            assertEquals(List.of(id, "D-1", PAYMENT).stream().sorted().toList(), merchant.listed());
            assertEquals(1, merchant.priors(), id);
        }
    }

    @Test
    @Tag("slow")
    default void inNoSequenceThePurchaseCountsTwice() {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            Merchant merchant = new Merchant(this, store());
            merchant.shop.post(ORDERS + "/upload", DISPUTED).is(200);
            List<Runnable> steps = new ArrayList<>();
            steps.add(() -> merchant.sendAndMap(charge()));
            steps.add(() -> merchant.sendAndMap(charge()));
            steps.add(() -> merchant.sendAndMap(Samples.bytes("stripe/refund-created")));
            steps.add(() -> merchant.passAfter(Duration.ofMinutes(16)));
            steps.add(() -> merchant.passAfter(Duration.ofMinutes(16)));
            steps.add(() -> merchant.sendAndMap(Samples.changed(
                    "stripe/session-completed",
                    OBJECT,
                    object -> ((ObjectNode) object.path("metadata")).remove("order_id"))));
            if (seed % 4 == 3) {
                steps.add(() -> merchant.upload(UPLOAD_WITH_CARD.formatted(PAYMENT), PAYMENT));
            } else if (seed % 2 == 0) {
                steps.add(() -> merchant.sendAndMap(namedCharge()));
            } else {
                steps.add(() -> merchant.upload(UPLOAD.formatted(CHARGE), CHARGE));
            }
            Collections.shuffle(steps, random);
            for (Runnable step : steps) {
                step.run();
                assertTrue(merchant.priors() <= 1, "seed " + seed);
            }
            merchant.passAfter(Duration.ofMinutes(16));
            merchant.passAfter(Duration.ofMinutes(61));

            assertEquals(List.of("A-1001", "D-1"), merchant.listed(), "seed " + seed);
            assertEquals(1, merchant.priors(), "seed " + seed);
            JsonNode purchase = merchant.order("A-1001").path("charge");
            assertEquals("203.0.113.7", purchase.path("ip").asString());
            assertTrue(purchase.path("refundedAmount").asLong() > 0, "seed " + seed);
            assertEquals(List.of(), merchant.unmapped());
        }
    }

    @Test
    @Tag("slow")
    default void aMoveThatEndsBetweenTwoStepsIsCompletedByAnotherInstance() {
        for (int calls = 0; ; calls++) {
            Merchant merchant = new Merchant(this, store());
            merchant.shop.post(ORDERS + "/upload", DISPUTED).is(200);
            merchant.sendAndMap(charge());
            merchant.passAfter(Duration.ofMinutes(16));
            merchant.sendAndMap(facts());

            AtomicInteger left = new AtomicInteger(calls);
            AtomicBoolean ended = new AtomicBoolean();
            merchant.send(namedCharge());
            merchant.restart(call -> {
                if ((call.is("update orders") || call.is("update integrations")) && left.getAndDecrement() <= 0) {
                    ended.set(true);
                    throw WebhookWorld.failure();
                }
            });
            merchant.passAfter(Duration.ofMinutes(2));
            assertTrue(merchant.priors() <= 1, "after " + calls + " calls");
            merchant.order(PAYMENT);

            merchant.restart(call -> {});
            merchant.passAfter(Duration.ofMinutes(2));
            merchant.passAfter(Duration.ofMinutes(2));

            assertEquals(List.of("A-1001", "D-1"), merchant.listed(), "after " + calls + " calls");
            assertWhole(merchant.order("A-1001"));
            assertWhole(merchant.order(PAYMENT));
            assertEquals(List.of(), merchant.unmapped());
            if (!ended.get()) {
                assertTrue(calls > 6, "only " + calls + " calls");
                return;
            }
        }
    }

    /** Another instance has found the old order, and writes to it when all of the move is done. */
    @Test
    default void aPartThatIsWrittenDuringAMoveIsNotLost() {
        for (String stopped : List.of("update orders", "read integrations")) {
            Merchant merchant = new Merchant(this, store());
            merchant.sendAndMap(charge());
            merchant.passAfter(Duration.ofMinutes(16));
            Webhooks other = merchant.instance(store().evidence(), store().integrations());

            AtomicInteger calls = new AtomicInteger();
            merchant.send(Samples.bytes("stripe/refund-created"));
            merchant.restart(call -> {
                if (call.is(stopped) && calls.incrementAndGet() == (stopped.equals("update orders") ? 1 : 4)) {
                    String secret = merchant.stripe.secrets().signing().value();
                    SignedWebhooks.receive(
                            other.receiver(),
                            merchant.stripe,
                            SignedWebhooks.stripe(secret, namedCharge(), merchant.clock.instant()));
                    other.worker().pass();
                }
            });
            merchant.passAfter(Duration.ofMinutes(2));

            assertEquals(List.of("A-1001"), merchant.listed(), stopped);
            JsonNode order = merchant.order("A-1001").path("charge");
            assertTrue(order.path("refundedAmount").asLong() > 0, order::toString);
        }
    }
}
