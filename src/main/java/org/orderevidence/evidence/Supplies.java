package org.orderevidence.evidence;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderId;

/**
 * The least that would make the elements of a pair suffice: which elements, and which orders lack each.
 *
 * @param supplies in the order of the elements; none when the elements suffice as they are
 */
record Supplies(List<Supply> supplies) {
    /** Merchants have logs of addresses and accounts; few kept devices of orders long past. */
    private static final List<Element> SOONEST_FOUND = List.of(
            Element.IP,
            Element.ACCOUNT_ID,
            Element.EMAIL,
            Element.SHIPPING_ADDRESS,
            Element.DEVICE_ID,
            Element.DEVICE_FINGERPRINT);

    /**
     * An element to be supplied.
     *
     * @param element which
     * @param byDisputedOrder true when the disputed order lacks it
     * @param byPriors the priors that lack it
     * @param someMissing true when some have none
     * @param someUnusable true when some have one that cannot be used
     */
    record Supply(
            Element element,
            boolean byDisputedOrder,
            List<OrderId> byPriors,
            boolean someMissing,
            boolean someUnusable) {
        int values() {
            return byPriors.size() + (byDisputedOrder ? 1 : 0);
        }
    }

    Supplies {
        supplies = List.copyOf(supplies);
    }

    /** The fewest values that would do for the pair; of as many, the elements that are soonest found. */
    static Supplies least(PriorPair pair, OrderElements disputed, Profile profile) {
        List<Supply> possible = new ArrayList<>();
        int open = ElementSets.NONE;
        for (Element element : ElementSets.list(profile.elements() & ~pair.equal())) {
            Supply supply = supply(element, pair, disputed);
            if (supply != null) {
                possible.add(supply);
                open |= element.bit();
            }
        }
        int best = open;
        for (int set = 0; set <= open; set++) {
            boolean enough = (set & ~open) == 0 && ElementSets.suffices(set | pair.equal());
            if (enough && cost(possible, set) < cost(possible, best)) {
                best = set;
            }
        }
        int chosen = best;
        return new Supplies(possible.stream()
                .filter(supply -> ElementSets.contains(chosen, supply.element()))
                .toList());
    }

    /** What it takes to supply a set: the number of values, then how soon they are found. */
    private static int cost(List<Supply> possible, int set) {
        int cost = 0;
        for (Supply supply : possible) {
            if (ElementSets.contains(set, supply.element())) {
                cost += (supply.values() << SOONEST_FOUND.size()) + (1 << SOONEST_FOUND.indexOf(supply.element()));
            }
        }
        return cost;
    }

    /** Who lacks an element that could be equal on all three; absent when two of them differ. */
    private static @Nullable Supply supply(Element element, PriorPair pair, OrderElements disputed) {
        List<OrderElements> three =
                List.of(disputed, pair.first().elements(), pair.second().elements());
        long different = three.stream()
                .filter(order -> order.isUsable(element))
                .map(order -> order.hash(element))
                .distinct()
                .count();
        if (different > 1) {
            return null;
        }
        List<OrderId> priors = new ArrayList<>();
        for (JudgedPrior prior : List.of(pair.first(), pair.second())) {
            if (!prior.elements().isUsable(element)) {
                priors.add(prior.id());
            }
        }
        boolean someUnusable = three.stream().anyMatch(order -> order.fault(element) != null);
        boolean someMissing =
                three.stream().anyMatch(order -> !order.isUsable(element) && order.fault(element) == null);
        return new Supply(element, !disputed.isUsable(element), priors, someMissing, someUnusable);
    }
}
