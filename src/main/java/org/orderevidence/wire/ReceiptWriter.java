package org.orderevidence.wire;

import java.util.List;
import org.orderevidence.json.JsonFields;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.Receipt;
import org.orderevidence.receipt.DigitalReceipt;

/** Writes a digital receipt. */
public final class ReceiptWriter {
    private ReceiptWriter() {}

    public static void write(JsonWriter json, DigitalReceipt receipt) {
        json.writeStartObject();
        json.writeName("order");
        writeOrder(json, receipt);
        json.writeName("merchantProfile");
        writeMerchant(json, receipt.merchant());
        json.writeName("accountProfile");
        writeBuyer(json, receipt);
        json.writeName("completeness");
        json.writeStartObject();
        json.writeBooleanProperty("complete", receipt.completeness().complete());
        writePaths(json, "missing", receipt.completeness().missing());
        writePaths(json, "missingForEvidence", receipt.completeness().missingForEvidence());
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void writeOrder(JsonWriter json, DigitalReceipt receipt) {
        json.writeStartObject();
        json.writeStringProperty("merchantOrderId", receipt.merchantOrderId());
        JsonFields.time(json, "orderDateTime", receipt.orderDateTime());
        json.writeStringProperty("total", receipt.total());
        DigitalReceipt.Totals totals = receipt.totals();
        if (totals != null) {
            JsonFields.text(json, "subtotal", totals.subtotal());
        }
        json.writeStringProperty("currencyCode", receipt.currencyCode());
        json.writeArrayPropertyStart("orderItems");
        for (DigitalReceipt.Item item : receipt.items()) {
            writeItem(json, item);
        }
        json.writeEndArray();
        if (totals != null) {
            json.writeObjectPropertyStart("totals");
            JsonFields.text(json, "subtotal", totals.subtotal());
            JsonFields.text(json, "tax", totals.tax());
            JsonFields.text(json, "shipping", totals.shipping());
            JsonFields.text(json, "discount", totals.discount());
            json.writeEndObject();
        }
        writeTransaction(json, receipt);
        if (receipt.delivery() != null) {
            writeDelivery(json, receipt.delivery());
        }
        json.writeEndObject();
    }

    private static void writeItem(JsonWriter json, DigitalReceipt.Item item) {
        json.writeStartObject();
        JsonFields.text(json, "productName", item.productName());
        JsonFields.text(json, "productDescription", item.productDescription());
        json.writeNumberProperty("quantity", item.quantity());
        json.writeStringProperty("productPrice", item.productPrice());
        json.writeStringProperty("currencyCode", item.currencyCode());
        json.writeEndObject();
    }

    private static void writeTransaction(JsonWriter json, DigitalReceipt receipt) {
        PaymentCredential card = receipt.charge().credential();
        json.writeObjectPropertyStart("transactionDetails");
        JsonFields.text(json, "deviceIpAddress", receipt.customer().ip());
        JsonFields.text(json, "deviceId", receipt.customer().deviceId());
        JsonFields.text(json, "deviceFingerprint", receipt.customer().deviceFingerprint());
        if (card.brand() != null) {
            json.writeStringProperty("cardBrand", card.brand().name());
        }
        JsonFields.text(json, "cardLast4", card.last4());
        JsonFields.text(json, "authCode", receipt.charge().references().authCode());
        JsonFields.text(json, "arn", receipt.charge().references().arn());
        JsonFields.text(json, "descriptor", receipt.charge().references().descriptor());
        json.writeEndObject();
    }

    private static void writeDelivery(JsonWriter json, Receipt.Delivery delivery) {
        json.writeObjectPropertyStart("delivery");
        JsonFields.text(json, "status", delivery.status());
        JsonFields.text(json, "carrier", delivery.carrier());
        JsonFields.text(json, "trackingNumber", delivery.trackingNumber());
        JsonFields.time(json, "deliveredAt", delivery.deliveredAt());
        json.writeEndObject();
    }

    /** Writes a merchant. Fields without value are left out. */
    public static void writeMerchant(JsonWriter json, MerchantInfo merchant) {
        json.writeStartObject();
        JsonFields.text(json, "name", merchant.name());
        JsonFields.text(json, "description", merchant.description());
        JsonFields.text(json, "logoUrl", merchant.logoUrl());
        JsonFields.text(json, "refundPolicyLink", merchant.refundPolicyLink());
        JsonFields.text(json, "cancellationPolicyLink", merchant.cancellationPolicyLink());
        JsonFields.text(json, "termsAndConditionsLink", merchant.termsAndConditionsLink());
        json.writeObjectPropertyStart("merchantReceiptContact");
        JsonFields.text(json, "phoneForReceipt", merchant.phoneForReceipt());
        JsonFields.text(json, "emailForReceipt", merchant.emailForReceipt());
        JsonFields.text(json, "websiteForReceipt", merchant.websiteForReceipt());
        JsonFields.address(json, "receiptAddress", merchant.receiptAddress());
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void writeBuyer(JsonWriter json, DigitalReceipt receipt) {
        DigitalReceipt.Buyer buyer = receipt.buyer();
        json.writeStartObject();
        if (buyer.name() != null) {
            json.writeObjectPropertyStart("name");
            JsonFields.text(json, "givenName", buyer.name().givenName());
            JsonFields.text(json, "familyName", buyer.name().familyName());
            json.writeEndObject();
        }
        JsonFields.text(json, "email", buyer.email());
        JsonFields.text(json, "phone", buyer.phone());
        JsonFields.text(json, "accountId", receipt.customer().accountId());
        JsonFields.address(json, "accountBillingAddress", buyer.billingAddress());
        JsonFields.address(json, "accountShippingAddress", buyer.shippingAddress());
        json.writeEndObject();
    }

    private static void writePaths(JsonWriter json, String name, List<String> paths) {
        json.writeArrayPropertyStart(name);
        paths.forEach(json::writeString);
        json.writeEndArray();
    }
}
