package org.orderevidence.evidence;

import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.ElementReading.ElementHasher;
import org.orderevidence.evidence.ElementReading.ElementMark;
import org.orderevidence.evidence.ElementReading.ElementValue;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;

/** The replacement for the missing IP address of an order. */
public sealed interface IpStandIn {
    /** A limit kept it from being read: there may be one. */
    NotRead NOT_READ = new NotRead();

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

    /** Not looked for, because of a limit. */
    record NotRead() implements IpStandIn {}

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

    /** Returns the IP of a sighting. */
    static IpStandIn ofSighting(SightingChoice choice, ElementHasher hasher) {
        KeyedHash hash = hasher.hash(Element.IP, choice.sighting().ip().text());
        return new OfSighting(new ElementMark(hash, null), choice);
    }
}
