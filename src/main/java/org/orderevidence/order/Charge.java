package org.orderevidence.order;

import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The card movement of an order.
 *
 * @param settledAt when it was settled; null if not known
 * @param fulfilledAt when the goods or services were delivered; null if not known
 * @param references what the payment companies call it
 * @param verification what was verified about the cardholder
 * @param refunded true if the merchant says that it was refunded in full; see {@link #refundedInFull}. A smaller
 *     refunded amount with it is refused in requests
 * @param refundedAmountMinor what was refunded, 0 to the amount, in minor units; null if not said
 * @param cardPresent true for a charge at a terminal
 * @param validation true if it only verified the card
 * @param recurring true if the merchant made it, without the customer
 * @param type a purchase, or money sent to the card
 * @param initialOrderId the order by the customer which a recurring one follows
 * @param category what was sold; null if not said
 */
public record Charge(
        Money money,
        OrderTime transactionTime,
        @Nullable OrderTime settledAt,
        @Nullable OrderTime fulfilledAt,
        PaymentCredential credential,
        References references,
        Verification verification,
        Status status,
        boolean refunded,
        @Nullable Long refundedAmountMinor,
        boolean cardPresent,
        boolean validation,
        boolean recurring,
        Type type,
        @Nullable OrderId initialOrderId,
        @Nullable Category category) {

    /** Whether the charge was paid. */
    public enum Status implements WireNamed {
        SUCCEEDED,
        FAILED
    }

    /** A purchase, or an original credit: money sent to the card. */
    public enum Type implements WireNamed {
        PURCHASE,
        ORIGINAL_CREDIT
    }

    /** The kind of goods. */
    public enum Category implements WireNamed {
        MERCHANDISE,
        SERVICES
    }

    /**
     * The IDs of a charge at the payment companies. Each is null if it is not known. A placeholder counts as not known.
     *
     * @param arn the acquirer's reference number
     * @param networkId the network's transaction id
     * @param descriptor the text on the cardholder's statement
     * @param gatewayTransactionId the processor's ID of the charge
     */
    public record References(
            @Nullable String authCode,
            @Nullable String arn,
            @Nullable String networkId,
            @Nullable String descriptor,
            @Nullable String gateway,
            @Nullable String gatewayTransactionId) {
        /** Longest reference, in characters. {@code gatewayTransactionId} may be longer. */
        public static final int MAX_LENGTH = 64;

        /** Longest {@code gatewayTransactionId}, in characters. */
        public static final int MAX_GATEWAY_TRANSACTION_ID_LENGTH = 128;

        /** Nothing known. */
        public static final References NONE = new References(null, null, null, null, null, null);

        public References {
            authCode = authCode == null || Placeholders.isAuthCode(authCode) ? null : authCode;
            arn = knownOrNull(arn);
            networkId = knownOrNull(networkId);
            gatewayTransactionId = knownOrNull(gatewayTransactionId);
        }

        private static @Nullable String knownOrNull(@Nullable String text) {
            return text == null || Placeholders.isOne(text) ? null : text;
        }
    }

    /**
     * What was verified about the cardholder when the charge was made.
     *
     * @param threeDs the result of 3-D Secure; null if it is not known
     * @param avsResult the code of the address verification, such as {@code Y}; null if it is not known
     */
    public record Verification(
            @Nullable ThreeDs threeDs, @Nullable String avsResult) {
        /** Longest {@code avsResult}, in characters. */
        public static final int MAX_AVS_LENGTH = 2;

        /** Nothing known. */
        public static final Verification NONE = new Verification(null, null);
    }

    /**
     * The result of 3-D Secure. At least one of the two is known.
     *
     * @param eci the electronic commerce indicator, such as {@code 05}
     * @param transactionId the directory server's ID of the authentication
     */
    public record ThreeDs(@Nullable String eci, @Nullable String transactionId) {
        /** Returns the result, or null if nothing of it is known. */
        public static @Nullable ThreeDs of(@Nullable String eci, @Nullable String transactionId) {
            return eci == null && transactionId == null ? null : new ThreeDs(eci, transactionId);
        }
    }

    /** How long after the transaction a charge may settle, in days. */
    public static final int MAX_SETTLEMENT_DAYS = 60;

    public Charge {
        if (refundedAmountMinor != null && (refundedAmountMinor < 0 || refundedAmountMinor > money.amountMinor())) {
            throw new IllegalArgumentException("a refund is 0 to the amount");
        }
    }

    /** True if {@code settledAt} is 0 to {@value #MAX_SETTLEMENT_DAYS} UTC days after the transaction. */
    public static boolean canSettle(OrderTime transaction, OrderTime settledAt) {
        long days = ChronoUnit.DAYS.between(transaction.day(), settledAt.day());
        return days >= 0 && days <= MAX_SETTLEMENT_DAYS;
    }

    /** The day that counts for the age of a charge: settled when given, else the transaction's. */
    public OrderTime countsFrom() {
        return settledAt != null ? settledAt : transactionTime;
    }

    /** Returns true if all of it went back: said so, or the refunded amount equals the amount, which is not 0. */
    public boolean refundedInFull() {
        long amount = money.amountMinor();
        return refunded || (amount > 0 && refundedAmountMinor != null && refundedAmountMinor == amount);
    }
}
