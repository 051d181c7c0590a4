package org.orderevidence.shop;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.cli.TestTerminal;
import org.orderevidence.order.part.Platform;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The life of a shop, told twice: as webhooks to test data, in random order, some twice, to two instances that are killed
 * again and again; and as uploads to live data. Both must be the same orders with the same verdicts.
 */
@Tag("faults")
interface ShopLifeContract {
    boolean FULL = Boolean.getBoolean("faults.full");
    int ORDERS = FULL ? 2_000 : 60;
    int KILLS = FULL ? 20 : 2;

    /** The clock of the short form is faster, so that an event of an instance that was killed is due within seconds. */
    int CLOCK_FACTOR = FULL ? 1 : 10;

    Duration LONGEST = FULL ? Duration.ofMinutes(15) : Duration.ofSeconds(60);
    int BATCH = 100;
    int EVENTS_BETWEEN_UNKNOWN = 25;
    int DOUBLED_OF_FIVE = 1;
    String PASSWORD = "a password of the shop";

    /** Returns the address of an empty store. */
    String newStore();

    Path folder();

    @Test
    default void theWebhooksOfAShopsLifeAreTheOrdersThatItCouldUpload() throws Exception {
        long seed = Long.getLong("shop.seed", System.nanoTime() % 1_000_000);
        System.out.println("the shop's life: -Dshop.seed=" + seed);
        try (ShopServices services = new ShopServices(folder(), newStore(), CLOCK_FACTOR)) {
            List<ShopOrder> orders = Shop.orders(ORDERS, seed, Instant.now());
            String live = services.liveKey();
            String test = testKey(services);
            upload(services, live, orders);
            track(services, List.of(live, test), orders);
            Map<Platform, JsonNode> integrations = integrations(services, test);
            int unknown = sendAll(services, integrations, orders, seed);

            long stored = (long) ShopWebhooks.of(orders).size() + unknown;
            ShopEvents events = new ShopEvents(
                    services,
                    test,
                    integrations.values().stream()
                            .map(integration -> integration.path("id").asString())
                            .toList());
            ShopEvents.Counted counted = events.awaitMapping(LONGEST);
            Map<String, String> different = differences(services, live, test, orders, seed);
            // The long form runs for half an hour, so it reports everything that is wrong.
            assertAll(
                    "seed " + seed,
                    () -> assertEquals(new ShopEvents.Counted(stored, 0), counted, "each event once"),
                    () -> assertEquals(Map.of(), different),
                    () -> assertEquals(Collections.nCopies(unknown, "payout.paid: unknown_type"), events.unmapped()),
                    () -> assertEquals(ids(orders), listed(services, test), "one order for each purchase"));
        }
    }

    private static String testKey(ShopServices services) {
        TestTerminal terminal = new TestTerminal();
        assertEquals(
                0,
                terminal.run(
                        "key",
                        "create",
                        "--test",
                        "--scope",
                        "admin",
                        "--json",
                        "--data",
                        services.data().toString(),
                        "--store",
                        services.store()),
                terminal::err);
        return terminal.json().path("key").asString();
    }

    private static void upload(ShopServices services, String key, List<ShopOrder> orders)
            throws IOException, InterruptedException {
        for (int from = 0; from < orders.size(); from += BATCH) {
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            var list = body.putArray("orders");
            orders.subList(from, Math.min(orders.size(), from + BATCH))
                    .forEach(order -> list.add(ShopUploads.order(order)));
            JsonNode answer = services.ask(key, "POST", "/api/v2/orders/upload", body.toString());
            assertEquals(0, answer.path("rejected").asInt(0), answer::toString);
        }
        for (ShopOrder order : orders) {
            for (ShopUploads.Upload fact : ShopUploads.facts(order)) {
                services.ask(key, "POST", fact.path(), fact.json().toString());
            }
        }
    }

