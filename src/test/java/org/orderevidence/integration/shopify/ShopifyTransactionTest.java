package org.orderevidence.integration.shopify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.Samples;
import org.orderevidence.integration.Stated;
import org.orderevidence.order.CardTokens;
import org.orderevidence.order.CardTokens.CardFingerprint;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Order;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.part.Composition;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.Platform;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Payments and refunds of Shopify, and what they make of an order. */
class ShopifyTransactionTest {
    private static final ObjectReference ORDER = new ObjectReference("gid://shopify/Order/5501000000001");

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

        assertEquals(CardTokens.of(new CardFingerprint("fpAnnCard0000001"), null), card.tokens());
    }

    @Test
    void theDigitsOfAWalletAreThoseOfTheCard() {
        Mapping mapped = mapWith(
                "transaction-authorization",
                it -> it.withObject("/payment_details")
                        .put("credit_card_wallet", "apple_pay")
                        .put("credit_card_number", "\u2022\u2022\u2022\u2022 0492")
                        .put("credit_card_bin", "489537"));

        Map<String, String> card = Stated.fields(mapped, "CHARGE transaction/6601000000001");
        assertEquals("4242", card.get("last4"));
        assertEquals("424242", card.get("bin"));
    }

    @Test
    void aTransactionIsLinkedToItsOrderAndToTheProcessor() {
        assertEquals(
                List.of(ORDER, new ObjectReference("pi_3MugsForAnn0001"), new ObjectReference("c55010000000011.1")),
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
        Mapping mapped = mapWith(
                "transaction-sale",
                transaction -> transaction.putObject("receipt").put("id", "merchant-account-00017"));

        assertEquals(
                List.of(
                        new ObjectReference("gid://shopify/Order/5501000000003"),
                        new ObjectReference("c55010000000033.1")),
                Stated.statements(mapped).getFirst().links().references());
    }

    @Test
    void captureAndVoidHappenToTheirPayment() {
        assertEquals(
                Map.of("STATE transaction/6601000000001/state/6601000000002", Map.of("state", "CAPTURED")),
                Stated.fields(map("transaction-capture")));
        assertEquals(
                Map.of("STATE transaction/6601000000008/state/6601000000003", Map.of("state", "FAILED")),
                Stated.fields(map("transaction-void")));
    }

    /** Each row: transactions, the times of which state this sequence; * is another payment. The order is authorized. */
    @ParameterizedTest
    @CsvSource({
        "authorization capture, SUCCEEDED",
        "capture authorization, SUCCEEDED",
        "authorization capture void, SUCCEEDED",
        "void capture authorization, SUCCEEDED",
        "capture, SUCCEEDED",
        "authorization void, FAILED",
        "void authorization, FAILED",
        "sale void, FAILED",
        "void sale, FAILED",
        "sale authorization*, SUCCEEDED",
        "authorization* authorization capture, SUCCEEDED",
    })
    void aCaptureCountsBeforeACancellationAndBothBeforeAnApproval(String kinds, Charge.Status expected) {
        List<Mapping> events = new ArrayList<>(List.of(map("orders-create")));
        for (String kind : kinds.split(" ", -1)) {
            String time = "2026-01-01T12:1" + events.size() + ":00+01:00";
            long payment = kind.endsWith("*") ? 6601000000011L : 6601000000001L;
            events.add(mapWith("transaction-" + kind.replace("*", ""), transaction -> {
                transaction.put("order_id", 5501000000001L).put("processed_at", time);
                transaction.put(kind.equals("capture") || kind.equals("void") ? "parent_id" : "id", payment);
            }));
        }

        assertEquals(expected, composed(events.toArray(Mapping[]::new)).charge().status());
    }

    /** An update can have a state that is no longer true. */
    @Test
    void anOrderThatIsNewerDoesNotTakeAPaymentBack() {
        Mapping order = mapWith("orders-updated", it -> it.put("financial_status", "authorized"));
        Mapping sale = mapWith("transaction-sale", it -> it.put("order_id", 5501000000001L));

        Mapping pending = mapWith(
                "transaction-sale",
                it -> it.put("order_id", 5501000000001L)
                        .put("status", "pending")
                        .put("processed_at", "2026-01-09T00:00:00Z"));

        assertEquals(Charge.Status.FAILED, composed(order, pending).charge().status());
        assertEquals(
                Charge.Status.SUCCEEDED, composed(order, pending, sale).charge().status());
    }

    @ParameterizedTest
    @CsvSource({"kind, emv_authorization, true", "source_name, pos, true", "source_name, web, "})
    void aPaymentAtATerminalIsCardPresent(String name, String value, @Nullable String present) {
        Mapping mapped = mapWith("transaction-authorization", it -> it.put(name, value));

        assertEquals(
                present,
                Stated.fields(mapped, "CHARGE transaction/6601000000001").get("cardPresent"));
    }

    @Test
    void aSaleIsCapturedUnlessItFailed() {
        assertEquals(
                Map.of("state", "CAPTURED"),
                Stated.fields(map("transaction-sale"), "OTHER transaction/6601000000009/state"));
        assertEquals(
                "FAILED",
                Stated.fields(map("transaction-failed-sale"), "CHARGE transaction/6601000000010")
                        .get("state"));
        assertNull(Stated.fields(map("transaction-failed-sale")).get("OTHER transaction/6601000000010/state"));
    }

    @ParameterizedTest
    @CsvSource({
        "gift_card, sale, success, 1000, Gift card",
        "Store Credit, authorization, success, 1000, Store credit",
        "cash, sale, success, 1000, Paid otherwise",
        "gift_card, sale, failure, 0,",
        "gift_card, sale, pending, 0,"
    })
    void theAmountIsThePartOfTheCardAndTheReceiptAddsUp(
            String gateway, String kind, String status, long otherwise, @Nullable String item) {
        byte[] credit = Samples.changed(
                "shopify/transaction-gift-card",
                "",
                transaction -> transaction
                        .put("gateway", gateway)
                        .put("kind", kind)
                        .put("status", status)
                        .put("amount", "10.00"));
        Order whole = composed(map("orders-updated"), map("transaction-sale"));

        Order order = composed(map("transaction-gift-card", credit), map("transaction-sale"), map("orders-updated"));

        long total = whole.charge().money().amountMinor();
        assertEquals(total - otherwise, order.charge().money().amountMinor());
        assertEquals(whole.charge().credential(), order.charge().credential());
        assertEquals(itemSum(whole) - otherwise, itemSum(order));
        assertEquals(whole.receipt().totals(), order.receipt().totals());
        if (item != null) {
            assertEquals(item, order.receipt().lineItems().getLast().productName());
        }
    }

    private static long itemSum(Order order) {
        return order.receipt().lineItems().stream()
                .mapToLong(LineItem::priceMinor)
                .sum();
    }

    @Test
    void anOrderThatAGiftCardPaidCompletelyOrNotAnyLongerKeepsItsAmount() {
        Order order = composed(map("orders-updated"));
        byte[] all = Samples.changed("shopify/transaction-gift-card", "", it -> it.put("amount", "100.00"));
        byte[] ended = Samples.changed(
                "shopify/transaction-gift-card",
                "",
                it -> it.put("kind", "void").put("id", 6601000000012L).put("parent_id", 6601000000011L));
        byte[] part = Samples.changed("shopify/transaction-gift-card", "", it -> it.put("amount", "1.00"));

        assertEquals(order, composed(map("orders-updated"), map("transaction-gift-card", all)));
        assertEquals(
                order,
                composed(
                        map("orders-updated"),
                        map("transaction-gift-card", ended),
                        map("transaction-gift-card", part)));
    }

    @ParameterizedTest
    @CsvSource({"success, DONE", "pending, DONE", "failure, UNDONE", "error, UNDONE"})
    void refunds(String status, RefundObject.RefundState expected) {
        byte[] body = Samples.changed(
                "shopify/refunds-create", "/transactions/0", transaction -> transaction.put("status", status));

        Mapping mapped = map("refunds-create", body);

        Stated.assertRefund("shopify:main refund/6601000000004", "1000 EUR", expected, mapped);
        assertEquals(ORDER, Stated.only(mapped).links().references().getFirst());
    }

    @ParameterizedTest
    @ValueSource(strings = {"gift_card", "shopify_store_credit", "Store Credit", "exchange-credit", "manual", "cash"})
    void aRefundThatDoesNotReachTheCardIsNoRefundOfTheCharge(String gateway) {
        byte[] refund = Samples.changed(
                "shopify/refunds-create", "/transactions/0", transaction -> transaction.put("gateway", gateway));
        byte[] order = Samples.changed(
                "shopify/orders-updated", "/refunds/0/transactions/0", it -> it.put("gateway", gateway));
        byte[] whole = new String(order, StandardCharsets.UTF_8)
                .replace("partially_refunded", "refunded")
                .getBytes(StandardCharsets.UTF_8);

        assertEquals(List.of(), Stated.statements(map("refunds-create", refund)));
        for (byte[] each : List.of(order, whole)) {
            Charge charge = composed(map("orders-updated", each)).charge();
            assertNull(charge.refundedAmountMinor());
            assertFalse(charge.refundedInFull());
        }
        assertEquals(1000, composed(map("orders-updated")).charge().refundedAmountMinor());
    }

    @ParameterizedTest
    @CsvSource({"refunded, true", "partially_refunded, false", "paid, false"})
    void anOrderThatListsNoRefundIsRefundedIfItsStatusSaysSo(String status, boolean refunded) {
        Mapping order = mapWith("orders-updated", it -> {
            it.put("financial_status", status).putArray("refunds");
        });

        assertEquals(refunded, composed(order, map("transaction-sale")).charge().refundedInFull());
    }

    /** No transaction is known. The rest of the order is that of the newest update. */
    @ParameterizedTest
    @ValueSource(strings = {"authorized", "pending", "voided"})
    void anOrderThatWasPaidIsNeverApprovedAgain(String status) {
        Mapping newer = mapWith(
                "orders-paid",
                order -> order.put("updated_at", "2026-02-01T10:00:00Z")
                        .put("financial_status", status)
                        .put("email", "new@example.com"));

        for (Order order : List.of(composed(map("orders-paid"), newer), composed(newer, map("orders-paid")))) {
            assertEquals(Charge.Status.SUCCEEDED, order.charge().status());
            assertEquals(new PersonalText("new@example.com"), order.receipt().customerEmail());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20, 25, 64, 200})
    void noNestedRefundIsLeftOut(int count) {
        Mapping updated = mapWith("orders-updated", order -> {
            ObjectNode refund = (ObjectNode) order.get("refunds").get(0);
            ArrayNode refunds = order.putArray("refunds");
            for (int i = 0; i < count; i++) {
                ObjectNode copy = refund.deepCopy();
                ObjectNode transaction = (ObjectNode) copy.get("transactions").get(0);
                transaction.put("id", 6601000000100L + i).put("amount", "0.10");
                refunds.add(copy);
            }
        });

        assertEquals(10L * count, composed(updated).charge().refundedAmountMinor());
        assertTrue(Stated.statements(updated).size() <= 23);
    }

    private static Order composed(Mapping... events) {
        return Stated.composed("#1001", List.of(events)).order();
    }

    /** The customer paid twice. Each row: which payment was refunded, and how much; which one counts, and its refund. */
    @ParameterizedTest
    @CsvSource({"2, 42.50, payment-1,", "1, 42.50, payment-2,", "2, 10.00, payment-2, 1000"})
    void aRefundOfAnotherPaymentChangesNothing(long refundOf, String amount, String counts, @Nullable Long refunded) {
        Consumer<ObjectNode> refund = it -> it.put("amount", amount).put("parent_id", refundOf);
        Mapping nested =
                map("orders-updated", Samples.changed("shopify/orders-updated", "/refunds/0/transactions/0", refund));
        Mapping own = map("refunds-create", Samples.changed("shopify/refunds-create", "/transactions/0", refund));

        for (Order order :
                List.of(composed(sale(1), sale(2), nested), composed(own, sale(2), sale(1), map("orders-paid")))) {
            assertEquals(counts, order.charge().references().gatewayTransactionId());
            assertEquals(refunded, order.charge().refundedAmountMinor());
            assertFalse(order.charge().refundedInFull());
        }
    }

    @Test
    void aPaymentThatIsPendingDoesNotHideTheRefundOfThePaidOne() {
        byte[] refund = Samples.changed(
                "shopify/refunds-create",
                "/transactions/0",
                it -> it.put("amount", "42.50").put("parent_id", 1));

        Charge charge = composed(map("orders-paid"), sale(1), sale(2, "pending"), map("refunds-create", refund))
                .charge();

        assertEquals("payment-1", charge.references().gatewayTransactionId());
        assertTrue(charge.refundedInFull());
    }

    private static Mapping sale(int number) {
        return sale(number, "success");
    }

    private static Mapping sale(int number, String status) {
        return mapWith(
                "transaction-sale",
                sale -> sale.put("id", number)
                        .put("status", status)
                        .put("authorization", "payment-" + number)
                        .put("processed_at", "2026-01-01T12:0" + number + ":00+01:00"));
    }

    @Test
    void aRefundWithoutMoneyChangesNothing() {
        assertEquals(
                List.of(), Stated.statements(mapWith("refunds-create", refund -> refund.putArray("transactions"))));
    }

    @Test
    void theEventsOfAnOrderMakeOneOrder() {
        Order order = composed(
                map("orders-updated"),
                map("transaction-capture"),
                map("transaction-authorization"),
                map("fulfillments-create"),
                map("refunds-create"),
                map("orders-create"));

        assertEquals(Charge.Status.SUCCEEDED, order.charge().status());
        assertEquals("4250 EUR", Stated.money(order.charge().money()));
        assertEquals(1000, order.charge().refundedAmountMinor());
        assertEquals("4242", order.charge().credential().last4());
        assertEquals("pi_3MugsForAnn0001", order.charge().references().gatewayTransactionId());
        assertEquals(new PersonalText("198.51.100.9"), order.customer().ip());
        assertEquals(
                "delivered", Objects.requireNonNull(order.receipt().delivery()).status());
    }

    @Test
    void anAuthorizedOrderIsNotPaid() {
        Composition.Complete composed =
                Stated.composed("#1001", List.of(map("orders-create"), map("transaction-authorization")));

        assertEquals(Charge.Status.FAILED, composed.order().charge().status());
        assertTrue(composed.uncaptured());
    }

    private static Mapping map(String sample) {
        return Samples.map(Platform.SHOPIFY, "shopify/" + sample).getFirst();
    }

    private static Mapping map(String sample, byte[] body) {
        return Samples.map(Platform.SHOPIFY, "shopify/" + sample, body).getFirst();
    }

    private static Mapping mapWith(String sample, Consumer<ObjectNode> change) {
        return map(sample, Samples.changed("shopify/" + sample, "", change));
    }
}
