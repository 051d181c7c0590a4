package org.orderevidence.webhook;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.InboxEvent;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.RecordSealer;

/** Counts the stored events of an integration by day, without reading a body. */
public record EventCounts(IntegrationStore store, LongSupplier nanoTime) {
    /** The names of events are evenly spread over this many groups. */
    static final int GROUPS = 4_096;

    /** If this many groups have more than {@link #MOST_IN_SAMPLE} events, the others are not read. */
    static final int SAMPLE = 64;

    static final int MOST_IN_SAMPLE = 3_000;

    /** No more groups are read after this time if the events allow an estimate. A caller waits for the answer. */
    static final Duration TIME = Duration.ofMillis(800);

    /** With fewer events than this, an estimate would be inaccurate, so all groups are read. */
    static final int FEWEST_IN_SAMPLE = 500;

    /** Groups that are read between two looks at the clock. */
    private static final int ROUND = 256;

    /** Maximum number of reads at a time. Most groups are empty or small, so the time is that of the requests. */
    private static final int TOGETHER = 32;

    public EventCounts(IntegrationStore store) {
        this(store, System::nanoTime);
    }

    /**
     * The events of an integration.
     *
     * @param isEstimated true if only a part of them was counted: there are too many, or the store is too slow
     */
    public record Counted(
            boolean isEstimated,
            SortedMap<LocalDate, Day> days,
            @Nullable Last last) {
        public Day on(LocalDate day) {
            return days.getOrDefault(day, new Day(0, 0, new TreeMap<>()));
        }
    }

    /** The event that was received last. It is the last one of those that were counted. */
    public record Last(Instant at, @Nullable String type) {}

    public record Day(long received, long waiting, SortedMap<String, Long> unmapped) {
        private Day plus(Day other) {
            SortedMap<String, Long> reasons = new TreeMap<>(unmapped);
            other.unmapped.forEach((reason, events) -> reasons.merge(reason, events, Long::sum));
            return new Day(received + other.received, waiting + other.waiting, reasons);
        }

        private Day times(double factor) {
            SortedMap<String, Long> reasons = new TreeMap<>(unmapped);
            reasons.replaceAll((reason, events) -> Math.round(events * factor));
            return new Day(Math.round(received * factor), Math.round(waiting * factor), reasons);
        }
    }

    /** The events of some groups. All are stored for the same time, so the one that expires last was received last. */
    private static final class Tally {
        private final SortedMap<LocalDate, Day> days = new TreeMap<>();
        private @Nullable String newest;
        private Instant newestExpires = Instant.MIN;

        void add(IntegrationStore.Head head, Instant expires) {
            String unmapped = head.mark();
            SortedMap<String, Long> reasons = unmapped == null ? new TreeMap<>() : new TreeMap<>(Map.of(unmapped, 1L));
            LocalDate day = LocalDate.ofInstant(expires.minus(InboxEvent.LIFE), ZoneOffset.UTC);
            days.merge(day, new Day(1, head.due() == null ? 0 : 1, reasons), Day::plus);
            noteNewest(head.id(), expires);
        }

        void add(Tally other) {
            other.days.forEach((day, count) -> days.merge(day, count, Day::plus));
            noteNewest(other.newest, other.newestExpires);
        }

        private void noteNewest(@Nullable String name, Instant expires) {
            if (expires.isAfter(newestExpires)) {
                newest = name;
                newestExpires = expires;
            }
        }
    }

    /**
     * Counts the events of an integration. The names of events are hashes, so the first groups are as good a sample as
     * any others.
     */
    public Counted count(String integration) {
        long start = nanoTime.getAsLong();
        Tally all = new Tally();
        int read = 0;
        while (read < GROUPS && !isEnough(read, all.days, start)) {
            int until = read == 0 ? SAMPLE : Math.min(GROUPS, read + ROUND);
            IntStream.range(read, until)
                    .mapToObj(group -> RecordKeys.eventGroup(integration, group))
                    .gather(Gatherers.mapConcurrent(TOGETHER, this::countGroup))
                    .forEach(all::add);
            read = until;
        }
        double factor = (double) GROUPS / read;
        all.days.replaceAll((day, count) -> count.times(factor));
        return new Counted(read < GROUPS, all.days, last(integration, all.newest));
    }

    private @Nullable Last last(String integration, @Nullable String name) {
        return name == null
                ? null
                // A damaged event, which store verify reports, must not hide the counts.
                : RecordSealer.ifReadable(() ->
                                store.read(RecordKeys.event(integration, name)).map(Inbox::event))
                        .flatMap(Function.identity())
                        .map(event -> new Last(event.receivedAt(), event.type()))
                        .orElse(null);
    }

    private boolean isEnough(int read, SortedMap<LocalDate, Day> days, long start) {
        long events = days.values().stream().mapToLong(Day::received).sum();
        boolean isMany = read == SAMPLE && events > MOST_IN_SAMPLE;
        boolean isSlow = nanoTime.getAsLong() - start >= TIME.toNanos();
        return isMany || (isSlow && events >= FEWEST_IN_SAMPLE);
    }

    private Tally countGroup(String group) {
        Tally tally = new Tally();
        store.heads(group).forEach(head -> {
            if (head.expires() != null) {
                tally.add(head, head.expires());
            }
        });
        return tally;
    }
}
