package org.orderevidence.evidence.explanation;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.element.Element;
import org.orderevidence.evidence.element.ElementSets;
import org.orderevidence.evidence.rule.JudgedPrior;
import org.orderevidence.evidence.rule.OrderElements;
import org.orderevidence.evidence.rule.PriorPair;
import org.orderevidence.evidence.rule.Profile;
import org.orderevidence.evidence.rule.ReasonCode;
import org.orderevidence.order.OrderId;

/**
 * The least data that makes an order qualified together with a pair: everything that has to be added, order by order.
 *
 * @param disputed what the disputed order lacks
 * @param priors what each prior lacks, only those that lack something
 * @param elements the elements that have to be the same on all three orders
 */
record Remedy(Lack disputed, Map<OrderId, Lack> priors, Set<Element> elements) {
    /** Logs have addresses and accounts; few merchants stored devices of old orders. */
    private static final List<Element> SOONEST_FOUND = List.of(
            Element.IP,
            Element.ACCOUNT_ID,
            Element.EMAIL,
            Element.SHIPPING_ADDRESS,
            Element.DEVICE_ID,
            Element.DEVICE_FINGERPRINT);

    /**
     * Returns the remedy.
     *
     * @param failing the order's own tests that fail, all fixable
     * @param pair the pair that could qualify the order, or null when there is none
     */
    static Remedy of(List<ReasonCode> failing, @Nullable PriorPair pair, OrderElements disputed, Profile profile) {
        if (pair == null) {
            return new Remedy(new Lack(failing, Map.of(), false), Map.of(), Set.of());
        }
        int chosen = leastElements(pair, disputed, profile);
        Set<Element> elements = new TreeSet<>(ElementSets.list(chosen));
        Lack own = new Lack(failing, states(elements, disputed), false);
        Map<OrderId, Lack> priors = new LinkedHashMap<>();
        for (JudgedPrior prior : List.of(pair.first(), pair.second())) {
            boolean undescribed =
                    profile.asksForPriorDescriptions() && !prior.facts().hasDescription();
            Lack lack = new Lack(List.of(), states(elements, prior.elements()), undescribed);
            if (!lack.isEmpty()) {
                priors.put(prior.id(), lack);
            }
        }
        return new Remedy(own, priors, elements);
    }

    private static Map<Element, Lack.State> states(Set<Element> elements, OrderElements order) {
        Map<Element, Lack.State> states = new EnumMap<>(Element.class);
        for (Element element : elements) {
            if (!order.isUsable(element)) {
                states.put(element, Lack.State.of(order, element));
            }
        }
        return states;
    }

    /** Returns the elements that need the fewest values; of as many, those that are soonest found. */
    private static int leastElements(PriorPair pair, OrderElements disputed, Profile profile) {
        int[] values = new int[Element.values().length];
        int open = ElementSets.NONE;
        for (Element element : ElementSets.list(profile.elements() & ~pair.equal())) {
            List<OrderElements> three =
                    List.of(disputed, pair.first().elements(), pair.second().elements());
            long different = three.stream()
                    .filter(order -> order.isUsable(element))
                    .map(order -> order.hash(element))
                    .distinct()
                    .count();
            if (different <= 1) {
                open |= element.bit();
                values[element.place()] = (int)
                        three.stream().filter(order -> !order.isUsable(element)).count();
            }
        }
        int best = open;
        for (int set = 0; set <= open; set++) {
            boolean enough = (set & ~open) == 0 && ElementSets.suffices(set | pair.equal());
            if (enough && cost(values, set) < cost(values, best)) {
                best = set;
            }
        }
        return best;
    }

    /** Returns what a set costs: the number of values, then how soon they are found. */
    private static int cost(int[] values, int set) {
        int cost = 0;
        for (Element element : ElementSets.list(set)) {
            cost += (values[element.place()] << SOONEST_FOUND.size()) + (1 << SOONEST_FOUND.indexOf(element));
        }
        return cost;
    }
}
