package org.orderevidence.order;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A cardholder's claim at the network about one order.
 *
 * @param disputeId the merchant's or processor's id of it, 1 to 128 printable characters
 * @param condition the network's code, such as {@code 10.4}, in the form that {@code card.DisputeCondition} accepts, or
 *     {@link #UNKNOWN_CONDITION}; older stored values were not checked
 * @param details what else is known of it
 */
public record Dispute(String disputeId, String condition, OrderTime openedAt, Status status, Details details) {
    /** Visa's condition for fraud with the card absent: the one that compelling evidence answers. */
    public static final String FRAUD_CARD_ABSENT = "10.4";

    /** The condition of a dispute whose network code is not known. It can be {@link #FRAUD_CARD_ABSENT}. */
    public static final String UNKNOWN_CONDITION = "unknown";

    /** The state of a dispute. */
    public enum Status implements WireNamed {
        OPEN,
        WON,
        LOST,
        WITHDRAWN,
        /** Stopped before it became a chargeback. */
        PREVENTED
    }

    /** A dispute of which nothing else is known. */
    public Dispute(String disputeId, String condition, OrderTime openedAt, Status status) {
        this(disputeId, condition, openedAt, status, Details.NONE);
    }

    /**
     * What not every source states. {@code null} means not known.
     *
     * @param reason the processor's word for it, at most {@value #LONGEST_REASON} characters
     * @param submittedAt when evidence was sent
     * @param processorEligibility what the processor says about compelling evidence
     * @param source who stated the dispute: {@code upload}, or an integration such as {@code stripe:main}
     */
    public record Details(
            @Nullable OrderTime respondBy,
            @Nullable Money amount,
            @Nullable String reason,
            @Nullable OrderTime submittedAt,
            @Nullable ProcessorEligibility processorEligibility,
            @Nullable String source) {
        /** Longest reason, in characters. */
        public static final int LONGEST_REASON = 64;

        /** Nothing is known. */
        public static final Details NONE = new Details(null, null, null, null, null, null);

        /** Returns these details, with those of an earlier statement where nothing is stated here. */
        public Details orElse(Details earlier) {
            return new Details(
                    respondBy == null ? earlier.respondBy : respondBy,
                    amount == null ? earlier.amount : amount,
                    reason == null ? earlier.reason : reason,
                    submittedAt == null ? earlier.submittedAt : submittedAt,
                    processorEligibility == null ? earlier.processorEligibility : processorEligibility,
                    source == null ? earlier.source : source);
        }

        /** Returns these details with another time at which evidence was sent. */
        public Details sentAt(OrderTime time) {
            return new Details(respondBy, amount, reason, time, processorEligibility, source);
        }

        /** Returns these details as stated by a source. */
        public Details from(String name) {
            return new Details(respondBy, amount, reason, submittedAt, processorEligibility, name);
        }
    }

    /**
     * Returns the dispute with the stored values of all fields that this does not state. An event without a code keeps
     * a condition that the merchant has looked up.
     */
    public Dispute over(Dispute held, boolean statesOpening, boolean statesStatus) {
        return new Dispute(
                disputeId,
                isOfUnknownCondition() ? held.condition : condition,
                statesOpening ? openedAt : held.openedAt,
                statesStatus ? status : held.status,
                details.orElse(held.details));
    }

    /**
     * What a processor says about the evidence for a dispute.
     *
     * @param status the processor's word, such as {@code requires_action}, at most {@value #LONGEST_WORD} characters
     * @param requiredActions the processor's words for what is missing, at most {@value #MOST_ACTIONS}
     */
    public record ProcessorEligibility(String status, List<String> requiredActions) {
        /** Longest word, in characters. */
        public static final int LONGEST_WORD = 128;

        /** Most required actions. */
        public static final int MOST_ACTIONS = 50;
    }

    public Dispute with(Details known) {
        return new Dispute(disputeId, condition, openedAt, status, known);
    }

    /** Returns false for a dispute that was withdrawn or prevented. It has no effect on a verdict. */
    public boolean isActive() {
        return switch (status) {
            case OPEN, WON, LOST -> true;
            case WITHDRAWN, PREVENTED -> false;
        };
    }

    /** True for fraud with the card absent. */
    public boolean isFraud() {
        return condition.equals(FRAUD_CARD_ABSENT);
    }

    /** Returns true if the network's code is not known. */
    public boolean isOfUnknownCondition() {
        return condition.equals(UNKNOWN_CONDITION);
    }

    /** Which active disputes of an order are on record, as far as the order is to be evidence for another one. */
    public enum ActiveDisputes {
        /** No dispute is active. */
        NONE,
        /** Each active dispute has a known condition other than card-absent fraud. */
        NOT_FRAUD,
        /** An active dispute is, or can be, card-absent fraud: its condition is 10.4 or not known. */
        FRAUD;

        private static final List<ActiveDisputes> NUMBERED = List.of(NONE, NOT_FRAUD, FRAUD);

        /** Returns the mark of an order with these disputes. */
        public static ActiveDisputes of(Collection<Dispute> disputes) {
            return disputes.stream()
                    .map(ActiveDisputes::of)
                    .max(Comparator.naturalOrder())
                    .orElse(NONE);
        }

        /** Returns the mark of an order with this dispute alone. */
        public static ActiveDisputes of(Dispute dispute) {
            if (!dispute.isActive()) {
                return NONE;
            }
            return dispute.isFraud() || dispute.isOfUnknownCondition() ? FRAUD : NOT_FRAUD;
        }

        /** Returns the number by which stores know it: a greater one is worse. */
        public int number() {
            return NUMBERED.indexOf(this);
        }

        /** Returns the mark of a number; one that no mark has is the worst. */
        public static ActiveDisputes of(int number) {
            return number == 0 || number == 1 ? NUMBERED.get(number) : FRAUD;
        }
    }

    /** A code, perhaps behind the name of a network, blanks and separators. */
    private static final Pattern CODE = Pattern.compile("(?:(?:VISA|MASTER ?CARD|AMERICAN EXPRESS|AMEX|DISCOVER)"
            + "[-_:\\p{javaWhitespace}\\p{javaSpaceChar}]*)?"
            + "([0-9]{2}\\.[0-9](?:\\.[0-9])?|[0-9]{4}|[A-Z]{1,2}[0-9]{1,3}|[A-Z]{2})");

    /** The code in upper case and without the network's name, so that "Visa 10.4" gives "10.4"; empty for anything else. */
    public static Optional<String> parseCondition(String text) {
        Matcher code = CODE.matcher(Texts.trim(text).toUpperCase(Locale.ROOT));
        return code.matches() ? Optional.of(code.group(1)) : Optional.empty();
    }
}
