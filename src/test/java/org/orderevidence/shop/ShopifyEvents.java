package org.orderevidence.shop;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes Shopify test events. The shop has one currency for each order, and customers have accounts.
 *
 * @param gateway the payment gateway, such as {@code bogus}, which is Shopify's own for tests
 */
record ShopifyEvents(String gateway) {
    private static final long ORDERS = 5_500_000_000_000L;
    private static final long TRANSACTIONS = 6_600_000_000_000L;

    /** Transactions of an order: the payment, its capture or cancellation, and refunds. */
    private static final int TRANSACTIONS_OF_ORDER = 10;

    private static final int SECOND_TRANSACTION = 1;
    private static final int FIRST_REFUND = 2;

    /**
     * The order was placed, paid, changed or cancelled.
     *
     * @param topic such as {@code orders/create}
     * @param financialStatus such as {@code paid}
     */
    UnsignedEvent order(Purchase purchase, String topic, String financialStatus, Instant at) {
        Shopper shopper = purchase.shopper();
        String total = purchase.decimal(purchase.money().amountMinor());
        ObjectNode order = JsonNodeFactory.instance
                .objectNode()
                .put("id", ORDERS + purchase.number())
                .put("name", purchase.orderId())
                .put("created_at", purchase.time().toString())
                .put("processed_at", purchase.time().toString())
                .put("updated_at", at.toString())
                .put("currency", purchase.currency())
                .put("presentment_currency", purchase.currency())
                .put("email", shopper.email())
                .put("contact_email", shopper.email())
                .put("financial_status", financialStatus)
                .put("source_name", "web")
                .put("test", true)
                .put("total_price", total);
        order.set("total_price_set", set(purchase, total));
        order.putObject("client_details").put("browser_ip", shopper.ip()).put("user_agent", "Mozilla/5.0");
        order.putObject("customer")
                .put("id", shopper.login())
                .put("email", shopper.email())
                .put("first_name", shopper.givenName())
                .put("last_name", shopper.familyName())
                .put("state", "enabled");
        order.putObject("shipping_address")
                .put("address1", shopper.street())
                .put("city", shopper.city())
                .put("province_code", shopper.region())
                .put("zip", shopper.postalCode())
                .put("country_code", shopper.country());
        ObjectNode item = order.putArray("line_items")
                .addObject()
                .put("name", purchase.item())
                .put("quantity", 1)
                .put("price", total)
                .put("total_discount", "0");
        item.set("price_set", set(purchase, total));
        order.putArray("refunds");
        order.putArray("fulfillments");
        return event(topic, "order-" + purchase.token(), order);
    }

    /**
     * The payment of the order.
     *
     * @param kind {@code sale} or {@code authorization}
     * @param charge the payment processor's id of the charge; {@code null} for the gateway's own
     */
    UnsignedEvent payment(Purchase purchase, String kind, @Nullable String charge) {
        ObjectNode transaction = transaction(purchase, 0, kind, purchase.money().amountMinor(), purchase.time());
        transaction.put("authorization", charge == null ? "auth-" + purchase.token() : charge);
        transaction
                .putObject("payment_details")
                .put("credit_card_bin", purchase.card().bin())
                .put("credit_card_company", "Visa")
                .put("credit_card_number", "•••• •••• •••• " + purchase.card().last4());
        return event("order_transactions/create", "transaction-" + purchase.token(), transaction);
    }

    /**
     * The approved payment was captured, or cancelled.
     *
     * @param kind {@code capture} or {@code void}
     */
    UnsignedEvent afterPayment(Purchase purchase, String kind, Instant at) {
        ObjectNode transaction = transaction(
                        purchase, SECOND_TRANSACTION, kind, purchase.money().amountMinor(), at)
                .put("parent_id", transactionId(purchase, 0));
        return event("order_transactions/create", kind + "-" + purchase.token(), transaction);
    }

    /**
     * A refund was made.
     *
     * @param number 1 for the first refund of the purchase
     * @param status {@code success} or {@code failure}
     */
    UnsignedEvent refund(Purchase purchase, int number, long amount, String status, Instant at) {
        ObjectNode refund = JsonNodeFactory.instance
                .objectNode()
                .put("id", ORDERS + purchase.number() * TRANSACTIONS_OF_ORDER + number)
                .put("order_id", ORDERS + purchase.number())
                .put("created_at", at.toString())
                .put("processed_at", at.toString());
        refund.putArray("transactions")
                .add(transaction(purchase, FIRST_REFUND + number, "refund", amount, at)
                        .put("parent_id", transactionId(purchase, 0))
                        .put("status", status));
        return event("refunds/create", "refund-" + purchase.token() + "-" + number + "-" + status, refund);
    }

    /** The goods were sent. */
    UnsignedEvent fulfillment(Purchase purchase, Instant at) {
        ObjectNode fulfillment = JsonNodeFactory.instance
                .objectNode()
                .put("id", ORDERS + purchase.number())
                .put("order_id", ORDERS + purchase.number())
                .put("created_at", at.toString())
                .put("updated_at", at.toString())
                .put("status", "success")
                .put("shipment_status", "in_transit")
                .put("tracking_company", "Test Post")
                .put("tracking_number", "TP" + purchase.token());
        fulfillment.putArray("line_items");
        return event("fulfillments/create", "fulfillment-" + purchase.token(), fulfillment);
    }

    private ObjectNode transaction(Purchase purchase, int number, String kind, long amount, Instant at) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("id", transactionId(purchase, number))
                .put("order_id", ORDERS + purchase.number())
                .put("kind", kind)
                .put("gateway", gateway)
                .put("status", "success")
                .put("amount", purchase.decimal(amount))
                .put("currency", purchase.currency())
                .put("created_at", at.toString())
                .put("processed_at", at.toString())
                .put("test", true);
    }

    private static long transactionId(Purchase purchase, int number) {
        return TRANSACTIONS + purchase.number() * TRANSACTIONS_OF_ORDER + number;
    }

    private static ObjectNode set(Purchase purchase, String amount) {
        ObjectNode set = JsonNodeFactory.instance.objectNode();
        set.putObject("shop_money").put("amount", amount).put("currency_code", purchase.currency());
        set.putObject("presentment_money").put("amount", amount).put("currency_code", purchase.currency());
        return set;
    }

    private static UnsignedEvent event(String topic, String id, ObjectNode json) {
        return new UnsignedEvent(id, topic, json);
    }
}
