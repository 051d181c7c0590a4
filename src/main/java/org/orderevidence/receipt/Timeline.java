package org.orderevidence.receipt;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.evidence.Eligibility;
import org.orderevidence.evidence.JudgedPrior.PriorReason;
import org.orderevidence.evidence.Profile;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.WireNamed;

/**
 * The days that decide a verdict.
 *
 * @param profile the reading of the rule, which has the ages that count
 * @param charged false if the charge failed or was not captured, so that no dispute can be raised
 * @param band the days on which an order has the age that counts, which is 120 to 365 days in profile visa
 * @param eligible the days of disputes on which the order is eligible, ascending
 * @param priors the earlier orders, the selected pair first
 */
public record Timeline(
        Profile profile,
        DateRange shown,
        LocalDate ordered,
        DateRange disputable,
        boolean charged,
        DateRange band,
        List<DateRange> eligible,
        List<Mark> priors,
        LocalDate asOf,
        LocalDate today) {

    /** How many days before and after the other days are shown if today is among them. */
    private static final int NEAR_DAYS = 60;

    /**
     * An earlier order.
     *
     * @param number 1 or 2 for the selected pair; 0 for others
     * @param day where it is drawn: the day that its age counts from
     * @param ageDays its age in days; negative after the dispute date
     * @param use what it is worth as evidence
     * @param reason why it cannot serve as evidence; {@code null} if it can
     */
    public record Mark(
            OrderId orderId,
            int number,
            LocalDate day,
            long ageDays,
            PriorUse use,
            @Nullable PriorReason reason) {
        /** Returns its age in words: "1 day old", or for an order after the end of the age "87 days after it". */
        public String age(Profile profile) {
            long days = Math.abs(ageDays);
            String count = days == 1 ? "1 day" : days + " days";
            String end = profile.agesByTransaction() ? "this order" : "the dispute date";
            return count + (ageDays < 0 ? " after " + end : " old");
        }

        /** Returns its use in words, with the reason if it cannot serve as evidence. */
        public String words() {
            return reason == null ? use.words() : use.words() + ": " + reason.clause();
        }
    }

    public static Timeline of(Eligibility eligibility, LocalDate today) {
        Profile profile = eligibility.profile();
        DateRange disputable = eligibility.date().disputable();
        LocalDate ordered = disputable.from();
        LocalDate anchor = profile.agesByTransaction() ? ordered : eligibility.asOf();
        DateRange band = new DateRange(anchor.minusDays(profile.maxAgeDays()), anchor.minusDays(profile.minAgeDays()));
        List<Mark> marks = new ArrayList<>();
        int selected = 0;
        for (Eligibility.PriorTransaction prior : eligibility.priorTransactions()) {
            PriorUse use = PriorUse.of(prior);
            int number = use == PriorUse.SELECTED ? ++selected : 0;
            marks.add(new Mark(
                    prior.orderId(), number, eligibility.ageCountsFrom(prior), prior.ageDays(), use, prior.reason()));
        }
        DateRange shown = around(
                Stream.concat(
                        Stream.of(
                                ordered,
                                disputable.from(),
                                disputable.until(),
                                band.from(),
                                band.until(),
                                eligibility.asOf()),
                        marks.stream().map(Mark::day)),
                today);
        return new Timeline(
                profile,
                shown,
                ordered,
                disputable,
                eligibility.date().charged(),
                band,
                eligibility.windows(),
                marks,
                eligibility.asOf(),
                today);
    }

    public boolean showsToday() {
        return shown.contains(today);
    }

    /** Returns the timeline in one sentence, for readers who cannot see it. */
    public String summary() {
        long selected = count(PriorUse.SELECTED);
        long usable = count(PriorUse.USABLE);
        long excluded = count(PriorUse.EXCLUDED);
        return "Timeline " + shown.words() + ". Dispute date: " + asOf + ". "
                + (charged ? "A dispute can be raised " + disputable.words() : "There is no charge to dispute")
                + ". Earlier orders: " + selected
                + " selected, " + usable + " usable, " + excluded + " excluded. " + eligibleWords() + '.';
    }

    /** Returns the days of disputes on which the order is eligible, in words. */
    public String eligibleWords() {
        if (eligible.isEmpty()) {
            return "Eligible on no day";
        }
        return "Eligible "
                + String.join(" and ", eligible.stream().map(DateRange::words).toList());
    }

    private long count(PriorUse use) {
        return priors.stream().filter(mark -> mark.use() == use).count();
    }

    private static DateRange around(Stream<LocalDate> days, LocalDate today) {
        List<LocalDate> sorted = days.sorted().toList();
        LocalDate first = sorted.getFirst();
        LocalDate last = sorted.getLast();
        // An old order is not squeezed into a corner because today is years away.
        if (today.isBefore(first) && !today.isBefore(first.minusDays(NEAR_DAYS))) {
            first = today;
        }
        if (today.isAfter(last) && !today.isAfter(last.plusDays(NEAR_DAYS))) {
            last = today;
        }
        return new DateRange(first, last);
    }

    /** How an earlier order can be used as evidence. Each has its own shape and colour on the timeline. */
    public enum PriorUse implements WireNamed {
        /** One of the two orders that serve as evidence. */
        SELECTED("serves as evidence"),
        /** Could serve as evidence. */
        USABLE("could serve as evidence"),
        /** Cannot serve as evidence. */
        EXCLUDED("cannot serve as evidence");

        private final String words;

        PriorUse(String words) {
            this.words = words;
        }

        public static PriorUse of(Eligibility.PriorTransaction prior) {
            if (prior.selected()) {
                return SELECTED;
            }
            return prior.reason() == null ? USABLE : EXCLUDED;
        }

        /** Returns its meaning, in words that follow the name of an order. */
        public String words() {
            return words;
        }
    }
}
