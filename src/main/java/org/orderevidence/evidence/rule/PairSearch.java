package org.orderevidence.evidence.rule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.element.Element;
import org.orderevidence.evidence.element.ElementSets;
import org.orderevidence.evidence.element.RuleNumbers;
import org.orderevidence.order.KeyedHash;

/**
 * Finds the best pair of priors without comparing all pairs. Priors that no rule can tell apart form a group, of which
 * only the best two can ever be chosen; groups are few however long the history, and for each set of elements that
 * suffices they are matched by hashing. The cost is linear in the priors.
 *
 * <p>Two questions are put to it. Which pair <em>is</em> equal: then a group is a set of equal elements. Which pair
 * <em>could be</em> equal, were missing and unusable data supplied: an element that the disputed order has must not
 * differ on a prior; one that the disputed order lacks (an <em>open</em> one) must not differ between the two, so there
 * a group is also one of the values.
 */
public final class PairSearch {
    private static final Element[] ELEMENTS = Element.values();

    private final int open;
    private final List<Group> groups;

    private PairSearch(int open, List<Group> groups) {
        this.open = open;
        this.groups = groups;
    }

    /** The best pair whose equal elements suffice; absent when there is none. */
    public static @Nullable PriorPair equal(List<JudgedPrior> priors) {
        return new PairSearch(ElementSets.NONE, groupsBySet(priors, JudgedPrior::equal)).best();
    }

    /**
     * The best pair whose elements could be equal and would then suffice; absent when there is none.
     *
     * @param disputedUsable the elements that the disputed order has
     */
    public static @Nullable PriorPair couldBeEqual(List<JudgedPrior> priors, int disputedUsable, Profile profile) {
        int open = profile.elements() & ~disputedUsable;
        ToIntFunction<JudgedPrior> undiffering = prior -> disputedUsable & ~(prior.usableElements() & ~prior.equal());
        List<Group> groups =
                open == ElementSets.NONE ? groupsBySet(priors, undiffering) : groupsByValue(priors, undiffering, open);
        return new PairSearch(open, groups).best();
    }

    /** True when two of the priors share this many slots, an anchor among them or not. */
    public static boolean anyShares(List<JudgedPrior> priors, int slots) {
        List<Group> groups = groupsBySet(priors, JudgedPrior::equal);
        for (Group one : groups) {
            for (Group other : groups) {
                boolean twoPriors = one != other || one.top.second != null;
                if (twoPriors && ElementSets.slots(one.agreed & other.agreed) >= slots) {
                    return true;
                }
            }
        }
        return false;
    }

    private static List<Group> groupsBySet(List<JudgedPrior> priors, ToIntFunction<JudgedPrior> agreed) {
        @Nullable Group[] bySet = new @Nullable Group[ElementSets.ALL + 1];
        List<Group> groups = new ArrayList<>();
        for (JudgedPrior prior : priors) {
            int set = agreed.applyAsInt(prior);
            Group group = bySet[set];
            if (group == null) {
                group = new Group(set, ElementSets.NONE, Values.NONE);
                bySet[set] = group;
                groups.add(group);
            }
            group.top.add(prior);
        }
        return groups;
    }

    private static List<Group> groupsByValue(List<JudgedPrior> priors, ToIntFunction<JudgedPrior> agreed, int open) {
        Map<KeyedHash, Integer> numbers = new HashMap<>();
        Map<Values, Group> bySignature = new HashMap<>();
        for (JudgedPrior prior : priors) {
            int set = agreed.applyAsInt(prior);
            int known = prior.usableElements() & open;
            int[] numbered = new int[ELEMENTS.length];
            for (Element element : ELEMENTS) {
                KeyedHash value =
                        ElementSets.contains(known, element) ? prior.elements().hash(element) : null;
                numbered[element.place()] =
                        value == null ? Values.UNKNOWN : numbers.computeIfAbsent(value, v -> numbers.size() + 1);
            }
            Values values = new Values(numbered);
            Values signature = values.with(set);
            bySignature
                    .computeIfAbsent(signature, s -> new Group(set, known, values))
                    .top
                    .add(prior);
        }
        return new ArrayList<>(bySignature.values());
    }

