package org.orderevidence.evidence;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.OrderId;

/**
 * A second, slow implementation of the rule, close to its text: all pairs and all sets of elements, day by day. It
 * shares nothing with the rule but the names of elements, profiles and codes.
 */
final class NaiveRule {
    private static final Set<String> FIXABLE = Set.of(
            "network_unknown",
            "condition_unknown",
            "credential_missing",
            "product_description_missing",
            "category_missing");
    private static final Set<Element> ANCHORS = EnumSet.of(Element.IP, Element.DEVICE_ID, Element.DEVICE_FINGERPRINT);

    /** Orders that people find soonest come first, in the remedy of which values to add. */
    private static final List<Element> PREFERRED = List.of(
            Element.IP,
            Element.ACCOUNT_ID,
            Element.EMAIL,
            Element.SHIPPING_ADDRESS,
            Element.DEVICE_ID,
            Element.DEVICE_FINGERPRINT);

    private final RandomHistory history;
    private final TestOrder disputed;
    private final List<TestOrder> priors;
    private final NaivePriors lasting;
    private final LocalDate asOf;
    private final Profile profile;
    private final int leastAge;
    private final int greatestAge;

    NaiveRule(RandomHistory history) {
        this(history, history.asOf(), 120, history.profile() == Profile.VISA ? 365 : 364);
    }

    private NaiveRule(RandomHistory history, LocalDate asOf, int leastAge, int greatestAge) {
        this.history = history;
        this.disputed = history.disputed();
        boolean cardIsKnown = hasSureCard(disputed) || (disputed.bin != null && disputed.last4 != null);
        this.priors = cardIsKnown ? history.priors() : List.of();
        this.lasting = new NaivePriors(history, this.priors);
        this.asOf = asOf;
        this.profile = history.profile();
        this.leastAge = leastAge;
        this.greatestAge = greatestAge;
    }

    /** Two priors, the lower id first. */
    record Pair(TestOrder first, TestOrder second) {
        LocalDate olderDay() {
            return dayOf(first).isBefore(dayOf(second)) ? dayOf(first) : dayOf(second);
        }

        LocalDate newerDay() {
            return dayOf(first).isBefore(dayOf(second)) ? dayOf(second) : dayOf(first);
        }
    }

    String status() {
        List<String> failing = failing();
        if (failing.isEmpty() && equalPair() != null) {
            return "qualified";
        }
        boolean mends = FIXABLE.containsAll(failing) && (failing.contains("credential_missing") || couldPair() != null);
        return mends ? "requires_action" : "not_qualified";
    }

    List<String> failing() {
        List<String> failing = new ArrayList<>();
        String brand = disputed.brand;
        String letters =
                brand == null ? "unknown" : brand.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        if (letters.equals("unknown")) {
            if (disputed.bin == null) {
                failing.add("network_unknown");
            } else if (!disputed.bin.startsWith("4")) {
                failing.add("network_not_visa");
            }
        } else if (!letters.startsWith("visa")) {
            failing.add("network_not_visa");
        }
        if (disputed.cardPresent) {
            failing.add("card_present");
        }
        if (disputed.failed) {
            failing.add(disputed.uncaptured ? "charge_uncaptured" : "charge_failed");
        }
        List<String> active = history.activeConditions();
        if (!active.isEmpty() && !active.contains("10.4")) {
            failing.add(active.contains("unknown") ? "condition_unknown" : "dispute_not_fraud");
        }
        if (!hasSureCard(disputed) && (disputed.bin == null || disputed.last4 == null)) {
            failing.add("credential_missing");
        }
        if (disputed.description == null) {
            failing.add("product_description_missing");
        }
        if (profile == Profile.STRIPE && disputed.category == null) {
            failing.add("category_missing");
        }
        return failing;
    }

