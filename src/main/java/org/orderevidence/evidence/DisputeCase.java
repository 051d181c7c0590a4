package org.orderevidence.evidence;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge.Category;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;

/**
 * The complete input of a verdict.
 *
 * @param facts the same facts of it as of a prior, under the same keys
 * @param ipStandIn what replaces its missing IP; null if nothing does
 * @param accountDefault what the account sells, for an order that does not say
 * @param priors the other orders on its credential, each once, without the order itself
 * @param truncated true if a limit cut some priors, or what replaces their IP, off
 */
public record DisputeCase(
        StoredOrder disputed,
        PriorFacts facts,
        @Nullable IpStandIn ipStandIn,
        DisputeDate date,
        Profile profile,
        @Nullable Category accountDefault,
        RuleSettings settings,
        List<Prior> priors,
        boolean truncated) {
    /** Returns true if a dispute excludes a prior only if it is, or can be, fraud. */
    public boolean countsOnlyFraudDisputes() {
        return profile.settlesDisputedPriors() && settings.disputedPriors() == RuleSettings.DisputedPriors.FRAUD;
    }

    /**
     * Returns the elements that data can supply where they are missing or unusable. The IP of a disputed renewal is not
     * one of them: the purchase had none.
     */
    public ElementSet suppliable() {
        boolean hasNoIp =
                facts.isRecurring() && !facts.hasOwnIp() && !elements().isUsable(Element.IP);
        return hasNoIp ? profile.elements().without(ElementSet.NONE.with(Element.IP)) : profile.elements();
    }

    public OrderElements elements() {
        return new OrderElements(facts, ipStandIn);
    }

    /**
     * Another order on the disputed order's credential, as it was read.
     *
     * @param fraudReported true if a fraud report is on record
     * @param ipStandIn what replaces the IP it does not have; null if nothing does
     */
    public record Prior(
            OrderId id,
            PriorFacts facts,
            ActiveDisputes disputes,
            boolean fraudReported,
            @Nullable IpStandIn ipStandIn) {}
}
