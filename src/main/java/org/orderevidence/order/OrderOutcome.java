package org.orderevidence.order;

import java.util.List;

/** The outcome of writing an order. */
public sealed interface OrderOutcome {
    /** The order now states something else than before. */
    sealed interface Changed extends OrderOutcome {
        long version();

        OrderNotes notes();
    }

    /** Nothing was changed. */
    sealed interface Refused extends OrderOutcome {}

    /**
     * It was new.
     *
     * @param notes how its parts fit together
     */
    record Created(long version, OrderNotes notes) implements Changed {
        public Created(long version) {
            this(version, OrderNotes.NONE);
        }
    }

    /**
     * It replaced other content.
     *
     * @param notes how its parts fit together
     */
    record Updated(long version, OrderNotes notes) implements Changed {
        public Updated(long version) {
            this(version, OrderNotes.NONE);
        }
    }

    /**
     * The same content is already stored, byte for byte in its canonical form.
     *
     * @param notes how its parts fit together
     */
    record Unchanged(long version, OrderNotes notes) implements OrderOutcome {
        public Unchanged(long version) {
            this(version, OrderNotes.NONE);
        }
    }

    /** It has a lower revision than the stored order. */
    record Stale(long heldRevision) implements Refused {}

    /** The order has too many parts, or they are too long together. */
    record TooManyParts() implements Refused {}

    /** The stored parts cannot be read, so that nothing can be added to them. */
    record Unreadable(RuntimeException cause) implements Refused {}

    /** The stored version is not the expected one, or the order does not exist. */
    record Conflict() implements Refused {}

    /** The order was erased before. */
    record Erased() implements Refused {}

    /** Returns true if the order was stored, and one of its parts identifies the card. */
    default boolean hasCard() {
        return switch (this) {
            case Changed changed -> changed.notes().cardKnown();
            case Unchanged(long _, OrderNotes notes) -> notes.cardKnown();
            case Refused _ -> false;
        };
    }

    /**
     * Notes for the merchant about how the parts of an order fit together.
     *
     * @param superseded fields whose PATCH no longer counts, because a newer value was stated
     * @param mismatched parts whose amount or currency differs from the order's, so that nothing they state about the
     *     payment counts: source, blank, object
     * @param cardKnown true if one of the parts identifies the card
     */
    public record OrderNotes(List<String> superseded, List<String> mismatched, boolean cardKnown) {
        /** No notes. */
        public static final OrderNotes NONE = new OrderNotes(List.of(), List.of(), false);

        /** Returns the same without what was known before: fields whose PATCH did not count any longer. */
        public OrderNotes since(OrderNotes before) {
            return new OrderNotes(
                    superseded.stream()
                            .filter(field -> !before.superseded.contains(field))
                            .toList(),
                    mismatched,
                    cardKnown);
        }
    }

    /** The outcome of writing a dispute or fraud report. */
    public enum FactOutcome implements WireNamed {
        /** It was new. */
        CREATED,
        /** It replaced the stored fact with the same id. */
        UPDATED,
        /** The same is stored, or a newer version of it. Nothing was changed. */
        UNCHANGED,
        /** There is no such order; nothing was kept. */
        ORDER_NOT_FOUND,
        /** The order was erased before; nothing was kept. */
        ERASED,
        /** The order holds the most facts it may; nothing was kept. */
        TOO_MANY,
        /** Another fact is stored than the caller expected; nothing was changed. */
        CONFLICT
    }
}
