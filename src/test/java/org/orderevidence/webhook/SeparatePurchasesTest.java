package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.Faults;
import org.orderevidence.api.Shop;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.Samples;
import org.orderevidence.integration.stripe.Stripe;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.Moved;
import org.orderevidence.order.part.Platform;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Two purchases never become one order, and one purchase never becomes two priors, in whatever sequence events arrive.
 * Each scenario is repeated with random sequences. {@code -Dseparate.seed=NUMBER} repeats one of them.
 * The events of a checkout make the order that an upload of them makes.
 */
@Tag("strikes")
class SeparatePurchasesTest extends OnSqlite {
    /** Each sequence connects two of the {@link Integrations#MAX} integrations that a service can have. */
    private static final int SEQUENCES = Faults.rounds(4, 35);

    private static final Long ONE_SEED = Long.getLong("separate.seed");
    private static final IntegrationSettings TRUSTING =
            IntegrationSettings.DEFAULTS.with(Stripe.TRUST_CLIENT_REFERENCE);
    private static final List<String> EVENTS = List.of(
            "charge-succeeded",
            "session-completed",
            "charge-refunded",
            "refund-created",
            "dispute-created",
            "fraud-warning");
    /** What the events state, as a merchant would upload it. */
    private static final String UPLOAD = """
            {"id": "A-1001", "amount": 4250, "currency": "EUR", "transactionDate": "2026-01-01T00:00:00Z",
             "ip": "203.0.113.7", "deviceId": "device-1", "customerAccountId": "ann-17",
             "bin": "424242", "last4": "4242", "brand": "visa", "cardFingerprint": "fpAnnCard0000001",
             "gateway": "stripe", "gatewayTransactionId": "ch_3MugsForAnn0001"}""";
    /** The fields of the upload, without their source and time. */
    private static final List<String> COMPARED = List.of(
            "id",
            "amount",
            "currency",
            "transactionDate",
            "ip",
            "deviceId",
            "customerAccountId",
            "bin",
            "last4",
            "brand");

    private static void inRandomSequences(Consumer<Arrivals> scenario, Consumer<Arrivals> expected) {
        for (long seed = 0; seed < SEQUENCES; seed++) {
            if (ONE_SEED != null && seed != ONE_SEED) {
                continue;
            }
            Arrivals arrivals = new Arrivals();
            scenario.accept(arrivals);
            arrivals.arrive(new Random(seed));
            try {
                expected.accept(arrivals);
            } catch (AssertionError failed) {
                throw new AssertionError("seed " + seed + ": " + arrivals.objects(), failed);
            }
        }
    }

    private static Set<String> names(String... names) {
        return new TreeSet<>(List.of(names));
    }

    /** The victim's order has its charge: what another shopper pays is another purchase. */
    @Test
    void aShoppersReferenceDoesNotJoinAnOrderThatIsPaid() {
        inRandomSequences(
                arrivals -> {
                    arrivals.upload("V-1", "4250", "ch_3OfPurchaseVictim");
                    arrivals.stripe(PurchaseEvents.stripeCharge("Victim", charge -> {}));
                    arrivals.stripe(
                            PurchaseEvents.stripeCharge("Mallory", charge -> charge.put("created", 1_767_400_000)));
                    arrivals.stripe(PurchaseEvents.stripeSession("Mallory", "V-1"));
                },
                arrivals -> {
                    assertEquals(
                            names("charge/ch_3OfPurchaseVictim", "order"),
                            arrivals.objects().get("V-1"));
                    assertEquals(
                            names("charge/ch_3OfPurchaseMallory", "session/cs_live_OfPurchaseMallory"),
                            arrivals.objects().get("pi_3OfPurchaseMallory"));
                });
    }

    /** Whether the order is stored before or after the purchase that names it. */
    @Test
    void aShoppersReferenceDoesNotJoinAnOrderOfAnotherAmount() {
        inRandomSequences(
                arrivals -> {
                    arrivals.upload("V-1", "9900", "");
                    arrivals.stripe(PurchaseEvents.stripeCharge("Mallory", charge -> {}));
                    arrivals.stripe(PurchaseEvents.stripeSession("Mallory", "V-1"));
                },
                arrivals -> assertEquals(
                        Map.of(
                                "V-1",
                                names("order"),
                                "pi_3OfPurchaseMallory",
                                names("charge/ch_3OfPurchaseMallory", "session/cs_live_OfPurchaseMallory")),
                        arrivals.objects()));
    }

