package org.orderevidence.integration.shopify;

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
import org.orderevidence.integration.EventHead;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.ObjectReference;
import org.orderevidence.integration.OrderIdHint;
import org.orderevidence.integration.Platforms;
import org.orderevidence.integration.PrivacyRequest;
import org.orderevidence.integration.Samples;
import org.orderevidence.integration.Stated;
import org.orderevidence.integration.StatedTexts;
import org.orderevidence.integration.Webhook;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.CardFingerprint;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.Platform;
import tools.jackson.databind.node.ObjectNode;

class ShopifyMapperTest {
    private static final ObjectReference ORDER = new ObjectReference("gid://shopify/Order/5501000000001");

    private static Mapping map(String sample, byte[] body, boolean accountsRequired) {
        return new ShopifyMapper(new ShopifySettings(Samples.settings(Platform.SHOPIFY), accountsRequired))
                .map(Platforms.webhook(Platforms.topic(sample), body));
    }

    private static Mapping map(String sample) {
        return map(sample, Samples.bytes("shopify/" + sample), false);
    }

    private static Mapping mapWith(String sample, Consumer<ObjectNode> change) {
        return map(sample, Samples.changed("shopify/" + sample, "", change), false);
    }

    private static Map<String, String> orderWith(Consumer<ObjectNode> change) {
        return Stated.fields(mapWith("orders-create", change)).get("OTHER order/5501000000001");
    }

    @Test
    void anOrderStatesWhatTheCustomerPaidWhoAndWhat() {
        assertEquals(
                Map.of(
                        "OTHER order/5501000000001",
                        Map.ofEntries(
                                Map.entry("amount", "4250 EUR"),
                                Map.entry("transactionDate", "2026-01-01T10:59:58Z"),
                                Map.entry("state", "UNCAPTURED"),
                                Map.entry("ip", "198.51.100.9"),
                                Map.entry("customerAccountId", "7701000000001"),
                                Map.entry("email", "ann@example.com"),
                                Map.entry("name", "Ann|Lee"),
                                Map.entry("shippingAddress", "1 Main Street|Flat 2|Dublin|D|D02 X285|IE"),
                                Map.entry("lineItems", "2 Mug - Blue 3000, 1 Tea 1250"))),
                Stated.fields(map("orders-create")));
    }

    @Test
    void theHashOfTheBodyIsTheIdOfAnEvent() {
        Mapping.Mapped mapped = assertInstanceOf(Mapping.Mapped.class, map("orders-create"));

        assertEquals(
                new EventHead(
                        "1752684549b341b5724a1adc47f746b7cd2c4d44c9371ed3d99b522ae4b503e7",
                        "orders/create",
                        Instant.parse("2026-01-01T11:00:01Z"),
                        Mode.LIVE),
                mapped.head());
    }

    private static byte[] order() {
        return Samples.bytes("shopify/orders-create");
    }

    @Test
    void anOrderIsNamedAsInTheShop() {
        EventStatement order = Stated.only(map("orders-create"));

        assertEquals(List.of(ORDER), order.links().references());
        assertEquals(
                List.of(new OrderIdHint(OrderIdHint.Kind.SHOP_ORDER_NAME, new OrderId("#1001"), null)),
                order.links().hints());
    }

    @Test
    void thePrefixTellsTwoShopsApart() {
        ShopifyMapper mapper =
                new ShopifyMapper(new ShopifySettings(Samples.settings(Platform.SHOPIFY, "uk-"), false));

        EventStatement order = Stated.only(mapper.map(Platforms.webhook("orders/create", order())));

        assertEquals(new OrderId("uk-#1001"), order.links().hints().getFirst().id());
    }

    @ParameterizedTest
    @CsvSource({
        "enabled, false, 7701000000001",
        "disabled, false,",
        "invited, false,",
        "disabled, true, 7701000000001",
    })
    void aCustomerIdIsALoginOnlyWithAnAccount(String state, boolean accountsRequired, @Nullable String expected) {
        byte[] body = Samples.changed("shopify/orders-create", "/customer", customer -> customer.put("state", state));

        assertEquals(
                expected,
                Stated.fields(map("orders-create", body, accountsRequired))
                        .get("OTHER order/5501000000001")
                        .get("customerAccountId"));
    }

    @ParameterizedTest
    @CsvSource({
        "pending, UNCAPTURED",
        "authorized, UNCAPTURED",
        "paid, CAPTURED",
        "partially_paid, CAPTURED",
        "partially_refunded, CAPTURED",
        "refunded, CAPTURED",
        "voided, FAILED",
        "expired, FAILED",
        "a_new_status,",
    })
    void financialStatus(String status, @Nullable String expected) {
        assertEquals(
                expected,
                orderWith(order -> order.put("financial_status", status)).get("state"));
    }

