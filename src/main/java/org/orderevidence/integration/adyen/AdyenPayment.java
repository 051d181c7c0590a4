package org.orderevidence.integration.adyen;

import static org.orderevidence.integration.EventJson.first;
import static org.orderevidence.integration.EventJson.required;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.CardNames;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.ObjectReference;
import org.orderevidence.integration.OrderIdHint;
import org.orderevidence.integration.PaymentMethods;
import org.orderevidence.integration.StatementDraft;
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.PartContent.RefundObject.RefundState;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.PaymentState;

/**
 * Maps an Adyen payment. The card and the customer are only in AUTHORISATION, and the amount and state that count are
 * in the last event. An approved payment is therefore two parts: {@code payment/X} and {@code payment/X/state}. Every
 * later event about the payment replaces the second one completely.
 */
final class AdyenPayment {
    /** Of two events of one second about the state: a capture is newer than the approval, and the end is the newest. */
    private static final int APPROVED_RANK = 0;

    private static final int CAPTURED_RANK = 1;
    private static final int ENDED_RANK = 2;

    /** Of two events of one second about a refund: its end is newer. */
    private static final int REFUNDED_RANK = 0;

    private static final int UNDONE_RANK = 1;

    private final AdyenSettings settings;
    private final MapperSettings common;

    AdyenPayment(AdyenSettings settings) {
        this.settings = settings;
        this.common = settings.common();
    }

    List<EventStatement> authorised(AdyenEvent event) throws UnmappableEvent {
        PaymentState state = settings.capturesAutomatically() ? PaymentState.CAPTURED : PaymentState.UNCAPTURED;
        return List.of(
                payment(event, fields(event)),
                state(event, event.pspReference(), APPROVED_RANK, state, new StatementDraft()));
    }

    /** A declined payment stays declined: it is one part, so that an approved payment of the same order counts. */
    List<EventStatement> declined(AdyenEvent event) throws UnmappableEvent {
        return List.of(payment(event, fields(event).money(event.money()).state(PaymentState.FAILED)));
    }

    List<EventStatement> captured(AdyenEvent event) throws UnmappableEvent {
        EventJson additional = event.additional();
        StatementDraft draft = new StatementDraft()
                .settledAt(additional.orderTime("bookingDate"))
                .references(new Charge.References(
                        null, additional.longNumber("arn", Charge.References.MAX_LENGTH), null, null, null, null));
        return List.of(state(event, paymentOf(event), CAPTURED_RANK, PaymentState.CAPTURED, draft));
    }

    /** A payment that was cancelled, or whose capture the network refused. */
    List<EventStatement> ended(AdyenEvent event) throws UnmappableEvent {
        return List.of(state(event, paymentOf(event), ENDED_RANK, PaymentState.FAILED, new StatementDraft()));
    }

    List<EventStatement> cancelledOrRefunded(AdyenEvent event) throws UnmappableEvent {
        String action =
                required(event.additional().line("modification.action", EventJson.LONGEST_ID), "modification.action");
        return switch (action) {
            case "cancel" -> event.success() ? ended(event) : List.of();
            case "refund" -> refunded(event);
            default -> throw new UnmappableEvent(Mapping.Reason.UNKNOWN_TYPE, "modification.action");
        };
    }

    List<EventStatement> refunded(AdyenEvent event) throws UnmappableEvent {
        return event.success()
                ? List.of(refund(event, event.pspReference(), REFUNDED_RANK, RefundState.DONE))
                : refundUndone(event);
    }

    List<EventStatement> refundUndone(AdyenEvent event) throws UnmappableEvent {
        return List.of(refund(event, event.pspReference(), UNDONE_RANK, RefundState.UNDONE));
    }

    /** The original of such an event is the refund. */
    List<EventStatement> refundCancelled(AdyenEvent event) throws UnmappableEvent {
        return List.of(refund(event, paymentOf(event), UNDONE_RANK, RefundState.UNDONE));
    }

