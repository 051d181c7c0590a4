package org.orderevidence.wire;

import java.util.Currency;
import java.util.Locale;
import org.orderevidence.json.JsonWriter;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Hold;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.StoredOrder.OrderSources;
import org.orderevidence.order.part.Field;
import org.orderevidence.order.part.Kind;
import org.orderevidence.order.part.OrderFields;

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
}
