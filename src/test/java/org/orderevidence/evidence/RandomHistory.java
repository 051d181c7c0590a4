package org.orderevidence.evidence;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.StoredOrder.OrderSources;

/**
 * An order and its priors, made at random: crowded round the edges of the window, with few different values, so that all
 * that can happen does.
 */
public record RandomHistory(
        TestOrder disputed,
        List<TestOrder> priors,
        @Nullable LocalDate requestedDay,
        Profile profile,
        List<Dispute> disputes,
        List<LocalDate> reports,
        LocalDate today,
        RuleSettings settings) {
    private static final LocalDate DAY = LocalDate.of(2026, 3, 1);
    private static final int[] EDGES = {0, 1, 30, 119, 120, 121, 150, 200, 250, 300, 363, 364, 365, 366, 480};
    private static final List<Dispute.Status> STATUSES = List.of(Dispute.Status.values());
    private static final List<String> CONDITIONS = List.of("10.4", "10.4", "13.1", "4853", Dispute.UNKNOWN_CONDITION);

    public static RandomHistory of(SplittableRandom random) {
        TestOrder disputed = new TestOrder("D", DAY);
        disputed.secondOfDay = random.nextInt(3) == 0 ? 3600 : null;
        disputed.settled = random.nextInt(4) == 0 ? DAY.plusDays(random.nextInt(61)) : null;
        disputed.description = random.nextInt(25) == 0 ? null : "Tea set";
        disputed.category = random.nextInt(25) == 0 ? null : Charge.Category.SERVICES;
        disputed.cardPresent = random.nextInt(60) == 0;
        disputed.failed = random.nextInt(50) == 0;
        disputed.uncaptured = random.nextInt(disputed.failed ? 2 : 20) == 0;
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
        LocalDate wanted = DAY.plusDays(offset);
        LocalDate today = random.nextInt(4) == 0 ? wanted.plusDays(random.nextInt(400)) : wanted;
        RuleSettings settings = settings(random);
        recurring(disputed, settings.renewalIp() == RuleSettings.RenewalIp.ALL, random);
        return new RandomHistory(
                disputed,
                priors,
                random.nextBoolean() ? wanted : null,
                profile,
                disputes(wanted, random),
                reports(wanted, random),
                today,
                settings);
    }

    /** The same question about the same day with other orders. */
    RandomHistory with(TestOrder order, List<TestOrder> others) {
        return new RandomHistory(order, others, asOf(), profile, disputes, reports, today, settings);
    }

    /** The same question about the same day after the codes of the disputes were recorded. */
    RandomHistory withKnownConditions() {
        List<Dispute> known = disputes.stream()
                .map(one -> new Dispute(
                        one.disputeId(),
                        one.condition().equals(Dispute.UNKNOWN_CONDITION) ? "10.4" : one.condition(),
                        one.openedAt(),
                        one.status()))
                .toList();
        return new RandomHistory(disputed, priors, asOf(), profile, known, reports, today, settings);
    }

    /** The conditions of the disputes that are neither withdrawn nor prevented. */
    List<String> activeConditions() {
        return disputes.stream()
                .filter(one -> !Set.of(Dispute.Status.WITHDRAWN, Dispute.Status.PREVENTED)
                        .contains(one.status()))
                .map(Dispute::condition)
                .toList();
    }

    /** The day that is judged. */
    LocalDate asOf() {
        if (requestedDay != null) {
            return requestedDay;
        }
        if (disputed.failed) {
            return today;
        }
        LocalDate newest = LocalDate.MIN;
        for (Dispute one : disputes) {
            boolean active = one.status() != Dispute.Status.WITHDRAWN && one.status() != Dispute.Status.PREVENTED;
            if (active && one.condition().equals("10.4") && one.openedAt().day().isAfter(newest)) {
                newest = one.openedAt().day();
            }
        }
        if (!newest.equals(LocalDate.MIN)) {
            return newest;
        }
        for (LocalDate report : reports) {
            newest = report.isAfter(newest) ? report : newest;
        }
        if (!newest.equals(LocalDate.MIN)) {
            return newest;
        }
        return today.isBefore(disputed.day) ? disputed.day : today.isAfter(lastDisputable()) ? lastDisputable() : today;
    }

    LocalDate lastDisputable() {
        return NaiveRule.dayOf(disputed).plusDays(120);
    }

    boolean disputable() {
        return !disputed.failed && !asOf().isBefore(disputed.day) && !asOf().isAfter(lastDisputable());
    }

    boolean closed() {
        return !disputed.failed
                && today.isAfter(lastDisputable())
                && activeConditions().isEmpty();
    }

    NaiveRule naive() {
        return new NaiveRule(this);
    }

    DisputeCase toCase() {
        OrderSources sources = new OrderSources(Map.of(), List.of(), disputed.uncaptured, null, null);
        List<FraudReport> known = new ArrayList<>();
        for (LocalDate report : reports) {
            known.add(new FraudReport("fr-" + known.size(), OrderTime.on(report), null));
        }
        StoredOrder stored = new StoredOrder(disputed.order(), sources, 1, Instant.EPOCH, disputes, known);
        return new DisputeCase(
                stored,
                disputed.facts(),
                disputed.standIn,
                DisputeDate.of(stored, requestedDay, today),
                profile,
                null,
                settings,
                priors.stream().map(TestOrder::prior).toList(),
                priors.stream().anyMatch(TestOrder::ipNotRead));
    }

    private static RuleSettings settings(SplittableRandom random) {
        return new RuleSettings(
                random.nextInt(4) == 0 ? RuleSettings.RefundedPriors.ALLOW : RuleSettings.RefundedPriors.EXCLUDE,
                random.nextInt(3) == 0 ? RuleSettings.DisputedPriors.FRAUD : RuleSettings.DisputedPriors.ANY,
                random.nextInt(2) == 0 ? RuleSettings.RenewalIp.ALL : RuleSettings.RenewalIp.PRIORS,
                1_440,
                60,
                1_000,
                16,
                16);
    }

    private static List<Dispute> disputes(LocalDate wanted, SplittableRandom random) {
        List<Dispute> disputes = new ArrayList<>();
        int count = random.nextInt(12) == 0 ? 1 + random.nextInt(3) : 0;
        for (int i = 0; i < count; i++) {
            LocalDate day = random.nextBoolean() ? wanted : wanted.plusDays(random.nextInt(-3, 4));
            disputes.add(new Dispute(
                    "dp-" + i,
                    CONDITIONS.get(random.nextInt(CONDITIONS.size())),
                    OrderTime.on(day),
                    STATUSES.get(random.nextInt(STATUSES.size()))));
        }
        return disputes;
    }

    private static List<LocalDate> reports(LocalDate wanted, SplittableRandom random) {
        List<LocalDate> reports = new ArrayList<>();
        int count = random.nextInt(15) == 0 ? 1 + random.nextInt(2) : 0;
        for (int i = 0; i < count; i++) {
            reports.add(random.nextBoolean() ? wanted : wanted.plusDays(random.nextInt(-3, 130)));
        }
        return reports;
    }

    /** A renewal has no sighting, and a borrowed address only with a setting. */
    private static void recurring(TestOrder disputed, boolean borrows, SplittableRandom random) {
        disputed.recurring = random.nextInt(6) == 0;
        if (disputed.recurring && random.nextBoolean()) {
            disputed.elements.remove(Element.IP);
        }
        if (disputed.recurring && borrows && !disputed.elements.containsKey(Element.IP) && random.nextInt(3) > 0) {
            disputed.standIn = TestOrder.lent(random.nextInt(3) == 0 ? TestOrder.UNUSABLE : "1");
        }
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
            case 4 -> prior.disputes = ActiveDisputes.FRAUD;
            case 5 -> prior.fraudReported = true;
            case 6, 7 -> prior.disputes = ActiveDisputes.NOT_FRAUD;
            default -> prior.amount = 1;
        }
        prior.recurring = random.nextInt(6) == 0;
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
                    ? new IpStandIn.NotRead()
                    : TestOrder.lent(
                            random.nextInt(6) == 0 ? TestOrder.UNUSABLE : Integer.toString(1 + random.nextInt(values)));
        }
        return prior;
    }

    /** Of few values, so that some are equal. */
    private static void references(TestOrder order, SplittableRandom random) {
        order.gatewayTransactionId = random.nextInt(6) == 0 ? "ch_" + random.nextInt(3) : null;
        order.arn = random.nextInt(8) == 0 ? "7402" + random.nextInt(3) : null;
        order.authCode = random.nextInt(3) == 0 ? "A" + random.nextInt(2) : null;
        if (order.arn == null && random.nextBoolean()) {
            order.arn = "7403" + random.nextInt(1_000_000);
        }
        order.fulfilled = random.nextBoolean();
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
