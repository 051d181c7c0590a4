package org.orderevidence.wire;

import java.util.Currency;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.Address;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Hold;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.StoredOrder.OrderSources;
import org.orderevidence.order.part.Field;
import org.orderevidence.order.part.Kind;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.receipt.DigitalReceipt;

/** Writes orders: the result of the rule, the charge and the digital receipt. */
public final class OrderWriter {
    private OrderWriter() {}

    public static void writeVerdict(JsonWriter json, Eligibility eligibility) {
        json.writeStartObject();
        json.writeBooleanProperty("isEligible", eligibility.isEligible());
        json.writeStringProperty("explanation", eligibility.explanation());
        json.writeStringProperty("status", eligibility.status().wireName());
        json.writeObjects("reasons", eligibility.reasons(), reason -> {
            json.writeStringProperty("code", reason.code().wireName());
            nullable(
                    json,
                    "orderId",
                    reason.orderId() == null ? null : reason.orderId().value());
            json.writeStringProperty("detail", reason.detail());
            nullable(json, "remedy", reason.remedy());
        });
        json.day("asOf", eligibility.asOf());
        json.writeBooleanProperty("disputable", eligibility.disputable());
        json.writeBooleanProperty("closed", eligibility.closed());
        json.writeObjects("checks", eligibility.checks(), check -> {
            json.writeStringProperty("code", check.code().wireName());
            json.writeBooleanProperty("passed", check.passed());
            json.writeStringProperty("needed", check.needed());
            json.writeStringProperty("found", check.found());
        });
        json.writeStringProperty("profile", eligibility.profile().wireName());
        json.writeStringProperty("ruleVersion", eligibility.ruleVersion());
        json.day("eligibleFrom", eligibility.eligibleFrom());
        json.day("eligibleUntil", eligibility.eligibleUntil());
        json.writeObjects("windows", eligibility.windows(), window -> {
            json.day("from", window.from());
            json.day("until", window.until());
        });
        json.day("disputableUntil", eligibility.disputableUntil());
        json.writeStringProperty(
                "credentialConfidence", eligibility.credentialConfidence().wireName());
        json.writeBooleanProperty("boundaryRisk", eligibility.boundaryRisk());
        json.writeArrayPropertyStart("matchedElements");
        eligibility.matchedElements().forEach(element -> json.writeString(element.wireName()));
        json.writeEndArray();
        json.writeObjects("submissionGaps", eligibility.submissionGaps(), gap -> {
            json.writeStringProperty("orderId", gap.orderId().value());
            json.writeStringProperty("missing", gap.missing().wireName());
        });
        json.writeBooleanProperty("ready", eligibility.ready());
        json.writeObjects("protections", eligibility.protections(), protection -> {
            json.writeStringProperty("code", protection.code().wireName());
            json.writeStringProperty("detail", protection.code().detail());
            json.writeStringProperty("source", protection.source());
        });
        writeEvidence(json, eligibility);
        json.writeObjects("priorTransactions", eligibility.priorTransactions(), prior -> writePrior(json, prior));
        json.writeBooleanProperty("priorsTruncated", eligibility.priorsTruncated());
        json.writeEndObject();
    }

