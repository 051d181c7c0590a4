package org.orderevidence.order.part;

import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.LineItem;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.Receipt;

/**
 * One composition. For each field the first part that states it wins: a PATCH, the upload, then for payment fields
 * processors before shops, and for fields of the purchase shops before processors.
 */
final class Composing {
    private static final Receipt.Delivery NO_DELIVERY = new Receipt.Delivery(null, null, null, null);

    private final OrderId id;
    private final StatedParts parts;
    private final List<Stated> purchases;
    private final Map<StatedField, Source> sources = new EnumMap<>(StatedField.class);
    private final Set<StatedField> superseded = EnumSet.noneOf(StatedField.class);

    Composing(OrderId id, Collection<Part> parts) {
        this.id = id;
        this.parts = StatedParts.of(parts);
        this.purchases = this.parts.purchases();
    }

    Composition compose() {
        List<Stated> payments = parts.payments();
        Money money = payment(payments, StatedField.AMOUNT, StatedCharge::money);
        payment(payments, StatedField.CURRENCY, StatedCharge::money);
        Set<Source> otherwise = payments.stream()
                .filter(part -> !agrees(part, money))
                .map(part -> part.key().source())
                .collect(Collectors.toSet());
        // The other parts of a platform that states another amount are about that purchase too.
        List<Stated> agreeing = payments.stream()
                .filter(part -> !otherwise.contains(part.key().source()))
                .toList();
        OrderTime transaction = payment(agreeing, StatedField.TRANSACTION_DATE, StatedCharge::transactionTime);
        if (money == null || transaction == null) {
            return new Composition.Incomplete(missing(money, transaction));
        }
        OrderId movedTo = parts.movedTo();
        if (movedTo != null) {
            return Composition.Complete.moved(moved(money, transaction), movedTo);
        }
        PaymentState state = payment(agreeing, StatedField.STATUS, StatedCharge::state);
        Order order =
                new Order(id, parts.revision(), charge(agreeing, money, transaction, state), customer(), receipt());
        return new Composition.Complete(
                order,
                sources,
                mismatched(payments, money),
                state == PaymentState.UNCAPTURED,
                superseded,
                parts.method(),
                null);
    }

    /** What is left of an order whose parts were moved: nothing by which it could be found or serve as a prior. */
    private Order moved(Money money, OrderTime transaction) {
        Charge charge = StatedCharge.composed(
                new Agreeing(List.of()),
                money,
                transaction,
                null,
                PaymentCredential.NONE,
                Charge.References.NONE,
                PaymentState.FAILED,
                StatedRefund.NONE);
        return new Order(id, null, charge, Customer.NONE, Receipt.EMPTY);
    }

    /** True if the part states the order's amount and currency, or none. */
    private static boolean agrees(Stated part, @Nullable Money money) {
        Money stated = part.statement().charge().money();
        return stated == null || stated.equals(money);
    }

    private List<PartKey> mismatched(List<Stated> payments, Money money) {
        return Stream.concat(
                        payments.stream().filter(part -> !agrees(part, money)), parts.otherPurchases(money).stream())
                .map(Stated::key)
                .sorted()
                .toList();
    }

    private static Set<StatedField> missing(@Nullable Money money, @Nullable OrderTime transaction) {
        Set<StatedField> missing = EnumSet.noneOf(StatedField.class);
        if (money == null) {
            missing.add(StatedField.AMOUNT);
            missing.add(StatedField.CURRENCY);
        }
        if (transaction == null) {
            missing.add(StatedField.TRANSACTION_DATE);
        }
        return missing;
    }

    private Charge charge(List<Stated> agreeing, Money money, OrderTime transaction, @Nullable PaymentState state) {
        OrderTime settled = payment(agreeing, StatedField.SETTLED_AT, charge -> {
            OrderTime stated = charge.settledAt();
            return stated == null || !Charge.canSettle(transaction, stated) ? null : stated;
        });
        return StatedCharge.composed(
                new Agreeing(agreeing),
                money,
                transaction,
                settled,
                card(agreeing),
                references(agreeing),
                state,
                refund(money));
    }

    /** Looks for fields of the payment only in the parts that agree with the order's amount. */
    private final class Agreeing implements StatedCharge.Choice {
        private final List<Stated> agreeing;

