package org.orderevidence.evidence.coverage;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.orderevidence.evidence.DisputeCase;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.ElementSet;
import org.orderevidence.evidence.FixableReason;
import org.orderevidence.evidence.JudgedPrior;
import org.orderevidence.evidence.OrderElements;
import org.orderevidence.evidence.OrderReason;
import org.orderevidence.evidence.OrderTests;
import org.orderevidence.evidence.PairSearch;
import org.orderevidence.evidence.Profile;

/** Finds the fields that would make an order eligible, each alone. */
final class Unlocking {
    private Unlocking() {}

    /**
     * Returns the fields of which one is enough, for an order that requires an action. A field counts if the order is
     * eligible as soon as the field has the same usable value on all orders of a pair that lack it.
     */
    static Set<MissingField> of(DisputeCase dispute) {
        Profile profile = dispute.profile();
        List<OrderReason> failing = OrderTests.failing(OrderTests.of(dispute));
        OrderElements own = dispute.elements();
        List<JudgedPrior> usable = JudgedPrior.all(dispute.priors(), dispute, own).stream()
                .filter(JudgedPrior::isUsable)
                .toList();
        List<JudgedPrior> submittable = profile.asksForPriorDescriptions()
                ? usable.stream().filter(prior -> prior.facts().isDescribed()).toList()
                : usable;
        Set<MissingField> found = EnumSet.noneOf(MissingField.class);
        if (failing.size() == 1 && failing.getFirst() instanceof FixableReason test) {
            // In profile stripe, the descriptions of the order and of its priors are one field.
            List<JudgedPrior> enough = test == FixableReason.PRODUCT_DESCRIPTION_MISSING ? usable : submittable;
            if (PairSearch.equal(enough) != null) {
                MissingField.of(test).ifPresent(found::add);
            }
        } else if (failing.isEmpty()) {
            ElementSet disputedUsable = own.usable().and(profile.elements());
            for (Element element : dispute.suppliable().elements()) {
                ElementSet supplied = ElementSet.NONE.with(element);
                if (PairSearch.couldBeEqual(submittable, disputedUsable, supplied) != null) {
                    found.add(MissingField.of(element));
                }
            }
            if (PairSearch.equal(usable) != null) {
                found.add(MissingField.LINE_ITEMS);
            }
        }
        return found;
    }
}
