package org.orderevidence.wire;

import java.util.Locale;
import org.orderevidence.json.JsonFields;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderSources;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.StoredOrder;

/** Writes the stored charge of an order: every field with the name and value that were uploaded. */
public final class ChargeWriter {
    private ChargeWriter() {}

    /** Writes the charge with the source of each value. */
    public static void writeWithSources(JsonWriter json, StoredOrder stored) {
        json.writeStartObject();
        writeFields(json, stored);
        writeSources(json, stored.sources());
        json.writeEndObject();
    }

    /** Writes the charge. */
    public static void write(JsonWriter json, StoredOrder stored) {
        json.writeStartObject();
        writeFields(json, stored);
        json.writeEndObject();
    }

    private static void writeFields(JsonWriter json, StoredOrder stored) {
        Order order = stored.order();
        Charge charge = order.charge();
        json.writeStringProperty("id", order.id().value());
        JsonFields.number(json, "revision", order.revision());
        json.writeNumberProperty("amount", charge.money().amountMinor());
        json.writeStringProperty("currency", charge.money().currency().getCurrencyCode());
        JsonFields.time(json, "transactionDate", charge.transactionTime());
        JsonFields.time(json, "settledAt", charge.settledAt());
        JsonFields.time(json, "fulfilledAt", charge.fulfilledAt());
        writeCustomer(json, order.customer());
        writeCredential(json, charge.credential());
        writeReferences(json, charge.references());
        writeVerification(json, charge.verification());
        json.writeStringProperty("status", name(charge.status()));
        json.writeBooleanProperty("refunded", charge.refundedInFull());
        JsonFields.number(json, "refundedAmount", charge.refundedAmountMinor());
        json.writeBooleanProperty("cardPresent", charge.cardPresent());
        json.writeBooleanProperty("validation", charge.validation());
        json.writeBooleanProperty("recurring", charge.recurring());
        json.writeStringProperty("type", name(charge.type()));
        if (charge.initialOrderId() != null) {
            json.writeStringProperty("initialOrderId", charge.initialOrderId().value());
        }
        if (charge.category() != null) {
            json.writeStringProperty("merchandiseOrServices", name(charge.category()));
        }
        writeFacts(json, stored);
        json.writeNumberProperty("version", stored.version());
        JsonFields.time(json, "uploadedAt", stored.uploadedAt());
    }

    /** All values are text, so that the object is a plain map for clients. */
    private static void writeSources(JsonWriter json, OrderSources sources) {
        json.writeObjectPropertyStart("sources");
        for (OrderSources.OfField stated : sources.fields()) {
            json.writeStringProperty(stated.field(), stated.source());
        }
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
        JsonFields.time(json, "openedAt", dispute.openedAt());
        json.writeStringProperty("status", name(dispute.status()));
        Dispute.Details details = dispute.details();
        JsonFields.time(json, "respondBy", details.respondBy());
        if (details.amount() != null) {
            json.writeNumberProperty("amount", details.amount().amountMinor());
            json.writeStringProperty("currency", details.amount().currency().getCurrencyCode());
        }
        JsonFields.text(json, "reason", details.reason());
        JsonFields.time(json, "submittedAt", details.submittedAt());
        Dispute.ProcessorEligibility eligibility = details.processorEligibility();
        if (eligibility != null) {
            json.writeObjectPropertyStart("processorEligibility");
            json.writeStringProperty("status", eligibility.status());
            json.writeArrayPropertyStart("requiredActions");
            eligibility.requiredActions().forEach(json::writeString);
            json.writeEndArray();
            json.writeEndObject();
        }
        JsonFields.text(json, "source", details.source());
    }

    /** Writes the fields of a fraud report, without its braces. */
    public static void writeFraudReport(JsonWriter json, FraudReport report) {
        json.writeStringProperty("reportId", report.reportId());
        JsonFields.time(json, "reportedAt", report.reportedAt());
        JsonFields.text(json, "typeCode", report.typeCode());
    }

    /** The name of a value of an enumeration, as it is sent and answered. */
    public static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static void writeCustomer(JsonWriter json, Customer customer) {
        JsonFields.text(json, "ip", customer.ip());
        JsonFields.text(json, "deviceId", customer.deviceId());
        JsonFields.text(json, "deviceFingerprint", customer.deviceFingerprint());
        JsonFields.text(json, "customerAccountId", customer.accountId());
    }

    private static void writeCredential(JsonWriter json, PaymentCredential credential) {
        JsonFields.text(json, "bin", credential.bin());
        JsonFields.text(json, "last4", credential.last4());
        if (credential.brand() != null) {
            json.writeStringProperty("brand", credential.brand().name());
        }
        json.writeBooleanProperty("hasCardFingerprint", credential.fingerprint() != null);
        json.writeBooleanProperty("hasPaymentAccountReference", credential.accountReference() != null);
    }

    private static void writeVerification(JsonWriter json, Charge.Verification verification) {
        Charge.ThreeDs threeDs = verification.threeDs();
        if (threeDs != null) {
            json.writeObjectPropertyStart("threeDs");
            JsonFields.text(json, "eci", threeDs.eci());
            JsonFields.text(json, "transactionId", threeDs.transactionId());
            json.writeEndObject();
        }
        JsonFields.text(json, "avsResult", verification.avsResult());
    }

    private static void writeReferences(JsonWriter json, Charge.References references) {
        JsonFields.text(json, "authCode", references.authCode());
        JsonFields.text(json, "arn", references.arn());
        JsonFields.text(json, "network_id", references.networkId());
        JsonFields.text(json, "descriptor", references.descriptor());
        JsonFields.text(json, "gateway", references.gateway());
        JsonFields.text(json, "gatewayTransactionId", references.gatewayTransactionId());
    }

    private static void writeFacts(JsonWriter json, StoredOrder stored) {
        writeDisputes(json, stored);
        writeFraudReports(json, stored);
    }

    /** Writes the list of disputes, as a field of an object that is open. */
    public static void writeDisputes(JsonWriter json, StoredOrder stored) {
        json.writeArrayPropertyStart("disputes");
        for (Dispute dispute : stored.disputes()) {
            json.writeStartObject();
            writeDispute(json, dispute);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    /** Writes the list of fraud reports, as a field of an object that is open. */
    public static void writeFraudReports(JsonWriter json, StoredOrder stored) {
        json.writeArrayPropertyStart("fraudReports");
        for (FraudReport report : stored.fraudReports()) {
            json.writeStartObject();
            writeFraudReport(json, report);
            json.writeEndObject();
        }
        json.writeEndArray();
    }
}
