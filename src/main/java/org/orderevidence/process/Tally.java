package org.orderevidence.process;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts what happened since the start of the process, by a name out of a few. Any number of threads may count. */
public final class Tally {
    private final Map<String, LongAdder> counts = new LinkedHashMap<>();

    /** Counts under these names only. */
    public Tally(Stream<String> names) {
        names.forEach(name -> counts.put(name, new LongAdder()));
    }

    public Set<String> names() {
        return Set.copyOf(counts.keySet());
    }

    public void add(String name, long count) {
        counter(name).add(count);
    }

    public long of(String name) {
        return counter(name).sum();
    }

    private LongAdder counter(String name) {
        LongAdder counter = counts.get(name);
        if (counter == null) {
            throw new IllegalArgumentException("nothing is counted as " + name);
        }
        return counter;
    }
}
