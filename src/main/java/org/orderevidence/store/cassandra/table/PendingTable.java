package org.orderevidence.store.cassandra.table;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.data.UdtValue;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.pending.PendingFact;
import org.orderevidence.order.pending.PendingKey;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Fanout;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.cluster.Times;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;

/**
 * Facts that wait for their order, by space, bucket and key. The time stamp of a row is the version of its fact, so
 * that a newer fact stays when an older one ends. Rows end by themselves.
 */
public final class PendingTable {
    /** Partitions of a space. One holds 6,250 facts at most. */
    private static final int BUCKETS = 16;

    private static final int MAX_OF_BUCKET = PendingStore.MAX_FACTS / BUCKETS;
    private static final int LIFE_SECONDS = Math.toIntExact(PendingStore.LIFE.toSeconds());
    private static final String ENTRY = "entry";

    /** Much longer than a fact can take from the row of its space to its own. */
    private static final Duration LONGEST_PUT = Duration.ofHours(1);

    /** No byte of an id is 255, since UTF-8 never has it. */
    private static final byte AFTER_ALL = (byte) 0xff;

    private final Cluster cluster;
    private final EvidenceCodec codec;

    public PendingTable(Cluster cluster, EvidenceCodec codec) {
        this.cluster = cluster;
        this.codec = codec;
    }

    /** See {@link PendingStore#put}. */
    public boolean put(AccountSpace space, PendingFact fact) {
        byte bucket = bucket(fact.key());
        ByteBuffer key = Cells.blob(fact.key().bytes());
        if (cluster.readOne(Statement.SELECT_PENDING_ROW, space, bucket, key) == null && isFull(space, bucket)) {
            return false;
        }
        // First: a row of a space that is not listed would not be found by a sweep.
        cluster.write(Statement.PUT_PENDING_SPACE, Cells.space(space), LIFE_SECONDS);
        UserDefinedType type = (UserDefinedType) cluster.prepared(Statement.PUT_PENDING)
                .getVariableDefinitions()
                .get(ENTRY)
                .getType();
        UdtValue entry =
                type.newValue().setLong("version", fact.version()).setLong("since", Times.micros(fact.since()));
        cluster.write(put(space, fact.key().bytes(), entry, codec.pending(space, fact)));
        return true;
    }

    /** Returns the write of a row. */
    public BoundStatement put(AccountSpace space, byte[] key, UdtValue entry, byte[] document) {
        return cluster.bind(
                Statement.PUT_PENDING,
                entry.getLong("version"),
                LIFE_SECONDS,
                entry.setByteBuffer("document", Cells.blob(document)),
                space,
                bucket(PendingKey.of(key)),
                Cells.blob(key));
    }

    private boolean isFull(AccountSpace space, byte bucket) {
        Row row = cluster.readOne(Statement.COUNT_PENDING, space, bucket);
        return row != null && row.getLong(0) >= MAX_OF_BUCKET;
    }

    /** See {@link PendingStore#of}. The references are looked up side by side. */
    public List<PendingFact> of(AccountSpace space, List<OrderReference> references, int limit) {
        return Fanout.map(references, reference -> of(space, reference, limit)).stream()
                .flatMap(List::stream)
                .limit(limit)
                .toList();
    }

    private List<PendingFact> of(AccountSpace space, OrderReference reference, int limit) {
        byte[] prefix = reference.bytes();
        byte[] end = Arrays.copyOf(prefix, prefix.length + 1);
        end[prefix.length] = AFTER_ALL;
        List<PendingFact> facts = new ArrayList<>();
        for (Row row : cluster.readAll(
                Statement.SELECT_PENDING_OF_REFERENCE,
                space,
                bucket(reference),
                Cells.blob(prefix),
                Cells.blob(end),
                limit)) {
            PendingFact fact = readable(space, row);
            if (fact != null) {
                facts.add(fact);
            }
        }
        return facts;
    }

    /** See {@link PendingStore#page}. */
    public PendingStore.Listing page(AccountSpace space, @Nullable PendingKey after, int limit) {
        List<PendingFact> facts = new ArrayList<>();
        byte[] from = after == null ? new byte[0] : after.bytes();
        int rows = 0;
        PendingKey last = after;
        for (int bucket = after == null ? 0 : bucket(after); bucket < BUCKETS; bucket++) {
            for (Row row :
                    cluster.readAll(Statement.SELECT_PENDING, space, (byte) bucket, Cells.blob(from), limit - rows)) {
                rows++;
                // Also behind a fact that cannot be read: otherwise a page of such facts would be the last one.
                last = PendingKey.of(Cells.bytes(row, "pending_key"));
                PendingFact fact = readable(space, row);
                if (fact != null) {
                    facts.add(fact);
                }
            }
            if (rows == limit) {
                return new PendingStore.Listing(facts, last, rows);
            }
            from = new byte[0];
        }
        return new PendingStore.Listing(facts, null, rows);
    }

    /** The fact of a row; null if it cannot be read, which {@code store verify} reports. */
    private @Nullable PendingFact readable(AccountSpace space, Row row) {
        try {
            return fact(codec, space, row);
        } catch (UnreadableDocument | DocumentTooNew | IllegalArgumentException | IllegalStateException leftOut) {
            return null;
        }
    }

    /** Returns the fact of a row. */
    public static PendingFact fact(EvidenceCodec codec, AccountSpace space, Row row) {
        PendingKey key = PendingKey.of(Cells.bytes(row, "pending_key"));
        UdtValue entry = row.getUdtValue(ENTRY);
        if (entry == null) {
            throw Cells.missing(ENTRY);
        }
        Instant since = Times.instant(entry.getLong("since"));
        return codec.pending(space, key, entry.getLong("version"), since, Cells.bytes(entry, "document"));
    }

    /** See {@link PendingStore#end}. */
    public void end(AccountSpace space, PendingKey key, long version) {
        cluster.write(Statement.DELETE_PENDING, version, space, bucket(key), Cells.blob(key.bytes()));
    }

    /** See {@link PendingStore#spaces}. */
    public List<AccountSpace> spaces(@Nullable AccountSpace after, int limit) {
        // Every name is greater than the empty text.
        String from = after == null ? "" : Cells.space(after);
        return cluster.readAll(Statement.SELECT_PENDING_SPACES, from, limit).stream()
                .map(Cells::space)
                .toList();
    }

    /** See {@link PendingStore#endSpace}. */
    public void endSpace(AccountSpace space, Instant now) {
        cluster.write(Statement.DELETE_PENDING_SPACE, Times.micros(now.minus(LONGEST_PUT)), Cells.space(space));
    }

    private static byte bucket(PendingKey key) {
        OrderReference reference = key.reference();
        return reference == null ? bucket(key.id().getBytes(StandardCharsets.UTF_8)) : bucket(reference);
    }

    private static byte bucket(OrderReference reference) {
        return bucket(reference.bytes());
    }

    private static byte bucket(byte[] bytes) {
        return (byte) Math.floorMod(Arrays.hashCode(bytes), BUCKETS);
    }
}