    /** The first purchase that names an unpaid order has it. */
    @Test
    void onlyOnePurchaseJoinsAnOrderByAShoppersReference() {
        inRandomSequences(
                arrivals -> {
                    arrivals.upload("V-1", "4250", "");
                    for (String purchase : List.of("One", "Two", "Three")) {
                        arrivals.stripe(PurchaseEvents.stripeCharge(purchase, charge -> {}));
                        arrivals.stripe(PurchaseEvents.stripeSession(purchase, "V-1"));
                    }
                },
                arrivals -> arrivals.objects()
                        .forEach((order, objects) -> assertTrue(
                                objects.stream()
                                                .filter(name -> name.startsWith("charge/"))
                                                .count()
                                        <= 1,
                                order + ": " + objects)));
    }

    /**
     * Two shops of one account at Stripe use the same order ids. The first payment has the order. Another customer paid the
     * same price.
     */
    @Test
    void purchasesOfTwoShopsWithOneOrderIdStayApart() {
        inRandomSequences(
                arrivals -> {
                    Random random = new Random(arrivals.merchant.space.account().hashCode());
                    for (String purchase : List.of("One", "Two", "Three")) {
                        arrivals.stripe(PurchaseEvents.stripeCharge(purchase, charge -> {
                            named(charge, purchase);
                            if (purchase.equals("Two")) {
                                charge.put("amount", 1003).put("amount_captured", 1003);
                                charge.withObject("/billing_details").put("email", "bob@example.com");
                            }
                        }));
                        arrivals.stripe(PurchaseEvents.namedSession(purchase, "W-19"));
                        arrivals.lastTwoTogether(random.nextBoolean());
                    }
                },
                arrivals -> {
                    Set<Set<String>> expected = new HashSet<>();
                    for (String purchase : List.of("One", "Two", "Three")) {
                        expected.add(
                                names("charge/ch_3OfPurchase" + purchase, "session/cs_live_OfPurchase" + purchase));
                    }
                    assertEquals(expected, Set.copyOf(arrivals.objects().values()));
                    assertTrue(arrivals.objects().containsKey("W-19"));
                    List<String> reasons = arrivals.merchant.unmapped().stream()
                            .map(event -> event.substring(event.indexOf(' ') + 1))
                            .toList();
                    assertEquals(List.of("order_id_taken", "order_id_taken"), reasons);
                });
    }

    /** The customer paid one order with two cards, or twice with one. */
    @Test
    void twoPaymentsOfOneOrderBelongToIt() {
        inRandomSequences(
                arrivals -> {
                    arrivals.stripe(PurchaseEvents.stripeCharge("One", charge -> named(charge, "One")));
                    arrivals.stripe(PurchaseEvents.stripeCharge("Two", charge -> {
                        named(charge, "Two");
                        charge.put("amount", 1003).put("amount_captured", 1003);
                    }));
                    arrivals.stripe(PurchaseEvents.stripeCharge("Ten", charge -> {
                        named(charge, "Ten");
                        ((ObjectNode) charge.at("/payment_method_details/card"))
                                .put("fingerprint", "cardOfPurchaseOne")
                                .put("last4", "1003");
                    }));
                },
                arrivals -> assertEquals(
                        1,
                        arrivals.objects().getOrDefault("W-19", Set.of()).size() / 3,
                        arrivals.objects().toString()));
    }

    /** A charge of its own amount and card for the order W-19. */
    private static void named(ObjectNode charge, String purchase) {
        int number = 1000 + purchase.length() + (purchase.charAt(1) == 'w' ? 100 : 0);
        charge.put("amount", number).put("amount_captured", number);
        charge.putObject("metadata").put("order_id", "W-19");
        ((ObjectNode) charge.at("/payment_method_details/card"))
                .put("fingerprint", "cardOfPurchase" + purchase)
                .put("last4", Integer.toString(number));
    }

    /** A shopper knows the payment ids of earlier purchases, and names one of them. */
    @Test
    void aShoppersReferenceDoesNotJoinAnotherPayment() {
        inRandomSequences(
                arrivals -> {
                    arrivals.stripe(PurchaseEvents.stripeCharge("First", charge -> {}));
                    arrivals.stripe(PurchaseEvents.stripeCharge("Second", charge -> {}));
                    arrivals.stripe(PurchaseEvents.stripeSession("Second", "pi_3OfPurchaseFirst"));
                },
                arrivals -> assertEquals(
                        Map.of(
                                "pi_3OfPurchaseFirst",
                                names("charge/ch_3OfPurchaseFirst"),
                                "pi_3OfPurchaseSecond",
                                names("charge/ch_3OfPurchaseSecond", "session/cs_live_OfPurchaseSecond")),
                        arrivals.objects()));
    }

