package org.orderevidence.integration.shopify;

import static org.orderevidence.integration.EventJson.first;
import static org.orderevidence.integration.EventJson.required;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.EventStatement.EventVersion;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.Mapping.UnmappableEvent;
import org.orderevidence.integration.PaymentMethods;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.PartContent.RefundObject.RefundState;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.PaymentState;
import org.orderevidence.order.part.StatedRefund;
import org.orderevidence.order.part.Values;

/**
 * Maps a payment transaction of Shopify. A capture and a cancellation are transactions of their own, without card. An
 * approved payment is therefore two parts: {@code transaction/X} with the card and {@code transaction/X/state}. A capture
 * or cancellation C is {@code transaction/X/state/C}: of these, a capture counts first, since the times of transactions
 * do not always state their sequence. The order has the amount; {@code credit/X} is a part of it that a gift card paid.
 */
final class ShopifyTransaction {
    /** The most transactions of a refund that become parts. */
    private static final int MOST_TRANSACTIONS = 20;

    /** Parts of the names of gateways that move no money of a card. */
    private static final List<String> CREDITS = List.of("gift_card", "store_credit", "exchange_credit");

    /** Gateways of payments by hand. */
    private static final Set<String> BY_HAND =
            Set.of("manual", "cash", "bank_deposit", "money_order", "cash_on_delivery", "cash_on_delivery_(cod)");

    private static final Set<String> FAILED = Set.of("failure", "error");
    private static final Pattern STRIPE_ID = Pattern.compile("(?:ch|py|pi)_[0-9A-Za-z]+");

    private final EventJson transaction;
    private final MapperSettings settings;
    private final String id;
    private final long orderId;
    private final String status;
    private final Instant time;

    private ShopifyTransaction(EventJson transaction, @Nullable Long orderId, MapperSettings settings)
            throws UnmappableEvent {
        this.transaction = transaction;
        this.settings = settings;
        this.id = required(transaction.id("id"), "id");
        this.orderId = required(first(transaction.integer("order_id"), orderId), "order_id");
        this.status = required(transaction.word("status"), "status");
        this.time = required(first(transaction.time("processed_at"), transaction.time("created_at")), "processed_at");
    }

    static List<EventStatement> map(EventJson transaction, MapperSettings settings) throws UnmappableEvent {
        return new ShopifyTransaction(transaction, null, settings).statements();
    }

    /** Maps the transactions of a refund. A refund without any returned goods only. */
    static List<EventStatement> refunds(EventJson refund, MapperSettings settings) throws UnmappableEvent {
        Long orderId = refund.integer("order_id");
        List<EventStatement> statements = new ArrayList<>();
        for (EventJson json : refund.list("transactions", MOST_TRANSACTIONS)) {
            settings.requireMode(Shopify.mode(json.flag("test")));
            ShopifyTransaction transaction = new ShopifyTransaction(json, orderId, settings);
            if ("refund".equals(transaction.kind()) && !isOtherwise(json)) {
                statements.add(transaction.refund());
            }
        }
        return statements;
    }

    /**
     * Returns what all refunds in an order gave back to the card; empty if there is none. One that was not in the order's
     * currency, or failed, does not count. An order that lists none, and has the status of a refunded one, is refunded in
     * full.
     */
    static @Nullable StatedRefund refunded(EventJson order, Money total) {
        long sum = 0;
        boolean any = false;
        List<EventJson> refunds = order.list("refunds", Integer.MAX_VALUE);
        if (refunds.isEmpty() && "refunded".equals(order.word("financial_status"))) {
            return new StatedRefund(true, null);
        }
        for (EventJson refund : refunds) {
            for (EventJson json : refund.list("transactions", Integer.MAX_VALUE)) {
                if ("refund".equals(json.word("kind"))
                        && !FAILED.contains(String.valueOf(json.word("status")))
                        && !isOtherwise(json)) {
                    any = true;
                    sum += amountIn(total, json);
                }
            }
        }
        return any ? new StatedRefund(false, Math.min(sum, total.amountMinor())) : null;
    }

