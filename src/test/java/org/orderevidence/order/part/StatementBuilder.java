package org.orderevidence.order.part;

import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Address;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Receipt.LineItem;

/** Builds statements for tests, field by field. */
public final class StatementBuilder {
    private final Values values = new Values(OrderFields.ORDER);

    public StatementBuilder money(long amountMinor, String currency) {
        values.put(new Money(amountMinor, Currency.getInstance(currency)));
        return this;
    }

    public StatementBuilder transaction(@Nullable OrderTime time) {
        values.put(OrderFields.TRANSACTION_DATE, time);
        return this;
    }

    public StatementBuilder settled(@Nullable OrderTime time) {
        values.put(OrderFields.SETTLED_AT, time);
        return this;
    }

    public StatementBuilder fulfilled(@Nullable OrderTime time) {
        values.put(OrderFields.FULFILLED_AT, time);
        return this;
    }

    public StatementBuilder card(@Nullable String bin, @Nullable String last4, @Nullable String brand) {
        values.put(OrderFields.BIN, bin)
                .put(OrderFields.LAST4, last4)
                .put(OrderFields.BRAND, brand == null ? null : new Brand(brand));
        return this;
    }

    public StatementBuilder authCode(@Nullable String code) {
        values.put(OrderFields.AUTH_CODE, code);
        return this;
    }

    public StatementBuilder arn(@Nullable String number) {
        values.put(OrderFields.ARN, number);
        return this;
    }

    public StatementBuilder state(@Nullable PaymentState stated) {
        values.put(OrderFields.STATUS, stated);
        return this;
    }

    public StatementBuilder refund(boolean inFull, @Nullable Long amountMinor) {
        values.put(new StatedRefund(inFull, amountMinor));
        return this;
    }

    public StatementBuilder recurring(@Nullable Boolean stated) {
        values.put(OrderFields.RECURRING, stated);
        return this;
    }

    public StatementBuilder type(Charge.@Nullable Type stated) {
        values.put(OrderFields.TYPE, stated);
        return this;
    }

    public StatementBuilder initial(@Nullable OrderId id) {
        values.put(OrderFields.INITIAL_ORDER_ID, id);
        return this;
    }

    public StatementBuilder category(Charge.@Nullable Category stated) {
        values.put(OrderFields.CATEGORY, stated);
        return this;
    }

    public StatementBuilder ip(String ip) {
        values.put(OrderFields.IP, ip);
        return this;
    }

    public StatementBuilder device(@Nullable String id, @Nullable String fingerprint) {
        values.put(OrderFields.DEVICE_ID, id).put(OrderFields.DEVICE_FINGERPRINT, fingerprint);
        return this;
    }

    public StatementBuilder accountId(String id) {
        values.put(OrderFields.CUSTOMER_ACCOUNT_ID, id);
        return this;
    }

    public StatementBuilder merchant(MerchantInfo info) {
        Statements.put(values, info);
        return this;
    }

    public StatementBuilder items(List<LineItem> lines) {
        values.put(OrderFields.LINE_ITEMS, lines);
        return this;
    }

    public StatementBuilder email(String text) {
        values.put(OrderFields.CUSTOMER_EMAIL, text);
        return this;
    }

    public StatementBuilder shipping(Address address) {
        Statements.put(values, OrderFields.SHIPPING_ADDRESS, address);
        return this;
    }

    public StatementBuilder delivery(
            @Nullable String status,
            @Nullable String carrier,
            @Nullable String trackingNumber,
            @Nullable OrderTime deliveredAt) {
        values.put(OrderFields.DELIVERY_STATUS, status)
                .put(OrderFields.DELIVERY_CARRIER, carrier)
                .put(OrderFields.DELIVERY_TRACKING_NUMBER, trackingNumber)
                .put(OrderFields.DELIVERED_AT, deliveredAt);
        return this;
    }

    public Statement build() {
        return values.statement();
    }
}
