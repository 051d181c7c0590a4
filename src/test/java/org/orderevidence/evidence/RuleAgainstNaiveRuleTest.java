package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.Faults;
import org.orderevidence.evidence.Eligibility.Check;
import org.orderevidence.order.Charge;

/** The rule and its naive reference agree on every random history. */
@Tag("strikes")
class RuleAgainstNaiveRuleTest {
    /** Fewer under mutation testing, which runs this once for each mutant that survives the other tests. */
    private static final int HISTORIES = Integer.getInteger("evidence.histories", Faults.rounds(30_000, 600_000));

    private static final long SEED = Long.getLong("evidence.seed", 20_261_120L);

    @Test
    void agreeOnEveryRandomHistory() {
        System.out.println("random histories: " + HISTORIES + ", seed " + SEED);
        SplittableRandom seeds = new SplittableRandom(SEED);
        Map<Eligibility.Status, Integer> seen = new EnumMap<>(Eligibility.Status.class);
        int enough = 0;
        for (int i = 0; i < HISTORIES; i++) {
            long seed = seeds.nextLong();
            RandomHistory history = RandomHistory.of(new SplittableRandom(seed));
            Eligibility answer = CompellingEvidence.judge(history.toCase());
            assertEquals(expected(history), actual(answer), () -> "history of seed " + seed);
            assertEquals(
                    answer.isEligible(),
                    answer.checks().stream().allMatch(Check::passed),
                    () -> "checks of history of seed " + seed);
            seen.merge(answer.status(), 1, Integer::sum);
            NaiveRule.Pair pair = history.naive().couldPair();
            if (answer.status() == Eligibility.Status.REQUIRES_ACTION
                    && pair != null
                    && Stream.of(history.disputed(), pair.first(), pair.second())
                            .noneMatch(TestOrder::ipNotRead)) {
                RandomHistory supplied = supplied(history, pair, answer.reasons());
                assertEquals(
                        "qualified",
                        supplied.naive().status(),
                        () -> "what reasons name is not enough in history of seed " + seed);
                enough++;
            }
        }
        assertTrue(enough > HISTORIES / 20, "too few reasons were tried");
        for (Eligibility.Status status : Eligibility.Status.values()) {
            int count = seen.getOrDefault(status, 0);
            assertTrue(count > HISTORIES / 20, () -> "only " + count + " histories are " + status);
        }
    }

    /** Supplies everything that the reasons name: where it can be, with the value that the others of the three have. */
    private static RandomHistory supplied(
            RandomHistory history, NaiveRule.Pair pair, List<Eligibility.Reason> reasons) {
        TestOrder disputed = history.disputed().copy();
        List<TestOrder> priors = history.priors().stream().map(TestOrder::copy).toList();
        List<TestOrder> three = new ArrayList<>(List.of(disputed));
        priors.stream()
                .filter(prior -> prior.id.equals(pair.first().id) || prior.id.equals(pair.second().id))
                .forEach(three::add);
        boolean hasCode = false;
        for (Eligibility.Reason reason : reasons) {
            TestOrder order = three.stream()
                    .filter(one -> one.id.equals(reason.orderId()))
                    .findFirst()
                    .orElse(disputed);
            switch (reason.code().wireName()) {
                case "network_unknown" -> order.brand = "visa";
                case "condition_unknown" -> hasCode = true;
                case "product_description_missing", "prior_description_missing" -> order.description = "Tea set";
                case "category_missing" -> order.category = Charge.Category.SERVICES;
                case "ip_missing", "ip_invalid", "ip_not_public" -> {
                    if (order != disputed || history.naive().canBeSupplied(Element.IP)) {
                        supply(order, Element.IP, three);
                    }
                }
                case "device_missing" -> {
                    supply(order, Element.DEVICE_ID, three);
                    supply(order, Element.DEVICE_FINGERPRINT, three);
                }
                case "device_id_missing", "device_id_too_short", "device_id_unusable" ->
                    supply(order, Element.DEVICE_ID, three);
                case "device_fingerprint_missing", "device_fingerprint_too_short", "device_fingerprint_unusable" ->
                    supply(order, Element.DEVICE_FINGERPRINT, three);
                case "account_id_missing", "account_id_unusable" -> supply(order, Element.ACCOUNT_ID, three);
                case "shipping_address_missing", "shipping_address_incomplete" ->
                    supply(order, Element.SHIPPING_ADDRESS, three);
                case "email_missing", "email_invalid" -> supply(order, Element.EMAIL, three);
                default -> {}
            }
        }
        RandomHistory supplied = history.with(disputed, priors);
        return hasCode ? supplied.withKnownConditions() : supplied;
    }