    @ParameterizedTest
    @CsvSource({"JPY, 4250, 4250 JPY", "KWD, 42.505, 42505 KWD", "ISK, 4250.00, 4250 ISK"})
    void presentmentMoneyIsExact(String currency, String amount, String expected) {
        assertEquals(
                expected,
                orderWith(order -> order.withObject("/total_price_set/presentment_money")
                                .put("amount", amount)
                                .put("currency_code", currency))
                        .get("amount"));
    }

    @Test
    void anOrderWithoutSetIsInTheShopsCurrency() {
        assertEquals(
                "4845 USD",
                orderWith(order -> {
                            order.remove("total_price_set");
                            order.remove("presentment_currency");
                        })
                        .get("amount"));
    }

    /** The customer paid in euros, and the shop counts in dollars. */
    @Test
    void anItemThatIsOnlyInTheShopsCurrencyIsLeftOut() {
        Map<String, String> fields = orderWith(order -> {
            ObjectNode first = (ObjectNode) order.at("/line_items/0");
            first.remove("price_set");
        });

        assertEquals("4250 EUR", fields.get("amount"));
        assertEquals("1 Tea 1250", fields.get("lineItems"));
    }

    @Test
    void anOrderAtTheTillHasTheCardPresent() {
        assertEquals(
                "true",
                orderWith(order -> order.put("source_name", "pos")).get("cardPresent"));
    }

    @Test
    void anUpdateAlsoStatesRefundsAndFulfillmentsAsTheirOwnEventsDo() {
        List<EventStatement> update = Stated.statements(map("orders-updated"));

        assertEquals(Stated.only(map("refunds-create")), update.get(1));
        assertEquals(Stated.only(map("fulfillments-update")), update.get(2));
        assertEquals(3, update.size());
    }

    @Test
    void ofTwoUpdatesInOneSecondThePaidOrderIsNewer() {
        long created = version(map("orders-create"));
        long paid = version(map("orders-paid"));

        assertTrue(created < paid);
        assertEquals(Math.floorDiv(created, 1_000_000), Math.floorDiv(paid, 1_000_000));
    }

    @Test
    void anAuthorizationStatesTheCardAndThatItIsNotCaptured() {
        assertEquals(
                Map.of(
                        "CHARGE transaction/6601000000001",
                        Map.of(
                                "transactionDate", "2026-01-01T10:59:59Z",
                                "brand", "visa",
                                "bin", "424242",
                                "last4", "4242",
                                "network_id", "416021234567890",
                                "gateway", "shopify_payments",
                                "gatewayTransactionId", "pi_3MugsForAnn0001"),
                        "OTHER transaction/6601000000001/state",
                        Map.of("state", "UNCAPTURED")),
                Stated.fields(map("transaction-authorization")));
    }

    @Test
    void theReceiptOfShopifyPaymentsHasTheTokenOfTheCard() {
        EventStatement.OfPart card = assertInstanceOf(
                EventStatement.OfPart.class,
                Stated.statements(map("transaction-authorization")).getFirst());

        assertEquals(new CardFingerprint("fpAnnCard0000001"), card.fingerprint());
    }

    @Test
    void aTransactionIsLinkedToItsOrderAndToTheProcessor() {
        assertEquals(
                List.of(
                        ORDER,
                        new ObjectReference("pi_3MugsForAnn0001"),
                        new ObjectReference("c55010000000011.1")),
                Stated.statements(map("transaction-authorization"))
                        .getFirst()
                        .links()
                        .references());
    }

    @Test
    void anApprovalCodeLinksNothing() {
        assertEquals(
                List.of(
                        new ObjectReference("gid://shopify/Order/5501000000003"),
                        new ObjectReference("c55010000000033.1")),
                Stated.statements(map("transaction-sale")).getFirst().links().references());
    }

    /** A gateway can write the same id to the receipt of each transaction. It would join all orders. */
    @Test
    void onlyAStripeIdInTheReceiptLinksATransaction() {
        Mapping mapped = mapWith("transaction-sale", transaction -> transaction.putObject("receipt")
                .put("id", "merchant-account-00017"));

        assertEquals(
                List.of(
                        new ObjectReference("gid://shopify/Order/5501000000003"),
                        new ObjectReference("c55010000000033.1")),
                Stated.statements(mapped).getFirst().links().references());
    }

    @Test
    void captureAndVoidReplaceTheStateOfTheirPayment() {
        assertEquals(
                Map.of("OTHER transaction/6601000000001/state", Map.of("state", "CAPTURED")),
                Stated.fields(map("transaction-capture")));
        assertEquals(
                Map.of("OTHER transaction/6601000000008/state", Map.of("state", "FAILED")),
                Stated.fields(map("transaction-void")));
    }

