package org.orderevidence.order;

import java.util.List;

/** The outcome of writing an order. */
public sealed interface OrderOutcome {
    /**
     * It was new.
     *
     * @param notes how its parts fit together
     */
    record Created(long version, OrderNotes notes) implements OrderOutcome {
        public Created(long version) {
            this(version, OrderNotes.NONE);
        }
    }

    /**
     * It replaced other content.
     *
     * @param notes how its parts fit together
     */
    record Updated(long version, OrderNotes notes) implements OrderOutcome {
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

    /** It has a lower revision than the stored order. Nothing was changed. */
    record Stale(long heldRevision) implements OrderOutcome {}

    /** The order has too many parts, or they are too long together; nothing changed. */
    record TooManyParts() implements OrderOutcome {}

    /** The stored parts cannot be read, so that nothing can be added to them; nothing changed. */
    record Unreadable(RuntimeException cause) implements OrderOutcome {}

    /** The stored version is not the expected one, or the order does not exist. Nothing was changed. */
    record Conflict() implements OrderOutcome {}

    /** The order was erased before, so nothing was stored. */
    record Erased() implements OrderOutcome {}

    /** Returns true if the order was stored, and one of its parts identifies the card. */
    default boolean hasCard() {
        return switch (this) {
            case Created(long _, OrderNotes notes) -> notes.cardKnown();
            case Updated(long _, OrderNotes notes) -> notes.cardKnown();
            case Unchanged(long _, OrderNotes notes) -> notes.cardKnown();
            case Stale _, TooManyParts _, Unreadable _, Conflict _, Erased _ -> false;
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

        public OrderNotes {
            superseded = List.copyOf(superseded);
            mismatched = List.copyOf(mismatched);
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
