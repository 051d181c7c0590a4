package org.orderevidence.integration.shopify;

import static org.orderevidence.integration.EventJson.first;
import static org.orderevidence.integration.EventJson.required;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.EventStatement.EventVersion;
import org.orderevidence.integration.EventStatement.Stage;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.Links.OrderIdHint;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.Mapping.UnmappableEvent;
import org.orderevidence.integration.MinorUnits;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.Texts;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.PaymentState;
import org.orderevidence.order.part.Values;

/**
 * Maps an order of Shopify. Each event has the complete order, with its refunds and fulfillments. The order itself states
 * the sum of all its refunds, because an order has a bounded number of parts. That it was paid is a part of its own. Maps
 * deliveries and disputes of an order too.
 */
record ShopifyOrder(MapperSettings settings) {
    /** The most refunds, and the most fulfillments, of one event that become parts. */
    private static final int MOST_CHILDREN = 20;

    /** Both {@code subscription_contract} and {@code subscription_contract_checkout_one} are renewals. */
    private static final String SUBSCRIPTION = "subscription_contract";

    List<EventStatement> map(EventJson order, String eventId) throws UnmappableEvent {
        long id = required(order.integer("id"), "id");
        String name = order.orderId("name");
        boolean refused = name != null && settings.hint(OrderIdHint.Kind.SHOP_ORDER_NAME, name) == null;
        List<EventStatement> statements = new ArrayList<>();
        statements.add(settings.object(
                PlatformObject.Kind.OTHER,
                "order/" + id,
                version(order, eventId),
                draft(order),
                Links.named(
                        settings,
                        List.of(Shopify.order(id)),
                        OrderIdHint.Kind.SHOP_ORDER_NAME,
                        name,
                        refused ? settings.hint(OrderIdHint.Kind.SHOP_ORDER_NAME, Long.toString(id)) : null)));
        List<EventStatement> refunds = new ArrayList<>();
        for (EventJson refund : order.list("refunds", MOST_CHILDREN)) {
            addReadable(refunds, () -> ShopifyTransaction.refunds(refund, settings));
        }
        statements.addAll(refunds.subList(0, Math.min(refunds.size(), MOST_CHILDREN)));
        for (EventJson fulfillment : order.list("fulfillments", MOST_CHILDREN)) {
            addReadable(statements, () -> List.of(fulfillment(fulfillment, settings)));
        }
        PaymentState state = state(order.word("financial_status"));
        if (state == PaymentState.CAPTURED) {
            // A newer update never takes the payment back. It counts if no transaction is known.
            statements.add(settings.object(
                    PlatformObject.Kind.STATE,
                    "order/" + id + PartKey.STATE_OF_CHARGE,
                    version(order, eventId),
                    new Values(OrderFields.ORDER).put(OrderFields.STATUS, state),
                    Shopify.ofOrder(id)));
        }
        return statements;
    }

