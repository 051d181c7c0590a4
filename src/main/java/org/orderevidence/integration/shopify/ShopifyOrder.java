package org.orderevidence.integration.shopify;

import static org.orderevidence.integration.EventJson.first;
import static org.orderevidence.integration.EventJson.required;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.EventVersion;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.OrderIdHint;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PaymentState;
import org.orderevidence.order.part.Values;

/**
 * Maps an order of Shopify. Each event has the complete order, with its refunds and fulfillments. The order itself states
 * the sum of all its refunds, because an order has a bounded number of parts.
 */
final class ShopifyOrder {
    /** The most refunds, and the most fulfillments, of one event that become parts. */
    private static final int MOST_CHILDREN = 20;

    /** Both {@code subscription_contract} and {@code subscription_contract_checkout_one} are renewals. */
    private static final String SUBSCRIPTION = "subscription_contract";

    private final MapperSettings settings;

    ShopifyOrder(MapperSettings settings) {
        this.settings = settings;
    }

    List<EventStatement> map(EventJson order, String eventId) throws UnmappableEvent {
        long id = required(order.integer("id"), "id");
        List<EventStatement> statements = new ArrayList<>();
        statements.add(new EventStatement.OfPart(
                settings.part(
                        "order/" + id,
                        version(order, eventId),
                        new PlatformObject(
                                PlatformObject.Kind.OTHER, draft(order).statement())),
                null,
                Links.named(
                        settings,
                        List.of(Shopify.order(id)),
                        OrderIdHint.Kind.SHOP_ORDER_NAME,
                        order.orderId("name"))));
        List<EventStatement> refunds = new ArrayList<>();
        for (EventJson refund : order.list("refunds", MOST_CHILDREN)) {
            addReadable(refunds, () -> ShopifyTransaction.refunds(refund, settings));
        }
        statements.addAll(refunds.subList(0, Math.min(refunds.size(), MOST_CHILDREN)));
        for (EventJson fulfillment : order.list("fulfillments", MOST_CHILDREN)) {
            addReadable(statements, () -> List.of(ShopifyFacts.fulfillment(fulfillment, settings)));
        }
        return statements;
    }

    private Values draft(EventJson order) throws UnmappableEvent {
        EventJson customer = order.in("customer");
        EventJson address = order.in("shipping_address");
        Money total = total(order);
        ShopifyItems items = ShopifyItems.of(order, total);
        String source = order.line("source_name", EventJson.LONGEST_ID);
        return new Values(OrderFields.ORDER)
                .put(total)
                .put(
                        OrderFields.TRANSACTION_DATE,
                        OrderTime.at(
                                required(first(order.time("processed_at"), order.time("created_at")), "processed_at")))
                .put(OrderFields.STATUS, state(order.line("financial_status", EventJson.LONGEST_ID)))
                .put(ShopifyTransaction.refunded(order, total))
                .put(OrderFields.CARD_PRESENT, "pos".equals(source) ? Boolean.TRUE : null)
                .put(OrderFields.RECURRING, (source != null && source.startsWith(SUBSCRIPTION)) ? Boolean.TRUE : null)
                .put(OrderFields.IP, first(order.in("client_details").ip("browser_ip"), order.ip("browser_ip")))
                .put(OrderFields.CUSTOMER_ACCOUNT_ID, login(customer))
                .put(
                        OrderFields.CUSTOMER_EMAIL,
                        first(order.personal("email"), order.personal("contact_email"), customer.personal("email")))
                .put(OrderFields.CUSTOMER_PHONE, first(order.telephone("phone"), customer.telephone("phone")))
                .put(OrderFields.CUSTOMER_NAME, customer.lines("first_name"), customer.lines("last_name"))
                .put(
                        OrderFields.SHIPPING_ADDRESS,
                        address.lines("address1"),
                        address.lines("address2"),
                        address.lines("city"),
                        first(address.lines("province_code"), address.lines("province")),
                        address.lines("zip"),
                        first(address.lines("country_code"), address.lines("country")))
                .put(OrderFields.LINE_ITEMS, items.items())
                .put(items.totals());
    }

    /** Of two updates in one second, the one in which the order got further is newer. */
    private static long version(EventJson order, String eventId) throws UnmappableEvent {
        Instant updated = required(first(order.time("updated_at"), order.time("created_at")), "updated_at");
        PaymentState state = state(order.line("financial_status", EventJson.LONGEST_ID));
        int payment = state == null
                ? 0
                : switch (state) {
                    case UNCAPTURED -> 1;
                    case CAPTURED -> 2;
                    case FAILED -> 3;
                };
        int children = order.list("refunds", Integer.MAX_VALUE).size()
                + order.list("fulfillments", Integer.MAX_VALUE).size();
        return EventVersion.of(updated, 100 * payment + Math.min(99, children), eventId);
    }

    /** What the customer paid. A shop with one currency may not send the set. */
    private static Money total(EventJson order) throws UnmappableEvent {
        String shopCurrency = order.line("currency", 3);
        String paidIn = order.line("presentment_currency", 3);
        if (!order.hasObject("total_price_set") && (paidIn == null || paidIn.equals(shopCurrency))) {
            return Shopify.money(
                    required(order.line("total_price", 32), "total_price_set"), required(shopCurrency, "currency"));
        }
        return Shopify.paid(order.in("total_price_set"));
    }

    /** How far the payment got. A transaction states it more exactly, and is not always sent. */
    private static @Nullable PaymentState state(@Nullable String financialStatus) {
        return financialStatus == null
                ? null
                : switch (financialStatus) {
                    case "paid", "partially_paid", "partially_refunded", "refunded" -> PaymentState.CAPTURED;
                    case "pending", "authorized" -> PaymentState.UNCAPTURED;
                    case "voided", "expired" -> PaymentState.FAILED;
                    default -> null;
                };
    }

    /** A customer id is a login only if the customer has an account. Guests get an id too. */
    private @Nullable PersonalText login(EventJson customer) {
        boolean hasAccount = settings.has(Shopify.ACCOUNTS_REQUIRED)
                || "enabled".equals(customer.line("state", EventJson.LONGEST_ID));
        String id = customer.id("id");
        return hasAccount && id != null ? new PersonalText(id) : null;
    }

    private interface Reading {
        List<EventStatement> read() throws UnmappableEvent;
    }

    /** A refund or fulfillment that cannot be read does not affect the order. It also arrives as a separate event. */
    private static void addReadable(List<EventStatement> statements, Reading reading) {
        try {
            statements.addAll(reading.read());
        } catch (UnmappableEvent odd) {
            // The event of its own reports the reason.
        }
    }
}
