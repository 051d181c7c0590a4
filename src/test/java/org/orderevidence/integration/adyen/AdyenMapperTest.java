package org.orderevidence.integration.adyen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.Links.OrderIdHint;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.Mapping.EventHead;
import org.orderevidence.integration.Mapping.UnmappableEvent;
import org.orderevidence.integration.Samples;
import org.orderevidence.integration.Stated;
import org.orderevidence.integration.StatedTexts;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.CardFingerprint;
import org.orderevidence.order.CardTokens;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PaymentAccountReference;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.Platform;
import tools.jackson.databind.node.ObjectNode;

class AdyenMapperTest {
    private static final String ITEM = "/notificationItems/0/NotificationRequestItem";
    private static final ObjectReference PAYMENT = new ObjectReference("PAYMENT0ANN00001");

    private static List<Mapping> all(byte[] body, boolean automatic) {
        MapperSettings usual = Samples.settings(Platform.ADYEN);
        MapperSettings settings = automatic ? usual.with(Adyen.AUTOMATIC_CAPTURE) : usual;
        try {
            return Adyen.items(body).stream()
                    .map(item -> Adyen.map(item, settings))
                    .toList();
        } catch (UnmappableEvent unreadable) {
            return List.of(unreadable.result(null));
        }
    }

    private static Mapping map(String sample) {
        return all(Samples.bytes("adyen/" + sample), false).getFirst();
    }

    private static Mapping mapWith(String sample, Consumer<ObjectNode> change) {
        return all(Samples.changed("adyen/" + sample, ITEM, change), false).getFirst();
    }