    private static long amountIn(Money total, EventJson json) {
        try {
            Money money = money(json);
            return money.currency().equals(total.currency()) ? money.amountMinor() : 0;
        } catch (UnmappableEvent odd) {
            return 0;
        }
    }

    /** Returns true if no card was charged or credited, as with gift cards, store credit and cash. */
    private static boolean isOtherwise(EventJson transaction) {
        String gateway = transaction.word("gateway");
        if (gateway == null) {
            return false;
        }
        String name = gateway.toLowerCase(Locale.ROOT).replace(' ', '_').replace('-', '_');
        return CREDITS.stream().anyMatch(name::contains) || BY_HAND.contains(name);
    }

    private List<EventStatement> statements() throws UnmappableEvent {
        if (isOtherwise(transaction)) {
            return List.of(credit());
        }
        boolean success = status.equals("success");
        return switch (required(kind(), "kind")) {
            case "sale" -> charged(success ? PaymentState.CAPTURED : PaymentState.UNCAPTURED);
            case "authorization", "emv_authorization" -> charged(PaymentState.UNCAPTURED);
            case "capture" -> success ? List.of(happened(PaymentState.CAPTURED)) : List.of();
            case "void" -> success ? List.of(happened(PaymentState.FAILED)) : List.of();
            case "refund" -> List.of(refund());
            default -> throw new UnmappableEvent(Mapping.Reason.UNKNOWN_TYPE, "kind");
        };
    }

    /** What a gift card or cash paid. A cancellation takes it back. */
    private EventStatement credit() throws UnmappableEvent {
        String kind = String.valueOf(kind());
        boolean isEnd = kind.equals("void");
        if (!(isEnd || kind.equals("sale") || kind.equals("authorization"))) {
            throw new UnmappableEvent(Mapping.Reason.NO_PAYMENT, "gateway");
        }
        Money money = money(transaction);
        PaymentState state = !isEnd && status.equals("success") ? PaymentState.CAPTURED : PaymentState.FAILED;
        String name = String.valueOf(transaction.word("gateway")).toLowerCase(Locale.ROOT);
        String item = name.contains("gift") ? "Gift card" : name.contains("credit") ? "Store credit" : "Paid otherwise";
        return settings.object(
                PlatformObject.Kind.CREDIT,
                "credit/" + (isEnd ? payment() : id),
                EventVersion.ofStage(isEnd ? 1 : 0, time, 0, id),
                new Values(OrderFields.ORDER)
                        .put(money)
                        .put(OrderFields.STATUS, state)
                        .put(OrderFields.LINE_ITEMS, List.of(new LineItem(item, null, null, 1, -money.amountMinor()))),
                links());
    }

    private @Nullable String kind() {
        return transaction.word("kind");
    }

    /** The transaction that a capture or cancellation is about. */
    private String payment() throws UnmappableEvent {
        return required(transaction.id("parent_id"), "parent_id");
    }

    private List<EventStatement> charged(PaymentState state) throws UnmappableEvent {
        boolean failed = FAILED.contains(status);
        EventStatement card = card(failed ? PaymentState.FAILED : null);
        return failed ? List.of(card) : List.of(card, state(PlatformObject.Kind.OTHER, id, state));
    }

    private EventStatement happened(PaymentState state) throws UnmappableEvent {
        return state(PlatformObject.Kind.STATE, payment(), state);
    }

