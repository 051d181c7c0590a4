package org.orderevidence.integration.shopify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.Links.OrderIdHint;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.Mapping.EventHead;
import org.orderevidence.integration.PrivacyTask;
import org.orderevidence.integration.Samples;
import org.orderevidence.integration.Stated;
import org.orderevidence.integration.Webhook;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.part.Platform;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the webhooks of Shopify state about orders, disputes and requests about personal data. */
class ShopifyMapperTest {
    private static final ObjectReference ORDER = new ObjectReference("gid://shopify/Order/5501000000001");
    private static final IntegrationSecrets SECRETS =
            new IntegrationSecrets(new SecretText("shpss_orderevidencetest"), null, null);
    private static final byte[] BODY = "{\"id\":\"evt_1\",\"object\":\"event\"}".getBytes(StandardCharsets.UTF_8);

    private static Mapping map(String sample, byte[] body, boolean accountsRequired) {
        MapperSettings settings = Samples.settings(Platform.SHOPIFY);
        return Samples.map(
                new Shopify(),
                accountsRequired ? settings.with(Shopify.ACCOUNTS_REQUIRED) : settings,
                Samples.topic(sample),
                body);
    }

    private static Mapping map(String sample) {
        return map(sample, Samples.bytes("shopify/" + sample), false);
    }

    private static Mapping mapWith(String sample, Consumer<ObjectNode> change) {
        return map(sample, Samples.changed("shopify/" + sample, "", change), false);
    }

