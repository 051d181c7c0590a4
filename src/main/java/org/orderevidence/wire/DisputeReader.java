package org.orderevidence.wire;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.DisputeDate;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.Texts;
import org.orderevidence.order.part.Kind.MeantWords;
import org.orderevidence.order.part.Kind.TextForm;
import org.orderevidence.order.part.Source;
import org.orderevidence.wire.Faults.FieldError;
import tools.jackson.databind.JsonNode;

/** Reads a dispute, a change of one, or a fraud report. */
public final class DisputeReader {
    /** Longest fraud type of a network. */
    private static final int MAX_CODE_LENGTH = 16;

    /** Longest id of a dispute or fraud report. */
    private static final int MAX_ID_LENGTH = 128;

    private static final TextRule ID = TextRule.line(MAX_ID_LENGTH);
    private static final TextRule CODE = new TextRule(1, MAX_CODE_LENGTH, TextForm.LINE, true);

    private DisputeReader() {}

    /**
     * Reads the body of a dispute. What it does not state is not known.
     *
     * @param now against which its date is judged
     * @param strict whether an unknown field is an error
     */
    public static Read<Dispute> read(JsonNode body, Instant now, boolean strict) {
        return Fields.read(body, Faults.Unknown.refusedIf(strict), fields -> {
            fields.require("disputeId");
            fields.require("condition");
            fields.require("openedAt");
            return read(fields, fields.text("disputeId", ID), null, now);
        });
    }

    /**
     * Reads the body of a change (RFC 7396): the dispute that it makes of the stored one. A null removes a field.
     *
     * @param now against which dates are judged
     */
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
            return read(fields, held.disputeId(), held, now);
        });
    }

    /**
     * Reads the fields other than the ID.
     *
     * @param held what is stored, for the fields that are not mentioned; {@code null} for a new statement
     */
    private static @Nullable Dispute read(Fields fields, @Nullable String id, @Nullable Dispute held, Instant now) {
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
        String text = fields.text("condition", TextRule.TRIMMED);
        if (text == null) {
            return null;
        }
        if (Texts.trim(text).equalsIgnoreCase(Dispute.UNKNOWN_CONDITION)) {
            return Dispute.UNKNOWN_CONDITION;
        }
        Optional<String> code = Dispute.parseCondition(text);
        if (code.isEmpty()) {
            fields.error(
                    "condition",
                    FaultCode.INVALID_FORMAT,
                    "must be the network's code, such as 10.4, or unknown; a processor's word like fraudulent is not"
                            + " enough");
        }
        return code.orElse(null);
    }

    /**
     * Reads the body of a fraud report.
     *
     * @param now against which its date is judged
     * @param strict whether an unknown field is an error
     */
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

    /**
     * A dispute that a merchant states about a stored order, for the service to store. The service can apply it more than
     * once.
     */
    public static final class StatedDispute implements Function<StoredOrder, Dispute> {
        private final Function<StoredOrder, Read<Dispute>> reading;
        private Read.@Nullable Good<Dispute> applied;

        private StatedDispute(Function<StoredOrder, Read<Dispute>> reading) {
            this.reading = reading;
        }

        /** Returns a dispute as it was sent. What it does not state stays as it is stored. */
        public static StatedDispute of(Read.Good<Dispute> sent) {
            return new StatedDispute(order -> {
                Dispute dispute = sent.value();
                Dispute.Details before =
                        order.dispute(dispute.disputeId()).map(Dispute::details).orElse(Dispute.Details.NONE);
                Dispute merged = dispute.with(
                        dispute.details().from(Source.UPLOAD.name()).orElse(before));
                return new Read.Good<>(merged, sent.warnings(), sent.warningsTruncated());
            });
        }

        /**
         * Returns a change of a stored dispute.
         *
         * @param now against which dates are judged
         */
        public static StatedDispute change(String id, JsonNode patch, Instant now) {
            return new StatedDispute(
                    order -> DisputeReader.readChange(patch, order.dispute(id).orElseThrow(NoSuchDispute::new), now));
        }

        /**
         * Returns the dispute to store.
         *
         * @throws DoesNotFit if it breaks a rule
         * @throws NoSuchDispute if it is a change, and the order does not have the dispute
         */
        @Override
        public Dispute apply(StoredOrder order) {
            Read<Dispute> read = switch (reading.apply(order)) {
                case Read.Bad<Dispute> bad -> bad;
                case Read.Good<Dispute> good -> dated(good, order);
            };
            return switch (read) {
                case Read.Bad<Dispute> bad -> throw new DoesNotFit(bad);
                case Read.Good<Dispute> good -> {
                    applied = good;
                    yield good.value();
                }
            };
        }

        /** Returns the dispute that was applied last, with the warnings about it. */
        public Read.Good<Dispute> applied() {
            return Objects.requireNonNull(applied, "nothing was applied");
        }

        /** A date before the order is an error. One after the last day for disputes is a warning. */
        private static Read<Dispute> dated(Read.Good<Dispute> read, StoredOrder order) {
            Dispute stated = read.value();
            Optional<Dispute> held = order.dispute(stated.disputeId());
            LocalDate opened = stated.openedAt().day();
            boolean isMoved = held.isEmpty() || !held.get().openedAt().day().equals(opened);
            DateRange days = DisputeDate.disputableDays(order);
            List<FieldError> warnings = new ArrayList<>(read.warnings());
            if (isMoved && opened.isBefore(days.from())) {
                String rule = "openedAt must not be before the transaction date of the order, " + days.from()
                        + " in UTC; check the date and the order ID";
                return new Read.Bad<>(new FieldError("/openedAt", FaultCode.OUT_OF_RANGE, rule));
            }
            if (opened.isAfter(days.until())) {
                String detail = "openedAt is after " + days.until()
                        + ", the last day on which this order can be disputed; check the date";
                warnings.add(new FieldError("/openedAt", FaultCode.OUT_OF_RANGE, detail));
            }
            return new Read.Good<>(stated, warnings, read.warningsTruncated());
        }

        /** Thrown if the dispute breaks a rule. */
        public static final class DoesNotFit extends RuntimeException {
            private static final long serialVersionUID = 1L;

            private final transient Read.Bad<Dispute> faults;

            DoesNotFit(Read.Bad<Dispute> faults) {
                super("the dispute does not fit the stored order", null, false, false);
                this.faults = faults;
            }

            /** Returns what is wrong. */
            public Read.Bad<Dispute> faults() {
                return faults;
            }
        }

        /** Thrown if the order does not have the dispute that is to be changed. */
        public static final class NoSuchDispute extends RuntimeException {
            private static final long serialVersionUID = 1L;

            NoSuchDispute() {
                super("the order does not have the dispute", null, false, false);
            }
        }
    }
}
