package org.orderevidence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orderevidence.order.part.Platform;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Odd events, and events in any order, give a result, and never an exception. The seed of a failure is in its message. */
class OddEventsTest {
    private static final int TRIES = 5_000;
    private static final long SEED = Long.getLong("odd-events.seed", 20260102);
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    @Test
    void bodiesThatAreNoObjectAreUnreadable() {
        for (Platform platform : Platform.values()) {
            String sample = Samples.names(platform).getFirst();
            for (String body :
                    List.of("", "null", "[]", "\"a\"", "7", "{", "{\"a\":1}{", "\uFEFF{}", "{\"a\":1,\"a\":2}")) {
                List<Mapping> mapped = Samples.map(platform, sample, body.getBytes(StandardCharsets.UTF_8));

                assertEquals(
                        List.of(Mapping.Reason.UNREADABLE),
                        mapped.stream().map(Stated::reason).toList(),
                        platform + " " + body);
            }
            byte[] deep = ("{\"data\":" + "[".repeat(100_000)).getBytes(StandardCharsets.UTF_8);
            assertEquals(
                    Mapping.Reason.UNREADABLE,
                    Stated.reason(Samples.map(platform, sample, deep).getFirst()));
            byte[] notUtf8 = {'{', '"', (byte) 0xff, '"', ':', '1', '}'};
            assertEquals(
                    Mapping.Reason.UNREADABLE,
                    Stated.reason(Samples.map(platform, sample, notUtf8).getFirst()));
        }
    }

    @Test
    void bodiesOfAMegabyteGiveAResult() {
        int most = Webhook.MAX_BODY_BYTES;
        for (Platform platform : Platform.values()) {
            String sample = Samples.names(platform).getFirst();
            for (String unit : List.of("[],", "{\"a\":1},", "1,")) {
                assertRefused(platform, "[" + unit.repeat((most - 100) / unit.length()) + "0]");
            }
            for (String unit : List.of("4242 ", "\\u0000", "x")) {
                assertRefused(platform, '"' + unit.repeat((most - 100) / unit.length()) + '"');
            }
            byte[] larger = new byte[most + 1];
            Arrays.fill(larger, (byte) ' ');
            byte[] event = Samples.bytes(sample);
            System.arraycopy(event, 0, larger, 0, event.length);
            assertEquals(
                    Mapping.Reason.UNREADABLE,
                    Stated.reason(Samples.map(platform, sample, larger).getFirst()));
        }
    }

    /** In the fields without which no event of any platform has a meaning. */
    private static void assertRefused(Platform platform, String value) {
        String body = "{\"notificationItems\":" + value + ",\"id\":7}";
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        assertTrue(bytes.length <= Webhook.MAX_BODY_BYTES);

        assertNotNull(
                Stated.reason(Samples.map(platform, Samples.names(platform).getFirst(), bytes)
                        .getFirst()),
                platform + " " + body.substring(0, 40));
    }

    @Test
    void anEventOfExactlyAMegabyteIsMapped() {
        for (Platform platform : Platform.values()) {
            String sample = Samples.names(platform).getFirst();
            byte[] event = Samples.bytes(sample);
            byte[] padded = Arrays.copyOf(event, Webhook.MAX_BODY_BYTES);
            Arrays.fill(padded, event.length, padded.length, (byte) ' ');

            assertNull(Stated.reason(Samples.map(platform, sample, padded).getFirst()), sample);
        }
    }

    @ParameterizedTest
    @EnumSource
    void oddEventsGiveAResult(Platform platform) {
        Random random = new Random(SEED);
        List<String> samples = Samples.names(platform);
        Set<Mapping.Reason> reasons = EnumSet.noneOf(Mapping.Reason.class);
        int understood = 0;
        for (int i = 0; i < TRIES; i++) {
            String sample = samples.get(random.nextInt(samples.size()));
            JsonNode event = JsonMapper.shared().readTree(Samples.bytes(sample));
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                change(event, random);
            }
            byte[] body = event.toString().getBytes(StandardCharsets.UTF_8);
            try {
                for (Mapping mapping : Samples.map(platform, sample, body)) {
                    Mapping.Reason reason = Stated.reason(mapping);
                    if (reason == null) {
                        understood++;
                    } else {
                        reasons.add(reason);
                    }
                }
            } catch (RuntimeException e) {
                throw new AssertionError("seed " + SEED + ", try " + i + ", " + sample + ": " + event, e);
            }
        }
        assertTrue(understood > TRIES / 5, "understood: " + understood);
        assertTrue(
                reasons.containsAll(Set.of(Mapping.Reason.MISSING_FIELD, Mapping.Reason.UNSUPPORTED_AMOUNT)),
                "reasons: " + reasons);
    }

    /** Deletes a member, replaces it by something odd, or moves another member's value to it. */
    private static void change(JsonNode event, Random random) {
        List<JsonNode> containers = new ArrayList<>();
        collect(event, containers);
        if (containers.isEmpty()) {
            // An earlier change removed everything.
            return;
        }
        JsonNode container = containers.get(random.nextInt(containers.size()));
        if (container instanceof ObjectNode object) {
            List<String> names = List.copyOf(object.propertyNames());
            String name = names.get(random.nextInt(names.size()));
            switch (random.nextInt(3)) {
                case 0 -> object.remove(name);
                case 1 -> object.set(name, odd(random));
                default ->
                    object.set(
                            name,
                            object.get(names.get(random.nextInt(names.size()))).deepCopy());
            }
        } else if (container instanceof ArrayNode array) {
            array.set(random.nextInt(array.size()), odd(random));
        }
    }

    private static void collect(JsonNode node, List<JsonNode> containers) {
        if (node.isContainer() && !node.isEmpty()) {
            containers.add(node);
            node.forEach(child -> collect(child, containers));
        }
    }

    private static JsonNode odd(Random random) {
        return switch (random.nextInt(20)) {
            case 0 -> NODES.nullNode();
            case 1 -> NODES.booleanNode(random.nextBoolean());
            case 2 -> NODES.numberNode(-1);
            case 3 -> NODES.numberNode(0);
            case 4 -> NODES.numberNode(Long.MAX_VALUE);
            case 5 -> NODES.numberNode(Long.MIN_VALUE);
            case 6 -> NODES.numberNode(BigInteger.TEN.pow(200));
            case 7 -> NODES.numberNode(1.5);
            case 8 -> NODES.stringNode("");
            case 9 -> NODES.stringNode("   ");
            case 10 -> NODES.stringNode("x".repeat(5_000));
            case 11 -> NODES.stringNode("a\u0000b\u0085");
            case 12 -> NODES.stringNode("4111 1111 1111 1111");
            case 13 -> NODES.stringNode("9999-99-99T99:99:99Z");
            case 14 -> NODES.stringNode("-999999999-01-01T00:00:00Z");
            case 15 -> NODES.stringNode("1e999999999");
            case 16 -> NODES.stringNode("-0.001");
            case 17 -> NODES.stringNode("XTS");
            case 18 -> NODES.arrayNode().add(NODES.objectNode()).add(7);
            default -> NODES.objectNode().put("id", random.nextInt());
        };
    }
}
