package org.orderevidence.store.cassandra.table;

import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Fanout;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.cluster.Times;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.integration.IntegrationCodec;
import org.orderevidence.store.integration.IntegrationRecord;
import org.orderevidence.store.integration.RecordKey;

/**
 * Records of integrations, by key. Each write depends on what is stored (Paxos), and rows end by themselves. A second
 * table has what is due, by hour. Its row is written before the record, so that no record is forgotten, and counts only
 * if the record has the same time.
 */
public final class IntegrationTable {
    private static final Duration HOUR = Duration.ofHours(1);

    /** How far back something can be due: events are deleted after 28 days. */
    private static final long HOURS = Duration.ofDays(29).toHours();

    private static final int DUE_SECONDS = Math.toIntExact(Duration.ofDays(29).toSeconds());

    /** An hour to which no instance adds a row any longer, also if the clocks of two differ. */
    private static final long SETTLED_HOURS = 3;

    private final Cluster cluster;
    private final InstantSource clock;
    private final IntegrationCodec codec;

    /** All hours before this one have no rows; 0 until the first search. */
    private final AtomicLong firstHour = new AtomicLong();

    public IntegrationTable(Cluster cluster, InstantSource clock, IntegrationCodec codec) {
        this.cluster = cluster;
        this.clock = clock;
        this.codec = codec;
    }

    /** See {@link IntegrationStore#add}. */
    public boolean add(IntegrationRecord record) {
        // A duplicate would leave a due row for each delivery, and every search would read its record.
        if (record.due() != null && read(record.key()).isPresent()) {
            return false;
        }
        putDue(record);
        byte[] sealed = codec.sealed(record);
        RecordKey key = record.key();
        return cluster.writeOnCondition(
                        Statement.ADD_INTEGRATION_RECORD,
                        held -> Cells.blob(sealed).equals(held.getByteBuffer("document")),
                        key.group(),
                        key.id(),
                        record.space(),
                        record.version(),
                        micros(record.due()),
                        micros(record.expires()),
                        Cells.blob(sealed),
                        secondsLeft(record))
                .isDone();
    }

    /** See {@link IntegrationStore#replace}. */
    public boolean replace(IntegrationRecord before, IntegrationRecord after) {
        putDue(after);
        byte[] sealed = codec.sealed(after);
        RecordKey key = after.key();
        boolean isDone = cluster.writeOnCondition(
                        Statement.REPLACE_INTEGRATION_RECORD,
                        held -> isStored(key, sealed),
                        secondsLeft(after),
                        after.space(),
                        after.version(),
                        micros(after.due()),
                        micros(after.expires()),
                        Cells.blob(sealed),
                        key.group(),
                        key.id(),
                        before.version())
                .isDone();
        Instant due = before.due();
        if (isDone && due != null && !due.equals(after.due())) {
            deleteDue(due, key);
        }
        return isDone;
    }

    private boolean isStored(RecordKey key, byte[] sealed) {
        Row row = cluster.readOne(Statement.SELECT_INTEGRATION_RECORD, key.group(), key.id());
        return row != null && Cells.blob(sealed).equals(row.getByteBuffer("document"));
    }

    private void putDue(IntegrationRecord record) {
        Instant due = record.due();
        if (due != null) {
            long hour = hour(due);
            firstHour.updateAndGet(first -> Math.min(first, hour));
            cluster.write(
                    Statement.PUT_INTEGRATION_DUE,
                    hour,
                    Times.micros(due),
                    record.key().group(),
                    record.key().id(),
                    DUE_SECONDS);
        }
    }

    private void deleteDue(Instant due, RecordKey key) {
        cluster.write(Statement.DELETE_INTEGRATION_DUE, hour(due), Times.micros(due), key.group(), key.id());
    }

    /** See {@link IntegrationStore#remove}. What is due of it is deleted when it is found. */
    public void remove(RecordKey key) {
        cluster.writeOnCondition(Statement.DELETE_INTEGRATION_RECORD, held -> false, key.group(), key.id());
    }

    /** See {@link IntegrationStore#read}. */
    public Optional<IntegrationRecord> read(RecordKey key) {
        Row row = cluster.readOne(Statement.SELECT_INTEGRATION_RECORD, key.group(), key.id());
        return row == null ? Optional.empty() : Optional.of(record(codec, row));
    }

