package org.orderevidence.evidence.rule;

import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.element.Element;
import org.orderevidence.evidence.element.ElementFault;
import org.orderevidence.evidence.element.ElementHasher;
import org.orderevidence.evidence.element.ElementReading;
import org.orderevidence.evidence.element.ElementValue;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;

/** The IP address that replaces the one an order does not have itself. */
public sealed interface IpStandIn {
    /** A limit kept it from being read: there may be one. */
    NotRead NOT_READ = new NotRead();

    /**
     * The own IP of the customer-initiated order that a recurring one follows. Source D.
     *
     * @param ip its keyed hash, or null when it is unusable
     * @param fault why it is unusable, or null when it is usable
     */
    record OfInitialOrder(@Nullable KeyedHash ip, @Nullable ElementFault fault) implements IpStandIn {
        public OfInitialOrder {
            if ((ip == null) == (fault == null)) {
                throw new IllegalArgumentException("an address is usable or has a fault");
            }
        }
    }

    /**
     * A tracked sighting.
     *
     * @param ip keyed hash of its address
     * @param choice which, and how far from the order
     */
    record OfSighting(KeyedHash ip, SightingChoice choice) implements IpStandIn {}

    /** Not looked for, because of a limit. */
    record NotRead() implements IpStandIn {}

    /**
     * Returns the IP that an initial order lends to a recurring prior, or null. It lends its own IP, and only to an order
     * made after it. The disputed order lends none.
     *
     * @param follower when the recurring prior was made
     * @param disputed the disputed order
     */
    static @Nullable IpStandIn ofInitialOrder(
            Order initial, OrderTime follower, OrderId disputed, ElementHasher hasher) {
        boolean mayLend = !initial.id().equals(disputed)
                && initial.charge().transactionTime().isEarlierThan(follower);
        if (!mayLend) {
            return null;
        }
        return switch (ElementReading.of(initial, Element.IP)) {
            case ElementValue.Missing missing -> null;
            case ElementValue.Unusable unusable -> new OfInitialOrder(null, unusable.fault());
            case ElementValue.Usable usable -> new OfInitialOrder(hasher.hash(Element.IP, usable.canonical()), null);
        };
    }

    /** Returns the IP of a sighting. */
    static IpStandIn ofSighting(SightingChoice choice, ElementHasher hasher) {
        return new OfSighting(hasher.hash(Element.IP, choice.sighting().ip().text()), choice);
    }
}
