package org.orderevidence.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Micros;
import org.orderevidence.process.Pages;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.Kind.Bucket;
import org.orderevidence.store.document.RecordDocument;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * Records of integrations, in the store of records. What is outside the content is sealed with it, so a changed record,
 * for example one with a later end, cannot be read. Pages start behind what the caller had last, {@code null} for the
 * first, and have 1 to {@value #MAX_PAGE} records.
 */
public final class IntegrationStore {
    public static final int MAX_PAGE = RecordStore.MAX_WRITES;

    /** Integrations, their events, and requests. */
    public static final Kind RECORD =
            Kind.of("integrations", Kind.Mode.GUARDED).sealed().ending().withLongBodies();

    private static final Kind DUE = Kind.of("due", Kind.Mode.NEWEST).ending().inBuckets(Bucket.HOUR_OF_MICROS);

    /** What walks over a whole store know of these records. */
    public static final List<Meaning> MEANINGS = List.of(
            Meaning.of(RECORD, "integrations")
                    .inSpace((record, content) -> record(record, content).space())
                    .inWords(
                            (record, content) -> "record " + record.key().sort().utf8() + " of "
                                    + record.key().part().utf8())
                    .copiedIf((record, content) -> !recordKey(record.key()).isComputed())
                    .withRows((record, content) -> rows(record(record, content).due(), record)),
            Meaning.ofRows(DUE, "due times", row -> key(due(row.key()).key())));

    private static final RecordDocument<IntegrationRecord> DOCUMENT =
            new RecordDocument<>('H', IntegrationRecord.class);
    private static final RecordDocument<Columns> COLUMNS = new RecordDocument<>('h', Columns.class);

    /** Few records are longer. A committer adds no more to a batch that one long event has filled. */
    private static final int BYTES = 4096;

    /** How far back something can be due: an erasure waits while the service is stopped. */
    private static final Duration LONGEST_DUE = Duration.ofDays(400);

    /** No instance makes something due that long ago, also if the clocks of two differ. */
    private static final Duration SETTLED = Duration.ofHours(3);

    private final RecordStore records;
    private final RecordSealer sealer;
    private final InstantSource clock;
    private final AtomicReference<Instant> firstDue = new AtomicReference<>(Instant.MIN);

    /** @param clock orders the writes of a record that was removed and added again */
    public IntegrationStore(RecordStore records, RecordSealer sealer, InstantSource clock) {
        this.records = records;
        this.sealer = sealer;
        this.clock = clock;
    }

    /**
     * Stores a new record, with others that are not stored without it. Returns false, and changes nothing, if there is one
     * of its key.
     */
    public boolean add(IntegrationRecord record, Stored... others) {
        return change(record.key(), held -> held == null ? put(true, null, record, others) : Decision.keep(false));
    }

    /**
     * Replaces a record, and stores others that are not stored without that.
     *
     * @return false if the stored record has another version than the one that was read; then nothing changed
     */
    public boolean replace(IntegrationRecord before, IntegrationRecord after, Stored... others) {
        return change(
                before.key(),
                held -> held != null && headOf(held).version() == before.version()
                        ? put(true, held, after, others)
                        : Decision.keep(false));
    }

    /** Stores a record with this due time, end and content, as the next version of what is stored, also if that is damaged. */
    public void put(IntegrationRecord record) {
        change(record.key(), held -> {
            long version = held == null ? 1 : headOf(held).version() + 1;
            return put(true, held, record.ofVersion(version));
        });
    }

    /**
     * Replaces or creates a record.
     *
     * @param change what it becomes, or {@code null} to leave it as it is. It is pure and quick, and may be called again
     * @return what is stored then; empty if nothing is
     */
    public Optional<IntegrationRecord> update(
            RecordKey key, Function<@Nullable IntegrationRecord, @Nullable IntegrationRecord> change) {
        return change(key, stored -> {
            IntegrationRecord held = stored == null ? null : record(stored);
            IntegrationRecord after = change.apply(held);
            return after == null ? Decision.keep(Optional.ofNullable(held)) : put(Optional.of(after), stored, after);
        });
    }

    /** Deletes a record. Does nothing if there is none. */
    public void remove(RecordKey key) {
        change(key, held -> held == null ? Decision.keep(false) : Decision.remove(true, keys(held), 0));
    }

    public Optional<IntegrationRecord> read(RecordKey key) {
        return records.read(key(key)).map(this::record);
    }

    public Listing<IntegrationRecord> group(String group, @Nullable String after, int limit) {
        List<Stored> found = records.read(ofGroup(group, limit).behind(sort(after)));
        return new Listing<>(
                readable(found),
                found.size() < limit ? null : found.getLast().key().sort().utf8());
    }

    /** Returns all records of a group by ID, read in pages of this size. Those that cannot be read are left out. */
    public Stream<IntegrationRecord> all(String group, int together) {
        return Pages.<Stored>all(
                        together,
                        last -> records.read(ofGroup(group, together)
                                .behind(last == null ? null : last.key().sort())))
                .flatMap(record -> readable(List.of(record)).stream());
    }

    /** Returns records of a group by descending id. Those that cannot be read are left out. */
    public List<IntegrationRecord> newest(String group, @Nullable String before, int limit) {
        Bytes end = before == null ? Bytes.EMPTY : Bytes.utf8(before);
        return readable(
                records.read(ofGroup(group, limit).between(Bytes.EMPTY, end).reversed()));
    }

    /** Returns the heads of all records of a group, by ID. */
    public Stream<Head> heads(String group) {
        return Pages.<Stored>all(
                        MAX_PAGE,
                        last -> records.read(ofGroup(group, MAX_PAGE)
                                .behind(last == null ? null : last.key().sort())
                                .withoutBodies()))
                .map(IntegrationStore::headOf);
    }

    /** Returns records that are due at this time, the longest waiting first; within a microsecond by key. */
    public List<Due> due(Instant now, @Nullable Due after, int limit) {
        Bytes from = after == null
                ? Bytes.ofLong(Micros.of(firstDue(now)))
                : dueSort(after.due(), after.key()).successor();
        Range range = Range.part(DUE, AccountSpace.INSTALLATION, Bytes.EMPTY, checked(limit))
                .between(from, Bytes.ofLong(Micros.of(now) + 1));
        List<Due> due = records.read(range.withoutBodies()).stream()
                .map(row -> due(row.key()))
                .toList();
        if (after == null) {
            Instant settled = now.minus(SETTLED);
            Instant first = due.isEmpty() || due.getFirst().due().isAfter(settled)
                    ? settled
                    : due.getFirst().due();
            firstDue.accumulateAndGet(first, (held, found) -> held.isAfter(found) ? held : found);
        }
        return due;
    }

    /** Returns all records that are due at this time, and whose group starts like this, the longest waiting first. */
    public Stream<RecordKey> due(String groups, Instant now) {
        return Pages.<Due>all(MAX_PAGE, last -> due(now, last, MAX_PAGE))
                .map(Due::key)
                .filter(key -> key.group().startsWith(groups));
    }

    /** A time before which nothing is due, so that a search does not go over all that is past. */
    private Instant firstDue(Instant now) {
        firstDue.compareAndSet(Instant.MIN, now.minus(LONGEST_DUE));
        return firstDue.get();
    }

    private static Head headOf(Stored stored) {
        Columns columns = COLUMNS.decode(stored.head());
        return new Head(stored.key().sort().utf8(), columns.version(), columns.due(), stored.expires(), columns.mark());
    }

    private static int checked(int limit) {
        if (limit < 1 || limit > MAX_PAGE) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_PAGE + " records");
        }
        return limit;
    }

    private static @Nullable Bytes sort(@Nullable String id) {
        return id == null ? null : Bytes.utf8(id);
    }

    private static Range ofGroup(String group, int limit) {
        return Range.part(RECORD, AccountSpace.INSTALLATION, Bytes.utf8(group), checked(limit));
    }

    /** Leaves out those that cannot be read: store verify reports them. */
    private List<IntegrationRecord> readable(List<Stored> found) {
        return found.stream()
                .flatMap(stored -> RecordSealer.ifReadable(() -> record(stored)).stream())
                .toList();
    }

    private <T> T change(RecordKey key, Function<@Nullable Stored, Decision<T>> decision) {
        return records.update(Update.of(key(key), BYTES, decision));
    }

    /** The row comes first: a record that is due must never be missed. */
    private <T> Decision<T> put(T outcome, @Nullable Stored held, IntegrationRecord record, Stored... others) {
        Key key = key(record.key());
        Stored put = Stored.of(
                        key,
                        Stored.nextVersion(held, Micros.of(clock.instant())),
                        COLUMNS.encode(new Columns(record.version(), record.due(), record.mark())),
                        sealer.seal(key, DOCUMENT.encode(record.withContent(Bytes.EMPTY), record.content())))
                .until(record.expires());
        Instant due = record.due();
        if (due != null) {
            firstDue.updateAndGet(first -> due.isBefore(first) ? due : first);
        }
        List<Key> left = held == null ? List.of() : keys(held);
        List<Stored> before =
                Stream.concat(rows(put).stream(), Arrays.stream(others)).toList();
        return new Decision<>(outcome, put, false, before, List.of(), left, 0);
    }

    private static List<Key> keys(Stored record) {
        return rows(record).stream().map(Stored::key).toList();
    }

    private static List<Stored> rows(Stored record) {
        return rows(headOf(record).due(), record);
    }

    private static List<Stored> rows(@Nullable Instant due, Stored record) {
        if (due == null) {
            return List.of();
        }
        Key row = new Key(DUE, AccountSpace.INSTALLATION, Bytes.EMPTY, dueSort(due, recordKey(record.key())));
        return List.of(
                Stored.of(row, record.version(), Bytes.EMPTY, Bytes.EMPTY).until(record.expires()));
    }

    private IntegrationRecord record(Stored record) {
        return record(record, sealer.open(record));
    }

    private static IntegrationRecord record(Stored stored, byte[] content) {
        IntegrationRecord record = DOCUMENT.decode(content, IntegrationRecord::withContent);
        Head head = headOf(stored);
        if (!record.key().equals(recordKey(stored.key()))
                || head.version() != record.version()
                || !Objects.equals(head.due(), record.due())
                || !Objects.equals(head.expires(), record.expires())
                || !Objects.equals(head.mark(), record.mark())) {
            throw new UnreadableDocument("a column of a record of an integration was changed");
        }
        return record;
    }

    /** Returns the key of a record of an integration; empty for a record of another kind. */
    public static Optional<RecordKey> keyOf(Stored record) {
        return record.key().kind().equals(RECORD) ? Optional.of(recordKey(record.key())) : Optional.empty();
    }

    private static Key key(RecordKey key) {
        return new Key(RECORD, AccountSpace.INSTALLATION, Bytes.utf8(key.group()), Bytes.utf8(key.id()));
    }

    private static RecordKey recordKey(Key key) {
        return new RecordKey(key.part().utf8(), key.sort().utf8());
    }

    /** Names have no control characters, so a zero byte ends the group. */
    private static Bytes dueSort(Instant due, RecordKey key) {
        return Bytes.ofLong(Micros.of(due)).and(Bytes.utf8(key.group() + "\0" + key.id()));
    }

    private static Due due(Key row) {
        ByteBuffer sort = row.sort().buffer();
        Instant due = Micros.time(sort.getLong());
        String[] names = StandardCharsets.US_ASCII.decode(sort).toString().split("\0", 2);
        return new Due(due, new RecordKey(names[0], names[1]));
    }

    /** A page of a list. A page can be short and have a next one. */
    public record Listing<T>(List<T> items, @Nullable String next) {}

    /** What is outside the content of a record. */
    public record Head(
            String id,
            long version,
            @Nullable Instant due,
            @Nullable Instant expires,
            @Nullable String mark) {}

    private record Columns(
            long version, @Nullable Instant due, @Nullable String mark) {}

    public record Due(Instant due, RecordKey key) {}
}
