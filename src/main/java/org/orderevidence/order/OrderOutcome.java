package org.orderevidence.order;

/** The outcome of writing an order. */
public sealed interface OrderOutcome {
    /**
     * It was new.
     *
     * @param version its version
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
     * @param version its version
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
     * @param version the stored version
     * @param notes how its parts fit together
     */
    record Unchanged(long version, OrderNotes notes) implements OrderOutcome {
        public Unchanged(long version) {
            this(version, OrderNotes.NONE);
        }
    }

    /**
     * It has a lower revision than the stored order. Nothing was changed.
     *
     * @param heldRevision the revision held
     */
    record Stale(long heldRevision) implements OrderOutcome {}

    /** The order has too many parts, or they are too long together; nothing changed. */
    record TooManyParts() implements OrderOutcome {}

    /**
     * The stored parts cannot be read, so that nothing can be added to them; nothing changed.
     *
     * @param cause why
     */
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
}
