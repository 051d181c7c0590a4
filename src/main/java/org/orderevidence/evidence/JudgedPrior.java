package org.orderevidence.evidence;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DisputeCase.Prior;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;

/**
 * A prior, with its result for one dispute.
 *
 * @param day the day it counts from, in days since 1970
 * @param age in days; in profile stripe by transaction dates
 * @param lasting why it never counts on any day of a dispute, or null
 * @param reason why it does not count; null if it is usable
 * @param usableElements the elements of the profile that it has
 * @param equal the elements of the profile that are equal to the disputed order's
 */
public record JudgedPrior(
        Prior prior,
        OrderElements elements,
        long day,
        long age,
        @Nullable PriorReason lasting,
        @Nullable PriorReason reason,
        ElementSet usableElements,
        ElementSet equal) {

    /** Newest day first, within a day by order id. */
    public static final Comparator<JudgedPrior> NEWEST_FIRST =
            Comparator.comparingLong(JudgedPrior::day).reversed().thenComparing(JudgedPrior::id);

    /** Judges the priors, in the order given. One reason depends on the other priors. */
    public static List<JudgedPrior> all(List<Prior> priors, DisputeCase dispute, OrderElements disputedElements) {
        Set<OrderId> sameCharge = SameCharges.among(priors, dispute);
        List<JudgedPrior> judged = new ArrayList<>(priors.size());
        for (Prior prior : priors) {
            judged.add(of(prior, dispute, disputedElements, sameCharge.contains(prior.id())));
        }
        return judged;
    }

    private static JudgedPrior of(
            Prior prior, DisputeCase dispute, OrderElements disputedElements, boolean sameCharge) {
        Profile profile = dispute.profile();
        PriorFacts facts = prior.facts();
        long day = facts.day().toEpochDay();
        long age = profile.agesByTransaction()
                ? transactionDay(dispute.facts()) - transactionDay(facts)
                : dispute.date().asOf().toEpochDay() - day;
        PriorReason own = ownReason(prior, dispute);
        PriorReason lasting = own == null && sameCharge ? PriorReason.SAME_CHARGE : own;
        OrderElements elements = new OrderElements(facts, prior.ipStandIn());
        ElementSet usable = elements.usable().and(profile.elements());
        ElementSet equal = elements.equalTo(disputedElements).and(profile.elements());
        PriorReason reason = lasting != null ? lasting : byAge(age, facts, profile);
        return new JudgedPrior(prior, elements, day, age, lasting, reason, usable, equal);
    }

    public OrderId id() {
        return prior.id();
    }

    public PriorFacts facts() {
        return prior.facts();
    }

    public boolean isUsable() {
        return reason == null;
    }

    /** Returns true if it cannot be submitted: in profile stripe, a prior needs a product description. */
    public boolean lacksDescription(Profile profile) {
        return profile.asksForPriorDescriptions() && !facts().isDescribed();
    }

    /** Least age at which it is inside the window. */
    public static int minAge(PriorFacts facts, Profile profile) {
        return facts.traits().contains(PriorFacts.Trait.ORIGINAL_CREDIT) && profile.freesOriginalCredits()
                ? 0
                : profile.minAgeDays();
    }

    /** Returns true if its age is the first or the last of the window: processors read the edges differently. */
    public boolean isOnEdge(Profile profile) {
        boolean hasFloor = minAge(facts(), profile) == profile.minAgeDays();
        return (hasFloor && age == profile.minAgeDays()) || age == profile.maxAgeDays();
    }

    /** Returns the first lasting reason that does not depend on other priors, or null if there is none. */
    static @Nullable PriorReason ownReason(Prior prior, DisputeCase dispute) {
        PriorFacts facts = prior.facts();
        if (facts.traits().contains(PriorFacts.Trait.FAILED)) {
            return PriorReason.FAILED;
        }
        if (facts.traits().contains(PriorFacts.Trait.VALIDATION)
                || facts.money().amountMinor() == 0) {
            return PriorReason.VALIDATION;
        }
        if (prior.fraudReported()) {
            return PriorReason.FRAUD_REPORTED;
        }
        boolean disputed = dispute.countsOnlyFraudDisputes()
                ? prior.disputes() == ActiveDisputes.FRAUD
                : prior.disputes() != ActiveDisputes.NONE;
        if (disputed) {
            return PriorReason.DISPUTED;
        }
        if (facts.traits().contains(PriorFacts.Trait.REFUNDED_IN_FULL)
                && dispute.settings().refundedPriors() == RuleSettings.RefundedPriors.EXCLUDE) {
            return PriorReason.REFUNDED;
        }
        if (facts.hasOtherDescriptorThan(dispute.facts())) {
            return PriorReason.OTHER_DESCRIPTOR;
        }
        return facts.transactionTime().isEarlierThan(dispute.facts().transactionTime())
                ? null
                : PriorReason.NOT_EARLIER;
    }

    private static long transactionDay(PriorFacts facts) {
        return facts.transactionTime().day().toEpochDay();
    }

    private static @Nullable PriorReason byAge(long age, PriorFacts facts, Profile profile) {
        if (age < 0) {
            return PriorReason.AFTER_DISPUTE;
        }
        if (age < minAge(facts, profile)) {
            return PriorReason.TOO_RECENT;
        }
        return age > profile.maxAgeDays() ? PriorReason.TOO_OLD : null;
    }

    /** Why an order is not a usable prior; in the order in which they are checked. */
    public enum PriorReason {
        /** Not paid. Sources A, E. */
        FAILED("its charge failed"),
        /** An account verification, or an amount of 0. Source E. */
        VALIDATION("it only verified the card"),
        /** Has a fraud report (TC40). Sources B, D. */
        FRAUD_REPORTED("it was reported as fraud"),
        /** Has an active dispute; {@link RuleSettings.DisputedPriors} decides of which condition. Sources B, E. */
        DISPUTED("it was disputed"),
        /** Refunded in full; no public Visa text decides it, {@link RuleSettings.RefundedPriors} does. */
        REFUNDED("it was refunded in full"),
        /** Another descriptor. Sources B, C. */
        OTHER_DESCRIPTOR("its statement descriptor is different"),
        /** Not made before the disputed order. Source A. */
        NOT_EARLIER("it was not made before this order"),
        /** One card movement under two order IDs counts once. */
        SAME_CHARGE("it is the same charge as another order"),
        /** Made after the day of the dispute. */
        AFTER_DISPUTE("it is dated after the dispute"),
        /** Younger than the window. Sources A, B, D. */
        TOO_RECENT("it is too recent"),
        /** Older than the window. Sources A, E. */
        TOO_OLD("it is too old");

        private final String clause;

        PriorReason(String clause) {
            this.clause = clause;
        }

        /** Its name in the HTTP interface. */
        public String code() {
            return "prior_" + name().toLowerCase(Locale.ROOT);
        }

        /** As people read it, to follow "because". */
        public String clause() {
            return clause;
        }
    }

    /**
     * Finds priors that are the same card movement as another order. A shop and a processor can send one under two order
     * IDs; it counts once, for the lower ID. Orders are compared in ascending ID; the relation is not transitive.
     */
    static final class SameCharges {
        /** An order that states the processor's ID of the charge, in a set of bits. */
        private static final int HAS_TRANSACTION = 1;

        /** An order that states the acquirer reference number. */
        private static final int HAS_ARN = 2;

        /** Every combination of the two. */
        private static final int COMBINATIONS = 4;

        /** References of the orders that count. */
        private final Set<KeyedHash> references = new HashSet<>();

        /** Of the orders that count and look alike: which combinations of references they state, as a set of bits. */
        private final Map<Lookalike, Integer> lookalikes = new HashMap<>();

        private SameCharges() {}

        /**
         * What two orders of one card movement have in common when no reference decides.
         *
         * @param time the day that counts if they have the same approval code; without code, the second
         */
        private record Lookalike(Money money, @Nullable KeyedHash authCode, long time) {}

        /**
         * Returns the priors that are the same card movement as the disputed order, or as a prior with a lower ID that can
         * count. A prior with its own reason, or that is itself the same as another order, excludes no other prior. The
         * ages do not matter, so the result is the same for every dispute date.
         */
        static Set<OrderId> among(List<Prior> priors, DisputeCase dispute) {
            List<Prior> counting = new ArrayList<>(priors.size());
            for (Prior prior : priors) {
                if (JudgedPrior.ownReason(prior, dispute) == null) {
                    counting.add(prior);
                }
            }
            counting.sort(Comparator.comparing(Prior::id));
            SameCharges counted = new SameCharges();
            counted.add(dispute.facts());
            Set<OrderId> repeated = new HashSet<>();
            for (Prior prior : counting) {
                if (!counted.add(prior.facts())) {
                    repeated.add(prior.id());
                }
            }
            return repeated;
        }

        /** Adds an order, and returns true, unless it is the same card movement as one that counts. */
        private boolean add(PriorFacts facts) {
            List<KeyedHash> unique = facts.chargeKeys().unique();
            List<Lookalike> keys = keys(facts);
            int stated = combination(facts.chargeKeys());
            if (!Collections.disjoint(unique, references) || looksAlike(keys, stated)) {
                return false;
            }
            references.addAll(unique);
            for (Lookalike key : keys) {
                lookalikes.merge(key, 1 << stated, (seen, more) -> seen | more);
            }
            return true;
        }

        private boolean looksAlike(List<Lookalike> keys, int stated) {
            for (Lookalike key : keys) {
                int seen = lookalikes.getOrDefault(key, 0);
                for (int other = 0; other < COMBINATIONS; other++) {
                    // A reference that both state differs, or they would be the same by it.
                    if ((seen & (1 << other)) != 0 && (stated & other) == 0) {
                        return true;
                    }
                }
            }
            return false;
        }

        private static int combination(ChargeKeys keys) {
            return (keys.gatewayTransactionId() == null ? 0 : HAS_TRANSACTION) | (keys.arn() == null ? 0 : HAS_ARN);
        }

        private static List<Lookalike> keys(PriorFacts facts) {
            List<Lookalike> keys = new ArrayList<>(2);
            KeyedHash authCode = facts.chargeKeys().authCode();
            if (authCode != null) {
                keys.add(new Lookalike(facts.money(), authCode, facts.day().toEpochDay()));
            }
            Instant moment = facts.transactionTime().instant();
            if (moment != null) {
                keys.add(new Lookalike(facts.money(), null, moment.getEpochSecond()));
            }
            return keys;
        }
    }
}
