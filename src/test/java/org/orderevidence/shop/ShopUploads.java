package org.orderevidence.shop;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a merchant without integrations uploads about the same orders, as they are at the end. It shares nothing with the
 * mappers but the ids that platforms gave their objects.
 */
final class ShopUploads {
    private ShopUploads() {}

    /** A request: its path and its JSON. */
    record Upload(String path, ObjectNode json) {}

    /** Returns the order in the form of the HTTP interface. */
    static ObjectNode order(ShopOrder order) {
        Purchase purchase = order.purchase();
        boolean adyen = order.way() == ShopOrder.Way.ADYEN;
        boolean shopify = order.way() == ShopOrder.Way.SHOPIFY_AND_STRIPE;
        boolean voided = order.payment() == ShopOrder.Payment.VOIDED;
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("id", purchase.orderId())
                .put("amount", purchase.money().amountMinor())
                .put("currency", purchase.money().currency().getCurrencyCode())
                .put("transactionDate", purchase.time().toString())
                .put("status", voided ? "failed" : "succeeded")
                .put("brand", "visa")
                .put("bin", purchase.card().bin())
                .put("last4", purchase.card().last4())
                .put("cardFingerprint", purchase.card().token())
                .put("descriptor", "TEST SHOP")
                .put("gateway", adyen ? "adyen" : "stripe")
                .put("gatewayTransactionId", adyen ? AdyenEvents.payment(purchase) : StripeEvents.charge(purchase));
        // Stripe states what was refunded with every charge, Adyen with refunds only.
        if (!voided && (!adyen || !order.refunds().isEmpty())) {
            json.put("refundedAmount", order.refunded());
        }
        Shopper shopper = purchase.shopper();
        if (order.way() != ShopOrder.Way.STRIPE) {
            json.put("ip", shopper.ip()).put("customerAccountId", Long.toString(shopper.login()));
        }
        ObjectNode receipt = json.putObject("receipt").put("customerEmail", shopper.email());
        receipt.putObject("shippingAddress")
                .put("line1", shopper.street())
                .put("city", shopper.city())
                .put("countrySubdivision", shopper.region())
                .put("postalCode", shopper.postalCode())
                .put("country", shopper.country());
        if (!adyen) {
            receipt.put("description", purchase.item());
            receipt.putObject("name").put("givenName", shopper.givenName()).put("familyName", shopper.familyName());
        }
        if (shopify) {
            receipt.putArray("lineItems")
                    .addObject()
                    .put("productName", purchase.item())
                    .put("quantity", 1)
                    .put("price", purchase.money().amountMinor());
            if (!voided) {
                json.put("fulfilledAt", ShopWebhooks.fulfilled(purchase).toString());
                receipt.putObject("delivery")
                        .put("status", "in_transit")
                        .put("carrier", "Test Post")
                        .put(
                                "trackingNumber",
                                "TP" + StripeEvents.charge(purchase).substring("ch_3".length()));
            }
        }
        return json;
    }

    /** Returns the disputes and fraud reports of the order. */
    static List<Upload> facts(ShopOrder order) {
        Purchase purchase = order.purchase();
        boolean adyen = order.way() == ShopOrder.Way.ADYEN;
        String path = "/api/v2/orders/" + purchase.orderId();
        List<Upload> facts = new ArrayList<>();
        ShopOrder.Dispute dispute = order.dispute();
        if (dispute != null && dispute.stage() != ShopOrder.Stage.INQUIRY) {
            facts.add(new Upload(
                    path + "/disputes",
                    JsonNodeFactory.instance
                            .objectNode()
                            .put("disputeId", adyen ? AdyenEvents.dispute(purchase) : StripeEvents.dispute(purchase))
                            .put("condition", "10.4")
                            .put("openedAt", dispute.openedAt().toString())
                            .put("status", dispute.stage() == ShopOrder.Stage.WON ? "won" : "open")));
        }
        Instant reported = order.reportedAt();
        if (reported != null) {
            facts.add(new Upload(
                    path + "/fraud-reports",
                    JsonNodeFactory.instance
                            .objectNode()
                            .put(
                                    "reportId",
                                    adyen ? AdyenEvents.fraudReport(purchase) : StripeEvents.fraudWarning(purchase))
                            .put("reportedAt", reported.toString())
                            .put("typeCode", "6")));
        }
        return facts;
    }

    /** Returns the sighting that the shop's server tracks when a customer pays with Stripe. */
    static ObjectNode sighting(Purchase purchase) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("email", purchase.shopper().email())
                .put("ip", purchase.shopper().ip())
                .put("observedAt", purchase.time().minusSeconds(90).toString());
    }
}
