package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.Faults;

/**
 * Every explanation is true: each count, date, name and age is compared with the naive rule, and what is promised is done
 * and judged again.
 */
@Tag("strikes")
class ExplanationTruthTest {
    private static final int HISTORIES = Integer.getInteger("evidence.histories", Faults.rounds(20_000, 200_000));

    /** So many histories that every form of sentence occurs. */
    private static final int MANY = 50_000;

    private static final long SEED = Long.getLong("evidence.seed", 20_261_122L);

    private static final Set<String> FORMS = new TreeSet<>(Set.of(
            "closed",
            "verdict",
            "qualified",
            "stays",
            "edge",
            "serve",
            "lacks",
            "add",
            "then",
            "depends",
            "was",
            "nearest",
            "becomes",
            "upload",
            "ask",
            "outside",
            "also",
            "network_not_visa",
            "card_present",
            "charge_failed",
            "charge_uncaptured",
            "fixed",
            "dispute_not_fraud",
            "no_priors",
            "none",
            "one",
            "no_common",
            "no_anchor"));

    @Test
    void everySentenceOfEveryExplanationIsTrue() {
        System.out.println("explanations: " + HISTORIES + ", seed " + SEED);
        SplittableRandom seeds = new SplittableRandom(SEED);
        Set<String> seen = new TreeSet<>();
        for (int i = 0; i < HISTORIES; i++) {
            long seed = seeds.nextLong();
            RandomHistory history = RandomHistory.of(new SplittableRandom(seed));
            String explanation = CompellingEvidence.judge(history.toCase()).explanation();
            try {
                new SaidSentences(history, explanation, seen).areTrue();
            } catch (AssertionError | RuntimeException untrue) {
                throw new AssertionError("history of seed " + seed + ": " + explanation, untrue);
            }
        }
        if (HISTORIES >= MANY) {
            assertEquals(FORMS, seen);
        }
    }
}
