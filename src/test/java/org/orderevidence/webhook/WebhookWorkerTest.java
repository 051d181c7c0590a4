package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.integration.InboxEvent;
import org.orderevidence.integration.InboxEvent.EventState;
import org.orderevidence.integration.InboxEvent.UnmappedEvent;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.integration.Samples;
import org.orderevidence.integration.Webhook;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Platform;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.IntegrationStore.Listing;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Page;
import org.orderevidence.store.Stored;
import org.orderevidence.waiting.LogLines;
import org.orderevidence.waiting.Waits;
import tools.jackson.databind.node.ObjectNode;

/** What the worker makes of events: orders, what waits, what is tried again, and tasks about personal data. */
class WebhookWorkerTest {
    private static final String OBJECT = "/data/object";
    private static final String REDACT = "customers/redact";

    @TempDir
    private Path folder;

    @AutoClose
    private WebhookWorld world;

    private Webhooks instance;
    private Integration stripe;
    private Integration shop;

    @BeforeEach
    void start() {
        world = new WebhookWorld(folder);
        instance = world.instance();
        stripe = world.stripe(instance);
        shop = world.connect(instance, Platform.SHOPIFY, IntegrationSettings.DEFAULTS);
    }

    private static final String ITEM = "/notificationItems/0/NotificationRequestItem";

    /** A charge of its own for an order. */
    private static byte[] charge(String order) {
        return charge(order, 4_250);
    }