    private static void supply(TestOrder order, Element element, List<TestOrder> three) {
        String same = "9";
        for (TestOrder one : three) {
            String word = one.usableWord(element);
            same = word == null ? same : word;
        }
        order.with(element, same);
    }

    private static Answer expected(RandomHistory history) {
        NaiveRule naive = history.naive();
        String status = naive.status();
        NaiveRule.Pair pair = status.equals("qualified") ? naive.equalPair() : null;
        return new Answer(
                status,
                naive.reasons(),
                pair == null
                        ? List.of()
                        : List.of(pair.first().id.value(), pair.second().id.value()),
                pair == null ? List.of() : List.copyOf(naive.equal(pair.first(), pair.second())),
                naive.windows(),
                naive.hangsOnEdge(),
                history.closed(),
                history.asOf(),
                history.disputable(),
                history.disputed().failed ? null : history.lastDisputable(),
                naive.gaps(),
                status.equals("qualified") && naive.gaps().isEmpty(),
                NaiveRule.hasSureCard(history.disputed()) ? "high" : "low",
                naive.priors().size() > 18
                        ? List.of()
                        : naive.priors().stream()
                                .map(prior -> line(
                                        prior.id.value(),
                                        naive.age(prior, history.asOf()),
                                        naive.reason(prior, history.asOf()),
                                        naive.states(prior)))
                                .sorted()
                                .toList());
    }

    private static Answer actual(Eligibility answer) {
        Stream<Eligibility.PriorTransaction> shown = answer.priorTransactions().stream();
        return new Answer(
                answer.status().wireName(),
                answer.reasons().stream()
                        .map(reason -> (reason.orderId() == null ? "" : reason.orderId() + " ")
                                + reason.code().wireName())
                        .toList(),
                answer.priorTransactions().stream()
                        .filter(Eligibility.PriorTransaction::selected)
                        .map(prior -> prior.orderId().value())
                        .toList(),
                answer.matchedElements(),
                answer.windows(),
                answer.boundaryRisk(),
                answer.closed(),
                answer.asOf(),
                answer.disputable(),
                answer.disputableUntil(),
                answer.submissionGaps().stream()
                        .map(gap -> gap.orderId() + " " + gap.missing().wireName())
                        .toList(),
                answer.ready(),
                answer.credentialConfidence().wireName(),
                answer.priorTransactions().size() >= 18
                        ? List.of()
                        : shown.map(prior -> line(
                                        prior.orderId().value(),
                                        prior.ageDays(),
                                        prior.reason() == null
                                                ? null
                                                : prior.reason().code(),
                                        prior.elements().values().stream()
                                                .map(Eligibility.Comparison::wireName)
                                                .toList()))
                                .sorted()
                                .toList());
    }

    private static String line(String id, long age, @Nullable String reason, List<String> states) {
        return id + ' ' + age + ' ' + reason + ' ' + states;
    }

    /** What is compared. */
    private record Answer(
            String status,
            List<String> reasons,
            List<String> selected,
            List<Element> matched,
            List<DateRange> windows,
            boolean boundaryRisk,
            boolean closed,
            LocalDate asOf,
            boolean disputable,
            @Nullable LocalDate disputableUntil,
            List<String> gaps,
            boolean ready,
            String confidence,
            List<String> priors) {}
}
