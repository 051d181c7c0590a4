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
    /**
     * An element to be supplied.
     *
     * @param element which
     * @param byDisputedOrder true when the disputed order lacks it
     * @param byPriors the priors that lack it
     * @param absentOnly true when none has an unusable one
     */
    record Supply(Element element, boolean byDisputedOrder, List<OrderId> byPriors, boolean absentOnly) {
        int values() {
            return byPriors.size() + (byDisputedOrder ? 1 : 0);
        }
    }

    Supplies {
        supplies = List.copyOf(supplies);
    }

    /** The fewest values that would do for the pair; of as many, the elements that come first. */
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
            if (enough && values(possible, set) < values(possible, best)) {
                best = set;
            }
        }
        int chosen = best;
        return new Supplies(possible.stream()
                .filter(supply -> ElementSets.contains(chosen, supply.element()))
                .toList());
    }

    private static int values(List<Supply> possible, int set) {
        return possible.stream()
                .filter(supply -> ElementSets.contains(set, supply.element()))
                .mapToInt(Supply::values)
                .sum();
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
        boolean absentOnly = three.stream().allMatch(order -> order.fault(element) == null);
        return new Supply(element, !disputed.isUsable(element), priors, absentOnly);
    }
}
