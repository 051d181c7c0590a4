package org.orderevidence.evidence;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;

/**
 * The days on which a dispute would find the order qualified with the data stored now. Source A for the edges, which
 * are {@link Profile}'s.
 *
 * <p>A day qualifies when two priors that share a sufficient set of elements are inside the window on it. Every
 * sufficient set contains one of two elements, so for each of those few sets the priors inside the window are counted
 * day by day: no pairs, linear in the priors.
 */
public final class EligibleDays {
    /**
     * Maximum number of days on which a dispute can be raised: the longest settlement, then the days after it, both
     * ends counted.
     */
    private static final int MOST_DAYS = Charge.MAX_SETTLEMENT_DAYS + RuleNumbers.DISPUTABLE_DAYS + 1;

    private static final List<ElementSet> LEAST_SETS = ElementSet.sufficientOf(RuleNumbers.REQUIRED_SLOTS);

    private EligibleDays() {}

    /**
     * The ranges in ascending order, neither touching nor overlapping, within the days on which a dispute can be
     * raised.
     *
     * @param priors those that nothing lasting speaks against
     */
    public static List<DateRange> of(List<JudgedPrior> priors, DisputeDate date, Profile profile) {
        LocalDate first = date.disputable().from();
        long firstDay = first.toEpochDay();
        int days = (int) Math.min(MOST_DAYS, date.disputable().until().toEpochDay() - firstDay + 1);
        // A row only for a set that some prior shares: most are shared by none.
        int[] @Nullable [] changes = new int[LEAST_SETS.size()][];
        for (JudgedPrior prior : priors) {
            long from = prior.day() + JudgedPrior.minAge(prior.facts(), profile) - firstDay;
            long until = prior.day() + profile.maxAgeDays() - firstDay;
            if (until >= 0 && from < days) {
                count(changes, days, prior.equal(), (int) Math.max(0, from), (int) Math.min(days - 1, until));
            }
        }
        boolean[] qualified = new boolean[days];
        for (int[] change : changes) {
            if (change == null) {
                continue;
            }
            int inside = 0;
            for (int day = 0; day < days; day++) {
                inside += change[day];
                qualified[day] |= inside >= RuleNumbers.REQUIRED_PRIORS;
            }
        }
        return ranges(qualified, first);
    }

    private static void count(int[] @Nullable [] changes, int days, ElementSet equal, int from, int until) {
        for (int i = 0; i < LEAST_SETS.size(); i++) {
            if (equal.containsAll(LEAST_SETS.get(i))) {
                int[] change = changes[i];
                if (change == null) {
                    change = new int[days + 1];
                    changes[i] = change;
                }
                change[from]++;
                change[until + 1]--;
            }
        }
    }

    private static List<DateRange> ranges(boolean[] qualified, LocalDate first) {
        List<DateRange> ranges = new ArrayList<>();
        int from = -1;
        for (int day = 0; day <= qualified.length; day++) {
            boolean inside = day < qualified.length && qualified[day];
            if (inside && from < 0) {
                from = day;
            } else if (!inside && from >= 0) {
                ranges.add(new DateRange(first.plusDays(from), first.plusDays(day - 1L)));
                from = -1;
            }
        }
        return ranges;
    }
}
