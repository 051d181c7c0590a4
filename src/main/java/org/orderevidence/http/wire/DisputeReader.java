package org.orderevidence.http.wire;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.hint.MeantWords;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Texts;
import org.orderevidence.order.card.DisputeCondition;
import tools.jackson.databind.JsonNode;

/** Reads a dispute. */
public final class DisputeReader {
    /** Longest fraud type of a network. */
    private static final int MAX_CODE_LENGTH = 16;

    /** Longest id of a dispute or fraud report. */
    private static final int MAX_ID_LENGTH = 128;

    static final TextRule ID = TextRule.line(MAX_ID_LENGTH);
    static final TextRule CODE = new TextRule(1, MAX_CODE_LENGTH, TextRule.Shape.LINE, true);

    private DisputeReader() {}

    /**
     * Reads the body of a dispute.
     *
     * @param body what was sent
     * @param now against which its date is judged
     * @param strict whether an unknown field is an error
     */
    public static Read<Dispute> read(JsonNode body, Instant now, boolean strict) {
        Faults faults = new Faults(Faults.Unknown.refusedIf(strict));
        Fields fields = Fields.of(body, "", faults);
        if (fields == null) {
            return faults.refusal();
        }
        fields.require("disputeId");
        fields.require("condition");
        fields.require("openedAt");
        String id = fields.text("disputeId", ID);
        String condition = condition(fields);
        OrderTime openedAt = fields.time("openedAt", now);
        Dispute.Status status = fields.choice("status", Dispute.Status.values(), MeantWords.DISPUTE_STATUS);
        fields.finish();
        if (faults.refuse() || id == null || condition == null || openedAt == null) {
            return faults.refusal();
        }
        return faults.acceptance(new Dispute(id, condition, openedAt, status == null ? Dispute.Status.OPEN : status));
    }

    private static @Nullable String condition(Fields fields) {
        String text = fields.text("condition", TextRule.TRIMMED);
        if (text == null) {
            return null;
        }
        if (Texts.trim(text).equalsIgnoreCase(Dispute.UNKNOWN_CONDITION)) {
            return Dispute.UNKNOWN_CONDITION;
        }
        Optional<String> code = DisputeCondition.parse(text);
        if (code.isEmpty()) {
            fields.error(
                    "condition",
                    FaultCode.INVALID_FORMAT,
                    "must be the network's code, such as 10.4, or unknown; a processor's word like fraudulent is not"
                            + " enough");
        }
        return code.orElse(null);
    }
}
