package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;

/** How a store keeps what belongs to integrations. Each test has groups that no other test has. */
public interface IntegrationStoreContract {
    AccountSpace SPACE = new AccountSpace("shop", AccountSpace.Mode.LIVE);
    AccountSpace TEST_SPACE = new AccountSpace("shop", AccountSpace.Mode.TEST);

    /** The store of the running test. */
    IntegrationStore integrations();

    /** Closes the store and opens it again. */
    void reopen();

    /** Now: stores that delete rows by themselves use the time of the machine. */
    static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS);
    }

    static String newGroup() {
        return "event/" + UUID.randomUUID();
    }

    static IntegrationRecord record(String group, String id, @Nullable Instant due) {
        return new IntegrationRecord(
                SPACE, new RecordKey(group, id), 1, due, now().plus(Duration.ofDays(28)), text("content of " + id));
    }

    static Bytes text(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private Optional<IntegrationRecord> read(IntegrationRecord record) {
        return integrations().read(record.key());
    }

    @Test
    default void aRecordIsAddedOnceAndSurvivesAReopening() {
        IntegrationRecord record = record(newGroup(), "a", now());
        IntegrationRecord other = new IntegrationRecord(
                TEST_SPACE, record.key(), 7, null, null, text("of another space, with the same key"));

        assertEquals(Optional.empty(), read(record));
        assertTrue(integrations().add(record));
        assertFalse(integrations().add(record));
        assertFalse(integrations().add(other));
        reopen();

        assertEquals(Optional.of(record), read(record));
    }

    @Test
    default void aRecordOfEachFormComesBackAsItWasWritten() {
        String group = newGroup();
        byte[] large = new byte[IntegrationRecord.MAX_CONTENT];
        java.util.Arrays.fill(large, (byte) 'x');
        List<IntegrationRecord> records = List.of(
                new IntegrationRecord(TEST_SPACE, new RecordKey(group, "empty"), 1, null, null, text("")),
                new IntegrationRecord(SPACE, new RecordKey(group, "large"), 99, null, null, Bytes.wrap(large)),
                new IntegrationRecord(SPACE, new RecordKey(group, "x".repeat(200)), 1, now(), null, text("long id")));
        records.forEach(record -> assertTrue(integrations().add(record)));

        records.forEach(record -> assertEquals(Optional.of(record), read(record)));
        assertThrows(
                IllegalArgumentException.class,
                () -> new IntegrationRecord(
                        SPACE,
                        new RecordKey(group, "larger"),
                        1,
                        null,
                        null,
                        Bytes.wrap(new byte[IntegrationRecord.MAX_CONTENT + 1])));
    }

    @Test
    default void theHeadsOfAGroupAreReadWithoutContents() {
        String group = newGroup();
        IntegrationRecord first = record(group, "a", now());
        IntegrationRecord second = record(group, "b", null);
        IntegrationRecord changed = second.next(now(), text("changed"));
        integrations().add(first);
        integrations().add(second);
        integrations().replace(second, changed);
        integrations().add(record(newGroup(), "c", now()));

        assertEquals(List.of(head(first), head(changed)), integrations().heads(group, null, 10));
        assertEquals(List.of(head(first)), integrations().heads(group, null, 1));
        assertEquals(List.of(head(changed)), integrations().heads(group, "a", 10));
        assertEquals(List.of(), integrations().heads(group, "b", 10));
    }

    private static IntegrationStore.Head head(IntegrationRecord record) {
        return new IntegrationStore.Head(record.key().id(), record.version(), record.due(), record.expires());
    }

    @Test
    default void onlyTheVersionThatWasReadIsReplaced() {
        IntegrationRecord first = record(newGroup(), "a", now());
        IntegrationRecord second = first.next(null, text("second"));
        IntegrationRecord third = second.next(now(), text("third"));
        integrations().add(first);

        assertFalse(integrations().replace(second, third), "the second is not stored");
        assertTrue(integrations().replace(first, second));
        assertFalse(integrations().replace(first, second.next(null, text("lost"))));
        assertEquals(Optional.of(second), read(first));
        assertTrue(integrations().replace(second, third));
        assertEquals(Optional.of(third), read(first));

        integrations().remove(first.key());
        integrations().remove(first.key());
        assertEquals(Optional.empty(), read(first));
        assertFalse(integrations().replace(third, third.next(null, text("gone"))));
    }

    @Test
    default void ofManyThatReplaceAVersionAtOnceOneDoes() {
        IntegrationRecord first = record(newGroup(), "a", null);
        integrations().add(first);
        AtomicInteger done = new AtomicInteger();

        List<Thread> threads = IntStream.range(0, 8)
                .mapToObj(i -> Thread.ofVirtual().start(() -> {
                    if (integrations().replace(first, first.next(null, text("of " + i)))) {
                        done.incrementAndGet();
                    }
                }))
                .toList();
        threads.forEach(IntegrationStoreContract::join);

        assertEquals(1, done.get());
        assertEquals(2, read(first).orElseThrow().version());
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    default void aGroupIsListedByIdPageAfterPage() {
        String group = newGroup();
        List<IntegrationRecord> records = IntStream.range(0, 5)
                .mapToObj(i -> record(group, "id-" + i, null))
                .toList();
        records.reversed().forEach(integrations()::add);
        integrations().add(record(group + "0", "id-0", null));

        IntegrationStore.Listing first = integrations().group(group, null, 2);
        assertEquals(records.subList(0, 2), first.records());
        IntegrationStore.Listing second = integrations().group(group, first.next(), 2);
        assertEquals(records.subList(2, 4), second.records());
        IntegrationStore.Listing third = integrations().group(group, second.next(), 2);
        assertEquals(records.subList(4, 5), third.records());
        assertNull(third.next());
        assertEquals(List.of(), integrations().group(newGroup(), null, 10).records());
        assertThrows(IllegalArgumentException.class, () -> integrations().group(group, null, 0));
        assertThrows(IllegalArgumentException.class, () -> integrations().group(group, null, 1_001));
    }

    private List<IntegrationStore.Due> due(String group, Instant at, int limit) {
        List<IntegrationStore.Due> all = new ArrayList<>();
        List<IntegrationStore.Due> page = integrations().due(at, null, limit);
        while (!page.isEmpty()) {
            page.stream().filter(due -> due.key().group().equals(group)).forEach(all::add);
            page = integrations().due(at, page.getLast(), limit);
        }
        return all;
    }

    @Test
    default void whatIsDueComesTheLongestWaitingFirst() {
        String group = newGroup();
        Instant now = now();
        List<Instant> times = List.of(
                now.minus(Duration.ofDays(20)),
                now.minus(Duration.ofHours(30)),
                now.minusSeconds(2),
                now.minusSeconds(1),
                now.minusSeconds(1),
                now);
        for (int i = times.size() - 1; i >= 0; i--) {
            integrations().add(record(group, "id-" + i, times.get(i)));
        }
        integrations().add(record(group, "later", now.plusSeconds(1)));
        integrations().add(record(group, "never", null));

        List<IntegrationStore.Due> expected = IntStream.range(0, times.size())
                .mapToObj(i -> new IntegrationStore.Due(times.get(i), new RecordKey(group, "id-" + i)))
                .toList();
        assertEquals(expected, due(group, now, 1_000));
        assertEquals(expected, due(group, now, 2), "in pages");
        assertEquals(expected.subList(0, 2), due(group, now.minusSeconds(3), 10));
    }

    @Test
    default void whatIsDueFollowsTheNewestVersion() {
        String group = newGroup();
        Instant now = now();
        IntegrationRecord moved = record(group, "moved", now.minusSeconds(9));
        IntegrationRecord done = record(group, "done", now.minusSeconds(8));
        IntegrationRecord again = record(group, "again", null);
        IntegrationRecord removed = record(group, "removed", now.minusSeconds(7));
        List.of(moved, done, again, removed).forEach(integrations()::add);

        integrations().replace(moved, moved.next(now.plusSeconds(60), moved.content()));
        integrations().replace(done, done.next(null, done.content()));
        integrations().replace(again, again.next(now.minusSeconds(5), again.content()));
        integrations().remove(removed.key());
        assertFalse(integrations().replace(moved, moved.next(now.minusSeconds(60), moved.content())));
        reopen();

        assertEquals(List.of(new IntegrationStore.Due(now.minusSeconds(5), again.key())), due(group, now, 10));
        assertEquals(
                List.of(
                        new IntegrationStore.Due(now.minusSeconds(5), again.key()),
                        new IntegrationStore.Due(now.plusSeconds(60), moved.key())),
                due(group, now.plusSeconds(60), 10));
    }
}
