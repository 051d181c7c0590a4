package org.orderevidence.evidence;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.orderevidence.evidence.CompellingEvidence.Findings;
import org.orderevidence.evidence.JudgedPrior.PriorReason;
import org.orderevidence.evidence.PairSearch.PriorPair;
import org.orderevidence.evidence.ReasonCode.DecisiveReason;
import org.orderevidence.evidence.ReasonCode.FixableReason;
import org.orderevidence.evidence.ReasonCode.HistoryReason;
import org.orderevidence.evidence.Reasons.Remedy;
import org.orderevidence.evidence.Reasons.Remedy.RemedyWording;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;

/**
 * Writes what a support agent can read out: one to four plain sentences with the verdict, the deciding facts and the
 * one next step that helps most. One more sentence is added if the day is outside the days for disputes, or if these
 * days have passed. No code names, no e-mail address, no IP address.
 */
public final class Explanation {
    private final Findings findings;
    private final DisputeDate date;
    private final Wording wording;
    private final StringBuilder text = new StringBuilder(512);

    private Explanation(Findings findings) {
        this.findings = findings;
        this.date = findings.dispute().date();
        this.wording = new Wording(findings.dispute(), date.isPast());
    }

    public static String of(Findings findings) {
        return new Explanation(findings).write();
    }

    private String write() {
        if (date.isPast()) {
            say("No dispute can be raised any more (the last day was "
                    + date.disputable().until() + ").");
        }
        String day = date.asOf().toString();
        // No public text states which day counts for fraud that was reported and not disputed.
        String basis = date.basis() == DisputeDate.Basis.FRAUD_REPORT ? " as of the fraud report of " + day : "";
        switch (findings.status()) {
            case QUALIFIED -> {
                say(wording.tense("Eligible", "The order was eligible") + basis + ".");
                qualified();
            }
            case REQUIRES_ACTION -> {
                say(wording.tense("Not yet eligible", "The order was not eligible") + basis + ".");
                requiresAction();
            }
            case NOT_QUALIFIED -> {
                say(wording.tense("Not eligible", "The order was not eligible") + basis + ".");
                notQualified();
            }
        }
        if (date.charged() && !date.isDisputable()) {
            say("The date " + day + wording.tense(" is", " was") + " outside the days on which a dispute "
                    + wording.tense("can", "could") + " be raised ("
                    + date.disputable().from() + " to " + date.disputable().until() + ").");
        }
        return text.toString();
    }

    private void say(String sentence) {
        text.append(text.isEmpty() ? "" : " ");
        int start = text.length();
        text.append(sentence).setCharAt(start, Character.toUpperCase(sentence.charAt(0)));
    }

    /** Explains why an order is eligible and for how long. */
    private void qualified() {
        PriorPair pair = findings.chosen();
        if (pair == null) {
            throw new IllegalStateException("a qualified order has a selected pair");
        }
        boolean sure =
                findings.dispute().disputed().order().charge().credential().isSure();
        String undisputed = findings.dispute().countsOnlyFraudDisputes() ? " not disputed as fraud" : " undisputed";
        String card = sure ? "the same card" : "a card with the same first six and last four digits";
        say(wording.both(pair) + " were paid with " + card + ", " + wording.tense("are", "were") + undisputed + " and "
                + wording.tense("share", "shared") + " the "
                + Wording.nouns(pair.equal().elements()) + " with this order.");
        if (!wording.isPast()) {
            for (DateRange window : findings.windows()) {
                if (window.contains(date.asOf())) {
                    boolean isLast = window.until().equals(date.disputable().until());
                    say("The order stays eligible for disputes raised until " + window.until()
                            + (isLast ? ", the last day on which a dispute can be raised." : "."));
                }
            }
        }
        if (findings.boundaryRisk()) {
            say("This " + wording.tense("depends", "depended")
                    + " on an order age at the edge of the allowed range, which some processors do not accept.");
        }
    }

