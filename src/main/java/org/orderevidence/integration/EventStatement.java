package org.orderevidence.integration;

import java.time.Duration;
import java.time.Instant;
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

    /** A stage of a dispute. A later one has a greater rank. */
    record Stage(Dispute.Status status, int rank) {}

    /**
     * A fraud report.
     *
     * @param version newer ones are greater; see {@link EventVersion}
     */
    record OfFraudReport(FraudReport report, long version, Links links) implements EventStatement {}

    /** A question of the cardholder's bank, which is not a dispute and changes nothing. */
    record Inquiry(String id, Links links) implements EventStatement {}

    /**
     * Makes the version of a part, dispute or fraud report: microseconds since 1970, greater for newer events. Platforms
     * state whole seconds. The microseconds below the second therefore hold the tie-break between events of one second.
     */
    public static final class EventVersion {
        public static final int MAX_RANK = 999;

        /** What a stage adds: clocks differ by less, and later stages are not always dated later. */
        private static final Duration STAGE = Duration.ofDays(30);

        private static final long MICROS = 1_000_000;
        private static final int TIES = 1_000;

        private EventVersion() {}

        /**
         * Returns the version of an event.
         *
         * @param time when it happened; fractions of a second do not count
         * @param rank 0 to {@value #MAX_RANK}: of two events of one second, the one with the greater rank is newer
         * @param tie what makes two events of one second and one rank different, such as the event's id. Which of them is
         *     newer does not depend on the order of arrival
         */
        public static long of(Instant time, int rank, String tie) {
            if (rank < 0 || rank > MAX_RANK) {
                throw new IllegalArgumentException("a rank is 0 to " + MAX_RANK);
            }
            return time.getEpochSecond() * MICROS + (long) rank * TIES + Math.floorMod(tie.hashCode(), TIES);
        }

        /** Returns the version of an event about a stage: one of a later stage is newer, whichever happened first. */
        public static long ofStage(int stage, Instant time, int rank, String tie) {
            return of(time.plus(STAGE.multipliedBy(stage)), rank, tie);
        }
    }
}
