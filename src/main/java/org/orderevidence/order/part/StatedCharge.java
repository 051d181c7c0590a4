package org.orderevidence.order.part;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;

/**
 * What a source states about the card movement of an order. Each field is as in {@link Charge}, and empty if the source
 * does not state it.
 *
 * @param money what was charged
 * @param transactionTime when it was charged
 * @param settledAt when it was settled
 * @param fulfilledAt when the goods or services were delivered
 * @param credential the card
 * @param references the ids that payment companies gave it
 * @param state how far the payment got
 * @param refund what was refunded
 * @param cardPresent whether it was a charge at a terminal
 * @param validation whether it only verified the card
 * @param recurring whether the merchant made it, without the customer
 * @param type a purchase, or money sent to the card
 * @param initialOrderId the order by the customer that a recurring one follows
 * @param category what was sold
 */
public record StatedCharge(
        @Nullable Money money,
        @Nullable OrderTime transactionTime,
        @Nullable OrderTime settledAt,
        @Nullable OrderTime fulfilledAt,
        PaymentCredential credential,
        Charge.References references,
        @Nullable PaymentState state,
        @Nullable StatedRefund refund,
        @Nullable Boolean cardPresent,
        @Nullable Boolean validation,
        @Nullable Boolean recurring,
        Charge.@Nullable Type type,
        @Nullable OrderId initialOrderId,
        Charge.@Nullable Category category) {
    /** A charge about which nothing is stated. */
    public static final StatedCharge EMPTY = new StatedCharge(
            null,
            null,
            null,
            null,
            PaymentCredential.NONE,
            Charge.References.NONE,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null);

    /** Returns a charge of which only what becomes known later is stated. */
    static StatedCharge ofLaterFacts(
            @Nullable OrderTime settledAt,
            @Nullable OrderTime fulfilledAt,
            Charge.References references,
            @Nullable PaymentState state,
            @Nullable StatedRefund refund) {
        return new StatedCharge(
                null,
                null,
                settledAt,
                fulfilledAt,
                PaymentCredential.NONE,
                references,
                state,
                refund,
                null,
                null,
                null,
                null,
                null,
                null);
    }

    /** Returns the same charge, with the amount, settlement, ARN and state of {@code later} where it states them. */
    StatedCharge updatedBy(StatedCharge later) {
        return new StatedCharge(
                later.money == null ? money : later.money,
                transactionTime,
                later.settledAt == null ? settledAt : later.settledAt,
                fulfilledAt,
                credential,
                new Charge.References(
                        references.authCode(),
                        later.references.arn() == null ? references.arn() : later.references.arn(),
                        references.networkId(),
                        references.descriptor(),
                        references.gateway(),
                        references.gatewayTransactionId()),
                later.state == null ? state : later.state,
                refund,
                cardPresent,
                validation,
                recurring,
                type,
                initialOrderId,
                category);
    }

    /** Returns the same charge with what is stated of its card. */
    public StatedCharge withCredential(PaymentCredential changed) {
        return new StatedCharge(
                money,
                transactionTime,
                settledAt,
                fulfilledAt,
                changed,
                references,
                state,
                refund,
                cardPresent,
                validation,
                recurring,
                type,
                initialOrderId,
                category);
    }
}