    private @Nullable PriorPair best() {
        for (int slots = ElementSets.mostSlots(); slots >= RuleNumbers.REQUIRED_SLOTS; slots--) {
            PriorPair best = null;
            for (int set : ElementSets.sufficientOf(slots)) {
                best = bestSharing(set, best);
            }
            if (best != null) {
                return best;
            }
        }
        return null;
    }

    /**
     * The best pair of which every element of the set is, or could be, equal; or the one that is best so far. Values are
     * matched only where the priors in question could make a better pair at all.
     */
    private @Nullable PriorPair bestSharing(int set, @Nullable PriorPair soFar) {
        int openOfSet = set & open;
        if (openOfSet == ElementSets.NONE) {
            return better(soFar, bestWithoutOpen(set));
        }
        TopTwo top = new TopTwo();
        Map<Integer, List<Group>> byKnown = new HashMap<>();
        for (Group group : groups) {
            if (ElementSets.containsAll(group.agreed, set & ~open)) {
                byKnown.computeIfAbsent(group.known & openOfSet, k -> new ArrayList<>())
                        .add(group);
                top.addAll(group.top);
            }
        }
        PriorPair atMost = top.pair();
        if (atMost == null || (soFar != null && PriorPair.BETTER_FIRST.compare(soFar, atMost) <= 0)) {
            return soFar;
        }
        PriorPair best = soFar;
        for (Map.Entry<Integer, List<Group>> one : byKnown.entrySet()) {
            for (Map.Entry<Integer, List<Group>> other : byKnown.entrySet()) {
                if (one.getKey().equals(other.getKey())) {
                    best = better(best, bestWithin(one.getValue(), one.getKey()));
                } else if (one.getKey() < other.getKey()) {
                    int bothKnow = one.getKey() & other.getKey();
                    best = better(best, bestAcross(one.getValue(), other.getValue(), bothKnow));
                }
            }
        }
        return best;
    }

    /** The best pair of which every element of the set, none of them open, is equal: no values are to be matched. */
    private @Nullable PriorPair bestWithoutOpen(int set) {
        TopTwo top = new TopTwo();
        for (Group group : groups) {
            if (ElementSets.containsAll(group.agreed, set)) {
                top.addAll(group.top);
            }
        }
        return top.pair();
    }

    /** The best pair among groups that know the same open elements: those with the same values agree. */
    private static @Nullable PriorPair bestWithin(List<Group> groups, int known) {
        PriorPair best = null;
        for (TopTwo top : topByValues(groups, known).values()) {
            best = better(best, top.pair());
        }
        return best;
    }

    /** The best pair of one prior of each side: what only one of them knows can be supplied for the other. */
    private static @Nullable PriorPair bestAcross(List<Group> one, List<Group> other, int bothKnow) {
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

    private static Map<Values, TopTwo> topByValues(List<Group> groups, int elements) {
        Map<Values, TopTwo> tops = new HashMap<>();
        for (Group group : groups) {
            Values values = group.known == elements ? group.values : group.values.only(elements);
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

    /** Priors that no rule tells apart but by day and id. */
    private static final class Group {
        final int agreed;
        final int known;
        final Values values;
        final TopTwo top = new TopTwo();

        Group(int agreed, int known, Values values) {
            this.agreed = agreed;
            this.known = known;
            this.values = values;
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

    /** A row of small numbers that stand for values, to be compared. */
    private static final class Values {
        static final int UNKNOWN = 0;
        static final Values NONE = new Values(new int[ELEMENTS.length]);

        private final int[] numbers;
        private final int hash;

        Values(int[] numbers) {
            this.numbers = numbers;
            this.hash = Arrays.hashCode(numbers);
        }

        /** These and one more number. */
        Values with(int number) {
            int[] more = Arrays.copyOf(numbers, numbers.length + 1);
            more[numbers.length] = number;
            return new Values(more);
        }

        /** The values of these elements alone. */
        Values only(int elements) {
            if (elements == ElementSets.NONE) {
                return NONE;
            }
            int[] kept = new int[ELEMENTS.length];
            for (Element element : ELEMENTS) {
                if (ElementSets.contains(elements, element)) {
                    kept[element.place()] = numbers[element.place()];
                }
            }
            return new Values(kept);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Values that && Arrays.equals(numbers, that.numbers);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
