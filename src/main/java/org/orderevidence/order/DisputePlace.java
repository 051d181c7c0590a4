package org.orderevidence.order;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a dispute is in the lists of disputes: an open one by its deadline, soonest first and last without one; another
 * one by the time when it was opened, newest first. Those of one minute are listed by the ID of their order.
 *
 * @param minutes since 1970; {@link #NO_DEADLINE} for an open dispute without deadline
 */
public record DisputePlace(boolean isOpen, int minutes) implements Comparable<DisputePlace> {
    /** Of an open dispute without deadline. */
    public static final int NO_DEADLINE = Integer.MAX_VALUE;

    private static final int SECONDS = 60;

    public static DisputePlace of(Dispute dispute) {
        boolean isOpen = dispute.status() == Dispute.Status.OPEN;
        OrderTime time = isOpen ? dispute.details().respondBy() : dispute.openedAt();
        return new DisputePlace(isOpen, time == null ? NO_DEADLINE : minutes(time));
    }

    /** Returns the places of the disputes of an order, each once. */
    public static List<DisputePlace> of(Collection<Dispute> disputes) {
        return disputes.isEmpty()
                ? List.of()
                : disputes.stream().map(DisputePlace::of).distinct().sorted().toList();
    }

    /** Returns the minute of a time. A day without time counts as its first minute in UTC. */
    public static int minutes(OrderTime time) {
        return (int) Math.clamp(Math.floorDiv(time.start().getEpochSecond(), (long) SECONDS), 0L, NO_DEADLINE - 1L);
    }

    /** Compares by the sequence of a list; open disputes come first. */
    @Override
    public int compareTo(DisputePlace other) {
        if (isOpen != other.isOpen) {
            return isOpen ? -1 : 1;
        }
        return isOpen ? Integer.compare(minutes, other.minutes) : Integer.compare(other.minutes, minutes);
    }

    /** A place in a list of disputes, and the order that has a dispute there. */
    public record ListedDispute(DisputePlace place, OrderId order) {
        private static final Pattern TEXT = Pattern.compile("([oc])([0-9]{1,10})/(.+)", Pattern.DOTALL);

        /** Reads what {@link #text} returns; empty if the text is something else. */
        public static Optional<ListedDispute> parse(String text) {
            Matcher place = TEXT.matcher(text);
            if (!place.matches() || !OrderId.isValid(place.group(3))) {
                return Optional.empty();
            }
            long minutes = Long.parseLong(place.group(2));
            return minutes > DisputePlace.NO_DEADLINE
                    ? Optional.empty()
                    : Optional.of(new ListedDispute(
                            new DisputePlace(place.group(1).equals("o"), (int) minutes), new OrderId(place.group(3))));
        }

        public String text() {
            return (place.isOpen() ? "o" : "c") + place.minutes() + "/" + order.value();
        }
    }
}
