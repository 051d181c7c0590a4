package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.Decision;
import org.orderevidence.store.Key;
import org.orderevidence.store.Kind;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.Page;
import org.orderevidence.store.Range;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.RecordStore.Replacement;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.Stored;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.store.Update;
import org.orderevidence.waiting.Waits;

/** Instances and nodes die while records are updated. Design "One store of records", Cassandra. */
@Tag("slow")
@Tag("alone")
final class RecordFaultsTest {
    private static final String KEYSPACE = "record_faults";
    private static final Kind HISTORY = Kind.of("history", Kind.Mode.NEWEST).leavingNotes();
    private static final Kind REFERENCE = Kind.of("reference", Kind.Mode.NEWEST);
    private static final Kind ORDER = Kind.of("order", Kind.Mode.GUARDED);
    private static final Kind PENDING =
            Kind.of("pending", Kind.Mode.NEWEST).sealed().ending();
    private static final List<Kind> KINDS = List.of(ORDER, HISTORY, REFERENCE, PENDING);

    /** More than the statements of any update. */
    private static final int MOST_STATEMENTS = 40;

    private static final long LAST_VERSION = 3;

    /** So many writes may follow an unconfirmed one. */
    private static final int MOST_FOLLOWERS = 7;

    private static final int INSTANCES = 3;
    private static final int FULL_ROUNDS = 10;
    private static final int NODES = 3;
    private static final int SOME = 20;

    private final TestCluster cluster = TestCluster.started();

    @AutoClose
    private final OpenStore opened = CassandraStores.open(KEYSPACE, KINDS);

    @AutoClose
    private final CqlSession session =
            Connection.open(CassandraUrl.parse(cluster.url(KEYSPACE)), CassandraSettings.defaults());

    private static Stored record(AccountSpace space, Kind kind, String part, long version) {
        return Stored.of(new Key(kind, space, text(part), Bytes.EMPTY), version, Bytes.EMPTY, text("v" + version));
    }

