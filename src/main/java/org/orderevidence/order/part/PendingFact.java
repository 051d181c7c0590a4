package org.orderevidence.order.part;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.PersonalText;

/**
 * Something that is stored and waits for what completes it.
 *
 * @param key its key in the account space
 * @param version newer ones are greater: microseconds since 1970 of the event. A newer one replaces an older one
 * @param since when it was stored
 * @param source who stated it
 * @param referenceText the value that leads to its order, as the source stated it; empty for an incomplete order
 * @param content what waits
 */
public record PendingFact(
        PendingKey key,
        long version,
        Instant since,
        Source source,
        @Nullable PersonalText referenceText,
        PendingContent content) {
    public PendingFact {
        if (key.kind() != content.kind() || (key.reference() == null) != (referenceText == null)) {
            throw new IllegalArgumentException("a pending fact does not fit its key");
        }
        if (version < 0) {
            throw new IllegalArgumentException("a version is 0 or more");
        }
    }

    /** The value that leads to the order of a fact: its hash, and the value as the source stated it. */
    public record Reference(OrderReference hash, PersonalText text) {}

    /** Returns a dispute that waits for its order. */
    public static PendingFact of(Reference reference, Dispute dispute, Source source, long version, Instant since) {
        return of(reference, dispute.disputeId(), new PendingContent.OfDispute(dispute), source, version, since);
    }

    /** Returns a fraud report that waits for its order. */
    public static PendingFact of(Reference reference, FraudReport report, Source source, long version, Instant since) {
        return of(reference, report.reportId(), new PendingContent.OfFraudReport(report), source, version, since);
    }

    /** Returns a refund that waits for its order. */
    public static PendingFact of(Reference reference, Part refund, Instant since) {
        PendingContent content = new PendingContent.OfRefund(refund);
        return of(reference, refund.key().toString(), content, refund.key().source(), refund.version(), since);
    }

    /** Returns the parts of an order that lack something. */
    public static PendingFact of(
            OrderId order, PendingContent.IncompleteOrder lacking, Source source, long version, Instant since) {
        return new PendingFact(
                new PendingKey(null, PendingContent.Kind.ORDER, order.value()), version, since, source, null, lacking);
    }

    private static PendingFact of(
            Reference reference, String id, PendingContent content, Source source, long version, Instant since) {
        return new PendingFact(
                new PendingKey(reference.hash(), content.kind(), id),
                version,
                since,
                source,
                reference.text(),
                content);
    }
}
