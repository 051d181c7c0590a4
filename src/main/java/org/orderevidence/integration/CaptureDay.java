package org.orderevidence.integration;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.orderevidence.order.WireNamed;

/**
 * The orders of one transaction day of an account space.
 *
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

    /** The orders of a day, a source and a way of payment. */
    public record Rate(LocalDate day, CapturePath path, CaptureCount count) {}

    /** Returns what was counted, by source and way of payment. */
    public Stream<Rate> rates() {
        return counts.entrySet().stream().map(count -> new Rate(day, count.getKey(), count.getValue()));
    }

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

        public CaptureDay build(LocalDate day, Instant countedAt, boolean isPartial) {
            return new CaptureDay(day, countedAt, isPartial, counts, stated);
        }
    }

    /** How many orders there are, and how many of them have each field. */
    public record CaptureCount(int orders, Map<CapturedField, Integer> having) {
        /** No orders. */
        public static final CaptureCount NONE = new CaptureCount(0, Map.of());

        public CaptureCount {
            Map<CapturedField, Integer> all = new EnumMap<>(CapturedField.class);
            for (CapturedField field : CapturedField.values()) {
                all.put(field, having.getOrDefault(field, 0));
            }
            having = Collections.unmodifiableMap(all);
        }

        public static CaptureCount ofOrder(Set<CapturedField> fields) {
            Map<CapturedField, Integer> having = new EnumMap<>(CapturedField.class);
            fields.forEach(field -> having.put(field, 1));
            return new CaptureCount(1, having);
        }

        /** Returns how many orders have a field. */
        public int having(CapturedField field) {
            return having.getOrDefault(field, 0);
        }

        /** Returns the share of the orders that have a field; 0 if there are no orders. */
        public double share(CapturedField field) {
            return orders == 0 ? 0 : (double) having(field) / orders;
        }

        public CaptureCount plus(CaptureCount other) {
            Map<CapturedField, Integer> sum = new EnumMap<>(CapturedField.class);
            for (CapturedField field : CapturedField.values()) {
                sum.put(field, having(field) + other.having(field));
            }
            return new CaptureCount(orders + other.orders, sum);
        }
    }

    /**
     * Orders of one source that were paid in the same way.
     *
     * @param source the source, such as {@code stripe:main} or {@code upload}
     * @param method how they were paid: {@link #CARD}, a wallet such as {@code apple_pay}, or {@link #OTHER}
     */
    public record CapturePath(String source, String method) implements Comparable<CapturePath> {
        /** A card without a wallet. */
        public static final String CARD = "card";

        /** Anything else. */
        public static final String OTHER = "other";

        private static final Comparator<CapturePath> ORDER =
                Comparator.comparing(CapturePath::source).thenComparing(CapturePath::method);

        @Override
        public int compareTo(CapturePath other) {
            return ORDER.compare(this, other);
        }
    }

    /** What an order should have so that it can be evidence. */
    public enum CapturedField implements WireNamed {
        /** A token of the card, or its first and last digits. */
        CARD("card"),
        /** A usable IP address, of the order itself or tracked. */
        IP("IP address"),
        /** The customer's account at the merchant. */
        LOGIN("login"),
        /** A shipping address that can be compared. */
        ADDRESS("shipping address"),
        /** A description of what was bought. */
        ITEMS("product description");

        private final String words;

        CapturedField(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }
}
