package org.orderevidence.integration.adyen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.Links.OrderIdHint;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.SampleMappings;
import org.orderevidence.integration.Samples;
import org.orderevidence.integration.Stated;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.Platform;

/** What banks report about a payment of Adyen. */
class AdyenFactsTest {
    private static final ObjectReference PAYMENT = new ObjectReference("PAYMENT0ANN00001");

    @ParameterizedTest
    @CsvSource({
        "chargeback, DISPUTE0ANN00001, 10.4, 2026-01-25T09:00:00Z, OPEN, true",
        "chargeback-reversed, DISPUTE0ANN00001, unknown, 2026-02-10T09:00:00Z, WON, false",
        "second-chargeback, DISPUTE0ANN00001, 10.4, 2026-03-10T09:00:00Z, LOST, false",
        "prearbitration-won, DISPUTE0CID00001, unknown, 2026-03-10T09:00:00Z, WON, false",
        "prearbitration-lost, DISPUTE0CID00002, unknown, 2026-03-10T09:00:00Z, LOST, false",
    })
    void disputes(String sample, String id, String condition, Instant date, Dispute.Status status, boolean opens) {
        EventStatement.OfDispute stated = assertInstanceOf(EventStatement.OfDispute.class, Stated.only(map(sample)));

        assertEquals(
                new Dispute(id, condition, OrderTime.at(date), status),
                stated.dispute().with(Dispute.Details.NONE));
        assertEquals(opens, stated.opens());
    }

    @ParameterizedTest
    @CsvSource({
        "PREARBITRATION_ACCEPTED, LOST",
        "DISPUTE_DEFENSE_PERIOD_ENDED, LOST",
        "ISSUER_RESPONSE_TIMEFRAME_EXPIRED, WON",
    })
    void theLastStages(String eventCode, Dispute.Status status) {
        byte[] body = Samples.changed(
                "adyen/prearbitration-won",
                "/notificationItems/0/NotificationRequestItem",
                item -> item.put("eventCode", eventCode));
        EventStatement.OfDispute stated = assertInstanceOf(
                EventStatement.OfDispute.class,
                Stated.only(SampleMappings.map(Platform.ADYEN, "adyen/prearbitration-won", body)
                        .getFirst()));

        assertEquals(status, stated.dispute().status());
        assertFalse(stated.opens());
    }

    @Test
    void aDisputeThatDoesNotNameThePaymentIsLinkedByTheMerchantsReference() {
        EventStatement reversed = Stated.only(map("chargeback-reversed"));

        assertEquals(
                List.of(new ObjectReference("DISPUTE0ANN00001")),
                reversed.links().references());
        assertEquals(
                List.of(new OrderIdHint(OrderIdHint.Kind.MERCHANT_REFERENCE, new OrderId("A-1001"), null)),
                reversed.links().hints());
    }

    @Test
    void aNotificationOfFraudIsAFraudReport() {
        EventStatement.OfFraudReport stated =
                assertInstanceOf(EventStatement.OfFraudReport.class, Stated.only(map("notification-of-fraud")));

        assertEquals(
                new FraudReport("FRAUD000ANN00001", OrderTime.at(Instant.parse("2026-01-20T09:00:00Z")), "6"),
                stated.report());
        assertEquals(
                List.of(PAYMENT, new ObjectReference("FRAUD000ANN00001")),
                stated.links().references());
    }

    @ParameterizedTest
    @ValueSource(strings = {"notification-of-chargeback", "request-for-information"})
    void questionsAreNoDisputes(String sample) {
        assertInstanceOf(EventStatement.Inquiry.class, Stated.only(map(sample)));
    }

    private static Mapping map(String sample) {
        return SampleMappings.map(Platform.ADYEN, "adyen/" + sample).getFirst();
    }
}
