package org.orderevidence.order.part;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;

/**
 * The statement of a source about the card movement of an order. Each field is as in {@link Charge}, and empty if the
 * source does not state it.
 *
 * @param money what was charged
 * @param transactionTime when it was charged
 * @param settledAt when it was settled
 * @param fulfilledAt when the goods or services were delivered
 * @param credential the card
 * @param references the ids that payment companies gave it
 * @param verification what was verified about the cardholder
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
        Charge.Verification verification,
        @Nullable PaymentState state,
        @Nullable StatedRefund refund,
        @Nullable Boolean cardPresent,
        @Nullable Boolean validation,
        @Nullable Boolean recurring,
        Charge.@Nullable Type type,
        @Nullable OrderId initialOrderId,
        Charge.@Nullable Category category) {
    /** A charge about which nothing is stated. */
    public static final StatedCharge EMPTY = ofLaterFacts(null, null, Charge.References.NONE, null, null);

    /** Returns the value that counts for a field, of the values that the parts of an order state. */
    interface Choice {
        /** Returns the value of a field of the payment: a processor wins over a shop. */
        <T> @Nullable T payment(StatedField field, Function<StatedCharge, @Nullable T> value);

        /** Returns the value of a field of the purchase: a shop wins over a processor. */
        <T> @Nullable T purchase(StatedField field, Function<StatedCharge, @Nullable T> value);
    }

    /**
     * Returns the charge of an order, with defaults for what no part states.
     *
     * @param choice finds the value of each field that has no rule of its own
     * @param settledAt the chosen settlement
     * @param credential the chosen card
     * @param references the chosen ids
     * @param state the chosen state
     * @param refund all refunds together
     */
    static Charge composed(
            Choice choice,
            Money money,
            OrderTime transactionTime,
            @Nullable OrderTime settledAt,
            PaymentCredential credential,
            Charge.References references,
            @Nullable PaymentState state,
            StatedRefund refund) {
        Charge.Type type = choice.payment(StatedField.TYPE, StatedCharge::type);
        return new Charge(
                money,
                transactionTime,
                settledAt,
                choice.purchase(StatedField.FULFILLED_AT, StatedCharge::fulfilledAt),
                credential,
                references,
                verification(choice),
                state == null ? Charge.Status.SUCCEEDED : state.status(),
                refund.inFull(),
                refund.amountMinor(),
                isTrue(choice.payment(StatedField.CARD_PRESENT, StatedCharge::cardPresent)),
                isTrue(choice.payment(StatedField.VALIDATION, StatedCharge::validation)),
                isTrue(choice.payment(StatedField.RECURRING, StatedCharge::recurring)),
                type == null ? Charge.Type.PURCHASE : type,
                choice.payment(StatedField.INITIAL_ORDER_ID, StatedCharge::initialOrderId),
                choice.purchase(StatedField.CATEGORY, StatedCharge::category));
    }

    private static Charge.Verification verification(Choice choice) {
        return new Charge.Verification(
                choice.payment(
                        StatedField.THREE_DS, stated -> stated.verification().threeDs()),
                choice.payment(
                        StatedField.AVS_RESULT, stated -> stated.verification().avsResult()));
    }

    private static boolean isTrue(@Nullable Boolean stated) {
        return stated != null && stated;
    }

    /** Returns a charge of which only the fields are stated that a platform can send. */
    public static StatedCharge of(
            @Nullable Money money,
            @Nullable OrderTime transactionTime,
            @Nullable OrderTime settledAt,
            @Nullable OrderTime fulfilledAt,
            PaymentCredential credential,
            Charge.References references,
            Charge.Verification verification,
            @Nullable PaymentState state,
            @Nullable StatedRefund refund,
            @Nullable Boolean cardPresent,
            @Nullable Boolean validation,
            @Nullable Boolean recurring) {
        return new StatedCharge(
                money,
                transactionTime,
                settledAt,
                fulfilledAt,
                credential,
                references,
                verification,
                state,
                refund,
                cardPresent,
                validation,
                recurring,
                null,
                null,
                null);
    }

    /** Returns a charge of which only what becomes known later is stated. */
    static StatedCharge ofLaterFacts(
            @Nullable OrderTime settledAt,
            @Nullable OrderTime fulfilledAt,
            Charge.References references,
            @Nullable PaymentState state,
            @Nullable StatedRefund refund) {
        return of(
                null,
                null,
                settledAt,
                fulfilledAt,
                PaymentCredential.NONE,
                references,
                Charge.Verification.NONE,
                state,
                refund,
                null,
                null,
                null);
    }

    /** Returns the same charge with what happened to it; settlement and ARN stay if the new ones are empty. */
    StatedCharge after(
            @Nullable Money amount, @Nullable PaymentState now, @Nullable OrderTime settlement, @Nullable String arn) {
        return with(
                amount,
                settlement == null ? settledAt : settlement,
                credential,
                arn == null ? references : references.withArn(arn),
                now,
                refund);
    }

    /** Returns the same charge with what is stated of its card. */
    public StatedCharge withCredential(PaymentCredential changed) {
        return with(money, settledAt, changed, references, state, refund);
    }

    /** Returns the same charge with what is stated of its refunds. */
    public StatedCharge withRefund(@Nullable StatedRefund changed) {
        return with(money, settledAt, credential, references, state, changed);
    }

    private StatedCharge with(
            @Nullable Money newMoney,
            @Nullable OrderTime newSettledAt,
            PaymentCredential newCredential,
            Charge.References newReferences,
            @Nullable PaymentState newState,
            @Nullable StatedRefund newRefund) {
        return new StatedCharge(
                newMoney,
                transactionTime,
                newSettledAt,
                fulfilledAt,
                newCredential,
                newReferences,
                verification,
                newState,
                newRefund,
                cardPresent,
                validation,
                recurring,
                type,
                initialOrderId,
                category);
    }
}