    /** Returns the record of a row. */
    public static IntegrationRecord record(IntegrationCodec codec, Row row) {
        return codec.record(
                Cells.space(row),
                new RecordKey(Cells.text(row, "record_group"), Cells.text(row, "record_id")),
                row.getLong("version"),
                instant(Cells.number(row, "due")),
                instant(Cells.number(row, "expires")),
                Cells.bytes(row, "document"));
    }

    /** See {@link IntegrationStore#group}. */
    public IntegrationStore.Listing group(String group, @Nullable String after, int limit) {
        List<Row> rows = cluster.readAll(Statement.SELECT_INTEGRATION_GROUP, group, after == null ? "" : after, limit);
        List<IntegrationRecord> records = new ArrayList<>(rows.size());
        for (Row row : rows) {
            try {
                records.add(record(codec, row));
            } catch (UnreadableDocument | DocumentTooNew | IllegalArgumentException | IllegalStateException leftOut) {
                // store verify reports it.
            }
        }
        return new IntegrationStore.Listing(
                records, rows.size() < limit ? null : Cells.text(rows.getLast(), "record_id"));
    }

    /** See {@link IntegrationStore#heads}. */
    public List<IntegrationStore.Head> heads(String group, @Nullable String after, int limit) {
        return cluster.readAll(Statement.SELECT_INTEGRATION_HEADS, group, after == null ? "" : after, limit).stream()
                .map(row -> new IntegrationStore.Head(
                        Cells.text(row, "record_id"),
                        row.getLong("version"),
                        instant(Cells.number(row, "due")),
                        instant(Cells.number(row, "expires"))))
                .toList();
    }

    /** See {@link IntegrationStore#due}. */
    public List<IntegrationStore.Due> due(Instant now, IntegrationStore.@Nullable Due after, int limit) {
        long last = hour(now);
        firstHour.compareAndSet(0, last - HOURS);
        List<IntegrationStore.Due> due = new ArrayList<>();
        long first = firstHour.get();
        for (long hour = after == null ? first : hour(after.due()); hour <= last && due.size() < limit; hour++) {
            IntegrationStore.Due place = after;
            boolean more = true;
            while (more && due.size() < limit) {
                int asked = limit - due.size();
                List<IntegrationStore.Due> rows = rows(hour, now, place, asked);
                if (rows.isEmpty() && place == null && hour < last - SETTLED_HOURS) {
                    firstHour.compareAndSet(hour, hour + 1);
                }
                Fanout.map(rows, this::current).forEach(found -> found.ifPresent(due::add));
                more = rows.size() == asked;
                place = rows.isEmpty() ? place : rows.getLast();
            }
        }
        return due;
    }

    private List<IntegrationStore.Due> rows(long hour, Instant now, IntegrationStore.@Nullable Due after, int limit) {
        return cluster
                .readAll(
                        Statement.SELECT_INTEGRATION_DUE,
                        hour,
                        after == null ? Long.MIN_VALUE : Times.micros(after.due()),
                        after == null ? "" : after.key().group(),
                        after == null ? "" : after.key().id(),
                        Times.micros(now),
                        limit)
                .stream()
                .map(row -> new IntegrationStore.Due(
                        Times.instant(row.getLong("due")),
                        new RecordKey(Cells.text(row, "record_group"), Cells.text(row, "record_id"))))
                .toList();
    }

    /** Returns the record if it is still due. Otherwise, the row is left over from a change and is deleted. */
    private Optional<IntegrationStore.Due> current(IntegrationStore.Due due) {
        Row row = cluster.readOne(
                Statement.SELECT_INTEGRATION_RECORD,
                due.key().group(),
                due.key().id());
        Long held = row == null ? null : Cells.number(row, "due");
        if (held != null && held == Times.micros(due.due())) {
            return Optional.of(due);
        }
        // The record of a new row can be on its way for as long as a write takes.
        if (due.due().isBefore(clock.instant().minus(HOUR))) {
            deleteDue(due.due(), due.key());
        }
        return Optional.empty();
    }

    private int secondsLeft(IntegrationRecord record) {
        Instant expires = record.expires();
        // 0 is a row that never ends.
        return expires == null
                ? 0
                : Math.max(
                        1,
                        Math.toIntExact(
                                Duration.between(clock.instant(), expires).toSeconds()));
    }

    private static long hour(Instant time) {
        return Math.floorDiv(time.getEpochSecond(), HOUR.toSeconds());
    }

    private static @Nullable Long micros(@Nullable Instant time) {
        return time == null ? null : (Long) Times.micros(time);
    }

    private static @Nullable Instant instant(@Nullable Long micros) {
        return micros == null ? null : Times.instant(micros);
    }
}