    /** Explains which data makes an order eligible. Everything that it needs is named, or the promise would not hold. */
    private void requiresAction() {
        PriorPair pair = findings.fixable();
        Remedy remedy = Remedy.of(findings.fixableTests(), pair, findings.dispute());
        RemedyWording words = new RemedyWording(remedy, wording);
        say(
                pair == null
                        ? words.lacks() + "."
                        : wording.both(pair) + wording.tense(" can serve", " could have served") + " as evidence, but "
                                + words.lacks() + ".");
        if (!wording.isPast()) {
            say("Add " + words.additions() + ".");
            say(
                    pair == null
                            ? "Whether the order is eligible then depends on the earlier orders of the same card."
                            : promise(remedy));
        }
    }

    private String promise(Remedy remedy) {
        List<String> conditions = new ArrayList<>(wording.conditions(findings.fixableTests()));
        if (!remedy.elements().isEmpty()) {
            conditions.add("the " + Wording.nouns(remedy.elements())
                    + (remedy.elements().size() == 1 ? " is" : " are") + " the same on all three orders");
        }
        String then = findings.failing().contains(FixableReason.CONDITION_UNKNOWN)
                ? "The order is then eligible for a dispute of " + date.asOf()
                : "The order is then eligible";
        return conditions.isEmpty() ? then + "." : then + " if " + Wording.listed(conditions) + ".";
    }

    /** Explains why an order is not eligible, and what helps most. */
    private void notQualified() {
        Optional<DecisiveReason> decisive = findings.decisive();
        if (decisive.isPresent()) {
            addDecisive(decisive.get());
        } else if (findings.failing().isEmpty()) {
            say(historyFact());
            addHistoryDetailAndNext();
        } else {
            RemedyWording words = new RemedyWording(lackOf(findings.fixableTests()), wording);
            say(words.lacks() + ".");
            say(historyFact());
            addNext("Add " + words.additions()
                    + NextWindow.of(findings).map(this::fixedStep).orElseGet(() -> ", and " + uploadStep()) + ".");
        }
    }

    private Remedy lackOf(List<FixableReason> tests) {
        return Remedy.of(tests, null, findings.dispute());
    }

    /** The headline is the first test that fails; the decisive one cannot be fixed. */
    private void addDecisive(DecisiveReason decisive) {
        String fact = wording.tense(decisive.clause(), decisive.pastClause()) + ".";
        switch (findings.failing().getFirst()) {
            case FixableReason headline -> {
                say(new RemedyWording(lackOf(List.of(headline)), wording).lacks() + ".");
                say("also, " + fact);
            }
            case DecisiveReason headline -> say(fact);
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
            say("this order was eligible for disputes raised " + last.get().words() + ".");
        } else if (findings.history() == HistoryReason.TOO_FEW_PRIORS && !wording.isPast()) {
            addNearest();
        }
        addNext(next.map(window -> "This order " + becomes(window) + ".")
                .orElseGet(() -> Wording.capital(uploadStep()) + "."));
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
                        say(wording.named(prior) + " does not count because " + reason.clause() + ".");
                    }
                });
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
        Optional<DateRange> period = uploadPeriod();
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
            say(sentence);
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

    /**
     * Returns the days on which a purchase can have been made so that it counts by age and was made before this order, or
     * empty if no day is possible.
     */
    private Optional<DateRange> uploadPeriod() {
        Profile profile = findings.dispute().profile();
        OrderTime made = findings.dispute().disputed().order().charge().transactionTime();
        LocalDate end = profile.agesByTransaction() ? made.day() : date.asOf();
        LocalDate first = LocalDate.of(OrderTime.MIN_YEAR, 1, 1);
        LocalDate from = end.minusDays(profile.maxAgeDays());
        LocalDate until = end.minusDays(profile.minAgeDays());
        // The day of the order itself, if an earlier moment of it exists and times are known.
        Instant moment = made.instant();
        boolean hasEarlierMoment = moment != null
                && moment.isAfter(made.day().atStartOfDay(ZoneOffset.UTC).toInstant());
        LocalDate last = hasEarlierMoment ? made.day() : made.day().minusDays(1);
        from = from.isBefore(first) ? first : from;
        until = until.isAfter(last) ? last : until;
        return from.isAfter(until) ? Optional.empty() : Optional.of(new DateRange(from, until));
    }
}
