package org.orderevidence.integration;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /** It is mapped. */
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
