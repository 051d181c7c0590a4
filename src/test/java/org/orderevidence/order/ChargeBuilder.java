package org.orderevidence.order;

import java.time.LocalDate;
import java.util.Currency;
import org.jspecify.annotations.Nullable;

/** Makes charges for tests: a paid purchase of 19.99 USD, of which nothing else is known until it is set. */
public final class ChargeBuilder {
    private Money money = new Money(1_999, Currency.getInstance("USD"));
    private OrderTime transactionTime;
    private @Nullable OrderTime settledAt;
    private @Nullable OrderTime fulfilledAt;
    private PaymentCredential credential = PaymentCredential.NONE;
    private Charge.References references = Charge.References.NONE;
    private Charge.Status status = Charge.Status.SUCCEEDED;
    private boolean refunded;
    private @Nullable Long refundedAmountMinor;
    private boolean cardPresent;
    private boolean validation;
    private Charge.Verification verification = Charge.Verification.NONE;
    private boolean recurring;
    private Charge.Type type = Charge.Type.PURCHASE;
    private @Nullable OrderId initialOrderId;
    private Charge.@Nullable Category category;

    private ChargeBuilder(OrderTime transactionTime) {
        this.transactionTime = transactionTime;
    }

    /** A charge made at this time. */
    public static ChargeBuilder at(OrderTime transactionTime) {
        return new ChargeBuilder(transactionTime);
    }

    /** A charge made on this day. */
    public static ChargeBuilder on(LocalDate day) {
        return at(OrderTime.on(day));
    }

    /** A charge equal to this one until something is set. */
    public static ChargeBuilder copyOf(Charge charge) {
        ChargeBuilder copy = new ChargeBuilder(charge.transactionTime());
        copy.money = charge.money();
        copy.settledAt = charge.settledAt();
        copy.fulfilledAt = charge.fulfilledAt();
        copy.credential = charge.credential();
        copy.references = charge.references();
        copy.verification = charge.verification();
        copy.status = charge.status();
        copy.refunded = charge.refunded();
        copy.refundedAmountMinor = charge.refundedAmountMinor();
        copy.cardPresent = charge.cardPresent();
        copy.validation = charge.validation();
        copy.recurring = charge.recurring();
        copy.type = charge.type();
        copy.initialOrderId = charge.initialOrderId();
        copy.category = charge.category();
        return copy;
    }

    public ChargeBuilder amount(long minor, String currency) {
        money = new Money(minor, Currency.getInstance(currency));
        return this;
    }

    public ChargeBuilder settledAt(@Nullable OrderTime value) {
        settledAt = value;
        return this;
    }

    public ChargeBuilder fulfilledAt(@Nullable OrderTime value) {
        fulfilledAt = value;
        return this;
    }

    public ChargeBuilder credential(PaymentCredential value) {
        credential = value;
        return this;
    }

    public ChargeBuilder references(Charge.References value) {
        references = value;
        return this;
    }

    public ChargeBuilder verification(Charge.Verification value) {
        verification = value;
        return this;
    }

    public ChargeBuilder status(Charge.Status value) {
        status = value;
        return this;
    }

    public ChargeBuilder refunded(boolean value) {
        refunded = value;
        return this;
    }

    public ChargeBuilder refundedAmountMinor(@Nullable Long value) {
        refundedAmountMinor = value;
        return this;
    }

    public ChargeBuilder cardPresent(boolean value) {
        cardPresent = value;
        return this;
    }

    public ChargeBuilder validation(boolean value) {
        validation = value;
        return this;
    }

    public ChargeBuilder recurring(boolean value) {
        recurring = value;
        return this;
    }

    public ChargeBuilder type(Charge.Type value) {
        type = value;
        return this;
    }

    public ChargeBuilder initialOrderId(@Nullable OrderId value) {
        initialOrderId = value;
        return this;
    }

    public ChargeBuilder category(Charge.@Nullable Category value) {
        category = value;
        return this;
    }

    public Charge build() {
        return new Charge(
                money,
                transactionTime,
                settledAt,
                fulfilledAt,
                credential,
                references,
                verification,
                status,
                refunded,
                refundedAmountMinor,
                cardPresent,
                validation,
                recurring,
                type,
                initialOrderId,
                category);
    }
}
