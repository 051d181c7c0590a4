package org.orderevidence.evidence;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Eligibility.Check;
import org.orderevidence.evidence.PairSearch.PriorPair;
import org.orderevidence.evidence.ReasonCode.DecisiveReason;
import org.orderevidence.evidence.ReasonCode.FixableReason;
import org.orderevidence.evidence.ReasonCode.HistoryReason;
import org.orderevidence.evidence.ReasonCode.OrderReason;

/**
 * The findings on which a verdict is based. Reasons and explanation are written from it.
 *
 * @param status the verdict
 * @param failing the disputed order's own tests that fail, headline first
 * @param history what fails about the history, or null if nothing fails or the history is not known
 * @param checks every test, passed or not
 * @param priors everything that was read
 * @param usable those that count on the day of the dispute
 * @param chosen the pair that qualifies the order, or null if it is not qualified
 * @param fixable the pair that would qualify it with the missing data, or null if no pair would or it is qualified
 * @param reachable when it is eligible once its failing tests are fixed; none if one cannot be fixed
 * @param boundaryRisk whether it depends on an edge day
 */
public record Findings(
        DisputeCase dispute,
        Eligibility.Status status,
        List<OrderReason> failing,
        @Nullable HistoryReason history,
        List<Check> checks,
        List<JudgedPrior> priors,
        List<JudgedPrior> usable,
        @Nullable PriorPair chosen,
        @Nullable PriorPair fixable,
        List<DateRange> reachable,
        boolean boundaryRisk) {

    /** Returns the days of a dispute on which it is eligible with the data stored now. */
    public List<DateRange> windows() {
        return failing.isEmpty() ? reachable : List.of();
    }

    /** Returns the first of the order's failing tests that nothing can fix, or empty if all can be fixed. */
    public Optional<DecisiveReason> decisive() {
        return failing.stream()
                .filter(DecisiveReason.class::isInstance)
                .map(DecisiveReason.class::cast)
                .findFirst();
    }

    /** Returns the order's failing tests that can be fixed. */
    public List<FixableReason> fixableTests() {
        return failing.stream()
                .filter(FixableReason.class::isInstance)
                .map(FixableReason.class::cast)
                .toList();
    }
}
