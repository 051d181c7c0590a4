package org.orderevidence.integration.adyen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
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
import org.orderevidence.integration.Mapping.UnmappableEvent;
import org.orderevidence.integration.Samples;
import org.orderevidence.integration.Signing;
import org.orderevidence.integration.Stated;
import org.orderevidence.integration.adyen.Adyen.AdyenItem;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.CardTokens;
import org.orderevidence.order.CardTokens.CardFingerprint;
import org.orderevidence.order.CardTokens.PaymentAccountReference;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.Platform;
import tools.jackson.databind.node.ObjectNode;

/** What the webhooks of Adyen state about payments and what banks report, and what they make of an order. */
class AdyenMapperTest {
    private static final String ITEM = "/notificationItems/0/NotificationRequestItem";
    private static final String CHARGE = "CHARGE payment/PAYMENT0ANN00001";
    private static final ObjectReference PAYMENT = new ObjectReference("PAYMENT0ANN00001");

    private static Mapping body(byte[] body) {
        return Samples.map(Platform.ADYEN, "", body).getFirst();
    }

    private static Mapping map(String sample) {
        return body(Samples.bytes("adyen/" + sample));
    }

    private static Mapping mapWith(String sample, Consumer<ObjectNode> change) {
        return body(Samples.changed("adyen/" + sample, ITEM, change));
    }

    private static Mapping mapWith(String sample, String patch) {
        return body(Samples.patched("adyen/" + sample, ITEM, patch));
    }

