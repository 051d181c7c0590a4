package org.orderevidence.integration.stripe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.Samples;
import org.orderevidence.integration.Stated;
import org.orderevidence.integration.StatedTexts;
import org.orderevidence.integration.Webhook;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.Platform;

/** Refunds, disputes and signatures of Stripe. */
class StripeFactsTest {
    private static final String OBJECT = "/data/object";

    private static final IntegrationSecrets SECRETS =
            new IntegrationSecrets(new SecretText("whsec_orderEvidenceTest0000000000000001"), null, null);

    private static final byte[] BODY = "{\"id\":\"evt_1\",\"object\":\"event\"}".getBytes(StandardCharsets.UTF_8);
    private static final Instant SIGNED_AT = Instant.ofEpochSecond(1767225600);
    private static final String V1 = "464f581fc54090ccf16bc198ac50b1087b6af3cc4aa9c430bf80542c2d648b2c";
    private static final String ZEROS = "0".repeat(64);

    @ParameterizedTest
    @CsvSource({"refund-created, DONE", "refund-updated, DONE", "refund-failed, UNDONE"})
    void refunds(String sample, RefundObject.RefundState state) {
        EventStatement.OfPart part = assertInstanceOf(EventStatement.OfPart.class, Stated.only(map(sample)));
        RefundObject refund = assertInstanceOf(RefundObject.class, part.part().content());

        assertEquals("stripe:main refund/re_3MugsForAnn0001", part.part().key().toString());
        assertEquals("1000 EUR", StatedTexts.money(refund.money()));
        assertEquals(state, refund.state());
        assertEquals("charge/ch_3MugsForAnn0001", refund.charge());
        assertEquals(
                ObjectReference.of("ch_3MugsForAnn0001", "pi_3MugsForAnn0001"),
                part.links().references());
    }

    @Test
    void whatLeadsToNoChargeIsNotMapped() {
        for (String sample : List.of("refund-created", "dispute-created", "fraud-warning")) {
            byte[] body = Samples.changed(
                    "stripe/" + sample,
                    OBJECT,
                    object -> object.putNull("charge").put("payment_intent", 7));

            assertEquals(Mapping.Reason.MISSING_FIELD, Stated.reason(map(body)), sample);
        }
    }

    @Test
    void olderEndpointsSendChangesOfARefundUnderAnotherName() {
        byte[] body = Samples.changed("stripe/refund-failed", "", event -> event.put("type", "charge.refund.updated"));

        assertEquals(Stated.only(map("refund-failed")), Stated.only(map(body)));
    }

    @ParameterizedTest
    @CsvSource({
        "needs_response, OPEN",
        "under_review, OPEN",
        "a_new_status, OPEN",
        "won, WON",
        "lost, LOST",
        "charge_refunded, LOST",
        "prevented, PREVENTED",
    })
    void disputes(String status, Dispute.Status expected) {
        byte[] body = Samples.changed("stripe/dispute-created", OBJECT, dispute -> dispute.put("status", status));

        EventStatement.OfDispute stated = assertInstanceOf(EventStatement.OfDispute.class, Stated.only(map(body)));

        assertEquals(
                new Dispute(
                        "du_1MugsForAnn0001",
                        "10.4",
                        OrderTime.at(Instant.parse("2026-01-21T00:00:00Z")),
                        expected,
                        new Dispute.Details(
                                OrderTime.at(Instant.parse("2026-02-04T23:59:59Z")),
                                new Money(4250, Currency.getInstance("EUR")),
                                "fraudulent",
                                null,
                                new Dispute.ProcessorEligibility(
                                        "requires_action", List.of("missing_customer_identifiers")),
                                null)),
                stated.dispute());
        assertTrue(stated.opens());
        assertEquals(
                ObjectReference.of("ch_3MugsForAnn0001", "pi_3MugsForAnn0001"),
                stated.links().references());
    }

    /** Stripe's word for a dispute that it stopped before it became a chargeback. */
    @Test
    void aBlockIsPrevented() {
        byte[] body = Samples.changed(
                "stripe/dispute-created",
                OBJECT,
                dispute -> dispute.withObject("/payment_method_details/card").put("case_type", "block"));

        EventStatement.OfDispute stated = assertInstanceOf(EventStatement.OfDispute.class, Stated.only(map(body)));

        assertEquals(Dispute.Status.PREVENTED, stated.dispute().status());
    }

    /** Stripe counts submissions and does not date them. */
    @Test
    void anEventThatCountsASubmissionDatesIt() {
        byte[] body = Samples.changed(
                "stripe/dispute-created",
                OBJECT,
                dispute -> dispute.withObject("/evidence_details").put("submission_count", 1));

        EventStatement.OfDispute stated = assertInstanceOf(EventStatement.OfDispute.class, Stated.only(map(body)));

        assertEquals(
                OrderTime.at(Instant.parse("2026-01-21T00:00:00Z")),
                stated.dispute().details().submittedAt());
    }

