package org.orderevidence.evidence.rule;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a verdict is based on. Reasons and explanation are written from it.
 *
 * @param dispute what was judged
 * @param status the verdict
 * @param failing the disputed order's own tests that fail, headline first
 * @param history what fails about the history, or null when nothing fails or the history is not known
 * @param checks every test, passed or not
 * @param priors everything that was read
 * @param usable those that count on the day of the dispute
 * @param chosen the pair that qualifies the order, or null when it is not qualified
 * @param fixable the pair that would qualify it with the missing data, or null when no pair would or it is qualified
 * @param windows when it is eligible
 * @param boundaryRisk whether it depends on an edge day
 */
public record Findings(
        DisputeCase dispute,
        Eligibility.Status status,
        List<ReasonCode> failing,
        @Nullable ReasonCode history,
        List<Check> checks,
        List<JudgedPrior> priors,
        List<JudgedPrior> usable,
        @Nullable PriorPair chosen,
        @Nullable PriorPair fixable,
        List<DateRange> windows,
        boolean boundaryRisk) {}
