package org.orderevidence.wire;

import org.jspecify.annotations.Nullable;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.Address;
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
        json.time("orderDateTime", receipt.order().charge().transactionTime());
        json.writeStringProperty("total", receipt.total());
        Receipt.Totals totals = receipt.order().receipt().totals();
        if (totals != null) {
            json.text("subtotal", receipt.amount(totals.subtotalMinor()));
        }
        json.writeStringProperty("currencyCode", receipt.currencyCode());
        json.writeObjects("orderItems", receipt.items(), item -> {
            json.text("productName", item.productName());
            json.text("productDescription", item.productDescription());
            json.writeNumberProperty("quantity", item.quantity());
            json.writeStringProperty("productPrice", item.productPrice());
            json.writeStringProperty("currencyCode", item.currencyCode());
        });
        if (totals != null) {
            json.writeObjectPropertyStart("totals");
            json.text("subtotal", receipt.amount(totals.subtotalMinor()));
            json.text("tax", receipt.amount(totals.taxMinor()));
            json.text("shipping", receipt.amount(totals.shippingMinor()));
            json.text("discount", receipt.amount(totals.discountMinor()));
            json.writeEndObject();
        }
        writeTransaction(json, receipt.order().customer(), receipt.order().charge());
        Receipt.Delivery delivery = receipt.order().receipt().delivery();
        if (delivery != null) {
            json.writeObjectPropertyStart("delivery");
            json.text("status", delivery.status());
            json.text("carrier", delivery.carrier());
            json.text("trackingNumber", delivery.trackingNumber());
            json.time("deliveredAt", delivery.deliveredAt());
            json.writeEndObject();
        }
    }

    private static void writeTransaction(JsonWriter json, Customer customer, Charge charge) {
        PaymentCredential card = charge.credential();
        json.writeObjectPropertyStart("transactionDetails");
        json.text("deviceIpAddress", customer.ip());
        json.text("deviceId", customer.deviceId());
        json.text("deviceFingerprint", customer.deviceFingerprint());
        if (card.brand() != null) {
            json.writeStringProperty("cardBrand", card.brand().name());
        }
        json.text("cardLast4", card.last4());
        json.text("authCode", charge.references().authCode());
        json.text("arn", charge.references().arn());
        json.text("descriptor", charge.references().descriptor());
        json.writeEndObject();
    }

    /** Writes a merchant. Fields without value are left out. */
    public static void writeMerchant(JsonWriter json, MerchantInfo merchant) {
        json.writeStartObject();
        json.text("name", merchant.name());
        json.text("description", merchant.description());
        json.text("logoUrl", merchant.logoUrl());
        json.text("refundPolicyLink", merchant.refundPolicyLink());
        json.text("cancellationPolicyLink", merchant.cancellationPolicyLink());
        json.text("termsAndConditionsLink", merchant.termsAndConditionsLink());
        json.writeObjectPropertyStart("merchantReceiptContact");
        json.text("phoneForReceipt", merchant.phoneForReceipt());
        json.text("emailForReceipt", merchant.emailForReceipt());
        json.text("websiteForReceipt", merchant.websiteForReceipt());
        address(json, "receiptAddress", merchant.receiptAddress());
        json.writeEndObject();
        json.writeEndObject();
    }

    private static void writeBuyer(JsonWriter json, Receipt buyer, Customer customer) {
        Receipt.PersonName name = buyer.customerName();
        if (name != null) {
            json.writeObjectPropertyStart("name");
            json.text("givenName", name.givenName());
            json.text("familyName", name.familyName());
            json.writeEndObject();
        }
        json.text("email", buyer.customerEmail());
        json.text("phone", buyer.customerPhone());
        json.text("accountId", customer.accountId());
        address(json, "accountBillingAddress", buyer.billingAddress());
        address(json, "accountShippingAddress", buyer.shippingAddress());
    }

    private static void address(JsonWriter json, String name, @Nullable Address value) {
        if (value == null) {
            return;
        }
        json.writeObjectPropertyStart(name);
        json.text("line1", value.line1());
        json.text("line2", value.line2());
        json.text("city", value.city());
        json.text("countrySubdivision", value.countrySubdivision());
        json.text("postalCode", value.postalCode());
        json.text("country", value.country());
        json.text("latitude", value.latitude());
        json.text("longitude", value.longitude());
        json.writeEndObject();
    }
}