    @Test
    void anAuthorisationStatesTheCardTheCustomerTheAmountAndTheState() {
        assertEquals(
                Map.of(
                        "CHARGE payment/PAYMENT0ANN00001",
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

    @Test
    void anEventIsKnownByReferenceTypeAndSuccess() {
        Mapping.Mapped mapped = assertInstanceOf(Mapping.Mapped.class, map("capture-refused"));

        assertEquals(
                new EventHead(
                        "CAPTURE0ANN00002/CAPTURE/false", "CAPTURE", Instant.parse("2026-01-02T08:00:00Z"), Mode.LIVE),
                mapped.head());
        assertEquals(List.of(), mapped.statements());
    }

    @Test
    void anAliasIsTheTokenOfTheCardAndTheAccountReferenceIsKeptApart() {
        CardFingerprint alias = new CardFingerprint("H123456789012345");
        PaymentAccountReference reference = new PaymentAccountReference("V0010013019339123456789012345");

        assertEquals(new CardTokens(alias, reference), tokens(map("authorisation")));
        assertEquals(new CardTokens(null, reference), tokens(additional(fields -> fields.remove("alias"))));
        assertEquals(
                new CardTokens(alias, null),
                tokens(additional(fields -> fields.put("PaymentAccountReference", "V001001301933912345678901234"))));
    }

    @ParameterizedTest
    @CsvSource({"05, 05", "7, 7", "N/A, ", "'', ", "005, "})
    void theIndicatorOf3dSecureIsStated(String sent, @Nullable String stated) {
        Mapping mapping =
                additional(fields -> fields.put("eci", sent).put("dsTransID", "c4e59ceb-a382-4d6a-bc87-385d591fa09d"));

        assertEquals(
                stated,
                Stated.fields(mapping, "CHARGE payment/PAYMENT0ANN00001").get("threeDs.eci"));
        assertEquals(
                "c4e59ceb-a382-4d6a-bc87-385d591fa09d",
                Stated.fields(mapping, "CHARGE payment/PAYMENT0ANN00001").get("threeDs.transactionId"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7 Both postal code and address match                     | Y",
                "20 Name, address and postal code match                   | Y",
                "7                                                        | Y",
                "6 Postal code matches, but the address does not match    | Z",
                "15 Postal code matches, address not checked              | Z",
                "1 Address matches, postal code doesn't                   | A",
                "12 Address matches, postal code not checked              | A",
                "2 Neither postal code nor address match                  |",
                "4 AVS not supported for this card type                   |",
                "17 Postal code doesn't match, address not checked        |",
                "77                                                       |",
                "Unknown                                                  |",
            })
    void theResultOfTheAddressVerificationIsStatedAsVisasCode(String sent, @Nullable String stated) {
        Mapping mapping = additional(fields -> fields.put("avsResult", sent));

        assertEquals(
                stated,
                Stated.fields(mapping, "CHARGE payment/PAYMENT0ANN00001").get("avsResult"));
    }

    private static Mapping additional(Consumer<ObjectNode> change) {
        return mapWith("authorisation", item -> change.accept(item.withObject("/additionalData")));
    }

    @Test
    void anApprovedPaymentIsPaidIfAdyenCapturesAutomatically() {
        Mapping mapped = all(Samples.bytes("adyen/authorisation"), true).getFirst();

        assertEquals("CAPTURED", authorised(mapped).get("state"));
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

    @ParameterizedTest
    @CsvSource({
        "visa,,visa",
        "visa_applepay,,visa",
        "mc_googlepay,,mastercard",
        "vpay,,visa",
        "amex,,amex",
        "jcb,,jcb",
        "applepay,,",
        "applepay,visa_applepay,visa",
        "_,,_",
    })
    void theNameOfAWalletIsNotTheNetwork(String method, @Nullable String variant, @Nullable String expected) {
        Mapping mapped = mapWith("authorisation", item -> {
            item.put("paymentMethod", method);
            item.withObject("/additionalData").put("paymentMethodVariant", variant);
        });

        assertEquals(
                expected,
                Stated.fields(mapped, "CHARGE payment/PAYMENT0ANN00001").get("brand"));
    }

    @Test
    void aPaymentOfNothingOnlyVerifiesTheCard() {
        assertEquals(
                "true",
                Stated.fields(
                                mapWith(
                                        "authorisation",
                                        item -> item.withObject("/amount").put("value", 0)),
                                "CHARGE payment/PAYMENT0ANN00001")
                        .get("validation"));
    }

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
        assertEquals(List.of(PAYMENT), capture.links().references());
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
        Mapping sale = mapWith(
                "authorisation", item -> item.withObject("/additionalData").put("networkProcessingMode", "sale"));

        assertEquals("UNCAPTURED", authorised(sale).get("state"));
        assertEquals(Map.of("state", "CAPTURED"), Stated.fields(sale, "STATE payment/PAYMENT0ANN00001/state/sale"));
    }

    @ParameterizedTest
    @CsvSource({
        "shopperInteraction, POS, true",
        "terminalId, P400Plus-123456789, true",
        "tenderReference, 6lS0001595844001000, true",
        "shopperInteraction, Ecommerce,",
        "shopperInteraction, Moto,",
        "terminalId, '',",
    })
    void aPaymentAtATerminalHasTheCardPresent(String field, String value, @Nullable String expected) {
        assertEquals(
                expected,
                authorised(mapWith(
                                "authorisation",
                                item -> item.withObject("/additionalData").put(field, value)))
                        .get("cardPresent"));
    }

    @ParameterizedTest
    @CsvSource({
        "ContAuth, Subscription, true",
        "ContAuth, UnscheduledCardOnFile, true",
        "ContAuth, CardOnFile,",
        "Ecommerce, Subscription,",
        "ContAuth,,",
    })
    void aPaymentByTheMerchantIsRecurring(String interaction, @Nullable String model, @Nullable String expected) {
        assertEquals(
                expected,
                authorised(mapWith(
                                "authorisation",
                                item -> item.withObject("/additionalData")
                                        .put("shopperInteraction", interaction)
                                        .put("recurringProcessingModel", model)))
                        .get("recurring"));
    }

    @ParameterizedTest
    @CsvSource({
        "visa_applepay, , 1111, 1111",
        "visa_applepay, , , ",
        "visa, visa_googlepay, , ",
        "visa, , , 4242",
        "visa, , 1111, 1111",
    })
    void theLastDigitsAreThoseOfTheCardAndNotOfADevice(
            String method, @Nullable String token, @Nullable String untokenised, @Nullable String expected) {
        Mapping mapped = mapWith("authorisation", item -> {
            item.put("paymentMethod", method);
            item.withObject("/additionalData").put("tokenTxVariant", token).put("untokenisedCardSummary", untokenised);
        });

        assertEquals(expected, authorised(mapped).get("last4"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"203.0.113.7:51234", "203.0.113.7, 10.0.0.1", "unknown"})
    void anAddressThatCannotBeUsedStays(String text) {
        assertEquals(
                text,
                authorised(mapWith(
                                "authorisation",
                                item -> item.withObject("/additionalData").put("shopperIP", text)))
                        .get("ip"));
    }

    private static Map<String, String> authorised(Mapping mapping) {
        return Stated.fields(mapping, "CHARGE payment/PAYMENT0ANN00001");
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
        EventStatement.OfPart part = assertInstanceOf(EventStatement.OfPart.class, Stated.only(map(sample)));
        RefundObject refund = assertInstanceOf(RefundObject.class, part.part().content());

        assertEquals("adyen:main refund/" + id, part.part().key().toString());
        assertEquals(amount, StatedTexts.money(refund.money()));
        assertEquals(state, refund.state());
        assertTrue(part.links().references().contains(new ObjectReference(id.replace("/failed", ""))));
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
    void aRefundNamesItsCharge() {
        EventStatement.OfPart part = assertInstanceOf(EventStatement.OfPart.class, Stated.only(map("refund")));

        assertEquals(
                "payment/PAYMENT0ANN00001",
                assertInstanceOf(RefundObject.class, part.part().content()).charge());
    }

    @Test
    void everyItemOfANotificationIsMapped() {
        List<Mapping> mapped = all(Samples.bytes("adyen/several-items"), false);

        assertEquals(
                List.of("AUTHORISATION", "CAPTURE"),
                mapped.stream()
                        .map(item -> assertInstanceOf(Mapping.Mapped.class, item)
                                .head()
                                .type())
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "EUR, 4250, 4250 EUR",
        "JPY, 500, 500 JPY",
        "KWD, 5125, 5125 KWD",
        "CLP, 50000, 500 CLP",
        "ISK, 50000, 500 ISK",
        "IDR, 5000, 500000 IDR",
        "CVE, 500, 50000 CVE",
    })
    void amountsAreInMinorUnitsOfIso4217(String currency, long value, String expected) {
        Mapping mapped = mapWith(
                "authorisation",
                item -> item.withObject("/amount").put("currency", currency).put("value", value));

        assertEquals(expected, authorised(mapped).get("amount"));
    }

    @Test
    void whatCannotBeMappedHasAReason() {
        assertEquals(
                Mapping.Reason.UNKNOWN_TYPE,
                Stated.reason(mapWith("authorisation", item -> item.put("eventCode", "REPORT_AVAILABLE"))));
        assertEquals(
                Mapping.Reason.MISSING_FIELD,
                Stated.reason(mapWith("authorisation", item -> item.remove("pspReference"))));
        assertEquals(
                Mapping.Reason.MISSING_FIELD,
                Stated.reason(mapWith("capture-in-part", item -> item.remove("originalReference"))));
        assertEquals(
                Mapping.Reason.UNSUPPORTED_CURRENCY,
                Stated.reason(mapWith(
                        "authorisation", item -> item.withObject("/amount").put("currency", "CNH"))));
        assertEquals(
                Mapping.Reason.UNSUPPORTED_AMOUNT,
                Stated.reason(mapWith(
                        "authorisation",
                        item -> item.withObject("/amount")
                                .put("currency", "CLP")
                                .put("value", 50001))));
        byte[] test = Samples.changed("adyen/authorisation", "", body -> body.put("live", "false"));
        assertEquals(Mapping.Reason.WRONG_MODE, Stated.reason(all(test, false).getFirst()));
        byte[] neither = Samples.changed("adyen/authorisation", "", body -> body.remove("live"));
        assertEquals(
                Mapping.Reason.MISSING_FIELD, Stated.reason(all(neither, false).getFirst()));
        assertEquals(
                Mapping.Reason.MISSING_FIELD,
                Stated.reason(mapWith("capture-in-part", item -> item.put("originalReference", "too short"))));
        byte[] none = Samples.changed("adyen/authorisation", "", body -> body.putArray("notificationItems"));
        assertEquals(
                Mapping.Reason.MISSING_FIELD, Stated.reason(all(none, false).getFirst()));
    }

    private static @Nullable CardTokens tokens(Mapping mapping) {
        return assertInstanceOf(
                        EventStatement.OfPart.class, Stated.statements(mapping).getFirst())
                .tokens();
    }
}
