package org.orderevidence.integration.stripe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.Links.OrderIdHint;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.Mapping.EventHead;
import org.orderevidence.integration.Samples;
import org.orderevidence.integration.Stated;
import org.orderevidence.integration.StatedTexts;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.CardFingerprint;
import org.orderevidence.order.CardTokens;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.Platform;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class StripeMapperTest {
    private static final String OBJECT = "/data/object";
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

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

    private static Map<String, String> chargeWith(Consumer<ObjectNode> change) {
        return Stated.fields(
                map(Samples.changed("stripe/charge-succeeded", OBJECT, change)), "CHARGE charge/ch_3MugsForAnn0001");
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

    @Test
    void theIndicatorOf3dSecureIsStated() {
        var stated = chargeWith(charge -> charge.withObject("/payment_method_details/card/three_d_secure")
                .put("electronic_commerce_indicator", "05")
                .put("transaction_id", "c4e59ceb-a382-4d6a-bc87-385d591fa09d"));

        assertEquals("05", stated.get("threeDs.eci"));
        assertEquals("c4e59ceb-a382-4d6a-bc87-385d591fa09d", stated.get("threeDs.transactionId"));
    }

    @ParameterizedTest
    @CsvSource({
        "pass, pass, Y",
        "fail, pass, Z",
        ", pass, Z",
        "pass, unavailable, A",
        "pass, , A",
        "fail, fail,",
        "unchecked, unavailable,",
        ", ,",
    })
    void theChecksOfTheAddressAreStatedAsVisasCode(
            @Nullable String address, @Nullable String postalCode, @Nullable String stated) {
        assertEquals(
                stated,
                chargeWith(charge -> charge.withObject("/payment_method_details/card/checks")
                                .put("address_line1_check", address)
                                .put("address_postal_code_check", postalCode))
                        .get("avsResult"));
    }

    @Test
    void anEventStatesItsIdTypeTimeAndMode() {
        Mapping.Mapped mapped = assertInstanceOf(Mapping.Mapped.class, map("charge-succeeded"));

        assertEquals(
                new EventHead(
                        "evt_1OrderEvidence0001", "charge.succeeded", Instant.parse("2026-01-01T00:00:01Z"), Mode.LIVE),
                mapped.head());
    }

    @Test
    void theVersionOfTheApiDoesNotMatter() {
        for (JsonNode version : List.of(
                NODES.stringNode("2011-01-01"),
                NODES.stringNode("2099-12-31.later"),
                NODES.nullNode(),
                NODES.numberNode(7))) {
            byte[] body = Samples.changed("stripe/charge-succeeded", "", event -> event.set("api_version", version));

            assertEquals(Stated.fields(map("charge-succeeded")), Stated.fields(map(body)), version.toString());
        }
    }

    @Test
    void theTokenOfTheCardIsKeptApartAndHidden() {
        EventStatement.OfPart part =
                assertInstanceOf(EventStatement.OfPart.class, Stated.only(map("charge-succeeded")));

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

    /** Some networks let the merchant capture more than was authorised. */
    @Test
    void moreThanTheAuthorisedAmountCanBeCaptured() {
        Map<String, String> fields =
                chargeWith(charge -> charge.put("amount_captured", 5000).put("amount_refunded", 1000));

        assertEquals("5000 EUR", fields.get("amount"));
        assertEquals("1000", fields.get("refunded"));
    }

    @ParameterizedTest
    @CsvSource({
        "visa, visa, visa",
        "cartes_bancaires, visa, cartes_bancaires",
        "unknown, visa, visa",
        "unknown, unknown,",
    })
    void theNetworkThatMovedTheMoneyIsTheBrand(String network, String brand, @Nullable String expected) {
        assertEquals(
                expected,
                chargeWith(charge -> charge.withObject("/payment_method_details/card")
                                .put("network", network)
                                .put("brand", brand))
                        .get("brand"));
    }

    @Test
    void aCancelledChargeIsFailed() {
        assertEquals(
                "FAILED",
                chargeWith(charge -> charge.put("captured", false).put("refunded", true))
                        .get("state"));
    }

    @Test
    void aChargeAtATerminalHasTheCardPresent() {
        Map<String, String> fields = Stated.fields(map("charge-at-a-terminal"), "CHARGE charge/ch_3MugsAtTill0006");

        assertEquals("true", fields.get("cardPresent"));
        assertEquals("mastercard", fields.get("brand"));
        assertEquals("4444", fields.get("last4"));
    }

    @ParameterizedTest
    @CsvSource({
        "usd, 1999, 1999 USD",
        "jpy, 500, 500 JPY",
        "krw, 500, 500 KRW",
        "mga, 5, 500 MGA",
        "kwd, 5120, 5120 KWD",
        "isk, 500, 5 ISK",
        "ugx, 500, 5 UGX",
        "huf, 1000, 1000 HUF",
    })
    void amountsAreInMinorUnitsOfIso4217(String currency, long amount, String expected) {
        assertEquals(
                expected,
                chargeWith(charge -> charge.put("currency", currency)
                                .put("amount", amount)
                                .put("amount_captured", amount))
                        .get("amount"));
    }

    @Test
    void fieldsThatOrdersCannotHaveAreNotStated() {
        Map<String, String> fields = chargeWith(charge -> {
            charge.put("description", "card 4111 1111 1111 1111");
            charge.put("calculated_statement_descriptor", "x".repeat(65));
            charge.withObject("/metadata").put("oe_ip", "4111 1111 1111 1111").put("oe_account", "a\nb");
            charge.withObject("/payment_method_details/card")
                    .put("last4", "42x2")
                    .put("iin", "4242424");
        });

        for (String name : List.of("description", "descriptor", "ip", "customerAccountId", "last4", "bin")) {
            assertNull(fields.get(name), name);
        }
        assertEquals("4250 EUR", fields.get("amount"));
    }

    @Test
    void anAddressThatCannotBeUsedStays() {
        assertEquals(
                "203.0.113.7:51234",
                chargeWith(charge -> charge.withObject("/metadata").put("oe_ip", "203.0.113.7:51234"))
                        .get("ip"));
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
            recurring.add(assertInstanceOf(
                            Composition.Complete.class, Composition.of(new OrderId("A-1001"), Stated.parts(rotated)))
                    .order()
                    .charge()
                    .recurring());
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
        assertEquals("4250 EUR", StatedTexts.money(reference.amount()));
    }

    @Test
    void ofTwoEventsInOneSecondTheLargerRefundThenTheCaptureIsNewer() {
        long uncaptured = versionInOneSecond(charge -> charge.put("captured", false));
        long captured = versionInOneSecond(charge -> {});
        long refunded = versionInOneSecond(charge -> charge.put("amount_refunded", 1000));
        long refundedMore = versionInOneSecond(charge -> charge.put("amount_refunded", 2000));

        assertTrue(uncaptured < captured && captured < refunded && refunded < refundedMore);
        assertEquals(Instant.parse("2026-01-01T00:00:01Z").getEpochSecond(), Math.floorDiv(refundedMore, 1_000_000L));
    }

    @ParameterizedTest
    @CsvSource({
        "'', type, 'customer.created', UNKNOWN_TYPE",
        "'', livemode, false, WRONG_MODE",
        "'', id, '', MISSING_FIELD",
        "'', created, '-1', MISSING_FIELD",
        "/data/object, currency, 'xau', UNSUPPORTED_CURRENCY",
        "/data/object, amount, '-5', UNSUPPORTED_AMOUNT",
        "/data/object, captured, 'perhaps', MISSING_FIELD",
    })
    void whatCannotBeMappedHasAReason(String pointer, String field, String value, Mapping.Reason expected) {
        byte[] body = Samples.changed("stripe/charge-succeeded", pointer, object -> {
            object.put(field, value);
            if (field.equals("amount")) {
                object.remove("amount_captured");
            }
        });

        assertEquals(expected, Stated.reason(map(body)));
    }

    @Test
    void aSessionWithoutPaymentIsNoPayment() {
        byte[] body = Samples.changed("stripe/session-completed", OBJECT, session -> session.putNull("payment_intent"));

        assertEquals(Mapping.Reason.NO_PAYMENT, Stated.reason(map(body)));
    }

    private static long versionInOneSecond(Consumer<ObjectNode> change) {
        EventStatement.OfPart part = assertInstanceOf(
                EventStatement.OfPart.class,
                Stated.only(map(Samples.changed("stripe/charge-succeeded", OBJECT, change))));
        return part.part().version();
    }
}