    /** A gateway can write the same text as the authorization of all payments. */
    @Test
    void ordersOfAShopStayApartIfTheirPaymentsHaveOneId() {
        inRandomSequences(
                arrivals -> {
                    for (int number = 1; number <= 3; number++) {
                        arrivals.shopify("orders/create", PurchaseEvents.shopOrder(number));
                        arrivals.shopify(
                                "order_transactions/create", PurchaseEvents.shopPayment(number, "AUTHORIZED-OFFLINE"));
                    }
                },
                SeparatePurchasesTest::assertOrdersOfShopAreApart);
    }

    @Test
    void anOrderOfAShopThatNamesThePaymentOfAnotherStaysApart() {
        inRandomSequences(
                arrivals -> {
                    arrivals.stripe(PurchaseEvents.stripeCharge("First", charge -> {}));
                    for (int number = 1; number <= 3; number++) {
                        arrivals.shopify("orders/create", PurchaseEvents.shopOrder(number));
                        arrivals.shopify(
                                "order_transactions/create", PurchaseEvents.shopPayment(number, "ch_3OfPurchaseFirst"));
                    }
                },
                SeparatePurchasesTest::assertOrdersOfShopAreApart);
    }

    @Test
    void anOrderOfAShopDoesNotTakeOverTheOrderThatAnUploadMadeOfAnother() {
        inRandomSequences(
                arrivals -> {
                    arrivals.upload("#1001", "4250", "ch_3OfPurchaseFirst");
                    arrivals.stripe(PurchaseEvents.stripeCharge("First", charge -> {}));
                    for (int number = 1; number <= 2; number++) {
                        arrivals.shopify("orders/create", PurchaseEvents.shopOrder(number));
                        arrivals.shopify(
                                "order_transactions/create", PurchaseEvents.shopPayment(number, "ch_3OfPurchaseFirst"));
                    }
                },
                SeparatePurchasesTest::assertOrdersOfShopAreApart);
    }

    private static boolean isShopOrder(String object) {
        return object.matches("order/[0-9]+");
    }

    private static void assertOrdersOfShopAreApart(Arrivals arrivals) {
        Map<String, Set<String>> objects = arrivals.objects();
        objects.forEach((order, names) -> assertTrue(
                names.stream().filter(SeparatePurchasesTest::isShopOrder).count() <= 1, order + ": " + names));
        objects.forEach((order, names) -> {
            String number = names.stream()
                    .filter(SeparatePurchasesTest::isShopOrder)
                    .map(name -> name.substring(name.length() - 1))
                    .findFirst()
                    .orElse("none");
            names.stream()
                    .filter(name -> name.startsWith("transaction/"))
                    .forEach(name -> assertTrue(name.replace("/state", "").endsWith(number), order + ": " + names));
        });
    }

    /** The shop, the processor and an upload state one purchase. */
    @Test
    void aPurchaseOfAShopAndItsProcessorIsOneOrder() {
        inRandomSequences(
                arrivals -> {
                    arrivals.stripe(PurchaseEvents.stripeCharge("First", charge -> {}));
                    arrivals.shopify("orders/create", PurchaseEvents.shopOrder(1));
                    arrivals.shopify("order_transactions/create", PurchaseEvents.shopPayment(1, "ch_3OfPurchaseFirst"));
                },
                arrivals -> assertEquals(
                        Map.of(
                                "#1001",
                                names(
                                        "charge/ch_3OfPurchaseFirst",
                                        "order/5501000000001",
                                        "order/5501000000001/state",
                                        "transaction/6601000000001",
                                        "transaction/6601000000001/state")),
                        arrivals.objects()));
    }

    /** Two platforms name the order differently. Both orders have the payment, which counts once. */
    @Test
    void aPurchaseThatTwoPlatformsNameDifferentlyIsOnePrior() {
        for (String authorization : List.of("ch_3OfPurchaseFirst", "pi_3OfPurchaseFirst")) {
            inRandomSequences(
                    arrivals -> {
                        arrivals.stripe(PurchaseEvents.stripeCharge(
                                "First",
                                charge -> charge.putObject("metadata")
                                        .put("order_id", "X-1")
                                        .put("oe_ip", "198.51.100.9")));
                        arrivals.shopify("orders/create", PurchaseEvents.shopOrder(1));
                        arrivals.shopify("order_transactions/create", PurchaseEvents.shopPayment(1, authorization));
                    },
                    arrivals -> assertTrue(priors(arrivals) <= 1, authorization));
        }
    }

