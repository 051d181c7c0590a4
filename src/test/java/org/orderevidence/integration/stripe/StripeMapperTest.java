package org.orderevidence.integration.stripe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.Links.OrderIdHint;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.Mapping.EventHead;
import org.orderevidence.integration.Samples;
import org.orderevidence.integration.Stated;
import org.orderevidence.integration.Webhook;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.CardTokens;
import org.orderevidence.order.CardTokens.CardFingerprint;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.Platform;

/** What the webhooks of Stripe state. */
class StripeMapperTest {
    private static final String OBJECT = "/data/object";
    private static final IntegrationSecrets SECRETS =
            new IntegrationSecrets(new SecretText("whsec_orderEvidenceTest0000000000000001"), null, null);
    private static final byte[] BODY = "{\"id\":\"evt_1\",\"object\":\"event\"}".getBytes(StandardCharsets.UTF_8);
    private static final Instant SIGNED_AT = Instant.ofEpochSecond(1767225600);
    private static final String V1 = "464f581fc54090ccf16bc198ac50b1087b6af3cc4aa9c430bf80542c2d648b2c";
    private static final String ZEROS = "0".repeat(64);

    private static Mapping map(byte[] body) {
        return map(body, false);
    }

    private static Mapping map(byte[] body, boolean trustsClientReference) {
        MapperSettings settings = Samples.settings(Platform.STRIPE);
        return Samples.map(
                new Stripe(),
                trustsClientReference ? settings.with(Stripe.TRUST_CLIENT_REFERENCE) : settings,
                null,
                body);
    }

    private static Mapping map(String sample) {
        return map(Samples.bytes("stripe/" + sample));
    }

