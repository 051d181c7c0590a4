package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.store.OrderWrites.FactDecision;

/** What an offered later fact does to the one that is stored under its id. */
class FactDecisionTest {
    /** Stored and offered: version / content; a dash for none. A merchant's fact has no version. */
    @ParameterizedTest
    @CsvSource({
        "-,         -/new,   100, CREATED/100",
        "-,         7/new,   100, CREATED/7",
        "10/old,    9/new,   100, UNCHANGED/10",
        "10/old,    9/old,   100, UNCHANGED/10",
        "10/old,    10/new,  100, UNCHANGED/10",
        "10/old,    10/old,  100, UNCHANGED/10",
        "10/old,    11/new,  100, UPDATED/11",
        "10/old,    11/old,  100, UNCHANGED/11 stored",
        "10/old,    200/new, 100, UPDATED/200",
        "10/old,    -/old,   100, UNCHANGED/100 stored",
        "99/old,    -/old,   100, UNCHANGED/100 stored",
        "100/old,   -/old,   100, UNCHANGED/100",
        "200/old,   -/old,   100, UNCHANGED/200",
        "10/old,    -/new,   100, UPDATED/100",
        "100/old,   -/new,   100, UPDATED/101",
        "200/old,   -/new,   100, UPDATED/201",
        "0/old,     7/new,   100, UPDATED/7",
        "0/old,     0/new,   100, UNCHANGED/0",
        "damaged,   0/new,   100, UPDATED/0",
        "damaged,   -/new,   100, UPDATED/100",
    })
    void decides(String stored, String offered, long now, String decided) {
        String[] wants = offered.split("/", -1);
        Long version = wants[0].equals("-") ? null : Long.valueOf(wants[0]);

        FactDecision decision = FactDecision.of(held(stored, wants[1]), false, version, now);

        boolean isExpected = decided.endsWith(" stored") || !decided.startsWith("UNCHANGED");
        assertEquals(decided.replace(" stored", ""), decision.outcome() + "/" + decision.version());
        assertEquals(isExpected, decision.isToBeStored());
    }

    @ParameterizedTest
    @CsvSource({"-, TOO_MANY, false", "10/old, UPDATED, true"})
    void aFullOrderTakesNoOtherFactAndStillReplacesOne(String stored, String outcome, boolean isToBeStored) {
        FactDecision decision = FactDecision.of(held(stored, "new"), true, null, 100);

        assertEquals(outcome, decision.outcome().name());
        assertEquals(isToBeStored, decision.isToBeStored());
    }

    private static FactDecision.@Nullable Held held(String stored, String offeredContent) {
        if (stored.equals("-")) {
            return null;
        }
        if (stored.equals("damaged")) {
            return FactDecision.Held.DAMAGED;
        }
        String[] has = stored.split("/", -1);
        return new FactDecision.Held(Long.parseLong(has[0]), has[1].equals(offeredContent));
    }
}
