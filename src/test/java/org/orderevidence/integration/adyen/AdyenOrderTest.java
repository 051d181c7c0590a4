package org.orderevidence.integration.adyen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.SampleMappings;
import org.orderevidence.integration.Samples;
import org.orderevidence.integration.Stated;
import org.orderevidence.integration.StatedTexts;
import org.orderevidence.order.Charge;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.Platform;
import tools.jackson.databind.node.ObjectNode;

/** What the events of payments of Adyen make of an order. */
class AdyenOrderTest {
    private static final String ITEM = "/notificationItems/0/NotificationRequestItem";

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            authorisation                                              | FAILED    | 4250 EUR |
            capture-in-part authorisation authorisation-declined       | SUCCEEDED | 4000 EUR |
            authorisation capture-failed capture-in-part               | FAILED    | 4250 EUR |
            authorisation capture-in-part refund                       | SUCCEEDED | 4000 EUR | 1000
            refund-failed authorisation capture-in-part refund         | SUCCEEDED | 4000 EUR | 0
            authorisation capture-in-part refund refund-refused        | SUCCEEDED | 4000 EUR | 1000
            """)
    void theEventsOfAPaymentMakeOneOrder(String samples, Charge.Status status, String amount, @Nullable Long refunded) {
        Composition.Complete composed = assertInstanceOf(
                Composition.Complete.class,
                Composition.of(
                        new OrderId("A-1001"),
                        Stated.parts(Arrays.stream(samples.split(" ", -1))
                                .map(AdyenOrderTest::map)
                                .toList())));
        Charge charge = composed.order().charge();

        assertEquals(status, charge.status());
        assertEquals(samples.equals("authorisation"), composed.uncaptured());
        assertEquals(amount, StatedTexts.money(charge.money()));
        assertEquals(refunded, charge.refundedAmountMinor());
        assertEquals("42424242", charge.credential().bin());
        assertEquals("PAYMENT0ANN00001", charge.references().gatewayTransactionId());
        assertTrue(composed.mismatched().isEmpty());
    }

    /** The shopper paid twice. The merchant cancelled the second payment, so the first one is the charge. */
    @Test
    void aSecondPaymentThatWasCancelledDoesNotHideTheFirst() {
        Consumer<ObjectNode> second = item -> {
            item.put("pspReference", "PAYMENT0ANN00002").put("eventDate", "2026-01-01T12:01:00+01:00");
            item.withObject("/additionalData").put("cardSummary", "1111");
        };
        Composition.Complete composed = assertInstanceOf(
                Composition.Complete.class,
                Composition.of(
                        new OrderId("A-1001"),
                        Stated.parts(List.of(
                                map("authorisation"),
                                map("capture-in-part"),
                                mapWith("authorisation", second),
                                mapWith(
                                        "cancellation",
                                        item -> item.put("originalReference", "PAYMENT0ANN00002")
                                                .put("eventDate", "2026-01-09T12:00:00+01:00"))))));
        Charge charge = composed.order().charge();

        assertEquals(Charge.Status.SUCCEEDED, charge.status());
        assertEquals("4242", charge.credential().last4());
        assertEquals("PAYMENT0ANN00001", charge.references().gatewayTransactionId());
        assertEquals("4000 EUR", StatedTexts.money(charge.money()));
    }

    /** The amount is that of the card. A refund of the gift card does not concern it. */
    @Test
    void aGiftCardThatPaysAPartIsNoChargeBesideTheCard() {
        Consumer<ObjectNode> giftCard = item -> {
            item.put("pspReference", "PAYMENT0GIFT0001").put("eventDate", "2026-01-01T12:05:00+01:00");
            item.put("paymentMethod", "svs");
            item.withObject("/amount").put("value", 1000);
            item.withObject("/additionalData").put("cardSummary", "9999").put("networkProcessingMode", "sale");
        };
        Composition.Complete composed = assertInstanceOf(
                Composition.Complete.class,
                Composition.of(
                        new OrderId("A-1001"),
                        Stated.parts(List.of(
                                mapWith("authorisation", giftCard),
                                map("authorisation"),
                                map("capture-in-part"),
                                mapWith("refund", item -> item.put("originalReference", "PAYMENT0GIFT0001"))))));
        Charge charge = composed.order().charge();

        assertEquals("4000 EUR", StatedTexts.money(charge.money()));
        assertEquals("4242", charge.credential().last4());
        assertEquals("PAYMENT0ANN00001", charge.references().gatewayTransactionId());
        assertFalse(charge.refunded());
        assertTrue(composed.mismatched().isEmpty(), composed.mismatched()::toString);
    }

    /** Events about one payment P with captures C1, C2 and refund R: any sequence of arrival and any dates. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            A                            | FAILED    | 10000 |
            A C1:6000                    | SUCCEEDED | 6000  |
            A C1:6000 C2:4000            | SUCCEEDED | 10000 |
            A C1:6000 C2:4000 R:4000     | SUCCEEDED | 10000 | 4000
            A C1:6000 C2:4000 R:10000    | SUCCEEDED | 10000 | 10000
            A C1:6000 C2:4000 F2:4000    | SUCCEEDED | 6000  |
            A C1:6000 C2:4000 F9:4000    | SUCCEEDED | 6000  |
            A C1:6000 F1:6000 C2:4000 F2:4000 | FAILED | 10000 |
            A C1:6000 F1:6000 C2:6000    | SUCCEEDED | 6000  |
            A F1:6000                    | FAILED    | 10000 |
            A C1:6000 X                  | SUCCEEDED | 6000  |
            A X                          | FAILED    | 10000 |
            S                            | SUCCEEDED | 10000 |
            S X                          | SUCCEEDED | 10000 |
            S F1:10000                   | FAILED    | 10000 |
            S F1:2500                    | SUCCEEDED | 7500  |
            A C1:10000 R:4000 Z:4000     | SUCCEEDED | 10000 | 0
            """)
    void theEventsOfAPaymentCountByWhatTheyAreAndNotByTheirDates(
            String events, Charge.Status status, long amount, @Nullable Long refunded) {
        long seed = events.hashCode();
        Random random = new Random(seed);
        for (int i = 0; i < 50; i++) {
            List<Mapping> arrived = new ArrayList<>();
            for (String event : events.split(" ", -1)) {
                arrived.add(event(event, random.nextInt(28)));
            }
            arrived.addAll(arrived.subList(0, random.nextInt(arrived.size())));
            Collections.shuffle(arrived, random);
            Charge charge = assertInstanceOf(
                            Composition.Complete.class,
                            Composition.of(new OrderId("A-1001"), Stated.parts(arrived)),
                            "seed " + seed)
                    .order()
                    .charge();

            assertEquals(status, charge.status());
            assertEquals(amount, charge.money().amountMinor());
            assertEquals(refunded, charge.refundedAmountMinor());
            assertEquals(refunded != null && refunded == amount, charge.refunded());
        }
    }

    private static Mapping event(String event, int day) {
        String[] words = event.split(":", -1);
        String sample = switch (words[0].charAt(0)) {
            case 'A', 'S' -> "authorisation";
            case 'C' -> "capture-in-part";
            case 'F' -> "capture-failed";
            case 'R' -> "refund";
            case 'Z' -> "refund-failed";
            default -> "cancellation";
        };
        return mapWith(sample, item -> {
            item.put("eventDate", "2026-02-%02dT12:00:00+01:00".formatted(day + 1));
            item.withObject("/amount").put("value", words.length > 1 ? Long.parseLong(words[1]) : 10000);
            if (sample.startsWith("capture")) {
                item.put("pspReference", "CAPTURE0ANN0000" + words[0].charAt(1));
            }
            if (sample.equals("cancellation")) {
                item.put("originalReference", "PAYMENT0ANN00001");
            }
            if (words[0].equals("S")) {
                item.withObject("/additionalData").put("networkProcessingMode", "sale");
            }
        });
    }

    /** The shopper paid twice, and the second payment was refunded. The first one is the charge. */
    @Test
    void theRefundOfASecondPaymentIsNotThatOfTheFirst() {
        Consumer<ObjectNode> second = item -> {
            item.put("pspReference", "PAYMENT0ANN00002").put("eventDate", "2026-01-01T12:01:00+01:00");
            item.withObject("/additionalData").put("cardSummary", "1111");
        };
        Composition.Complete composed = assertInstanceOf(
                Composition.Complete.class,
                Composition.of(
                        new OrderId("A-1001"),
                        Stated.parts(List.of(
                                map("authorisation"),
                                map("capture-in-part"),
                                mapWith("authorisation", second),
                                mapWith(
                                        "capture-in-part",
                                        item -> item.put("originalReference", "PAYMENT0ANN00002")
                                                .put("pspReference", "CAPTURE0ANN00002")),
                                mapWith("refund", item -> {
                                    item.put("originalReference", "PAYMENT0ANN00002");
                                    item.withObject("/amount").put("value", 4000);
                                })))));
        Charge charge = composed.order().charge();

        assertEquals("PAYMENT0ANN00001", charge.references().gatewayTransactionId());
        assertEquals("4242", charge.credential().last4());
        assertFalse(charge.refunded());
        assertNull(charge.refundedAmountMinor());
    }

    private static Mapping map(String sample) {
        return SampleMappings.map(Platform.ADYEN, "adyen/" + sample).getFirst();
    }

    private static Mapping mapWith(String sample, Consumer<ObjectNode> change) {
        byte[] body = Samples.changed("adyen/" + sample, ITEM, change);
        return SampleMappings.map(Platform.ADYEN, "adyen/" + sample, body).getFirst();
    }
}
