package org.orderevidence.service;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orderevidence.evidence.ChargeKeys;
import org.orderevidence.evidence.ChargeKeys.ChargeReference;
import org.orderevidence.evidence.ChargeKeys.ReferenceHasher;
import org.orderevidence.evidence.PriorFacts;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;

/**
 * Payments that orders state instead of their charge. A charge that nothing names is an order with the ID of its
 * payment. A merchant can upload the same purchase under another ID and state the payment. Until the first order has
 * moved, this makes both state the same charge, so they count once.
 */
final class StatedPayments {
    private static final String START = "pi_";

    /** A Stripe payment, after any prefix of its integration. The IDs of other payments are those of their charge. */
    private static final Pattern PAYMENT = Pattern.compile(START + "[A-Za-z0-9]{9,}$");

    private final ReferenceHasher hasher;
    private final Map<KeyedHash, KeyedHash> charges = new HashMap<>();

    private StatedPayments(ReferenceHasher hasher) {
        this.hasher = hasher;
    }

    /** Returns the payments whose ID one of the orders has. */
    static StatedPayments among(
            OrderId disputed, PriorFacts facts, List<Candidate> candidates, ReferenceHasher hasher) {
        StatedPayments payments = new StatedPayments(hasher);
        payments.add(disputed, facts);
        for (Candidate candidate : candidates) {
            payments.add(candidate.id(), candidate.facts());
        }
        return payments;
    }

    private void add(OrderId id, PriorFacts facts) {
        KeyedHash charge = facts.chargeKeys().gatewayTransactionId();
        // A card can have thousands of orders, and hardly any has such an ID.
        if (charge == null || !id.value().contains(START)) {
            return;
        }
        Matcher payment = PAYMENT.matcher(id.value());
        if (payment.find()) {
            charges.put(hasher.hash(ChargeReference.GATEWAY_TRANSACTION_ID, payment.group()), charge);
        }
    }

    /** Returns the facts with the charge of the payment, if they state a payment that is known. */
    PriorFacts withCharge(PriorFacts facts) {
        ChargeKeys stated = facts.chargeKeys();
        KeyedHash charge = stated.gatewayTransactionId() == null ? null : charges.get(stated.gatewayTransactionId());
        return charge == null ? facts : facts.withChargeKeys(stated.withGatewayTransactionId(charge));
    }
}
