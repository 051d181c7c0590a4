package org.orderevidence.order;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Receipt.LineItem;

/** Makes receipts for tests: nothing is known until it is set. */
public final class ReceiptBuilder {
    private MerchantInfo merchant = MerchantInfo.EMPTY;
    private List<LineItem> lineItems = List.of();
    private @Nullable PersonalText customerEmail;
    private @Nullable PersonalText customerPhone;
    private Receipt.@Nullable PersonName customerName;
    private @Nullable Address billingAddress;
    private @Nullable Address shippingAddress;
    private @Nullable String description;
    private Receipt.@Nullable Delivery delivery;
    private Receipt.@Nullable Totals totals;

    public ReceiptBuilder merchant(MerchantInfo value) {
        merchant = value;
        return this;
    }

    public ReceiptBuilder lineItems(List<LineItem> value) {
        lineItems = value;
        return this;
    }

    public ReceiptBuilder customerEmail(@Nullable PersonalText value) {
        customerEmail = value;
        return this;
    }

    public ReceiptBuilder customerEmail(String value) {
        return customerEmail(new PersonalText(value));
    }

    public ReceiptBuilder customerPhone(@Nullable PersonalText value) {
        customerPhone = value;
        return this;
    }

    public ReceiptBuilder customerName(Receipt.@Nullable PersonName value) {
        customerName = value;
        return this;
    }

    public ReceiptBuilder billingAddress(@Nullable Address value) {
        billingAddress = value;
        return this;
    }

    public ReceiptBuilder shippingAddress(@Nullable Address value) {
        shippingAddress = value;
        return this;
    }

    public ReceiptBuilder description(@Nullable String value) {
        description = value;
        return this;
    }

    public ReceiptBuilder delivery(Receipt.@Nullable Delivery value) {
        delivery = value;
        return this;
    }

    public ReceiptBuilder totals(Receipt.@Nullable Totals value) {
        totals = value;
        return this;
    }

    public Receipt build() {
        return new Receipt(
                merchant,
                lineItems,
                customerEmail,
                customerPhone,
                customerName,
                billingAddress,
                shippingAddress,
                description,
                delivery,
                totals);
    }
}
