package org.orderevidence.shop;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.orderevidence.order.part.Platform;

/** What the platforms send about the orders of a shop. */
final class ShopWebhooks {
    private static final Duration CAPTURE = Duration.ofHours(1);

    private final StripeEvents stripe = new StripeEvents("order_id");

    /** Stripe's payments of a Shopify shop do not name the order. */
    private final StripeEvents unnamed = new StripeEvents("unused");

    private final ShopifyEvents shopify = new ShopifyEvents("stripe");
    private final AdyenEvents adyen = new AdyenEvents();
    private final List<Sent> sent = new ArrayList<>();

    private ShopWebhooks() {}

    /**
     * An event and who sends it.
     *
     * @param platform the sender
     * @param event its content
     */
    record Sent(Platform platform, UnsignedEvent event) {}

    /** Returns all events, each once. */
    static List<Sent> of(List<ShopOrder> orders) {
        ShopWebhooks webhooks = new ShopWebhooks();
        for (ShopOrder order : orders) {
            switch (order.way()) {
                case STRIPE -> {
                    webhooks.stripe(order, webhooks.stripe);
                    webhooks.add(
                            Platform.STRIPE,
                            webhooks.stripe.session(
                                    order.purchase(), order.purchase().time().plusSeconds(5)));
                }
                case SHOPIFY_AND_STRIPE -> {
                    webhooks.stripe(order, webhooks.unnamed);
                    webhooks.shopify(order);
                }
                case ADYEN -> webhooks.adyen(order);
            }
        }
        return webhooks.sent;
    }

    private void add(Platform platform, UnsignedEvent... events) {
        for (UnsignedEvent event : events) {
            sent.add(new Sent(platform, event));
        }
    }

    private void stripe(ShopOrder order, StripeEvents events) {
        Purchase purchase = order.purchase();
        Instant captured = purchase.time().plus(CAPTURE);
        switch (order.payment()) {
            case PAID -> add(Platform.STRIPE, events.paid(purchase));
            case CAPTURED_LATER ->
                add(Platform.STRIPE, events.authorised(purchase), events.captured(purchase, captured));
            case VOIDED -> add(Platform.STRIPE, events.authorised(purchase), events.expired(purchase, captured));
        }
        long total = 0;
        int number = 0;
        for (ShopOrder.Refund refund : order.refunds()) {
            number++;
            Instant at = refund.at();
            add(
                    Platform.STRIPE,
                    events.refund(purchase, number, refund.amount(), "refund.created", "pending", at),
                    events.refunded(purchase, total + refund.amount(), at),
                    events.refund(
                            purchase,
                            number,
                            refund.amount(),
                            refund.failed() ? "refund.failed" : "refund.updated",
                            refund.failed() ? "failed" : "succeeded",
                            at.plusSeconds(30)));
            total += refund.failed() ? 0 : refund.amount();
        }
        ShopOrder.Dispute dispute = order.dispute();
        if (dispute != null) {
            boolean inquiry = dispute.stage() == ShopOrder.Stage.INQUIRY;
            String status = inquiry ? "warning_needs_response" : "needs_response";
            add(Platform.STRIPE, dispute(events, purchase, "created", status, dispute, dispute.openedAt()));
            if (dispute.stage() == ShopOrder.Stage.WON) {
                add(Platform.STRIPE, dispute(events, purchase, "closed", "won", dispute, dispute.wonAt()));
            }
        }
        Instant reported = order.reportedAt();
        if (reported != null) {
            add(Platform.STRIPE, events.fraudWarning(purchase, reported));
        }
    }

    private static UnsignedEvent dispute(
            StripeEvents events, Purchase purchase, String what, String status, ShopOrder.Dispute dispute, Instant at) {
        return events.dispute(purchase, "charge.dispute." + what, status, "10.4", dispute.openedAt(), at);
    }

    private void shopify(ShopOrder order) {
        Purchase purchase = order.purchase();
        Instant time = purchase.time();
        Instant captured = time.plus(CAPTURE);
        String charge = StripeEvents.charge(purchase);
        add(Platform.SHOPIFY, shopify.order(purchase, "orders/create", "pending", time));
        switch (order.payment()) {
            case PAID ->
                add(
                        Platform.SHOPIFY,
                        shopify.payment(purchase, "sale", charge),
                        shopify.order(purchase, "orders/paid", "paid", time.plusSeconds(5)));
            case CAPTURED_LATER ->
                add(
                        Platform.SHOPIFY,
                        shopify.payment(purchase, "authorization", charge),
                        shopify.afterPayment(purchase, "capture", captured),
                        shopify.order(purchase, "orders/paid", "paid", captured));
            case VOIDED ->
                add(
                        Platform.SHOPIFY,
                        shopify.payment(purchase, "authorization", charge),
                        shopify.afterPayment(purchase, "void", captured),
                        shopify.order(purchase, "orders/cancelled", "voided", captured));
        }
        if (order.payment() != ShopOrder.Payment.VOIDED) {
            add(Platform.SHOPIFY, shopify.fulfillment(purchase, fulfilled(purchase)));
        }
        int number = 0;
        for (ShopOrder.Refund refund : order.refunds()) {
            number++;
            String status = refund.failed() ? "failure" : "success";
            add(Platform.SHOPIFY, shopify.refund(purchase, number, refund.amount(), status, refund.at()));
        }
    }

    /** When the goods of a Shopify order were sent. */
    static Instant fulfilled(Purchase purchase) {
        return purchase.time().plus(CAPTURE).plusSeconds(60);
    }

    private void adyen(ShopOrder order) {
        Purchase purchase = order.purchase();
        Instant captured = purchase.time().plus(CAPTURE);
        add(Platform.ADYEN, adyen.authorised(purchase));
        if (order.payment() == ShopOrder.Payment.VOIDED) {
            add(Platform.ADYEN, adyen.cancelled(purchase, captured));
        } else {
            add(Platform.ADYEN, adyen.captured(purchase, captured));
        }
        int number = 0;
        for (ShopOrder.Refund refund : order.refunds()) {
            number++;
            add(Platform.ADYEN, adyen.refund(purchase, number, refund.amount(), "REFUND", refund.at()));
            if (refund.failed()) {
                Instant failed = refund.at().plusSeconds(30);
                add(Platform.ADYEN, adyen.refund(purchase, number, refund.amount(), "REFUND_FAILED", failed));
            }
        }
        ShopOrder.Dispute dispute = order.dispute();
        if (dispute != null && dispute.stage() == ShopOrder.Stage.INQUIRY) {
            add(Platform.ADYEN, adyen.inquiry(purchase, dispute.openedAt()));
        } else if (dispute != null) {
            add(Platform.ADYEN, adyen.disputed(purchase, dispute.openedAt()));
            if (dispute.stage() == ShopOrder.Stage.WON) {
                add(Platform.ADYEN, adyen.disputeWon(purchase, dispute.wonAt()));
            }
        }
        Instant reported = order.reportedAt();
        if (reported != null) {
            add(Platform.ADYEN, adyen.fraudReport(purchase, reported));
        }
    }
}
