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
                order.getOrderId(),
                order.getAmount(),
                order.getCurrency(),
                order.getTransactionDate(),
                order.getSettledAt(),
                order.getBin(),
                order.getLast4(),
                order.getBrand(),
                order.getCardFingerprint() != null,
                order.getIp(),
                order.getCustomerAccountId(),
                order.getDeviceId(),
                order.getDescriptor(),
                order.getMerchandiseOrServices(),
                order.getAuthCode(),
                order.getStatus(),
                order.isRefunded(),
                order.getUploadedAt());
    }

    private static DigitalReceipt receipt(CustomerOrder order) {
        List<Item> items = order.getLineItems().stream()
                .map(item -> new Item(item.getProductName(), item.getQuantity(), decimal(item.getPrice())))
                .toList();
        ReceiptOrder about = new ReceiptOrder(
                order.getOrderId(),
                order.getTransactionDate(),
                decimal(order.getAmount()),
                order.getCurrency(),
                items,
                new TransactionDetails(order.getIp()));
        return new DigitalReceipt(
                about,
                new MerchantProfile("Example Shop", null),
                new AccountProfile(
                        order.getGivenName() + " " + order.getFamilyName(),
                        order.getCustomerEmail(),
                        order.getShipping()));
    }

    private static String decimal(long minor) {
        return BigDecimal.valueOf(minor, CENTS_DIGITS).toPlainString();
    }
}
