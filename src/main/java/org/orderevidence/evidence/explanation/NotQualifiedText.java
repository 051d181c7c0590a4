package org.orderevidence.evidence.explanation;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.orderevidence.evidence.rule.DateRange;
import org.orderevidence.evidence.rule.DisputeDate;
import org.orderevidence.evidence.rule.Findings;
import org.orderevidence.evidence.rule.JudgedPrior;
import org.orderevidence.evidence.rule.PriorReason;
import org.orderevidence.evidence.rule.Profile;
import org.orderevidence.evidence.rule.ReasonCode;

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
        Optional<ReasonCode> decisive =
                findings.failing().stream().filter(code -> !code.isFixable()).findFirst();
        if (decisive.isPresent()) {
            addDecisive(decisive.get());
        } else if (findings.failing().isEmpty()) {
            sentences.add(historyFact());
            addHistoryDetailAndNext();
        } else {
            RemedyWording words = new RemedyWording(lackOfOrder(), wording);
            sentences.add(words.lacks() + ".");
            sentences.add(historyFact());
            addNext("Add " + words.additions() + ", and " + uploadStep() + ".");
        }
        return sentences;
    }

    private Remedy lackOfOrder() {
        return Remedy.of(
                findings.failing(),
                null,
                findings.dispute().elements(),
                findings.dispute().profile());
    }

    /** The headline is the first test that fails; the decisive one cannot be fixed. */
    private void addDecisive(ReasonCode decisive) {
        ReasonCode headline = findings.failing().getFirst();
        if (headline == decisive) {
            sentences.add(fact(headline) + ".");
        } else {
            sentences.add(new RemedyWording(
                                    Remedy.of(
                                            List.of(headline),
                                            null,
                                            findings.dispute().elements(),
                                            findings.dispute().profile()),
                                    wording)
                            .lacks()
                    + ".");
            sentences.add("also, " + fact(decisive) + ".");
        }
        addNext(nextStep(decisive));
    }

    private String fact(ReasonCode code) {
        return switch (code) {
            case NETWORK_NOT_VISA -> "this order was not paid with a Visa card";
            case CARD_PRESENT ->
                "the card was present, and the rule only " + wording.tense("covers", "covered")
                        + " card-absent payments";
            case CHARGE_FAILED ->
                "the charge of this order failed, so there " + wording.tense("is", "was") + " nothing to dispute";
            case DISPUTE_NOT_FRAUD -> "this order is disputed, but not as card-absent fraud";
            default -> throw new IllegalStateException(code + " can be fixed");
        };
    }

    private static String nextStep(ReasonCode code) {
        return switch (code) {
            case NETWORK_NOT_VISA -> "Answer a dispute with the evidence that the card's own network asks for.";
            case CARD_PRESENT -> "Answer a dispute with the terminal's record of the card.";
            case CHARGE_FAILED -> "If the charge succeeded after all, update its status.";
            case DISPUTE_NOT_FRAUD -> "Answer the dispute with the evidence that its own condition asks for.";
            default -> throw new IllegalStateException(code + " can be fixed");
        };
    }

    private String historyFact() {
        ReasonCode reason = findings.history();
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
                counting + ", but no two of them " + wording.tense("share", "shared") + " enough data with this order.";
            default -> throw new IllegalStateException(reason + " is not about the history");
        };
    }

    private void addHistoryDetailAndNext() {
        Optional<NextWindow> next = NextWindow.of(findings);
        Optional<DateRange> last = next.isPresent()
                ? Optional.empty()
                : findings.windows().stream()
                        .filter(range -> range.until().isBefore(date.asOf()))
                        .reduce((earlier, later) -> later);
        if (last.isPresent()) {
            sentences.add("it was eligible for disputes raised from "
                    + last.get().from() + " to " + last.get().until() + ".");
        } else if (findings.history() == ReasonCode.TOO_FEW_PRIORS && !wording.isPast()) {
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
        String when = "";
        if (!next.becomingOldEnough().isEmpty()) {
            when = ", when " + Wording.orders(next.becomingOldEnough())
                    + (next.becomingOldEnough().size() == 1 ? " is" : " are") + " old enough";
        }
        return "It becomes eligible for disputes raised from " + next.days().from() + " to "
                + next.days().until() + when + ".";
    }

    private String uploadStep() {
        Optional<DateRange> period = UploadPeriod.of(findings.dispute());
        if (period.isPresent()) {
            return "upload other orders of this card made from " + period.get().from() + " to "
                    + period.get().until() + ", if some are missing";
        }
        return date.isDisputable()
                ? "upload other orders of this card, if some are missing"
                : "ask again for a date from " + date.disputable().from() + " to "
                        + date.disputable().until();
    }

    /** A closed order needs no next step. */
    private void addNext(String sentence) {
        if (!wording.isPast()) {
            sentences.add(sentence);
        }
    }
}
