package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.Faults;

/** Random operations of two instances over one memory, against a model. Every seed repeats exactly. */
@Tag("strikes")
class RecordSimulationTest {
    private static final int USUAL_SEEDS = 2_000;
    private static final int FULL_SEEDS = 200_000;
    private static final int MOST_SHOWN = 3;

    /** {@code -Dseed=N} replays one history; {@code -Dfaults.full=true} runs more. */
    @Test
    void everyHistoryEndsAsTheModelSays() {
        Long replayed = Long.getLong("seed");
        int seeds = Faults.rounds(USUAL_SEEDS, FULL_SEEDS);
        List<String> failed = new ArrayList<>();
        LongStream.range(0, replayed == null ? seeds : 1)
                .map(seed -> replayed == null ? seed : replayed)
                .takeWhile(seed -> failed.size() < MOST_SHOWN)
                .forEach(seed -> {
                    RecordSimulation simulation = new RecordSimulation(seed);
                    try {
                        simulation.run();
                    } catch (AssertionError | RuntimeException wrong) {
                        failed.add("replay with -Dseed=" + seed + ": " + wrong + simulation.story());
                    }
                });

        assertEquals(List.of(), failed);
    }

    @Test
    void aSeedRepeatsItsHistory() {
        for (long seed = 0; seed < 20; seed++) {
            RecordSimulation one = new RecordSimulation(seed);
            RecordSimulation two = new RecordSimulation(seed);
            one.run();
            two.run();
            assertEquals(one.story(), two.story());
        }
    }
}