    private static byte[] withId(byte[] event, String id) {
        String text = new String(event, java.nio.charset.StandardCharsets.UTF_8);
        return text.replace("evt_1OrderEvidence0001", id).getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    private void passAfter(Duration time) {
        world.move(time);
        instance.worker().pass();
        world.store().sweep(world.instant());
    }

    @Test
    void aPoisonEventIsTriedAgainAndNeverStopsTheNext() {
        world.broken.add("POISON");
        world.send(instance, stripe, charge("POISON"));
        world.send(instance, stripe, charge("GOOD-1"));
        instance.worker().pass();
        world.send(instance, stripe, charge("GOOD-2"));
        instance.worker().pass();

        assertTrue(world.order(stripe, "GOOD-1").isPresent());
        assertTrue(world.order(stripe, "GOOD-2").isPresent());
        assertFalse(world.order(stripe, "POISON").isPresent());
        assertEquals(List.of(), world.unmapped(instance, stripe), "it will be tried again");

        passAfter(Duration.ofMinutes(1));
        passAfter(Duration.ofMinutes(10));
        assertEquals(List.of(), world.unmapped(instance, stripe));
        passAfter(Duration.ofMinutes(60));
        assertEquals(List.of("failed"), world.unmapped(instance, stripe));
        passAfter(Duration.ofDays(1));
        assertEquals(List.of("failed"), world.unmapped(instance, stripe), "it is not tried any more");

        world.broken.clear();
        Listing<UnmappedEvent> page = instance.inbox().unmapped(stripe.id(), null, 10);
        assertTrue(instance.inbox().replay(stripe.id(), page.items().getFirst().id(), world.instant()));
        passAfter(Duration.ofSeconds(10));
        assertTrue(world.order(stripe, "POISON").isPresent());
        assertEquals(List.of(), world.unmapped(instance, stripe));
    }

    @Test
    void whatAnInstanceLeavesAnotherMaps() {
        Webhooks dead = world.instance();
        world.send(dead, stripe, charge("A-1"));

        passAfter(Duration.ofSeconds(45));
        assertFalse(world.order(stripe, "A-1").isPresent(), "it is the other's for 60 seconds");
        passAfter(Duration.ofSeconds(16));
        assertTrue(world.order(stripe, "A-1").isPresent());
    }

    private void fillMemory() {
        for (int i = 0; i < WebhookWorker.MAX_REMEMBERED; i++) {
            instance.worker().arrived(RecordKeys.event(stripe.id(), "%034x".formatted(i)));
        }
    }

    @Test
    void aFailedEventIsNotTriedEarlierBecauseMemoryWasFull() {
        world.broken.add("A-1");
        world.send(instance, stripe, charge("A-1"));
        instance.worker().pass();
        world.broken.clear();
        fillMemory();
        world.send(instance, stripe, charge("A-2"));

        instance.worker().pass();

        assertTrue(world.order(stripe, "A-2").isPresent());
        assertFalse(world.order(stripe, "A-1").isPresent());
        passAfter(Duration.ofMinutes(1));
        assertTrue(world.order(stripe, "A-1").isPresent());
    }

    @Test
    void anEventThatHadNoRoomInMemoryIsMappedWhenTheOthersAre() {
        fillMemory();
        world.send(instance, stripe, charge("A-1"));

        instance.worker().pass();

        assertTrue(world.order(stripe, "A-1").isPresent());
    }

    @Test
    void twoInstancesThatMapTheSameEventMakeOneOrder() {
        Webhooks other = world.instance();
        world.send(instance, stripe, charge("A-1"));
        world.move(Duration.ofMinutes(2));
        other.worker().pass();
        long version = world.order(stripe, "A-1").orElseThrow().version();

        instance.worker().pass();

        assertEquals(version, world.order(stripe, "A-1").orElseThrow().version());
    }

    @Test
    void aChargeThatNothingNamesBecomesAnOrderAfterAQuarterOfAnHour() {
        byte[] unnamed = Samples.changed(
                "stripe/charge-succeeded", OBJECT, object -> ((ObjectNode) object.path("metadata")).remove("order_id"));
        world.send(instance, stripe, unnamed);
        instance.worker().pass();

        passAfter(Duration.ofMinutes(14));
        assertFalse(world.order(stripe, "pi_3MugsForAnn0001").isPresent());
        passAfter(Duration.ofMinutes(2));
        assertTrue(world.order(stripe, "pi_3MugsForAnn0001").isPresent());
    }

    /** The order states the charge that won. The other one leads to it too. */
    @Test
    void aDisputeOfAChargeThatTheOrderDoesNotStateFindsItsOrder() {
        world.send(instance, stripe, Samples.bytes("stripe/dispute-created"));
        instance.worker().pass();
        byte[] newer = Samples.changed(
                "stripe/charge-succeeded",
                OBJECT,
                object -> object.put("id", "ch_newer")
                        .put("payment_intent", "pi_newer")
                        .put("created", object.path("created").asLong() + 60));
        world.send(instance, stripe, withId(newer, "evt_newer"));
        instance.worker().pass();
        assertEquals(List.of(), world.order(stripe, "A-1001").orElseThrow().disputes());

        world.send(instance, stripe, Samples.bytes("stripe/charge-succeeded"));
        passAfter(Duration.ofSeconds(6));

        var order = world.order(stripe, "A-1001").orElseThrow();
        assertEquals("ch_newer", order.order().charge().references().gatewayTransactionId());
        assertEquals(1, order.disputes().size());
    }

    /** Only the opening states the condition. A later stage does not wait for it longer than 15 minutes. */
    @ParameterizedTest
    @CsvSource({
        "authorisation chargeback-reversed chargeback, 1, chargeback",
        "authorisation chargeback-reversed chargeback, 20, chargeback",
        "chargeback chargeback-reversed authorisation, 20, chargeback chargeback-reversed",
        "chargeback-reversed chargeback authorisation, 20, chargeback chargeback-reversed",
        "chargeback-reversed authorisation chargeback, 20, chargeback",
        "chargeback-reversed chargeback authorisation, 20, chargeback",
        "chargeback chargeback-reversed authorisation, 20, chargeback",
        "chargeback chargeback-reversed authorisation, 20, none",
        "chargeback-reversed chargeback authorisation, 20, none"
    })
    void theStagesOfADisputeAndItsOrderMayArriveInAnySequence(String samples, int minutes, String namePayment) {
        Integration adyen = world.connect(instance, Platform.ADYEN, IntegrationSettings.DEFAULTS);
        for (String sample : samples.split(" ", -1)) {
            String payment = List.of(namePayment.split(" ", -1)).contains(sample) ? "PAYMENT0ANN00001" : "";
            byte[] item = Samples.changed("adyen/" + sample, ITEM, it -> it.put("originalReference", payment));
            sendAdyen(adyen, item);
            passAfter(Duration.ofSeconds(20));
            passAfter(Duration.ofMinutes(minutes));
        }

        passAfter(Duration.ofMinutes(2));

        var disputes = world.order(adyen, "A-1001").orElseThrow().disputes();
        assertEquals(1, disputes.size());
        assertEquals("10.4", disputes.getFirst().condition());
        assertEquals(Dispute.Status.WON, disputes.getFirst().status());
        assertEquals(
                LocalDate.parse("2026-01-25"), disputes.getFirst().openedAt().day());
        assertEquals(List.of(), world.unmapped(instance, adyen));
    }

    private void sendAdyen(Integration adyen, byte[] unsigned) {
        byte[] body = SignedWebhooks.adyenBody(adyen.secrets().signing().value(), unsigned);
        assertTrue(SignedWebhooks.receive(
                instance.receiver(),
                adyen,
                new Webhook(Map.of("Authorization", SignedWebhooks.basic("u", "p")), body)));
    }

    /** They are paid with other amounts and other digits, and yet are one purchase, unless another customer pays. */
    @ParameterizedTest
    @CsvSource({
        "true, ann@example.com, ''",
        "false, ann@example.com, ''",
        "true, bob@example.com, order_id_taken",
        "false, bob@example.com, order_id_taken"
    })
    void aGiftCardAndTheCardThatPaysTheRestAreOfOneOrder(boolean isGiftCardFirst, String email, String reason) {
        Integration adyen = world.connect(instance, Platform.ADYEN, IntegrationSettings.DEFAULTS);
        byte[] card = Samples.changed(
                "adyen/authorisation",
                ITEM,
                it -> it.withObjectProperty("additionalData").put("networkProcessingMode", "sale"));
        byte[] giftCard = Samples.changed("adyen/authorisation", ITEM, it -> {
            it.put("pspReference", "PAYMENT0GIFT0001").put("paymentMethod", "svs");
            it.withObjectProperty("amount").put("value", 700);
            it.withObjectProperty("additionalData")
                    .put("cardBin", "603628")
                    .put("cardSummary", "9999")
                    .put("alias", "X999999999999999")
                    .put("shopperEmail", email)
                    .put("networkProcessingMode", "sale")
                    .remove("PaymentAccountReference");
        });
        for (byte[] item : isGiftCardFirst ? List.of(giftCard, card) : List.of(card, giftCard)) {
            sendAdyen(adyen, item);
            passAfter(Duration.ofSeconds(20));
        }

        var order = world.order(adyen, "A-1001").orElseThrow().order();
        assertEquals(
                reason.isEmpty() || !isGiftCardFirst ? "PAYMENT0ANN00001" : "PAYMENT0GIFT0001",
                order.charge().references().gatewayTransactionId());
        assertTrue(
                world.unmapped(instance, adyen).toString().matches(reason.isEmpty() ? "\\[]" : ".*" + reason + ".*"));
    }

    /** Adyen does not name the payment of a later stage. The merchant's reference leads to the order. */
    @Test
    void aLaterStageOfADisputeWaitsForItsOrder() {
        Integration adyen = world.connect(instance, Platform.ADYEN, IntegrationSettings.DEFAULTS);
        for (String sample : List.of("chargeback-reversed", "authorisation")) {
            sendAdyen(adyen, Samples.bytes("adyen/" + sample));
            passAfter(Duration.ofMinutes(20));
        }

        var disputes = world.order(adyen, "A-1001").orElseThrow().disputes();
        assertEquals(
                List.of(Dispute.Status.WON),
                disputes.stream().map(Dispute::status).toList());
        assertEquals(List.of(), world.unmapped(instance, adyen));
    }

    @Test
    void anObjectWithoutOrderIsListedAfterThreeDays() {
        Integration shopify = world.connect(instance, Platform.SHOPIFY, IntegrationSettings.DEFAULTS);
        byte[] body = Samples.bytes("shopify/fulfillments-create");
        assertTrue(SignedWebhooks.receive(
                instance.receiver(),
                shopify,
                SignedWebhooks.shopify(shopify.secrets().signing().value(), "fulfillments/create", body)));
        for (int hour = 0; hour < 71; hour++) {
            passAfter(Duration.ofHours(1));
            assertEquals(List.of(), world.unmapped(instance, shopify), "hour " + hour);
        }
        passAfter(Duration.ofHours(2));
        assertEquals(List.of("no_order"), world.unmapped(instance, shopify));
    }

    @ParameterizedTest
    @ValueSource(strings = {"4012888888881881", "#10\u200b02", "LONG"})
    void anOrderOfAShopWhoseNameIsRefusedHasTheShopsIdAndIsListedOnce(String name) {
        String sent = name.equals("LONG") ? "#".repeat(200) : name;
        for (String topic : List.of("create", "paid")) {
            send("orders/" + topic, Samples.changed("shopify/orders-" + topic, "", order -> order.put("name", sent)));
        }
        send("order_transactions/create", Samples.bytes("shopify/transaction-authorization"));

        assertEquals(List.of("order_id_refused"), world.unmapped(instance, shop));
        assertEquals(
                "pi_3MugsForAnn0001",
                world.order(shop, "5501000000001")
                        .orElseThrow()
                        .order()
                        .charge()
                        .references()
                        .gatewayTransactionId());
    }

    @Test
    void anEventOfAnIntegrationThatWasRemovedChangesNothing() {
        world.send(instance, stripe, charge("A-1"));
        instance.integrations().remove(stripe.id());
        instance.worker().pass();

        assertFalse(world.order(stripe, "A-1").isPresent());
        assertEquals(List.of("removed"), world.unmapped(instance, stripe));
    }

    @Test
    void anEventIsDeletedAfter28Days() {
        world.send(
                instance, stripe, withId(Samples.changed("stripe/charge-succeeded", "", e -> e.put("type", "x")), "e"));
        instance.worker().pass();
        assertEquals(List.of("unknown_type"), world.unmapped(instance, stripe));

        passAfter(Duration.ofDays(28));
        assertEquals(List.of(), world.unmapped(instance, stripe));
        assertEquals(
                2,
                world.store()
                        .integrations()
                        .group("integrations", null, 100)
                        .items()
                        .size(),
                "the integrations");
    }

    /** A charge of its own for an order. */
    private static byte[] charge(String order, long amount) {
        byte[] renamed = Samples.changed("stripe/charge-succeeded", OBJECT, object -> {
            object.put("id", "ch_of_the_order_" + order).put("payment_intent", "pi_of_the_order_" + order);
            object.put("amount", amount).put("amount_captured", amount);
            ((ObjectNode) object.path("metadata")).put("order_id", order);
        });
        return withId(renamed, "evt_" + order);
    }

    private long links() {
        Kind kind = IntegrationStore.MEANINGS.getFirst().kind();
        return world.store().records().scan(kind, null, Page.MAX_RECORDS).found().stream()
                .filter(found -> found instanceof Page.Whole(Stored record)
                        && IntegrationStore.keyOf(record)
                                .filter(key -> key.group().startsWith("link/"))
                                .isPresent())
                .count();
    }

    @Test
    void aLinkEndsAfter800DaysWithoutUse() {
        Integration stripe = world.stripe(instance);
        world.send(instance, stripe, Samples.bytes("stripe/charge-succeeded"));
        instance.worker().pass();
        long made = links();
        assertTrue(made > 0);

        passAfter(Duration.ofDays(400));
        world.send(instance, stripe, withId(Samples.bytes("stripe/charge-succeeded"), "evt_later"));
        instance.worker().pass();
        passAfter(Duration.ofDays(799));
        assertEquals(made, links(), "the second event renewed them");

        passAfter(Duration.ofDays(2));
        assertEquals(0, links());
    }

    @Test
    @Timeout(60)
    void aSlowEventHoldsUpNoOther() throws InterruptedException {
        Integration stripe = world.stripe(instance);
        CountDownLatch slow = new CountDownLatch(1);
        world.held.put("SLOW", slow);
        world.send(instance, stripe, charge("SLOW", 100));
        for (int i = 0; i < 40; i++) {
            world.send(instance, stripe, charge("FAST-" + i, 100));
        }
        Thread pass = Thread.ofVirtual().start(instance.worker()::pass);
        awaitOrder(stripe, "FAST-39");
        world.send(instance, stripe, charge("LATER", 100));
        awaitOrder(stripe, "LATER");
        assertFalse(world.order(stripe, "SLOW").isPresent());

        slow.countDown();
        pass.join();
        assertTrue(world.order(stripe, "SLOW").isPresent());
    }

    private void awaitOrder(Integration stripe, String id) {
        Waits.until(() -> world.order(stripe, id).isPresent(), "there is no order of payment " + id);
    }

    /** One that is still mapped when it is due is not mapped twice at the same time. */
    @Test
    @Timeout(60)
    void anEventIsMappedOnceAtATime() throws InterruptedException {
        Integration stripe = world.stripe(instance);
        AtomicInteger writers = new AtomicInteger();
        CountDownLatch slow = new CountDownLatch(1) {
            @Override
            public void await() throws InterruptedException {
                writers.incrementAndGet();
                super.await();
            }
        };
        world.held.put("SLOW", slow);
        world.send(instance, stripe, charge("SLOW", 100));
        Thread first = Thread.ofVirtual().start(instance.worker()::pass);
        world.send(instance, stripe, charge("FAST", 100));
        awaitOrder(stripe, "FAST");
        world.move(Duration.ofMinutes(2));
        first.join();
        Thread second = Thread.ofVirtual().start(instance.worker()::pass);
        world.send(instance, stripe, charge("FAST-2", 100));
        awaitOrder(stripe, "FAST-2");

        slow.countDown();
        second.join();
        assertTrue(world.order(stripe, "SLOW").isPresent());
        assertEquals(1, writers.get());
    }

    private void send(String topic, byte[] body) {
        String secret = shop.secrets().signing().value();
        assertTrue(SignedWebhooks.receive(instance.receiver(), shop, SignedWebhooks.shopify(secret, topic, body)));
        instance.worker().pass();
    }

    private static byte[] redaction(String customer, long orders) {
        String numbers = LongStream.range(0, orders).mapToObj(Long::toString).collect(Collectors.joining(","));
        return ("{\"shop_domain\": \"mugs.example.com\", \"customer\": {\"email\": \"" + customer
                        + "\"}, \"orders_to_redact\": [" + numbers + "]}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private List<PrivacyTask> open() {
        return instance.tasks().list(shop.id(), false, null, 100).items();
    }

    private void finish(PrivacyTask task) {
        instance.tasks().finish(shop, task, "cli");
    }

    @Test
    void eachTopicIsATaskWithItsOrders() {
        send("orders/create", Samples.bytes("shopify/orders-create"));
        send(REDACT, Samples.bytes("shopify/customers-redact"));
        send("customers/data_request", Samples.bytes("shopify/customers-data-request"));
        send("shop/redact", Samples.bytes("shopify/shop-redact"));

        List<PrivacyTask> tasks = open();
        assertEquals(
                List.of("erase_customer", "erase_shop", "export_customer"),
                tasks.stream().map(task -> task.kind().wireName()).sorted().toList());
        PrivacyTask redact = tasks.stream()
                .filter(task -> task.kind() == PrivacyTask.Kind.ERASE_CUSTOMER)
                .findFirst()
                .orElseThrow();
        assertEquals(
                List.of(
                        new PrivacyTask.NamedOrder("gid://shopify/Order/5501000000001", new OrderId("#1001")),
                        new PrivacyTask.NamedOrder("gid://shopify/Order/5501000000002", null)),
                redact.orders());
        assertEquals(WebhookWorld.START.plus(Duration.ofDays(30)), redact.dueAt());
        assertFalse(redact.toString().contains("ann"), redact::toString);
        assertEquals(List.of(), world.unmapped(instance, shop));
    }

    @Test
    void aTaskStaysUntilItIsDone() {
        send(REDACT, Samples.bytes("shopify/customers-redact"));
        send(REDACT, Samples.bytes("shopify/customers-redact"));
        PrivacyTask task = open().getFirst();

        passAfter(Duration.ofDays(30));
        assertEquals(List.of(task), open(), "events end after 28 days");
        assertEquals(PrivacyTask.State.OPEN, task.state(world.instant()));
        passAfter(Duration.ofSeconds(10));
        assertEquals(PrivacyTask.State.OVERDUE, task.state(world.instant()));
        assertEquals(new PrivacyTasks.Count(1, 1), instance.tasks().count(shop.id()));

        finish(task);
        assertEquals(List.of(), open());
        PrivacyTask done = instance.tasks().find(shop.id(), task.id()).orElseThrow();
        assertEquals(new PrivacyTask.Done(world.instant(), "cli"), done.done());
        assertEquals(List.of(), done.orders());
        assertEquals(null, done.subject());
        assertFalse(instance.tasks().hasOpen(shop.id()));

        passAfter(Duration.ofDays(28));
        assertTrue(instance.tasks().find(shop.id(), task.id()).isEmpty());
    }

    /** The task is stored before the event is changed, so the event can be mapped once more. */
    @Test
    void anEventThatIsMappedAgainMakesNoSecondTask() {
        send(REDACT, Samples.bytes("shopify/customers-redact"));
        PrivacyTask task = open().getFirst();
        finish(task);
        var request = new PrivacyTask.Request(PrivacyTask.Kind.ERASE_SHOP, "mugs.example.com", null, List.of());
        var event = new InboxEvent(
                shop.id(),
                "x",
                REDACT,
                REDACT,
                world.instant(),
                new EventState.Waiting(0, world.instant()),
                Bytes.wrap(new byte[0]));

        assertTrue(instance.tasks().add(shop, task.id(), event, request));

        assertEquals(List.of(), open());
    }

    @Tag("slow")
    @Test
    void anIntegrationHasRoomForAThousandOpenTasks() {
        for (int i = 0; i < PrivacyTasks.MAX_OPEN; i++) {
            byte[] body = redaction("c" + i + "@example.com", 1);
            String secret = shop.secrets().signing().value();
            assertTrue(SignedWebhooks.receive(instance.receiver(), shop, SignedWebhooks.shopify(secret, REDACT, body)));
        }
        instance.worker().pass();
        assertEquals(PrivacyTasks.MAX_OPEN, instance.tasks().count(shop.id()).open());

        send(REDACT, redaction("one.more@example.com", 1));
        assertEquals(List.of("no_room"), world.unmapped(instance, shop));

        finish(open().getFirst());
        String event =
                instance.inbox().unmapped(shop.id(), null, 1).items().getFirst().id();
        assertTrue(instance.inbox().replay(shop.id(), event, world.instant()));
        passAfter(Duration.ofSeconds(10));
        assertEquals(PrivacyTasks.MAX_OPEN, instance.tasks().count(shop.id()).open());
        assertEquals(List.of(), world.unmapped(instance, shop));
    }

    @Test
    void aTaskNamesAtMostAThousandOrders() {
        send(REDACT, redaction("a@example.com", PrivacyTask.MAX_ORDERS));
        assertEquals(PrivacyTask.MAX_ORDERS, open().getFirst().orders().size());

        send(REDACT, redaction("b@example.com", PrivacyTask.MAX_ORDERS + 1));
        assertEquals(List.of("no_room"), world.unmapped(instance, shop));
        assertEquals(1, open().size());
    }

    @Test
    void overdueTasksAreLoggedOnceADay() {
        try (LogLines log = new LogLines(Level.WARN, PrivacyTasks.class.getName())) {
            Supplier<List<String>> logged = () ->
                    log.list().stream().map(ILoggingEvent::getFormattedMessage).toList();
            send(REDACT, redaction("a@example.com", 1));
            send(REDACT, redaction("b@example.com", 1));
            Instant due = open().getFirst().dueAt();
            passAfter(Duration.between(world.instant(), due));
            assertEquals(List.of(), logged.get());

            String line = "privacy tasks are overdue: 2; list them with ./evidence integration tasks";
            passAfter(Duration.ofDays(1));
            passAfter(Duration.ofHours(23));
            assertEquals(List.of(line), logged.get());
            passAfter(Duration.ofHours(1));
            assertEquals(List.of(line, line), logged.get());

            open().forEach(this::finish);
            passAfter(Duration.ofDays(1));
            assertEquals(2, logged.get().size());
        }
    }
}
