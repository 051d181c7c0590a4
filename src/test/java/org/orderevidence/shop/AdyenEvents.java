package org.orderevidence.shop;

import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes Adyen test notifications, with one item each and all additional settings that evidence needs. */
final class AdyenEvents {
    private static final String CHARGEBACK = "CHARGEBACK";

    /** Returns the id of the payment of a purchase. */
    static String payment(Purchase purchase) {
        return reference(purchase, "PAYMENT");
    }

    /** Returns the id of the dispute of a purchase. */
    static String dispute(Purchase purchase) {
        return reference(purchase, "DISPUTE");
    }

    /** Returns the id of the fraud report of a purchase. */
    static String fraudReport(Purchase purchase) {
        return reference(purchase, "FRAUD");
    }

    /** The payment was approved. */
    UnsignedEvent authorised(Purchase purchase) {
        ObjectNode item = item(
                purchase,
                "AUTHORISATION",
                payment(purchase),
                null,
                purchase.money().amountMinor(),
                purchase.time());
        Shopper shopper = purchase.shopper();
        item.putObject("additionalData")
                .put("cardBin", purchase.card().bin())
                .put("cardSummary", purchase.card().last4())
                .put("alias", purchase.card().token())
                .put("shopperIP", shopper.ip())
                .put("shopperReference", Long.toString(shopper.login()))
                .put("shopperEmail", shopper.email())
                .put("shopperStatement", "TEST SHOP")
                .put("deliveryAddress.street", shopper.street())
                .put("deliveryAddress.city", shopper.city())
                .put("deliveryAddress.stateOrProvince", shopper.region())
                .put("deliveryAddress.postalCode", shopper.postalCode())
                .put("deliveryAddress.country", shopper.country());
        return notification(item);
    }

    /** The payment was captured. */
    UnsignedEvent captured(Purchase purchase, Instant at) {
        return later(purchase, "CAPTURE", "CAPTURE", purchase.money().amountMinor(), at);
    }

    /** The approved payment was cancelled. */
    UnsignedEvent cancelled(Purchase purchase, Instant at) {
        return later(purchase, "CANCELLATION", "CANCEL", purchase.money().amountMinor(), at);
    }

    /**
     * A refund was made, or failed afterwards.
     *
     * @param number 1 for the first refund of the purchase
     * @param code {@code REFUND} or {@code REFUND_FAILED}
     */
    UnsignedEvent refund(Purchase purchase, int number, long amount, String code, Instant at) {
        return later(purchase, code, "REFUND" + number, amount, at);
    }

    /** The cardholder disputed the payment as fraud (10.4). */
    UnsignedEvent disputed(Purchase purchase, Instant at) {
        ObjectNode item =
                laterItem(purchase, CHARGEBACK, "DISPUTE", purchase.money().amountMinor(), at);
        item.putObject("additionalData").put("chargebackReasonCode", "10.4").put("chargebackSchemeCode", "visa");
        return notification(item);
    }

    /** The merchant won the dispute. */
    UnsignedEvent disputeWon(Purchase purchase, Instant at) {
        return later(
                purchase, "CHARGEBACK_REVERSED", "DISPUTE", purchase.money().amountMinor(), at);
    }

    /** The issuer asked for information. */
    UnsignedEvent inquiry(Purchase purchase, Instant at) {
        return later(
                purchase, "REQUEST_FOR_INFORMATION", "INQUIRY", purchase.money().amountMinor(), at);
    }

    /** The issuer reported the payment as fraud. */
    UnsignedEvent fraudReport(Purchase purchase, Instant at) {
        ObjectNode item = laterItem(
                purchase, "NOTIFICATION_OF_FRAUD", "FRAUD", purchase.money().amountMinor(), at);
        item.putObject("additionalData").put("nofReasonCode", "6").put("nofSchemeCode", "visa");
        return notification(item);
    }

    private static UnsignedEvent later(Purchase purchase, String code, String object, long amount, Instant at) {
        return notification(laterItem(purchase, code, object, amount, at));
    }

    private static ObjectNode laterItem(Purchase purchase, String code, String object, long amount, Instant at) {
        return item(purchase, code, reference(purchase, object), payment(purchase), amount, at);
    }

    private static ObjectNode item(
            Purchase purchase, String code, String pspReference, @Nullable String original, long amount, Instant at) {
        ObjectNode item = JsonNodeFactory.instance
                .objectNode()
                .put("eventCode", code)
                .put("eventDate", at.toString())
                .put("merchantAccountCode", "TestShop")
                .put("merchantReference", purchase.orderId())
                .put("paymentMethod", "visa")
                .put("pspReference", pspReference)
                .put("success", "true");
        if (original != null) {
            item.put("originalReference", original);
        }
        item.putObject("amount").put("currency", purchase.currency()).put("value", amount);
        return item;
    }

    private static UnsignedEvent notification(ObjectNode item) {
        String code = item.path("eventCode").asString("");
        ObjectNode notification = JsonNodeFactory.instance.objectNode().put("live", "false");
        notification.putArray("notificationItems").addObject().set("NotificationRequestItem", item);
        return new UnsignedEvent(item.path("pspReference").asString("") + '/' + code, code, notification);
    }

    private static String reference(Purchase purchase, String object) {
        return object + "0" + purchase.token().toUpperCase(Locale.ROOT);
    }
}
