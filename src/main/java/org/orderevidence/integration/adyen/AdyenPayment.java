package org.orderevidence.integration.adyen;

import static org.orderevidence.integration.EventJson.first;
import static org.orderevidence.integration.EventJson.required;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.EventJson;
import org.orderevidence.integration.EventStatement;
import org.orderevidence.integration.EventStatement.Stage;
import org.orderevidence.integration.Links;
import org.orderevidence.integration.Links.ObjectReference;
import org.orderevidence.integration.Links.OrderIdHint;
import org.orderevidence.integration.MapperSettings;
import org.orderevidence.integration.Mapping;
import org.orderevidence.integration.Mapping.UnmappableEvent;
import org.orderevidence.integration.PaymentMethods;
import org.orderevidence.integration.adyen.Adyen.AdyenEvent;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
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
record AdyenPayment(MapperSettings settings) {
    /** What precedes the id of a payment in the object of its part. */
    private static final String PAYMENT = "payment/";

    List<EventStatement> authorised(AdyenEvent event) throws UnmappableEvent {
        PaymentState state = settings.has(Adyen.AUTOMATIC_CAPTURE) ? PaymentState.CAPTURED : PaymentState.UNCAPTURED;
        EventStatement payment =
                payment(event, 0, fields(event).put(event.money()).put(OrderFields.STATUS, state));
        // The network captures it itself, so that no event about a capture follows.
        boolean isSale = "sale".equalsIgnoreCase(event.additional().word("networkProcessingMode"));
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

    /**
     * A declined payment stays declined: it is one part, so that an approved payment of the same order counts. Adyen can
     * state that the same payment was declined and approved, in any sequence: it was then approved.
     */
    List<EventStatement> declined(AdyenEvent event) throws UnmappableEvent {
        return List.of(
                payment(event, -1, fields(event).put(event.money()).put(OrderFields.STATUS, PaymentState.FAILED)));
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
        String action = required(event.additional().word("modification.action"), "modification.action");
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
                .put(OrderFields.CUSTOMER_ACCOUNT_ID, additional.line("shopperReference", EventJson.LONGEST_ID))
                .put(OrderFields.CUSTOMER_EMAIL, additional.lines("shopperEmail"))
                .put(
                        OrderFields.SHIPPING_ADDRESS,
                        street(additional),
                        null,
                        additional.lines("deliveryAddress.city"),
                        additional.lines("deliveryAddress.stateOrProvince"),
                        additional.lines("deliveryAddress.postalCode"),
                        additional.lines("deliveryAddress.country"));
        String bin = first(additional.bin("issuerBin"), additional.bin("cardBin"));
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
        String result = additional.word("avsResult");
        return switch (result == null ? "" : result.split(" ", 2)[0]) {
            case "7", "20", "24" -> "Y";
            case "6", "14", "15", "19", "23" -> "Z";
            case "1", "9", "12", "21", "25" -> "A";
            default -> null;
        };
    }

    private static boolean isAtTerminal(EventJson additional) {
        return "POS".equalsIgnoreCase(additional.word("shopperInteraction"))
                || additional.word("terminalId") != null
                || additional.longNumber("tenderReference", EventJson.LONGEST_ID) != null;
    }

    /** A payment by the merchant, without the customer. Payments with a stored card by the customer are not. */
    private static boolean isByMerchant(EventJson additional) {
        String model = additional.word("recurringProcessingModel");
        return "ContAuth".equalsIgnoreCase(additional.word("shopperInteraction"))
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
        return PaymentMethods.brand(method == null || end <= 0 ? method : method.substring(0, end));
    }

    private static @Nullable String street(EventJson additional) {
        String street = additional.lines("deliveryAddress.street");
        String number = additional.lines("deliveryAddress.houseNumberOrName");
        return street == null || number == null ? first(street, number) : street + ' ' + number;
    }

    private EventStatement payment(AdyenEvent event, int stage, Values draft) throws UnmappableEvent {
        String payment = event.pspReference();
        return settings.object(
                PlatformObject.Kind.CHARGE,
                PAYMENT + payment,
                event.version(stage),
                draft,
                method(event),
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
                || event.additional().bin("cardBin") != null;
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
        return settings.object(
                PlatformObject.Kind.STATE,
                PAYMENT + payment + PartKey.STATE_OF_CHARGE + about,
                event.version(0),
                draft.put(OrderFields.STATUS, state),
                links(event, payment, event.pspReference()));
    }

    /** A refund and its failure are two parts, since their dates do not state their sequence. */
    private EventStatement refund(AdyenEvent event, String refund, RefundState state) throws UnmappableEvent {
        return settings.refund(
                state == RefundState.UNDONE ? refund + PartKey.FAILED : refund,
                event.version(0),
                new RefundObject(event.money(), state, PAYMENT + paymentOf(event)),
                links(event, paymentOf(event), refund));
    }

    /**
     * The reference of a later event can be that of the capture or refund. Only AUTHORISATION names the order.
     *
     * @param objects of the payment, and of a capture or refund: a later event may name only that
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
        return required(ObjectReference.of(event.payment()).isEmpty() ? null : event.payment(), "originalReference");
    }

    /** Maps what banks report about an Adyen payment: disputes, fraud reports and questions. */
    static final class AdyenFacts {
        private static final int LONGEST_TYPE = 16;

        private AdyenFacts() {}

        /** All events about one dispute have the same pspReference. Its code is only sent with some of them. */
        static List<EventStatement> dispute(AdyenEvent event, MapperSettings settings) throws UnmappableEvent {
            String type = event.head().type();
            Stage stage = stageOf(type);
            String code = event.additional().word("chargebackReasonCode");
            return List.of(new EventStatement.OfDispute(
                    new Dispute(
                            event.pspReference(),
                            EventJson.condition(code),
                            event.date(),
                            stage.status(),
                            new Dispute.Details(
                                    event.additional().orderTime("defensePeriodEndsAt"),
                                    event.item().in("amount").has("value") ? event.money() : null,
                                    event.item().line("reason", Dispute.Details.LONGEST_REASON),
                                    null,
                                    null,
                                    null)),
                    type.equals("CHARGEBACK"),
                    event.version(stage.rank()),
                    links(event, settings)));
        }

        static List<EventStatement> fraudReport(AdyenEvent event, MapperSettings settings) throws UnmappableEvent {
            return List.of(new EventStatement.OfFraudReport(
                    new FraudReport(
                            event.pspReference(),
                            event.date(),
                            event.additional().line("nofReasonCode", LONGEST_TYPE)),
                    event.version(0),
                    links(event, settings)));
        }

        static List<EventStatement> inquiry(AdyenEvent event, MapperSettings settings) throws UnmappableEvent {
            return List.of(new EventStatement.Inquiry(event.pspReference(), links(event, settings)));
        }

        /** Of events of one stage, the date decides. */
        private static Stage stageOf(String type) throws UnmappableEvent {
            return switch (type) {
                case "CHARGEBACK" -> new Stage(Dispute.Status.OPEN, 0);
                case "CHARGEBACK_REVERSED" -> new Stage(Dispute.Status.WON, 1);
                case "DISPUTE_DEFENSE_PERIOD_ENDED" -> new Stage(Dispute.Status.LOST, 1);
                case "SECOND_CHARGEBACK" -> new Stage(Dispute.Status.LOST, 2);
                case "PREARBITRATION_LOST", "PREARBITRATION_ACCEPTED" -> new Stage(Dispute.Status.LOST, 3);
                case "PREARBITRATION_WON", "ISSUER_RESPONSE_TIMEFRAME_EXPIRED" -> new Stage(Dispute.Status.WON, 3);
                case "SCHEME_ARBITRATION_LOST" -> new Stage(Dispute.Status.LOST, 4);
                case "SCHEME_ARBITRATION_WON" -> new Stage(Dispute.Status.WON, 4);
                default -> throw new UnmappableEvent(Mapping.Reason.UNKNOWN_TYPE, type);
            };
        }

        /**
         * Later events about a dispute do not name the payment. The dispute's own reference, or that of the merchant, then
         * leads to the order.
         */
        private static Links links(AdyenEvent event, MapperSettings settings) throws UnmappableEvent {
            return Links.named(
                    settings,
                    ObjectReference.of(event.payment(), event.pspReference()),
                    OrderIdHint.Kind.MERCHANT_REFERENCE,
                    event.item().orderId("merchantReference"));
        }
    }
}