    @Test
    void aSaleIsCapturedUnlessItFailed() {
        assertEquals(
                Map.of("state", "CAPTURED"),
                Stated.fields(map("transaction-sale")).get("OTHER transaction/6601000000009/state"));
        assertEquals(
                "FAILED",
                Stated.fields(map("transaction-failed-sale"))
                        .get("CHARGE transaction/6601000000010")
                        .get("state"));
        assertNull(Stated.fields(map("transaction-failed-sale")).get("OTHER transaction/6601000000010/state"));
    }

    @Test
    void aGiftCardIsNoPayment() {
        assertEquals(Mapping.Reason.NO_PAYMENT, Stated.reason(map("transaction-gift-card")));
    }

    @ParameterizedTest
    @CsvSource({"success, DONE", "pending, DONE", "failure, UNDONE", "error, UNDONE"})
    void refunds(String status, RefundObject.RefundState expected) {
        byte[] body = Samples.changed(
                "shopify/refunds-create", "/transactions/0", transaction -> transaction.put("status", status));

        EventStatement.OfPart part =
                assertInstanceOf(EventStatement.OfPart.class, Stated.only(map("refunds-create", body, false)));
        RefundObject refund = assertInstanceOf(RefundObject.class, part.part().content());

        assertEquals("shopify:main refund/6601000000004", part.part().key().toString());
        assertEquals("1000 EUR", StatedTexts.money(refund.money()));
        assertEquals(expected, refund.state());
        assertEquals(ORDER, part.links().references().getFirst());
    }

    @Test
    void aRefundWithoutMoneyChangesNothing() {
        assertEquals(
                List.of(),
                Stated.statements(mapWith("refunds-create", refund -> refund.putArray("transactions"))));
    }

    @Test
    void aFulfillmentStatesTheDelivery() {
        assertEquals(
                Map.of(
                        "OTHER fulfillment/4401000000001",
                        Map.of(
                                "fulfilledAt", "2026-01-03T08:00:00Z",
                                "delivery.status", "delivered",
                                "delivery.carrier", "An Post",
                                "delivery.trackingNumber", "AP123456789IE",
                                "delivery.deliveredAt", "2026-01-05T15:30:00Z")),
                Stated.fields(map("fulfillments-update")));
        assertEquals(
                Map.of("OTHER fulfillment/4401000000001", Map.of()),
                Stated.fields(mapWith("fulfillments-update", f -> f.put("status", "cancelled"))));
    }

    @ParameterizedTest
    @CsvSource({
        "needs_response, OPEN",
        "under_review, OPEN",
        "charge_refunded, LOST",
        "accepted, LOST",
        "prevented, LOST",
        "lost, LOST",
        "won, WON",
        "a_new_status, OPEN",
    })
    void disputes(String status, Dispute.Status expected) {
        EventStatement.OfDispute stated = assertInstanceOf(
                EventStatement.OfDispute.class,
                Stated.only(mapWith("disputes-create", dispute -> dispute.put("status", status))));

        assertEquals(
                new Dispute(
                        "9901000000001",
                        "10.4",
                        OrderTime.at(Instant.parse("2026-01-26T00:00:00Z")),
                        expected),
                stated.dispute());
        assertEquals(List.of(ORDER), stated.links().references());
    }

    @Test
    void aDisputeWithoutCodeOfTheNetworkIsUnknown() {
        EventStatement.OfDispute stated = assertInstanceOf(
                EventStatement.OfDispute.class,
                Stated.only(mapWith("disputes-create", dispute -> dispute.putNull("network_reason_code"))));

        assertEquals(Dispute.UNKNOWN_CONDITION, stated.dispute().condition());
    }

    @Test
    void anInquiryIsNoDispute() {
        assertInstanceOf(EventStatement.Inquiry.class, Stated.only(map("disputes-inquiry")));
    }

    @Test
    void requestsAboutPersonalDataAreNotMappedToOrders() {
        PrivacyRequest.Customer ann = new PrivacyRequest.Customer(
                new PersonalText("7701000000001"),
                new PersonalText("ann@example.com"),
                new PersonalText("+353 1 555 0100"));

        assertEquals(
                new PrivacyRequest.EraseCustomer(
                        "mugs.example.com",
                        ann,
                        List.of(ORDER, new ObjectReference("gid://shopify/Order/5501000000002"))),
                request("customers-redact"));
        assertEquals(
                new PrivacyRequest.ExportCustomer("mugs.example.com", ann, List.of(ORDER)),
                request("customers-data-request"));
        assertEquals(new PrivacyRequest.EraseShop("mugs.example.com"), request("shop-redact"));
    }

