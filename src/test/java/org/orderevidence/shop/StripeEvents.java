package org.orderevidence.shop;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Writes Stripe test events in the form of API version {@value #API_VERSION}. Amounts are in minor units, which are
 * Stripe's units for the currencies of {@link Purchase}.
 *
 * @param orderIdKey the key of the metadata that has the order id
 */
record StripeEvents(String orderIdKey) {
    private static final String API_VERSION = "2026-05-27.dahlia";

    /** How far a charge got. */
    private enum State {
        AUTHORISED,
        CAPTURED,
        EXPIRED
    }

    /** Returns the id of the charge of a purchase. */
    static String charge(Purchase purchase) {
        return "ch_3" + purchase.token();
    }

    /** Returns the id of the dispute of a purchase. */
    static String dispute(Purchase purchase) {
        return "du_1" + purchase.token();
    }

    /** Returns the id of the fraud warning of a purchase. */
    static String fraudWarning(Purchase purchase) {
        return "issfr_1" + purchase.token();
    }

    private static String payment(Purchase purchase) {
        return "pi_3" + purchase.token();
    }

    /** The charge was approved and captured immediately. */
    UnsignedEvent paid(Purchase purchase) {
        return event("charge.succeeded", purchase.time(), purchase, charge(purchase, State.CAPTURED, 0));
    }

    /** The charge was approved and not captured. */
    UnsignedEvent authorised(Purchase purchase) {
        return event("charge.succeeded", purchase.time(), purchase, charge(purchase, State.AUTHORISED, 0));
    }

    /** An approved charge was captured. */
    UnsignedEvent captured(Purchase purchase, Instant at) {
        return event("charge.captured", at, purchase, charge(purchase, State.CAPTURED, 0));
    }

    /** An approved charge was never captured. */
    UnsignedEvent expired(Purchase purchase, Instant at) {
        return event("charge.expired", at, purchase, charge(purchase, State.EXPIRED, 0));
    }

    /**
     * A part of the charge was refunded, or all of it.
     *
     * @param total all refunds of the charge together
     */
    UnsignedEvent refunded(Purchase purchase, long total, Instant at) {
        return event("charge.refunded", at, purchase, charge(purchase, State.CAPTURED, total));
    }

    /**
     * A refund was made, or changed.
     *
     * @param number 1 for the first refund of the purchase
     * @param type such as {@code refund.created}
     * @param status such as {@code pending}
     */
    UnsignedEvent refund(Purchase purchase, int number, long amount, String type, String status, Instant at) {
        ObjectNode refund = object("re_3" + purchase.token() + "n" + number, "refund")
                .put("amount", amount)
                .put("charge", charge(purchase))
                .put("created", at.getEpochSecond())
                .put("currency", purchase.lowerCurrency())
                .put("payment_intent", payment(purchase))
                .put("reason", "requested_by_customer")
                .put("status", status);
        if (status.equals("failed")) {
            refund.put("failure_reason", "lost_or_stolen_card");
        }
        return event(type, at, purchase, refund);
    }

    /** The customer completed a checkout session. */
    UnsignedEvent session(Purchase purchase, Instant at) {
        Shopper shopper = purchase.shopper();
        ObjectNode session = object("cs_test_a1" + purchase.token(), "checkout.session")
                .put("amount_subtotal", purchase.money().amountMinor())
                .put("amount_total", purchase.money().amountMinor())
                .put("created", purchase.time().getEpochSecond())
                .put("currency", purchase.lowerCurrency())
                .put("livemode", false)
                .put("mode", "payment")
                .put("payment_intent", payment(purchase))
                .put("payment_status", "paid")
                .put("status", "complete");
        session.putObject("customer_details").put("email", shopper.email()).put("name", shopper.name());
        session.set("metadata", metadata(purchase));
        ObjectNode collected = session.putObject("collected_information");
        collected.set("shipping_details", shipping(shopper));
        return event("checkout.session.completed", at, purchase, session);
    }

    /**
     * A dispute was opened, changed or closed. An inquiry has a status that starts with {@code warning_}.
     *
     * @param type such as {@code charge.dispute.created}
     * @param status such as {@code needs_response}
     * @param code the network's reason code, such as {@code 10.4}; {@code null} if the network sent none
     * @param opened when it was opened
     */
    UnsignedEvent dispute(
            Purchase purchase, String type, String status, @Nullable String code, Instant opened, Instant at) {
        ObjectNode dispute = object(dispute(purchase), "dispute")
                .put("amount", purchase.money().amountMinor())
                .put("charge", charge(purchase))
                .put("created", opened.getEpochSecond())
                .put("currency", purchase.lowerCurrency())
                .put("livemode", false)
                .put("payment_intent", payment(purchase))
                .put("reason", "fraudulent")
                .put("status", status)
                .put("network_reason_code", code);
        ObjectNode card = dispute.putObject("payment_method_details")
                .put("type", "card")
                .putObject("card")
                .put("brand", "visa");
        card.put("case_type", status.startsWith("warning_") ? "inquiry" : "chargeback");
        card.put("network_reason_code", code);
        return event(type, at, purchase, dispute);
    }

    /** The issuer warned that the charge is fraud. */
    UnsignedEvent fraudWarning(Purchase purchase, Instant at) {
        ObjectNode warning = object(fraudWarning(purchase), "radar.early_fraud_warning")
                .put("actionable", true)
                .put("charge", charge(purchase))
                .put("created", at.getEpochSecond())
                .put("fraud_type", "unauthorized_use_of_card")
                .put("livemode", false)
                .put("payment_intent", payment(purchase));
        return event("radar.early_fraud_warning.created", at, purchase, warning);
    }

    private ObjectNode charge(Purchase purchase, State state, long refunded) {
        Shopper shopper = purchase.shopper();
        long amount = purchase.money().amountMinor();
        boolean captured = state == State.CAPTURED;
        ObjectNode charge = object(charge(purchase), "charge")
                .put("amount", amount)
                .put("amount_captured", captured ? amount : 0)
                .put("amount_refunded", state == State.EXPIRED ? amount : refunded)
                .put("calculated_statement_descriptor", "TEST SHOP")
                .put("captured", captured)
                .put("created", purchase.time().getEpochSecond())
                .put("currency", purchase.lowerCurrency())
                .put("description", purchase.item())
                .put("livemode", false)
                .put("paid", true)
                .put("payment_intent", payment(purchase))
                .put("receipt_email", shopper.email())
                .put("refunded", state == State.EXPIRED || refunded == amount)
                .put("status", "succeeded");
        charge.putObject("billing_details").put("email", shopper.email()).put("name", shopper.name());
        charge.set("metadata", metadata(purchase));
        charge.set("shipping", shipping(shopper));
        charge.putObject("payment_method_details")
                .put("type", "card")
                .putObject("card")
                .put("brand", "visa")
                .put("network", "visa")
                .put("iin", purchase.card().bin())
                .put("last4", purchase.card().last4())
                .put("fingerprint", purchase.card().token());
        return charge;
    }

    private ObjectNode metadata(Purchase purchase) {
        return JsonNodeFactory.instance.objectNode().put(orderIdKey, purchase.orderId());
    }

    private static ObjectNode shipping(Shopper shopper) {
        ObjectNode shipping = JsonNodeFactory.instance.objectNode().put("name", shopper.name());
        shipping.putObject("address")
                .put("line1", shopper.street())
                .put("city", shopper.city())
                .put("state", shopper.region())
                .put("postal_code", shopper.postalCode())
                .put("country", shopper.country());
        return shipping;
    }

    private static ObjectNode object(String id, String type) {
        return JsonNodeFactory.instance.objectNode().put("id", id).put("object", type);
    }

    private static UnsignedEvent event(String type, Instant at, Purchase purchase, ObjectNode object) {
        String id = "evt_1" + purchase.token() + type.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "")
                + Long.toString(at.getEpochSecond(), Character.MAX_RADIX);
        ObjectNode event = object(id, "event")
                .put("api_version", API_VERSION)
                .put("created", at.getEpochSecond())
                .put("livemode", false)
                .put("type", type);
        event.putObject("data").set("object", object);
        return new UnsignedEvent(id, type, event);
    }
}
