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
import org.orderevidence.integration.UnmappableEvent;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.PartContent.PlatformObject;
import org.orderevidence.order.part.PartContent.RefundObject;
import org.orderevidence.order.part.PartContent.RefundObject.RefundState;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.PaymentState;
import org.orderevidence.order.part.Values;

/**
 * Maps an Adyen payment. The card and the customer are only in AUTHORISATION, which is the part {@code payment/X}. Later
 * events are parts of their own, since their dates do not state their sequence: {@code payment/X/state} if the payment
 * ended, {@code payment/X/state/C} for each capture C, and {@code payment/X/state/C/failed} if it failed.
 */
final class AdyenPayment {
    /** What precedes the id of a payment in the object of its part. */
    private static final String PAYMENT = "payment/";

    private static final String REFUND = "refund/";

    private final MapperSettings settings;

    AdyenPayment(MapperSettings settings) {
        this.settings = settings;
    }

    List<EventStatement> authorised(AdyenEvent event) throws UnmappableEvent {
        PaymentState state = settings.has(Adyen.AUTOMATIC_CAPTURE) ? PaymentState.CAPTURED : PaymentState.UNCAPTURED;
        EventStatement payment = payment(event, fields(event).put(event.money()).put(OrderFields.STATUS, state));
        // The network captures it itself, so that no event about a capture follows.
        boolean isSale =
                "sale".equalsIgnoreCase(event.additional().line("networkProcessingMode", EventJson.LONGEST_ID));
        return isSale
                ? List.of(
                        payment,
                        state(
                                event,
                                event.pspReference(),
                                "/sale",
                                PaymentState.CAPTURED,
                                new Values(OrderFields.ORDER)))
                : List.of(payment);
    }

    /** A declined payment stays declined: it is one part, so that an approved payment of the same order counts. */
    List<EventStatement> declined(AdyenEvent event) throws UnmappableEvent {
        return List.of(payment(event, fields(event).put(event.money()).put(OrderFields.STATUS, PaymentState.FAILED)));
    }

    List<EventStatement> captured(AdyenEvent event) throws UnmappableEvent {
        EventJson additional = event.additional();
        Values draft = new Values(OrderFields.ORDER)
                .put(event.money())
                .put(OrderFields.SETTLED_AT, additional.orderTime("bookingDate"))
                .put(OrderFields.ARN, additional.longNumber("arn", Charge.References.MAX_LENGTH));
        return List.of(state(event, paymentOf(event), '/' + event.pspReference(), PaymentState.CAPTURED, draft));
    }

    /** A capture that the network refused takes its own amount away. */
    List<EventStatement> captureFailed(AdyenEvent event) throws UnmappableEvent {
        return List.of(state(
                event,
                paymentOf(event),
                '/' + event.pspReference() + PartKey.FAILED,
                PaymentState.FAILED,
                new Values(OrderFields.ORDER).put(event.money())));
    }

    /** A payment that was cancelled or expired. */
    List<EventStatement> ended(AdyenEvent event) throws UnmappableEvent {
        return List.of(state(event, paymentOf(event), "", PaymentState.FAILED, new Values(OrderFields.ORDER)));
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
        return event.success() ? List.of(refund(event, event.pspReference(), RefundState.DONE)) : refundUndone(event);
    }

    List<EventStatement> refundUndone(AdyenEvent event) throws UnmappableEvent {
        return List.of(refund(event, event.pspReference(), RefundState.UNDONE));
    }

    /** The original of such an event is the refund. */
    List<EventStatement> refundCancelled(AdyenEvent event) throws UnmappableEvent {
        return List.of(refund(event, paymentOf(event), RefundState.UNDONE));
    }

    private static Values fields(AdyenEvent event) throws UnmappableEvent {
        EventJson additional = event.additional();
        Values draft = new Values(OrderFields.ORDER)
                .put(OrderFields.TRANSACTION_DATE, event.date())
                .put(OrderFields.VALIDATION, event.money().amountMinor() == 0 ? Boolean.TRUE : null)
                .put(OrderFields.CARD_PRESENT, isAtTerminal(additional) ? Boolean.TRUE : null)
                .put(OrderFields.RECURRING, isByMerchant(additional) ? Boolean.TRUE : null)
                .put(OrderFields.IP, additional.ip("shopperIP"))
                .put(OrderFields.CUSTOMER_ACCOUNT_ID, additional.personalLine("shopperReference", EventJson.LONGEST_ID))
                .put(OrderFields.CUSTOMER_EMAIL, additional.personal("shopperEmail"))
                .put(
                        OrderFields.SHIPPING_ADDRESS,
                        street(additional),
                        null,
                        additional.lines("deliveryAddress.city"),
                        additional.lines("deliveryAddress.stateOrProvince"),
                        additional.lines("deliveryAddress.postalCode"),
                        additional.lines("deliveryAddress.country"));
        String bin = first(additional.digits("issuerBin", 8), additional.digits("cardBin", 6));
        // The other digits are those of the card itself only if no wallet has replaced its number.
        String last4 = first(
                additional.digits("untokenisedCardSummary", 4),
                wallet(event) == null ? additional.digits("cardSummary", 4) : null);
        // For other payments it is the name of a bank transfer or wallet.
        boolean ofCard = bin != null || last4 != null;
        return draft.put(OrderFields.BRAND, ofCard ? brand(event) : null)
                .put(OrderFields.BIN, bin)
                .put(OrderFields.LAST4, last4)
                .put(OrderFields.CARD_FINGERPRINT, additional.fingerprint("alias"))
                .put(OrderFields.PAYMENT_ACCOUNT_REFERENCE, additional.accountReference("PaymentAccountReference"))
                .put(additional.threeDs("eci", "dsTransID"))
                .put(OrderFields.AVS_RESULT, addressResult(additional))
                .put(OrderFields.AUTH_CODE, additional.line("authCode", Charge.References.MAX_LENGTH))
                .put(OrderFields.NETWORK_ID, additional.longNumber("networkTxReference", Charge.References.MAX_LENGTH))
                .put(OrderFields.DESCRIPTOR, additional.line("shopperStatement", Charge.References.MAX_LENGTH))
                .put(OrderFields.GATEWAY, "adyen")
                .put(OrderFields.GATEWAY_TRANSACTION_ID, event.pspReference());
    }

