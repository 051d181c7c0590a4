package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.util.stream.IntStream;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.Key;

/** A row for each record that counts, there before the record: a crash can leave a row too many, never one too few. */
final class CountedRecords {
    static final String CREATION = "CREATE TABLE IF NOT EXISTS record_counts (space text, shard int, kind text,"
            + " part blob, sort blob, PRIMARY KEY ((space, shard), kind, part, sort))";

    /** Partitions of a space. */
    private static final int SHARDS = 64;

    private final Cluster cluster;
    private final PreparedStatement add;
    private final PreparedStatement remove;
    private final PreparedStatement count;

    CountedRecords(Cluster cluster) {
        this.cluster = cluster;
        add = cluster.prepare(
                StatementKind.WRITE,
                "INSERT INTO record_counts (space, shard, kind, part, sort) VALUES (?, ?, ?, ?, ?) USING TIMESTAMP ?");
        remove = cluster.prepare(
                StatementKind.WRITE,
                "DELETE FROM record_counts USING TIMESTAMP ?"
                        + " WHERE space = ? AND shard = ? AND kind = ? AND part = ? AND sort = ?");
        count = cluster.prepare(
                StatementKind.COUNT, "SELECT count(*) FROM record_counts WHERE space = ? AND shard = ?");
    }

    BoundStatement add(Key key, long version) {
        return add.bind(
                Cells.space(key.space()),
                shard(key),
                key.kind().name(),
                key.part().buffer(),
                key.sort().buffer(),
                version);
    }

    BoundStatement remove(Key key, long version) {
        return remove.bind(
                version,
                Cells.space(key.space()),
                shard(key),
                key.kind().name(),
                key.part().buffer(),
                key.sort().buffer());
    }

    private static int shard(Key key) {
        return Math.floorMod(31 * key.part().hashCode() + key.sort().hashCode(), SHARDS);
    }

    /** Counts all rows of a space, which takes long. */
    long count(AccountSpace space) {
        return Fanout.map(
                        IntStream.range(0, SHARDS).boxed().toList(),
                        shard -> cluster.readAll(count.bind(Cells.space(space), shard))
                                .getFirst()
                                .getLong(0))
                .stream()
                .mapToLong(Long::longValue)
                .sum();
    }
}
