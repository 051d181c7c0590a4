package org.orderevidence.integration.adyen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.Platforms;
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
    @CsvSource(
            delimiter = '|',
            value = {
                "authorisation                                              | FAILED    | 4250 EUR |",
                "capture-in-part authorisation authorisation-declined       | SUCCEEDED | 4000 EUR |",
                "authorisation capture-failed capture-in-part               | FAILED    | 4000 EUR |",
                "authorisation capture-in-part refund                       | SUCCEEDED | 4000 EUR | 1000",
                "refund-failed authorisation capture-in-part refund         | SUCCEEDED | 4000 EUR | 0",
                "authorisation capture-in-part refund refund-refused        | SUCCEEDED | 4000 EUR | 1000",
            })
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

    private static Mapping map(String sample) {
        return Platforms.map(Platform.ADYEN, "adyen/" + sample).getFirst();
    }

    private static Mapping mapWith(String sample, Consumer<ObjectNode> change) {
        byte[] body = Samples.changed("adyen/" + sample, ITEM, change);
        return Platforms.map(Platform.ADYEN, "adyen/" + sample, body).getFirst();
    }
}
