package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random requests to two instances of a service over one memory, against a model. Every seed repeats exactly. */
@Tag("strikes")
class ServiceSimulationTest {
    private static final int USUAL_SEEDS = 2_000;
    private static final int FULL_SEEDS = 200_000;
    private static final int MOST_SHOWN = 3;

    /** {@code -Dseed=N} replays one history; {@code -Dfaults.full=true} runs more. */
    @Test
    void everyHistoryEndsAsTheModelSays() {
        Long replayed = Long.getLong("seed");
        int seeds = Boolean.getBoolean("faults.full") ? FULL_SEEDS : USUAL_SEEDS;
        run(replayed == null ? 0 : replayed, replayed == null ? seeds : 1);
    }

    private void run(long first, long count) {
        List<String> failed = Collections.synchronizedList(new ArrayList<>());
        LongStream.range(first, first + count).parallel().forEach(seed -> {
            if (failed.size() < MOST_SHOWN) {
                ServiceSimulation simulation = new ServiceSimulation(seed);
                try {
                    simulation.run();
                } catch (AssertionError | RuntimeException wrong) {
                    failed.add("replay with -Dseed=" + seed + ": " + wrong + simulation.story());
                }
            }
        });

        assertEquals(List.of(), failed);
    }
}