    /**
     * Returns Visa's code for Adyen's result, a number and its meaning. Where nothing matched or was compared, there is
     * none. Source: Adyen, AVS response codes.
     */
    private static @Nullable String addressResult(EventJson additional) {
        String result = additional.line("avsResult", EventJson.LONGEST_ID);
        return switch (result == null ? "" : result.split(" ", 2)[0]) {
            case "7", "20", "24" -> "Y";
            case "6", "14", "15", "19", "23" -> "Z";
            case "1", "9", "12", "21", "25" -> "A";
            default -> null;
        };
    }

    private static boolean isAtTerminal(EventJson additional) {
        return "POS".equalsIgnoreCase(additional.line("shopperInteraction", EventJson.LONGEST_ID))
                || additional.line("terminalId", EventJson.LONGEST_ID) != null
                || additional.longNumber("tenderReference", EventJson.LONGEST_ID) != null;
    }

    /** A payment by the merchant, without the customer. Payments with a stored card by the customer are not. */
    private static boolean isByMerchant(EventJson additional) {
        String model = additional.line("recurringProcessingModel", EventJson.LONGEST_ID);
        return "ContAuth".equalsIgnoreCase(additional.line("shopperInteraction", EventJson.LONGEST_ID))
                && ("Subscription".equalsIgnoreCase(model) || "UnscheduledCardOnFile".equalsIgnoreCase(model));
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

    private EventStatement payment(AdyenEvent event, Values draft) throws UnmappableEvent {
        String payment = event.pspReference();
        return new EventStatement.OfPart(
                settings.part(
                        PAYMENT + payment,
                        event.version(0),
                        new PlatformObject(PlatformObject.Kind.CHARGE, draft.statement(), method(event))),
                draft.tokens(),
                links(event, payment));
    }

    /** The wallet of a card, or what the customer paid with instead of a card. */
    private static @Nullable String method(AdyenEvent event) {
        String method = PaymentMethods.named(event.item().line("paymentMethod", 64));
        if (PlatformObject.GIFT_CARD.equals(method)) {
            return method;
        }
        String wallet = wallet(event);
        boolean ofCard = event.additional().digits("cardSummary", 4) != null
                || event.additional().digits("cardBin", 6) != null;
        return wallet == null && !ofCard ? method : wallet;
    }

    private static @Nullable String wallet(AdyenEvent event) {
        return first(
                PaymentMethods.walletIn(event.item().line("paymentMethod", 64)),
                PaymentMethods.walletIn(event.additional().line("paymentMethodVariant", 64)),
                PaymentMethods.walletIn(event.additional().line("tokenTxVariant", 64)));
    }

    /** @param about what follows the key of the state: a capture, or nothing for the whole payment */
    private EventStatement state(AdyenEvent event, String payment, String about, PaymentState state, Values draft)
            throws UnmappableEvent {
        return new EventStatement.OfPart(
                settings.part(
                        PAYMENT + payment + PartKey.STATE_OF_CHARGE + about,
                        event.version(0),
                        new PlatformObject(
                                PlatformObject.Kind.STATE,
                                draft.put(OrderFields.STATUS, state).statement())),
                null,
                links(event, payment));
    }

    /** A refund and its failure are two parts, since their dates do not state their sequence. */
    private EventStatement refund(AdyenEvent event, String refund, RefundState state) throws UnmappableEvent {
        String failed = switch (state) {
            case DONE -> "";
            case UNDONE -> PartKey.FAILED;
        };
        return new EventStatement.OfPart(
                settings.part(
                        REFUND + refund + failed,
                        event.version(0),
                        new RefundObject(event.money(), state, PAYMENT + paymentOf(event))),
                null,
                links(event, paymentOf(event), refund));
    }

    /**
     * The reference of a later event can be that of the capture or refund. Only AUTHORISATION names the order.
     *
     * @param objects of the payment, and of a refund: an event about the refund may not name the payment
     */
    private Links links(AdyenEvent event, String... objects) throws UnmappableEvent {
        if (!event.head().type().equals("AUTHORISATION")) {
            return Links.of(ObjectReference.of(objects));
        }
        return Links.named(
                settings,
                ObjectReference.of(objects),
                OrderIdHint.Kind.MERCHANT_REFERENCE,
                event.item().orderId("merchantReference"),
                settings.hint(OrderIdHint.Kind.PAYMENT, event.pspReference()));
    }

    private static String paymentOf(AdyenEvent event) throws UnmappableEvent {
        return required(event.payment(), "originalReference");
    }
}
