package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.orderevidence.store.cassandra.cluster.CassandraSettings;
import org.orderevidence.store.cassandra.cluster.CassandraUrl;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Connection;
import org.orderevidence.store.cassandra.cluster.Times;
import org.orderevidence.store.integration.IntegrationCodec;
import org.orderevidence.store.integration.IntegrationRecord;

/** Writes many new records of integrations side by side. A store writes each on a condition, which takes long. */
public final class ManyRecords {
    private static final int TOGETHER = 250;
    private static final int LIFE_SECONDS = Math.toIntExact(Duration.ofDays(28).toSeconds());

    private ManyRecords() {}

    /** Writes records that expire and are not due. */
    public static void write(String keyspace, IntegrationCodec codec, List<IntegrationRecord> records) {
        CassandraUrl url = CassandraUrl.parse(TestCluster.started().url(keyspace));
        try (CqlSession session = Connection.open(url, CassandraSettings.defaults())) {
            PreparedStatement insert = session.prepare("INSERT INTO " + keyspace
                    + ".integration_records (record_group, record_id, space, version, expires, document)"
                    + " VALUES (?, ?, ?, ?, ?, ?) USING TTL " + LIFE_SECONDS);
            for (int from = 0; from < records.size(); from += TOGETHER) {
                List<CompletionStage<AsyncResultSet>> sent = new ArrayList<>();
                for (IntegrationRecord record : records.subList(from, Math.min(records.size(), from + TOGETHER))) {
                    sent.add(session.executeAsync(insert.bind(
                                    record.key().group(),
                                    record.key().id(),
                                    Cells.space(record.space()),
                                    record.version(),
                                    Times.micros(Objects.requireNonNull(record.expires())),
                                    Cells.blob(codec.sealed(record)))
                            .setConsistencyLevel(ConsistencyLevel.QUORUM)));
                }
                sent.forEach(one -> one.toCompletableFuture().join());
            }
        }
    }
}
