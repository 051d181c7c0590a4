package org.orderevidence.evidence;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.PairSearch.PriorPair;
import org.orderevidence.evidence.ReasonCode.FixableReason;

/**
 * Writes what a support agent can read out: one to four plain sentences with the verdict, the deciding facts and the
 * one next step that helps most. One more sentence is added if the day is outside the days for disputes, or if these
 * days have passed. No code names, no e-mail address, no IP address.
 */
public final class Explanation {
    private final List<String> sentences = new ArrayList<>();

    private Explanation() {}

    public static String of(Findings findings) {
        DisputeDate date = findings.dispute().date();
        Wording wording = new Wording(findings.dispute(), date.isPast());
        Explanation explanation = new Explanation();
        if (date.isPast()) {
            explanation.say("No dispute can be raised any more (the last day was "
                    + date.disputable().until() + ").");
        }
        explanation.say(verdict(findings.status(), wording) + basis(date) + ".");
        switch (findings.status()) {
            case QUALIFIED -> new QualifiedText(findings, wording).sentences().forEach(explanation::say);
            case REQUIRES_ACTION ->
                new ActionText(findings, wording).sentences().forEach(explanation::say);
            case NOT_QUALIFIED ->
                new NotQualifiedText(findings, wording).sentences().forEach(explanation::say);
        }
        if (date.charged() && !date.isDisputable()) {
            explanation.say("The date " + date.asOf()
                    + wording.tense(" is", " was")
                    + " outside the days on which a dispute "
                    + wording.tense("can", "could") + " be raised ("
                    + date.disputable().from() + " to " + date.disputable().until() + ").");
        }
        return String.join(" ", explanation.sentences);
    }

    private static String verdict(Eligibility.Status status, Wording wording) {
        return switch (status) {
            case QUALIFIED -> wording.tense("Eligible", "The order was eligible");
            case REQUIRES_ACTION -> wording.tense("Not yet eligible", "The order was not eligible");
            case NOT_QUALIFIED -> wording.tense("Not eligible", "The order was not eligible");
        };
    }

    /** No public text states which day counts for fraud that was reported and not disputed. */
    private static String basis(DisputeDate date) {
        return switch (date.basis()) {
            case FRAUD_REPORT -> " as of the fraud report of " + date.asOf();
            case REQUEST, DISPUTE, TODAY -> "";
        };
    }

    private void say(String sentence) {
        sentences.add(Wording.capital(sentence));
    }

    /** Explains why an order is eligible and for how long. */
    private static final class QualifiedText {
        private final Findings findings;
        private final Wording wording;

        QualifiedText(Findings findings, Wording wording) {
            this.findings = findings;
            this.wording = wording;
        }

        List<String> sentences() {
            PriorPair pair = findings.chosen();
            if (pair == null) {
                throw new IllegalStateException("a qualified order has a selected pair");
            }
            List<String> sentences = new ArrayList<>(3);
            boolean sure =
                    findings.dispute().disputed().order().charge().credential().isSure();
            String undisputed = findings.dispute().countsOnlyFraudDisputes() ? " not disputed as fraud" : " undisputed";
            String card = sure ? "the same card" : "a card with the same first six and last four digits";
            sentences.add(wording.both(pair) + " were paid with " + card + ", " + wording.tense("are", "were")
                    + undisputed + " and " + wording.tense("share", "shared") + " the "
                    + Wording.nouns(pair.equal().elements()) + " with this order.");
            if (!wording.isPast()) {
                addHowLong(sentences);
            }
            if (findings.boundaryRisk()) {
                sentences.add("This " + wording.tense("depends", "depended")
                        + " on an order age at the edge of the allowed range, which some processors do not accept.");
            }
            return sentences;
        }

        private void addHowLong(List<String> sentences) {
            DisputeDate date = findings.dispute().date();
            findings.windows().stream()
                    .filter(range -> range.contains(date.asOf()))
                    .findFirst()
                    .ifPresent(
                            range -> sentences.add("The order stays eligible for disputes raised until " + range.until()
                                    + (range.until().equals(date.disputable().until())
                                            ? ", the last day on which a dispute can be raised."
                                            : ".")));
        }
    }

    /** Explains which data makes an order eligible. Everything that it needs is named, or the promise would not hold. */
    private static final class ActionText {
        private final Findings findings;
        private final Wording wording;
        private final @Nullable PriorPair pair;
        private final Remedy remedy;

        ActionText(Findings findings, Wording wording) {
            this.findings = findings;
            this.wording = wording;
            this.pair = findings.fixable();
            this.remedy = Remedy.of(findings.fixableTests(), pair, findings.dispute());
        }

        List<String> sentences() {
            RemedyWording words = new RemedyWording(remedy, wording);
            List<String> sentences = new ArrayList<>(3);
            sentences.add(
                    pair == null
                            ? words.lacks() + "."
                            : wording.both(pair) + wording.tense(" can serve", " could have served")
                                    + " as evidence, but " + words.lacks() + ".");
            if (!wording.isPast()) {
                sentences.add("Add " + words.additions() + ".");
                sentences.add(promise());
            }
            return sentences;
        }

        private String promise() {
            if (pair == null) {
                return "Whether the order is eligible then depends on the earlier orders of the same card.";
            }
            List<String> conditions = new ArrayList<>(wording.conditions(findings.fixableTests()));
            if (!remedy.elements().isEmpty()) {
                conditions.add("the " + Wording.nouns(remedy.elements())
                        + (remedy.elements().size() == 1 ? " is" : " are") + " the same on all three orders");
            }
            String then = findings.failing().contains(FixableReason.CONDITION_UNKNOWN)
                    ? "The order is then eligible for a dispute of "
                            + findings.dispute().date().asOf()
                    : "The order is then eligible";
            return conditions.isEmpty() ? then + "." : then + " if " + Wording.listed(conditions) + ".";
        }
    }
}
