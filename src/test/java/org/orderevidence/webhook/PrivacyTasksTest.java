package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.integration.InboxEvent;
import org.orderevidence.integration.InboxEvent.EventState;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.integration.Samples;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Platform;

/** What becomes of requests about personal data. */
class PrivacyTasksTest {
    private static final String REDACT = "customers/redact";

    @TempDir
    private Path folder;

    private WebhookWorld world;
    private Webhooks instance;
    private Integration shop;

    @BeforeEach
    void start() {
        world = new WebhookWorld(folder);
        instance = world.instance();
        shop = world.connect(instance, Platform.SHOPIFY, IntegrationSettings.DEFAULTS);
    }

    @AfterEach
    void end() {
        world.close();
    }

    private void send(String topic, byte[] body) {
        String secret = shop.secrets().signing().value();
        assertTrue(instance.receiver().receive(shop, SignedWebhooks.shopify(secret, topic, body)));
        instance.worker().pass();
    }

    private static byte[] redaction(String customer, long orders) {
        String numbers = LongStream.range(0, orders).mapToObj(Long::toString).collect(Collectors.joining(","));
        return ("{\"shop_domain\": \"mugs.example.com\", \"customer\": {\"email\": \"" + customer
                        + "\"}, \"orders_to_redact\": [" + numbers + "]}")
                .getBytes(StandardCharsets.UTF_8);
    }

    private List<PrivacyTask> open() {
        return instance.tasks().list(shop.id(), false, null, 100).tasks();
    }

    private void finish(PrivacyTask task) {
        instance.tasks().finish(shop, task, "cli");
    }

    private void passAfter(Duration time) {
        world.move(time);
        instance.worker().pass();
        world.store().sweep(world.instant());
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

    @Test
    void anIntegrationHasRoomForAThousandOpenTasks() {
        for (int i = 0; i < PrivacyTasks.MAX_OPEN; i++) {
            byte[] body = redaction("c" + i + "@example.com", 1);
            String secret = shop.secrets().signing().value();
            assertTrue(instance.receiver().receive(shop, SignedWebhooks.shopify(secret, REDACT, body)));
        }
        instance.worker().pass();
        assertEquals(PrivacyTasks.MAX_OPEN, instance.tasks().count(shop.id()).open());

        send(REDACT, redaction("one.more@example.com", 1));
        assertEquals(List.of("no_room"), world.unmapped(instance, shop));

        finish(open().getFirst());
        String event = instance.inbox()
                .unmapped(shop.id(), null, 1)
                .events()
                .getFirst()
                .id();
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
        List<String> logged = new ArrayList<>();
        Logger logger = Logger.getLogger(PrivacyTasks.class.getName());
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord log) {
                logged.add(log.getLevel() + " " + log.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        logger.addHandler(handler);
        try {
            send(REDACT, redaction("a@example.com", 1));
            send(REDACT, redaction("b@example.com", 1));
            Instant due = open().getFirst().dueAt();
            passAfter(Duration.between(world.instant(), due));
            assertEquals(List.of(), logged);

            String line = "WARNING privacy tasks are overdue: 2; list them with ./evidence integration tasks";
            passAfter(Duration.ofDays(1));
            passAfter(Duration.ofHours(23));
            assertEquals(List.of(line), logged);
            passAfter(Duration.ofHours(1));
            assertEquals(List.of(line, line), logged);

            open().forEach(this::finish);
            passAfter(Duration.ofDays(1));
            assertEquals(2, logged.size());
        } finally {
            logger.removeHandler(handler);
        }
    }

    @Test
    void aTaskIsStoredSealed() throws IOException {
        send(REDACT, redaction("canary@example.com", 1));
        assertEquals(1, open().size());

        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertFalse(bytes.contains("canary"), file::toString);
                assertFalse(bytes.contains("mugs.example.com"), file::toString);
            }
        }
    }
}
