package org.orderevidence.integration;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.WireNamed;

public sealed interface Mapping {
    /** Returns what the event states about itself; empty if it cannot be read. */
    @Nullable
    EventHead head();

    /**
     * An event that was understood.
     *
     * @param statements what it states; empty if it changes nothing
     */
    record Mapped(EventHead head, List<EventStatement> statements) implements Mapping {}

    /** A request about personal data. */
    record Privacy(EventHead head, PrivacyTask.Request request) implements Mapping {}

    /**
     * An event that changes nothing, because it was not understood.
     *
     * @param detail the name of the field or what is wrong, for people; never a value of the event except its type
     */
    record Unmapped(@Nullable EventHead head, Reason reason, String detail) implements Mapping {}

    /** Why an event was not mapped. */
    enum Reason implements WireNamed {
        /** The body is not JSON, is larger or deeper than any event, or is not one of its type. */
        UNREADABLE,
        /** A field is missing or has another form, without which the event has no meaning. */
        MISSING_FIELD,
        /** Events of this type are not used. */
        UNKNOWN_TYPE,
        /** A test event in a live integration, or a live event in a test integration. */
        WRONG_MODE,
        /** The currency is not an ISO 4217 currency with minor units. */
        UNSUPPORTED_CURRENCY,
        /** The amount is negative, too large, or has a fraction that the currency does not have. */
        UNSUPPORTED_AMOUNT,
        /** No payment belongs to it, such as a gift card or the setup of a card. */
        NO_PAYMENT
    }

    /**
     * What every event states about itself.
     *
     * @param id the same for each delivery of the event, by which duplicates are found
     * @param type the platform's name of what happened
     * @param time when it happened; empty if the platform does not sign it
     * @param mode live or test; empty if the event does not state it
     */
    public record EventHead(
            String id, String type, @Nullable Instant time, AccountSpace.@Nullable Mode mode) {}

    /** Ends the mapping of an event. Mappers catch it and return {@link Mapping.Unmapped}. */
    public static final class UnmappableEvent extends Exception {
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
}