        Agreeing(List<Stated> agreeing) {
            this.agreeing = agreeing;
        }

        @Override
        public <T> @Nullable T payment(StatedField field, Function<StatedCharge, @Nullable T> value) {
            return Composing.this.payment(
                    field == StatedField.RECURRING ? parts.chargesLast(agreeing) : agreeing, field, value);
        }

        @Override
        public <T> @Nullable T purchase(StatedField field, Function<StatedCharge, @Nullable T> value) {
            return first(purchases, field, statement -> value.apply(statement.charge()));
        }
    }

    private StatedRefund refund(Money money) {
        RefundTotal total = RefundTotal.of(parts, money);
        Source source = total.source();
        if (source != null) {
            sources.put(StatedField.REFUND, source);
        }
        if (total.isPatchSuperseded()) {
            superseded.add(StatedField.REFUND);
        }
        return total.refund();
    }

    private Charge.References references(List<Stated> agreeing) {
        return new Charge.References(
                reference(agreeing, StatedField.AUTH_CODE, Charge.References::authCode),
                reference(agreeing, StatedField.ARN, Charge.References::arn),
                reference(agreeing, StatedField.NETWORK_ID, Charge.References::networkId),
                reference(agreeing, StatedField.DESCRIPTOR, Charge.References::descriptor),
                reference(agreeing, StatedField.GATEWAY, Charge.References::gateway),
                reference(agreeing, StatedField.GATEWAY_TRANSACTION_ID, Charge.References::gatewayTransactionId));
    }

    /**
     * The card of the first part that states any field of it, so that no card is put together from two. A part about a
     * card with the same first six and last four digits fills the fields that are still empty.
     */
    private PaymentCredential card(List<Stated> agreeing) {
        PaymentCredential card = PaymentCredential.NONE;
        for (Stated part : agreeing) {
            PaymentCredential stated = part.statement().charge().credential();
            boolean isFirst = card.equals(PaymentCredential.NONE);
            if (stated.equals(PaymentCredential.NONE) || !(isFirst || card.hasDigitsOf(stated))) {
                continue;
            }
            Source source = part.key().source();
            card = new PaymentCredential(
                    filled(
                            card.accountReference(),
                            stated.accountReference(),
                            StatedField.PAYMENT_ACCOUNT_REFERENCE,
                            source),
                    filled(card.fingerprint(), stated.fingerprint(), StatedField.CARD_FINGERPRINT, source),
                    filled(card.bin(), stated.bin(), StatedField.BIN, source),
                    filled(card.last4(), stated.last4(), StatedField.LAST4, source),
                    filled(card.brand(), stated.brand(), StatedField.BRAND, source));
        }
        return card;
    }

    private <T> @Nullable T filled(@Nullable T known, @Nullable T stated, StatedField field, Source source) {
        if (known != null || stated == null) {
            return known;
        }
        sources.put(field, source);
        return stated;
    }

    private Customer customer() {
        Stated device = null;
        for (Stated part : purchases) {
            Customer stated = part.statement().customer();
            if (stated.deviceId() != null || stated.deviceFingerprint() != null) {
                device = part;
                break;
            }
        }
        List<Stated> devices = device == null ? List.of() : List.of(device);
        return new Customer(
                first(
                        purchases,
                        StatedField.IP,
                        statement -> statement.customer().ip()),
                first(
                        devices,
                        StatedField.DEVICE_ID,
                        statement -> statement.customer().deviceId()),
                first(
                        devices,
                        StatedField.DEVICE_FINGERPRINT,
                        statement -> statement.customer().deviceFingerprint()),
                first(
                        purchases,
                        StatedField.CUSTOMER_ACCOUNT_ID,
                        statement -> statement.customer().accountId()));
    }