    private Values draft(EventJson order) throws UnmappableEvent {
        EventJson customer = order.in("customer");
        EventJson address = order.in("shipping_address");
        Money total = total(order);
        ShopifyItems items = ShopifyItems.of(order, total);
        String source = order.word("source_name");
        return new Values(OrderFields.ORDER)
                .put(total)
                .put(
                        OrderFields.TRANSACTION_DATE,
                        OrderTime.at(
                                required(first(order.time("processed_at"), order.time("created_at")), "processed_at")))
                .put(OrderFields.STATUS, state(order.word("financial_status")))
                .put(ShopifyTransaction.refunded(order, total))
                .put(OrderFields.CARD_PRESENT, "pos".equalsIgnoreCase(source) ? Boolean.TRUE : null)
                .put(OrderFields.RECURRING, (source != null && source.startsWith(SUBSCRIPTION)) ? Boolean.TRUE : null)
                .put(OrderFields.IP, first(order.in("client_details").ip("browser_ip"), order.ip("browser_ip")))
                .put(OrderFields.CUSTOMER_ACCOUNT_ID, login(customer))
                .put(
                        OrderFields.CUSTOMER_EMAIL,
                        first(order.lines("email"), order.lines("contact_email"), customer.lines("email")))
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
        PaymentState state = state(order.word("financial_status"));
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
    private @Nullable String login(EventJson customer) {
        boolean hasAccount = settings.has(Shopify.ACCOUNTS_REQUIRED) || "enabled".equals(customer.word("state"));
        return hasAccount ? customer.id("id") : null;
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

    /**
     * What an order of Shopify consists of, in the currency that the customer paid with. Items, shipping and tax, less the
     * discount, are the total: what Shopify does not itemise is an item of its own, or part of the discount.
     */
    static final class ShopifyItems {
        private static final String OTHER_CHARGES = "Other charges";
        private static final String OTHER_ITEMS = "Other items";

        /** The most bytes of the names of all items together: an order has room for twice as much. */
        private static final int BYTES_OF_NAMES = 128 << 10;

        private final EventJson order;
        private final Currency currency;
        private final boolean inShopCurrency;
        private final List<LineItem> items = new ArrayList<>();
        private Receipt.@Nullable Totals totals;

        private ShopifyItems(EventJson order, Currency currency) {
            this.order = order;
            this.currency = currency;
            this.inShopCurrency = currency.getCurrencyCode().equals(order.line("currency", 3));
        }

        /** Reads the items of an order of which the total is known. */
        static ShopifyItems of(EventJson order, Money total) {
            ShopifyItems read = new ShopifyItems(order, total.currency());
            boolean complete = read.readItems();
            if (!read.items.isEmpty()) {
                read.addUp(total.amountMinor(), complete);
            }
            return read;
        }

        /** What was bought. An item that is odd is part of {@value #OTHER_ITEMS}. */
        List<LineItem> items() {
            return items;
        }

        /** What the total is made of besides the items; empty if there is nothing else, or no item. */
        Receipt.@Nullable Totals totals() {
            return totals;
        }

        /** Returns false if an item was left out. */
        private boolean readItems() {
            boolean complete = true;
            for (EventJson item : order.list("line_items", Integer.MAX_VALUE)) {
                String name = first(item.lines("name"), item.lines("title"));
                Long quantity = item.integer("quantity");
                if (quantity != null && quantity == 0) {
                    continue;
                }
                if (name == null || quantity == null || quantity < 0 || quantity > LineItem.MAX_QUANTITY) {
                    complete = false;
                    continue;
                }
                try {
                    BigDecimal price = number(item, "price").multiply(BigDecimal.valueOf(quantity));
                    items.add(new LineItem(
                            name, null, null, quantity, MinorUnits.signed(price.subtract(discount(item)), currency)));
                } catch (UnmappableEvent odd) {
                    complete = false;
                }
            }
            return complete;
        }

        /** Allocations have the discounts of the item and its share of those of the order. Older events lack them. */
        private BigDecimal discount(EventJson item) throws UnmappableEvent {
            BigDecimal allocated = BigDecimal.ZERO;
            for (EventJson allocation : item.list("discount_allocations", Integer.MAX_VALUE)) {
                allocated = allocated.add(number(allocation, "amount"));
            }
            BigDecimal stated = has(item, "total_discount") ? number(item, "total_discount") : BigDecimal.ZERO;
            return allocated.signum() == 0 ? stated : allocated;
        }

        private void addUp(long total, boolean complete) {
            long shipping = minor(this::shipping);
            long tip = minor(() -> amount(order, "total_tip_received"));
            long duties = minor(() -> amount(order, "current_total_duties", "original_total_duties"));
            long extra = sum() + shipping + tip + duties;
            long stated = minor(() -> amount(order, "total_tax"));
            Boolean included = order.flag("taxes_included");
            // An export does not state whether the prices include the tax.
            long tax = (included == null ? extra == total : included) ? 0 : stated;
            long open = total - extra - tax;
            add("Tip", tip);
            add("Duties", duties);
            if (open > 0) {
                add(complete ? OTHER_CHARGES : OTHER_ITEMS, open);
            }
            shorten();
            if (shipping != 0 || tax != 0 || open < 0) {
                totals = new Receipt.Totals(
                        null, tax == 0 ? null : tax, shipping == 0 ? null : shipping, open < 0 ? -open : null);
            }
        }

        private long sum() {
            return items.stream().mapToLong(LineItem::priceMinor).sum();
        }

        private void add(String name, long amount) {
            if (amount != 0) {
                items.add(new LineItem(name, null, null, 1, amount));
            }
        }

        /** Items for which there is no room are one item. Many long names are cut. */
        private void shorten() {
            if (items.size() > Receipt.MAX_LINE_ITEMS) {
                List<LineItem> rest = items.subList(Receipt.MAX_LINE_ITEMS - 1, items.size());
                long amount = rest.stream().mapToLong(LineItem::priceMinor).sum();
                rest.clear();
                items.add(new LineItem(OTHER_ITEMS, null, null, 1, amount));
            }
            String names = items.stream().map(LineItem::productName).collect(Collectors.joining());
            if (names.getBytes(StandardCharsets.UTF_8).length > BYTES_OF_NAMES) {
                // A character has at most 4 bytes.
                int longest = BYTES_OF_NAMES / 4 / items.size();
                items.replaceAll(item -> new LineItem(
                        Texts.brief(item.productName(), longest), null, null, item.quantity(), item.priceMinor()));
            }
        }

        /** The total of shipping does not contain its discounts. */
        private BigDecimal shipping() throws UnmappableEvent {
            List<EventJson> lines = order.list("shipping_lines", Integer.MAX_VALUE);
            if (lines.isEmpty()) {
                return amount(order, "total_shipping_price");
            }
            BigDecimal shipping = BigDecimal.ZERO;
            for (EventJson line : lines) {
                BigDecimal price = has(line, "discounted_price")
                        ? number(line, "discounted_price")
                        : number(line, "price").subtract(discount(line));
                shipping = shipping.add(price);
            }
            return shipping;
        }

        private interface Amount {
            BigDecimal read() throws UnmappableEvent;
        }

        /** An amount that cannot be read is part of the difference. */
        private long minor(Amount amount) {
            try {
                return Math.max(0, MinorUnits.signed(amount.read(), currency));
            } catch (UnmappableEvent odd) {
                return 0;
            }
        }

        /** The first of these amounts that exists, or 0. */
        private BigDecimal amount(EventJson object, String... names) throws UnmappableEvent {
            for (String name : names) {
                if (has(object, name)) {
                    return number(object, name);
                }
            }
            return BigDecimal.ZERO;
        }

        private static boolean has(EventJson object, String name) {
            return object.hasObject(name + "_set") || object.line(name, 32) != null;
        }

        /** An amount that is not in a set is in the shop's currency. */
        private BigDecimal number(EventJson object, String name) throws UnmappableEvent {
            EventJson set = object.in(name + "_set");
            boolean isSet = object.hasObject(name + "_set");
            if (isSet ? !Shopify.currency(set).equals(currency) : !inShopCurrency) {
                throw new UnmappableEvent(Mapping.Reason.UNSUPPORTED_CURRENCY, "currency of an item");
            }
            if (!isSet) {
                return MinorUnits.number(required(object.line(name, 32), name));
            }
            return MinorUnits.number(required(set.in("presentment_money").line("amount", 32), "amount"));
        }
    }

    static EventStatement fulfillment(EventJson fulfillment, MapperSettings settings) throws UnmappableEvent {
        String id = required(fulfillment.id("id"), "id");
        // Without it, a recorded transaction that is sent with this topic would be a fulfillment: the topic is not
        // signed.
        if (!fulfillment.hasList("line_items")) {
            throw new UnmappableEvent(Mapping.Reason.MISSING_FIELD, "line_items");
        }
        long orderId = required(fulfillment.integer("order_id"), "order_id");
        Instant created = required(fulfillment.time("created_at"), "created_at");
        Instant updated = first(fulfillment.time("updated_at"), created);
        String status = fulfillment.word("status");
        String shipment = fulfillment.word("shipment_status");
        boolean delivered = "delivered".equals(shipment);
        return settings.object(
                PlatformObject.Kind.OTHER,
                "fulfillment/" + id,
                EventVersion.of(required(updated, "updated_at"), rank(status, delivered), id + shipment),
                draft(fulfillment, created, delivered ? updated : null),
                Shopify.ofOrder(orderId));
    }

    /** A fulfillment that was cancelled states nothing. */
    private static Values draft(EventJson fulfillment, Instant created, @Nullable Instant delivered) {
        if (!"success".equals(fulfillment.word("status"))) {
            return new Values(OrderFields.ORDER);
        }
        return new Values(OrderFields.ORDER)
                .put(OrderFields.FULFILLED_AT, OrderTime.at(created))
                .put(OrderFields.DELIVERY_STATUS, fulfillment.lines("shipment_status"))
                .put(OrderFields.DELIVERY_CARRIER, fulfillment.lines("tracking_company"))
                .put(
                        OrderFields.DELIVERY_TRACKING_NUMBER,
                        fulfillment.longNumber("tracking_number", EventJson.LONGEST_TEXT))
                .put(OrderFields.DELIVERED_AT, delivered == null ? null : OrderTime.at(delivered));
    }

    /** Of two updates in one second: the cancellation is the newest, then the delivery. */
    private static int rank(@Nullable String status, boolean delivered) {
        if ("cancelled".equals(status)) {
            return 2;
        }
        return delivered ? 1 : 0;
    }

    private static final int LONGEST_AMOUNT = 32;

    /** A dispute has no date of its last change but its end, so its stage makes one version newer than another. */
    static EventStatement dispute(EventJson dispute, String eventId) throws UnmappableEvent {
        String id = required(dispute.id("id"), "id");
        Links links = Shopify.ofOrder(required(dispute.integer("order_id"), "order_id"));
        Instant initiated = required(dispute.time("initiated_at"), "initiated_at");
        if ("inquiry".equals(required(dispute.word("type"), "type"))) {
            return new EventStatement.Inquiry(id, links);
        }
        String code = dispute.word("network_reason_code");
        Stage stage = stageOf(required(dispute.word("status"), "status"));
        Instant ended = dispute.time("finalized_on");
        int rank = stage.status() == Dispute.Status.WON ? 1 : 0;
        return new EventStatement.OfDispute(
                new Dispute(id, EventJson.condition(code), OrderTime.at(initiated), stage.status(), details(dispute)),
                true,
                EventVersion.ofStage(stage.rank(), ended == null ? initiated : ended, rank, eventId),
                links);
    }

    private static Dispute.Details details(EventJson dispute) throws UnmappableEvent {
        String amount = dispute.line("amount", LONGEST_AMOUNT);
        String currency = dispute.line("currency", LONGEST_AMOUNT);
        return new Dispute.Details(
                dispute.orderTime("evidence_due_by"),
                amount == null || currency == null ? null : Shopify.money(amount, currency),
                dispute.line("reason", Dispute.Details.LONGEST_REASON),
                dispute.orderTime("evidence_sent_on"),
                null,
                null);
    }

    /** A dispute that was accepted or ended by a refund is lost: the cardholder has the money. */
    private static Stage stageOf(String status) {
        return switch (status) {
            case "under_review" -> new Stage(Dispute.Status.OPEN, 1);
            case "charge_refunded", "accepted" -> new Stage(Dispute.Status.LOST, 2);
            case "prevented" -> new Stage(Dispute.Status.PREVENTED, 2);
            case "lost" -> new Stage(Dispute.Status.LOST, 3);
            case "won" -> new Stage(Dispute.Status.WON, 3);
            default -> new Stage(Dispute.Status.OPEN, 0);
        };
    }
}