    @Test
    void aChargeStatesThePaymentTheCardAndTheCustomer() {
        assertEquals(
                Map.of(
                        "CHARGE charge/ch_3MugsForAnn0001",
                        Map.ofEntries(
                                Map.entry("amount", "4250 EUR"),
                                Map.entry("transactionDate", "2026-01-01T00:00:00Z"),
                                Map.entry("state", "CAPTURED"),
                                Map.entry("refunded", "0"),
                                Map.entry("brand", "visa"),
                                Map.entry("bin", "424242"),
                                Map.entry("last4", "4242"),
                                Map.entry("authCode", "A12345"),
                                Map.entry("network_id", "416021234567890"),
                                Map.entry("descriptor", "MUGSHOP* A-1001"),
                                Map.entry("gateway", "stripe"),
                                Map.entry("gatewayTransactionId", "ch_3MugsForAnn0001"),
                                Map.entry("ip", "203.0.113.7"),
                                Map.entry("deviceId", "device-1"),
                                Map.entry("customerAccountId", "ann-17"),
                                Map.entry("email", "ann@example.com"),
                                Map.entry("phone", "+353 1 555 0100"),
                                Map.entry("name", "Ann|Lee"),
                                Map.entry("shippingAddress", "1 Main Street|Flat 2|Dublin||D02 X285|IE"),
                                Map.entry("description", "Two mugs"))),
                Stated.fields(map("charge-succeeded")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            # The indicator of 3-D Secure
            {payment_method_details: {card: {three_d_secure: {electronic_commerce_indicator: '05'}}}} | threeDs.eci | 05
            {payment_method_details: {card: {three_d_secure: {transaction_id: 'c4e59ceb-a382-4d6a-bc87-385d591fa09d'}}}} | threeDs.transactionId | c4e59ceb-a382-4d6a-bc87-385d591fa09d
            # The checks of the address, as Visa's code
            {payment_method_details: {card: {checks: {address_line1_check: 'pass', address_postal_code_check: 'pass'}}}}        | avsResult | Y
            {payment_method_details: {card: {checks: {address_line1_check: 'fail', address_postal_code_check: 'pass'}}}}        | avsResult | Z
            {payment_method_details: {card: {checks: {address_line1_check: 'pass', address_postal_code_check: 'unavailable'}}}} | avsResult | A
            {payment_method_details: {card: {checks: {address_line1_check: 'fail', address_postal_code_check: 'fail'}}}}        | avsResult |
            {payment_method_details: {card: {checks: {address_line1_check: null, address_postal_code_check: null}}}}            | avsResult |
            # Some networks let the merchant capture more than was authorised
            {amount_captured: 5000, amount_refunded: 1000} | amount   | 5000 EUR
            {amount_captured: 5000, amount_refunded: 1000} | refunded | 1000
            # The network that moved the money is the brand
            {payment_method_details: {card: {network: 'cartes_bancaires', brand: 'visa'}}} | brand | cartes_bancaires
            {payment_method_details: {card: {network: 'unknown', brand: 'visa'}}}          | brand | visa
            {payment_method_details: {card: {network: 'unknown', brand: 'unknown'}}}       | brand |
            # A cancelled charge is failed
            {captured: false, refunded: true} | state | FAILED
            # Newer versions do not name the invoice: the text of Stripe shows a renewal
            {description: 'Subscription update'}                | recurring | true
            {description: 'Subscription update', invoice: null} | recurring |
            {description: 'Subscription creation'}              | recurring |
            {description: 'A subscription update'}              | recurring |
            # The customer starts a subscription
            {description: 'Subscription creation', invoice: 'in_1MugsForAnn0001'} | recurring |
            # An address that cannot be used stays
            {metadata: {oe_ip: '203.0.113.7:51234'}} | ip | 203.0.113.7:51234
            {metadata: {oe_ip: '203.0.113.7\\r\\n10.0.0.1'}} | ip | 203.0.113.7\uFFFD\uFFFD10.0.0.1
            # Amounts are in minor units of ISO 4217
            {currency: 'usd', amount: 1999, amount_captured: 1999} | amount | 1999 USD
            {currency: 'jpy', amount: 500, amount_captured: 500}   | amount | 500 JPY
            {currency: 'mga', amount: 5, amount_captured: 5}       | amount | 500 MGA
            {currency: 'kwd', amount: 5120, amount_captured: 5120} | amount | 5120 KWD
            {currency: 'isk', amount: 500, amount_captured: 500}   | amount | 5 ISK
            # Fields that orders cannot have are not stated
            {description: 'card 4111 1111 1111 1111'} | description |
            {calculated_statement_descriptor: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'} | descriptor |
            {metadata: {oe_ip: '4111 1111 1111 1111'}}        | ip                |
            {metadata: {oe_account: 'a\\nb'}}                | customerAccountId |
            {metadata: {oe_account: 'ann\\u200b-1'}}         | customerAccountId | ann-1
            {payment_method_details: {card: {last4: '42x2'}}} | last4             |
            {payment_method_details: {card: {iin: '4242424'}}} | bin              |
            """)
    void aChargeWithStates(String values, String field, @Nullable String stated) {
        Mapping mapping = map(Samples.patched("stripe/charge-succeeded", OBJECT, values));

        assertEquals(
                stated,
                Stated.fields(mapping, "CHARGE charge/ch_3MugsForAnn0001").get(field));
    }

    @Test
    void anEventStatesItsIdTypeTimeAndMode() {
        assertEquals(
                new EventHead(
                        "evt_1OrderEvidence0001", "charge.succeeded", Instant.parse("2026-01-01T00:00:01Z"), Mode.LIVE),
                Stated.head(map("charge-succeeded")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"'2011-01-01'", "'2099-12-31.later'", "null", "7"})
    void theVersionOfTheApiDoesNotMatter(String version) {
        byte[] body = Samples.patched("stripe/charge-succeeded", "", "{api_version: " + version + "}");

        assertEquals(Stated.fields(map("charge-succeeded")), Stated.fields(map(body)));
    }

    @Test
    void theTokenOfTheCardIsKeptApartAndHidden() {
        EventStatement.OfPart part = Stated.part(map("charge-succeeded"));

        assertEquals(CardTokens.of(new CardFingerprint("fpAnnCard0000001"), null), part.tokens());
        assertTrue(!part.toString().contains("fpAnnCard0000001"));
    }

    @Test
    void aChargeIsLinkedByItsIdsAndNamedByTheMetadata() {
        assertEquals(
                ObjectReference.of("ch_3MugsForAnn0001", "pi_3MugsForAnn0001"),
                Stated.only(map("charge-succeeded")).links().references());
        assertEquals(
                List.of(
                        new OrderIdHint(OrderIdHint.Kind.METADATA, new OrderId("A-1001"), null),
                        new OrderIdHint(OrderIdHint.Kind.PAYMENT, new OrderId("pi_3MugsForAnn0001"), null)),
                Stated.only(map("charge-succeeded")).links().hints());
    }

    @Test
    void thePrefixIsPutBeforeEveryOrderId() {
        MapperSettings uk = Samples.settings(Platform.STRIPE, "uk-");
        MapperSettings settings =
                new MapperSettings(uk.source(), uk.mode(), uk.settings().with(Stripe.ORDER_ID_KEY, "other_key"));

        EventStatement charge =
                Stated.only(Samples.map(new Stripe(), settings, null, Samples.bytes("stripe/charge-succeeded")));

        assertEquals(
                List.of(new OrderIdHint(OrderIdHint.Kind.PAYMENT, new OrderId("uk-pi_3MugsForAnn0001"), null)),
                charge.links().hints());
    }

    @ParameterizedTest
    @CsvSource({
        "charge-succeeded, ch_3MugsForAnn0001, CAPTURED, 4250 EUR, 0",
        "charge-uncaptured, ch_3MugsForBob0002, UNCAPTURED, 4250 EUR,",
        "charge-captured-in-part, ch_3MugsForBob0002, CAPTURED, 4000 EUR, 0",
        "charge-captured-in-part-before-2025, ch_3MugsForOld0003, CAPTURED, 4000 EUR, 0",
        "charge-failed, ch_3MugsForCid0004, FAILED, 4250 EUR,",
        "charge-expired, ch_3MugsForDan0005, FAILED, 4250 EUR,",
        "charge-refunded, ch_3MugsForAnn0001, CAPTURED, 4250 EUR, 1000",
        "charge-refunded-in-full, ch_3MugsForAnn0001, CAPTURED, 4250 EUR, 4250",
    })
    void statesOfACharge(String sample, String id, String state, String amount, @Nullable String refunded) {
        Map<String, String> fields = Stated.fields(map(sample), "CHARGE charge/" + id);

        assertEquals(state, fields.get("state"));
        assertEquals(amount, fields.get("amount"));
        assertEquals(refunded, fields.get("refunded"));
    }

    @Test
    void aChargeAtATerminalHasTheCardPresent() {
        Map<String, String> fields = Stated.fields(map("charge-at-a-terminal"), "CHARGE charge/ch_3MugsAtTill0006");

        assertEquals("true", fields.get("cardPresent"));
        assertEquals("mastercard", fields.get("brand"));
        assertEquals("4444", fields.get("last4"));
    }

    @Test
    void aChargeOfAnInvoiceIsRecurringUnlessTheCustomerWasAtTheCheckout() {
        Mapping renewal = map(Samples.changed(
                "stripe/charge-succeeded", OBJECT, charge -> charge.put("invoice", "in_1MugsForAnn0001")));
        // The session of a subscription names the invoice instead of the payment.
        Mapping session = map(Samples.changed(
                "stripe/session-completed",
                OBJECT,
                object -> object.putNull("payment_intent").put("invoice", "in_1MugsForAnn0001")));

        assertEquals(List.of(true), recurring(List.of(renewal)));
        assertEquals(List.of(false, false), recurring(List.of(session, renewal)));
        assertEquals(List.of(false), recurring(List.of(map("charge-succeeded"))));
        assertTrue(Stated.only(renewal).links().references().contains(new ObjectReference("in_1MugsForAnn0001")));
        assertTrue(Stated.only(session).links().references().contains(new ObjectReference("in_1MugsForAnn0001")));
    }

    /** Whether the order is recurring, in each sequence of the events. */
    private static List<Boolean> recurring(List<Mapping> events) {
        List<Boolean> recurring = new ArrayList<>();
        for (int i = 0; i < events.size(); i++) {
            List<Mapping> rotated = new ArrayList<>(events);
            Collections.rotate(rotated, i);
            recurring.add(Stated.composed("A-1001", rotated).order().charge().recurring());
        }
        return recurring;
    }

    @Test
    void aSessionStatesTheItemsAndTheCustomer() {
        assertEquals(
                Map.of(
                        "OTHER session/cs_live_MugsForAnn0001",
                        Map.of(
                                "recurring", "false",
                                "ip", "203.0.113.7",
                                "email", "ann@example.com",
                                "name", "Ann|Lee",
                                "shippingAddress", "1 Main Street||Dublin||D02 X285|IE",
                                "lineItems", "2 Blue mug 3000 EUR, 1 Tea 1250 EUR")),
                Stated.fields(map("session-completed")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # third item                                | total | details                                                       | items          | shipping | tax | discount
            {amount_subtotal: 1999, amount_total: 1999} | 6749  | {amount_shipping: 500, amount_tax: 0, amount_discount: 0}     | 1 Mug 1999 EUR | 500      |     |
            {amount_subtotal: 2000, amount_total: 1904} | 6654  | {amount_shipping: 500, amount_tax: 304, amount_discount: 400} | 1 Mug 2000 EUR | 500      | 304 | 400
            # The price includes the tax
            {amount_subtotal: 2000, amount_total: 2000} | 6250  | {amount_shipping: 0, amount_tax: 319, amount_discount: 0}     | 1 Mug 2000 EUR |          |     |
            # Nothing adds up: the item has what is left after discounts and taxes, and the rest is stated
            {amount_subtotal: 2000, amount_total: 1904} | 9999  | {amount_shipping: 500, amount_tax: 304, amount_discount: 400} | 1 Mug 1904 EUR, 1 Other charges 3345 EUR | 500 | |
            {amount_subtotal: 2000, amount_total: 1904} | 6000  | {amount_shipping: 500, amount_tax: 304, amount_discount: 400} | 1 Mug 1904 EUR | 500      |     | 654
            {amount_total: 1904, quantity: 1.5}         | 6654  | {amount_shipping: 500, amount_tax: 0, amount_discount: 0}     | 1 Other charges 1904 EUR | 500 | |
            {amount_subtotal: 2000, amount_total: 1904} | 6654  | {amount_shipping: -1, amount_tax: 304, amount_discount: 400}  | 1 Mug 1904 EUR, 1 Other charges 500 EUR | | |
            {amount_subtotal: 2000, amount_total: 1904} | null  | {amount_shipping: 500, amount_tax: 304, amount_discount: 400} | 1 Mug 1904 EUR |          |     |
            """)
    void theTotalsOfASessionAreThoseThatAddUp(
            String item,
            String total,
            String details,
            String items,
            @Nullable String shipping,
            @Nullable String tax,
            @Nullable String discount) {
        String sold = item.replace("{", "{description: 'Mug', quantity: 1, currency: 'eur', ");
        Map<String, String> fields = session(
                "{amount_total: " + total + ", total_details: " + details + ", line_items: {data: [" + sold + "]}}");

        assertEquals("2 Blue mug 3000 EUR, 1 Tea 1250 EUR, " + items, fields.get("lineItems"));
        assertEquals(shipping, fields.get("totals.shipping"));
        assertEquals(tax, fields.get("totals.tax"));
        assertEquals(discount, fields.get("totals.discount"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"shipping", "shipping_details"})
    void olderVersionsHaveTheAddressElsewhere(String name) {
        Map<String, String> fields = session("{collected_information: null, " + name
                + ": {name: 'Bo Ray', address: {line1: '2 Side Street', city: 'Cork', country: 'IE'}}}");

        assertEquals("Bo|Ray", fields.get("name"));
        assertEquals("2 Side Street||Cork|||IE", fields.get("shippingAddress"));
    }

    private static Map<String, String> session(String values) {
        return Stated.fields(
                map(Samples.patched("stripe/session-completed", OBJECT, values)),
                "OTHER session/cs_live_MugsForAnn0001");
    }

    @Test
    void theClientReferenceOfASessionCountsOnlyIfItIsTrustedAndForTheSameAmount() {
        byte[] body = Samples.bytes("stripe/session-completed");

        assertEquals(
                List.of(OrderIdHint.Kind.METADATA, OrderIdHint.Kind.PAYMENT),
                Stated.only(map(body)).links().hints().stream()
                        .map(OrderIdHint::kind)
                        .toList());
        OrderIdHint reference = Stated.only(map(body, true)).links().hints().get(1);
        assertEquals(OrderIdHint.Kind.CLIENT_REFERENCE, reference.kind());
        assertEquals(new OrderId("cart-77"), reference.id());
        assertEquals("4250 EUR", Stated.money(reference.amount()));
    }

    /** Only one that could be used is missed. Each row: whether it is trusted, and whether its refusal is listed. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {metadata: null, client_reference_id: '4012888888881881'}                | true  | true
            {metadata: null, client_reference_id: '4012888888881881'}                | false | false
            {metadata: null, client_reference_id: 'cart-78'}                         | true  | false
            {metadata: null, client_reference_id: 'cart-78', amount_total: null}     | true  | false
            {metadata: null, client_reference_id: null}                              | true  | false
            {metadata: {order_id: 'A-1'}, client_reference_id: '4012888888881881'} | true  | false
            """)
    void aTrustedClientReferenceThatCannotBeAnOrderIdIsRefused(String values, boolean trusted, boolean refused) {
        byte[] body = Samples.patched("stripe/session-completed", OBJECT, values);

        assertEquals(refused, Stated.only(map(body, trusted)).links().refusesName());
    }

    @Test
    void ofTwoEventsInOneSecondTheLargerRefundThenTheCaptureIsNewer() {
        long uncaptured = versionInOneSecond("{captured: false}");
        long captured = versionInOneSecond("{}");
        long refunded = versionInOneSecond("{amount_refunded: 1000}");
        long refundedMore = versionInOneSecond("{amount_refunded: 2000}");

        long inPart = versionInOneSecond("{amount_captured: 3000}");

        assertTrue(uncaptured < inPart && inPart < captured && captured < refunded && refunded < refundedMore);
        assertEquals(Math.floorDiv(captured, 1_000_000L), Math.floorDiv(refundedMore, 1_000_000L));
    }

    /** Events are not always dated in the sequence of what happened. */
    @Test
    void whatEndedIsNeverOpenAgain() {
        String later = "{created: 1772496000, data: {object: {%s}}}";

        assertTrue(version("charge-succeeded", "{created: 1772409600}")
                > version("charge-succeeded", later.formatted("captured: false")));
        assertTrue(version("dispute-won", "{}") > version("dispute-created", later.formatted("")));
        assertTrue(version("refund-failed", "{created: 1772409600}") > version("refund-updated", later.formatted("")));
    }

    private static long version(String sample, String values) {
        EventStatement stated = Stated.only(map(Samples.patched("stripe/" + sample, "", values)));
        return stated instanceof EventStatement.OfPart part
                ? part.part().version()
                : ((EventStatement.OfDispute) stated).version();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            charge-succeeded  | {type: 'customer.created'}                               | UNKNOWN_TYPE
            charge-succeeded  | {livemode: false}                                        | WRONG_MODE
            charge-succeeded  | {id: ''}                                                 | MISSING_FIELD
            charge-succeeded  | {created: -1}                                            | MISSING_FIELD
            charge-succeeded  | {data: {object: {currency: 'xau'}}}                      | UNSUPPORTED_CURRENCY
            charge-succeeded  | {data: {object: {amount: -5, amount_captured: null}}}    | UNSUPPORTED_AMOUNT
            charge-succeeded  | {data: {object: {captured: 'perhaps'}}}                  | MISSING_FIELD
            refund-created    | {data: {object: {charge: null, payment_intent: 7}}}      | MISSING_FIELD
            dispute-created   | {data: {object: {charge: null, payment_intent: 7}}}      | MISSING_FIELD
            fraud-warning     | {data: {object: {charge: null, payment_intent: 7}}}      | MISSING_FIELD
            session-completed | {data: {object: {payment_intent: null}}}                 | NO_PAYMENT
            """)
    void whatCannotBeMappedHasAReason(String sample, String values, Mapping.Reason expected) {
        assertEquals(expected, Stated.reason(map(Samples.patched("stripe/" + sample, "", values))));
    }

    private static long versionInOneSecond(String values) {
        return Stated.part(map(Samples.patched("stripe/charge-succeeded", OBJECT, values)))
                .part()
                .version();
    }

    @ParameterizedTest
    @CsvSource({"refund-created, DONE", "refund-updated, DONE", "refund-failed, UNDONE"})
    void refunds(String sample, RefundObject.RefundState state) {
        Mapping mapped = map(sample);

        RefundObject refund = Stated.assertRefund("stripe:main refund/re_3MugsForAnn0001", "1000 EUR", state, mapped);
        assertEquals("charge/ch_3MugsForAnn0001", refund.charge());
        assertEquals(
                ObjectReference.of("ch_3MugsForAnn0001", "pi_3MugsForAnn0001"),
                Stated.only(mapped).links().references());
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
        EventStatement.OfDispute stated = dispute("{status: '" + status + "'}");

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
        String block = "{payment_method_details: {card: {case_type: 'block'}}}";

        assertEquals(Dispute.Status.PREVENTED, dispute(block).dispute().status());
    }

    /** Stripe counts submissions and does not date them. */
    @Test
    void anEventThatCountsASubmissionDatesIt() {
        assertEquals(
                OrderTime.at(Instant.parse("2026-01-21T00:00:00Z")),
                dispute("{evidence_details: {submission_count: 1}}")
                        .dispute()
                        .details()
                        .submittedAt());
    }

    @Test
    void aDisputeWithoutCodeOfTheNetworkIsUnknown() {
        assertEquals(
                Dispute.UNKNOWN_CONDITION,
                Stated.dispute(map("dispute-without-code")).dispute().condition());
    }

    @Test
    void anInquiryIsNoDispute() {
        EventStatement.Inquiry inquiry = Stated.only(EventStatement.Inquiry.class, map("inquiry"));

        assertEquals("du_1MugsForEve0003", inquiry.id());
    }

    @Test
    void aFraudWarningIsAFraudReport() {
        EventStatement.OfFraudReport stated = Stated.only(EventStatement.OfFraudReport.class, map("fraud-warning"));

        assertEquals(
                new FraudReport("issfr_1MugsForAnn0001", OrderTime.at(Instant.parse("2026-01-19T00:00:00Z")), "6"),
                stated.report());
    }

    @Test
    void anExpandedObjectCountsLikeItsId() {
        assertEquals(
                ObjectReference.of("ch_3MugsForAnn0001", "pi_3MugsForAnn0001"),
                dispute("{charge: {id: 'ch_3MugsForAnn0001', object: 'charge'}}")
                        .links()
                        .references());
    }

    private static EventStatement.OfDispute dispute(String values) {
        return Stated.dispute(map(Samples.patched("stripe/dispute-created", OBJECT, values)));
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
    void noSecretIsPrinted() {
        assertEquals("IntegrationSecrets[signing=[secret], previous=null, basic=null]", SECRETS.toString());
    }

    private static boolean check(@Nullable String header, byte[] body, IntegrationSecrets secrets, Instant now) {
        Map<String, String> headers = header == null ? Map.of() : Map.of("stripe-signature", header);
        return !new Stripe().verified(new Webhook(headers, body), secrets, now).isEmpty();
    }
}
