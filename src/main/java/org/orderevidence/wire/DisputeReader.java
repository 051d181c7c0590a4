package org.orderevidence.wire;

import java.time.Instant;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference.Kind;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.Kind.MeantWords;
import org.orderevidence.service.DisputeUploads.UploadedDispute;
import org.orderevidence.wire.Faults.FaultRoom;
import tools.jackson.databind.JsonNode;

/** Reads a dispute, a change of one, or a fraud report. */
public final class DisputeReader {
    /** Longest fraud type of a network. */
    private static final int MAX_CODE_LENGTH = 16;

    /** How many first digits of a card lead to its orders. */
    private static final int FIRST_DIGITS = 6;

    static final int MAX_ID_LENGTH = 128;

    private static final TextRule ID = TextRule.line(MAX_ID_LENGTH);
    private static final TextRule CODE = TextRule.line(MAX_CODE_LENGTH);

    private DisputeReader() {}

    /** Reads the body of a dispute. What it does not state is not known. */
    public static Read<Dispute> read(JsonNode body, Instant now, boolean strict) {
        return Fields.read(body, Faults.Unknown.refusedIf(strict), fields -> {
            fields.require("disputeId");
            fields.require("condition");
            fields.require("openedAt");
            return read(fields, fields.text("disputeId", ID), null, null, now);
        });
    }

    /**
     * Reads a dispute of a file, with what leads to its order: the first of {@code orderId},
     * {@code gatewayTransactionId} and {@code arn} that is stated, else the card with the amount and the day.
     *
     * @param pointer to it within the request
     * @param now against which dates are judged
     * @param strict whether an unknown field is an error
     * @param room how many faults the answer may still list
     */
    public static Read<UploadedDispute> readUploaded(
            JsonNode json, String pointer, Instant now, boolean strict, FaultRoom room) {
        Faults faults = new Faults(Faults.Unknown.refusedIf(strict), room);
        return Fields.read(json, pointer, faults, fields -> {
            fields.require("disputeId");
            fields.require("openedAt");
            Dispute dispute = read(fields, fields.text("disputeId", ID), null, Dispute.UNKNOWN_CONDITION, now);
            boolean hasStatus = !fields.isAbsent("status");
            String orderId = fields.orderId("orderId", TextRule.line(OrderId.MAX_LENGTH));
            String charge = fields.text(
                    "gatewayTransactionId", TextRule.longNumber(Charge.References.MAX_GATEWAY_TRANSACTION_ID_LENGTH));
            String arn = fields.text("arn", TextRule.longNumber(Charge.References.MAX_LENGTH));
            OrderTime paidAt = fields.time("transactionDate", now);
            if (Stream.of("orderId", "gatewayTransactionId", "arn").allMatch(fields::isAbsent)) {
                return ofCard(fields, dispute, hasStatus, paidAt);
            }
            // They lead to fewer orders than these, which need not be stated in full then.
            fields.field("bin");
            fields.field("last4");
            if (orderId != null) {
                return uploaded(dispute, hasStatus, Kind.ORDER_ID, orderId);
            }
            if (charge != null) {
                return uploaded(dispute, hasStatus, Kind.GATEWAY_TRANSACTION_ID, charge);
            }
            return arn == null ? null : uploaded(dispute, hasStatus, Kind.ARN, arn);
        });
    }

    private static @Nullable UploadedDispute ofCard(
            Fields fields, @Nullable Dispute dispute, boolean hasStatus, @Nullable OrderTime paidAt) {
        String bin = fields.digits("bin", FIRST_DIGITS, 8);
        String last4 = fields.digits("last4", 4, 4);
        if (fields.isAbsent("bin") && fields.isAbsent("last4")) {
            String rule =
                    "is required, or gatewayTransactionId, arn, or bin and last4 with amount, currency and transactionDate";
            fields.error("orderId", FaultCode.REQUIRED, rule);
            return null;
        }
        List.of("bin", "last4", "amount", "transactionDate").forEach(fields::require);
        return dispute == null || bin == null || last4 == null || paidAt == null
                ? null
                : new UploadedDispute(
                        dispute,
                        hasStatus,
                        Kind.CARD,
                        new PersonalText(bin.substring(0, FIRST_DIGITS) + last4),
                        paidAt.day());
    }

    private static @Nullable UploadedDispute uploaded(
            @Nullable Dispute dispute, boolean hasStatus, Kind kind, String value) {
        return dispute == null ? null : new UploadedDispute(dispute, hasStatus, kind, new PersonalText(value), null);
    }

    /** Reads the body of a change (RFC 7396): the dispute that it makes of the stored one. A null removes a field. */
    public static Read<Dispute> readChange(JsonNode body, Dispute held, Instant now) {
        return Fields.read(body, Faults.Unknown.REFUSED, fields -> {
            String id = fields.text("disputeId", ID);
            if (fields.mentions("disputeId") && !held.disputeId().equals(id)) {
                fields.error("disputeId", FaultCode.INCONSISTENT, "must be that of the path; it cannot be changed");
            }
            for (String name : List.of("condition", "openedAt", "status")) {
                if (fields.mentions(name)) {
                    fields.require(name);
                }
            }
            return read(fields, held.disputeId(), held, null, now);
        });
    }

