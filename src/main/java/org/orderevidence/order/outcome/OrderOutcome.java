package org.orderevidence.order.outcome;

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
     */
    record Unchanged(long version) implements OrderOutcome {}

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
}
