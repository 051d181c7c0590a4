package org.orderevidence.evidence;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Explains which data makes an order eligible. Everything that it needs is named, or the promise would not hold. */
final class ActionText {
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
                        : wording.both(pair) + wording.tense(" can serve", " could have served") + " as evidence, but "
                                + words.lacks() + ".");
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
