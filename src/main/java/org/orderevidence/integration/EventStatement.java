package org.orderevidence.integration;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.CardTokens;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;

/** One thing that an event states about a purchase. */
public sealed interface EventStatement {
    /** Returns what leads to the order. */
    Links links();

    /**
     * A part of an order.
     *
     * @param part its content is a {@link PartContent.PlatformObject} or a {@link PartContent.RefundObject}; a card in it
     *     has no hashes yet
     * @param tokens of the card, to be replaced by keyed hashes; empty if none were sent
     */
    record OfPart(Part part, @Nullable CardTokens tokens, Links links) implements EventStatement {}

    /**
     * A dispute.
     *
     * @param opens false if the event is about a later stage and does not repeat when the dispute was opened, and
     *     perhaps not the condition: {@link Dispute#openedAt} is then the date of the event, and an earlier statement of
     *     both counts
     * @param version newer ones are greater; see {@link EventVersion}
     */
    record OfDispute(Dispute dispute, boolean opens, long version, Links links) implements EventStatement {}

    /**
     * A fraud report.
     *
     * @param version newer ones are greater; see {@link EventVersion}
     */
    record OfFraudReport(FraudReport report, long version, Links links) implements EventStatement {}

    /** A question of the cardholder's bank, which is not a dispute and changes nothing. */
    record Inquiry(String id, Links links) implements EventStatement {}
}
