package org.orderevidence.store.cassandra;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.orderevidence.http.ServedApi;
import org.orderevidence.store.OpenStore;
import org.orderevidence.webhook.ErasedFilesContract;

/** A compaction removes what was deleted, from the files of all three nodes. Here it does not wait for ten days. */
@Tag("faults")
@Tag("alone")
final class CassandraErasedFilesTest extends ErasedFilesContract {
    private static final String KEYSPACE = "erased_files";

    @Override
    protected OpenStore open() {
        OpenStore open = CassandraStores.open(KEYSPACE, ServedApi.CODECS, ServedApi.NOW);
        TestCluster.started().endGrace(KEYSPACE);
        return open;
    }

    @Override
    protected List<Path> files() {
        return Stream.of("node1", "node2", "node3")
                .map(node -> TestCluster.FOLDER.resolve(node).resolve("data"))
                .toList();
    }

    @Override
    protected void flush() {
        TestCluster.started().compact(KEYSPACE);
    }

    @Override
    protected void compact() {
        flush();
    }
}
