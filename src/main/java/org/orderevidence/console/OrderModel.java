package org.orderevidence.console;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.StoredOrder.OrderSources;
import org.orderevidence.receipt.DigitalReceipt;

/**
 * What the page of an order shows.
 *
 * @param stored the order, with the disputes and fraud reports on record
 * @param facts amount, date, card and references
 * @param judged the verdict and what it is made of
 * @param forms what the session may record
 * @param receiptLink the link to the receipt that was just made; {@code null} for none
 */
public record OrderModel(
        StoredOrder stored,
        OrderFacts facts,
        CaseModel judged,
        DigitalReceipt receipt,
        FactForms forms,
        @Nullable ReceiptLink receiptLink) {
    /**
     * A link that opens the receipt without a key.
     *
     * @param url with the token
     * @param expires until when it works
     */
    public record ReceiptLink(String url, String expires) {
        @Override
        public String toString() {
            return "ReceiptLink";
        }
    }

    /** Returns the merchant's ID. */
    public String id() {
        return stored.order().id().value();
    }

    /** Returns the path of the page. */
    public String path() {
        return Visit.orderPath(id());
    }

    /** Returns the fields of each source, by their names in an upload. */
    public Map<String, List<String>> sources() {
        Map<String, List<String>> bySource = new LinkedHashMap<>();
        for (OrderSources.OfField field : stored.sources().fields()) {
            bySource.computeIfAbsent(field.source(), _ -> new ArrayList<>()).add(field.field());
        }
        return bySource;
    }

    /** Returns the status of a dispute in words. */
    public static String state(Dispute dispute) {
        return Shown.capital(dispute.status().name().toLowerCase(Locale.ROOT));
    }

    /** Returns the words for a path of {@code completeness.missing} of a receipt. An unknown path stays as it is. */
    public static String receiptPart(String path) {
        return switch (path) {
            case "order.orderItems" -> "items or a description";
            case "merchantProfile.name" -> "merchant name";
            case "merchantProfile.merchantReceiptContact.phoneForReceipt" -> "merchant phone";
            case "merchantProfile.merchantReceiptContact.websiteForReceipt" -> "merchant website";
            case "accountProfile.email" -> "e-mail or phone of the customer";
            default -> path;
        };
    }

    @Override
    public String toString() {
        return "OrderModel[" + id() + "]";
    }
}
