package org.orderevidence.service;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.coverage.Coverage;
import org.orderevidence.evidence.coverage.CoverageSum;
import org.orderevidence.evidence.coverage.OrderSample;
import org.orderevidence.evidence.coverage.OrderSnapshot;
import org.orderevidence.evidence.coverage.OrderSnapshot.OrderScope;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Charge;
import org.orderevidence.order.ListPlace;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStore.DayRange;
import org.orderevidence.store.OrderInHistory;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;

/** Judges the orders of an account space that can be disputed today, one by one. */
final class CoverageComputation {
    /** The reading of the rule. */
    static final Profile PROFILE = Profile.VISA;

    private final EvidenceStore store;
    private final CaseReader cases;
    private final SampleSize size;

    /**
     * When a sample replaces all orders.
     *
     * @param mostOrders the most orders that are all judged
     * @param sampled expected number of orders in a sample
     */
    record SampleSize(long mostOrders, long sampled) {
        static final SampleSize USUAL = new SampleSize(1_000_000, 50_000);
    }

    CoverageComputation(EvidenceStore store, CaseReader cases, SampleSize size) {
        this.store = store;
        this.cases = cases;
        this.size = size;
    }

    /**
     * Computes the coverage.
     *
     * @param accountDefault category of orders that have none
     * @param seed chooses the sample
     * @param mayContinue called before each read: may wait, and returns false to stop
     * @return empty if it was stopped
     */
    Optional<Coverage> compute(
            AccountSpace space,
            Charge.@Nullable Category accountDefault,
            LocalDate today,
            long seed,
            BooleanSupplier mayContinue) {
        DateRange days = OrderScope.transactionDays(today);
        Pass pass = new Pass(space, accountDefault, today, mayContinue);
        DayRange range = new DayRange(days.from(), days.until());
        if (store.count(space).total() <= size.mostOrders()) {
            return pass.walk(range, id -> true) ? Optional.of(pass.sum.coverage(null)) : Optional.empty();
        }
        if (!pass.walk(range, id -> false)) {
            return Optional.empty();
        }
        long total = pass.walked;
        boolean isSample = total > size.mostOrders();
        OrderSample sample = new OrderSample(seed, isSample ? size.sampled() : Math.max(1, total), total);
        if (!pass.walk(range, sample::contains)) {
            return Optional.empty();
        }
        return Optional.of(pass.sum.coverage(isSample ? new Coverage.Sample(pass.judged, pass.walked) : null));
    }

    /** The orders of a space, judged now. */
    private final class Pass {
        private final AccountSpace space;
        private final Charge.@Nullable Category accountDefault;
        private final LocalDate today;
        private final BooleanSupplier mayContinue;
        private final CoverageSum sum;
        private long walked;
        private long judged;

        Pass(
                AccountSpace space,
                Charge.@Nullable Category accountDefault,
                LocalDate today,
                BooleanSupplier mayContinue) {
            this.space = space;
            this.accountDefault = accountDefault;
            this.today = today;
            this.mayContinue = mayContinue;
            this.sum = new CoverageSum(today, PROFILE);
        }

        /** Judges those orders of a range of days that are chosen. Returns false if it was stopped. */
        boolean walk(DayRange days, Predicate<OrderId> isChosen) {
            walked = 0;
            ListPlace after = null;
            List<ListPlace> places;
            do {
                if (!mayContinue.getAsBoolean()) {
                    return false;
                }
                places = store.places(space, null, days, true, after, EvidenceStore.MAX_PAGE);
                for (ListPlace place : places) {
                    walked++;
                    if (isChosen.test(place.id())) {
                        if (!mayContinue.getAsBoolean()) {
                            return false;
                        }
                        judged++;
                        add(place);
                    }
                    after = place;
                }
            } while (places.size() == EvidenceStore.MAX_PAGE);
            return true;
        }

        private void add(ListPlace place) {
            try {
                Optional<OrderInHistory> held = cases.order(space, place.id(), PROFILE);
                // A place can be out of date: the order is counted on its own day.
                if (held.isPresent() && ListPlace.of(held.get().order().order()).equals(place)) {
                    add(held.get());
                }
            } catch (UnreadableDocument | DocumentTooNew unreadable) {
                sum.addUnreadable();
            }
        }

        private void add(OrderInHistory held) {
            OrderScope scope = OrderScope.of(held.order(), today);
            if (scope == OrderScope.DISPUTABLE) {
                var judgedCase = cases.judged(space, held, today, PROFILE, accountDefault, today);
                sum.add(OrderSnapshot.of(judgedCase.dispute(), judgedCase.answer()));
            } else {
                sum.addOther(scope);
            }
        }
    }
}
