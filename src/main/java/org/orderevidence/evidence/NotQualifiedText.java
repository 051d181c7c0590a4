package org.orderevidence.evidence;

import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.orderevidence.evidence.JudgedPrior.PriorReason;
import org.orderevidence.evidence.PairSearch.PriorPair;
import org.orderevidence.evidence.ReasonCode.DecisiveReason;
import org.orderevidence.evidence.ReasonCode.FixableReason;
import org.orderevidence.evidence.ReasonCode.HistoryReason;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;

/** Explains why an order is not eligible, and what helps most. */
final class NotQualifiedText {
    private final Findings findings;
    private final Wording wording;
    private final DisputeDate date;
    private final List<String> sentences = new ArrayList<>();

    NotQualifiedText(Findings findings, Wording wording) {
        this.findings = findings;
        this.wording = wording;
        this.date = findings.dispute().date();
    }

    List<String> sentences() {
        Optional<DecisiveReason> decisive = findings.decisive();
        if (decisive.isPresent()) {
            addDecisive(decisive.get());
        } else if (findings.failing().isEmpty()) {
            sentences.add(historyFact());
            addHistoryDetailAndNext();
        } else {
            RemedyWording words = new RemedyWording(lackOf(findings.fixableTests()), wording);
            sentences.add(words.lacks() + ".");
            sentences.add(historyFact());
            addNext("Add " + words.additions()
                    + NextWindow.of(findings).map(this::fixedStep).orElseGet(() -> ", and " + uploadStep()) + ".");
        }
        return sentences;
    }

    private Remedy lackOf(List<FixableReason> tests) {
        return Remedy.of(tests, null, findings.dispute());
    }

    /** The headline is the first test that fails; the decisive one cannot be fixed. */
    private void addDecisive(DecisiveReason decisive) {
        String fact = wording.tense(decisive.clause(), decisive.pastClause()) + ".";
        switch (findings.failing().getFirst()) {
            case FixableReason headline -> {
                sentences.add(new RemedyWording(lackOf(List.of(headline)), wording).lacks() + ".");
                sentences.add("also, " + fact);
            }
            case DecisiveReason headline -> sentences.add(fact);
        }
        String next = decisive.nextStep();
        if (next != null && date.charged()) {
            addNext(next);
        }
    }

    private String historyFact() {
        HistoryReason reason = findings.history();
        if (reason == null) {
            throw new IllegalStateException("an order without any reason is qualified or can be fixed");
        }
        int usable = findings.usable().size();
        boolean truncated = findings.dispute().truncated();
        String counting = truncated
                ? "of the earlier orders of this card that were read, " + usable + wording.tense(" count", " counted")
                : usable + " earlier orders of this card" + wording.tense(" count", " counted");
        return switch (reason) {
            case NO_PRIORS ->
                "no other order of this card " + wording.tense("is", "was") + " known in the period that was read.";
            case TOO_FEW_PRIORS ->
                usable == 0
                        ? "no other order of this card" + (truncated ? " that was read" : "")
                                + wording.tense(" counts.", " counted.")
                        : (truncated
                                        ? "of the earlier orders of this card that were read, only 1 of the 2 required"
                                        : "only 1 of the 2 required earlier orders of this card")
                                + wording.tense(" counts: ", " counted: ")
                                + wording.named(findings.usable().getFirst()) + ".";
            case NO_ANCHOR ->
                counting + ", and two of them " + wording.tense("share", "shared")
                        + " two or more pieces of data with this order, but neither the IP address nor a device.";
            case NO_COMMON_ELEMENTS ->
                counting + ", but no two of them " + wording.tense("share", "shared") + " enough data with this order"
                        + (bothDevicesAreShared()
                                ? " (a device ID and a device fingerprint " + wording.tense("count", "counted")
                                        + " as one)."
                                : ".");
        };
    }

    private boolean bothDevicesAreShared() {
        ElementSet devices = ElementSet.NONE.with(Element.DEVICE_ID).with(Element.DEVICE_FINGERPRINT);
        return findings.usable().stream()
                        .filter(prior -> prior.equal().containsAll(devices))
                        .count()
                > 1;
    }

    private void addHistoryDetailAndNext() {
        Optional<NextWindow> next = NextWindow.of(findings);
        Optional<DateRange> last = next.isPresent()
                ? Optional.empty()
                : findings.windows().stream()
                        .filter(range -> range.until().isBefore(date.asOf()))
                        .reduce((earlier, later) -> later);
        if (last.isPresent()) {
            sentences.add(
                    "this order was eligible for disputes raised " + last.get().words() + ".");
        } else if (findings.history() == HistoryReason.TOO_FEW_PRIORS && !wording.isPast()) {
            addNearest();
        }
        addNext(next.map(NotQualifiedText::waitStep).orElseGet(() -> Wording.capital(uploadStep()) + "."));
    }

