package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.Kind.Bucket;
import org.orderevidence.store.Kind.Mode;

/** A store of records while a test runs, and the words of its contract. Each test has spaces of its own. */
public abstract class RecordStoreUnderTest {
    protected static final Kind HISTORY =
            Kind.of("history", Mode.NEWEST).inBuckets(Bucket.YEAR_OF_DAYS).leavingNotes();
    protected static final Kind ORDER =
            Kind.of("order", Mode.GUARDED).linkedTo(HISTORY).sealed().withLongBodies();
    protected static final Kind DAY = Kind.of("day", Mode.NEWEST).inBuckets(Bucket.MONTH_OF_DAYS);
    protected static final Kind REFERENCE = Kind.of("reference", Mode.NEWEST);
    protected static final Kind SIGHTING = Kind.of("sighting", Mode.FIRST)
            .inBuckets(Bucket.YEAR_OF_MINUTES)
            .sealed()
            .ending();
    protected static final Kind PENDING =
            Kind.of("pending", Mode.NEWEST).sealed().ending().withLongBodies();
    protected static final Kind TOKEN = Kind.of("token", Mode.GUARDED).sealed().ending();
    protected static final Kind TOKEN_OF_OWNER =
            Kind.of("token_of_owner", Mode.NEWEST).ending();
    protected static final Kind DUE =
            Kind.of("due", Mode.NEWEST).inBuckets(Bucket.HOUR_OF_MICROS).ending();
    protected static final Kind AUDIT = Kind.of("audit", Mode.FIRST);
    protected static final Kind NOTE = Kind.of("note", Mode.GUARDED);

    protected static final List<Kind> KINDS =
            List.of(ORDER, HISTORY, REFERENCE, DAY, SIGHTING, PENDING, TOKEN, TOKEN_OF_OWNER, DUE, AUDIT, NOTE);

    @SuppressWarnings("TimeInStaticInitializer") // records of a run end at the same time
    static final Instant LATER = Instant.now().plus(Duration.ofHours(1)).truncatedTo(ChronoUnit.MICROS);

    static final int DAY_0 = Integer.MAX_VALUE - 20_000;
    static final int MINUTE_0 = 20_000 * 24 * 60;

    final AccountSpace space = newSpace();

    @AutoClose
    RecordStore store;

    /** Opens the store of the running test with some kinds. What was written before, with any kinds, is still there. */
    protected abstract RecordStore open(List<Kind> kinds);

    /** Expects a count. A store that counts from time to time waits until it has. */
    protected void assertCount(long expected, AccountSpace counted) {
        assertEquals(expected, store().count(counted).total());
    }

    @BeforeEach
    void openStore() {
        store = open(KINDS);
    }

    protected final RecordStore store() {
        return store;
    }

    void reopen(List<Kind> kinds) {
        store.close();
        store = open(kinds);
    }

    protected static AccountSpace newSpace() {
        return new AccountSpace("records-" + UUID.randomUUID(), AccountSpace.Mode.LIVE);
    }

    protected static Bytes text(String text) {
        return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    protected static Bytes bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return Bytes.wrap(bytes);
    }

    /** Returns bytes that cannot be compressed. */
    static Bytes random(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return Bytes.wrap(bytes);
    }

    /** Returns a sort key as the bucket of a kind needs it. */
    static Bytes sort(Kind kind, int number, String rest) {
        byte[] end = rest.getBytes(StandardCharsets.UTF_8);
        ByteBuffer sort = ByteBuffer.allocate(Long.BYTES + end.length);
        if (kind.bucket().bytes() == Long.BYTES) {
            sort.putLong(ChronoUnit.MICROS.between(Instant.EPOCH, LATER) + number);
        } else if (kind.bucket().bytes() == Integer.BYTES) {
            sort.putInt((kind.equals(SIGHTING) ? MINUTE_0 : DAY_0) + number);
        }
        sort.put(end);
        return Bytes.wrap(Arrays.copyOf(sort.array(), sort.position()));
    }

    Key key(Kind kind, String part, String rest) {
        return new Key(kind, space, text(part), sort(kind, 0, rest));
    }

    protected static Stored record(Key key, long version, String content) {
        return record(key, version, text("head of " + content), text(content));
    }

    protected static Stored record(Key key, long version, Bytes head, Bytes body) {
        return new Stored(key, version, key.kind().ends() ? LATER : null, Bytes.EMPTY, head, body);
    }

    static Stored linked(Stored record, String part) {
        return new Stored(record.key(), record.version(), record.expires(), text(part), record.head(), record.body());
    }

    static Stored ending(Stored record, Instant end) {
        return new Stored(
                record.key(),
                record.version(),
                end.truncatedTo(ChronoUnit.MICROS),
                record.link(),
                record.head(),
                record.body());
    }

    /** Updates that do what a test says. */
    protected static final class Change {
        private Change() {}

        public static <T> Update<T> of(Key key, Function<@Nullable Stored, Decision<T>> decision) {
            return Update.of(key, 1_000, decision);
        }

        public static Update<String> put(Stored record) {
            return Update.of(record.key(), record.bytes(), _ -> Decision.put("put", record));
        }

        static Update<String> move(Stored record, List<Stored> before, List<Stored> after, Key... left) {
            return of(record.key(), held -> new Decision<>("", record, false, before, after, List.of(left), 0));
        }
    }

    <T> T update(Update<T> update) {
        return store.update(List.of(update)).getFirst();
    }

    void write(Stored record) {
        if (record.key().kind().mode() == Mode.GUARDED) {
            assertEquals("put", update(Change.put(record)));
        } else {
            store.merge(List.of(record), List.of());
        }
    }

    static Update<Integer> increment(Key key) {
        return Change.of(key, held -> {
            int next = held == null ? 1 : held.head().buffer().getInt() + 1;
            Bytes head =
                    Bytes.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(next).array());
            return Decision.put(next, record(key, Stored.nextVersion(held, 1), head, text("n")));
        });
    }

    List<Stored> read(Range range) {
        List<Stored> found = store.read(List.of(range)).getFirst();
        return found.stream().map(RecordStoreContract::comparable).toList();
    }

    @Nullable
    Stored held(Key key) {
        List<Stored> found = read(Range.one(key));
        return found.isEmpty() ? null : found.getFirst();
    }

    /** The version of a FIRST kind is the engine's own. */
    static Stored comparable(Stored record) {
        return record.key().kind().mode() == Mode.FIRST
                ? record(record.key(), 1, record.head(), record.body())
                : record;
    }

    void assertHeld(Stored expected) {
        assertEquals(comparable(expected), held(expected.key()));
    }

    void assertAbsent(Key key) {
        assertNull(held(key));
    }

    List<Bytes> sorts(Range range) {
        return read(range).stream().map(found -> found.key().sort()).toList();
    }

    Range between(Kind kind, String part, Bytes from, Bytes until) {
        return new Range(kind, space, text(part), from, until, false, Range.MAX_LIMIT, true);
    }

    Range reverse(Range range, int limit) {
        return new Range(
                range.kind(), space, range.part(), range.from(), range.until(), true, limit, range.withBodies());
    }
}
