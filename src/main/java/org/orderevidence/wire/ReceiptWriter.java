package org.orderevidence.wire;

import org.orderevidence.json.JsonFields;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.Receipt;
import org.orderevidence.receipt.DigitalReceipt;

/** Writes a digital receipt. */
public final class ReceiptWriter {
    private ReceiptWriter() {}

    public static void write(JsonWriter json, DigitalReceipt receipt) {
        json.writeStartObject();
        json.writeObjectPropertyStart("order");
        writeOrder(json, receipt);
        json.writeEndObject();
        json.writeName("merchantProfile");
        writeMerchant(json, receipt.merchant());
        json.writeObjectPropertyStart("accountProfile");
        writeBuyer(json, receipt.order().receipt(), receipt.order().customer());
        json.writeEndObject();
        DigitalReceipt.Completeness completeness = receipt.completeness();
        json.writeObjectPropertyStart("completeness");
        json.writeBooleanProperty("complete", completeness.complete());
        json.writeStrings("missing", completeness.missing());
        json.writeStrings("missingForEvidence", completeness.missingForEvidence());
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void writeOrder(JsonWriter json, DigitalReceipt receipt) {
        json.writeStringProperty("merchantOrderId", receipt.order().id().value());
        JsonFields.time(json, "orderDateTime", receipt.order().charge().transactionTime());
        json.writeStringProperty("total", receipt.total());
        DigitalReceipt.Totals totals = receipt.totals();
        if (totals != null) {
            JsonFields.text(json, "subtotal", totals.subtotal());
        }
        json.writeStringProperty("currencyCode", receipt.currencyCode());
        json.writeObjects("orderItems", receipt.items(), item -> {
            JsonFields.text(json, "productName", item.productName());
            JsonFields.text(json, "productDescription", item.productDescription());
            json.writeNumberProperty("quantity", item.quantity());
            json.writeStringProperty("productPrice", item.productPrice());
            json.writeStringProperty("currencyCode", item.currencyCode());
        });
        if (totals != null) {
            json.writeObjectPropertyStart("totals");
            JsonFields.text(json, "subtotal", totals.subtotal());
            JsonFields.text(json, "tax", totals.tax());
            JsonFields.text(json, "shipping", totals.shipping());
            JsonFields.text(json, "discount", totals.discount());
            json.writeEndObject();
        }
        writeTransaction(json, receipt.order().customer(), receipt.order().charge());
        Receipt.Delivery delivery = receipt.order().receipt().delivery();
        if (delivery != null) {
            json.writeObjectPropertyStart("delivery");
            JsonFields.text(json, "status", delivery.status());
            JsonFields.text(json, "carrier", delivery.carrier());
            JsonFields.text(json, "trackingNumber", delivery.trackingNumber());
            JsonFields.time(json, "deliveredAt", delivery.deliveredAt());
            json.writeEndObject();
        }
    }

    private static void writeTransaction(JsonWriter json, Customer customer, Charge charge) {
        PaymentCredential card = charge.credential();
        json.writeObjectPropertyStart("transactionDetails");
        JsonFields.text(json, "deviceIpAddress", customer.ip());
        JsonFields.text(json, "deviceId", customer.deviceId());
        JsonFields.text(json, "deviceFingerprint", customer.deviceFingerprint());
        if (card.brand() != null) {
            json.writeStringProperty("cardBrand", card.brand().name());
        }
        JsonFields.text(json, "cardLast4", card.last4());
        JsonFields.text(json, "authCode", charge.references().authCode());
        JsonFields.text(json, "arn", charge.references().arn());
        JsonFields.text(json, "descriptor", charge.references().descriptor());
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

    private static void writeBuyer(JsonWriter json, Receipt buyer, Customer customer) {
        Receipt.PersonName name = buyer.customerName();
        if (name != null) {
            json.writeObjectPropertyStart("name");
            JsonFields.text(json, "givenName", name.givenName());
            JsonFields.text(json, "familyName", name.familyName());
            json.writeEndObject();
        }
        JsonFields.text(json, "email", buyer.customerEmail());
        JsonFields.text(json, "phone", buyer.customerPhone());
        JsonFields.text(json, "accountId", customer.accountId());
        JsonFields.address(json, "accountBillingAddress", buyer.billingAddress());
        JsonFields.address(json, "accountShippingAddress", buyer.shippingAddress());
    }
}