    /** All codes, about elements with the order's id in front. */
    List<String> reasons() {
        if (status().equals("qualified")) {
            return List.of();
        }
        List<String> reasons = new ArrayList<>(failing());
        if (!failing().contains("credential_missing")) {
            List<TestOrder> usable =
                    priors.stream().filter(p -> reason(p, asOf) == null).toList();
            boolean anyShares = anyPair(usable, (p, q) -> suffices(equal(p, q)));
            if (priors.isEmpty()) {
                reasons.add("no_priors");
            } else if (usable.size() < 2) {
                reasons.add("too_few_priors");
            } else if (!anyShares) {
                reasons.add(anyPair(usable, (p, q) -> slots(equal(p, q)) >= 2) ? "no_anchor" : "no_common_elements");
            }
        }
        Pair pair = couldPair();
        List<TestOrder> three = pair == null ? List.of(disputed) : List.of(disputed, pair.first, pair.second);
        for (TestOrder order : three) {
            addElementReasons(order, three, reasons);
            if (order != disputed && !saysWhat(order)) {
                reasons.add(order.id + " prior_description_missing");
            }
        }
        return reasons;
    }

    private void addElementReasons(TestOrder order, List<TestOrder> three, List<String> reasons) {
        if (order.usableWord(Element.IP) == null && !order.ipNotRead()) {
            String missing = order == disputed && disputed.recurring ? " renewal_without_ip" : " ip_missing";
            reasons.add(order.id + (order.hasIp() ? " ip_not_public" : missing));
        }
        boolean hasId = order.elements.containsKey(Element.DEVICE_ID);
        boolean hasFingerprint = order.elements.containsKey(Element.DEVICE_FINGERPRINT);
        if (!hasId && !hasFingerprint) {
            reasons.add(order.id + " device_missing");
        }
        if (hasFingerprint && !hasId && wants(Element.DEVICE_ID, Element.DEVICE_FINGERPRINT, three)) {
            reasons.add(order.id + " device_id_missing");
        }
        if (hasId && order.usableWord(Element.DEVICE_ID) == null) {
            reasons.add(order.id
                    + (isPlaceholder(order, Element.DEVICE_ID) ? " device_id_unusable" : " device_id_too_short"));
        }
        if (hasId && !hasFingerprint && wants(Element.DEVICE_FINGERPRINT, Element.DEVICE_ID, three)) {
            reasons.add(order.id + " device_fingerprint_missing");
        }
        if (hasFingerprint && order.usableWord(Element.DEVICE_FINGERPRINT) == null) {
            reasons.add(order.id
                    + (isPlaceholder(order, Element.DEVICE_FINGERPRINT)
                            ? " device_fingerprint_unusable"
                            : " device_fingerprint_too_short"));
        }
        if (order.usableWord(Element.ACCOUNT_ID) == null) {
            reasons.add(order.id
                    + (isPlaceholder(order, Element.ACCOUNT_ID) ? " account_id_unusable" : " account_id_missing"));
        }
        if (order.usableWord(Element.SHIPPING_ADDRESS) == null) {
            boolean has = order.elements.containsKey(Element.SHIPPING_ADDRESS);
            reasons.add(order.id + (has ? " shipping_address_incomplete" : " shipping_address_missing"));
        }
        if (profile == Profile.STRIPE && order.usableWord(Element.EMAIL) == null) {
            reasons.add(order.id + (order.elements.containsKey(Element.EMAIL) ? " email_invalid" : " email_missing"));
        }
    }

    static boolean hasSureCard(TestOrder order) {
        return order.accountReference != null || order.fingerprint != null;
    }

    private static boolean isPlaceholder(TestOrder order, Element element) {
        return TestOrder.PLACEHOLDER.equals(order.elements.get(element));
    }

    /**
     * The other kind than the one that an order has: some order has it, and the order's own is not equal on all three.
     */
    private boolean wants(Element other, Element own, List<TestOrder> three) {
        Set<String> words = new HashSet<>();
        three.forEach(order -> words.add(String.valueOf(order.usableWord(own))));
        boolean equal = three.size() == 3 && words.size() == 1 && !words.contains("null");
        boolean needed = three.size() == 3
                && status().equals("requires_action")
                && remedy(three.get(1), three.get(2)).contains(other);
        return !equal && (needed || three.stream().anyMatch(order -> order.usableWord(other) != null));
    }

