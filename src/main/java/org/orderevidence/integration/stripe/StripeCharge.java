package org.orderevidence.integration.stripe;

import static org.orderevidence.integration.EventJson.first;
import static org.orderevidence.integration.EventJson.required;

import java.util.Currency;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.CardNames;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.EventVersion;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.ObjectReference;
import org.orderevidence.integration.OrderIdHint;
import org.orderevidence.integration.PaymentMethods;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PaymentState;
import org.orderevidence.order.part.StatedRefund;
import org.orderevidence.order.part.Values;

/** Maps a Stripe charge. Each event has the complete charge. */
final class StripeCharge {
    /** What precedes the id of a charge in the object of its part. */
    static final String OBJECT = "charge/";

    /** Payments at a terminal; their card is in an object of the same name. */
    private static final Set<String> TERMINAL = Set.of("card_present", "interac_present");

    /**
     * From this version on, the part of an amount that was not captured is no longer counted as refunded. Source:
     * Stripe API changelog, 2025-03-31.
     */
    private static final String RELEASE_IS_NO_REFUND = "2025-03-31";

    private final MapperSettings settings;

    StripeCharge(MapperSettings settings) {
        this.settings = settings;
    }

    EventStatement map(StripeEvent event) throws UnmappableEvent {
        EventJson charge = event.object();
        String id = required(charge.id("id"), "id");
        Currency currency = StripeEvent.currency(charge);
        long authorised = required(charge.integer("amount"), "amount");
        PaymentState state = state(event);
        long captured = state == PaymentState.CAPTURED ? captured(charge, authorised) : authorised;
        long refunded = state == PaymentState.CAPTURED ? refunded(event, Math.max(0, authorised - captured)) : 0;
        Money money = StripeEvent.money(captured, currency);

        Values draft = new Values(OrderFields.ORDER)
                .put(money)
                .put(OrderFields.TRANSACTION_DATE, OrderTime.at(required(charge.seconds("created"), "created")))
                .put(OrderFields.STATUS, state)
                .put(OrderFields.RECURRING, charge.id("invoice") == null ? null : Boolean.TRUE)
                .put(refund(charge, refunded, state, currency))
                .put(
                        OrderFields.CUSTOMER_EMAIL,
                        first(charge.in("billing_details").personal("email"), charge.personal("receipt_email")))
                .put(OrderFields.CUSTOMER_PHONE, charge.in("billing_details").telephone("phone"))
                .put(OrderFields.DESCRIPTION, charge.lines("description"));
        card(charge, id, draft);
        StripeEvent.metadata(charge, draft);
        StripeEvent.shipping(charge.in("shipping"), draft);

        return new EventStatement.OfPart(
                settings.part(
                        OBJECT + id,
                        event.version(rank(state, refunded, captured)),
                        new PlatformObject(PlatformObject.Kind.CHARGE, draft.statement(), method(charge))),
                draft.tokens(),
                links(charge, id));
    }

    /** The wallet of a card, or what the customer paid with instead of a card. */
    private static @Nullable String method(EventJson charge) {
        EventJson method = charge.in("payment_method_details");
        String type = method.line("type", EventJson.LONGEST_ID);
        String wallet = method.in("card").in("wallet").line("type", EventJson.LONGEST_ID);
        return PaymentMethods.named(first(wallet, type));
    }

    /** An approved charge that was not captured is failed once it expired or was cancelled. */
    private static PaymentState state(StripeEvent event) throws UnmappableEvent {
        EventJson charge = event.object();
        String status = charge.line("status", EventJson.LONGEST_ID);
        boolean captured = required(charge.flag("captured"), "captured");
        boolean ended = "failed".equals(status)
                || event.head().type().equals("charge.failed")
                || event.head().type().equals("charge.expired")
                || (!captured && Boolean.TRUE.equals(charge.flag("refunded")));
        if (ended) {
            return PaymentState.FAILED;
        }
        return captured && !"pending".equals(status) ? PaymentState.CAPTURED : PaymentState.UNCAPTURED;
    }

