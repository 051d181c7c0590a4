package org.orderevidence.store.document;

import java.util.Currency;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.LineItem;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;

/**
 * The one stored form of an {@link Order}: tagged, versioned, checksummed bytes. The same order is always the same
 * bytes, so that two orders are equal exactly when their documents are.
 */
public final class OrderDocument {
    private static final int KIND = 'O';
    private static final int VERSION = 1;

    private OrderDocument() {}

    /**
     * The bytes of an order.
     *
     * @throws IllegalArgumentException when a text has an unpaired surrogate, or all of it is longer than a document
     *     may be: neither passes the limits of an upload
     */
    public static byte[] encode(Order order) {
        return DocumentWriter.document(KIND, VERSION, order, OrderDocument::writeOrder);
    }

    /**
     * The order of these bytes.
     *
     * @throws UnreadableDocument when they are damaged or from a newer program
     */
    public static Order decode(byte[] bytes) {
        return DocumentReader.document(KIND, VERSION, bytes, OrderDocument::readOrder);
    }

    private static void writeOrder(DocumentWriter to, Order order) {
        to.text(1, order.id().value());
        to.count(2, order.revision());
        to.group(3, order.charge(), OrderDocument::writeCharge);
        to.group(4, order.customer(), OrderDocument::writeCustomer);
        to.group(5, order.receipt(), OrderDocument::writeReceipt);
    }

    private static Order readOrder(DocumentReader from) {
        return new Order(
                new OrderId(from.requiredText(1)),
                from.count(2),
                from.requiredGroup(3, OrderDocument::readCharge),
                from.requiredGroup(4, OrderDocument::readCustomer),
                from.requiredGroup(5, OrderDocument::readReceipt));
    }

    private static void writeCharge(DocumentWriter to, Charge charge) {
        to.count(1, charge.money().amountMinor());
        to.text(2, charge.money().currency().getCurrencyCode());
        to.time(3, charge.transactionTime());
        to.time(4, charge.settledAt());
        to.time(5, charge.fulfilledAt());
        to.group(6, charge.credential(), OrderDocument::writeCredential);
        to.group(7, charge.references(), OrderDocument::writeReferences);
        to.count(8, DocumentEnums.number(charge.status()));
        to.flag(9, charge.refunded());
        to.count(10, charge.refundedAmountMinor());
        to.flag(11, charge.cardPresent());
        to.flag(12, charge.validation());
        to.flag(13, charge.recurring());
        to.count(14, DocumentEnums.number(charge.type()));
        OrderId initial = charge.initialOrderId();
        to.text(15, initial == null ? null : initial.value());
        Charge.Category category = charge.category();
        to.count(16, category == null ? null : DocumentEnums.number(category));
    }

    private static Charge readCharge(DocumentReader from) {
        Money money = new Money(from.requiredCount(1), Currency.getInstance(from.requiredText(2)));
        OrderTime transactionTime = from.requiredTime(3);
        OrderTime settledAt = from.time(4);
        OrderTime fulfilledAt = from.time(5);
        PaymentCredential credential = from.requiredGroup(6, OrderDocument::readCredential);
        Charge.References references = from.requiredGroup(7, OrderDocument::readReferences);
        Charge.Status status = DocumentEnums.status(from.requiredCount(8));
        boolean refunded = from.flag(9);
        Long refundedAmount = from.count(10);
        boolean cardPresent = from.flag(11);
        boolean validation = from.flag(12);
        boolean recurring = from.flag(13);
        Charge.Type type = DocumentEnums.type(from.requiredCount(14));
        String initial = from.text(15);
        Long category = from.count(16);
        return new Charge(
                money,
                transactionTime,
                settledAt,
                fulfilledAt,
                credential,
                references,
                status,
                refunded,
                refundedAmount,
                cardPresent,
                validation,
                recurring,
                type,
                initial == null ? null : new OrderId(initial),
                category == null ? null : DocumentEnums.category(category));
    }

    private static void writeCredential(DocumentWriter to, PaymentCredential credential) {
        to.hash(1, credential.fingerprint());
        to.text(2, credential.bin());
        to.text(3, credential.last4());
        var brand = credential.brand();
        to.text(4, brand == null ? null : brand.name());
    }

    private static PaymentCredential readCredential(DocumentReader from) {
        return new PaymentCredential(from.hash(1), from.text(2), from.text(3), DocumentEnums.brand(from.text(4)));
    }