    private static StatementDraft fields(AdyenEvent event) throws UnmappableEvent {
        EventJson additional = event.additional();
        StatementDraft draft = new StatementDraft()
                .transactionTime(event.date())
                .validation(event.money().amountMinor() == 0 ? Boolean.TRUE : null)
                .customer(
                        additional.ip("shopperIP"),
                        null,
                        additional.personalLine("shopperReference", EventJson.LONGEST_ID))
                .email(additional.personal("shopperEmail"))
                .shippingAddress(
                        street(additional),
                        null,
                        additional.lines("deliveryAddress.city"),
                        additional.lines("deliveryAddress.stateOrProvince"),
                        additional.lines("deliveryAddress.postalCode"),
                        additional.lines("deliveryAddress.country"));
        String bin = first(additional.digits("issuerBin", 8), additional.digits("cardBin", 6));
        String last4 = additional.digits("cardSummary", 4);
        // For other payments it is the name of a bank transfer or wallet.
        boolean ofCard = bin != null || last4 != null;
        return draft.card(
                        ofCard ? brand(event) : null,
                        bin,
                        last4,
                        first(additional.fingerprint("alias"), additional.fingerprint("PaymentAccountReference")))
                .references(new Charge.References(
                        additional.line("authCode", Charge.References.MAX_LENGTH),
                        null,
                        additional.longNumber("networkTxReference", Charge.References.MAX_LENGTH),
                        additional.line("shopperStatement", Charge.References.MAX_LENGTH),
                        "adyen",
                        event.pspReference()));
    }

    private static @Nullable Brand brand(AdyenEvent event) {
        return first(
                network(event.item().line("paymentMethod", 64)),
                network(event.additional().line("paymentMethodVariant", 64)));
    }

    /** The name of a wallet can follow that of the network, as in {@code visa_applepay}. */
    private static @Nullable Brand network(@Nullable String method) {
        int end = method == null ? -1 : method.indexOf('_');
        return CardNames.brand(method == null || end <= 0 ? method : method.substring(0, end));
    }

    private static @Nullable String street(EventJson additional) {
        String street = additional.lines("deliveryAddress.street");
        String number = additional.lines("deliveryAddress.houseNumberOrName");
        return street == null || number == null ? first(street, number) : street + ' ' + number;
    }

    private EventStatement payment(AdyenEvent event, StatementDraft draft) throws UnmappableEvent {
        String payment = event.pspReference();
        return new EventStatement.OfPart(
                common.part(
                        "payment/" + payment,
                        event.version(APPROVED_RANK),
                        new PlatformObject(PlatformObject.Kind.CHARGE, draft.statement(), method(event))),
                draft.tokens(),
                links(event, payment));
    }

    /** The wallet of a card, or what the customer paid with instead of a card. */
    private static @Nullable String method(AdyenEvent event) {
        String method = event.item().line("paymentMethod", 64);
        String wallet = first(
                PaymentMethods.walletIn(method),
                PaymentMethods.walletIn(event.additional().line("paymentMethodVariant", 64)));
        boolean ofCard = event.additional().digits("cardSummary", 4) != null
                || event.additional().digits("cardBin", 6) != null;
        return wallet == null && !ofCard ? PaymentMethods.named(method) : wallet;
    }

    private EventStatement state(AdyenEvent event, String payment, int rank, PaymentState state, StatementDraft draft)
            throws UnmappableEvent {
        draft.money(event.money()).state(state);
        return new EventStatement.OfPart(
                common.part(
                        "payment/" + payment + PartKey.STATE_OF_CHARGE,
                        event.version(rank),
                        new PlatformObject(PlatformObject.Kind.STATE, draft.statement())),
                null,
                links(event, payment));
    }

    private EventStatement refund(AdyenEvent event, String refund, int rank, RefundState state) throws UnmappableEvent {
        return new EventStatement.OfPart(
                common.part("refund/" + refund, event.version(rank), new RefundObject(event.money(), state)),
                null,
                links(event, paymentOf(event), refund));
    }

    /**
     * The reference of a later event can be that of the capture or refund. Only AUTHORISATION names the order.
     *
     * @param objects of the payment, and of a refund: an event about the refund may not name the payment
     */
    private Links links(AdyenEvent event, String... objects) throws UnmappableEvent {
        boolean ofPayment = event.head().type().equals("AUTHORISATION");
        return Links.of(
                ObjectReference.of(objects),
                ofPayment
                        ? common.hint(
                                OrderIdHint.Kind.MERCHANT_REFERENCE,
                                event.item().line("merchantReference", EventJson.LONGEST_ID))
                        : null,
                ofPayment ? common.hint(OrderIdHint.Kind.PAYMENT, event.pspReference()) : null);
    }

    private static String paymentOf(AdyenEvent event) throws UnmappableEvent {
        return required(event.payment(), "originalReference");
    }
}
