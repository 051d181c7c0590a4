package org.orderevidence.webhook;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.orderevidence.integration.Samples;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Events of several purchases, made from the samples. */
final class PurchaseEvents {
    private static final String OBJECT = "/data/object";

    private PurchaseEvents() {}

    static byte[] stripeCharge(String purchase, Consumer<ObjectNode> change) {
        return stripeEvent("stripe/charge-succeeded", purchase, charge -> {
            charge.putObject("metadata");
            change.accept(charge);
        });
    }

    static byte[] stripeSession(String purchase, String clientReference) {
        return stripeEvent("stripe/session-completed", purchase, session -> {
            session.putObject("metadata");
            session.put("client_reference_id", clientReference);
        });
    }

    /** A session in whose metadata the merchant's server named the order. */
    static byte[] namedSession(String purchase, String order) {
        return stripeEvent(
                "stripe/session-completed",
                purchase,
                session -> session.putObject("metadata").put("order_id", order));
    }

    private static byte[] stripeEvent(String sample, String purchase, Consumer<ObjectNode> change) {
        ObjectNode event = (ObjectNode) JsonMapper.shared()
                .readTree(new String(Samples.bytes(sample), StandardCharsets.UTF_8)
                        .replace("MugsForAnn0001", "OfPurchase" + purchase));
        event.put("id", "evt_" + sample.substring(7) + "_" + purchase);
        change.accept((ObjectNode) event.at(OBJECT));
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }

    static byte[] shopOrder(int number) {
        return Samples.changed(
                "shopify/orders-create",
                "",
                order -> order.put("id", 5_501_000_000_000L + number)
                        .put("name", "#100" + number)
                        .put("financial_status", "paid"));
    }

    static byte[] shopPayment(int number, String authorization) {
        return Samples.changed(
                "shopify/transaction-sale",
                "",
                sale -> sale.put("id", 6_601_000_000_000L + number)
                        .put("order_id", 5_501_000_000_000L + number)
                        .put("payment_id", "c550100000000" + number + ".1")
                        .put("authorization", authorization));
    }
}
