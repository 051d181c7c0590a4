package org.orderevidence.evidence;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.order.StoredOrder.OrderSources;

/**
 * A question in the making, for tests: order {@code D} of 2026-11-10 with an IP address and a login, asked about on
 * 2026-11-20 in profile visa, until told otherwise.
 */
final class TestDispute {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 20);

    private final TestOrder disputed = new TestOrder("D", "2026-11-10").withIpAndAccount();
    private final List<TestOrder> priors = new ArrayList<>();
    private final List<Dispute> disputes = new ArrayList<>();
    private final List<FraudReport> reports = new ArrayList<>();

    private @Nullable LocalDate asOf = TODAY;
    private LocalDate today = TODAY;
    private Profile profile = Profile.VISA;
    private RuleSettings settings = RuleSettings.DEFAULTS;
    private boolean truncated;

    TestDispute disputed(Consumer<TestOrder> change) {
        change.accept(disputed);
        return this;
    }

    /** An order that is qualified by its IP address and login. */
    static TestDispute qualified() {
        return new TestDispute()
                .prior(new TestOrder("P1", "2026-05-04").withIpAndAccount())
                .prior(new TestOrder("P2", "2026-01-24").withIpAndAccount());
    }

    TestDispute prior(TestOrder prior) {
        priors.add(prior);
        return this;
    }

    TestDispute each(Consumer<TestOrder> change) {
        change.accept(disputed);
        priors.forEach(change);
        return this;
    }

    TestDispute dispute(String condition, String day, Dispute.Status status) {
        disputes.add(new Dispute("dp-" + disputes.size(), condition, OrderTime.on(LocalDate.parse(day)), status));
        return this;
    }

    TestDispute reported(String day) {
        reports.add(new FraudReport("fr-" + reports.size(), OrderTime.on(LocalDate.parse(day)), null));
        return this;
    }

    TestDispute asOf(String day) {
        return asOf(LocalDate.parse(day));
    }

    TestDispute asOf(@Nullable LocalDate day) {
        asOf = day;
        return this;
    }

    TestDispute today(String day) {
        today = LocalDate.parse(day);
        return this;
    }

    TestDispute profile(Profile asked) {
        profile = asked;
        return this;
    }

    TestDispute settings(RuleSettings set) {
        settings = set;
        return this;
    }

    TestDispute truncated() {
        truncated = true;
        return this;
    }

    Eligibility judge() {
        OrderSources sources = new OrderSources(Map.of(), List.of(), disputed.uncaptured, null, null);
        StoredOrder stored = new StoredOrder(disputed.order(), sources, 1, Instant.EPOCH, disputes, reports);
        return CompellingEvidence.judge(new DisputeCase(
                stored,
                disputed.facts(),
                disputed.standIn,
                DisputeDate.of(stored, asOf, today),
                profile,
                null,
                settings,
                priors.stream().map(TestOrder::prior).toList(),
                truncated));
    }
}
