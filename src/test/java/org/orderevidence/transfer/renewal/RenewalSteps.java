package org.orderevidence.transfer.renewal;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.orderevidence.transfer.StoreTasks;

/** The steps that all tests of renewals share. */
interface RenewalSteps {
    /** Address of an empty store, or of a place where one is made. */
    String store();

    /** What verify reported. */
    final class Verified implements StoreTasks.Watch {
        final List<String> lines = new ArrayList<>();
        final Map<String, Long> underOldKeys = new TreeMap<>();
        long older;

        @Override
        public void at(String step, long done, long total) {
            // The progress is not tested here.
        }

        @Override
        public void tell(String line) {
            lines.add(line);
        }

        @Override
        public void underOldKey(String table, int key, long records) {
            underOldKeys.put(table + " " + key, records);
        }

        @Override
        public void withOlderDerivation(long orders) {
            older = orders;
        }
    }

    /** Returns a walk of an instance. */
    static RenewalWalk walk(Renewal renewal, InstantSource clock, String instance, boolean startOver) {
        return new RenewalWalk(renewal, clock, new OlderVersionWatch(renewal, clock, instance), startOver);
    }

    /** Walks to the end, in pages of so many records. */
    static RenewalEnd end(RenewalWalk walk, int page) {
        boolean hasMore = true;
        while (hasMore) {
            hasMore = walk.page(page);
        }
        return walk.end();
    }

    /** Returns the pace of a renewal in the background that does not pause. */
    static Renewing.Pace withoutPauses(int page) {
        return new Renewing.Pace(page, Duration.ZERO, Duration.ofMillis(20), Duration.ofMillis(20));
    }
}