    private static void track(ShopServices services, List<String> keys, List<ShopOrder> orders)
            throws IOException, InterruptedException {
        for (ShopOrder order : orders) {
            if (order.way() == ShopOrder.Way.STRIPE) {
                for (String key : keys) {
                    services.ask(
                            key,
                            "POST",
                            "/api/v2/track",
                            ShopUploads.sighting(order.purchase()).toString());
                }
            }
        }
    }

    private static Map<Platform, JsonNode> integrations(ShopServices services, String key)
            throws IOException, InterruptedException {
        Map<Platform, JsonNode> integrations = new EnumMap<>(Platform.class);
        for (Platform platform : Platform.values()) {
            ObjectNode body = JsonNodeFactory.instance
                    .objectNode()
                    .put("platform", platform.wireName())
                    .put("secret", secret(platform));
            if (platform == Platform.ADYEN) {
                body.put("basicUser", "adyen").put("basicPassword", PASSWORD);
            }
            integrations.put(platform, services.ask(key, "POST", "/api/v2/integrations", body.toString()));
        }
        // The other instance reads the list of integrations again after 5 seconds.
        TimeUnit.MILLISECONDS.sleep(5_500);
        return integrations;
    }

    private static String secret(Platform platform) {
        return switch (platform) {
            case STRIPE -> "whsec_of_the_shop";
            case SHOPIFY -> "the secret of the shop";
            case ADYEN -> "44782DEF547AAA06C910C43932B1EB0C";
        };
    }