    @Test
    void aDisputeWithoutCodeOfTheNetworkIsUnknown() {
        EventStatement.OfDispute stated =
                assertInstanceOf(EventStatement.OfDispute.class, Stated.only(map("dispute-without-code")));

        assertEquals(Dispute.UNKNOWN_CONDITION, stated.dispute().condition());
    }

    @Test
    void anInquiryIsNoDispute() {
        EventStatement.Inquiry inquiry = assertInstanceOf(EventStatement.Inquiry.class, Stated.only(map("inquiry")));

        assertEquals("du_1MugsForEve0003", inquiry.id());
    }

    @Test
    void aFraudWarningIsAFraudReport() {
        EventStatement.OfFraudReport stated =
                assertInstanceOf(EventStatement.OfFraudReport.class, Stated.only(map("fraud-warning")));

        assertEquals(
                new FraudReport("issfr_1MugsForAnn0001", OrderTime.at(Instant.parse("2026-01-19T00:00:00Z")), "6"),
                stated.report());
    }

    @Test
    void anExpandedObjectCountsLikeItsId() {
        byte[] body = Samples.changed(
                "stripe/dispute-created",
                OBJECT,
                dispute -> dispute.putObject("charge")
                        .put("id", "ch_3MugsForAnn0001")
                        .put("object", "charge"));

        assertEquals(
                ObjectReference.of("ch_3MugsForAnn0001", "pi_3MugsForAnn0001"),
                Stated.only(map(body)).links().references());
    }

    private static Mapping map(String sample) {
        return map(Samples.bytes("stripe/" + sample));
    }

    private static Mapping map(byte[] body) {
        return Samples.map(Platform.STRIPE, "", body).getFirst();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true  | t=1767225600,v1=V1
            true  | v1=V1,t=1767225600
            true  | t=1767225600, v1=V1
            true  | t=1767225600,v1=ZEROS,v1=V1
            true  | t=1767225600,v1=V1,v1=ZEROS,v0=ZEROS
            false | t=1767225600,v1=ZEROS
            false | t=1767225601,v1=V1
            false | t=1767225600,v1=ZEROS,v0=V1
            false | t=1767225600
            false | t=1767225600,v0=V1
            false | v1=V1
            false | t=1767225600,t=1767225600,v1=V1
            false | t=,v1=V1
            false | t=-1767225600,v1=V1
            false | t=99999999999999999999,v1=V1
            false | t=1767225600,v1=xyz
            false | ''
            false | =,=,;
            """)
    void header(boolean expected, String header) {
        assertEquals(expected, check(header.replace("V1", V1).replace("ZEROS", ZEROS), BODY, SECRETS, SIGNED_AT));
    }

    @Test
    void oneOfManySignaturesIsEnough() {
        String header = "t=1767225600" + (",v1=" + ZEROS).repeat(50) + ",v1=" + V1;

        assertTrue(check(header, BODY, SECRETS, SIGNED_AT));
        assertFalse(check(header + ",v0=" + "0".repeat(4_096), BODY, SECRETS, SIGNED_AT));
    }

    @Test
    void aMissingHeaderIsMissing() {
        assertFalse(check(null, BODY, SECRETS, SIGNED_AT));
    }

    @ParameterizedTest
    @CsvSource({"-301, false", "-300, true", "0, true", "300, true", "301, false"})
    void toleranceIs300SecondsInBothDirections(long secondsLater, boolean expected) {
        Instant now = SIGNED_AT.plus(Duration.ofSeconds(secondsLater));

        assertEquals(expected, check("t=1767225600,v1=" + V1, BODY, SECRETS, now));
    }

    @Test
    void twoSecretsAreValidDuringAChange() {
        SecretText fresh = new SecretText("whsec_new");
        String header = "t=1767225600,v1=" + V1;

        assertTrue(check(header, BODY, new IntegrationSecrets(fresh, SECRETS.signing(), null), SIGNED_AT));
        assertFalse(check(header, BODY, new IntegrationSecrets(fresh, null, null), SIGNED_AT));
    }

    @Test
    void everyByteOfTheBodyIsSigned() {
        byte[] changed = BODY.clone();
        changed[changed.length - 1] = ' ';

        assertFalse(check("t=1767225600,v1=" + V1, changed, SECRETS, SIGNED_AT));
    }

    @Test
    void noSecretIsPrinted() {
        assertEquals("IntegrationSecrets[signing=[secret], previous=null, basic=null]", SECRETS.toString());
    }

    private static boolean check(@Nullable String header, byte[] body, IntegrationSecrets secrets, Instant now) {
        Map<String, String> headers = header == null ? Map.of() : Map.of("stripe-signature", header);
        return !new Stripe().verified(new Webhook(headers, body), secrets, now).isEmpty();
    }
}
