package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.Samples;
import org.orderevidence.order.Charge;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Bad events among good ones: none holds up another, and none is lost. */
class HostileEventsTest {
    private static final String OBJECT = "/data/object";
    private static final int SEQUENCES = 12;

    @TempDir
    private Path folder;

    /** An event about a purchase of its own. */
    private static byte[] event(String sample, String name, String type, long created) {
        ObjectNode event = (ObjectNode) JsonMapper.shared()
                .readTree(new String(Samples.bytes(sample), StandardCharsets.UTF_8)
                        .replace("MugsForAnn0001", "OfPurchase" + name)
                        .replace("A-1001", name));
        event.put("id", "evt_" + name + "_" + type + "_" + created)
                .put("type", type)
                .put("created", created);
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] charge(String name) {
        return event("stripe/charge-succeeded", name, "charge.succeeded", 1_767_225_601);
    }

    private static byte[] changed(byte[] event, java.util.function.Consumer<ObjectNode> change) {
        ObjectNode read = (ObjectNode) JsonMapper.shared().readTree(event);
        change.accept(read);
        return read.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static ObjectNode object(ObjectNode event) {
        return (ObjectNode) event.at(OBJECT);
    }

    /** Events that change nothing, with the reason of each. */
    private static SortedMap<String, byte[]> bad() {
        SortedMap<String, byte[]> bad = new TreeMap<>();
        bad.put(
                "missing_field 1",
                changed(charge("NO-AMOUNT"), event -> object(event).remove("amount")));
        bad.put("unknown_type 1", event("stripe/charge-succeeded", "ODD", "charge.teleported", 1_767_225_601));
        bad.put("unreadable 1", "not JSON".getBytes(StandardCharsets.UTF_8));
        bad.put("unreadable 2", "payload=%7B%7D&ping=1".getBytes(StandardCharsets.UTF_8));
        bad.put("unreadable 3", new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0});
        bad.put("unreadable 4", "[".repeat(5_000).getBytes(StandardCharsets.UTF_8));
        bad.put(
                "unsupported_amount 1",
                changed(
                        charge("NEGATIVE"),
                        event -> object(event).put("amount", -5).put("amount_captured", -5)));
        bad.put(
                "unsupported_currency 1",
                changed(charge("SHELLS"), event -> object(event).put("currency", "shl")));
        bad.put("wrong_mode 1", changed(charge("TEST"), event -> event.put("livemode", false)));
        return bad;
    }

    @Test
    void eachAcknowledgedEventIsMappedOrListedInAnySequence() throws IOException {
        for (int seed = 0; seed < SEQUENCES; seed++) {
            Random random = new Random(seed);
            try (WebhookWorld world = new WebhookWorld(Files.createDirectory(folder.resolve("of-" + seed)))) {
                Webhooks instance = world.instance();
                Integration stripe = world.stripe(instance);
                List<byte[]> events = new ArrayList<>(bad().values());
                for (int i = 0; i < 6; i++) {
                    String name = "GOOD-" + i;
                    events.add(charge(name));
                    events.add(charge(name));
                    events.add(event("stripe/charge-refunded", name, "charge.refunded", 1_767_398_400));
                    events.add(event("stripe/refund-created", name, "refund.created", 1_767_398_400));
                    events.add(event("stripe/dispute-created", name, "charge.dispute.created", 1_768_953_600));
                    events.add(event("stripe/fraud-warning", name, "radar.early_fraud_warning.created", 1_768_780_800));
                }
                // An unknown version of the API.
                events.add(changed(charge("FUTURE"), event -> event.put("api_version", "2031-01-01.next")));
                Collections.shuffle(events, random);
                for (byte[] event : events) {
                    world.send(instance, stripe, event);
                    if (random.nextInt(4) == 0) {
                        instance.worker().pass();
                    }
                }
                instance.worker().pass();
                world.move(Duration.ofMinutes(20));
                instance.worker().pass();
                world.move(Duration.ofMinutes(2));
                instance.worker().pass();

                List<String> reasons = bad().keySet().stream()
                        .map(key -> key.substring(0, key.indexOf(' ')))
                        .toList();
                assertEquals(reasons, world.unmapped(instance, stripe), "seed " + seed);
                for (int i = 0; i < 6; i++) {
                    var stored = world.order(stripe, "GOOD-" + i).orElseThrow();
                    Charge charge = stored.order().charge();
                    assertEquals((Long) 1_000L, charge.refundedAmountMinor(), "seed " + seed);
                    assertEquals(1, stored.disputes().size(), "seed " + seed);
                    assertEquals("10.4", stored.disputes().getFirst().condition());
                    assertEquals(1, stored.fraudReports().size(), "seed " + seed);
                }
                assertTrue(world.order(stripe, "FUTURE").isPresent(), "seed " + seed);
                EventCounts.Day counted = instance.eventCounts()
                        .count(stripe.id())
                        .days()
                        .values()
                        .iterator()
                        .next();
                assertEquals(bad().size() + 6 * 5 + 1, counted.received(), "a duplicate counts once, seed " + seed);
                assertEquals(0, counted.waiting(), "seed " + seed);
                assertEquals(
                        bad().size(),
                        counted.unmapped().values().stream()
                                .mapToLong(Long::longValue)
                                .sum());
            }
        }
    }
}
