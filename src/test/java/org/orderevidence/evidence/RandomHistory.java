package org.orderevidence.evidence;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.orderevidence.evidence.element.Element;
import org.orderevidence.evidence.rule.DisputeCase;
import org.orderevidence.evidence.rule.DisputeDate;
import org.orderevidence.evidence.rule.IpStandIn;
import org.orderevidence.evidence.rule.Profile;
import org.orderevidence.evidence.rule.RuleSettings;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.OrderSources;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.StoredOrder;

/**
 * An order and its priors, made at random: crowded round the edges of the window, with few different values, so that all
 * that can happen does.
 *
 * @param disputed the order
 * @param priors the others
 * @param asOf the day of the dispute
 * @param profile the reading
 * @param dispute the dispute on record, if any
 * @param today the day of the question
 * @param requested true when the question names the day of the dispute
 */
record RandomHistory(
        TestOrder disputed,
        List<TestOrder> priors,
        LocalDate asOf,
        Profile profile,
        Recorded dispute,
        LocalDate today,
        boolean requested) {
    /** Which dispute of the order is on record. */
    enum Recorded {
        NONE,
        WITHDRAWN,
        FRAUD,
        OTHER,
        UNKNOWN
    }

    private static final LocalDate DAY = LocalDate.of(2026, 3, 1);
    private static final int[] EDGES = {0, 1, 30, 119, 120, 121, 150, 200, 250, 300, 363, 364, 365, 366, 480};

    static RandomHistory of(SplittableRandom random) {
        TestOrder disputed = new TestOrder("D", DAY);
        disputed.secondOfDay = random.nextInt(3) == 0 ? 3600 : null;
        disputed.settled = random.nextInt(4) == 0 ? DAY.plusDays(random.nextInt(61)) : null;
        disputed.description = random.nextInt(25) == 0 ? null : "Tea set";
        disputed.category = random.nextInt(25) == 0 ? null : Charge.Category.SERVICES;
        disputed.cardPresent = random.nextInt(60) == 0;
        disputed.failed = random.nextInt(60) == 0;
        disputed.descriptor = random.nextInt(3) == 0 ? "TEASHO" : null;
        card(disputed, random);
        references(disputed, random);
        int chanceOfElement = 2 + random.nextInt(4);
        elements(disputed, chanceOfElement, random);
        int values = random.nextBoolean() ? 1 : 1 + random.nextInt(3);
        int offset = random.nextInt(20) == 0 ? random.nextInt(-400, 800) : random.nextInt(121);
        List<TestOrder> priors = new ArrayList<>();
        int count = random.nextInt(200) == 0 ? 40 : random.nextInt(9);
        for (int i = 0; i < count; i++) {
            priors.add(prior(i, offset, values, chanceOfElement, random));
        }
        // Which of two orders of one charge counts depends on their IDs, not on their places.
        Collections.shuffle(priors, random);
        Profile profile = random.nextInt(3) == 0 ? Profile.STRIPE : Profile.VISA;
        Recorded recorded =
                random.nextInt(15) == 0 ? Recorded.values()[random.nextInt(Recorded.values().length)] : Recorded.NONE;
        boolean requested = random.nextBoolean();
        LocalDate wanted = DAY.plusDays(offset);
        LocalDate today = random.nextInt(4) == 0 ? wanted.plusDays(random.nextInt(400)) : wanted;
        LocalDate asOf = requested || recorded == Recorded.FRAUD ? wanted : nearestDisputable(today, disputed);
        return new RandomHistory(disputed, priors, asOf, profile, recorded, today, requested);
    }

    /** The same question with other orders. */
    RandomHistory with(TestOrder order, List<TestOrder> others) {
        return new RandomHistory(order, others, asOf, profile, dispute, today, requested);
    }

    boolean disputedForOther() {
        return dispute == Recorded.OTHER || dispute == Recorded.UNKNOWN;
    }

    LocalDate lastDisputable() {
        return NaiveRule.dayOf(disputed).plusDays(120);
    }

    boolean disputable() {
        return !asOf.isBefore(disputed.day) && !asOf.isAfter(lastDisputable());
    }

    boolean closed() {
        boolean counts = dispute == Recorded.FRAUD || disputedForOther();
        return today.isAfter(lastDisputable()) && !counts;
    }

    NaiveRule naive() {
        return new NaiveRule(disputed, priors, asOf, profile, disputedForOther());
    }

    private static LocalDate nearestDisputable(LocalDate today, TestOrder disputed) {
        LocalDate last = NaiveRule.dayOf(disputed).plusDays(120);
        return today.isBefore(disputed.day) ? disputed.day : today.isAfter(last) ? last : today;
    }

    DisputeCase toCase() {
        List<Dispute> disputes = switch (dispute) {
            case NONE -> List.of();
            case WITHDRAWN -> List.of(recorded("10.4", Dispute.Status.WITHDRAWN));
            case FRAUD -> List.of(recorded("10.4", Dispute.Status.OPEN));
            case OTHER -> List.of(recorded("13.1", Dispute.Status.OPEN));
            case UNKNOWN -> List.of(recorded(Dispute.UNKNOWN_CONDITION, Dispute.Status.OPEN));
        };
        StoredOrder stored =
                new StoredOrder(disputed.order(), OrderSources.NONE, 1, Instant.EPOCH, disputes, List.of());
        return new DisputeCase(
                stored,
                disputed.facts(),
                null,
                DisputeDate.of(stored, requested ? asOf : null, today),
                profile,
                null,
                RuleSettings.DEFAULTS,
                priors.stream().map(TestOrder::prior).toList(),
                priors.stream().anyMatch(TestOrder::ipNotRead));
    }

    private Dispute recorded(String condition, Dispute.Status status) {
        return new Dispute("dp", condition, OrderTime.on(asOf), status);
    }

    private static void card(TestOrder order, SplittableRandom random) {
        switch (random.nextInt(30)) {
            case 0 -> order.brand = null;
            case 1 -> order.brand = "amex";
            case 2 -> {
                order.brand = "unknown";
                order.bin = "545454";
            }
            case 3 -> {
                order.brand = null;
                order.bin = null;
            }
            case 4 -> order.fingerprint = null;
            case 5 -> {
                order.fingerprint = null;
                order.last4 = null;
            }
            case 6 -> order.brand = "Visa Debit";
            case 7 -> {
                order.accountReference = TestHashes.of("par", "the card");
                order.fingerprint = null;
                order.last4 = null;
            }
            default -> order.brand = "visa";
        }
    }

    private static TestOrder prior(int number, int offset, int values, int chanceOfElement, SplittableRandom random) {
        int daysBefore = EDGES[random.nextInt(EDGES.length)] - (random.nextBoolean() ? offset : random.nextInt(121));
        TestOrder prior = new TestOrder("P" + (char) ('A' + number), DAY.minusDays(daysBefore));
        prior.secondOfDay = random.nextInt(3) == 0 ? 3599 + random.nextInt(3) : null;
        prior.settled = random.nextInt(5) == 0 ? prior.day.plusDays(random.nextInt(10)) : null;
        prior.description = random.nextInt(5) == 0 ? null : "Tea set";
        prior.descriptor = random.nextInt(3) == 0 ? (random.nextInt(4) == 0 ? "COFFEE" : "TEASHO") : null;
        prior.originalCredit = random.nextInt(10) == 0;
        switch (random.nextInt(40)) {
            case 0 -> prior.failed = true;
            case 1 -> prior.validation = true;
            case 2 -> prior.amount = 0;
            case 3 -> prior.refunded = true;
            case 4 -> prior.disputed = true;
            case 5 -> prior.fraudReported = true;
            default -> prior.amount = 1;
        }
        references(prior, random);
        elements(prior, chanceOfElement, random);
        for (Element element : prior.elements.keySet()) {
            String word = prior.elements.get(element);
            if (values > 1 && !TestOrder.UNUSABLE.equals(word) && !TestOrder.PLACEHOLDER.equals(word)) {
                prior.with(element, Integer.toString(1 + random.nextInt(values)));
            }
        }
        if (!prior.elements.containsKey(Element.IP) && random.nextInt(5) == 0) {
            prior.standIn = random.nextInt(4) == 0
                    ? IpStandIn.NOT_READ
                    : TestOrder.lent(Integer.toString(1 + random.nextInt(values)));
        }
        return prior;
    }

    /** Of few values, so that some are equal. */
    private static void references(TestOrder order, SplittableRandom random) {
        order.gatewayTransactionId = random.nextInt(6) == 0 ? "ch_" + random.nextInt(3) : null;
        order.arn = random.nextInt(8) == 0 ? "7402" + random.nextInt(3) : null;
        order.authCode = random.nextInt(3) == 0 ? "A" + random.nextInt(2) : null;
    }

    private static void elements(TestOrder order, int chanceOfElement, SplittableRandom random) {
        for (Element element : Element.values()) {
            if (random.nextInt(5) < chanceOfElement) {
                boolean unusable = element != Element.ACCOUNT_ID && random.nextInt(8) == 0;
                boolean placeholder = element != Element.IP && random.nextInt(12) == 0;
                order.with(element, unusable ? TestOrder.UNUSABLE : placeholder ? TestOrder.PLACEHOLDER : "1");
            }
        }
    }
}
