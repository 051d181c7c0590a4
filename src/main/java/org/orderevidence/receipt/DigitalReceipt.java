package org.orderevidence.receipt;

import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Address;
import org.orderevidence.order.Customer;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Money;
import org.orderevidence.order.Order;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;

/**
 * The receipt that an issuer shows to the cardholder, with the field names of the services that deliver receipts to
 * issuers. Amounts are decimal strings with the digits of their currency ({@code 15.00} in USD, {@code 1500} in JPY).
 *
 * @param merchant merchant data of the order; missing fields are filled from the account's profile
 */
public record DigitalReceipt(Order order, MerchantInfo merchant) {
    private static final String CONTACT = "merchantProfile.merchantReceiptContact.";
    private static final String TRANSACTION = "order.transactionDetails.";

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
     * Missing data, as paths in the answer.
     *
     * @param missing data that a valid receipt needs
     * @param missingForEvidence data that compelling evidence could use
     */
    public record Completeness(List<String> missing, List<String> missingForEvidence) {
        public boolean complete() {
            return missing.isEmpty();
        }
    }

    public static DigitalReceipt of(Order order, MerchantInfo profile) {
        return new DigitalReceipt(order, order.receipt().merchant().orElse(profile));
    }

    public String total() {
        return decimal(order.charge().money().amountMinor(), currency());
    }

    public String currencyCode() {
        return currency().getCurrencyCode();
    }

    /** Returns the items bought; if the order has only a description, one item with it. */
    public List<Item> items() {
        Receipt receipt = order.receipt();
        if (receipt.lineItems().isEmpty() && receipt.description() != null) {
            return List.of(new Item(null, receipt.description(), 1, total(), currencyCode()));
        }
        List<Item> items = new ArrayList<>(receipt.lineItems().size());
        for (LineItem line : receipt.lineItems()) {
            Currency currency = line.currency() == null ? currency() : line.currency();
            items.add(new Item(
                    line.productName(),
                    line.productDescription(),
                    line.quantity(),
                    decimal(line.priceMinor(), currency),
                    currency.getCurrencyCode()));
        }
        return items;
    }

    /** Returns an amount in the currency of the order; {@code null} if it is not known. */
    public @Nullable String amount(@Nullable Long minor) {
        return minor == null ? null : decimal(minor, currency());
    }

    public Completeness completeness() {
        Receipt receipt = order.receipt();
        Customer customer = order.customer();
        List<String> missing = new ArrayList<>();
        addIf(missing, !receipt.describesProduct(), "order.orderItems");
        addIf(missing, merchant.name() == null, "merchantProfile.name");
        addIf(missing, merchant.phoneForReceipt() == null, CONTACT + "phoneForReceipt");
        addIf(missing, merchant.websiteForReceipt() == null, CONTACT + "websiteForReceipt");
        addIf(missing, receipt.customerEmail() == null && receipt.customerPhone() == null, "accountProfile.email");
        List<String> forEvidence = new ArrayList<>();
        addIf(forEvidence, !isUsable(customer.ip()), TRANSACTION + "deviceIpAddress");
        boolean hasDevice = customer.deviceId() != null || customer.deviceFingerprint() != null;
        addIf(forEvidence, !hasDevice, TRANSACTION + "deviceId");
        addIf(forEvidence, customer.accountId() == null, "accountProfile.accountId");
        addIf(forEvidence, !isWhole(receipt.shippingAddress()), "accountProfile.accountShippingAddress");
        addIf(forEvidence, !receipt.describesProduct(), "order.orderItems");
        return new Completeness(missing, forEvidence);
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

    private Currency currency() {
        return order.charge().money().currency();
    }

    private static String decimal(long minor, Currency currency) {
        return Money.decimal(minor, currency).toPlainString();
    }
}
