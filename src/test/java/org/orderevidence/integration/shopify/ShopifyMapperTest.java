package org.orderevidence.integration.shopify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Currency;
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
import org.orderevidence.integration.Samples;
import org.orderevidence.integration.Stated;
import org.orderevidence.integration.Webhook;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
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
        return Stated.fields(mapWith("orders-create", change), "OTHER order/5501000000001");
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
        ShopifyMapper mapper = new ShopifyMapper(new ShopifySettings(Samples.settings(Platform.SHOPIFY, "uk-"), false));

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
                Stated.fields(map("orders-create", body, accountsRequired), "OTHER order/5501000000001")
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
        assertEquals("true", orderWith(order -> order.put("source_name", "pos")).get("cardPresent"));
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
                        expected,
                        new Dispute.Details(
                                OrderTime.at(Instant.parse("2026-02-11T00:00:00Z")),
                                new Money(4250, Currency.getInstance("EUR")),
                                "fraudulent",
                                null,
                                null,
                                null)),
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
    void whatCannotBeMappedHasAReason() {
        ShopifyMapper mapper = new ShopifyMapper(new ShopifySettings(Samples.settings(Platform.SHOPIFY), false));

        assertEquals(Mapping.Reason.MISSING_FIELD, Stated.reason(mapper.map(new Webhook(Map.of(), order()))));
        assertEquals(
                Mapping.Reason.UNKNOWN_TYPE, Stated.reason(mapper.map(Platforms.webhook("products/update", order()))));
        assertEquals(
                Mapping.Reason.WRONG_MODE, Stated.reason(mapWith("orders-create", order -> order.put("test", true))));
        assertEquals(
                Mapping.Reason.UNSUPPORTED_AMOUNT,
                Stated.reason(mapWith(
                        "orders-create",
                        order -> order.withObject("/total_price_set/presentment_money")
                                .put("amount", "42.505"))));
        assertEquals(
                Mapping.Reason.UNSUPPORTED_CURRENCY,
                Stated.reason(mapWith(
                        "orders-create",
                        order -> order.withObject("/total_price_set/presentment_money")
                                .put("currency_code", "BTC"))));
    }

    private static long version(Mapping mapping) {
        return assertInstanceOf(EventStatement.OfPart.class, Stated.only(mapping))
                .part()
                .version();
    }
}
