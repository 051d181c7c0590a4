package org.orderevidence.wire;

import java.time.LocalDate;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.Eligibility.Check;
import org.orderevidence.evidence.Protection;
import org.orderevidence.json.JsonFields;
import org.orderevidence.json.JsonWriter;

/** Writes the result of the rule for an order. */
public final class EvidenceWriter {
    private EvidenceWriter() {}

    public static void write(JsonWriter json, Eligibility eligibility) {
        json.writeStartObject();
        json.writeBooleanProperty("isEligible", eligibility.isEligible());
        json.writeStringProperty("explanation", eligibility.explanation());
        json.writeStringProperty("status", eligibility.status().code());
        writeReasons(json, eligibility);
        day(json, "asOf", eligibility.asOf());
        json.writeBooleanProperty("disputable", eligibility.disputable());
        json.writeBooleanProperty("closed", eligibility.closed());
        writeChecks(json, eligibility);
        json.writeStringProperty("profile", eligibility.profile().wireName());
        json.writeStringProperty("ruleVersion", eligibility.ruleVersion());
        writeWindows(json, eligibility);
        day(json, "disputableUntil", eligibility.disputableUntil());
        json.writeStringProperty(
                "credentialConfidence", eligibility.credentialConfidence().code());
        json.writeBooleanProperty("boundaryRisk", eligibility.boundaryRisk());
        json.writeArrayPropertyStart("matchedElements");
        eligibility.matchedElements().forEach(e -> json.writeString(e.wireName()));
        json.writeEndArray();
        writeGaps(json, eligibility);
        json.writeBooleanProperty("ready", eligibility.ready());
        writeProtections(json, eligibility);
        writeEvidence(json, eligibility);
        json.writeArrayPropertyStart("priorTransactions");
        eligibility.priorTransactions().forEach(p -> writePrior(json, p));
        json.writeEndArray();
        json.writeBooleanProperty("priorsTruncated", eligibility.priorsTruncated());
        json.writeEndObject();
    }

    private static void writeReasons(JsonWriter json, Eligibility eligibility) {
        json.writeArrayPropertyStart("reasons");
        for (Eligibility.Reason reason : eligibility.reasons()) {
            json.writeStartObject();
            json.writeStringProperty("code", reason.code().code());
            nullable(
                    json,
                    "orderId",
                    reason.orderId() == null ? null : reason.orderId().value());
            json.writeStringProperty("detail", reason.detail());
            nullable(json, "remedy", reason.remedy());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeChecks(JsonWriter json, Eligibility eligibility) {
        json.writeArrayPropertyStart("checks");
        for (Check check : eligibility.checks()) {
            json.writeStartObject();
            json.writeStringProperty("code", check.code().wireName());
            json.writeBooleanProperty("passed", check.passed());
            json.writeStringProperty("needed", check.needed());
            json.writeStringProperty("found", check.found());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeWindows(JsonWriter json, Eligibility eligibility) {
        day(json, "eligibleFrom", eligibility.eligibleFrom());
        day(json, "eligibleUntil", eligibility.eligibleUntil());
        json.writeArrayPropertyStart("windows");
        for (DateRange window : eligibility.windows()) {
            json.writeStartObject();
            day(json, "from", window.from());
            day(json, "until", window.until());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeGaps(JsonWriter json, Eligibility eligibility) {
        json.writeArrayPropertyStart("submissionGaps");
        for (Eligibility.SubmissionGap gap : eligibility.submissionGaps()) {
            json.writeStartObject();
            json.writeStringProperty("orderId", gap.orderId().value());
            json.writeStringProperty("missing", gap.missing().code());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeProtections(JsonWriter json, Eligibility eligibility) {
        json.writeArrayPropertyStart("protections");
        for (Protection protection : eligibility.protections()) {
            json.writeStartObject();
            json.writeStringProperty("code", protection.code().wireName());
            json.writeStringProperty("detail", protection.code().detail());
            json.writeStringProperty("source", protection.source());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void writeEvidence(JsonWriter json, Eligibility eligibility) {
        json.writeObjectPropertyStart("evidence");
        for (Map.Entry<Element, Eligibility.EvidenceItem> entry :
                eligibility.evidence().entrySet()) {
            Eligibility.EvidenceItem item = entry.getValue();
            json.writeObjectPropertyStart(entry.getKey().wireName());
            json.writeStringProperty("value", item.value());
            json.writeStringProperty("source", item.source().code());
            if (item.observedAt() != null) {
                JsonFields.time(json, "observedAt", item.observedAt());
            }
            JsonFields.number(json, "distanceMinutes", item.distanceMinutes());
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private static void writePrior(JsonWriter json, Eligibility.PriorTransaction prior) {
        json.writeStartObject();
        json.writeStringProperty("orderId", prior.orderId().value());
        day(json, "date", prior.date());
        json.writeNumberProperty("ageDays", prior.ageDays());
        json.writeNumberProperty("amount", prior.money().amountMinor());
        json.writeStringProperty("currency", prior.money().currency().getCurrencyCode());
        json.writeBooleanProperty("selected", prior.selected());
        nullable(json, "reason", prior.reason() == null ? null : prior.reason().code());
        json.writeObjectPropertyStart("elements");
        prior.elements().forEach((element, state) -> json.writeStringProperty(element.wireName(), state.code()));
        json.writeEndObject();
        if (prior.ipSource() != null) {
            json.writeStringProperty("ipSource", prior.ipSource().code());
        }
        if (prior.ipObservedAt() != null) {
            JsonFields.time(json, "ipObservedAt", prior.ipObservedAt());
        }
        JsonFields.number(json, "ipDistanceMinutes", prior.ipDistanceMinutes());
        json.writeEndObject();
    }

    private static void day(JsonWriter json, String name, @Nullable LocalDate day) {
        nullable(json, name, day == null ? null : day.toString());
    }

    private static void nullable(JsonWriter json, String name, @Nullable String value) {
        if (value == null) {
            json.writeNullProperty(name);
        } else {
            json.writeStringProperty(name, value);
        }
    }
}