    private EventStatement card(@Nullable PaymentState state) throws UnmappableEvent {
        EventJson details = transaction.in("payment_details");
        EventJson processor = cardOfReceipt();
        String shown = lastDigits(details.line("credit_card_number", 64));
        String last4 = first(processor.digits("last4", 4), shown);
        // Of a wallet, Shopify's own digits are those of the device.
        boolean isDevice = shown != null && !shown.equals(last4);
        Values draft = new Values(OrderFields.ORDER)
                .put(OrderFields.TRANSACTION_DATE, OrderTime.at(time))
                .put(OrderFields.STATUS, state)
                .put(OrderFields.CARD_PRESENT, isAtTerminal() ? Boolean.TRUE : null)
                .put(OrderFields.BRAND, PaymentMethods.brand(details.line("credit_card_company", 64)))
                .put(OrderFields.BIN, first(isDevice ? null : details.bin("credit_card_bin"), processor.bin("iin")))
                .put(OrderFields.LAST4, last4)
                .put(OrderFields.CARD_FINGERPRINT, processor.fingerprint("fingerprint"))
                .put(processor.in("three_d_secure").threeDs("electronic_commerce_indicator", "transaction_id"))
                .put(
                        OrderFields.NETWORK_ID,
                        processor.longNumber("network_transaction_id", Charge.References.MAX_LENGTH))
                .put(OrderFields.GATEWAY, transaction.line("gateway", Charge.References.MAX_LENGTH))
                .put(
                        OrderFields.GATEWAY_TRANSACTION_ID,
                        first(transaction.id("authorization"), idOfReceipt(), transaction.id("payment_id")));
        return settings.object(
                PlatformObject.Kind.CHARGE,
                "transaction/" + id,
                EventVersion.of(time, status.equals("pending") ? 0 : 1, id),
                draft,
                PaymentMethods.named(details.line("credit_card_wallet", 64)),
                links());
    }

    private boolean isAtTerminal() {
        return "emv_authorization".equals(kind()) || "pos".equalsIgnoreCase(transaction.word("source_name"));
    }

    private EventStatement state(PlatformObject.Kind kind, String payment, PaymentState state) throws UnmappableEvent {
        return settings.object(
                kind,
                "transaction/" + payment + PartKey.STATE_OF_CHARGE + (payment.equals(id) ? "" : "/" + id),
                EventVersion.ofStage(state == PaymentState.CAPTURED ? 1 : 0, time, 0, id),
                new Values(OrderFields.ORDER).put(OrderFields.STATUS, state),
                links());
    }

    /** A refund names the sale as its parent, or the capture, which is no charge of its own. */
    private EventStatement refund() throws UnmappableEvent {
        boolean failed = FAILED.contains(status);
        String parent = transaction.id("parent_id");
        return settings.refund(
                id,
                EventVersion.of(time, failed ? 1 : 0, id + status),
                new RefundObject(
                        money(transaction),
                        failed ? RefundState.UNDONE : RefundState.DONE,
                        parent == null ? null : "transaction/" + parent),
                links());
    }

    private static Money money(EventJson transaction) throws UnmappableEvent {
        String currency = first(
                transaction.line("currency", 3),
                transaction.in("total_unsettled_set").in("presentment_money").line("currency_code", 3));
        return Shopify.money(required(transaction.line("amount", 32), "amount"), required(currency, "currency"));
    }

    private Links links() throws UnmappableEvent {
        List<ObjectReference> references = new ArrayList<>();
        references.add(Shopify.order(orderId));
        references.addAll(
                ObjectReference.of(transaction.id("authorization"), transaction.id("payment_id"), idOfReceipt()));
        return Links.of(references);
    }

    /**
     * The id in the receipt of a payment by Shopify Payments. Other gateways write arbitrary values, such as the id of
     * the merchant, which would join all orders.
     */
    private @Nullable String idOfReceipt() {
        String id = transaction.in("receipt").id("id");
        return id != null && STRIPE_ID.matcher(id).matches() ? id : null;
    }

    /**
     * The card in the receipt of a payment by Shopify Payments, which has the form of a Stripe object. It is not
     * documented: it is used where it exists, and never needed.
     */
    private EventJson cardOfReceipt() {
        EventJson receipt = transaction.in("receipt");
        List<EventJson> charges = receipt.in("charges").list("data", 1);
        EventJson charge = receipt.in("latest_charge");
        if (!charges.isEmpty()) {
            charge = charges.getFirst();
        } else if (receipt.hasObject("payment_method_details")) {
            charge = receipt;
        }
        return charge.in("payment_method_details").in("card");
    }

    /** The last four digits of a number such as {@code •••• •••• •••• 4242}. */
    private static @Nullable String lastDigits(@Nullable String masked) {
        if (masked == null || masked.length() < 4) {
            return null;
        }
        String last = masked.substring(masked.length() - 4);
        return last.chars().allMatch(c -> c >= '0' && c <= '9') ? last : null;
    }
}
