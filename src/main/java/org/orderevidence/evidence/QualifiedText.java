package org.orderevidence.evidence;

import java.util.ArrayList;
import java.util.List;

/** Explains why an order is eligible and for how long. */
final class QualifiedText {
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
                .ifPresent(range -> sentences.add("The order stays eligible for disputes raised until " + range.until()
                        + (range.until().equals(date.disputable().until())
                                ? ", the last day on which a dispute can be raised."
                                : ".")));
    }
}
