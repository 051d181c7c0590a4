package org.orderevidence.wire;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.DisputeDate;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.part.Source;
import tools.jackson.databind.JsonNode;

/**
 * A dispute that a merchant states about a stored order, for the service to store. The service can apply it more than
 * once.
 */
public final class StatedDispute implements Function<StoredOrder, Dispute> {
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
            Dispute merged =
                    dispute.with(dispute.details().from(Source.UPLOAD.name()).orElse(before));
            return new Read.Good<>(merged, sent.warnings(), sent.warningsTruncated());
        });
    }

    /**
     * Returns a change of a stored dispute.
     *
     * @param id of the dispute
     * @param patch the body that was sent
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
