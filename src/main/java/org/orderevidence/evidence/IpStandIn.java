package org.orderevidence.evidence;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Order;

/** What stands in for the IP address that an order does not have itself. */
public sealed interface IpStandIn {
    /**
     * The own IP of the order by the customer that a recurring one follows. Source D.
     *
     * @param ip its keyed hash; absent when it is unusable
     * @param fault why it is unusable; absent when it is usable
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

    /** What the initial order lends; absent when it has no IP of its own. */
    static @Nullable IpStandIn ofInitialOrder(Order initial, ElementHasher hasher) {
        return switch (ElementReading.of(initial, Element.IP)) {
            case ElementValue.Missing missing -> null;
            case ElementValue.Unusable unusable -> new OfInitialOrder(null, unusable.fault());
            case ElementValue.Usable usable -> new OfInitialOrder(hasher.hash(Element.IP, usable.canonical()), null);
        };
    }

    /** What a sighting lends. */
    static IpStandIn ofSighting(SightingChoice choice, ElementHasher hasher) {
        return new OfSighting(hasher.hash(Element.IP, choice.sighting().ip().text()), choice);
    }
}
