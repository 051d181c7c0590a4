package org.orderevidence.evidence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.KeyedHash;

/**
 * Finds the best pair of priors without comparing all pairs. Priors that no rule distinguishes form a group. Only the
 * best two of a group can be chosen. The number of groups is small, even for a long history. For each sufficient set of
 * elements they are matched by hashing. The cost is linear in the priors.
 *
 * <p>It answers two questions. The first is which pair <em>is</em> equal: then a group is a set of equal elements. The
 * second is which pair <em>could be</em> equal if missing and unusable data were supplied. An element that the disputed
 * order has must not differ on a prior. An element that it lacks (an <em>open</em> one) must not differ between the two
 * priors, so a group also has its values.
 */
public record PairSearch(ElementSet open, List<Group> groups) {
    /** At position i, the sets to try that fill i slots. */
    private static final List<List<ElementSet>> SUFFICIENT = IntStream.rangeClosed(0, ElementSet.ALL.slots())
            .mapToObj(ElementSet::sufficientOf)
            .toList();

    /** The best pair whose equal elements suffice; null if there is none. */
    public static @Nullable PriorPair equal(List<JudgedPrior> priors) {
        return new PairSearch(ElementSet.NONE, groupsBySet(priors, JudgedPrior::equal)).best();
    }

    /**
     * The best pair whose elements could be equal and would then suffice; null if there is none.
     *
     * @param disputedUsable the elements that the disputed order has
     * @param supplied the elements that are supplied where they are missing or unusable, all of the profile
     */
    public static @Nullable PriorPair couldBeEqual(
            List<JudgedPrior> priors, ElementSet disputedUsable, ElementSet supplied) {
        ElementSet open = supplied.without(disputedUsable);
        ElementSet asked = supplied.and(disputedUsable);
        Function<JudgedPrior, ElementSet> undiffering =
                prior -> prior.equal().or(asked.without(prior.usableElements().without(prior.equal())));
        List<Group> groups =
                open.isEmpty() ? groupsBySet(priors, undiffering) : groupsByValue(priors, undiffering, open);
        return new PairSearch(open, groups).best();
    }

