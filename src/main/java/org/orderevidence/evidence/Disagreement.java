package org.orderevidence.evidence;

import java.util.List;
import java.util.Optional;
import org.orderevidence.evidence.Eligibility.Status;
import org.orderevidence.order.Dispute.ProcessorEligibility;
import org.orderevidence.order.WireNamed;

/**
 * A dispute where a processor disagrees with the verdict of profile {@link Profile#STRIPE} for its day.
 * Either stored data or the reading of the rule is wrong.
 *
 * <p>The statuses of Stripe are compared as follows. A word that Stripe does not document is not compared.
 *
 * <ul>
 *   <li>{@code qualified} agrees with {@link Status#QUALIFIED} alone.
 *   <li>{@code not_qualified} agrees with {@link Status#NOT_QUALIFIED} alone.
 *   <li>{@code requires_action} agrees with {@link Status#REQUIRES_ACTION}. It also agrees with
 *       {@link Status#NOT_QUALIFIED} if {@value #MISSING_PRIORS} is a required action, and if no test fails that data
 *       cannot fix. Then both say that earlier orders are missing, which Stripe calls an action.
 * </ul>
 *
 * <p>The required actions are listed and otherwise not compared: Stripe has no word for most reasons.
 *
 * @param requiredActions the processor's words for what is missing
 */
public record Disagreement(Status ours, Status processors, List<String> requiredActions) {
    private static final String MISSING_PRIORS = "missing_prior_undisputed_transactions";

    /**
     * Compares both sides. Returns empty if they agree or cannot be compared.
     *
     * @param ours the answer of profile {@link Profile#STRIPE} for the day of the dispute
     */
    public static Optional<Disagreement> of(Eligibility ours, ProcessorEligibility processors) {
        return WireNamed.find(Status.values(), processors.status())
                .filter(stated -> !agrees(ours, stated, processors.requiredActions()))
                .map(stated -> new Disagreement(ours.status(), stated, processors.requiredActions()));
    }

    private static boolean agrees(Eligibility ours, Status stated, List<String> actions) {
        return switch (stated) {
            case QUALIFIED, NOT_QUALIFIED -> ours.status() == stated;
            case REQUIRES_ACTION ->
                switch (ours.status()) {
                    case QUALIFIED -> false;
                    case REQUIRES_ACTION -> true;
                    case NOT_QUALIFIED -> actions.contains(MISSING_PRIORS) && !ours.isDecided();
                };
        };
    }
}
