package org.orderevidence.evidence;

import java.util.ArrayList;
import java.util.List;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.StoredOrder;

/** The tests which the disputed order must pass by itself. */
final class OrderTests {
    private static final String VISA = "visa";

    private OrderTests() {}

    /** The codes of all tests that fail, in the order in which they are looked for. */
    static List<ReasonCode> failing(DisputeCase dispute) {
        StoredOrder stored = dispute.disputed();
        Charge charge = stored.order().charge();
        List<ReasonCode> failing = new ArrayList<>();
        String network = charge.credential().network();
        if (network == null) {
            failing.add(ReasonCode.NETWORK_UNKNOWN);
        } else if (!network.equals(VISA)) {
            failing.add(ReasonCode.NETWORK_NOT_VISA);
        }
        if (charge.cardPresent()) {
            failing.add(ReasonCode.CARD_PRESENT);
        }
        if (charge.status() == Charge.Status.FAILED) {
            failing.add(ReasonCode.CHARGE_FAILED);
        }
        if (isDisputedButNotForFraud(stored.disputes())) {
            failing.add(ReasonCode.DISPUTE_NOT_FRAUD);
        }
        if (!isKnown(charge.credential())) {
            failing.add(ReasonCode.CREDENTIAL_MISSING);
        }
        if (!stored.order().receipt().describesProduct()) {
            failing.add(ReasonCode.PRODUCT_DESCRIPTION_MISSING);
        }
        boolean saysCategory = charge.category() != null || dispute.accountDefault() != null;
        if (dispute.profile().asksForCategory() && !saysCategory) {
            failing.add(ReasonCode.CATEGORY_MISSING);
        }
        return failing;
    }

    private static boolean isDisputedButNotForFraud(List<Dispute> disputes) {
        List<Dispute> counting = disputes.stream().filter(Dispute::counts).toList();
        return !counting.isEmpty() && counting.stream().noneMatch(Dispute::isFraud);
    }

    private static boolean isKnown(PaymentCredential credential) {
        return credential.fingerprint() != null || credential.binKeyText() != null;
    }
}