    /** Anybody who records a webhook can send it again with another topic: the header is not signed. */
    @ParameterizedTest
    @CsvSource({
        "orders-create, customers/redact, MISSING_FIELD",
        "orders-create, customers/data_request, MISSING_FIELD",
        "orders-create, shop/redact, MISSING_FIELD",
        "customers-redact, shop/redact, UNREADABLE",
        "customers-data-request, shop/redact, UNREADABLE",
        "customers-data-request, customers/redact, MISSING_FIELD",
        "shop-redact, customers/redact, MISSING_FIELD",
        "transaction-sale, fulfillments/create, MISSING_FIELD",
        "refunds-create, fulfillments/create, MISSING_FIELD",
        "orders-updated, fulfillments/create, MISSING_FIELD",
        "fulfillments-create, order_transactions/create, MISSING_FIELD",
        "disputes-create, order_transactions/create, MISSING_FIELD",
        "transaction-sale, disputes/create, MISSING_FIELD",
        "transaction-sale, orders/create, MISSING_FIELD",
        "refunds-create, orders/create, MISSING_FIELD",
    })
    void aBodyIsNeverReadAsThatOfAnotherTopic(String sample, String topic, Mapping.Reason expected) {
        Mapping mapped = new ShopifyMapper(new ShopifySettings(Samples.settings(Platform.SHOPIFY), false))
                .map(Platforms.webhook(topic, Samples.bytes("shopify/" + sample)));

        assertEquals(expected, Stated.reason(mapped));
    }

    @Test
    void aRequestNamesAllOrdersHoweverMany() {
        byte[] body = Samples.changed("shopify/customers-redact", "", request -> {
            for (int i = 0; i < 30_000; i++) {
                request.withArray("/orders_to_redact").add(1_000_000L + i);
            }
        });

        PrivacyRequest.EraseCustomer erase = assertInstanceOf(
                PrivacyRequest.EraseCustomer.class,
                assertInstanceOf(Mapping.Privacy.class, map("customers-redact", body, false))
                        .request());
        assertEquals(30_002, erase.orders().size());
    }

    @Test
    void whatCannotBeMappedHasAReason() {
        ShopifyMapper mapper = new ShopifyMapper(new ShopifySettings(Samples.settings(Platform.SHOPIFY), false));

        assertEquals(
                Mapping.Reason.MISSING_FIELD, Stated.reason(mapper.map(new Webhook(Map.of(), order()))));
        assertEquals(
                Mapping.Reason.UNKNOWN_TYPE,
                Stated.reason(mapper.map(Platforms.webhook("products/update", order()))));
        assertEquals(
                Mapping.Reason.WRONG_MODE,
                Stated.reason(mapWith("orders-create", order -> order.put("test", true))));
        assertEquals(
                Mapping.Reason.UNSUPPORTED_AMOUNT,
                Stated.reason(mapWith("orders-create", order -> order.withObject("/total_price_set/presentment_money")
                        .put("amount", "42.505"))));
        assertEquals(
                Mapping.Reason.UNSUPPORTED_CURRENCY,
                Stated.reason(mapWith("orders-create", order -> order.withObject("/total_price_set/presentment_money")
                        .put("currency_code", "BTC"))));
    }

    @Test
    void theEventsOfAnOrderMakeOneOrder() {
        Composition.Complete composed = assertInstanceOf(
                Composition.Complete.class,
                Composition.of(
                        new OrderId("#1001"),
                        Stated.parts(List.of(
                                map("orders-updated"),
                                map("transaction-capture"),
                                map("transaction-authorization"),
                                map("fulfillments-create"),
                                map("refunds-create"),
                                map("orders-create")))));
        Order order = composed.order();

        assertEquals(Charge.Status.SUCCEEDED, order.charge().status());
        assertEquals("4250 EUR", StatedTexts.money(order.charge().money()));
        assertEquals(1000, order.charge().refundedAmountMinor());
        assertEquals("4242", order.charge().credential().last4());
        assertEquals("pi_3MugsForAnn0001", order.charge().references().gatewayTransactionId());
        assertEquals(new PersonalText("198.51.100.9"), order.customer().ip());
        assertEquals("delivered", order.receipt().delivery().status());
    }

    @Test
    void anAuthorizedOrderIsNotPaid() {
        Composition.Complete composed = assertInstanceOf(
                Composition.Complete.class,
                Composition.of(
                        new OrderId("#1001"),
                        Stated.parts(List.of(map("orders-create"), map("transaction-authorization")))));

        assertEquals(Charge.Status.FAILED, composed.order().charge().status());
        assertTrue(composed.uncaptured());
    }

    private static PrivacyRequest request(String sample) {
        return assertInstanceOf(Mapping.Privacy.class, map(sample)).request();
    }

    private static long version(Mapping mapping) {
        return assertInstanceOf(EventStatement.OfPart.class, Stated.only(mapping))
                .part()
                .version();
    }
}
