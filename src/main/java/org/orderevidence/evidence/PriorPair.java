package org.orderevidence.evidence;

import java.util.Comparator;

/**
 * Two priors.
 *
 * @param first the one with the lower order id
 * @param second the other
 */
public record PriorPair(JudgedPrior first, JudgedPrior second) {
    /**
     * Sorts pairs that fill the same number of slots, best pair first. The best pair stays in the window longest: its
     * older prior has the latest day. Next, the later day of the newer prior decides. Last, the ascending order ids
     * decide.
     */
    static final Comparator<PriorPair> BETTER_FIRST = Comparator.comparingLong(PriorPair::olderDay)
            .reversed()
            .thenComparing(Comparator.comparingLong(PriorPair::newerDay).reversed())
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

    private long olderDay() {
        return Math.min(first.day(), second.day());
    }

    private long newerDay() {
        return Math.max(first.day(), second.day());
    }
}