    /** The number of orders of one card and address that count as priors for a later one. */
    private static int priors(Arrivals arrivals) {
        arrivals.merchant.shop.post("/api/v2/orders/upload", """
                {"orders": [{"id": "D-1", "amount": 3000, "currency": "EUR",
                 "transactionDate": "2026-11-01T00:00:00Z", "ip": "198.51.100.9", "bin": "424242", "last4": "4242",
                 "brand": "visa", "cardFingerprint": "fpAnnCard0000001"}]}""").is(200);
        return arrivals.merchant.priors();
    }

    @Test
    void eachSequenceWithDuplicatesGivesTheOrderThatAnUploadGives() throws IOException {
        Shop uploads = service.newShop();
        uploads.post("/api/v2/orders/upload", "{\"orders\": [" + UPLOAD + "]}").is(200);
        JsonNode uploaded = order(uploads);
        JsonNode first = null;
        for (int seed = 0; seed < SEQUENCES; seed++) {
            JsonNode order = order(afterEvents(seed));
            for (String field : COMPARED) {
                assertEquals(find(uploaded, field), find(order, field), "seed " + seed + ", " + field);
            }
            if (first == null) {
                first = order;
            }
            assertEquals(stable(first), stable(order), "seed " + seed);
        }
    }

    /** Stripe states the card, so the upload need not. */
    @Test
    void anUploadWithoutACardOfAnOrderThatHasOneDoesNotWarn() throws IOException {
        String order = """
                {"id": "%s", "amount": 4250, "currency": "EUR", "transactionDate": "2026-01-01T00:00:00Z"}""";
        Shop shop = afterEvents(SEQUENCES);
        for (String outcome : List.of("updated", "unchanged")) {
            JsonNode answer = shop.post(
                            "/api/v2/orders/upload",
                            "{\"orders\": [" + order.formatted("A-1001") + ", " + order.formatted("A-2") + "]}")
                    .is(200)
                    .json();
            assertEquals(outcome, answer.at("/results/0/outcome").asString());
            assertEquals(0, answer.at("/results/0/warnings").size(), outcome);
            assertEquals(
                    "credential_missing",
                    answer.at("/results/1/warnings/0/code").asString(),
                    "no source states the card of this one");
            JsonNode lines = shop.send(
                            "POST",
                            "/api/v2/orders/upload",
                            "application/x-ndjson",
                            order.formatted("A-1001") + "\n" + order.formatted("A-2") + "\n")
                    .is(200)
                    .json();
            assertEquals(1, lines.path("linesWithWarnings").asInt());
        }
    }

    private static Shop afterEvents(int seed) {
        Random random = new Random(seed);
        List<String> events = new ArrayList<>(EVENTS);
        events.addAll(EVENTS.subList(0, 3));
        Collections.shuffle(events, random);
        Merchant merchant = new Merchant(service::served, service.store());
        for (String event : events) {
            merchant.send(Samples.bytes("stripe/" + event));
            if (random.nextBoolean()) {
                merchant.webhooks().worker().pass();
            }
        }
        merchant.passAfter(Duration.ZERO);
        merchant.passAfter(Duration.ofMinutes(2));
        sweep();
        assertEquals(List.of(), merchant.unmapped(), "seed " + seed);
        return merchant.shop;
    }

    private static void sweep() {
        ServedApi.pending(service.sqlite().evidence(), service.store().pending())
                .sweep();
    }

    private static JsonNode order(Shop shop) {
        Reply reply = shop.get("/api/v2/orders/A-1001").is(200);
        return reply.json();
    }

    /** The answer without what differs between any two stored orders. */
    private static String stable(JsonNode order) {
        ObjectNode copy = (ObjectNode) order.deepCopy();
        for (String differing : List.of("uploadedAt", "version")) {
            copy.findParents(differing).forEach(parent -> ((ObjectNode) parent).remove(differing));
        }
        return copy.toString().replaceAll("stripe:[a-z0-9]+", "stripe:x");
    }

    private static JsonNode find(JsonNode answer, String field) {
        return answer.findPath(field);
    }

    /** What arrives at a merchant with integrations of Stripe and Shopify. */
    private static final class Arrivals {
        final Merchant merchant = new Merchant(service::served, service.store(), TRUSTING);
        final Integration shopify = merchant.connect(Platform.SHOPIFY);
        final List<Runnable> arriving = new ArrayList<>();

        void stripe(byte[] event) {
            arriving.add(() -> merchant.send(event));
        }