    @Test
    void anAuthorisationStatesTheCardTheCustomerTheAmountAndTheState() {
        assertEquals(
                Map.of(
                        CHARGE,
                        Map.ofEntries(
                                Map.entry("amount", "4250 EUR"),
                                Map.entry("state", "UNCAPTURED"),
                                Map.entry("transactionDate", "2026-01-01T11:00:00Z"),
                                Map.entry("brand", "visa"),
                                Map.entry("bin", "42424242"),
                                Map.entry("last4", "4242"),
                                Map.entry("authCode", "052095"),
                                Map.entry("network_id", "416021234567890"),
                                Map.entry("descriptor", "MUGSHOP A-1001"),
                                Map.entry("gateway", "adyen"),
                                Map.entry("gatewayTransactionId", "PAYMENT0ANN00001"),
                                Map.entry("ip", "203.0.113.7"),
                                Map.entry("customerAccountId", "ann-17"),
                                Map.entry("email", "ann@example.com"),
                                Map.entry("shippingAddress", "Main Street 1||Dublin|D|D02 X285|IE"))),
                Stated.fields(map("authorisation")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            # The indicator of 3-D Secure
            {additionalData: {eci: '05'}}                             | threeDs.eci | 05
            {additionalData: {eci: '7'}}                              | threeDs.eci | 7
            {additionalData: {eci: 'N/A'}}                            | threeDs.eci |
            {additionalData: {eci: ''}}                               | threeDs.eci |
            {additionalData: {eci: '005'}}                            | threeDs.eci |
            {additionalData: {dsTransID: 'c4e59ceb-a382-4d6a-bc87-385d591fa09d'}} | threeDs.transactionId | c4e59ceb-a382-4d6a-bc87-385d591fa09d
            # The result of the address verification, as Visa's code
            {additionalData: {avsResult: '7 Both postal code and address match'}}               | avsResult | Y
            {additionalData: {avsResult: '7'}}                                                  | avsResult | Y
            {additionalData: {avsResult: '6 Postal code matches, but the address does not match'}} | avsResult | Z
            {additionalData: {avsResult: '1 Address matches, postal code does not'}}            | avsResult | A
            {additionalData: {avsResult: '2 Neither postal code nor address match'}}            | avsResult |
            {additionalData: {avsResult: 'Unknown'}}                                            | avsResult |
            # The name of a wallet is not the network
            {paymentMethod: 'visa'}          | brand | visa
            {paymentMethod: 'visa_applepay'} | brand | visa
            {paymentMethod: 'applepay', additionalData: {paymentMethodVariant: null}} | brand |
            {paymentMethod: 'applepay', additionalData: {paymentMethodVariant: 'visa_applepay'}} | brand | visa
            # A payment of nothing only verifies the card
            {amount: {value: 0}} | validation | true
            # A payment at a terminal has the card present
            {additionalData: {shopperInteraction: 'POS'}}           | cardPresent | true
            {additionalData: {terminalId: 'P400Plus-123456789'}}    | cardPresent | true
            {additionalData: {tenderReference: '6lS0001595844001000'}} | cardPresent | true
            {additionalData: {shopperInteraction: 'Ecommerce'}}     | cardPresent |
            {additionalData: {shopperInteraction: 'Moto'}}          | cardPresent |
            {additionalData: {terminalId: ''}}                      | cardPresent |
            # A payment by the merchant is recurring
            {additionalData: {shopperInteraction: 'ContAuth', recurringProcessingModel: 'Subscription'}}          | recurring | true
            {additionalData: {shopperInteraction: 'ContAuth', recurringProcessingModel: 'UnscheduledCardOnFile'}} | recurring | true
            {additionalData: {shopperInteraction: 'ContAuth', recurringProcessingModel: 'CardOnFile'}}            | recurring |
            {additionalData: {shopperInteraction: 'Ecommerce', recurringProcessingModel: 'Subscription'}}         | recurring |
            {additionalData: {shopperInteraction: 'ContAuth', recurringProcessingModel: null}}                    | recurring |
            # The last digits are those of the card and not of a device
            {paymentMethod: 'visa_applepay', additionalData: {untokenisedCardSummary: '1111'}} | last4 | 1111
            {paymentMethod: 'visa_applepay'}                                                   | last4 |
            {additionalData: {tokenTxVariant: 'visa_googlepay'}}                               | last4 |
            {paymentMethod: 'visa'}                                                            | last4 | 4242
            {additionalData: {untokenisedCardSummary: '1111'}}                                 | last4 | 1111
            # An address that cannot be used stays
            {additionalData: {shopperIP: '203.0.113.7:51234'}}     | ip | 203.0.113.7:51234
            {additionalData: {shopperIP: '203.0.113.7, 10.0.0.1'}} | ip | 203.0.113.7, 10.0.0.1
            {additionalData: {shopperIP: 'unknown'}}               | ip | unknown
            # Amounts are in minor units of ISO 4217
            {amount: {currency: 'EUR', value: 4250}}  | amount | 4250 EUR
            {amount: {currency: 'JPY', value: 500}}   | amount | 500 JPY
            {amount: {currency: 'CLP', value: 50000}} | amount | 500 CLP
            {amount: {currency: 'IDR', value: 5000}}  | amount | 500000 IDR
            """)
    void anAuthorisationWithStates(String values, String field, @Nullable String stated) {
        assertEquals(
                stated, Stated.fields(mapWith("authorisation", values), CHARGE).get(field));
    }

    @Test
    void anEventIsKnownByReferenceTypeAndSuccess() {
        Mapping refused = map("capture-refused");

        assertEquals(
                new EventHead(
                        "CAPTURE0ANN00002/CAPTURE/false", "CAPTURE", Instant.parse("2026-01-02T08:00:00Z"), Mode.LIVE),
                Stated.head(refused));
        assertEquals(List.of(), Stated.statements(refused));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {}                                                             | H123456789012345 | V0010013019339123456789012345
            {alias: null}                                                  |                  | V0010013019339123456789012345
            {PaymentAccountReference: 'V001001301933912345678901234'} | H123456789012345 |
            """)
    void anAliasIsTheTokenOfTheCardAndTheAccountReferenceIsKeptApart(
            String values, @Nullable String alias, @Nullable String reference) {
        EventStatement.OfPart charge = assertInstanceOf(
                EventStatement.OfPart.class,
                Stated.statements(mapWith("authorisation", "{additionalData: " + values + "}"))
                        .getFirst());

        assertEquals(
                new CardTokens(
                        alias == null ? null : new CardFingerprint(alias),
                        reference == null ? null : new PaymentAccountReference(reference)),
                charge.tokens());
    }

    @Test
    void anApprovedPaymentIsPaidIfAdyenCapturesAutomatically() {
        Mapping mapped = Samples.map(
                new Adyen(),
                Samples.settings(Platform.ADYEN).with(Adyen.AUTOMATIC_CAPTURE),
                null,
                Samples.bytes("adyen/authorisation"));

        assertEquals("CAPTURED", Stated.fields(mapped, CHARGE).get("state"));
    }

    /** Adyen can state both about one payment, in the same second too. */
    @ParameterizedTest
    @ValueSource(strings = {"2026-01-01T11:59:00+01:00", "2026-01-01T12:00:00+01:00", "2026-01-01T12:01:00+01:00"})
    void anApprovedPaymentIsNeverDeclined(String time) {
        MapperSettings settings = Samples.settings(Platform.ADYEN).with(Adyen.AUTOMATIC_CAPTURE);
        Mapping approved = Samples.map(new Adyen(), settings, null, Samples.bytes("adyen/authorisation"));
        Mapping declined = Samples.map(
                new Adyen(),
                settings,
                null,
                Samples.changed(
                        "adyen/authorisation",
                        ITEM,
                        item -> item.put("success", "false").put("eventDate", time)));

        assertEquals(
                Charge.Status.SUCCEEDED,
                Stated.composed("A-1001", List.of(approved, declined))
                        .order()
                        .charge()
                        .status());
    }

    @Test
    void aDeclinedPaymentIsOneFailedPart() {
        assertEquals(
                Map.of(
                        "CHARGE payment/PAYMENT0ANN00000",
                        Map.of(
                                "amount", "4250 EUR",
                                "transactionDate", "2026-01-01T10:58:00Z",
                                "state", "FAILED",
                                "brand", "visa",
                                "bin", "424242",
                                "last4", "4242",
                                "gateway", "adyen",
                                "gatewayTransactionId", "PAYMENT0ANN00000")),
                Stated.fields(map("authorisation-declined")));
    }

    @Test
    void aBankTransferHasNoCard() {
        assertNull(Stated.fields(map("authorisation-bank-transfer"), "CHARGE payment/PAYMENT0EVE00001")
                .get("brand"));
    }

    /** A refund or dispute can name the capture instead of the payment. */
    @Test
    void onlyThePaymentItselfNamesTheOrder() {
        EventStatement authorisation = Stated.statements(map("authorisation")).getFirst();
        EventStatement capture = Stated.only(map("capture-in-part"));

        assertEquals(List.of(PAYMENT), authorisation.links().references());
        assertEquals(
                List.of(
                        new OrderIdHint(OrderIdHint.Kind.MERCHANT_REFERENCE, new OrderId("A-1001"), null),
                        new OrderIdHint(OrderIdHint.Kind.PAYMENT, new OrderId("PAYMENT0ANN00001"), null)),
                authorisation.links().hints());
        assertEquals(
                List.of(PAYMENT, new ObjectReference("CAPTURE0ANN00001")),
                capture.links().references());
        assertEquals(List.of(), capture.links().hints());
    }

    @Test
    void aCaptureIsAPartOfItsOwn() {
        assertEquals(
                Map.of(
                        "STATE payment/PAYMENT0ANN00001/state/CAPTURE0ANN00001",
                        Map.of(
                                "amount", "4000 EUR",
                                "state", "CAPTURED",
                                "arn", "74000000000000000000001",
                                "settledAt", "2026-01-02T19:00:00Z")),
                Stated.fields(map("capture-in-part")));
    }

    @ParameterizedTest
    @CsvSource({
        "cancellation, PAYMENT0BOB00001",
        "technical-cancel, PAYMENT0BOB00002",
        "cancel-or-refund-cancelled, PAYMENT0BOB00003",
    })
    void anEndedPaymentIsFailed(String sample, String payment) {
        assertEquals(
                Map.of("STATE payment/" + payment + "/state", Map.of("state", "FAILED")), Stated.fields(map(sample)));
        String code = sample.startsWith("cancel-or") ? "CANCEL_OR_REFUND" : "EXPIRE";
        assertEquals(Stated.fields(map(sample)), Stated.fields(mapWith(sample, item -> item.put("eventCode", code))));
    }

    @Test
    void aCaptureThatFailedTakesItsOwnAmountAway() {
        assertEquals(
                Map.of(
                        "STATE payment/PAYMENT0ANN00001/state/CAPTURE0ANN00001/failed",
                        Map.of("amount", "4000 EUR", "state", "FAILED")),
                Stated.fields(map("capture-failed")));
    }

    /** Source: Adyen OpenAPI, {@code networkProcessingMode}: with {@code sale}, no capture follows. */
    @Test
    void aSaleIsPaidWithoutACapture() {
        Mapping sale = mapWith("authorisation", "{additionalData: {networkProcessingMode: 'sale'}}");

        assertEquals("UNCAPTURED", Stated.fields(sale, CHARGE).get("state"));
        assertEquals(Map.of("state", "CAPTURED"), Stated.fields(sale, "STATE payment/PAYMENT0ANN00001/state/sale"));
    }

    @ParameterizedTest
    @CsvSource({
        "refund, REFUND00ANN00001, 1000 EUR, DONE",
        "cancel-or-refund-refunded, REFUND00BOB00004, 4250 EUR, DONE",
        "refund-refused, REFUND00ANN00002/failed, 9900 EUR, UNDONE",
        "refund-failed, REFUND00ANN00001/failed, 1000 EUR, UNDONE",
        "refunded-reversed, REFUND00ANN00003/failed, 500 EUR, UNDONE",
        "void-pending-refund, REFUND00ANN00004/failed, 500 EUR, UNDONE",
    })
    void refunds(String sample, String id, String amount, RefundObject.RefundState state) {
        Mapping mapped = map(sample);

        RefundObject refund = Stated.assertRefund("adyen:main refund/" + id, amount, state, mapped);
        assertTrue(Stated.only(mapped).links().references().contains(new ObjectReference(id.replace("/failed", ""))));
        if (sample.equals("refund")) {
            assertEquals("payment/PAYMENT0ANN00001", refund.charge());
        }
    }

    /** 17 of 200 random references of 16 digits look like a card number. */
    @ParameterizedTest
    @CsvSource({"4012888888881881, true", "A-1001, false", "'', false"})
    void anOrderIdThatIsRefusedIsReported(String reference, boolean refused) {
        EventStatement stated = Stated.only(mapWith("authorisation", item -> item.put("merchantReference", reference)));

        assertEquals(refused, stated.links().refusesName());
        assertEquals(OrderIdHint.Kind.PAYMENT, stated.links().hints().getLast().kind());
    }

    @Test
    void everyItemOfANotificationIsMapped() throws UnmappableEvent {
        assertEquals(
                List.of("AUTHORISATION", "CAPTURE"),
                Adyen.items(Samples.bytes("adyen/several-items")).stream()
                        .map(item -> Stated.head(Adyen.map(item, Samples.settings(Platform.ADYEN)))
                                .type())
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            authorisation   | {eventCode: 'REPORT_AVAILABLE'}           | UNKNOWN_TYPE
            authorisation   | {pspReference: null}                      | MISSING_FIELD
            capture-in-part | {originalReference: null}                 | MISSING_FIELD
            capture-in-part | {originalReference: 'too short'}          | MISSING_FIELD
            authorisation   | {amount: {currency: 'CNH'}}               | UNSUPPORTED_CURRENCY
            authorisation   | {amount: {currency: 'CLP', value: 50001}} | UNSUPPORTED_AMOUNT
            """)
    void whatCannotBeMappedHasAReason(String sample, String values, Mapping.Reason reason) {
        assertEquals(reason, Stated.reason(mapWith(sample, values)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {live: 'false'}         | WRONG_MODE
            {live: null}            | MISSING_FIELD
            {notificationItems: ''} | MISSING_FIELD
            """)
    void aNotificationThatCannotBeMappedHasAReason(String values, Mapping.Reason reason) {
        assertEquals(reason, Stated.reason(body(Samples.patched("adyen/authorisation", "", values))));
    }

    @ParameterizedTest
    @CsvSource({
        "chargeback, DISPUTE0ANN00001, 10.4, 2026-01-25T09:00:00Z, OPEN, true",
        "chargeback-reversed, DISPUTE0ANN00001, unknown, 2026-02-10T09:00:00Z, WON, false",
        "second-chargeback, DISPUTE0ANN00001, 10.4, 2026-03-10T09:00:00Z, LOST, false",
        "prearbitration-won, DISPUTE0CID00001, unknown, 2026-03-10T09:00:00Z, WON, false",
        "prearbitration-lost, DISPUTE0CID00002, unknown, 2026-03-10T09:00:00Z, LOST, false",
    })
    void disputes(String sample, String id, String condition, Instant date, Dispute.Status status, boolean opens) {
        EventStatement.OfDispute stated = Stated.dispute(map(sample));

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
        "SCHEME_ARBITRATION_LOST, LOST",
        "SCHEME_ARBITRATION_WON, WON",
    })
    void theLastStages(String eventCode, Dispute.Status status) {
        EventStatement.OfDispute stated =
                Stated.dispute(mapWith("prearbitration-won", "{eventCode: '" + eventCode + "'}"));

        assertEquals(status, stated.dispute().status());
        assertFalse(stated.opens());
    }

    /** Clocks differ, so the dates of events do not always state their sequence. */
    @Test
    void aLaterStageCountsAlsoIfItIsDatedEarlier() {
        long before = 0;
        int day = 20;
        for (String eventCode : List.of(
                "CHARGEBACK",
                "CHARGEBACK_REVERSED",
                "SECOND_CHARGEBACK",
                "PREARBITRATION_LOST",
                "SCHEME_ARBITRATION_WON")) {
            String dated = "{eventCode: '%s', eventDate: '2026-03-%dT09:00:00+00:00'}".formatted(eventCode, day--);
            long version = Stated.dispute(mapWith("chargeback", dated)).version();

            assertTrue(version > before, eventCode);
            before = version;
        }
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
                Stated.only(EventStatement.OfFraudReport.class, map("notification-of-fraud"));

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
        Stated.only(EventStatement.Inquiry.class, map(sample));
    }

    private static void assertIsAnns(Charge charge) {
        assertEquals("4242", charge.credential().last4());
        assertEquals("PAYMENT0ANN00001", charge.references().gatewayTransactionId());
    }

    /** The payment of a shopper who pays twice. */
    private static void second(ObjectNode item) {
        item.put("pspReference", "PAYMENT0ANN00002").put("eventDate", "2026-01-01T12:01:00+01:00");
        item.withObject("/additionalData").put("cardSummary", "1111");
    }

    @Test
    void aSecondPaymentThatWasCancelledDoesNotHideTheFirst() {
        Charge charge = Stated.composed(
                        "A-1001",
                        List.of(
                                map("authorisation"),
                                map("capture-in-part"),
                                mapWith("authorisation", AdyenMapperTest::second),
                                mapWith(
                                        "cancellation",
                                        "{originalReference: 'PAYMENT0ANN00002',"
                                                + " eventDate: '2026-01-09T12:00:00+01:00'}")))
                .order()
                .charge();

        assertIsAnns(charge);
        assertEquals(Charge.Status.SUCCEEDED, charge.status());
        assertEquals("4000 EUR", Stated.money(charge.money()));
    }

    @Test
    void theRefundOfASecondPaymentIsNotThatOfTheFirst() {
        Charge charge = Stated.composed(
                        "A-1001",
                        List.of(
                                map("authorisation"),
                                map("capture-in-part"),
                                mapWith("authorisation", AdyenMapperTest::second),
                                mapWith(
                                        "capture-in-part",
                                        "{originalReference: 'PAYMENT0ANN00002', pspReference: 'CAPTURE0ANN00002'}"),
                                mapWith("refund", "{originalReference: 'PAYMENT0ANN00002', amount: {value: 4000}}")))
                .order()
                .charge();

        assertIsAnns(charge);
        assertFalse(charge.refunded());
        assertNull(charge.refundedAmountMinor());
    }

    /** The amount is that of the card. A refund of the gift card does not concern it. */
    @Test
    void aGiftCardThatPaysAPartIsNoChargeBesideTheCard() {
        String giftCard = """
                {pspReference: 'PAYMENT0GIFT0001', eventDate: '2026-01-01T12:05:00+01:00', paymentMethod: 'svs',
                 amount: {value: 1000}, additionalData: {cardSummary: '9999', networkProcessingMode: 'sale'}}""";
        Composition.Complete composed = Stated.composed(
                "A-1001",
                List.of(
                        mapWith("authorisation", giftCard),
                        map("authorisation"),
                        map("capture-in-part"),
                        mapWith("refund", "{originalReference: 'PAYMENT0GIFT0001'}")));
        Charge charge = composed.order().charge();

        assertIsAnns(charge);
        assertEquals("4000 EUR", Stated.money(charge.money()));
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
            Charge charge = Stated.composed("A-1001", arrived).order().charge();

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

    private static final IntegrationSecrets.Basic SHOP =
            new IntegrationSecrets.Basic("shop", new SecretText("pass:word"));

    private static final String REPORT_KEY = "9064450A8892A093D9E97EFCC9639DE31B74F3A7803135555A3C96F5A57915D6";

    private static final String REPORT_HMAC = "NuEkADFmlCC6VgX+wcoPAegIWxVPNBPCuKlM4Hzo5qc=";

    private static final String SLASHES_KEY = "74F490DD33F7327BAECC88B2947C011FC02D014A473AAA33A8EC93E4DC069174";

    private static final String SLASHES_HMAC = "CZErGCNQaSsxbaQfZaJlakqo7KPP+mIa8a+wx3yNs9A=";

    @Test
    void missingFieldsAreEmpty() {
        assertTrue(report(REPORT_HMAC).isMadeBy(signing(REPORT_KEY)));
    }

    @Test
    void backslashesAndColonsAreNotEscaped() {
        assertTrue(slashes("1000").isMadeBy(signing(SLASHES_KEY)));
    }

    @Test
    void anAmountCanBeATextOrANumber() {
        assertTrue(slashes("\"1000\"").isMadeBy(signing(SLASHES_KEY)));
    }

    @Test
    void aSignedFieldThatChangedIsWrong() {
        assertFalse(slashes("1001").isMadeBy(signing(SLASHES_KEY)));
    }

    @Test
    void aSignatureCanBeMissingOrMalformed() {
        assertFalse(report("").isMadeBy(signing(REPORT_KEY)));
        assertFalse(item("{}").isMadeBy(signing(REPORT_KEY)));
        assertFalse(report("not base64").isMadeBy(signing(REPORT_KEY)));
    }

    @ParameterizedTest
    @CsvSource({
        "true, shop:pass:word",
        "false, shop:pass:wor",
        "false, shop:",
        "false, :pass:word",
        "false, Shop:pass:word",
    })
    void basicCredentials(boolean expected, String sent) {
        String encoded = Base64.getEncoder().encodeToString(sent.getBytes(StandardCharsets.UTF_8));

        assertEquals(expected, Adyen.isIn("Basic " + encoded, SHOP));
        assertEquals(expected, Adyen.isIn("basic  " + encoded, SHOP));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Basic", "Basic ", "Basic %%%", "Bearer c2hvcDpwYXNzOndvcmQ=", "c2hvcDpwYXNzOndvcmQ="})
    void otherHeadersAreNoCredentials(String header) {
        assertFalse(Adyen.isIn(header, SHOP));
    }

    private static Signing signing(String... keys) {
        return new Signing(Arrays.stream(keys).map(HexFormat.of()::parseHex).toList());
    }

    private static AdyenItem report(String hmac) {
        return item(reportItem(hmac));
    }

    /** The signed fields of a published item. It has no originalReference. */
    private static String reportItem(String hmac) {
        return """
                {"pspReference": "test_REPORT_AVAILABLE", "merchantAccountCode": "Magento2Rik",
                 "merchantReference": "testMerchantRef1", "amount": {"value": "0", "currency": "EUR"},
                 "eventCode": "REPORT_AVAILABLE", "success": "true",
                 "additionalData": {"hmacSignature": "%s"}}""".formatted(hmac);
    }

    /** The signed fields of a published item whose merchantReference has backslashes, colons and slashes. */
    private static AdyenItem slashes(String value) {
        return item("""
                {"pspReference": "ZVWN7D3WSMK2WN82", "merchantAccountCode": "AntoniStroinski",
                 "merchantReference": "\\\\:/\\\\/slashes are fun", "amount": {"value": %s, "currency": "EUR"},
                 "eventCode": "AUTHORISATION", "success": "true",
                 "additionalData": {"hmacSignature": "%s"}}""".formatted(value, SLASHES_HMAC));
    }

    private static AdyenItem item(String json) {
        try {
            return Adyen.items(notification(json)).getFirst();
        } catch (UnmappableEvent unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private static byte[] notification(String... items) {
        StringBuilder wrapped = new StringBuilder();
        for (String item : items) {
            wrapped.append(wrapped.isEmpty() ? "" : ",")
                    .append("{\"NotificationRequestItem\": ")
                    .append(item)
                    .append('}');
        }
        return ("{\"live\": \"true\", \"notificationItems\": [" + wrapped + "]}").getBytes(StandardCharsets.UTF_8);
    }
}