    private static Mapping mapWith(String sample, String values) {
        return map(sample, Samples.patched("shopify/" + sample, "", values), false);
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
    void theHashOfTopicAndBodyIsTheIdOfAnEvent() {
        assertEquals(
                new EventHead(
                        "5937808edc777460d2a81940ff76d9293d606b11a639e8d9d4976163f731c3ba",
                        "orders/create",
                        Instant.parse("2026-01-01T11:00:01Z"),
                        Mode.LIVE),
                Stated.head(map("orders-create")));
    }

    private static String idOf(String topic) {
        return switch (mapped(topic)) {
            case Mapping.Mapped mapped -> mapped.head().id();
            case Mapping.Privacy privacy -> privacy.head().id();
            case Mapping.Unmapped unmapped ->
                Objects.requireNonNull(unmapped.head()).id();
        };
    }

    @Test
    void anUnusedTopicHidesNoUsedOneAndAllUnusedOnesAreOneEvent() {
        Set<String> ids = Stream.of("orders/create", "orders/paid", "orders/updated", "orders/fulfilled")
                .map(ShopifyMapperTest::idOf)
                .collect(Collectors.toSet());

        assertEquals(4, ids.size());
        assertEquals(idOf("orders/fulfilled"), idOf("orders/partially_fulfilled"));
    }

    private static Mapping mapped(@Nullable String topic) {
        return Samples.map(new Shopify(), Samples.settings(Platform.SHOPIFY), topic, order());
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
        EventStatement order = Stated.only(
                Samples.map(new Shopify(), Samples.settings(Platform.SHOPIFY, "uk-"), "orders/create", order()));

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
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {financial_status: 'authorized'}         | state | UNCAPTURED
            {financial_status: 'paid'}               | state | CAPTURED
            {financial_status: 'partially_paid'}     | state | CAPTURED
            {financial_status: 'voided'}             | state | FAILED
            {financial_status: 'a_new_status'}       | state |
            # Presentment money is exact
            {total_price_set: {presentment_money: {amount: '4250', currency_code: 'JPY'}}}    | amount | 4250 JPY
            {total_price_set: {presentment_money: {amount: '42.505', currency_code: 'KWD'}}}  | amount | 42505 KWD
            {total_price_set: {presentment_money: {amount: '4250.00', currency_code: 'ISK'}}} | amount | 4250 ISK
            # An order without set is in the shop's currency
            {total_price_set: null, presentment_currency: null} | amount | 4845 USD
            # An order at the till has the card present
            {source_name: 'pos'} | cardPresent | true
            # An order of a subscription contract is recurring
            {source_name: 'subscription_contract'}              | recurring | true
            {source_name: 'subscription_contract_checkout_one'} | recurring | true
            {source_name: 'web'}                                | recurring |
            {source_name: 'pos'}                                | recurring |
            """)
    void anOrderWithStates(String values, String field, @Nullable String stated) {
        assertEquals(
                stated,
                Stated.fields(mapWith("orders-create", values), "OTHER order/5501000000001")
                        .get(field));
    }

    /** The customer paid in euros, and the shop counts in dollars. */
    @Test
    void anItemThatIsOnlyInTheShopsCurrencyIsPartOfTheOtherItems() {
        Map<String, String> fields = orderWith(order -> {
            ObjectNode first = (ObjectNode) order.at("/line_items/0");
            first.remove("price_set");
        });

        assertEquals("4250 EUR", fields.get("amount"));
        assertEquals("1 Tea 1250, 1 Other items 3000", fields.get("lineItems"));
    }

    /**
     * Each row: what the event has besides two mugs for 15.00 and tea for 13.50, and what the receipt then states. The
     * total is 42.50 and the tea has a discount of 1.00, unless the row states otherwise.
     */
    @ParameterizedTest
    @MethodSource("receipts")
    void aReceiptAddsUp(String about, Consumer<ObjectNode> change, String items, @Nullable String discount) {
        Map<String, String> stated = orderWith(change);

        assertEquals(items, stated.get("lineItems"), about);
        assertEquals(discount, stated.get("totals.discount"), about);
        long sum = Stream.of(items.split(", ", -1))
                .mapToLong(item -> Long.parseLong(item.substring(item.lastIndexOf(' ') + 1)))
                .sum();
        long total =
                sum + minor(stated, "totals.shipping") + minor(stated, "totals.tax") - minor(stated, "totals.discount");
        assertEquals(stated.get("amount"), total + " EUR", about);
    }

    private static long minor(Map<String, String> stated, String name) {
        return Long.parseLong(stated.getOrDefault(name, "0"));
    }

    private static Stream<Arguments> receipts() {
        String plain = "2 Mug - Blue 3000, 1 Tea 1250";
        Consumer<ObjectNode> nothing = order -> {};
        Consumer<ObjectNode> shipped = order -> {
            total(order, "48.00");
            set(order, "total_shipping_price", "5.50");
        };
        Consumer<ObjectNode> taxed = order -> {
            total(order, "46.75");
            set(order, "total_tax", "4.25");
            order.put("taxes_included", false);
        };
        Consumer<ObjectNode> taxIncluded = order -> {
            set(order, "total_tax", "4.25");
            order.put("taxes_included", true);
        };
        Consumer<ObjectNode> tipped = order -> {
            total(order, "45.50");
            set(order, "total_tip_received", "3.00");
        };
        Consumer<ObjectNode> unknownFee = order -> total(order, "43.25");
        Consumer<ObjectNode> notAllocated = order -> total(order, "40.00");
        Consumer<ObjectNode> allocated = order -> {
            total(order, "40.50");
            set(
                    ((ObjectNode) order.get("line_items").get(0))
                            .putArray("discount_allocations")
                            .addObject(),
                    "amount",
                    "2.00");
        };
        Consumer<ObjectNode> freeShipping = order -> {
            ObjectNode line = order.putArray("shipping_lines").addObject();
            set(line, "price", "5.50");
            set(line.putArray("discount_allocations").addObject(), "amount", "5.50");
            set(order, "total_shipping_price", "5.50");
        };
        return Stream.of(
                Arguments.of("nothing else", nothing, plain, null),
                Arguments.of("shipping", shipped, plain, null),
                Arguments.of("tax", taxed, plain, null),
                Arguments.of("tax in the prices", taxIncluded, plain, null),
                Arguments.of("a tip", tipped, plain + ", 1 Tip 300", null),
                Arguments.of("a fee", unknownFee, plain + ", 1 Other charges 75", null),
                Arguments.of("a discount of the order", notAllocated, plain, "250"),
                Arguments.of("a discount of an item", allocated, "2 Mug - Blue 2800, 1 Tea 1250", null),
                Arguments.of("free shipping", freeShipping, plain, null));
    }

    private static void total(ObjectNode order, String amount) {
        set(order, "total_price", amount);
    }

    private static void set(ObjectNode object, String name, String amount) {
        object.put(name, amount)
                .withObject("/" + name + "_set/presentment_money")
                .put("amount", amount)
                .put("currency_code", "EUR");
    }

    @Test
    void anOrderOf501LinesKeepsItsSum() {
        Map<String, String> stated = orderWith(order -> {
            ObjectNode item = (ObjectNode) order.get("line_items").get(1);
            ArrayNode items = order.putArray("line_items");
            for (int i = 0; i < Receipt.MAX_LINE_ITEMS + 1; i++) {
                items.add(item);
            }
            total(order, "6262.50");
        });

        String items = stated.getOrDefault("lineItems", "");
        assertTrue(items.endsWith(", 1 Tea 1250, 1 Other items 2500"), items);
    }

    /** The bytes of an order are limited. */
    @Test
    void manyLongNamesAreCut() {
        Map<String, String> stated = orderWith(order -> {
            ObjectNode item = (ObjectNode) order.get("line_items").get(1);
            item.put("name", "\u8336".repeat(240));
            ArrayNode items = order.putArray("line_items");
            for (int i = 0; i < Receipt.MAX_LINE_ITEMS; i++) {
                items.add(item);
            }
            total(order, "6250.00");
        });

        String items = stated.getOrDefault("lineItems", "");
        assertTrue(items.endsWith(", 1 " + "\u8336".repeat(65) + "\u2026 1250"), items);
    }

    @Test
    void anUpdateAlsoStatesRefundsAndFulfillmentsAsTheirOwnEventsDo() {
        List<EventStatement> update = Stated.statements(map("orders-updated"));

        assertEquals(Stated.only(map("refunds-create")), update.get(1));
        assertEquals(Stated.only(map("fulfillments-update")), update.get(2));
        EventStatement.OfPart paid = assertInstanceOf(EventStatement.OfPart.class, update.get(3));
        assertEquals("order/5501000000001/state", paid.part().key().object());
        assertEquals(4, update.size());
    }

    @Test
    void noRefundOfAnUpdateIsLeftOut() {
        Mapping update = mapWith("orders-updated", order -> {
            ObjectNode refund = (ObjectNode) order.at("/refunds/0");
            set((ObjectNode) refund.at("/transactions/0"), "amount", "1.00");
            for (int i = 1; i < 25; i++) {
                order.withArray("/refunds").add(refund.deepCopy().put("id", i));
            }
        });

        Charge charge = Stated.composed("#1001", List.of(update)).order().charge();

        assertEquals(2_500, charge.refundedAmountMinor());
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
                Stated.fields(mapWith("fulfillments-update", "{status: 'cancelled'}")));
    }

    @ParameterizedTest
    @CsvSource({
        "needs_response, OPEN",
        "under_review, OPEN",
        "charge_refunded, LOST",
        "accepted, LOST",
        "prevented, PREVENTED",
        "lost, LOST",
        "won, WON",
        "a_new_status, OPEN",
    })
    void disputes(String status, Dispute.Status expected) {
        EventStatement.OfDispute stated = Stated.dispute(mapWith("disputes-create", "{status: '" + status + "'}"));

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
    void ofTwoEndsOfADisputeTheLaterCounts() {
        long won = dispute("{status: 'won', finalized_on: '2026-03-01T00:00:00Z'}");
        long lost = dispute("{status: 'lost', finalized_on: '2026-04-01T00:00:00Z'}");

        assertTrue(lost > won && won > dispute("{status: 'under_review'}"));
        assertTrue(dispute("{status: 'won'}")
                > dispute("{status: 'needs_response', initiated_at: '2026-01-27T00:00:00Z'}"));
    }

    private static long dispute(String values) {
        return Stated.dispute(mapWith("disputes-create", values)).version();
    }

    @Test
    void aDisputeWithoutCodeOfTheNetworkIsUnknown() {
        assertEquals(
                Dispute.UNKNOWN_CONDITION,
                Stated.dispute(mapWith("disputes-create", "{network_reason_code: null}"))
                        .dispute()
                        .condition());
    }

    @Test
    void anInquiryIsNoDispute() {
        Stated.only(EventStatement.Inquiry.class, map("disputes-inquiry"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {test: true}                                                      | WRONG_MODE
            {total_price_set: {presentment_money: {amount: '42.505'}}}        | UNSUPPORTED_AMOUNT
            {total_price_set: {presentment_money: {currency_code: 'BTC'}}}    | UNSUPPORTED_CURRENCY
            """)
    void whatCannotBeMappedHasAReason(String values, Mapping.Reason reason) {
        assertEquals(reason, Stated.reason(mapWith("orders-create", values)));
        assertEquals(Mapping.Reason.MISSING_FIELD, Stated.reason(mapped(null)));
        assertEquals(Mapping.Reason.UNKNOWN_TYPE, Stated.reason(mapped("products/update")));
    }

    private static long version(Mapping mapping) {
        EventStatement.OfPart order = assertInstanceOf(
                EventStatement.OfPart.class, Stated.statements(mapping).getFirst());
        return order.part().version();
    }

    @Test
    void requestsAboutPersonalDataAreNotMappedToOrders() {
        PrivacyTask.Subject ann = new PrivacyTask.Subject(
                new PersonalText("7701000000001"),
                new PersonalText("ann@example.com"),
                new PersonalText("+353 1 555 0100"));

        assertEquals(
                new PrivacyTask.Request(
                        PrivacyTask.Kind.ERASE_CUSTOMER,
                        "mugs.example.com",
                        ann,
                        List.of(ORDER, new ObjectReference("gid://shopify/Order/5501000000002"))),
                request("customers-redact"));
        assertEquals(
                new PrivacyTask.Request(PrivacyTask.Kind.EXPORT_CUSTOMER, "mugs.example.com", ann, List.of(ORDER)),
                request("customers-data-request"));
        assertEquals(
                new PrivacyTask.Request(PrivacyTask.Kind.ERASE_SHOP, "mugs.example.com", null, List.of()),
                request("shop-redact"));
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
        Mapping mapped = Samples.map(
                new Shopify(), Samples.settings(Platform.SHOPIFY), topic, Samples.bytes("shopify/" + sample));

        assertEquals(expected, Stated.reason(mapped));
    }

    @Test
    void aRequestNamesAllOrdersHoweverMany() {
        byte[] body = Samples.changed("shopify/customers-redact", "", request -> {
            for (int i = 0; i < 30_000; i++) {
                request.withArray("/orders_to_redact").add(1_000_000L + i);
            }
        });

        PrivacyTask.Request erase = assertInstanceOf(Mapping.Privacy.class, map("customers-redact", body, false))
                .request();
        assertEquals(30_002, erase.orders().size());
    }

    private static PrivacyTask.Request request(String sample) {
        return assertInstanceOf(Mapping.Privacy.class, map(sample)).request();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true  | tW0e29YuRGIFXiXtwfw7PIzca+36vDNjT38PzLSHSHg=
            false | uW0e29YuRGIFXiXtwfw7PIzca+36vDNjT38PzLSHSHg=
            false | AAAA
            false | not base64
            false | tW0e29YuRGIFXiXtwfw7PIzca-36vDNjT38PzLSHSHg=
            false | ''
            """)
    void header(boolean expected, String header) {
        Webhook webhook = new Webhook(Map.of("x-shopify-hmac-sha256", header), BODY);

        assertEquals(
                expected,
                !new Shopify().verified(webhook, SECRETS, Instant.EPOCH).isEmpty());
    }
}