    /** The elements of which the fewest values have to be added; of as many, those that are found soonest. */
    private Set<Element> remedy(TestOrder p, TestOrder q) {
        Set<Element> equal = equal(p, q);
        List<Element> open = new ArrayList<>(couldBeEqual(p, q));
        open.removeAll(equal);
        Set<Element> best = Set.of();
        long least = Long.MAX_VALUE;
        for (int bits = 0; bits < 1 << open.size(); bits++) {
            Set<Element> added = EnumSet.noneOf(Element.class);
            long cost = 0;
            for (int i = 0; i < open.size(); i++) {
                if ((bits & (1 << i)) != 0) {
                    added.add(open.get(i));
                    long missing = 0;
                    for (TestOrder order : List.of(disputed, p, q)) {
                        missing += order.usableWord(open.get(i)) == null ? 1 : 0;
                    }
                    cost += missing * 1_000 + (1L << PREFERRED.indexOf(open.get(i)));
                }
            }
            Set<Element> together = EnumSet.noneOf(Element.class);
            together.addAll(equal);
            together.addAll(added);
            if (suffices(together) && cost < least) {
                least = cost;
                best = added;
            }
        }
        return best;
    }

    /** The gaps of a submission, each an id and a field. */
    List<String> gaps() {
        List<String> gaps = new ArrayList<>();
        if (!FIXABLE.containsAll(failing())) {
            return gaps;
        }
        List<TestOrder> submitted = new ArrayList<>(List.of(disputed));
        Pair pair = status().equals("qualified") ? equalPair() : null;
        if (pair != null) {
            submitted.add(pair.first);
            submitted.add(pair.second);
        }
        for (TestOrder order : submitted) {
            if (order.arn == null) {
                gaps.add(order.id + " arn");
            }
            if (!order.fulfilled) {
                gaps.add(order.id + " fulfilledAt");
            }
            if (order.description == null) {
                gaps.add(order.id + " description");
            }
        }
        return gaps;
    }

    /** The state of each element of a prior. */
    List<String> states(TestOrder prior) {
        List<String> states = new ArrayList<>();
        for (Element element : elements()) {
            String ours = disputed.usableWord(element);
            String theirs = prior.usableWord(element);
            if (ours == null) {
                states.add(disputed.has(element) ? "order_unusable" : "order_missing");
            } else if (theirs != null) {
                states.add(theirs.equals(ours) ? "equal" : "differs");
            } else if (element == Element.IP && prior.ipNotRead()) {
                states.add("not_read");
            } else {
                states.add(prior.has(element) ? "unusable" : "missing");
            }
        }
        return states;
    }

    /** The orders that are known to be of the card. */
    List<TestOrder> priors() {
        return priors;
    }

    /** Those that count on the day of the dispute. */
    List<TestOrder> usable() {
        return priors.stream().filter(prior -> reason(prior, asOf) == null).toList();
    }

    /** The same question about another day. */
    NaiveRule on(LocalDate day) {
        return new NaiveRule(history, day, leastAge, greatestAge);
    }

    /** The code of why a prior does not count in a dispute of that day; null when it does. */
    @Nullable
    String reason(TestOrder prior, LocalDate day) {
        String always = lasting.lasting(prior);
        if (always != null) {
            return always;
        }
        long age = age(prior, day);
        if (age < 0) {
            return "prior_after_dispute";
        }
        boolean hasFloor = !(prior.originalCredit && profile == Profile.VISA);
        if (hasFloor && age < leastAge) {
            return "prior_too_recent";
        }
        return age > greatestAge ? "prior_too_old" : null;
    }

    long age(TestOrder prior, LocalDate day) {
        return profile == Profile.VISA
                ? day.toEpochDay() - dayOf(prior).toEpochDay()
                : disputed.day.toEpochDay() - prior.day.toEpochDay();
    }

    /** The pair that qualifies the order; null when none does. */
    @Nullable
    Pair equalPair() {
        return best(this::equal, true);
    }

    /** The pair that could; null when none could. */
    @Nullable
    Pair couldPair() {
        return best(this::couldBeEqual, false);
    }

