package org.orderevidence.evidence.coverage;

import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.Eligibility.Status;
import org.orderevidence.evidence.Profile;
import org.orderevidence.evidence.ReasonCode;
import org.orderevidence.evidence.coverage.CoverageSum.ForecastSum;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;

/**
 * How many orders that can be disputed today could be defended, and what would improve it. All numbers of orders are
 * estimates if they are from a sample.
 *
 * @param asOf the day that is today
 * @param profile the version of the rule
 * @param eligible orders that are eligible today
 * @param requiresAction orders that more data could make eligible
 * @param notQualified orders that no data can make eligible today
 * @param left orders that do not count
 * @param sample the sample; empty if all orders were judged
 * @param missingFields the fields that would make orders eligible, each alone, most orders first
 * @param reasons why orders are not eligible, most orders first
 * @param days orders by transaction day, oldest first, only days that have some
 * @param forecast today and the next {@value ForecastSum#DAYS} days
 * @param customers how many customers with a usable IP address there are
 * @param addresses IP addresses that look like a proxy's, most customers first
 */
public record Coverage(
        LocalDate asOf,
        Profile profile,
        Counted eligible,
        Counted requiresAction,
        Counted notQualified,
        Left left,
        @Nullable Sample sample,
        List<FieldCount> missingFields,
        List<ReasonCount> reasons,
        List<DayCount> days,
        List<ForecastDay> forecast,
        long customers,
        List<SharedAddress> addresses) {
    /** Maximum number of example orders of a number. */
    public static final int MAX_EXAMPLES = 100;

    public Coverage {
        missingFields = List.copyOf(missingFields);
        reasons = List.copyOf(reasons);
        days = List.copyOf(days);
        forecast = List.copyOf(forecast);
        addresses = List.copyOf(addresses);
    }

    /**
     * A number of orders.
     *
     * @param orders the number
     * @param examples IDs of the newest of them, at most {@value #MAX_EXAMPLES}
     */
    public record Counted(long orders, List<OrderId> examples) {
        public Counted {
            examples = List.copyOf(examples);
        }
    }

    /**
     * Orders of the disputable days that do not count.
     *
     * @param failed the charge failed
     * @param disputed an active dispute is on record
     * @param unreadable the stored order is damaged, or only a newer release can read it
     */
    public record Left(long failed, long disputed, long unreadable) {}

    /**
     * A random sample.
     *
     * @param judged how many orders were judged
     * @param total how many orders there are
     */
    public record Sample(long judged, long total) {
        /** With this many standard deviations, 95 of 100 samples are inside. */
        private static final double DEVIATIONS = 1.96;

        /**
         * Returns the largest error of a share of all orders, with 95 % confidence: 0.01 means one percentage point
         * more or less.
         */
        public double marginOfError() {
            if (judged == 0 || total <= judged) {
                return 0;
            }
            double finite = Math.sqrt((double) (total - judged) / (total - 1));
            return DEVIATIONS * 0.5 / Math.sqrt((double) judged) * finite;
        }
    }

    /**
     * Orders that a field alone would make eligible.
     *
     * @param unlocked the orders
     */
    public record FieldCount(MissingField field, Counted unlocked) {}

    /**
     * Orders of a status that have a reason. An order can have several reasons.
     *
     * @param status their verdict
     * @param counted the orders
     */
    public record ReasonCount(Status status, ReasonCode code, Counted counted) {}

    /**
     * Orders of a transaction day, by verdict.
     *
     * @param eligible eligible today
     * @param requiresAction more data could make them eligible
     * @param notQualified no data can make them eligible today
     */
    public record DayCount(LocalDate day, long eligible, long requiresAction, long notQualified) {}

    /**
     * A day of the forecast, for the orders and data of today.
     *
     * @param eligible orders that would be eligible if they were disputed on this day
     * @param entering of these, orders that were not on the day before
     * @param leaving orders that were eligible on the day before and are not on this day
     * @param ended of the leaving ones, orders that can no longer be disputed
     */
    public record ForecastDay(LocalDate day, long eligible, long entering, long leaving, long ended) {}

    /**
     * An IP address that many customers share.
     *
     * @param customers how many customers have it
     * @param examples IDs of some of their orders
     */
    public record SharedAddress(KeyedHash address, long customers, List<OrderId> examples) {
        public SharedAddress {
            examples = List.copyOf(examples);
        }
    }

    /** Returns how many orders can be disputed today and count. */
    public long disputable() {
        return eligible.orders() + requiresAction.orders() + notQualified.orders();
    }

    /** Returns the orders of a verdict. */
    public Counted of(Status status) {
        return switch (status) {
            case QUALIFIED -> eligible;
            case REQUIRES_ACTION -> requiresAction;
            case NOT_QUALIFIED -> notQualified;
        };
    }
}