    private static Bytes text(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    private static List<Stored> read(RecordStore store, Stored record) {
        return store.read(List.of(Range.one(record.key()))).getFirst();
    }

    /**
     * Writes a version of an order, with a row of each kind under its name, and ends those of the versions before. The
     * head names these: a write that dies may leave them, and then the next one ends them.
     */
    private static void write(RecordStore store, AccountSpace space, long version) {
        Stored history = record(space, HISTORY, "of " + version, version);
        Stored order = record(space, ORDER, "A", version);
        store.update(List.of(Update.of(order.key(), 100, held -> {
            if (held != null && held.version() >= version) {
                return Decision.repeat("", List.of(history));
            }
            List<String> left = new ArrayList<>();
            if (held != null) {
                left.add("of " + held.version());
                left.addAll(
                        held.head().isEmpty()
                                ? List.of()
                                : List.of(new String(held.head().toArray(), StandardCharsets.UTF_8).split(",")));
            }
            return new Decision<>(
                    "",
                    Stored.of(order.key(), version, text(String.join(",", left)), order.body()),
                    false,
                    List.of(record(space, REFERENCE, "of " + version, version)),
                    List.of(history),
                    left.stream()
                            .flatMap(name -> Stream.of(HISTORY, REFERENCE)
                                    .map(kind ->
                                            record(space, kind, name, version).key()))
                            .toList(),
                    held == null ? 1 : 0);
        })));
    }

    private static boolean isWritten(RecordStore store, AccountSpace space, long version) {
        return read(store, record(space, ORDER, "A", version)).stream().anyMatch(one -> one.version() == version);
    }

    /**
     * The record and its rows are of a version, and no other rows are there.
     *
     * @param stray a version before, whose rows may still be there
     */
    private static void assertWhole(RecordStore store, AccountSpace space, long version, long stray, String when) {
        assertTrue(isWritten(store, space, version), when);
        assertEquals(1, store.count(space).total(), when);
        for (Kind kind : List.of(HISTORY, REFERENCE)) {
            for (long one = 1; one <= LAST_VERSION + 1; one++) {
                Stored row = record(space, kind, "of " + one, one);
                List<Stored> found = read(store, row);
                if (one == version) {
                    assertEquals(List.of(row), found, when);
                } else if (one != stray) {
                    assertTrue(found.stream().allMatch(left -> isNote(left, version)), when + ": " + found);
                }
            }
        }
    }

    /** A reader that does not see the new row yet finds a note in place of the old one. */
    private static boolean isNote(Stored row, long version) {
        return row.key().kind().equals(HISTORY)
                && row.body().isEmpty()
                && row.head().isEmpty()
                && row.version() < version;
    }

    /** A store whose session has a course of its own. */
    private RecordStore open(CqlSession session) {
        CassandraSettings settings = CassandraSettings.defaults();
        return new CassandraRecordStore(
                new Cluster(session, KEYSPACE, settings), settings, InstantSource.system(), KINDS);
    }

    /**
     * The next conditional write of a session: what happens before it, or after it and then its outcome is not told.
     *
     * @param isDone true if it is done, though its outcome is not told
     */
    private record Next(Runnable meanwhile, boolean isTold, boolean isDone) {
        private static CqlSession session(CqlSession session, AtomicReference<@Nullable Next> next) {
            return FaultySession.of(
                    session,
                    cql -> {
                        Next one = next.get();
                        if (one != null && cql.contains(" IF ") && !one.isDone) {
                            next.set(null);
                            one.end();
                        }
                    },
                    cql -> {
                        Next one = next.get();
                        if (one != null && cql.contains(" IF ")) {
                            next.set(null);
                            one.end();
                        }
                    });
        }

        private void end() {
            meanwhile.run();
            if (!isTold) {
                throw FaultySession.fault();
            }
        }
    }

    @Test
    void anUnconfirmedWriteIsKnownLaterUnlessTooManyHaveFollowed() {
        AtomicReference<@Nullable Next> next = new AtomicReference<>();
        RecordStore store = open(Next.session(session, next));
        RecordStore other = opened.records();
        for (boolean isDone : List.of(true, false)) {
            for (long before = 0; before <= 1; before++) {
                for (int followers = 0; followers <= MOST_FOLLOWERS + 1; followers++) {
                    AccountSpace space = new AccountSpace("unconfirmed-" + System.nanoTime(), AccountSpace.Mode.LIVE);
                    Key key = record(space, ORDER, "A", 1).key();
                    List<Update<Long>> following = Collections.nCopies(followers, increment(key));
                    other.update(Collections.nCopies((int) before, increment(key)));
                    next.set(new Next(() -> other.update(following), false, isDone));

                    String when = isDone + " after " + before + " with " + followers + " followers";
                    Long expected = before + 1 + (isDone ? 0 : followers);
                    if (followers <= MOST_FOLLOWERS) {
                        assertEquals(List.of(expected), store.update(List.of(increment(key))), when);
                        assertEquals(before + 1 + followers, version(other, key), when);
                    } else {
                        assertThrows(UnknownOutcome.class, () -> store.update(List.of(increment(key))), when);
                        assertEquals(before + followers + (isDone ? 1 : 0), version(other, key), when);
                    }
                }
            }
        }
    }

    private static long version(RecordStore store, Key key) {
        return store.read(List.of(Range.one(key))).getFirst().getFirst().version();
    }

    /** Of two that take a record, one has it. */
    @Test
    void anUnconfirmedRemovalIsToldFromAnothers() {
        AtomicReference<@Nullable Next> next = new AtomicReference<>();
        RecordStore store = open(Next.session(session, next));
        RecordStore other = opened.records();
        for (boolean isDone : List.of(true, false)) {
            for (boolean isPutAgain : List.of(true, false)) {
                AccountSpace space = new AccountSpace("taken-" + System.nanoTime(), AccountSpace.Mode.LIVE);
                Stored record = record(space, ORDER, "A", 5);
                Update<Boolean> take = Update.of(
                        record.key(),
                        100,
                        held -> held != null && held.version() == 5
                                ? Decision.remove(true, List.of(), 0)
                                : Decision.keep(false));
                other.update(List.of(increment(record.key(), 5)));
                AtomicBoolean hasOther = new AtomicBoolean();
                next.set(new Next(
                        () -> {
                            hasOther.set(other.update(List.of(take)).getFirst());
                            if (isPutAgain) {
                                other.update(List.of(increment(record.key())));
                            }
                        },
                        false,
                        isDone));

                assertEquals(List.of(isDone), store.update(List.of(take)));
                assertEquals(!isDone, hasOther.get());
            }
        }
    }

    /** What was decided while there was no record is decided again, and is not hidden by the end of what was there. */
    @Test
    void aRecordThatCameAndWentMeanwhileIsNoticed() {
        AtomicReference<@Nullable Next> next = new AtomicReference<>();
        RecordStore store = open(Next.session(session, next));
        RecordStore other = opened.records();
        for (long held = 0; held <= 1; held++) {
            AccountSpace space = new AccountSpace("went-" + System.nanoTime(), AccountSpace.Mode.LIVE);
            Stored order = record(space, ORDER, "A", 2);
            Stored before = record(space, REFERENCE, "R", 2);
            Stored after = record(space, HISTORY, "H", 2);
            Update<String> come = Update.of(
                    order.key(),
                    100,
                    any -> new Decision<>(
                            "",
                            order.ofVersion(50),
                            false,
                            List.of(before.ofVersion(50)),
                            List.of(after.ofVersion(50)),
                            List.of(),
                            0));
            Update<String> go =
                    Update.of(order.key(), 100, any -> Decision.remove("", List.of(before.key(), after.key()), 0));
            other.update(Collections.nCopies((int) held, increment(order.key())));
            next.set(new Next(() -> other.update(List.of(come, go)), true, false));
            List<Boolean> found = new ArrayList<>();

            store.update(List.of(Update.of(order.key(), 100, was -> {
                found.add(was != null);
                return new Decision<>("", order, false, List.of(before), List.of(after), List.of(), 0);
            })));

            assertEquals(List.of(held == 1, false), found);
            long version = version(other, order.key());
            assertTrue(version > 50, "version " + version);
            for (Stored row : List.of(order, before, after)) {
                assertEquals(List.of(row.ofVersion(version)), read(other, row), "held " + held);
            }
        }
    }

    @Test
    void anUpdateThatDiesIsWholeOnceItIsRepeated() {
        AtomicInteger left = new AtomicInteger(Integer.MAX_VALUE);
        RecordStore dying = open(FaultySession.dying(session, left));
        RecordStore living = opened.records();
        for (long version = 1; version <= LAST_VERSION; version++) {
            boolean died = true;
            for (int statements = 0; died; statements++) {
                assertTrue(statements < MOST_STATEMENTS, "an update has too many statements");
                String when = "version " + version + " dead after statement " + statements;
                AccountSpace space = new AccountSpace(version + "-" + System.nanoTime(), AccountSpace.Mode.LIVE);
                for (long before = 1; before < version; before++) {
                    write(living, space, before);
                }
                left.set(statements);
                died = false;
                try {
                    write(dying, space, version);
                } catch (StoreUnavailable | UnknownOutcome dead) {
                    died = true;
                }

                boolean isWritten = isWritten(living, space, version);
                Stored before = record(space, REFERENCE, "of " + version, version);
                assertTrue(died || isWritten, when + ": it was acknowledged");
                assertFalse(isWritten && read(living, before).isEmpty(), when + ": its row is missing");
                assertFalse(isWritten && living.count(space).total() == 0, when + ": it is not counted");

                write(living, space, version);
                assertWhole(living, space, version, isWritten && died ? version - 1 : 0, when);
                write(living, space, version + 1);
                assertWhole(living, space, version + 1, 0, when);
            }
        }
    }

    /** Notes end by themselves, and a scan does not return them. */
    @Test
    void aNoteStaysForTwoMinutes() {
        AccountSpace space = new AccountSpace("noted-" + System.nanoTime(), AccountSpace.Mode.LIVE);
        write(opened.records(), space, 1);
        write(opened.records(), space, 2);

        Stored note = Stored.of(record(space, HISTORY, "of 1", 1).key(), 1, Bytes.EMPTY, Bytes.EMPTY);
        assertEquals(List.of(note), read(opened.records(), note));
        int seconds = seconds(session, HISTORY, space);
        assertTrue(seconds > 60 && seconds <= 120, "in " + seconds);
        String next = null;
        do {
            Page page = opened.records().scan(HISTORY, next, Page.MAX_RECORDS);
            assertTrue(page.found().stream()
                    .noneMatch(found -> ((Page.Whole) found).record().equals(note)));
            next = page.next();
        } while (next != null);
    }

    /** Returns in how many seconds the only record of a kind and space ends that ends. */
    private static int seconds(CqlSession session, Kind kind, AccountSpace space) {
        List<Integer> seconds = new ArrayList<>();
        session.execute("SELECT space, ttl(value) AS seconds FROM " + KEYSPACE + "." + kind + "_records")
                .forEach(row -> {
                    if (Objects.requireNonNull(row.getString("space")).contains(space.account())
                            && !row.isNull("seconds")) {
                        seconds.add(row.getInt("seconds"));
                    }
                });
        assertEquals(1, seconds.size(), "so many end");
        return seconds.getFirst();
    }

    @Test
    void aRecordThatIsSealedAgainEndsWhenItWouldHaveEnded() {
        AccountSpace space = new AccountSpace("ends-" + System.nanoTime(), AccountSpace.Mode.LIVE);
        Instant end = Instant.now().plusSeconds(5_000).truncatedTo(ChronoUnit.MICROS);
        Stored record =
                new Stored(record(space, PENDING, "A", 1).key(), 1, end, Bytes.EMPTY, Bytes.EMPTY, text("sealed"));
        opened.records().merge(List.of(record), List.of());

        assertEquals(1, opened.records().replace(List.of(new Replacement(record, text("sealed again")))));

        assertEquals(List.of(record.withBody(text("sealed again"))), read(opened.records(), record));
        int seconds = seconds(session, PENDING, space);
        assertTrue(seconds > 4_000 && seconds <= 5_060, "in " + seconds);
    }

    @Test
    @Tag("faults")
    void eachConfirmedUpdateOfOneRecordIsKeptWhileNodesDie() {
        AccountSpace space = new AccountSpace("counter-" + System.nanoTime(), AccountSpace.Mode.LIVE);
        Key key = record(space, ORDER, "counter", 1).key();
        Key other = record(space, ORDER, "another", 1).key();
        Set<Long> confirmed = new ConcurrentSkipListSet<>();
        AtomicInteger twice = new AtomicInteger();
        AtomicInteger unknown = new AtomicInteger();
        AtomicBoolean ends = new AtomicBoolean();
        List<OpenStore> stores = new ArrayList<>();
        List<Thread> writers = new ArrayList<>();
        try {
            for (int i = 0; i < INSTANCES; i++) {
                OpenStore store = CassandraStores.open(KEYSPACE, KINDS);
                stores.add(store);
                writers.add(Thread.ofVirtual().start(() -> {
                    while (!ends.get()) {
                        try {
                            Long counted = store.records()
                                    .update(List.of(increment(key)))
                                    .getFirst();
                            twice.addAndGet(confirmed.add(counted) ? 0 : 1);
                        } catch (StoreUnavailable nothingWritten) {
                            Thread.onSpinWait();
                        } catch (UnknownOutcome perhapsWritten) {
                            unknown.incrementAndGet();
                        }
                    }
                }));
            }
            for (int round = 0; round < FULL_ROUNDS; round++) {
                awaitMore(confirmed);
                cluster.kill(round % NODES);
                awaitMore(confirmed);
                cluster.kill((round + 1) % NODES);
                assertThrows(
                        RuntimeException.class,
                        () -> stores.getFirst().records().update(List.of(increment(other))),
                        "without a majority of the nodes");
                if (round % 2 == 0) {
                    cluster.killAll();
                }
                cluster.startMissing();
            }
            awaitMore(confirmed);
            ends.set(true);
            Waits.end(writers);

            long counted = stores.getFirst()
                    .records()
                    .read(List.of(Range.one(key)))
                    .getFirst()
                    .getFirst()
                    .version();
            String seen = confirmed.size() + " confirmed, " + unknown + " unknown, " + counted + " counted";
            assertEquals(0, twice.get(), seen);
            assertTrue(counted >= confirmed.size() && counted <= confirmed.size() + unknown.get(), seen);
        } finally {
            ends.set(true);
            stores.forEach(OpenStore::close);
        }
    }

    /** Counts in the version. */
    private static Update<Long> increment(Key key) {
        return increment(key, 1);
    }

    private static Update<Long> increment(Key key, long first) {
        return Update.of(key, 100, held -> {
            long next = held == null ? first : held.version() + 1;
            return Decision.put(
                    next,
                    Stored.of(key, next, Bytes.EMPTY, text(UUID.randomUUID().toString())));
        });
    }

    private static void awaitMore(Set<Long> confirmed) {
        int wanted = confirmed.size() + SOME;
        Waits.until(() -> confirmed.size() >= wanted, () -> "only " + confirmed.size() + " updates are confirmed");
    }
}
