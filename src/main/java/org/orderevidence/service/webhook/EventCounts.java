package org.orderevidence.service.webhook;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.orderevidence.integration.inbox.InboxEvent;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.integration.IntegrationRecord;

/**
 * Counts the stored events of an integration by day, from their rows, without reading a body. An event is listed as
 * unmapped with the version that its row has since, so a row of the list that is out of date does not count.
 */
public final class EventCounts {
    /** The names of events are evenly spread over this many groups. */
    static final int GROUPS = 4_096;

    /** If so many groups have more than {@link #MOST_IN_SAMPLE} events, the others are not read. */
    static final int SAMPLE = 64;

    static final int MOST_IN_SAMPLE = 3_000;

    private static final int TOGETHER = 16;

    private final IntegrationStore store;

    public EventCounts(IntegrationStore store) {
        this.store = store;
    }

    /**
     * The events of an integration.
     *
     * @param isEstimated true if there are so many that only a part of them was counted
     * @param days by the day on which they were received
     */
    public record Counted(boolean isEstimated, SortedMap<LocalDate, Day> days) {
        /** Returns the events of a day. */
        public Day on(LocalDate day) {
            return days.getOrDefault(day, new Day(0, 0, new TreeMap<>()));
        }
    }

    /**
     * The events that were received on a day.
     *
     * @param received how many
     * @param waiting how many of them are not mapped yet
     * @param unmapped how many of them changed nothing, by reason
     */
    public record Day(long received, long waiting, SortedMap<String, Long> unmapped) {
        private static Day ofEvent(boolean isWaiting, @Nullable String reason) {
            SortedMap<String, Long> reasons = new TreeMap<>();
            if (reason != null) {
                reasons.put(reason, 1L);
            }
            return new Day(1, isWaiting ? 1 : 0, reasons);
        }

        private Day plus(Day other) {
            SortedMap<String, Long> reasons = new TreeMap<>(unmapped);
            other.unmapped.forEach((reason, events) -> reasons.merge(reason, events, Long::sum));
            return new Day(received + other.received, waiting + other.waiting, reasons);
        }

        private Day times(long factor) {
            SortedMap<String, Long> reasons = new TreeMap<>(unmapped);
            reasons.replaceAll((reason, events) -> events * factor);
            return new Day(received * factor, waiting * factor, reasons);
        }
    }

    /** Counts the events of an integration. */
    public Counted count(String integration) {
        SortedMap<LocalDate, Day> sample = count(integration, unmapped(integration, SAMPLE), 0, SAMPLE);
        if (sample.values().stream().mapToLong(Day::received).sum() > MOST_IN_SAMPLE) {
            sample.replaceAll((day, count) -> count.times(GROUPS / SAMPLE));
            return new Counted(true, sample);
        }
        Map<String, ListedReason> unmapped = unmapped(integration, GROUPS);
        List<Future<SortedMap<LocalDate, Day>>> parts = new ArrayList<>();
        // Most groups are empty or small, so the time is that of the requests.
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            int size = GROUPS / TOGETHER;
            for (int first = 0; first < GROUPS; first += size) {
                int from = first;
                parts.add(readers.submit(() -> count(integration, unmapped, from, from + size)));
            }
        }
        SortedMap<LocalDate, Day> days = new TreeMap<>();
        for (Future<SortedMap<LocalDate, Day>> part : parts) {
            part.resultNow().forEach((day, count) -> days.merge(day, count, Day::plus));
        }
        return new Counted(false, days);
    }

    private SortedMap<LocalDate, Day> count(
            String integration, Map<String, ListedReason> unmapped, int from, int until) {
        SortedMap<LocalDate, Day> days = new TreeMap<>();
        for (int group = from; group < until; group++) {
            count(RecordKeys.eventGroup(integration, group), unmapped, days);
        }
        return days;
    }

    private void count(String group, Map<String, ListedReason> unmapped, SortedMap<LocalDate, Day> days) {
        String after = null;
        List<IntegrationStore.Head> page;
        do {
            page = store.heads(group, after, IntegrationStore.MAX_PAGE);
            for (IntegrationStore.Head head : page) {
                Instant expires = head.expires();
                ListedReason listed = unmapped.get(head.id());
                if (expires != null) {
                    LocalDate day = LocalDate.ofInstant(expires.minus(InboxEvent.LIFE), ZoneOffset.UTC);
                    String reason = listed != null && listed.version() == head.version() ? listed.reason() : null;
                    days.merge(day, Day.ofEvent(head.due() != null, reason), Day::plus);
                }
                after = head.id();
            }
        } while (page.size() == IntegrationStore.MAX_PAGE);
    }

    /** Returns the rows of the list of unmapped events by name; at least those of the events of the first groups. */
    private Map<String, ListedReason> unmapped(String integration, int groups) {
        Map<String, ListedReason> unmapped = new HashMap<>();
        String after = null;
        do {
            IntegrationStore.Listing page =
                    store.group(RecordKeys.unmapped(integration), after, IntegrationStore.MAX_PAGE);
            for (IntegrationRecord listed : page.records()) {
                unmapped.put(listed.key().id(), ListedReason.of(listed.content()));
            }
            after = page.next();
        } while (after != null && RecordKeys.groupOf(after) < groups);
        return unmapped;
    }
}
