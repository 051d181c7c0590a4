package org.orderevidence.store.cassandra;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.store.OpenStore;
import org.orderevidence.webhook.ErasedFilesContract;

/** A compaction removes what was deleted, from the files of all three nodes. Here it does not wait for ten days. */
@Tag("faults")
final class CassandraErasedFilesTest implements ErasedFilesContract {
    private static final String KEYSPACE = "erased_files";

    @AutoClose
    private OpenStore open;

    @AutoClose
    private ServedApi served;

    @BeforeEach
    void serve() {
        open = CassandraStores.open(KEYSPACE, ServedApi.CODECS, ServedApi.NOW);
        TestCluster.started().endGrace(KEYSPACE);
        served = ServedApi.start(store(), DefaultLimits.DEFAULTS);
    }

    @Override
    public ServedApi api() {
        return served;
    }

    @Override
    public ServedStore store() {
        return ServedStore.of(open);
    }

    @Override
    public List<Path> files() {
        return Stream.of("node1", "node2", "node3")
                .map(node -> TestCluster.FOLDER.resolve(node).resolve("data"))
                .toList();
    }

    @Override
    public void flush() {
        TestCluster.started().compact(KEYSPACE);
    }

    @Override
    public void compact() {
        flush();
    }
}
