package org.orderevidence.integration;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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

    /** Returns the event with another body. */
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
}