    private @Nullable Pair best(ElementsOfPair elements, boolean described) {
        List<Pair> pairs = new ArrayList<>();
        for (TestOrder first : priors) {
            for (TestOrder second : priors) {
                boolean bothCount = reason(first, asOf) == null && reason(second, asOf) == null;
                boolean sayWhat = !described || (saysWhat(first) && saysWhat(second));
                if (first.id.compareTo(second.id) < 0 && bothCount && sayWhat && suffices(elements.of(first, second))) {
                    pairs.add(new Pair(first, second));
                }
            }
        }
        return pairs.stream()
                .max(Comparator.<Pair>comparingInt(pair -> slots(elements.of(pair.first, pair.second)))
                        .thenComparing(Pair::olderDay)
                        .thenComparing(Pair::newerDay)
                        .thenComparing(pair -> pair.first.id, Comparator.reverseOrder())
                        .thenComparing(pair -> pair.second.id, Comparator.reverseOrder()))
                .orElse(null);
    }

    private boolean saysWhat(TestOrder prior) {
        return profile == Profile.VISA || prior.description != null;
    }

    boolean hangsOnEdge() {
        NaiveRule inner = new NaiveRule(history, asOf, leastAge + 1, greatestAge - 1);
        return status().equals("qualified") && inner.equalPair() == null;
    }

    List<DateRange> windows() {
        List<DateRange> windows = new ArrayList<>();
        if (!failing().isEmpty()) {
            return windows;
        }
        List<Pair> pairs = new ArrayList<>();
        for (TestOrder p : priors) {
            for (TestOrder q : priors) {
                if (p.id.compareTo(q.id) < 0 && saysWhat(p) && saysWhat(q) && suffices(equal(p, q))) {
                    pairs.add(new Pair(p, q));
                }
            }
        }
        LocalDate last = dayOf(disputed).plusDays(120);
        LocalDate from = null;
        for (LocalDate day = disputed.day; !day.isAfter(last.plusDays(1)); day = day.plusDays(1)) {
            boolean eligible = false;
            for (Pair pair : pairs) {
                eligible |= !day.isAfter(last) && reason(pair.first, day) == null && reason(pair.second, day) == null;
            }
            if (eligible && from == null) {
                from = day;
            } else if (!eligible && from != null) {
                windows.add(new DateRange(from, day.minusDays(1)));
                from = null;
            }
        }
        return windows;
    }

    Set<Element> equal(TestOrder p, TestOrder q) {
        Set<Element> equal = EnumSet.noneOf(Element.class);
        for (Element element : elements()) {
            String word = disputed.usableWord(element);
            if (word != null && word.equals(p.usableWord(element)) && word.equals(q.usableWord(element))) {
                equal.add(element);
            }
        }
        return equal;
    }

    private Set<Element> couldBeEqual(TestOrder p, TestOrder q) {
        Set<Element> could = EnumSet.noneOf(Element.class);
        for (Element element : elements()) {
            if (!canBeSupplied(element)) {
                continue;
            }
            Set<String> words = new HashSet<>();
            for (TestOrder order : List.of(disputed, p, q)) {
                String word = order.usableWord(element);
                if (word != null) {
                    words.add(word);
                }
            }
            if (words.size() <= 1) {
                could.add(element);
            }
        }
        return could;
    }

    /** Nobody visited the shop for a renewal, so that its address cannot be added. */
    boolean canBeSupplied(Element element) {
        boolean isOfNoVisit = element == Element.IP
                && disputed.recurring
                && !disputed.elements.containsKey(Element.IP)
                && disputed.usableWord(Element.IP) == null;
        return !isOfNoVisit;
    }

    private Set<Element> elements() {
        return profile == Profile.STRIPE
                ? EnumSet.allOf(Element.class)
                : EnumSet.complementOf(EnumSet.of(Element.EMAIL));
    }

    private static boolean suffices(Set<Element> elements) {
        return slots(elements) >= 2 && elements.stream().anyMatch(ANCHORS::contains);
    }

    private static int slots(Set<Element> elements) {
        boolean bothDevices = elements.contains(Element.DEVICE_ID) && elements.contains(Element.DEVICE_FINGERPRINT);
        return elements.size() - (bothDevices ? 1 : 0);
    }

