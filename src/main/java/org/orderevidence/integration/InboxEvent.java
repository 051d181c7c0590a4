package org.orderevidence.integration;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;

/**
 * A verified event as it is stored. {@link #toString} hides its body.
 *
 * @param id the platform's id of it, or a hash of the body if it states none
 * @param type the platform's name of what happened; empty if the event states none
 * @param topic the header that says how the body is read; empty if the platform sends none
 */
public record InboxEvent(
        String integration,
        String id,
        @Nullable String type,
        @Nullable String topic,
        Instant receivedAt,
        EventState state,
        Bytes body) {
    /** How long an event is stored. */
    public static final Duration LIFE = Duration.ofDays(28);

    /** How long the instance that received an event has to map it. After that, any instance does. */
    public static final Duration OWN_TIME = Duration.ofSeconds(60);

    /** Times are stored in whole milliseconds. */
    public InboxEvent {
        receivedAt = receivedAt.truncatedTo(ChronoUnit.MILLIS);
    }

    public InboxEvent withBody(Bytes other) {
        return new InboxEvent(integration, id, type, topic, receivedAt, state, other);
    }

    /** Returns the event in another state. It has no body if nothing maps it again. */
    public InboxEvent withState(EventState changed) {
        return new InboxEvent(
                integration, id, type, topic, receivedAt, changed, changed.needsBody() ? body : Bytes.EMPTY);
    }

    @Override
    public String toString() {
        return "[event " + id + " of " + integration + "]";
    }

    /** The progress of the mapping of an event. */
    public sealed interface EventState {
        /** The reason of an event whose order was erased. */
        String ERASED = "erased";

        /** After each failure the next try comes this much later. After the last one, the event is unmapped. */
        List<Duration> RETRIES = List.of(Duration.ofMinutes(1), Duration.ofMinutes(10), Duration.ofMinutes(60));

        /**
         * It is not mapped yet.
         *
         * @param failures how often its mapping failed
         * @param due when any instance maps it, unless one has done so before
         */
        record Waiting(int failures, Instant due) implements EventState {
            public Waiting {
                due = due.truncatedTo(ChronoUnit.MILLIS);
            }
        }

        record Mapped(Instant mappedAt) implements EventState {
            public Mapped {
                mappedAt = mappedAt.truncatedTo(ChronoUnit.MILLIS);
            }
        }

        /**
         * It changed nothing, and is listed. It can be replayed.
         *
         * @param reason such as {@code wrong_mode}
         * @param detail what is wrong, for people; never a value of the event except its type
         */
        record Unmapped(Instant since, String reason, String detail) implements EventState {
            public Unmapped {
                since = since.truncatedTo(ChronoUnit.MILLIS);
            }
        }

        /** Returns the state of an event whose order was erased. */
        static EventState erased(Instant now) {
            return new Unmapped(now, ERASED, "its order was erased, so nothing was stored");
        }

        /** Returns false if nothing maps the event again, so that its body is not needed. */
        default boolean needsBody() {
            return switch (this) {
                case Waiting _ -> true;
                case Mapped _ -> false;
                case Unmapped(Instant _, String reason, String _) -> !reason.equals(ERASED);
            };
        }

        /** Returns the state after another failure. */
        static EventState failed(int failuresBefore, Instant now, String detail) {
            return failuresBefore < RETRIES.size()
                    ? new Waiting(failuresBefore + 1, now.plus(RETRIES.get(failuresBefore)))
                    : new Unmapped(now, "failed", detail);
        }

        /** Returns when the event is to be mapped; empty if it is not. */
        default @Nullable Instant due() {
            return switch (this) {
                case Waiting(int _, Instant due) -> due;
                case Mapped _, Unmapped _ -> null;
            };
        }
    }

    /**
     * An event that changed nothing, without its body.
     *
     * @param id the name by which it is replayed
     * @param type the platform's name of what happened; empty if the event states none
     * @param since when it was found that it changes nothing
     * @param reason such as {@code wrong_mode}
     * @param detail what is wrong, for people; never a value of the event except its type
     */
    public record UnmappedEvent(
            String id, @Nullable String type, Instant receivedAt, Instant since, String reason, String detail) {}
}
