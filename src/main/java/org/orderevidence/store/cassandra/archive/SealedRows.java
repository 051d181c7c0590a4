package org.orderevidence.store.cassandra.archive;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.SealedRecords;
import org.orderevidence.store.SealedTally;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.table.FactKind;

/**
 * The sealed cells of a keyspace: parts of orders and later facts.
 *
 * <p>A cell is sealed again at its own time stamp. Any later write then wins over it, and so does a deletion. Of two
 * cells of one time stamp Cassandra keeps the greater one, compared by bytes. A sealed record starts with its format
 * and the number of its key. The record with the newer key therefore wins, on every replica and in any order of
 * arrival.
 */
public final class SealedRows implements SealedRecords {
    private final Cluster cluster;
    private final EvidenceCodec codec;

    public SealedRows(Cluster cluster, EvidenceCodec codec) {
        this.cluster = cluster;
        this.codec = codec;
    }

    @Override
    public int sealingKey() {
        return codec.sealingKey();
    }

    @Override
    public SortedSet<Integer> keys() {
        return codec.sealingKeys();
    }

    @Override
    public Page count(@Nullable String after, int limit) {
        return page(after, limit, false);
    }

    @Override
    public Page reseal(@Nullable String after, int limit) {
        return page(after, limit, true);
    }

    /** The parts of a walk, in this order. The name of a part precedes a place. */
    private enum Table {
        ORDERS("orders:", Statement.WALK_ORDERS);

        private final String prefix;
        private final Statement walk;

        Table(String prefix, Statement walk) {
            this.prefix = prefix;
            this.walk = walk;
        }

        static Table of(@Nullable String place) {
            for (Table table : values()) {
                if (place == null || place.startsWith(table.prefix)) {
                    return table;
                }
            }
            throw new IllegalArgumentException("this is no place in a walk over a Cassandra store");
        }

        /** The start of the next table; null after the last. */
        @Nullable
        String afterTable() {
            return switch (this) {
                case ORDERS -> null;
            };
        }
    }

    private Page page(@Nullable String after, int limit, boolean reseals) {
        Table table = Table.of(after);
        String text = after == null || after.equals(table.prefix) ? null : after.substring(table.prefix.length());
        Cluster.Part part = cluster.readPart(
                table.walk, WalkPlace.stateOf(WalkPlace.parse(text)), SealedRecords.checkedLimit(limit));
        SealedTally tally = new SealedTally(codec.sealingKey(), codec.sealingKeys());
        List<BoundStatement> writes = new ArrayList<>();
        for (Row row : part.rows()) {
            BoundStatement write = write(table, row, tally);
            if (write != null && reseals) {
                writes.add(write);
            }
        }
        cluster.writeAll(writes);
        String next = WalkPlace.text(part.next(), "");
        return tally.page(writes.size(), next != null ? table.prefix + next : table.afterTable());
    }

    /**
     * Returns the write that seals a row again; null if there is nothing to write, or a column of the row is damaged.
     */
    private @Nullable BoundStatement write(Table table, Row row, SealedTally tally) {
        try {
            return switch (table) {
                case ORDERS -> orderRow(row, tally);
            };
        } catch (IllegalStateException | IllegalArgumentException damaged) {
            tally.addUnreadable();
            return null;
        }
    }

    private @Nullable BoundStatement orderRow(Row row, SealedTally tally) {
        // An order without parts is a row of static cells only.
        if (row.isNull("kind") || row.isNull("fact")) {
            return null;
        }
        byte number = row.getByte("kind");
        byte[] sealed = Cells.bytes(row, "fact");
        if (!tally.isOld(kind(number), sealed)) {
            return null;
        }
        AccountSpace space = Cells.space(row);
        String id = Cells.text(row, "id");
        String key = Cells.text(row, "fact_id");
        byte[] resealed = tally.resealed(() -> number == FactKind.PART
                ? codec.resealPart(space, new OrderId(id), key, sealed)
                : codec.resealFact(space, FactKind.of(number).table(), new OrderId(id), key, sealed));
        return resealed == null
                ? null
                : cluster.bind(
                        Statement.PUT_FACT,
                        row.getLong("fact_written"),
                        ByteBuffer.wrap(resealed),
                        space,
                        id,
                        number,
                        key);
    }

    private static String kind(byte number) {
        return number == FactKind.PART
                ? "orders"
                : switch (FactKind.of(number)) {
                    case DISPUTE -> "disputes";
                    case REPORT -> "fraud_reports";
                };
    }
}
