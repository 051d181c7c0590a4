package org.orderevidence.evidence;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Eligibility.Check;
import org.orderevidence.evidence.ReasonCode.OrderReason;
import org.orderevidence.order.WireNamed;

/**
 * Why an order is not qualified, or which data an order lacks. All words about a code are in the class of its kind.
 *
 * <p>The kinds are types, so that the compiler finds every place that a new code needs.
 */
public sealed interface ReasonCode extends WireNamed {
    /** Returns its detail and remedy. */
    ReasonWords words();

    /** Returns what is wrong, in one or two sentences. */
    default String detail() {
        return words().detail();
    }

    /** Returns what to do, or null if nothing can fix it. */
    default @Nullable String remedy() {
        return words().remedy();
    }

    /** Returns every code: those about the disputed order first, then its history, then the elements of one order. */
    static List<ReasonCode> all() {
        return Stream.of(
                        DecisiveReason.values(), FixableReason.values(), HistoryReason.values(), ElementReason.values())
                .<ReasonCode>flatMap(Stream::of)
                .toList();
    }

    /** Why the disputed order itself fails a test. Its history does not matter. */
    sealed interface OrderReason extends ReasonCode {}

    /** Why the disputed order fails one of its tests, if no data can change that. */
    enum DecisiveReason implements OrderReason {
        /** Another network than Visa. Sources A, B. */
        NETWORK_NOT_VISA(
                "The order was not paid with a Visa card.",
                "this order was not paid with a Visa card",
                "this order was not paid with a Visa card",
                "Answer a dispute with the evidence that the card's own network asks for."),
        /** Source A. */
        CARD_PRESENT(
                "The card was present. The rule only covers card-absent charges.",
                "the card was present, and the rule only covers card-absent payments",
                "the card was present, and the rule only covered card-absent payments",
                "Answer a dispute with the evidence that its condition asks for, such as the terminal's record of the card."),
        CHARGE_UNCAPTURED(
                "The charge was approved, not captured, so there is nothing to dispute yet.",
                "the charge of this order was approved, not captured, so there is nothing to dispute yet",
                "the charge of this order was approved, not captured, so there was nothing to dispute",
                null),
        CHARGE_FAILED(
                "The charge failed, so there is nothing to dispute.",
                "the charge of this order failed, so there is nothing to dispute",
                "the charge of this order failed, so there was nothing to dispute",
                null),
        /** Sources A, E. */
        DISPUTE_NOT_FRAUD(
                "The order is disputed, but no active dispute on record has condition 10.4 (card-absent fraud).",
                "this order is disputed, but no active dispute on record has the condition for card-absent fraud",
                "this order is disputed, but no active dispute on record has the condition for card-absent fraud",
                "Answer the dispute with the evidence that its own condition asks for.");

        private final ReasonWords words;
        private final String clause;
        private final String pastClause;
        private final @Nullable String nextStep;

        DecisiveReason(String detail, String clause, String pastClause, @Nullable String nextStep) {
            this.words = new ReasonWords(detail, null);
            this.clause = clause;
            this.pastClause = pastClause;
            this.nextStep = nextStep;
        }

        @Override
        public ReasonWords words() {
            return words;
        }

        /** Returns the clause for an explanation, without a period, for an order that can still be disputed. */
        public String clause() {
            return clause;
        }

        /** Returns the clause for an explanation, without a period, for an order that cannot be disputed any longer. */
        public String pastClause() {
            return pastClause;
        }

        /** Returns the sentence with the next step, or null if there is none because no dispute can be raised. */
        public @Nullable String nextStep() {
            return nextStep;
        }
    }