    /** Sends everything while instances are killed. Returns the number of events that no mapper knows. */
    private static int sendAll(
            ShopServices services, Map<Platform, JsonNode> integrations, List<ShopOrder> orders, long seed)
            throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        List<ShopWebhooks.Sent> events = new ArrayList<>(ShopWebhooks.of(orders));
        int unknown = events.size() / EVENTS_BETWEEN_UNKNOWN;
        for (int i = 0; i < unknown; i++) {
            events.add(new ShopWebhooks.Sent(Platform.STRIPE, unknown("evt_1unknown" + i, services.now())));
        }
        for (ShopWebhooks.Sent sent : List.copyOf(events)) {
            if (random.nextInt(5) < DOUBLED_OF_FIVE) {
                events.add(sent);
            }
        }
        Map<Platform, PlatformSending.Target> targets = new EnumMap<>(Platform.class);
        integrations.forEach((platform, integration) -> targets.put(
                platform, new PlatformSending.Target(integration.path("path").asString(), secret(platform))));
        Collections.shuffle(events, random);
        PlatformSending sending = new PlatformSending(services, targets, events);
        sending.start();
        for (int kill = 0; kill < KILLS; kill++) {
            sending.awaitAcknowledged(events.size() * (kill + 1) / (KILLS + 1));
            services.restart(kill % ShopServices.INSTANCES);
        }
        assertEquals(List.of(), sending.end(), "no platform gets another answer than 200 or 503");
        System.out.println("the shop's life: " + events.size() + " webhooks, " + sending.sentAgain() + " sent again");
        return unknown;
    }

    private static UnsignedEvent unknown(String id, Instant now) {
        ObjectNode event = JsonNodeFactory.instance
                .objectNode()
                .put("id", id)
                .put("created", now.getEpochSecond())
                .put("livemode", false)
                .put("type", "payout.paid");
        event.putObject("data").putObject("object").put("id", "po_1" + id);
        return new UnsignedEvent(id, "payout.paid", event);
    }

    /** Waits until all orders are the same in both spaces. Returns those that are not, with what differs. */
    private static Map<String, String> differences(
            ShopServices services, String live, String test, List<ShopOrder> orders, long seed)
            throws IOException, InterruptedException {
        Set<String> open = new LinkedHashSet<>(ids(orders));
        Map<String, String> different = new LinkedHashMap<>();
        Instant end = Instant.now().plus(LONGEST);
        while (!open.isEmpty() && Instant.now().isBefore(end)) {
            different.clear();
            for (String id : List.copyOf(open)) {
                String path = "/api/v2/orders/" + id;
                String difference =
                        OrderDifference.of(services.ask(live, "GET", path, ""), services.ask(test, "GET", path, ""));
                if (difference.isEmpty()) {
                    open.remove(id);
                } else {
                    different.put(id, difference);
                }
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
        Map<String, Integer> verdicts = new TreeMap<>();
        // A verdict depends on other orders, which may have come after it was compared.
        for (String id : ids(orders)) {
            String path = "/api/v2/orders/" + id;
            String difference =
                    OrderDifference.of(services.ask(live, "GET", path, ""), services.ask(test, "GET", path, ""));
            if (!difference.isEmpty()) {
                different.put(id, difference);
            }
            verdicts.merge(
                    services.ask(test, "GET", path, "")
                            .at("/compellingEvidence/status")
                            .asString(""),
                    1,
                    Integer::sum);
        }
        System.out.println("the shop's life: " + verdicts);
        assertTrue(verdicts.getOrDefault("qualified", 0) > 0, () -> "verdicts differ: " + verdicts);
        if (!different.isEmpty()) {
            System.out.println("seed " + seed + ": " + different.size() + " orders differ");
        }
        return different;
    }

    private static Set<String> ids(List<ShopOrder> orders) {
        Set<String> ids = new TreeSet<>();
        orders.forEach(order -> ids.add(order.purchase().orderId()));
        return ids;
    }

    private static Set<String> listed(ShopServices services, String key) throws IOException, InterruptedException {
        Set<String> ids = new TreeSet<>();
        String cursor = "";
        do {
            JsonNode page = services.ask(key, "GET", "/api/v2/orders?per=100" + cursor, "");
            for (JsonNode order : page.path("orders")) {
                assertTrue(ids.add(order.path("id").asString()), "an order is listed once");
            }
            String next = page.path("nextCursor").asString("");
            cursor = next.isEmpty() ? "" : "&cursor=" + next;
        } while (!cursor.isEmpty());
        return ids;
    }

    /** Compares two answers about an order, field by field. */
    final class OrderDifference {
        /** Who stated a field and when it was stored differ between an upload and an integration. */
        private static final Set<String> OF_ONE_SPACE =
                Set.of("/charge/version", "/charge/uploadedAt", "/charge/sources");

        /** What only a platform says about a dispute, and who stated it. */
        private static final Pattern OF_A_PLATFORM = Pattern.compile(
                "/charge/disputes/\\d+/(amount|currency|reason|source|respondBy|submittedAt|processorEligibility)");

        private OrderDifference() {}

        /** Returns the fields that differ with both values; an empty text if the answers are equal. */
        static String of(JsonNode expected, JsonNode actual) {
            Map<String, String> left = leaves(expected);
            Map<String, String> right = leaves(actual);
            Set<String> paths = new TreeSet<>(left.keySet());
            paths.addAll(right.keySet());
            StringBuilder told = new StringBuilder();
            for (String path : paths) {
                String one = left.getOrDefault(path, "nothing");
                String other = right.getOrDefault(path, "nothing");
                if (!one.equals(other)) {
                    told.append(path)
                            .append(": ")
                            .append(one)
                            .append(" uploaded, ")
                            .append(other)
                            .append(" received; ");
                }
            }
            return told.toString();
        }

        private static Map<String, String> leaves(JsonNode node) {
            Map<String, String> leaves = new TreeMap<>();
            add(leaves, "", node);
            return leaves;
        }

        private static void add(Map<String, String> leaves, String path, JsonNode node) {
            if (OF_ONE_SPACE.contains(path) || OF_A_PLATFORM.matcher(path).matches()) {
                return;
            }
            if (node.isObject()) {
                node.properties().forEach(field -> add(leaves, path + '/' + field.getKey(), field.getValue()));
            } else if (node.isArray()) {
                for (int i = 0; i < node.size(); i++) {
                    add(leaves, path + '/' + i, node.path(i));
                }
            } else {
                leaves.put(path, node.toString());
            }
        }
    }
}