    private Receipt receipt() {
        List<LineItem> items =
                of(StatedField.LINE_ITEMS, receipt -> receipt.lineItems().isEmpty() ? null : receipt.lineItems());
        return new Receipt(
                merchant(),
                items == null ? List.of() : items,
                of(StatedField.CUSTOMER_EMAIL, Receipt::customerEmail),
                of(StatedField.CUSTOMER_PHONE, Receipt::customerPhone),
                of(StatedField.CUSTOMER_NAME, Receipt::customerName),
                of(StatedField.BILLING_ADDRESS, Receipt::billingAddress),
                of(StatedField.SHIPPING_ADDRESS, Receipt::shippingAddress),
                of(StatedField.DESCRIPTION, Receipt::description),
                delivery(),
                of(StatedField.TOTALS, Receipt::totals));
    }

    private MerchantInfo merchant() {
        MerchantInfo contact = of(
                StatedField.MERCHANT_CONTACT, receipt -> receipt.merchant().hasContact() ? receipt.merchant() : null);
        MerchantInfo shown = contact == null ? MerchantInfo.EMPTY : contact;
        return new MerchantInfo(
                of(StatedField.MERCHANT_NAME, receipt -> receipt.merchant().name()),
                of(
                        StatedField.MERCHANT_DESCRIPTION,
                        receipt -> receipt.merchant().description()),
                of(StatedField.LOGO_URL, receipt -> receipt.merchant().logoUrl()),
                of(StatedField.REFUND_POLICY_LINK, receipt -> receipt.merchant().refundPolicyLink()),
                of(
                        StatedField.CANCELLATION_POLICY_LINK,
                        receipt -> receipt.merchant().cancellationPolicyLink()),
                of(StatedField.TERMS_LINK, receipt -> receipt.merchant().termsAndConditionsLink()),
                shown.phoneForReceipt(),
                shown.emailForReceipt(),
                shown.websiteForReceipt(),
                shown.receiptAddress());
    }

    private Receipt.@Nullable Delivery delivery() {
        Receipt.Delivery delivery = new Receipt.Delivery(
                ofDelivery(StatedField.DELIVERY_STATUS, Receipt.Delivery::status),
                ofDelivery(StatedField.DELIVERY_CARRIER, Receipt.Delivery::carrier),
                ofDelivery(StatedField.DELIVERY_TRACKING_NUMBER, Receipt.Delivery::trackingNumber),
                ofDelivery(StatedField.DELIVERED_AT, Receipt.Delivery::deliveredAt));
        return delivery.equals(NO_DELIVERY) ? null : delivery;
    }

    private <T> @Nullable T payment(
            List<Stated> agreeing, StatedField field, Function<StatedCharge, @Nullable T> value) {
        return first(agreeing, field, statement -> value.apply(statement.charge()));
    }

    private @Nullable String reference(
            List<Stated> agreeing, StatedField field, Function<Charge.References, @Nullable String> value) {
        return first(
                agreeing, field, statement -> value.apply(statement.charge().references()));
    }

    private <T> @Nullable T of(StatedField field, Function<Receipt, @Nullable T> value) {
        return first(purchases, field, statement -> value.apply(statement.receipt()));
    }

    private <T> @Nullable T ofDelivery(StatedField field, Function<Receipt.Delivery, @Nullable T> value) {
        return first(purchases, field, statement -> {
            Receipt.Delivery delivery = statement.receipt().delivery();
            return delivery == null ? null : value.apply(delivery);
        });
    }

    /**
     * The value of the first part that states the field, unless a PATCH of it counts. A PATCH counts until the upload
     * states a value that is neither the one it stated when the PATCH arrived nor the patched one.
     */
    private <T> @Nullable T first(List<Stated> stated, StatedField field, Function<Statement, @Nullable T> value) {
        PartContent.PatchCell patch = parts.patch(field);
        if (patch != null) {
            T patched = value.apply(patch.value());
            // A settlement that no longer fits the transaction counts like none.
            boolean fits = patched != null || patch.value().equals(Statement.EMPTY);
            T uploaded = value.apply(parts.uploaded());
            boolean counts = uploaded == null || uploaded.equals(patched) || uploaded.equals(value.apply(patch.over()));
            if (counts && fits) {
                sources.put(field, Source.PATCH);
                return patched;
            }
            if (!counts) {
                superseded.add(field);
            }
        }
        for (Stated part : stated) {
            T found = value.apply(part.statement());
            if (found != null) {
                sources.put(field, part.key().source());
                return found;
            }
        }
        return null;
    }
}