    /** Names the order that is nearest to being usable. */
    private void addNearest() {
        Profile profile = findings.dispute().profile();
        Comparator<JudgedPrior> fewestDaysLeft =
                Comparator.comparingLong(prior -> JudgedPrior.minAge(prior.facts(), profile) - prior.age());
        Optional<JudgedPrior> waiting = findings.priors().stream()
                .filter(prior ->
                        prior.reason() == PriorReason.TOO_RECENT || prior.reason() == PriorReason.AFTER_DISPUTE)
                .min(fewestDaysLeft.thenComparing(JudgedPrior.NEWEST_FIRST));
        waiting.or(() -> findings.priors().stream()
                        .filter(prior -> !prior.isUsable())
                        .min(JudgedPrior.NEWEST_FIRST))
                .ifPresent(prior -> {
                    PriorReason reason = prior.reason();
                    if (reason != null) {
                        sentences.add(wording.named(prior) + " does not count because " + reason.clause() + ".");
                    }
                });
    }

    private static String waitStep(NextWindow next) {
        return "This order " + becomes(next) + ".";
    }

    /** Follows what to add to the order, whose tests are then fixed. */
    private String fixedStep(NextWindow next) {
        List<String> conditions = wording.conditions(findings.fixableTests());
        return ", which then " + becomes(next) + (conditions.isEmpty() ? "" : ", if " + Wording.listed(conditions));
    }

    private static String becomes(NextWindow next) {
        String when = "";
        if (!next.becomingOldEnough().isEmpty()) {
            when = ", when " + Wording.orders(next.becomingOldEnough())
                    + (next.becomingOldEnough().size() == 1 ? " is" : " are") + " old enough";
        }
        return "becomes eligible for disputes raised " + next.days().words() + when;
    }

    private String uploadStep() {
        Optional<DateRange> period = UploadPeriod.of(findings.dispute());
        if (period.isPresent()) {
            return "upload other orders of this card made " + period.get().words() + ", if some are missing";
        }
        return date.isDisputable()
                ? "upload other orders of this card, if some are missing"
                : "ask again for a date " + date.disputable().words();
    }

    /** A closed order needs no next step. */
    private void addNext(String sentence) {
        if (!wording.isPast()) {
            sentences.add(sentence);
        }
    }

    /**
     * The next days of a dispute on which an order is eligible, once its own failing tests are fixed.
     *
     * @param days the first window after the day that is judged
     * @param becomingOldEnough the orders of the first qualifying pair that become old enough on its first day; none when
     *     both were old enough before
     */
    private record NextWindow(DateRange days, List<OrderId> becomingOldEnough) {
        /** Returns the window, or empty if there is none. */
        static Optional<NextWindow> of(Findings findings) {
            LocalDate asOf = findings.dispute().date().asOf();
            return findings.reachable().stream()
                    .filter(range -> range.from().isAfter(asOf))
                    .findFirst()
                    .map(range -> new NextWindow(range, becomingOldEnough(findings, range.from())));
        }

        /** A window starts on the first disputable day, or when an order of every qualifying pair becomes old enough. */
        private static List<OrderId> becomingOldEnough(Findings findings, LocalDate first) {
            Profile profile = findings.dispute().profile();
            List<JudgedPrior> inside = findings.priors().stream()
                    .filter(prior -> prior.lasting() == null)
                    .filter(prior -> isInside(prior, first.toEpochDay(), profile))
                    .toList();
            PriorPair pair = PairSearch.equal(inside);
            List<OrderId> becoming = new ArrayList<>(2);
            if (pair != null) {
                for (JudgedPrior prior : List.of(pair.first(), pair.second())) {
                    if (oldEnoughOn(prior, profile) == first.toEpochDay()) {
                        becoming.add(prior.id());
                    }
                }
            }
            return becoming;
        }

        private static boolean isInside(JudgedPrior prior, long day, Profile profile) {
            return day >= oldEnoughOn(prior, profile) && day <= prior.day() + profile.maxAgeDays();
        }

        private static long oldEnoughOn(JudgedPrior prior, Profile profile) {
            return prior.day() + JudgedPrior.minAge(prior.facts(), profile);
        }
    }

    /** The days on which a purchase can have been made so that it counts by age and was made before the disputed order. */
    private static final class UploadPeriod {
        private static final long FIRST_DAY =
                LocalDate.of(OrderTime.MIN_YEAR, 1, 1).toEpochDay();
        private static final int SECONDS_OF_DAY = 86_400;

        private UploadPeriod() {}

        /** Returns the period, or empty if no day is possible. */
        static Optional<DateRange> of(DisputeCase dispute) {
            Profile profile = dispute.profile();
            OrderTime made = dispute.disputed().order().charge().transactionTime();
            long end = profile.agesByTransaction()
                    ? made.day().toEpochDay()
                    : dispute.date().asOf().toEpochDay();
            long from = Math.max(FIRST_DAY, end - profile.maxAgeDays());
            long until = Math.min(end - profile.minAgeDays(), lastDayBefore(made));
            return from > until
                    ? Optional.empty()
                    : Optional.of(new DateRange(LocalDate.ofEpochDay(from), LocalDate.ofEpochDay(until)));
        }

        /**
         * Returns the day of the order when an earlier moment of that day exists and times are known, else the day before.
         */
        private static long lastDayBefore(OrderTime made) {
            Instant moment = made.instant();
            long day = made.day().toEpochDay();
            boolean hasEarlierMoment =
                    moment != null && moment.isAfter(Instant.ofEpochSecond(Math.multiplyExact(day, SECONDS_OF_DAY)));
            return hasEarlierMoment ? day : day - 1;
        }
    }
}