    /** Why the disputed order fails one of its tests, if more data can change that. */
    enum FixableReason implements OrderReason {
        NETWORK_UNKNOWN(
                "Neither the card's brand nor its BIN is known.",
                "Send brand or bin with the order.",
                "no known card network",
                "the card brand or BIN"),
        CONDITION_UNKNOWN(
                "The order is disputed, and the network's code of the dispute is not known.",
                "Record the network's code as the condition of the dispute. Processors show it with the dispute: Stripe as"
                        + " network_reason_code, Adyen as chargebackReasonCode. Stripe's reason fraudulent on a Visa card"
                        + " usually is 10.4.",
                "no known network code of its dispute",
                "the network's code of the dispute"),
        /** Sources A, D. */
        CREDENTIAL_MISSING(
                "Without paymentAccountReference, cardFingerprint, or bin and last4, other orders of the same card cannot be"
                        + " found.",
                "Send paymentAccountReference or cardFingerprint with the order, or bin and last4.",
                "no data that identifies the card",
                "the card fingerprint (or BIN with last four digits)"),
        /** Source E. */
        PRODUCT_DESCRIPTION_MISSING(
                "The order has no product description.",
                "Add receipt.lineItems or receipt.description to the order.",
                "no product description",
                "a product description"),
        /** Source E. */
        CATEGORY_MISSING(
                "Neither the order nor the account has a category (merchandise or services).",
                "Send merchandiseOrServices with the order, or set the account's default.",
                "no category",
                "a category (merchandise or services)");

        private final ReasonWords words;
        private final String lack;
        private final String addition;

        FixableReason(String detail, String remedy, String lack, String addition) {
            this.words = new ReasonWords(detail, remedy);
            this.lack = lack;
            this.addition = addition;
        }

        @Override
        public ReasonWords words() {
            return words;
        }

        /** Returns what the order lacks, to follow "this order has". */
        public String lack() {
            return lack;
        }

        /** Returns what to add to the order, to follow "add". */
        public String addition() {
            return addition;
        }
    }

    /** Why the history of the card has no two priors that are evidence. Sources A, B. */
    enum HistoryReason implements ReasonCode {
        NO_PRIORS("No other order of the same card is known in the period that is read.", "no two orders to compare"),
        TOO_FEW_PRIORS("Fewer than two earlier orders of the same card count.", "no two orders to compare"),
        NO_COMMON_ELEMENTS(
                "No two of the earlier orders that count share enough elements with the order. Two are needed; a device ID"
                        + " and a device fingerprint count as one.",
                "not enough"),
        NO_ANCHOR(
                "Two earlier orders share two elements with the order, but neither an IP address nor a device.",
                "2 or more, but neither the IP address nor a device");

        private final ReasonWords words;
        private final String found;

        HistoryReason(String detail, String found) {
            this.words = new ReasonWords(detail, "Upload the card's other orders, if some are missing.");
            this.found = found;
        }

        @Override
        public ReasonWords words() {
            return words;
        }

        /**
         * Returns what to do.
         *
         * @param canBeFixed true if missing data of the orders that are known makes the order eligible
         * @param atOneProcessor true if the card is known by a processor's token alone. It is private to the processor, so the
         *     orders of the card at another one are not found
         */
        public String remedy(boolean canBeFixed, boolean atOneProcessor) {
            if (canBeFixed) {
                return "Add the missing data that other reasons list, or upload the card's other orders.";
            }
            return switch (this) {
                case NO_PRIORS, TOO_FEW_PRIORS ->
                    words.remedy()
                            + (atOneProcessor
                                    ? " Orders at another processor count when both have the card's payment account"
                                            + " reference."
                                    : "");
                case NO_COMMON_ELEMENTS, NO_ANCHOR -> String.valueOf(words.remedy());
            };
        }

        /** Returns what the test {@link Check.Code#ELEMENTS} found, in a few words. */
        String found() {
            return found;
        }
    }

