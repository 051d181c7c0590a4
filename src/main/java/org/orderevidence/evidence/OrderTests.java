package org.orderevidence.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Eligibility.Check;
import org.orderevidence.evidence.ReasonCode.DecisiveReason;
import org.orderevidence.evidence.ReasonCode.FixableReason;
import org.orderevidence.evidence.ReasonCode.OrderReason;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.StoredOrder;

/** The tests that the disputed order must pass by itself, in the order in which reasons are listed. */
public record OrderTests(DisputeCase dispute, StoredOrder stored, Charge charge) {
    private static final String NONE = "none";

    /** A test and its outcome. */
    public record Outcome(Check check, @Nullable OrderReason reason) {}

    public static List<Outcome> of(DisputeCase dispute) {
        StoredOrder stored = dispute.disputed();
        OrderTests tests = new OrderTests(dispute, stored, stored.order().charge());
        List<Outcome> outcomes = new ArrayList<>(7);
        outcomes.add(tests.network());
        outcomes.add(tests.card());
        outcomes.add(tests.chargeStatus());
        outcomes.add(tests.disputes());
        outcomes.add(tests.credential());
        outcomes.add(tests.description());
        if (dispute.profile().asksForCategory()) {
            outcomes.add(tests.category());
        }
        return outcomes;
    }

    /** Returns the reasons of the tests that fail, headline first. */
    public static List<OrderReason> failing(List<Outcome> outcomes) {
        List<OrderReason> failing = new ArrayList<>();
        for (Outcome outcome : outcomes) {
            if (outcome.reason != null) {
                failing.add(outcome.reason);
            }
        }
        return failing;
    }

    private Outcome network() {
        PaymentCredential card = charge.credential();
        String network = card.network();
        boolean byBin = card.brand() == null || !card.brand().isKnown();
        String found = network == null ? "not known" : byBin ? network + ", by the BIN" : network;
        OrderReason reason = network == null
                ? FixableReason.NETWORK_UNKNOWN
                : network.equals(RuleNumbers.NETWORK) ? null : DecisiveReason.NETWORK_NOT_VISA;
        return outcome(Check.Code.NETWORK, "Visa", found, reason);
    }

    private Outcome card() {
        boolean present = charge.cardPresent();
        return outcome(
                Check.Code.CARD,
                "card-absent",
                present ? "card-present" : "card-absent",
                present ? DecisiveReason.CARD_PRESENT : null);
    }

    private Outcome chargeStatus() {
        return switch (charge.status()) {
            case SUCCEEDED -> outcome(Check.Code.CHARGE, "succeeded", "succeeded", null);
            case FAILED ->
                stored.isUncaptured()
                        ? outcome(
                                Check.Code.CHARGE,
                                "succeeded",
                                "approved, not captured",
                                DecisiveReason.CHARGE_UNCAPTURED)
                        : outcome(Check.Code.CHARGE, "succeeded", "failed", DecisiveReason.CHARGE_FAILED);
        };
    }

    private Outcome disputes() {
        List<Dispute> active = stored.activeDisputes();
        OrderReason reason = active.isEmpty() || active.stream().anyMatch(Dispute::isFraud)
                ? null
                : active.stream().anyMatch(Dispute::isOfUnknownCondition)
                        ? FixableReason.CONDITION_UNKNOWN
                        : DecisiveReason.DISPUTE_NOT_FRAUD;
        String found = active.isEmpty()
                ? NONE
                : active.stream()
                        .map(Dispute::condition)
                        .distinct()
                        .sorted()
                        .map(condition -> "condition " + condition)
                        .collect(Collectors.joining(", "));
        return outcome(Check.Code.DISPUTE, "none, or condition " + Dispute.FRAUD_CARD_ABSENT, found, reason);
    }

    private Outcome credential() {
        PaymentCredential card = charge.credential();
        return outcome(
                Check.Code.CREDENTIAL,
                "PAR, fingerprint, or BIN and last four digits",
                foundOf(card),
                card.isKnown() ? null : FixableReason.CREDENTIAL_MISSING);
    }

    private static String foundOf(PaymentCredential card) {
        if (card.accountReference() != null) {
            return card.fingerprint() == null ? "PAR" : "PAR and fingerprint";
        }
        if (card.fingerprint() != null) {
            return "fingerprint";
        }
        if (card.bin() != null) {
            return card.last4() == null ? "only the BIN" : "BIN and last four digits";
        }
        return card.last4() == null ? NONE : "only the last four digits";
    }

    private Outcome description() {
        int items = stored.order().receipt().lineItems().size();
        boolean described = stored.order().receipt().describesProduct();
        String lines = items + (items == 1 ? " line item" : " line items");
        String found = items > 0 ? lines : described ? "receipt description" : NONE;
        return outcome(
                Check.Code.DESCRIPTION,
                "product description",
                found,
                described ? null : FixableReason.PRODUCT_DESCRIPTION_MISSING);
    }

    private Outcome category() {
        Charge.Category own = charge.category();
        Charge.Category byDefault = dispute.accountDefault();
        String found = own != null
                ? own.wireName()
                : byDefault != null ? byDefault.wireName() + ", by the account's default" : NONE;
        return outcome(
                Check.Code.CATEGORY,
                "merchandise or services",
                found,
                own == null && byDefault == null ? FixableReason.CATEGORY_MISSING : null);
    }

    private static Outcome outcome(Check.Code code, String needed, String found, @Nullable OrderReason reason) {
        return new Outcome(new Check(code, reason == null, needed, found), reason);
    }
}
