package org.orderevidence.receipt;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Address;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Customer;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.LineItem;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;

/**
 * The receipt that an issuer shows to the cardholder, with the field names of the services that deliver receipts to
 * issuers. Amounts are decimal strings with the digits of their currency ({@code 15.00} in USD, {@code 1500} in JPY).
 *
 * @param merchantOrderId the merchant's order ID
 * @param orderDateTime time of the purchase
 * @param total amount charged
 * @param currencyCode ISO 4217
 * @param items items bought; if the order has only a description, one item with it
 * @param totals parts of the total; {@code null} if not known
 * @param charge the card movement
 * @param customer device, IP address and login of the customer
 * @param delivery delivery data; {@code null} if not known
 * @param merchant merchant data of the order; missing fields are filled from the account's profile
 * @param buyer the buyer's data
 * @param completeness missing data
 */
public record DigitalReceipt(
        String merchantOrderId,
        OrderTime orderDateTime,
        String total,
        String currencyCode,
        List<Item> items,
        @Nullable Totals totals,
        Charge charge,
        Customer customer,
        Receipt.@Nullable Delivery delivery,
        MerchantInfo merchant,
        Buyer buyer,
        Completeness completeness) {

    public DigitalReceipt {
        items = List.copyOf(items);
    }

    /**
     * An item bought.
     *
     * @param productName {@code null} if only a description is known
     * @param productDescription {@code null} if only a name is known
     * @param quantity 1 or more
     * @param productPrice the line's total
     */
    public record Item(
            @Nullable String productName,
            @Nullable String productDescription,
            long quantity,
            String productPrice,
            String currencyCode) {}

    /**
     * Parts of the total. Each is {@code null} if not sent.
     *
     * @param subtotal before tax and shipping
     */
    public record Totals(
            @Nullable String subtotal,
            @Nullable String tax,
            @Nullable String shipping,
            @Nullable String discount) {}

    /**
     * The buyer's data. Each is {@code null} if not known.
     *
     * @param email as sent
     * @param phone as sent
     * @param shippingAddress address for the goods
     */
    public record Buyer(
            Receipt.@Nullable PersonName name,
            @Nullable PersonalText email,
            @Nullable PersonalText phone,
            @Nullable Address billingAddress,
            @Nullable Address shippingAddress) {}

    /**
     * Missing data, as paths in the answer.
     *
     * @param missing data that a valid receipt needs
     * @param missingForEvidence data that compelling evidence could use
     */
    public record Completeness(List<String> missing, List<String> missingForEvidence) {
        public Completeness {
            missing = List.copyOf(missing);
            missingForEvidence = List.copyOf(missingForEvidence);
        }

        /** True if the receipt is valid. */
        public boolean complete() {
            return missing.isEmpty();
        }
    }

    /**
     * Returns the receipt of an order.
     *
     * @param profile profile of its account, for merchant fields that the order does not have
     */
    public static DigitalReceipt of(Order order, MerchantInfo profile) {
        Charge charge = order.charge();
        Receipt receipt = order.receipt();
        Currency currency = charge.money().currency();
        String total = decimal(charge.money().amountMinor(), currency);
        MerchantInfo merchant = receipt.merchant().orElse(profile);
        List<Item> items = items(receipt, currency, total);
        return new DigitalReceipt(
                order.id().value(),
                charge.transactionTime(),
                total,
                currency.getCurrencyCode(),
                items,
                totals(receipt.totals(), currency),
                charge,
                order.customer(),
                receipt.delivery(),
                merchant,
                new Buyer(
                        receipt.customerName(),
                        receipt.customerEmail(),
                        receipt.customerPhone(),
                        receipt.billingAddress(),
                        receipt.shippingAddress()),
                new Completeness(missing(items, merchant, receipt), missingForEvidence(order, items)));
    }

    private static List<Item> items(Receipt receipt, Currency orderCurrency, String total) {
        if (receipt.lineItems().isEmpty() && receipt.description() != null) {
            return List.of(new Item(null, receipt.description(), 1, total, orderCurrency.getCurrencyCode()));
        }
        List<Item> items = new ArrayList<>(receipt.lineItems().size());
        for (LineItem line : receipt.lineItems()) {
            Currency currency = line.currency() == null ? orderCurrency : line.currency();
            items.add(new Item(
                    line.productName(),
                    line.productDescription(),
                    line.quantity(),
                    decimal(line.priceMinor(), currency),
                    currency.getCurrencyCode()));
        }
        return items;
    }

    private static @Nullable Totals totals(Receipt.@Nullable Totals totals, Currency currency) {
        return totals == null
                ? null
                : new Totals(
                        decimal(totals.subtotalMinor(), currency),
                        decimal(totals.taxMinor(), currency),
                        decimal(totals.shippingMinor(), currency),
                        decimal(totals.discountMinor(), currency));
    }

    private static List<String> missing(List<Item> items, MerchantInfo merchant, Receipt receipt) {
        List<String> missing = new ArrayList<>();
        addIf(missing, items.isEmpty(), "order.orderItems");
        addIf(missing, merchant.name() == null, "merchantProfile.name");
        addIf(missing, merchant.phoneForReceipt() == null, "merchantProfile.merchantReceiptContact.phoneForReceipt");
        addIf(
                missing,
                merchant.websiteForReceipt() == null,
                "merchantProfile.merchantReceiptContact.websiteForReceipt");
        addIf(missing, receipt.customerEmail() == null && receipt.customerPhone() == null, "accountProfile.email");
        return missing;
    }

    private static List<String> missingForEvidence(Order order, List<Item> items) {
        Customer customer = order.customer();
        List<String> missing = new ArrayList<>();
        addIf(missing, !isUsable(customer.ip()), "order.transactionDetails.deviceIpAddress");
        addIf(
                missing,
                customer.deviceId() == null && customer.deviceFingerprint() == null,
                "order.transactionDetails.deviceId");
        addIf(missing, customer.accountId() == null, "accountProfile.accountId");
        addIf(missing, !isWhole(order.receipt().shippingAddress()), "accountProfile.accountShippingAddress");
        addIf(missing, items.isEmpty(), "order.orderItems");
        return missing;
    }

    private static boolean isUsable(@Nullable PersonalText ip) {
        return ip != null && IpAddress.parse(ip.value()) instanceof IpAddress.Usable;
    }

    private static boolean isWhole(@Nullable Address address) {
        return address != null
                && address.line1() != null
                && address.city() != null
                && address.postalCode() != null
                && address.country() != null;
    }

    private static void addIf(List<String> missing, boolean isMissing, String path) {
        if (isMissing) {
            missing.add(path);
        }
    }

    private static @Nullable String decimal(@Nullable Long minor, Currency currency) {
        return minor == null ? null : decimal(minor.longValue(), currency);
    }

    private static String decimal(long minor, Currency currency) {
        return BigDecimal.valueOf(minor, Math.max(0, currency.getDefaultFractionDigits()))
                .toPlainString();
    }
}
