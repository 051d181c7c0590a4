package org.orderevidence.order.part;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Address;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Order;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;

/** Turns orders of tests into what an upload of them states. */
public final class Statements {
    private Statements() {}

    /** Returns the upload that makes this order. Flags that are false are not stated, like in most uploads. */
    public static PartContent.Upload upload(Order order) {
        return new PartContent.Upload(order.revision(), of(order));
    }

    /** Returns what an upload of this order states. */
    public static Statement of(Order order) {
        Charge charge = order.charge();
        Values values = new Values(OrderFields.ORDER);
        OrderFields.ORDER.fields().forEach(field -> values.putRead(field, field.answer(order)));
        boolean refundStated = charge.refunded() || charge.refundedAmountMinor() != null;
        values.put(refundStated ? new StatedRefund(charge.refunded(), charge.refundedAmountMinor()) : null)
                .put(OrderFields.CARD_PRESENT, trueOrNull(charge.cardPresent()))
                .put(OrderFields.VALIDATION, trueOrNull(charge.validation()))
                .put(OrderFields.RECURRING, trueOrNull(charge.recurring()));
        put(values, order.receipt());
        return values.statement();
    }

    /** Sets what is known of a purchase. */
    static void put(Values values, Receipt receipt) {
        put(values, receipt.merchant());
        values.put(OrderFields.LINE_ITEMS, receipt.lineItems())
                .put(OrderFields.CUSTOMER_EMAIL, text(receipt.customerEmail()))
                .put(OrderFields.CUSTOMER_PHONE, text(receipt.customerPhone()))
                .put(OrderFields.DESCRIPTION, receipt.description());
        put(values, OrderFields.BILLING_ADDRESS, receipt.billingAddress());
        put(values, OrderFields.SHIPPING_ADDRESS, receipt.shippingAddress());
        Receipt.PersonName name = receipt.customerName();
        if (name != null) {
            values.put(OrderFields.CUSTOMER_NAME, name.givenName(), name.familyName());
        }
        Receipt.Delivery delivery = receipt.delivery();
        if (delivery != null) {
            values.put(OrderFields.DELIVERY_STATUS, delivery.status())
                    .put(OrderFields.DELIVERY_CARRIER, delivery.carrier())
                    .put(OrderFields.DELIVERY_TRACKING_NUMBER, delivery.trackingNumber())
                    .put(OrderFields.DELIVERED_AT, delivery.deliveredAt());
        }
        values.put(receipt.totals());
    }

    /** Sets what is known of a merchant. */
    static void put(Values values, MerchantInfo merchant) {
        values.put(OrderFields.MERCHANT_NAME, merchant.name())
                .put(OrderFields.MERCHANT_DESCRIPTION, merchant.description())
                .put(OrderFields.LOGO_URL, merchant.logoUrl())
                .put(OrderFields.REFUND_POLICY_LINK, merchant.refundPolicyLink())
                .put(OrderFields.CANCELLATION_POLICY_LINK, merchant.cancellationPolicyLink())
                .put(OrderFields.TERMS_LINK, merchant.termsAndConditionsLink())
                .put(OrderFields.CONTACT_PHONE, merchant.phoneForReceipt())
                .put(OrderFields.CONTACT_EMAIL, merchant.emailForReceipt())
                .put(OrderFields.CONTACT_WEBSITE, merchant.websiteForReceipt());
        put(values, OrderFields.CONTACT_ADDRESS, merchant.receiptAddress());
    }

    static void put(Values values, List<Field<String>> fields, @Nullable Address address) {
        if (address != null) {
            values.put(
                    fields,
                    address.line1(),
                    address.line2(),
                    address.city(),
                    address.countrySubdivision(),
                    address.postalCode(),
                    address.country(),
                    address.latitude(),
                    address.longitude());
        }
    }

    private static @Nullable String text(@Nullable PersonalText text) {
        return text == null ? null : text.value();
    }

    private static @Nullable Boolean trueOrNull(boolean flag) {
        return flag ? true : null;
    }
}
