package org.orderevidence.evidence.coverage;

import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.RuleNumbers;
import org.orderevidence.evidence.coverage.Coverage.Sample;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.StoredOrder;

/**
 * An estimate of what Visa's Acquirer Monitoring Program (VAMP) counts of a merchant, by month in UTC. It counts
 * succeeded, card-absent charges of Visa cards. It does not know what the acquirer counts: charges and fraud reports that
 * are not stored here, and the country of the acquirer.
 *
 * @param months the current one first
 */
public record Monitoring(List<Month> months) {
    /** How many months are counted: orders are read back to the first transaction that can settle in one of them. */
    public static final int MONTHS = 3;

    private static final int BASIS_POINTS = 10_000;

    /** Returns true if nothing was counted. */
    public boolean isEmpty() {
        return months.stream().allMatch(month -> month.settled() == 0 && month.total() == 0);
    }

    /**
     * What was counted of a month.
     *
     * @param first its first day
     * @param settled charges that settled in it; one without a settlement date counts on its transaction date
     * @param fraudReports reports (TC40) of it
     * @param disputes disputes of any condition that were opened in it, without prevented ones
     * @param ready of these, open ones that are eligible and lack nothing for a submission
     */
    public record Month(LocalDate first, long settled, long fraudReports, long disputes, long ready) {
        /** Returns the fraud reports and disputes. A fraud that is reported and disputed counts twice. */
        public long total() {
            return fraudReports + disputes;
        }

        public long totalWithoutReady() {
            return total() - ready;
        }

        public Threshold threshold() {
            return Threshold.on(first);
        }

        /** Returns true if both thresholds are reached. */
        public boolean isReached(long total) {
            return isReached(total, total);
        }

        /** Returns true if both thresholds will be reached when the month ends, at the current ratio. */
        public boolean isReachedAtEnd(LocalDate today) {
            return isReached(total(), projected(today));
        }

        private boolean isReached(long total, long atEnd) {
            Threshold threshold = threshold();
            return atEnd >= threshold.total()
                    && Math.multiplyExact(total, BASIS_POINTS) >= Math.multiplyExact(settled, threshold.basisPoints());
        }

        /** Returns the total at the end of the month, at the daily average so far. */
        public long projected(LocalDate today) {
            long days = first.lengthOfMonth();
            long begun = Math.clamp(ChronoUnit.DAYS.between(first, today) + 1, 1, days);
            return Math.round((double) total() * days / begun);
        }
    }

    /**
     * What makes a merchant excessive: both numbers in one month. Acquirers say "more than" these numbers. Here the numbers
     * themselves count too, so that the estimate warns early.
     *
     * @param from the first day on which it applies
     * @param basisPoints hundredths of a percent of the settled charges
     * @param total number of fraud reports and disputes
     */
    public record Threshold(LocalDate from, int basisPoints, int total) {
        /**
         * The newest first. Source: support.checkout.com, article 23330844282514, read on 2026-11-26; 1.5 % and 1,500
         * also docs.antom.com/ac/merchant_service/card_monitor. Other numbers apply in the Middle East and North Africa.
         */
        private static final List<Threshold> ALL = List.of(
                new Threshold(LocalDate.of(2026, 4, 1), 150, 1_500),
                new Threshold(LocalDate.of(2025, 6, 1), 220, 1_500));

        /** Returns the threshold of a day. Before there was one, it is the oldest. */
        public static Threshold on(LocalDate day) {
            return ALL.stream()
                    .filter(threshold -> !day.isBefore(threshold.from))
                    .findFirst()
                    .orElse(ALL.getLast());
        }
    }

    /** Returns a share of the settled charges in hundredths of a percent, rounded down. There must be charges. */
    public static long basisPoints(long total, long settled) {
        return Math.multiplyExact(total, BASIS_POINTS) / settled;
    }

    /** Adds up orders and disputes. */
    public static final class Sum {
        private final LocalDate first;
        private final LocalDate today;
        private final long[] settled = new long[MONTHS];
        private final long[] fraudReports = new long[MONTHS];
        private final long[] disputes = new long[MONTHS];
        private final long[] ready = new long[MONTHS];

        public Sum(LocalDate today) {
            this.today = today;
            this.first = today.withDayOfMonth(1).minusMonths(MONTHS - 1L);
        }

        /** Returns the days of all months up to today. */
        public DateRange days() {
            return new DateRange(first, today);
        }

        /** Adds the charge of an order, and its fraud reports. */
        public void add(StoredOrder order) {
            if (isCounted(order)) {
                count(settled, order.order().charge().countsFrom().day());
                for (FraudReport report : order.fraudReports()) {
                    count(fraudReports, report.reportedAt().day());
                }
            }
        }

        /**
         * Adds a dispute of an order.
         *
         * @param isReady true if it is open and eligible, and lacks nothing for a submission
         */
        public void add(StoredOrder order, Dispute dispute, boolean isReady) {
            if (isCounted(order) && dispute.status() != Dispute.Status.PREVENTED) {
                count(disputes, dispute.openedAt().day());
                if (isReady) {
                    count(ready, dispute.openedAt().day());
                }
            }
        }

        private static boolean isCounted(StoredOrder order) {
            Charge charge = order.order().charge();
            return RuleNumbers.NETWORK.equals(charge.credential().network())
                    && !charge.cardPresent()
                    && !charge.validation()
                    && charge.type() == Charge.Type.PURCHASE
                    && charge.status() == Charge.Status.SUCCEEDED;
        }

        private void count(long[] months, LocalDate day) {
            if (days().contains(day)) {
                months[(int) ChronoUnit.MONTHS.between(first, day)]++;
            }
        }

        /**
         * Returns the sums.
         *
         * @param sample the sample of orders that was added; {@code null} if all were added. The disputes are all
         */
        public Monitoring monitoring(@Nullable Sample sample) {
            List<Month> months = new ArrayList<>(MONTHS);
            for (int i = MONTHS - 1; i >= 0; i--) {
                months.add(new Month(
                        first.plusMonths(i),
                        Sample.scaled(settled[i], sample),
                        Sample.scaled(fraudReports[i], sample),
                        disputes[i],
                        ready[i]));
            }
            return new Monitoring(months);
        }
    }
}