    /** Less than the authorised amount, or more where the network allows it (Stripe: "overcapture"). */
    private static long captured(EventJson charge, long authorised) {
        Long captured = charge.integer("amount_captured");
        return captured == null || captured <= 0 ? authorised : captured;
    }

    /**
     * What was refunded of the captured amount, in Stripe's units.
     *
     * @param released the part of the authorised amount that was not captured
     */
    private static long refunded(StripeEvent event, long released) {
        Long refunded = event.object().integer("amount_refunded");
        if (refunded == null) {
            return 0;
        }
        boolean countsRelease = event.apiVersion().compareTo(RELEASE_IS_NO_REFUND) < 0;
        return Math.max(0, countsRelease ? refunded - released : refunded);
    }

    private static @Nullable StatedRefund refund(EventJson charge, long refunded, PaymentState state, Currency currency)
            throws UnmappableEvent {
        return state == PaymentState.CAPTURED && charge.integer("amount_refunded") != null
                ? new StatedRefund(false, StripeEvent.money(refunded, currency).amountMinor())
                : null;
    }

    /** Of two events of one second: the larger refund is newer, then the captured charge. */
    private static int rank(PaymentState state, long refunded, long captured) {
        int share = captured <= 0 ? 0 : (int) Math.min(499, (double) refunded / captured * 499);
        return Math.min(EventVersion.MAX_RANK, 2 * share + (state == PaymentState.CAPTURED ? 1 : 0));
    }

    private static void card(EventJson charge, String id, Values draft) {
        EventJson method = charge.in("payment_method_details");
        String type = method.line("type", EventJson.LONGEST_ID);
        String terminal = type != null && TERMINAL.contains(type) ? type : null;
        EventJson card = method.in(terminal == null ? "card" : terminal);
        draft.put(
                        OrderFields.BRAND,
                        first(CardNames.brand(card.line("network", 64)), CardNames.brand(card.line("brand", 64))))
                .put(OrderFields.BIN, first(card.digits("iin", 8), card.digits("iin", 6)))
                .put(OrderFields.LAST4, card.digits("last4", 4))
                .put(OrderFields.CARD_FINGERPRINT, card.fingerprint("fingerprint"))
                .put(card.in("three_d_secure").threeDs("electronic_commerce_indicator", "transaction_id"))
                .put(OrderFields.AVS_RESULT, addressResult(card.in("checks")))
                .put(OrderFields.CARD_PRESENT, terminal == null ? null : Boolean.TRUE)
                .put(OrderFields.AUTH_CODE, card.line("authorization_code", Charge.References.MAX_LENGTH))
                .put(OrderFields.NETWORK_ID, card.longNumber("network_transaction_id", Charge.References.MAX_LENGTH))
                .put(
                        OrderFields.DESCRIPTOR,
                        charge.line("calculated_statement_descriptor", Charge.References.MAX_LENGTH))
                .put(OrderFields.GATEWAY, "stripe")
                .put(OrderFields.GATEWAY_TRANSACTION_ID, id);
    }

    /** Returns Visa's code for Stripe's checks of the address; empty if neither passed. */
    private static @Nullable String addressResult(EventJson checks) {
        boolean address = "pass".equals(checks.line("address_line1_check", EventJson.LONGEST_ID));
        boolean postalCode = "pass".equals(checks.line("address_postal_code_check", EventJson.LONGEST_ID));
        if (address) {
            return postalCode ? "Y" : "A";
        }
        return postalCode ? "Z" : null;
    }

    private Links links(EventJson charge, String id) throws UnmappableEvent {
        String payment = charge.id("payment_intent");
        return Links.named(
                settings,
                ObjectReference.of(id, payment, charge.id("invoice")),
                OrderIdHint.Kind.METADATA,
                charge.in("metadata").orderId(settings.text(Stripe.ORDER_ID_KEY)),
                settings.hint(OrderIdHint.Kind.PAYMENT, first(payment, id)));
    }
}
