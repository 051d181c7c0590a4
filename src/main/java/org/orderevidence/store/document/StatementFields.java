package org.orderevidence.store.document;

import java.util.Currency;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Brand;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.LineItem;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PaymentCredential;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.part.PaymentState;
import org.orderevidence.order.part.StatedCharge;
import org.orderevidence.order.part.StatedRefund;
import org.orderevidence.order.part.Statement;

/** The stored form of a statement, as a group of a part's document. A tag keeps its meaning in all formats. */
final class StatementFields {
    private StatementFields() {}

    static void write(DocumentWriter to, Statement statement) {
        to.group(1, absentIf(statement.charge(), StatedCharge.EMPTY), StatementFields::writeCharge);
        to.group(2, absentIf(statement.customer(), Customer.NONE), StatementFields::writeCustomer);
        to.group(3, absentIf(statement.receipt(), Receipt.EMPTY), StatementFields::writeReceipt);
    }

    static Statement read(DocumentReader from) {
        StatedCharge charge = from.group(1, StatementFields::readCharge);
        Customer customer = from.group(2, StatementFields::readCustomer);
        Receipt receipt = from.group(3, StatementFields::readReceipt);
        return new Statement(
                charge == null ? StatedCharge.EMPTY : charge,
                customer == null ? Customer.NONE : customer,
                receipt == null ? Receipt.EMPTY : receipt);
    }

    private static <T> @Nullable T absentIf(T value, T empty) {
        return value.equals(empty) ? null : value;
    }

    private static void writeCharge(DocumentWriter to, StatedCharge charge) {
        Money money = charge.money();
        to.count(1, money == null ? null : money.amountMinor());
        to.text(2, money == null ? null : money.currency().getCurrencyCode());
        to.time(3, charge.transactionTime());
        to.time(4, charge.settledAt());
        to.time(5, charge.fulfilledAt());
        to.group(6, absentIf(charge.credential(), PaymentCredential.NONE), StatementFields::writeCredential);
        to.group(7, absentIf(charge.references(), Charge.References.NONE), StatementFields::writeReferences);
        PaymentState state = charge.state();
        to.count(8, state == null ? null : DocumentEnums.number(state));
        to.group(9, charge.refund(), StatementFields::writeRefund);
        to.count(10, number(charge.cardPresent()));
        to.count(11, number(charge.validation()));
        to.count(12, number(charge.recurring()));
        Charge.Type type = charge.type();
        to.count(13, type == null ? null : DocumentEnums.number(type));
        OrderId initial = charge.initialOrderId();
        to.text(14, initial == null ? null : initial.value());
        Charge.Category category = charge.category();
        to.count(15, category == null ? null : DocumentEnums.number(category));
        to.group(16, absentIf(charge.verification(), Charge.Verification.NONE), StatementFields::writeVerification);
    }

    private static StatedCharge readCharge(DocumentReader from) {
        Long amount = from.count(1);
        String currency = from.text(2);
        OrderTime transactionTime = from.time(3);
        OrderTime settledAt = from.time(4);
        OrderTime fulfilledAt = from.time(5);
        PaymentCredential credential = from.group(6, StatementFields::readCredential);
        Charge.References references = from.group(7, StatementFields::readReferences);
        Long state = from.count(8);
        StatedRefund refund = from.group(9, StatementFields::readRefund);
        Boolean cardPresent = flag(from.count(10));
        Boolean validation = flag(from.count(11));
        Boolean recurring = flag(from.count(12));
        Long type = from.count(13);
        String initial = from.text(14);
        Long category = from.count(15);
        Charge.Verification verification = from.group(16, StatementFields::readVerification);
        return new StatedCharge(
                amount == null || currency == null ? null : new Money(amount, Currency.getInstance(currency)),
                transactionTime,
                settledAt,
                fulfilledAt,
                credential == null ? PaymentCredential.NONE : credential,
                references == null ? Charge.References.NONE : references,
                verification == null ? Charge.Verification.NONE : verification,
                state == null ? null : DocumentEnums.paymentState(state),
                refund,
                cardPresent,
                validation,
                recurring,
                type == null ? null : DocumentEnums.type(type),
                initial == null ? null : new OrderId(initial),
                category == null ? null : DocumentEnums.category(category));
    }

    private static void writeRefund(DocumentWriter to, StatedRefund refund) {
        to.flag(1, refund.inFull());
        to.count(2, refund.amountMinor());
    }

    private static StatedRefund readRefund(DocumentReader from) {
        return new StatedRefund(from.flag(1), from.count(2));
    }

    private static @Nullable Long number(@Nullable Boolean stated) {
        return stated == null ? null : stated ? 1L : 0L;
    }

    private static @Nullable Boolean flag(@Nullable Long number) {
        if (number == null) {
            return null;
        }
        if (number > 1) {
            throw DocumentReader.malformed();
        }
        return number == 1;
    }

    private static void writeCredential(DocumentWriter to, PaymentCredential credential) {
        to.hash(1, credential.fingerprint());
        to.text(2, credential.bin());
        to.text(3, credential.last4());
        var brand = credential.brand();
        to.text(4, brand == null ? null : brand.name());
        to.hash(5, credential.accountReference());
    }

    private static PaymentCredential readCredential(DocumentReader from) {
        KeyedHash fingerprint = from.hash(1);
        String bin = from.text(2);
        String last4 = from.text(3);
        Brand brand = DocumentEnums.brand(from.text(4));
        return new PaymentCredential(from.hash(5), fingerprint, bin, last4, brand);
    }

    private static void writeVerification(DocumentWriter to, Charge.Verification verification) {
        Charge.ThreeDs threeDs = verification.threeDs();
        to.text(1, threeDs == null ? null : threeDs.eci());
        to.text(2, threeDs == null ? null : threeDs.transactionId());
        to.text(3, verification.avsResult());
    }

    private static Charge.Verification readVerification(DocumentReader from) {
        return new Charge.Verification(Charge.ThreeDs.of(from.text(1), from.text(2)), from.text(3));
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
        to.group(1, absentIf(receipt.merchant(), MerchantInfo.EMPTY), ProfileDocument::writeMerchant);
        for (LineItem item : receipt.lineItems()) {
            to.group(2, item, StatementFields::writeLineItem);
        }
        to.text(3, value(receipt.customerEmail()));
        to.text(4, value(receipt.customerPhone()));
        to.group(5, receipt.customerName(), StatementFields::writeName);
        to.group(6, receipt.billingAddress(), ProfileDocument::writeAddress);
        to.group(7, receipt.shippingAddress(), ProfileDocument::writeAddress);
        to.text(8, receipt.description());
        to.group(9, receipt.delivery(), StatementFields::writeDelivery);
        to.group(10, receipt.totals(), StatementFields::writeTotals);
    }

    private static Receipt readReceipt(DocumentReader from) {
        MerchantInfo merchant = from.group(1, ProfileDocument::readMerchant);
        return new Receipt(
                merchant == null ? MerchantInfo.EMPTY : merchant,
                from.groups(2, Receipt.MAX_LINE_ITEMS, StatementFields::readLineItem),
                personal(from.text(3)),
                personal(from.text(4)),
                from.group(5, StatementFields::readName),
                from.group(6, ProfileDocument::readAddress),
                from.group(7, ProfileDocument::readAddress),
                from.text(8),
                from.group(9, StatementFields::readDelivery),
                from.group(10, StatementFields::readTotals));
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