    /**
     * A missing or unusable element of an order, or in profile stripe a missing description of a prior. It can be fixed.
     */
    enum ElementReason implements ReasonCode {
        IP_MISSING(
                "The order has no IP address, and no tracked one was found for it.",
                "Send ip, if the purchase had one, or track the customer's address when an order is made. If an earlier order"
                        + " is recurring, send the initialOrderId of the order that the customer made."),
        /** Source D: only a prior uses the address of its initial order. */
        RENEWAL_WITHOUT_IP(
                "The order is recurring and has no IP address: the customer did not visit the shop.",
                "Do not add an address afterwards. If your acquirer accepts the first purchase's address, send"
                        + " initialOrderId and set evidence.renewals.initial-ip=all."),
        /** Source K: clear text, not hashed. */
        IP_INVALID(
                "The value of the order's ip is not an IP address.",
                "Send the customer's own address as ip, in clear text, if the purchase had one."),
        IP_NOT_PUBLIC(
                "The order's IP address is not public, so it does not identify the customer.",
                "Send the customer's own address as ip, if the purchase had one, not the address of a proxy or of an internal"
                        + " machine."),
        DEVICE_MISSING(
                "The order has neither a device ID nor a device fingerprint.",
                "Send deviceId or deviceFingerprint, if the purchase had one."),
        DEVICE_ID_MISSING(
                "The order has a device fingerprint but no device ID, which could be the same on all three orders.",
                "Send deviceId, if the purchase had one."),
        DEVICE_FINGERPRINT_MISSING(
                "The order has a device ID but no device fingerprint, which could be the same on all three orders.",
                "Send deviceFingerprint, if the purchase had one."),
        /** Source E. */
        DEVICE_ID_TOO_SHORT(
                "The order's device ID is too short to identify a device.",
                "Send a deviceId of at least " + RuleNumbers.MIN_DEVICE_ID_CHARACTERS
                        + " characters, if the purchase had one."),
        /** Source E. */
        DEVICE_FINGERPRINT_TOO_SHORT(
                "The order's device fingerprint is too short to identify a device.",
                "Send a deviceFingerprint of at least " + RuleNumbers.MIN_DEVICE_FINGERPRINT_CHARACTERS
                        + " characters, if the purchase had one."),
        DEVICE_ID_UNUSABLE(
                "The order's device ID is a placeholder, so it does not identify a device.",
                "Send the deviceId of the customer's own device, if the purchase had one."),
        DEVICE_FINGERPRINT_UNUSABLE(
                "The order's device fingerprint is a placeholder, so it does not identify a device.",
                "Send the deviceFingerprint of the customer's own device, if the purchase had one."),
        ACCOUNT_ID_UNUSABLE(
                "The order's customer account ID is a placeholder, so it does not identify a customer.",
                "Send customerAccountId, the ID the customer logs in with, if the purchase had one."),
        ACCOUNT_ID_MISSING(
                "The order has no customer account ID.",
                "Send customerAccountId, the ID the customer logs in with, if the purchase had one."),
        SHIPPING_ADDRESS_MISSING(
                "The order has no shipping address.", "Send receipt.shippingAddress, if something was shipped."),
        /** Source K. */
        SHIPPING_ADDRESS_INCOMPLETE(
                "The order's shipping address is incomplete, or its country is not recognized.",
                "Send line1, city, postalCode and country (ISO 3166 code or English name), and countrySubdivision for the"
                        + " US, Canada and Australia."),
        /** Source E. */
        EMAIL_MISSING(
                "The order has no customer e-mail address.", "Send receipt.customerEmail, if the purchase had one."),
        /** Source E. */
        EMAIL_INVALID(
                "The value of the customer's e-mail address is not a valid address.", "Correct receipt.customerEmail."),
        /** Source E. */
        PRIOR_DESCRIPTION_MISSING(
                "The earlier order has no product description.", "Add receipt.lineItems or receipt.description to it.");

        private final ReasonWords words;

        ElementReason(String detail, String remedy) {
            this.words = new ReasonWords(detail, remedy);
        }

        @Override
        public ReasonWords words() {
            return words;
        }
    }

    /**
     * The words that every reason has.
     *
     * @param detail what is wrong, in one or two sentences
     * @param remedy what to do, or null if nothing can fix it
     */
    record ReasonWords(String detail, @Nullable String remedy) {}
}
