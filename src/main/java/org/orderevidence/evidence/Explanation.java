package org.orderevidence.evidence;

import java.util.ArrayList;
import java.util.List;

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
}
