package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What to do next never contradicts the verdict. The random histories have every reason with every verdict that has it. */
class NextStepsTest {
    private static final int HISTORIES = 60_000;
    private static final long SEED = Long.getLong("evidence.seed", 20_261_125L);
    private static final String SUBMIT = "Before you submit, add the ";
    private static final String WAIT = "Wait: without new data, the order becomes eligible for disputes raised ";
    private static final String UPLOAD = "Upload the card's other orders, if some are missing.";

    private static final Set<String> ELEMENT_REMEDIES =
            Arrays.stream(ElementReason.values()).map(ReasonCode::remedy).collect(Collectors.toSet());

    private final Set<String> seen = new TreeSet<>();

    @Test
    void theNextStepsFollowFromTheVerdictWithEachReason() {
        System.out.println("next steps: seed " + SEED);
        SplittableRandom seeds = new SplittableRandom(SEED);
        for (int i = 0; i < HISTORIES; i++) {
            long seed = seeds.nextLong();
            RandomHistory history = RandomHistory.of(new SplittableRandom(seed));
            Eligibility judged = CompellingEvidence.judge(history.toCase());
            List<String> steps =
                    judged.nextSteps().stream().map(Eligibility.Step::text).toList();
            String context = "seed " + seed + ": " + judged.explanation() + " " + steps;
            judged.reasons().forEach(reason -> seen.add(judged.status() + " " + reason.code()));
            if (judged.closed() || judged.isDecided()) {
                seen.add(judged.closed() ? "closed" : "decided");
                assertEquals(List.of(), steps, context);
            } else {
                check(judged, steps, context);
            }
        }
        for (ReasonCode code : ReasonCode.all()) {
            boolean isOfFewOrders = code == HistoryReason.NO_PRIORS || code == HistoryReason.TOO_FEW_PRIORS;
            // The addresses of the histories that cannot be used are all of the other kind.
            boolean isMade = code != ElementReason.IP_INVALID;
            assertEquals(isMade, seen.contains("NOT_QUALIFIED " + code), code::code);
            assertEquals(
                    isMade && !isOfFewOrders && !(code instanceof DecisiveReason),
                    seen.contains("REQUIRES_ACTION " + code),
                    code::code);
        }
        assertTrue(seen.containsAll(Set.of("closed", "decided", "wait", "upload", "submit", "ready")), seen::toString);
    }

    private void check(Eligibility judged, List<String> steps, String context) {
        boolean waits = steps.stream().anyMatch(step -> step.startsWith(WAIT));
        switch (judged.status()) {
            case QUALIFIED -> {
                seen.add(judged.ready() ? "ready" : "submit");
                assertEquals(judged.ready(), steps.isEmpty(), context);
                assertTrue(steps.stream().allMatch(step -> step.startsWith(SUBMIT)), context);
            }
            case REQUIRES_ACTION -> {
                assertFalse(steps.isEmpty(), context);
                assertTrue(
                        steps.stream().allMatch(step -> ELEMENT_REMEDIES.contains(step) || isFixable(step)), context);
            }
            case NOT_QUALIFIED -> {
                seen.add(waits ? "wait" : "upload");
                assertTrue(
                        steps.stream()
                                .allMatch(step -> step.startsWith(WAIT) || step.startsWith(UPLOAD) || isFixable(step)),
                        context);
                assertEquals(
                        1,
                        steps.stream()
                                .filter(step -> step.startsWith(WAIT) || step.startsWith(UPLOAD))
                                .count(),
                        context);
                // The explanation and the steps advise the same.
                assertTrue(!waits || judged.explanation().contains("becomes eligible for disputes raised"), context);
            }
        }
    }

    private static boolean isFixable(String step) {
        return Arrays.stream(FixableReason.values()).anyMatch(reason -> step.equals(reason.remedy()));
    }
}
