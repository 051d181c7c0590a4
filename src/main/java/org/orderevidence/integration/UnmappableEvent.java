package org.orderevidence.integration;

import org.jspecify.annotations.Nullable;

/** Ends the mapping of an event. Mappers catch it and return {@link Mapping.Unmapped}. */
public final class UnmappableEvent extends Exception {
    private static final long serialVersionUID = 1L;

    private final Mapping.Reason reason;
    private final String detail;

    /**
     * @param detail the name of a field or what is wrong; never a value of the event except its type
     */
    public UnmappableEvent(Mapping.Reason reason, String detail) {
        super(detail, null, false, false);
        this.reason = reason;
        this.detail = detail;
    }

    /** Returns the result for an event whose head is known, or empty if it is not. */
    public Mapping.Unmapped result(@Nullable EventHead head) {
        return new Mapping.Unmapped(head, reason, detail);
    }
}