    /**
     * Reads the fields other than the ID.
     *
     * @param held what is stored, for the fields that are not mentioned; {@code null} for a new statement
     * @param usual the condition if none is stated; {@code null} if one must be
     */
    private static @Nullable Dispute read(
            Fields fields, @Nullable String id, @Nullable Dispute held, @Nullable String usual, Instant now) {
        Dispute.Details before = held == null ? Dispute.Details.NONE : held.details();
        String condition = condition(fields);
        OrderTime openedAt = fields.time("openedAt", now);
        Dispute.Status status = fields.choice("status", Dispute.Status.values(), MeantWords.DISPUTE_STATUS);
        Dispute.Details details = new Dispute.Details(
                sent(fields, "respondBy", fields.timeAlsoAhead("respondBy"), before.respondBy()),
                amount(fields, before.amount()),
                sent(
                        fields,
                        "reason",
                        fields.text("reason", TextRule.line(Dispute.Details.LONGEST_REASON)),
                        before.reason()),
                sent(fields, "submittedAt", fields.time("submittedAt", now), before.submittedAt()),
                processorEligibility(fields, before.processorEligibility()),
                before.source());
        condition = sent(fields, "condition", condition, held == null ? null : held.condition());
        condition = condition == null ? usual : condition;
        openedAt = sent(fields, "openedAt", openedAt, held == null ? null : held.openedAt());
        status = sent(fields, "status", status, held == null ? Dispute.Status.OPEN : held.status());
        return fields.faults().refuse() || id == null || condition == null || openedAt == null
                ? null
                : new Dispute(id, condition, openedAt, status == null ? Dispute.Status.OPEN : status, details);
    }

    private static <T> @Nullable T sent(Fields fields, String name, @Nullable T value, @Nullable T held) {
        return fields.mentions(name) ? value : held;
    }

    private static @Nullable Money amount(Fields fields, @Nullable Money held) {
        Currency before = held == null ? null : held.currency();
        Currency meant = fields.mentions("currency") ? fields.currencyIfValid("currency") : before;
        Long minor = sent(
                fields,
                "amount",
                fields.amount("amount", 0, Money.MAX_AMOUNT_MINOR, meant),
                held == null ? null : (Long) held.amountMinor());
        Currency currency = sent(fields, "currency", fields.currency("currency"), before);
        if (!fields.faults().refuse() && (minor == null) != (currency == null)) {
            fields.error(
                    minor == null ? "amount" : "currency",
                    FaultCode.REQUIRED,
                    "is required: send amount and currency together");
        }
        return minor == null || currency == null ? null : new Money(minor, currency);
    }

    private static Dispute.@Nullable ProcessorEligibility processorEligibility(
            Fields dispute, Dispute.@Nullable ProcessorEligibility held) {
        boolean isSent = dispute.mentions("processorEligibility");
        Fields fields = dispute.object("processorEligibility");
        if (fields == null) {
            return isSent ? null : held;
        }
        TextRule word = TextRule.line(Dispute.ProcessorEligibility.LONGEST_WORD);
        String status = sent(fields, "status", fields.text("status", word), held == null ? null : held.status());
        List<String> actions = fields.texts("requiredActions", Dispute.ProcessorEligibility.MOST_ACTIONS, word);
        if (!fields.mentions("requiredActions") && held != null) {
            actions = held.requiredActions();
        }
        fields.finish();
        if (status == null) {
            fields.error("status", FaultCode.REQUIRED, "is required");
            return null;
        }
        return new Dispute.ProcessorEligibility(status, actions);
    }

    private static @Nullable String condition(Fields fields) {
        String rule =
                "must be the network's code, such as 10.4, or unknown; a processor's word like fraudulent is not enough";
        return fields.parsed("condition", TextRule.LINE, DisputeReader::condition, FaultCode.INVALID_FORMAT, _ -> rule);
    }

    /** Returns the condition that a text names; empty if it names none. */
    public static Optional<String> condition(String text) {
        return text.equalsIgnoreCase(Dispute.UNKNOWN_CONDITION)
                ? Optional.of(Dispute.UNKNOWN_CONDITION)
                : Dispute.parseCondition(text);
    }

    /** Reads the body of a fraud report. */
    public static Read<FraudReport> readFraudReport(JsonNode body, Instant now, boolean strict) {
        return Fields.read(body, Faults.Unknown.refusedIf(strict), fields -> {
            fields.require("reportId");
            fields.require("reportedAt");
            String id = fields.text("reportId", ID);
            OrderTime reportedAt = fields.time("reportedAt", now);
            String typeCode = fields.text("typeCode", CODE);
            return id == null || reportedAt == null ? null : new FraudReport(id, reportedAt, typeCode);
        });
    }
}