    private static boolean anyPair(List<TestOrder> orders, BiPredicate<TestOrder, TestOrder> test) {
        for (int i = 0; i < orders.size(); i++) {
            for (int j = i + 1; j < orders.size(); j++) {
                if (test.test(orders.get(i), orders.get(j))) {
                    return true;
                }
            }
        }
        return false;
    }

    static LocalDate dayOf(TestOrder order) {
        return order.settled == null ? order.day : order.settled;
    }

    /** Which elements two priors and the disputed order share. */
    private interface ElementsOfPair {
        Set<Element> of(TestOrder first, TestOrder second);
    }

    /** The lasting reasons of priors, computed as the rule states them: each prior with all others. */
    static final class NaivePriors {
        private final TestOrder disputed;
        private final List<TestOrder> priors;
        private final Set<ActiveDisputes> excluding;
        private final boolean refundsExclude;
        private final Map<OrderId, Boolean> repeating = new HashMap<>();

        NaivePriors(RandomHistory history, List<TestOrder> priors) {
            this.disputed = history.disputed();
            this.priors = priors;
            boolean fraudAlone = history.profile() == Profile.VISA
                    && history.settings().disputedPriors() == RuleSettings.DisputedPriors.FRAUD;
            this.excluding =
                    fraudAlone ? Set.of(ActiveDisputes.FRAUD) : Set.of(ActiveDisputes.FRAUD, ActiveDisputes.NOT_FRAUD);
            this.refundsExclude = history.settings().refundedPriors() == RuleSettings.RefundedPriors.EXCLUDE;
        }

        /** Returns the code of why a prior never counts on any day of a dispute, or null if there is none. */
        @Nullable
        String lasting(TestOrder prior) {
            if (prior.failed) {
                return "prior_failed";
            }
            if (prior.validation || prior.amount == 0) {
                return "prior_validation";
            }
            if (prior.fraudReported) {
                return "prior_fraud_reported";
            }
            if (excluding.contains(prior.disputes)) {
                return "prior_disputed";
            }
            if (prior.refunded && refundsExclude) {
                return "prior_refunded";
            }
            if (prior.descriptor != null
                    && disputed.descriptor != null
                    && !prior.descriptor.equals(disputed.descriptor)) {
                return "prior_other_descriptor";
            }
            if (!isEarlier(prior)) {
                return "prior_not_earlier";
            }
            return repeatsACharge(prior) ? "prior_same_charge" : null;
        }

        private boolean isEarlier(TestOrder prior) {
            if (prior.secondOfDay != null && disputed.secondOfDay != null && prior.day.equals(disputed.day)) {
                return prior.secondOfDay < disputed.secondOfDay;
            }
            return prior.day.isBefore(disputed.day);
        }

        private boolean repeatsACharge(TestOrder prior) {
            Boolean known = repeating.get(prior.id);
            if (known != null) {
                return known;
            }
            boolean repeats = isOneCharge(prior, disputed);
            for (TestOrder other : priors) {
                repeats |= other.id.compareTo(prior.id) < 0 && isOneCharge(prior, other) && lasting(other) == null;
            }
            repeating.put(prior.id, repeats);
            return repeats;
        }

        private static boolean isOneCharge(TestOrder one, TestOrder other) {
            boolean sameTransaction =
                    one.gatewayTransactionId != null && one.gatewayTransactionId.equals(other.gatewayTransactionId);
            if (sameTransaction || (one.arn != null && one.arn.equals(other.arn))) {
                return true;
            }
            boolean bothKnowTransaction = one.gatewayTransactionId != null && other.gatewayTransactionId != null;
            boolean bothKnowArn = one.arn != null && other.arn != null;
            if (bothKnowTransaction || bothKnowArn || one.amount != other.amount) {
                return false;
            }
            boolean sameCode = one.authCode != null && one.authCode.equals(other.authCode);
            boolean sameSecond =
                    one.secondOfDay != null && one.secondOfDay.equals(other.secondOfDay) && one.day.equals(other.day);
            return sameSecond || (sameCode && NaiveRule.dayOf(one).equals(NaiveRule.dayOf(other)));
        }
    }
}
