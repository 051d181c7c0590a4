package org.orderevidence.order.part;

import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Address;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.LineItem;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;

/** Builds statements for tests, field by field. */
public final class StatementBuilder {
    private @Nullable Money money;
    private @Nullable OrderTime transaction;
    private @Nullable OrderTime settled;
    private @Nullable OrderTime fulfilled;
    private PaymentCredential card = PaymentCredential.NONE;
    private @Nullable String authCode;
    private @Nullable String arn;
    private @Nullable PaymentState state;
    private @Nullable StatedRefund refund;
    private @Nullable Boolean recurring;
    private Charge.@Nullable Type type;
    private @Nullable OrderId initial;
    private Charge.@Nullable Category category;
    private Customer customer = Customer.NONE;
    private MerchantInfo merchant = MerchantInfo.EMPTY;
    private List<LineItem> items = List.of();
    private @Nullable PersonalText email;
    private @Nullable Address shipping;
    private Receipt.@Nullable Delivery delivery;

    public StatementBuilder money(long amountMinor, String currency) {
        money = new Money(amountMinor, Currency.getInstance(currency));
        return this;
    }

    public StatementBuilder transaction(@Nullable OrderTime time) {
        transaction = time;
        return this;
    }

    public StatementBuilder settled(@Nullable OrderTime time) {
        settled = time;
        return this;
    }

    public StatementBuilder fulfilled(@Nullable OrderTime time) {
        fulfilled = time;
        return this;
    }

    public StatementBuilder card(@Nullable String bin, @Nullable String last4, @Nullable String brand) {
        card = new PaymentCredential(null, null, bin, last4, brand == null ? null : new Brand(brand));
        return this;
    }

    public StatementBuilder authCode(@Nullable String code) {
        authCode = code;
        return this;
    }

    public StatementBuilder arn(@Nullable String number) {
        arn = number;
        return this;
    }

    public StatementBuilder state(@Nullable PaymentState stated) {
        state = stated;
        return this;
    }

    public StatementBuilder refund(boolean inFull, @Nullable Long amountMinor) {
        refund = new StatedRefund(inFull, amountMinor);
        return this;
    }

    public StatementBuilder recurring(@Nullable Boolean stated) {
        recurring = stated;
        return this;
    }

    public StatementBuilder type(Charge.@Nullable Type stated) {
        type = stated;
        return this;
    }

    public StatementBuilder initial(@Nullable OrderId id) {
        initial = id;
        return this;
    }

    public StatementBuilder category(Charge.@Nullable Category stated) {
        category = stated;
        return this;
    }

    public StatementBuilder ip(String ip) {
        customer = new Customer(
                new PersonalText(ip), customer.deviceId(), customer.deviceFingerprint(), customer.accountId());
        return this;
    }

    public StatementBuilder device(@Nullable String id, @Nullable String fingerprint) {
        customer = new Customer(customer.ip(), personal(id), personal(fingerprint), customer.accountId());
        return this;
    }

    public StatementBuilder accountId(String id) {
        customer = new Customer(customer.ip(), customer.deviceId(), customer.deviceFingerprint(), new PersonalText(id));
        return this;
    }

    public StatementBuilder merchant(MerchantInfo info) {
        merchant = info;
        return this;
    }

    public StatementBuilder items(List<LineItem> lines) {
        items = lines;
        return this;
    }

    public StatementBuilder email(String text) {
        email = new PersonalText(text);
        return this;
    }

    public StatementBuilder shipping(Address address) {
        shipping = address;
        return this;
    }

    public StatementBuilder delivery(
            @Nullable String status,
            @Nullable String carrier,
            @Nullable String trackingNumber,
            @Nullable OrderTime deliveredAt) {
        delivery = new Receipt.Delivery(status, carrier, trackingNumber, deliveredAt);
        return this;
    }

    public Statement build() {
        StatedCharge charge = new StatedCharge(
                money,
                transaction,
                settled,
                fulfilled,
                card,
                new Charge.References(authCode, arn, null, null, null, null),
                Charge.Verification.NONE,
                state,
                refund,
                null,
                null,
                recurring,
                type,
                initial,
                category);
        Receipt receipt = new Receipt(merchant, items, email, null, null, null, shipping, null, delivery, null);
        return new Statement(charge, customer, receipt);
    }

    private static @Nullable PersonalText personal(@Nullable String text) {
        return text == null ? null : new PersonalText(text);
    }
}
