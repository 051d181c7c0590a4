package org.orderevidence.evidence;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.JudgedPrior.PriorReason;
import org.orderevidence.evidence.ReasonCode.DecisiveReason;
import org.orderevidence.evidence.ReasonCode.ElementReason;
import org.orderevidence.evidence.ReasonCode.HistoryReason;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.Texts;
import org.orderevidence.order.WireNamed;

/**
 * The answer: whether, why, when, and what would change it.
 *
 * @param explanation one to four sentences without codes, e-mail addresses or IP addresses. There is one more when the
 *     day is hypothetical or a dispute can no longer be raised
 * @param reasons why it is not qualified, headline first, and which data is missing; empty when it is qualified
 * @param date the day of the dispute, and the days on which one can be raised
 * @param windows the days of disputes on which it would be qualified with the data held now, ascending, apart
 * @param credentialConfidence how sure it is that the orders are of one card
 * @param boundaryRisk true when it would not be qualified if the edge days of the age window were outside
 * @param checks every test of the rule in order, passed or not
 * @param matchedElements equal on the order and the selected pair; none when it is not qualified
 * @param submissionGaps what the order and the selected pair still lack for the form that a processor wants; none if the
 *     order can never be qualified
 * @param protections facts that help in another way and never change the verdict
 * @param evidence the usable elements of the order, in clear
 * @param priorTransactions the selected pair by ascending id, then up to {@value RuleNumbers#MAX_OTHERS_SHOWN}
 *     others, newest first
 * @param priorsTruncated true when a limit cut something off
 */
