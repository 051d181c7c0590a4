package org.orderevidence.evidence;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a verdict rests on; what reasons and explanation are written from.
 *
 * @param dispute what was judged
 * @param status the verdict
 * @param failing the disputed order's own tests that fail, headline first
 * @param history what fails about the history; absent when nothing does, or when it cannot be judged
 * @param priors all that were read
 * @param usable those that count on the day of the dispute
 * @param chosen the pair that qualifies the order; absent when it is not qualified
 * @param mendable the pair that would qualify it, were missing data supplied; absent when none would, or when it is
 *     qualified
 * @param windows when it is eligible
 * @param boundaryRisk whether it hangs on an edge day
 */
record Findings(
        DisputeCase dispute,
        Eligibility.Status status,
        List<ReasonCode> failing,
        @Nullable ReasonCode history,
        List<JudgedPrior> priors,
        List<JudgedPrior> usable,
        @Nullable PriorPair chosen,
        @Nullable PriorPair mendable,
        List<DateRange> windows,
        boolean boundaryRisk) {}
