package org.orderevidence.evidence;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.ElementReading.ElementHasher;
import org.orderevidence.evidence.ElementReading.ElementMark;
import org.orderevidence.evidence.ElementReading.ElementValue;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;

/** The replacement for the missing IP address of an order. */
public sealed interface IpStandIn {
    /**
     * The own IP of the customer-initiated order that a recurring one follows. Source D.
     *
     * @param ip its mark; it is present
     * @param address in clear; null if it is not usable
     */
    record OfInitialOrder(ElementMark ip, @Nullable IpAddress address) implements IpStandIn {
        public OfInitialOrder {
            if (!ip.isPresent()) {
                throw new IllegalArgumentException("an initial order without IP address replaces nothing");
            }
        }
    }

    /**
     * A tracked sighting.
     *
     * @param ip the mark of its address
     * @param choice which, and how far from the order
     */
    record OfSighting(ElementMark ip, SightingChoice choice) implements IpStandIn {}

    /** Not looked for, because of a limit: there may be one. */
    record NotRead() implements IpStandIn {
        @Override
        public ElementMark ip() {
            return ElementMark.MISSING;
        }
    }

    /** Returns its mark; missing if it was not read. */
    ElementMark ip();

    /** Returns where it came from, or null if it was not read. */
    default Eligibility.@Nullable IpSource source() {
        return switch (this) {
            case OfInitialOrder _ -> Eligibility.IpSource.INITIAL_ORDER;
            case OfSighting _ -> Eligibility.IpSource.TRACK;
            case NotRead _ -> null;
        };
    }

    /** Returns the usable address, in clear, or null if there is none. */
    default Eligibility.@Nullable EvidenceItem shown() {
        return switch (this) {
            case OfInitialOrder(ElementMark _, IpAddress address) ->
                address == null
                        ? null
                        : new Eligibility.EvidenceItem(address.text(), Eligibility.IpSource.INITIAL_ORDER, null, null);
            case OfSighting(ElementMark _, SightingChoice(IpSighting sighting, long minutes)) ->
                new Eligibility.EvidenceItem(
                        sighting.ip().text(), Eligibility.IpSource.TRACK, sighting.observedAt(), minutes);
            case NotRead _ -> null;
        };
    }

    /**
     * Returns the IP that an initial order lends to a recurring order, or null. It lends its own IP, and only to an
     * order made after it. The disputed order lends none.
     *
     * @param follower when the recurring order was made
     */
    static @Nullable IpStandIn ofInitialOrder(
            Order initial, OrderTime follower, OrderId disputed, ElementHasher hasher) {
        boolean mayLend = !initial.id().equals(disputed)
                && initial.charge().transactionTime().isEarlierThan(follower);
        if (!mayLend) {
            return null;
        }
        ElementValue value = ElementReading.of(initial, Element.IP);
        ElementMark ip = ElementMark.of(Element.IP, value, hasher);
        if (!ip.isPresent()) {
            return null;
        }
        IpAddress address = value instanceof ElementValue.Usable usable
                        && IpAddress.parse(usable.canonical()) instanceof IpAddress.Usable parsed
                ? parsed.address()
                : null;
        return new OfInitialOrder(ip, address);
    }

    static IpStandIn ofSighting(SightingChoice choice, ElementHasher hasher) {
        KeyedHash hash = hasher.hash(Element.IP, choice.sighting().ip().text());
        return new OfSighting(new ElementMark(hash, null), choice);
    }

    /**
     * The sighting that replaces an order's missing IP.
     *
     * @param distanceMinutes how far from the order, in whole minutes, 0 or more
     */
    record SightingChoice(IpSighting sighting, long distanceMinutes) {
        /**
         * The nearest sighting in the window; at equal distance the earlier; then the lower address. Empty when none lies
         * in the window.
         */
        public static Optional<SightingChoice> choose(SightingWindow window, List<IpSighting> sightings) {
            return sightings.stream()
                    .filter(sighting -> window.contains(sighting.minute()))
                    .min(Comparator.<IpSighting>comparingLong(sighting -> window.distance(sighting.minute()))
                            .thenComparingLong(IpSighting::minute)
                            .thenComparing(IpSighting::ip))
                    .map(sighting -> new SightingChoice(sighting, window.distance(sighting.minute())));
        }

        /**
         * When a sighting may replace an order's missing IP, in whole UTC minutes counted from 1970, all ends included.
         *
         * @param earliest first minute that counts
         * @param spanFrom first minute of the order itself
         * @param spanUntil last minute of the order itself: the first, or that of its day for a date without time
         * @param latest last minute that counts
         */
        public record SightingWindow(long earliest, long spanFrom, long spanUntil, long latest) {
            private static final int SECONDS_PER_MINUTE = 60;
            private static final int MINUTES_PER_DAY = 24 * 60;

            public static SightingWindow of(OrderTime transactionTime, RuleSettings settings) {
                long from = Math.floorDiv(transactionTime.start().getEpochSecond(), SECONDS_PER_MINUTE);
                long until = transactionTime.instant() == null ? from + MINUTES_PER_DAY - 1 : from;
                return new SightingWindow(
                        from - settings.sightingBeforeMinutes(), from, until, until + settings.sightingAfterMinutes());
            }

            boolean contains(long minute) {
                return minute >= earliest && minute <= latest;
            }

            /** How far a minute is from the order, in minutes; 0 inside it. */
            long distance(long minute) {
                return Math.max(0, Math.max(spanFrom - minute, minute - spanUntil));
            }
        }
    }
}
