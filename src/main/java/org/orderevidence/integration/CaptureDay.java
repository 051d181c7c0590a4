package org.orderevidence.integration;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The orders of one transaction day of an account space.
 *
 * @param day the UTC day
 * @param countedAt when they were counted
 * @param isPartial true if there were more orders than are counted
 * @param counts by source and way of payment; an order with several sources counts once for each
 * @param stated the fields that at least one order has from a source, by source
 */
public record CaptureDay(
        LocalDate day,
        Instant countedAt,
        boolean isPartial,
        SortedMap<CapturePath, CaptureCount> counts,
        SortedMap<String, SortedSet<String>> stated) {
    /** The most ways of payment of one source that are counted by themselves. */
    public static final int MAX_METHODS = 10;

    /** The most sources of a day. */
    public static final int MAX_SOURCES = 101;

    /** Returns the orders of a source that were paid in one way. */
    public CaptureCount of(CapturePath path) {
        return counts.getOrDefault(path, CaptureCount.NONE);
    }

    /**
     * The orders of a day, a source and a way of payment.
     *
     * @param day the transaction day
     */
    public record Rate(LocalDate day, CapturePath path, CaptureCount count) {}

    /** Returns what was counted, by source and way of payment. */
    public Stream<Rate> rates() {
        return counts.entrySet().stream().map(count -> new Rate(day, count.getKey(), count.getValue()));
    }

    /** Collects the orders of a day. */
    public static final class Builder {
        private final SortedMap<CapturePath, CaptureCount> counts = new TreeMap<>();
        private final SortedMap<String, SortedSet<String>> stated = new TreeMap<>();

        /**
         * Adds an order.
         *
         * @param sources the fields that it has from each source
         */
        public void add(Map<String, ? extends Collection<String>> sources, String method, Set<CapturedField> having) {
            sources.forEach((source, fields) -> {
                if (stated.containsKey(source) || stated.size() < MAX_SOURCES) {
                    counts.merge(path(source, method), CaptureCount.ofOrder(having), CaptureCount::plus);
                    stated.computeIfAbsent(source, each -> new TreeSet<>()).addAll(fields);
                }
            });
        }

        private CapturePath path(String source, String method) {
            CapturePath path = new CapturePath(source, method);
            long known = counts.keySet().stream()
                    .filter(each -> each.source().equals(source))
                    .count();
            return counts.containsKey(path) || known < MAX_METHODS ? path : new CapturePath(source, CapturePath.OTHER);
        }

        /** Returns the day. */
        public CaptureDay build(LocalDate day, Instant countedAt, boolean isPartial) {
            return new CaptureDay(day, countedAt, isPartial, counts, stated);
        }
    }
}
