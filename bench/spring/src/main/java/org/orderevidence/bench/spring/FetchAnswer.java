package org.orderevidence.bench.spring;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/** The answer about an order, as long as that of the service. */
record FetchAnswer(Evidence compellingEvidence, Charge charge, DigitalReceipt digitalReceipt) {
    private static final int CENTS_DIGITS = 2;

    record Evidence(
            boolean isEligible,
            String explanation,
            String status,
            List<Reason> reasons,
            LocalDate asOf,
            String profile,
            String ruleVersion,
            Map<String, Element> evidence,
            List<Prior> priorTransactions,
            boolean priorsTruncated) {}

    record Reason(String code, String orderId, String detail, String remedy) {}

    record Element(String value, String source, Instant observedAt) {}

    record Prior(
            String orderId,
            LocalDate date,
            long ageDays,
            long amount,
            String currency,
            boolean selected,
            String reason,
            Map<String, String> elements,
            String ipSource,
            Instant ipObservedAt) {}

    record Charge(
            String id,
            long amount,
            String currency,
            Instant transactionDate,
            LocalDate settledAt,
            String bin,
            String last4,
            String brand,
            boolean hasCardFingerprint,
            String ip,
            String customerAccountId,
            String deviceId,
            String descriptor,
            String merchandiseOrServices,
            String authCode,
            String status,
            boolean refunded,
            Instant uploadedAt) {}

    record DigitalReceipt(ReceiptOrder order, MerchantProfile merchantProfile, AccountProfile accountProfile) {}

    record ReceiptOrder(
            String merchantOrderId,
            Instant orderDateTime,
            String total,
            String currencyCode,
            List<Item> orderItems,
            TransactionDetails transactionDetails) {}

    record Item(String productName, int quantity, String productPrice) {}

    record TransactionDetails(String deviceIpAddress) {}

    record MerchantProfile(String name, String description) {}

    record AccountProfile(String name, String email, ShippingAddress accountShippingAddress) {}

    static FetchAnswer of(CustomerOrder order, Evidence evidence) {
        return new FetchAnswer(evidence, charge(order), receipt(order));
    }

    private static Charge charge(CustomerOrder order) {
        return new Charge(
                order.orderId,
                order.amount,
                order.currency,
                order.transactionDate,
                order.settledAt,
                order.bin,
                order.last4,
                order.brand,
                order.cardFingerprint != null,
                order.ip,
                order.customerAccountId,
                order.deviceId,
                order.descriptor,
                order.merchandiseOrServices,
                order.authCode,
                order.status,
                order.refunded,
                order.uploadedAt);
    }

    private static DigitalReceipt receipt(CustomerOrder order) {
        List<Item> items = order.lineItems.stream()
                .map(item -> new Item(item.productName, item.quantity, decimal(item.price)))
                .toList();
        ReceiptOrder about = new ReceiptOrder(
                order.orderId,
                order.transactionDate,
                decimal(order.amount),
                order.currency,
                items,
                new TransactionDetails(order.ip));
        return new DigitalReceipt(
                about,
                new MerchantProfile("Example Shop", null),
                new AccountProfile(order.givenName + " " + order.familyName, order.customerEmail, order.shipping));
    }

    private static String decimal(long minor) {
        return BigDecimal.valueOf(minor, CENTS_DIGITS).toPlainString();
    }
}
