package org.orderevidence.service;

import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.Hold;
import org.orderevidence.order.Micros;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.order.OrderOutcome.FactOutcome;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent.Moved;
import org.orderevidence.order.part.PartContent.PatchCell;
import org.orderevidence.order.part.PartContent.Upload;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Source;
import org.orderevidence.store.EvidenceStore.Contents;
import org.orderevidence.store.EvidenceStore.PartWrite;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.document.StoredFact;

/**
 * Moves everything that is stored of an order to another one. The parts are copied first, then the later facts, and
 * then the old order gets a mark. Until the mark, both orders have the same charge, which counts once as a prior. A
 * move that ended between two steps is completed by repeating it.
 */
public record OrderMoves(Evidence evidence, PendingFacts pending) {
    private static final String MARK = "moved";
    private static final int MAX_TRIES = 5;

    public enum Result {
        /** The other order has everything. */
        MOVED,
        /** The merchant uploads the order under this id, so it stays. */
        IS_UPLOADED,
        /** The other order has no room for it, so it stays. Some parts may be with both orders. */
        NO_ROOM
    }

    public Result move(AccountSpace space, OrderId from, OrderId to, Source by) {
        for (int i = 0; i < MAX_TRIES; i++) {
            Contents old = evidence.orders().contents(space, from).orElse(null);
            if (old == null) {
                return Result.MOVED;
            }
            List<Part> parts = old.parts();
            if (parts.stream().anyMatch(part -> part.content() instanceof Upload)) {
                return Result.IS_UPLOADED;
            }
            boolean isMarked = parts.stream().anyMatch(part -> part.content() instanceof Moved);
            Step step = copy(space, to, parts);
            if (step == Step.DONE) {
                step = copyFacts(space, to, old);
            }
            Hold hold = old.content().hold();
            if (step == Step.DONE && hold != null) {
                evidence.orders().hold(space, to, hold, evidence.clock().instant());
                evidence.orders().hold(space, from, null, evidence.clock().instant());
                // The order has another version now.
                step = Step.CONFLICT;
            }
            if (step == Step.DONE && !isMarked) {
                step = mark(space, from, old, to, by);
            }
            if (step == Step.DONE) {
                if (evidence.orders().isErased(space, to)) {
                    // It is the same purchase.
                    evidence.orders().erase(space, from, evidence.clock().instant());
                }
                pending.stored(space, List.of(to));
                return Result.MOVED;
            }
            if (step == Step.NO_ROOM) {
                return Result.NO_ROOM;
            }
        }
        throw new StoreUnavailable("an order was changed " + MAX_TRIES + " times while it was moved");
    }

    private enum Step {
        DONE,
        NO_ROOM,
        CONFLICT
    }

    /** A PATCH of the other order stays: it is what the merchant said about the order as it will be. */
    private Step copy(AccountSpace space, OrderId to, List<Part> parts) {
        Contents target = evidence.orders().contents(space, to).orElse(null);
        Set<PartKey> held = target == null
                ? Set.of()
                : target.parts().stream().map(Part::key).collect(Collectors.toSet());
        List<Part> copied = parts.stream()
                .filter(part -> !(part.content() instanceof Moved))
                .filter(part -> !(part.content() instanceof PatchCell && held.contains(part.key())))
                .toList();
        if (copied.isEmpty()) {
            return Step.DONE;
        }
        boolean hasCells = copied.stream().anyMatch(part -> part.content() instanceof PatchCell);
        Long expected = hasCells && target != null && target.isOrder() ? target.version() : null;
        return put(space, new PartWrite(to, copied, expected));
    }

    private Step copyFacts(AccountSpace space, OrderId to, Contents old) {
        Instant now = evidence.clock().instant();
        boolean fit = true;
        for (StoredFact<Dispute> dispute : old.content().disputes()) {
            fit &= isStored(evidence.orders().putDispute(space, to, dispute.fact(), dispute.version(), now));
        }
        for (StoredFact<FraudReport> report : old.content().fraudReports()) {
            fit &= isStored(evidence.orders().putFraudReport(space, to, report.fact(), report.version(), now));
        }
        return fit ? Step.DONE : Step.NO_ROOM;
    }

    private static boolean isStored(FactOutcome outcome) {
        return switch (outcome) {
            case CREATED, UPDATED, UNCHANGED, ERASED -> true;
            case TOO_MANY -> false;
            case ORDER_NOT_FOUND, CONFLICT ->
                throw new IllegalStateException("the parts of an order make no order elsewhere");
        };
    }

    /** Parts that make no order have no version that could be expected. They are not visible, and are moved again. */
    private Step mark(AccountSpace space, OrderId from, Contents old, OrderId to, Source by) {
        long version = Micros.of(evidence.clock().instant());
        Part mark = new Part(new PartKey(by, MARK), version, new Moved(to));
        return put(space, new PartWrite(from, List.of(mark), old.isOrder() ? old.version() : null));
    }

    private Step put(AccountSpace space, PartWrite write) {
        OrderOutcome outcome = evidence.orders()
                .put(space, List.of(write), evidence.clock().instant())
                .getFirst();
        return switch (outcome) {
            case OrderOutcome.TooManyParts _ -> Step.NO_ROOM;
            case OrderOutcome.Conflict _ -> Step.CONFLICT;
            case OrderOutcome.Unreadable(RuntimeException cause) -> throw cause;
            case OrderOutcome.Changed _, OrderOutcome.Unchanged _, OrderOutcome.Refused _ -> Step.DONE;
        };
    }
}