public record Eligibility(
        Status status,
        String explanation,
        List<Reason> reasons,
        DisputeDate date,
        Profile profile,
        List<DateRange> windows,
        CredentialConfidence credentialConfidence,
        boolean boundaryRisk,
        List<Check> checks,
        List<Element> matchedElements,
        List<SubmissionGap> submissionGaps,
        List<Protection> protections,
        Map<Element, EvidenceItem> evidence,
        List<PriorTransaction> priorTransactions,
        boolean priorsTruncated) {

    /** The first words of explanations, as {@code Explanation} writes them. */
    private static final List<String> VERDICTS = List.of("Eligible. ", "Not yet eligible. ", "Not eligible. ");

    public enum Status implements WireNamed {
        QUALIFIED("Eligible"),
        /** Data that is missing or unusable would make it qualified. */
        REQUIRES_ACTION("Needs an action"),
        NOT_QUALIFIED("Not eligible");

        private final String words;

        Status(String words) {
            this.words = words;
        }

        /** Returns the verdict as the console and the evidence sheet name it. */
        public String words() {
            return words;
        }
    }

    /** How sure it is that orders are of one card. */
    public enum CredentialConfidence implements WireNamed {
        /** By the card's payment account reference, or the merchant's token for it. */
        HIGH,
        /** At most by BIN, last four digits and brand, which two cards can share. */
        LOW
    }

    /** Where an order's IP came from. */
    public enum IpSource implements WireNamed {
        /** The order itself. */
        ORDER,
        /** The order by the customer which a recurring one follows. */
        INITIAL_ORDER,
        TRACK
    }

    /** How an element of a prior compares with the disputed order's. */
    public enum Comparison implements WireNamed {
        /** Usable and equal on both. */
        EQUAL("same"),
        /** Usable on both and not equal. */
        DIFFERS("different"),
        /** The disputed order has a usable value, the prior has none. */
        MISSING("missing"),
        /** The disputed order has a usable value, the prior's cannot be used. */
        UNUSABLE("unusable"),
        /** The disputed order has no value. */
        ORDER_MISSING("not compared"),
        /** The disputed order has a value that cannot be used. */
        ORDER_UNUSABLE("not compared"),
        /** A limit kept the IP that may replace the prior's missing one from being read. */
        NOT_READ("not read");

        private final String words;

        Comparison(String words) {
            this.words = words;
        }

        /** Returns the comparison as the console and the evidence sheet name it. */
        public String words() {
            return words;
        }
    }

    /** A gap: data that an order can lack for a submission. */
    public enum Gap implements WireNamed {
        ARN("arn", "acquirer reference number (ARN)"),
        FULFILLED_AT("fulfilledAt", "fulfilment date"),
        DESCRIPTION("description", "product description");

        private final String code;
        private final String words;

        Gap(String code, String words) {
            this.code = code;
            this.words = words;
        }

        /** Returns its name in texts. */
        public String words() {
            return words;
        }

        @Override
        public String wireName() {
            return code;
        }
    }

    /**
     * One reason.
     *
     * @param orderId the order whose element it is about; null for the order and its history as a whole
     * @param remedy what to do; null when nothing can fix it
     */
    public record Reason(
            ReasonCode code,
            @Nullable OrderId orderId,
            String detail,
            @Nullable String remedy) {}

    /** Something that an order lacks for a submission. */
    public record SubmissionGap(OrderId orderId, Gap missing) {}

    /**
     * A usable element of the disputed order. {@link #toString} hides it.
     *
     * @param value in clear
     * @param observedAt when it was seen; null unless it is a sighting
     * @param distanceMinutes how far from the order it was seen; null unless it is a sighting
     */
    public record EvidenceItem(
            String value,
            IpSource source,
            @Nullable Instant observedAt,
            @Nullable Long distanceMinutes) {
        @Override
        public String toString() {
            return "EvidenceItem[" + source.wireName() + "]";
        }
    }

    /**
     * A prior as it is shown.
     *
     * @param date the day it counts from: settled, else transaction
     * @param ageDays its age in days, in profile stripe by transaction dates; negative after the dispute
     * @param reason why it does not count; null when it is usable
     * @param ipSource where its IP came from; null when it has none
     * @param ipObservedAt when it was seen; null unless it is a sighting
     * @param ipDistanceMinutes how far from the order; null unless it is a sighting
     */
    public record PriorTransaction(
            OrderId orderId,
            LocalDate date,
            long ageDays,
            Money money,
            boolean selected,
            @Nullable PriorReason reason,
            Map<Element, Comparison> elements,
            @Nullable IpSource ipSource,
            @Nullable Instant ipObservedAt,
            @Nullable Long ipDistanceMinutes) {}

    /** Returns the verdict as a heading: of an order that no dispute can be raised about any more, that it is closed. */
    public String headline() {
        return date.isPast() ? "Closed" : status.words();
    }

    /** Returns the explanation without the verdict at its start, for text below a heading that has the verdict. */
    public String explanationBelowVerdict() {
        for (String verdict : VERDICTS) {
            if (explanation.startsWith(verdict)) {
                return explanation.substring(verdict.length());
            }
        }
        return explanation;
    }

    /**
     * Returns the day from which the age of a prior is counted: in profile {@code visa} its settlement, or else its
     * transaction; in profile {@code stripe} its transaction.
     */
    public LocalDate ageCountsFrom(PriorTransaction prior) {
        LocalDate end = profile.agesByTransaction() ? date.disputable().from() : date.asOf();
        return end.minusDays(prior.ageDays());
    }

    /** True exactly when it is qualified. */
    public boolean isEligible() {
        return status == Status.QUALIFIED;
    }

    /** Returns true if a test of the order fails that no data can fix. Then no other step helps. */
    public boolean isDecided() {
        return reasons.stream().map(Reason::code).anyMatch(DecisiveReason.class::isInstance);
    }

    /**
     * Something to do.
     *
     * @param orders the orders that it is about; none for the order as a whole
     */
    public record Step(String text, Set<OrderId> orders) {}

    /** Returns true if the remedy of a reason can change the verdict. */
    public boolean helps(Reason reason) {
        boolean isOfVerdict = switch (status) {
            case QUALIFIED -> false;
            case REQUIRES_ACTION -> !(reason.code() instanceof HistoryReason);
            case NOT_QUALIFIED -> !(reason.code() instanceof ElementReason);
        };
        return isOfVerdict && !closed() && !isDecided();
    }

    /**
     * Returns what to do next, each thing once. It follows from the verdict: what an eligible order lacks for a submission,
     * the data that makes an order eligible, or the orders that may be missing. Nothing can be done about a closed order,
     * or if a test fails that no data can fix.
     */
    public List<Step> nextSteps() {
        Map<String, Set<OrderId>> steps = new LinkedHashMap<>();
        DateRange later = laterWindow();
        if (later != null) {
            steps.put(
                    "Wait: without new data, the order becomes eligible for disputes raised " + later.words() + ".",
                    Set.of());
        }
        for (Reason reason : reasons) {
            if (reason.remedy() != null
                    && helps(reason)
                    && !(later != null && reason.code() instanceof HistoryReason)) {
                Set<OrderId> orders = steps.computeIfAbsent(reason.remedy(), _ -> new LinkedHashSet<>());
                if (reason.orderId() != null) {
                    orders.add(reason.orderId());
                }
            }
        }
        if (isEligible() && !closed()) {
            for (SubmissionGap gap : submissionGaps) {
                steps.computeIfAbsent(
                                "Before you submit, add the " + gap.missing().words() + ".", _ -> new LinkedHashSet<>())
                        .add(gap.orderId());
            }
        }
        return steps.entrySet().stream()
                .map(step -> new Step(step.getKey(), step.getValue()))
                .toList();
    }

    /** Returns the first days after the judged one on which the order is eligible as it is, if no dispute is open yet. */
    private @Nullable DateRange laterWindow() {
        return switch (date.basis()) {
            case DISPUTE, FRAUD_REPORT -> null;
            case REQUEST, TODAY ->
                status != Status.NOT_QUALIFIED || closed() || isDecided()
                        ? null
                        : windows.stream()
                                .filter(window -> window.from().isAfter(asOf()))
                                .findFirst()
                                .orElse(null);
        };
    }

    /** Returns the selected pair by ascending ID; none if it is not qualified. */
    public List<PriorTransaction> selectedPair() {
        return priorTransactions.stream().filter(PriorTransaction::selected).toList();
    }

    /** The text of the rule that was applied. */
    public String ruleVersion() {
        return RuleNumbers.RULE_VERSION;
    }

    /** The day of the dispute. */
    public LocalDate asOf() {
        return date.asOf();
    }

    /** True when a dispute can be raised on that day. */
    public boolean disputable() {
        return date.isDisputable();
    }

    /** Returns true when no dispute can be raised any more and no active one is on record. */
    public boolean closed() {
        return date.closed();
    }

    /** Returns the last day on which a dispute can be raised, or null if there is no charge to dispute. */
    public @Nullable LocalDate disputableUntil() {
        return date.charged() ? date.disputable().until() : null;
    }

    /** Returns true if it is qualified, and nothing is missing for a submission. */
    public boolean ready() {
        return isEligible() && submissionGaps.isEmpty();
    }

    /** First day of a dispute on which it would be qualified; null when there is none. */
    public @Nullable LocalDate eligibleFrom() {
        return windows.isEmpty() ? null : windows.getFirst().from();
    }

    /** Last day of a dispute on which it would be qualified; null when there is none. */
    public @Nullable LocalDate eligibleUntil() {
        return windows.isEmpty() ? null : windows.getLast().until();
    }

    /**
     * One test of the rule on one order. The strings contain no personal data.
     *
     * @param needed what passes, in a few words
     * @param found what the order has, in a few words
     */
    public record Check(Check.Code code, boolean passed, String needed, String found) {
        /** Which test, in the order in which the tests are listed. */
        public enum Code implements WireNamed {
            NETWORK("Card network"),
            CARD("Card presence"),
            CHARGE("Charge"),
            DISPUTE("Dispute"),
            CREDENTIAL("Card identification"),
            DESCRIPTION("Product description"),
            /** Profile {@link Profile#STRIPE} only. */
            CATEGORY("Category"),
            /** Enough usable priors. */
            PRIORS("Earlier orders"),
            /** Enough elements that are equal on two of them. */
            ELEMENTS("Matching elements"),
            /** Profile {@link Profile#STRIPE} only: two such priors with a product description. */
            PRIOR_DESCRIPTIONS("Descriptions of earlier orders");

            private final String words;

            Code(String words) {
                this.words = words;
            }

            /** Returns the test as the console and the evidence sheet name it. */
            public String words() {
                return words;
            }
        }
    }

    /**
     * A fact that helps against a fraud dispute in another way than the rule. It never changes the verdict.
     *
     * @param source the name of the source that stated the fact, such as {@code upload}
     */
    public record Protection(Protection.Code code, String source) {
        /** Source of a fact of which no source is known. */
        private static final String ORDER = "order";

        /** Electronic commerce indicators of Visa for an authentication, or an attempt of one. */
        private static final Set<String> AUTHENTICATED = Set.of("05", "5", "06", "6");

        /** Codes of the address verification for a match of the complete address. */
        private static final Set<String> ADDRESS_MATCHES = Set.of("Y", "X", "D", "M", "F");

        public enum Code implements WireNamed {
            VISA_SECURE(
                    "The cardholder was authenticated with Visa Secure. A fraud dispute is usually invalid: check with the"
                            + " acquirer."),
            AVS_MATCH("The address verification of the issuer found the billing address to be right.");

            private final String detail;

            Code(String detail) {
                this.detail = detail;
            }

            /** Returns what it means, in one or two sentences. */
            public String detail() {
                return detail;
            }
        }

        /** Returns the protections of an order, whatever its verdict. */
        public static List<Protection> of(StoredOrder stored) {
            Charge charge = stored.order().charge();
            Charge.ThreeDs threeDs = charge.verification().threeDs();
            List<Protection> protections = new ArrayList<>(2);
            if (RuleNumbers.NETWORK.equals(charge.credential().network())
                    && threeDs != null
                    && isOne(AUTHENTICATED, threeDs.eci())) {
                protections.add(new Protection(Protection.Code.VISA_SECURE, source(stored, "threeDs")));
            }
            if (isOne(ADDRESS_MATCHES, charge.verification().avsResult())) {
                protections.add(new Protection(Protection.Code.AVS_MATCH, source(stored, "avsResult")));
            }
            return protections;
        }

        private static boolean isOne(Set<String> codes, @Nullable String text) {
            return text != null && codes.contains(Texts.trim(text));
        }

        private static String source(StoredOrder stored, String field) {
            return stored.sources().fields().getOrDefault(field, ORDER);
        }
    }
}