    private static void writeReferences(DocumentWriter to, Charge.References references) {
        to.text(1, references.authCode());
        to.text(2, references.arn());
        to.text(3, references.networkId());
        to.text(4, references.descriptor());
        to.text(5, references.gateway());
        to.text(6, references.gatewayTransactionId());
    }

    private static Charge.References readReferences(DocumentReader from) {
        return new Charge.References(
                from.text(1), from.text(2), from.text(3), from.text(4), from.text(5), from.text(6));
    }

    private static void writeCustomer(DocumentWriter to, Customer customer) {
        to.text(1, value(customer.ip()));
        to.text(2, value(customer.deviceId()));
        to.text(3, value(customer.deviceFingerprint()));
        to.text(4, value(customer.accountId()));
    }

    private static Customer readCustomer(DocumentReader from) {
        return new Customer(
                personal(from.text(1)), personal(from.text(2)), personal(from.text(3)), personal(from.text(4)));
    }

    private static void writeReceipt(DocumentWriter to, Receipt receipt) {
        to.group(1, receipt.merchant(), ProfileDocument::writeMerchant);
        for (LineItem item : receipt.lineItems()) {
            to.group(2, item, OrderDocument::writeLineItem);
        }
        to.text(3, value(receipt.customerEmail()));
        to.text(4, value(receipt.customerPhone()));
        to.group(5, receipt.customerName(), OrderDocument::writeName);
        to.group(6, receipt.billingAddress(), ProfileDocument::writeAddress);
        to.group(7, receipt.shippingAddress(), ProfileDocument::writeAddress);
        to.text(8, receipt.description());
        to.group(9, receipt.delivery(), OrderDocument::writeDelivery);
        to.group(10, receipt.totals(), OrderDocument::writeTotals);
    }

    private static Receipt readReceipt(DocumentReader from) {
        return new Receipt(
                from.requiredGroup(1, ProfileDocument::readMerchant),
                from.groups(2, Receipt.MAX_LINE_ITEMS, OrderDocument::readLineItem),
                personal(from.text(3)),
                personal(from.text(4)),
                from.group(5, OrderDocument::readName),
                from.group(6, ProfileDocument::readAddress),
                from.group(7, ProfileDocument::readAddress),
                from.text(8),
                from.group(9, OrderDocument::readDelivery),
                from.group(10, OrderDocument::readTotals));
    }

    private static void writeLineItem(DocumentWriter to, LineItem item) {
        to.text(1, item.productName());
        to.text(2, item.productDescription());
        Currency currency = item.currency();
        to.text(3, currency == null ? null : currency.getCurrencyCode());
        to.count(4, item.quantity());
        to.signed(5, item.priceMinor());
    }

    private static LineItem readLineItem(DocumentReader from) {
        String name = from.requiredText(1);
        String description = from.text(2);
        String currency = from.text(3);
        return new LineItem(
                name,
                description,
                currency == null ? null : Currency.getInstance(currency),
                from.requiredCount(4),
                from.requiredSigned(5));
    }

    private static void writeName(DocumentWriter to, Receipt.PersonName name) {
        to.text(1, name.givenName());
        to.text(2, name.familyName());
    }

    private static Receipt.PersonName readName(DocumentReader from) {
        return new Receipt.PersonName(from.text(1), from.text(2));
    }

    private static void writeDelivery(DocumentWriter to, Receipt.Delivery delivery) {
        to.text(1, delivery.status());
        to.text(2, delivery.carrier());
        to.text(3, delivery.trackingNumber());
        to.time(4, delivery.deliveredAt());
    }

    private static Receipt.Delivery readDelivery(DocumentReader from) {
        return new Receipt.Delivery(from.text(1), from.text(2), from.text(3), from.time(4));
    }

    private static void writeTotals(DocumentWriter to, Receipt.Totals totals) {
        to.signed(1, totals.subtotalMinor());
        to.signed(2, totals.taxMinor());
        to.signed(3, totals.shippingMinor());
        to.signed(4, totals.discountMinor());
    }

    private static Receipt.Totals readTotals(DocumentReader from) {
        return new Receipt.Totals(from.signed(1), from.signed(2), from.signed(3), from.signed(4));
    }

    private static @Nullable String value(@Nullable PersonalText text) {
        return text == null ? null : text.value();
    }

    private static @Nullable PersonalText personal(@Nullable String value) {
        return value == null ? null : new PersonalText(value);
    }
}