        void shopify(String topic, byte[] body) {
            arriving.add(() -> merchant.send(shopify, topic, body));
        }

        void upload(String id, String amount, String charge) {
            String order = "{\"id\": \"" + id + "\", \"amount\": " + amount
                    + ", \"currency\": \"EUR\", \"transactionDate\": \"2026-01-01T00:00:00Z\""
                    + (charge.isEmpty() ? "" : ", \"gatewayTransactionId\": \"" + charge + "\"") + "}";
            arriving.add(() -> merchant.upload("{\"orders\": [" + order + "]}", charge));
        }

        /** The last two events arrive one after the other. */
        void lastTwoTogether(boolean swapped) {
            Runnable second = arriving.removeLast();
            Runnable first = arriving.removeLast();
            arriving.add(() -> {
                (swapped ? second : first).run();
                merchant.passAfter(Duration.ZERO);
                (swapped ? first : second).run();
                merchant.passAfter(Duration.ZERO);
            });
        }

        /** Everything arrives in a random sequence, with duplicates and pauses in between. */
        void arrive(Random random) {
            List<Runnable> sequence = new ArrayList<>(arriving);
            arriving.stream().filter(_ -> random.nextInt(4) == 0).forEach(sequence::add);
            Collections.shuffle(sequence, random);
            for (Runnable each : sequence) {
                each.run();
                if (random.nextInt(3) > 0) {
                    merchant.passAfter(Duration.ZERO);
                }
                if (random.nextInt(4) == 0) {
                    merchant.passAfter(Duration.ofMinutes(16));
                }
            }
            for (Duration pause :
                    List.of(Duration.ofSeconds(20), Duration.ofMinutes(16), Duration.ofHours(2), Duration.ofDays(2))) {
                merchant.passAfter(pause);
            }
            sweep();
        }

        /** The objects of each order that was not moved, such as {@code charge/ch_1}. */
        Map<String, Set<String>> objects() {
            Map<String, Set<String>> objects = new TreeMap<>();
            for (String id : merchant.listed()) {
                List<Part> parts = service.sqlite()
                        .evidence()
                        .contents(merchant.space, new OrderId(id))
                        .orElseThrow()
                        .parts();
                if (parts.stream().noneMatch(part -> part.content() instanceof Moved)) {
                    Set<String> names = new TreeSet<>();
                    parts.forEach(part -> names.add(part.key().object()));
                    objects.put(id, names);
                }
            }
            return objects;
        }
    }

    /** Events of several purchases, made from the samples. */
    private static final class PurchaseEvents {
        private static final String OBJECT = "/data/object";

        private PurchaseEvents() {}

        static byte[] stripeCharge(String purchase, Consumer<ObjectNode> change) {
            return stripeEvent("stripe/charge-succeeded", purchase, charge -> {
                charge.putObject("metadata");
                change.accept(charge);
            });
        }

        static byte[] stripeSession(String purchase, String clientReference) {
            return stripeEvent("stripe/session-completed", purchase, session -> {
                session.putObject("metadata");
                session.put("client_reference_id", clientReference);
            });
        }

        /** A session in whose metadata the merchant's server named the order. */
        static byte[] namedSession(String purchase, String order) {
            return stripeEvent(
                    "stripe/session-completed",
                    purchase,
                    session -> session.putObject("metadata").put("order_id", order));
        }

        private static byte[] stripeEvent(String sample, String purchase, Consumer<ObjectNode> change) {
            ObjectNode event = (ObjectNode) JsonMapper.shared()
                    .readTree(new String(Samples.bytes(sample), StandardCharsets.UTF_8)
                            .replace("MugsForAnn0001", "OfPurchase" + purchase));
            event.put("id", "evt_" + sample.substring(7) + "_" + purchase);
            change.accept((ObjectNode) event.at(OBJECT));
            return event.toString().getBytes(StandardCharsets.UTF_8);
        }

        static byte[] shopOrder(int number) {
            return Samples.changed(
                    "shopify/orders-create",
                    "",
                    order -> order.put("id", 5_501_000_000_000L + number)
                            .put("name", "#100" + number)
                            .put("financial_status", "paid"));
        }

        static byte[] shopPayment(int number, String authorization) {
            return Samples.changed(
                    "shopify/transaction-sale",
                    "",
                    sale -> sale.put("id", 6_601_000_000_000L + number)
                            .put("order_id", 5_501_000_000_000L + number)
                            .put("payment_id", "c550100000000" + number + ".1")
                            .put("authorization", authorization));
        }
    }
}
