package org.orderevidence.wire;

import java.time.LocalDate;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.json.JsonWriter;

/** Writes the result of the rule for an order. */
public final class EvidenceWriter {
    private EvidenceWriter() {}

    public static void write(JsonWriter json, Eligibility eligibility) {
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
        day(json, "asOf", eligibility.asOf());
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
        day(json, "eligibleFrom", eligibility.eligibleFrom());
        day(json, "eligibleUntil", eligibility.eligibleUntil());
        json.writeObjects("windows", eligibility.windows(), window -> {
            day(json, "from", window.from());
            day(json, "until", window.until());
        });
        day(json, "disputableUntil", eligibility.disputableUntil());
        json.writeStringProperty(
                "credentialConfidence", eligibility.credentialConfidence().wireName());
        json.writeBooleanProperty("boundaryRisk", eligibility.boundaryRisk());
        json.writeArrayPropertyStart("matchedElements");
        eligibility.matchedElements().forEach(element -> json.writeString(element.wireName()));
        json.writeEndArray();
        json.writeObjects("submissionGaps", eligibility.submissionGaps(), gap -> {
            json.writeStringProperty("orderId", gap.orderId().value());
            json.writeStringProperty("missing", gap.missing().code());
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
        day(json, "date", prior.date());
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
