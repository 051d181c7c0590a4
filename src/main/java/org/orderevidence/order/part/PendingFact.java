package org.orderevidence.order.part;

import java.time.Instant;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.PersonalText;

/**
 * Something that is stored and waits for what completes it.
 *
 * @param key its key in the account space
 * @param version newer ones are greater: microseconds since 1970 of the event. A newer one replaces an older one
 * @param since when it was stored
 * @param source who stated it
 * @param referenceText the value that leads to its order, as the source stated it
 * @param content what waits
 */
public record PendingFact(
        PendingKey key,
        long version,
        Instant since,
        Source source,
        PersonalText referenceText,
        PendingContent content) {
    public PendingFact {
        if (key.kind() != content.kind()) {
            throw new IllegalArgumentException("a pending fact does not fit its key");
        }
        if (version < 0) {
            throw new IllegalArgumentException("a version is 0 or more");
        }
    }

    /** The value that leads to the order of a fact: its hash, and the value as the source stated it. */
    public record Reference(OrderReference hash, PersonalText text) {}

    /** Returns what waits for the order to which a reference leads. */
    public static PendingFact of(
            Reference reference, PendingContent content, Source source, long version, Instant since) {
        return new PendingFact(
                new PendingKey(reference.hash(), content.kind(), content.id()),
                version,
                since,
                source,
                reference.text(),
                content);
    }
}
