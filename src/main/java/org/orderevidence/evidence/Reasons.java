package org.orderevidence.evidence;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderId;

/** Lists the reasons: the disputed order's own tests, its history, then the elements of the order and of one pair. */
final class Reasons {
    private final Profile profile;
    private final List<Eligibility.Reason> reasons = new ArrayList<>();

    private Reasons(Profile profile) {
        this.profile = profile;
    }

    /** The reasons, headline first; none when the order is qualified. */
    static List<Eligibility.Reason> of(Findings findings) {
        if (findings.status() == Eligibility.Status.QUALIFIED) {
            return List.of();
        }
        DisputeCase dispute = findings.dispute();
        Reasons listed = new Reasons(dispute.profile());
        findings.failing().forEach(code -> listed.add(code, null));
        if (findings.history() != null) {
            listed.add(findings.history(), null);
        }
        listed.addElements(dispute.disputed().order().id(), dispute.elements());
        PriorPair pair = findings.mendable();
        if (pair != null) {
            listed.addPrior(pair.first());
            listed.addPrior(pair.second());
        }
        return listed.reasons;
    }

    private void addPrior(JudgedPrior prior) {
        addElements(prior.id(), prior.elements());
        if (profile.asksForPriorDescriptions() && !prior.facts().hasDescription()) {
            add(ReasonCode.PRIOR_DESCRIPTION_MISSING, prior.id());
        }
    }

    private void addElements(OrderId id, OrderElements elements) {
        for (Element element : ElementSets.list(profile.elements())) {
            ElementFault fault = elements.fault(element);
            if (fault != null) {
                add(unusable(fault), id);
            } else if (!elements.isUsable(element)) {
                ReasonCode missing = missing(element, elements);
                if (missing != null) {
                    add(missing, id);
                }
            }
        }
    }

    private static ReasonCode unusable(ElementFault fault) {
        return switch (fault) {
            case IP_INVALID -> ReasonCode.IP_INVALID;
            case IP_NOT_PUBLIC -> ReasonCode.IP_NOT_PUBLIC;
            case DEVICE_ID_TOO_SHORT -> ReasonCode.DEVICE_ID_TOO_SHORT;
            case DEVICE_FINGERPRINT_TOO_SHORT -> ReasonCode.DEVICE_FINGERPRINT_TOO_SHORT;
            case SHIPPING_ADDRESS_INCOMPLETE -> ReasonCode.SHIPPING_ADDRESS_INCOMPLETE;
            case EMAIL_INVALID -> ReasonCode.EMAIL_INVALID;
        };
    }

    /** The reason for a missing element; absent for a device id or fingerprint that the other makes up for. */
    private static @Nullable ReasonCode missing(Element element, OrderElements elements) {
        return switch (element) {
            case IP -> ReasonCode.IP_MISSING;
            case DEVICE_ID -> isMissing(Element.DEVICE_FINGERPRINT, elements) ? ReasonCode.DEVICE_MISSING : null;
            case DEVICE_FINGERPRINT -> null;
            case ACCOUNT_ID -> ReasonCode.ACCOUNT_ID_MISSING;
            case SHIPPING_ADDRESS -> ReasonCode.SHIPPING_ADDRESS_MISSING;
            case EMAIL -> ReasonCode.EMAIL_MISSING;
        };
    }

    private static boolean isMissing(Element element, OrderElements elements) {
        return !elements.isUsable(element) && elements.fault(element) == null;
    }

    private void add(ReasonCode code, @Nullable OrderId id) {
        reasons.add(new Eligibility.Reason(code, id, code.detail(), code.remedy()));
    }
}
