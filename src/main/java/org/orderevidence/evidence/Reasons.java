package org.orderevidence.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.CompellingEvidence.Findings;
import org.orderevidence.evidence.PairSearch.PriorPair;
import org.orderevidence.evidence.ReasonCode.ElementReason;
import org.orderevidence.evidence.ReasonCode.HistoryReason;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.PaymentCredential;

/** Lists the reasons: the disputed order's own tests, its history, then the elements of the order and of one pair. */
public final class Reasons {
    private final DisputeCase dispute;
    private final Set<Element> remedy;
    private final List<Eligibility.Reason> reasons = new ArrayList<>();

    private Reasons(DisputeCase dispute, Set<Element> remedy) {
        this.dispute = dispute;
        this.remedy = remedy;
    }

    /** Returns the reasons, headline first; none when the order is qualified. */
    public static List<Eligibility.Reason> of(Findings findings) {
        if (findings.status() == Eligibility.Status.QUALIFIED) {
            return List.of();
        }
        DisputeCase dispute = findings.dispute();
        boolean canBeFixed = findings.status() == Eligibility.Status.REQUIRES_ACTION;
        // Only an order that requires an action has an explanation that names a remedy.
        Reasons listed = new Reasons(
                dispute,
                canBeFixed
                        ? Remedy.of(findings.fixableTests(), findings.fixable(), dispute)
                                .elements()
                        : Set.of());
        findings.failing().forEach(code -> listed.add(code, null));
        HistoryReason history = findings.history();
        if (history != null) {
            PaymentCredential card = dispute.disputed().order().charge().credential();
            boolean atOneProcessor = card.fingerprint() != null && card.accountReference() == null;
            listed.reasons.add(new Eligibility.Reason(
                    history, null, history.detail(), history.remedy(canBeFixed, atOneProcessor)));
        }
        OrderElements own = dispute.elements();
        PriorPair pair = findings.fixable();
        if (pair == null) {
            listed.addElements(dispute.disputed().order().id(), own, List.of(), ElementSet.NONE);
            return listed.reasons;
        }
        OrderElements first = pair.first().elements();
        OrderElements second = pair.second().elements();
        ElementSet equal = pair.equal();
        listed.addElements(dispute.disputed().order().id(), own, List.of(first, second), equal);
        listed.addPrior(pair.first(), List.of(own, second), equal);
        listed.addPrior(pair.second(), List.of(own, first), equal);
        return listed.reasons;
    }

    private void addPrior(JudgedPrior prior, List<OrderElements> others, ElementSet equal) {
        addElements(prior.id(), prior.elements(), others, equal);
        if (prior.lacksDescription(dispute.profile())) {
            add(ElementReason.PRIOR_DESCRIPTION_MISSING, prior.id());
        }
    }

    /**
     * @param others the other two orders of the three, or none
     * @param equal the elements that are equal on all three
     */
    private void addElements(OrderId id, OrderElements elements, List<OrderElements> others, ElementSet equal) {
        for (Element element : dispute.profile().elements().elements()) {
            ElementReason fault = elements.fault(element);
            if (fault != null) {
                add(fault, id);
            } else if (elements.isMissing(element)) {
                ElementReason missing = missing(id, element, elements, others, equal);
                if (missing != null) {
                    add(missing, id);
                }
            }
        }
    }

    private @Nullable ElementReason missing(
            OrderId id, Element element, OrderElements elements, List<OrderElements> others, ElementSet equal) {
        return switch (element) {
            case IP ->
                id.equals(dispute.disputed().order().id()) && elements.facts().isRecurring()
                        ? ElementReason.RENEWAL_WITHOUT_IP
                        : ElementReason.IP_MISSING;
            case DEVICE_ID ->
                elements.isMissing(Element.DEVICE_FINGERPRINT)
                        ? ElementReason.DEVICE_MISSING
                        : wanted(element, Element.DEVICE_FINGERPRINT, others, equal)
                                ? ElementReason.DEVICE_ID_MISSING
                                : null;
            case DEVICE_FINGERPRINT ->
                !elements.isMissing(Element.DEVICE_ID) && wanted(element, Element.DEVICE_ID, others, equal)
                        ? ElementReason.DEVICE_FINGERPRINT_MISSING
                        : null;
            case ACCOUNT_ID -> ElementReason.ACCOUNT_ID_MISSING;
            case SHIPPING_ADDRESS -> ElementReason.SHIPPING_ADDRESS_MISSING;
            case EMAIL -> ElementReason.EMAIL_MISSING;
        };
    }

    /**
     * Returns true when the kind that is there is not enough, and one of the other orders has the missing kind or the
     * remedy needs it.
     */
    private boolean wanted(Element missing, Element present, List<OrderElements> others, ElementSet equal) {
        return !equal.contains(present)
                && (remedy.contains(missing) || others.stream().anyMatch(order -> order.isUsable(missing)));
    }

    private void add(ReasonCode code, @Nullable OrderId id) {
        reasons.add(new Eligibility.Reason(code, id, code.detail(), code.remedy()));
    }
}