    /** Returns true if two of the priors share this many slots, an anchor among them or not. */
    public static boolean anyShares(List<JudgedPrior> priors, int slots) {
        List<Group> groups = groupsBySet(priors, JudgedPrior::equal);
        for (Group one : groups) {
            for (Group other : groups) {
                boolean twoPriors = !one.equals(other) || one.top.second != null;
                if (twoPriors && one.agreed.and(other.agreed).slots() >= slots) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<Group> groupsBySet(List<JudgedPrior> priors, Function<JudgedPrior, ElementSet> agreed) {
        Map<ElementSet, Group> bySet = new HashMap<>();
        for (JudgedPrior prior : priors) {
            bySet.computeIfAbsent(agreed.apply(prior), set -> new Group(set, ElementSet.NONE, Values.NONE))
                    .top
                    .add(prior);
        }
        return new ArrayList<>(bySet.values());
    }

    private static List<Group> groupsByValue(
            List<JudgedPrior> priors, Function<JudgedPrior, ElementSet> agreed, ElementSet open) {
        Map<KeyedHash, Integer> numbers = new HashMap<>();
        Map<Signature, Group> bySignature = new HashMap<>();
        for (JudgedPrior prior : priors) {
            ElementSet set = agreed.apply(prior);
            ElementSet known = prior.usableElements().and(open);
            Map<Element, Integer> numbered = new EnumMap<>(Element.class);
            for (Element element : known.elements()) {
                KeyedHash value = prior.elements().hash(element);
                if (value != null) {
                    numbered.put(element, numbers.computeIfAbsent(value, v -> numbers.size() + 1));
                }
            }
            Values values = new Values(numbered);
            bySignature
                    .computeIfAbsent(new Signature(set, values), s -> new Group(set, known, values))
                    .top
                    .add(prior);
        }
        return new ArrayList<>(bySignature.values());
    }

    private @Nullable PriorPair best() {
        for (int slots = ElementSet.ALL.slots(); slots >= RuleNumbers.REQUIRED_SLOTS; slots--) {
            PriorPair best = null;
            for (ElementSet set : SUFFICIENT.get(slots)) {
                best = bestSharing(set, best);
            }
            if (best != null) {
                return best;
            }
        }
        return null;
    }

    /**
     * The best pair of which every element of the set is, or could be, equal; or the one that is best so far. Values
     * are matched only where the priors in question could make a better pair at all.
     */
    private @Nullable PriorPair bestSharing(ElementSet set, @Nullable PriorPair soFar) {
        ElementSet openOfSet = set.and(open);
        ElementSet asked = set.without(open);
        TopTwo top = new TopTwo();
        for (Group group : groups) {
            if (group.agreed.containsAll(asked)) {
                top.addAll(group.top);
            }
        }
        PriorPair atMost = top.pair();
        boolean cannotBeBetter =
                atMost == null || (soFar != null && PriorPair.BETTER_FIRST.compare(soFar, atMost) <= 0);
        if (openOfSet.isEmpty() || cannotBeBetter) {
            return cannotBeBetter ? soFar : atMost;
        }
        Map<ElementSet, List<Group>> byKnown = groups.stream()
                .filter(group -> group.agreed.containsAll(asked))
                .collect(Collectors.groupingBy(group -> group.known.and(openOfSet)));
        PriorPair best = soFar;
        for (Map.Entry<ElementSet, List<Group>> one : byKnown.entrySet()) {
            for (Map.Entry<ElementSet, List<Group>> other : byKnown.entrySet()) {
                if (one.getKey().equals(other.getKey())) {
                    best = better(best, bestWithin(one.getValue(), one.getKey()));
                } else if (one.getKey().compareTo(other.getKey()) < 0) {
                    ElementSet bothKnow = one.getKey().and(other.getKey());
                    best = better(best, bestAcross(one.getValue(), other.getValue(), bothKnow));
                }
            }
        }
        return best;
    }

    /** The best pair among groups that have the same open elements: those with the same values agree. */
    private static @Nullable PriorPair bestWithin(List<Group> groups, ElementSet known) {
        PriorPair best = null;
        for (TopTwo top : topByValues(groups, known).values()) {
            best = better(best, top.pair());
        }
        return best;
    }

    /** The best pair of one prior of each side: what only one of them has can be supplied for the other. */
    private static @Nullable PriorPair bestAcross(List<Group> one, List<Group> other, ElementSet bothKnow) {
        Map<Values, TopTwo> ones = topByValues(one, bothKnow);
        PriorPair best = null;
        for (Map.Entry<Values, TopTwo> side : topByValues(other, bothKnow).entrySet()) {
            TopTwo match = ones.get(side.getKey());
            if (match != null && match.first != null && side.getValue().first != null) {
                best = better(best, PriorPair.of(match.first, side.getValue().first));
            }
        }
        return best;
    }

    private static Map<Values, TopTwo> topByValues(List<Group> groups, ElementSet elements) {
        Map<Values, TopTwo> tops = new HashMap<>();
        for (Group group : groups) {
            Values values = group.known.equals(elements) ? group.values : group.values.only(elements);
            tops.merge(values, group.top, TopTwo::of);
        }
        return tops;
    }

    private static @Nullable PriorPair better(@Nullable PriorPair one, @Nullable PriorPair other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return PriorPair.BETTER_FIRST.compare(one, other) <= 0 ? one : other;
    }

    /** The common values of the priors of a group. */
    private record Signature(ElementSet agreed, Values values) {}

    /** Priors that differ for the rules only in day and id. */
    private record Group(ElementSet agreed, ElementSet known, Values values, TopTwo top) {
        Group(ElementSet agreed, ElementSet known, Values values) {
            this(agreed, known, values, new TopTwo());
        }
    }

    /**
     * The two that come first, newest day first, within a day by id. For two sides that all go together, the first of
     * each make the best pair; within one, its first two: no other has a later older or newer day.
     */
    private static final class TopTwo {
        @Nullable
        JudgedPrior first;

        @Nullable
        JudgedPrior second;

        static TopTwo of(TopTwo one, TopTwo other) {
            TopTwo both = new TopTwo();
            both.addAll(one);
            both.addAll(other);
            return both;
        }

        void add(JudgedPrior prior) {
            if (first == null || JudgedPrior.NEWEST_FIRST.compare(prior, first) < 0) {
                second = first;
                first = prior;
            } else if (second == null || JudgedPrior.NEWEST_FIRST.compare(prior, second) < 0) {
                second = prior;
            }
        }

        void addAll(TopTwo other) {
            if (other.first != null) {
                add(other.first);
            }
            if (other.second != null) {
                add(other.second);
            }
        }

        @Nullable
        PriorPair pair() {
            return first == null || second == null ? null : PriorPair.of(first, second);
        }
    }

    /** The values of some elements. A small number represents each value, which makes comparisons cheap. */
    private record Values(int hash, Map<Element, Integer> numbers) {
        static final Values NONE = new Values(new EnumMap<>(Element.class));

        Values(Map<Element, Integer> numbers) {
            this(numbers.hashCode(), numbers);
        }

        Values only(ElementSet elements) {
            if (elements.isEmpty()) {
                return NONE;
            }
            Map<Element, Integer> kept = new EnumMap<>(numbers);
            kept.keySet().retainAll(elements.elements());
            return new Values(kept);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }

    /**
     * Two priors.
     *
     * @param first the one with the lower order id
     */
    public record PriorPair(JudgedPrior first, JudgedPrior second) {
        /**
         * Sorts pairs that fill the same number of slots, best pair first. The best pair stays in the window longest: its
         * older prior has the latest day. Next, the later day of the newer prior decides. Last, the ascending order ids
         * decide.
         */
        static final Comparator<PriorPair> BETTER_FIRST = Comparator.comparingLong(
                        (PriorPair pair) -> Math.min(pair.first.day(), pair.second.day()))
                .reversed()
                .thenComparing(
                        Comparator.comparingLong((PriorPair pair) -> Math.max(pair.first.day(), pair.second.day()))
                                .reversed())
                .thenComparing(pair -> pair.first.id())
                .thenComparing(pair -> pair.second.id());

        static PriorPair of(JudgedPrior one, JudgedPrior other) {
            return one.id().compareTo(other.id()) <= 0 ? new PriorPair(one, other) : new PriorPair(other, one);
        }

        /** The elements that are equal on both and on the disputed order. */
        public ElementSet equal() {
            return first.equal().and(second.equal());
        }

        public boolean contains(JudgedPrior prior) {
            return prior.id().equals(first.id()) || prior.id().equals(second.id());
        }
    }
}
