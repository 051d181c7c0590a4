package org.orderevidence.http.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class MemoryPlanTest {
    private static final long MIB = 1024L * 1024;

    @Test
    void theDefaultLimitsFitTheHeapOfTheLauncher() {
        // What the JVM reports as its largest heap for -Xmx256m -Xmn64m: one survivor space is not counted.
        MemoryPlan plan = MemoryPlan.of(235 * MIB, DefaultLimits.DEFAULTS);

        assertTrue(plan.budget().contendedPart() >= RequestMemory.ofBody(DefaultLimits.DEFAULTS.bodyBytes()));
    }

    @Test
    void everyPartIsCounted() {
        MemoryPlan plan = MemoryPlan.of(512 * MIB, DefaultLimits.DEFAULTS);

        assertEquals(
                512 * MIB,
                plan.connections()
                        + plan.caches()
                        + plan.working()
                        + plan.heads()
                        + plan.strangers()
                        + plan.reserve()
                        + plan.pool());
        assertEquals(10_000 * 5 * 1024, plan.connections());
        assertEquals(10_000 * 2 * 1024, plan.reserve());
        assertEquals(64 * MIB, plan.working());
    }

    @Test
    void aHeapThatIsTooSmallIsRefusedWithTheNumbers() {
        LimitsDoNotFit refused =
                assertThrows(LimitsDoNotFit.class, () -> MemoryPlan.of(128 * MIB, DefaultLimits.DEFAULTS));

        assertEquals(
                "the limits do not fit a heap of 128 MB: 10000 connections need 55 MB, caches and working room 88 MB,"
                        + " and a body of 5 MB needs 21 MB, which must be at most a quarter of the remaining 0 MB; set"
                        + " a larger -Xmx in EVIDENCE_JAVA_OPTS, or lower limits.connections or limits.body-bytes",
                refused.getMessage());
    }
}
