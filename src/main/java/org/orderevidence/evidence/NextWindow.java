package org.orderevidence.evidence;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.orderevidence.order.OrderId;

/**
 * The next days of a dispute on which an order is eligible, once its own failing tests are fixed.
 *
 * @param days the first window after the day that is judged
 * @param becomingOldEnough the orders of the first qualifying pair that become old enough on its first day; none when
 *     both were old enough before
 */
record NextWindow(DateRange days, List<OrderId> becomingOldEnough) {
    /** Returns the window, or empty if there is none. */
    static Optional<NextWindow> of(Findings findings) {
        LocalDate asOf = findings.dispute().date().asOf();
        return findings.reachable().stream()
                .filter(range -> range.from().isAfter(asOf))
                .findFirst()
                .map(range -> new NextWindow(range, becomingOldEnough(findings, range.from())));
    }

    /** A window starts on the first disputable day, or when an order of every qualifying pair becomes old enough. */
    private static List<OrderId> becomingOldEnough(Findings findings, LocalDate first) {
        Profile profile = findings.dispute().profile();
        List<JudgedPrior> inside = findings.priors().stream()
                .filter(prior -> prior.lasting() == null)
                .filter(prior -> isInside(prior, first.toEpochDay(), profile))
                .toList();
        PriorPair pair = PairSearch.equal(inside);
        List<OrderId> becoming = new ArrayList<>(2);
        if (pair != null) {
            for (JudgedPrior prior : List.of(pair.first(), pair.second())) {
                if (oldEnoughOn(prior, profile) == first.toEpochDay()) {
                    becoming.add(prior.id());
                }
            }
        }
        return becoming;
    }

    private static boolean isInside(JudgedPrior prior, long day, Profile profile) {
        return day >= oldEnoughOn(prior, profile) && day <= prior.day() + profile.maxAgeDays();
    }

    private static long oldEnoughOn(JudgedPrior prior, Profile profile) {
        return prior.day() + JudgedPrior.minAge(prior.facts(), profile);
    }
}
