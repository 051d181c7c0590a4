package org.orderevidence.store.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.orderevidence.store.CanaryContract;
import org.orderevidence.store.OpenStore;

/** The tables and the commit logs of the nodes. */
@Tag("slow")
final class CassandraCanaryTest implements CanaryContract {
    private OpenStore open;

    @BeforeEach
    void open() {
        open = CassandraStores.open("canaries");
    }

    @AfterEach
    void close() {
        open.close();
    }

    @Override
    public OpenStore store() {
        return open;
    }

    /** A write is answered when it is in the commit log. */
    @Override
    public List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path file : CanaryContract.under(TestCluster.FOLDER)) {
            String path = file.toString();
            if (path.contains("/commitlog/") || path.contains("/data/canaries/")) {
                files.add(file);
            }
        }
        return files;
    }
}