    private static void writeEvidence(JsonWriter json, Eligibility eligibility) {
        json.writeObjectPropertyStart("evidence");
        for (Map.Entry<Element, Eligibility.EvidenceItem> entry :
                eligibility.evidence().entrySet()) {
            Eligibility.EvidenceItem item = entry.getValue();
            json.writeObjectPropertyStart(entry.getKey().wireName());
            json.writeStringProperty("value", item.value());
            json.writeStringProperty("source", item.source().wireName());
            if (item.observedAt() != null) {
                json.time("observedAt", item.observedAt());
            }
            json.number("distanceMinutes", item.distanceMinutes());
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void writePrior(JsonWriter json, Eligibility.PriorTransaction prior) {
        json.writeStringProperty("orderId", prior.orderId().value());
        json.day("date", prior.date());
        json.writeNumberProperty("ageDays", prior.ageDays());
        json.writeNumberProperty("amount", prior.money().amountMinor());
        json.writeStringProperty("currency", prior.money().currency().getCurrencyCode());
        json.writeBooleanProperty("selected", prior.selected());
        nullable(json, "reason", prior.reason() == null ? null : prior.reason().code());
        json.writeObjectPropertyStart("elements");
        prior.elements().forEach((element, state) -> json.writeStringProperty(element.wireName(), state.wireName()));
        json.writeEndObject();
        if (prior.ipSource() != null) {
            json.writeStringProperty("ipSource", prior.ipSource().wireName());
        }
        if (prior.ipObservedAt() != null) {
            json.time("ipObservedAt", prior.ipObservedAt());
        }
        json.number("ipDistanceMinutes", prior.ipDistanceMinutes());
    }

    private static void nullable(JsonWriter json, String name, @Nullable String value) {
        if (value == null) {
            json.writeNullProperty(name);
        } else {
            json.writeStringProperty(name, value);
        }
    }

    /** Writes the stored charge with the source of each value: every field with the name and value that were uploaded. */
    public static void writeChargeWithSources(JsonWriter json, StoredOrder stored) {
        json.writeStartObject();
        writeFields(json, stored);
        writeSources(json, stored.sources());
        json.writeEndObject();
    }

    public static void writeCharge(JsonWriter json, StoredOrder stored) {
        json.writeStartObject();
        writeFields(json, stored);
        json.writeEndObject();
    }

    private static void writeFields(JsonWriter json, StoredOrder stored) {
        String open = "";
        for (Field<?> field : OrderFields.ORDER.fields()) {
            if (field.isAnswered()) {
                open = write(json, field, stored.order(), open);
            }
        }
        writeDisputes(json, stored);
        writeFraudReports(json, stored);
        Hold hold = stored.hold();
        if (hold != null) {
            json.writeObjectPropertyStart("hold");
            json.writeStringProperty("reason", hold.reason().value());
            json.time("since", hold.since());
            json.writeEndObject();
        }
        json.writeNumberProperty("version", stored.version());
        json.time("uploadedAt", stored.uploadedAt());
    }

    /**
     * Writes a field that has a value.
     *
     * @param open the object inside the charge that is open; empty if there is none
     * @return the object that is open now
     */
    private static <T> String write(JsonWriter json, Field<T> field, Order order, String open) {
        T value = field.answer(order);
        if (value == null && !(field.kind() instanceof Kind.Hash)) {
            return open;
        }
        String object = field.object();
        if (!open.equals(object)) {
            if (!open.isEmpty()) {
                json.writeEndObject();
            }
            if (!object.isEmpty()) {
                json.writeObjectPropertyStart(object);
            }
        }
        if (field.kind() instanceof Kind.Hash) {
            json.writeBooleanProperty(nameOfHash(field.name()), value != null);
        } else if (value != null) {
            write(json, field, value);
        }
        return object;
    }

    /** Returns the name under which an answer says whether a hash is stored. */
    static String nameOfHash(String name) {
        return "has" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static <T> void write(JsonWriter json, Field<T> field, T value) {
        String name = field.name();
        switch (value) {
            case String text -> json.writeStringProperty(name, text);
            case Long number -> json.writeNumberProperty(name, number);
            case Boolean flag -> json.writeBooleanProperty(name, flag);
            case OrderTime time -> json.time(name, time);
            case Currency currency -> json.writeStringProperty(name, currency.getCurrencyCode());
            case Brand brand -> json.writeStringProperty(name, brand.name());
            case OrderId id -> json.writeStringProperty(name, id.value());
            case Enum<?> chosen
            when field.kind() instanceof Kind.Choice<T> choice ->
                json.writeStringProperty(
                        name, choice.names().get(choice.values().indexOf(chosen)));
            default -> throw new IllegalStateException(field + " has no form in an answer");
        }
    }

    /** All values are text, so that the object is a plain map for clients. */
    private static void writeSources(JsonWriter json, OrderSources sources) {
        json.writeObjectPropertyStart("sources");
        sources.fields().forEach(json::writeStringProperty);
        if (!sources.mismatched().isEmpty()) {
            json.writeStringProperty("mismatch", String.join(", ", sources.mismatched()));
        }
        if (sources.uncaptured()) {
            json.writeStringProperty("uncaptured", "true");
        }
        json.writeEndObject();
    }

    /** Writes the fields of a dispute, without its braces. */
    public static void writeDispute(JsonWriter json, Dispute dispute) {
        json.writeStringProperty("disputeId", dispute.disputeId());
        json.writeStringProperty("condition", dispute.condition());
        json.time("openedAt", dispute.openedAt());
        json.writeStringProperty("status", dispute.status().wireName());
        Dispute.Details details = dispute.details();
        json.time("respondBy", details.respondBy());
        if (details.amount() != null) {
            json.writeNumberProperty("amount", details.amount().amountMinor());
            json.writeStringProperty("currency", details.amount().currency().getCurrencyCode());
        }
        json.text("reason", details.reason());
        json.time("submittedAt", details.submittedAt());
        Dispute.ProcessorEligibility eligibility = details.processorEligibility();
        if (eligibility != null) {
            json.writeObjectPropertyStart("processorEligibility");
            json.writeStringProperty("status", eligibility.status());
            json.writeStrings("requiredActions", eligibility.requiredActions());
            json.writeEndObject();
        }
        json.text("source", details.source());
    }

    /** Writes the fields of a fraud report, without its braces. */
    public static void writeFraudReport(JsonWriter json, FraudReport report) {
        json.writeStringProperty("reportId", report.reportId());
        json.time("reportedAt", report.reportedAt());
        json.text("typeCode", report.typeCode());
    }

    /** The name of a value of an enumeration, as it is sent and answered. */
    public static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** Writes the list of disputes, as a field of an object that is open. */
    public static void writeDisputes(JsonWriter json, StoredOrder stored) {
        json.writeObjects("disputes", stored.disputes(), dispute -> writeDispute(json, dispute));
    }

    /** Writes the list of fraud reports, as a field of an object that is open. */
    public static void writeFraudReports(JsonWriter json, StoredOrder stored) {
        json.writeObjects("fraudReports", stored.fraudReports(), report -> writeFraudReport(json, report));
    }

    public static void writeReceipt(JsonWriter json, DigitalReceipt receipt) {
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
