package org.orderevidence;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.cassandra.TestCluster;

/** The service on a cluster survives being killed. */
final class CassandraServiceCrashTest implements CrashContract {
    @TempDir
    private Path folder;

    @Override
    public ServeProcess serve() throws IOException {
        return ServeProcess.start(
                folder.resolve("data"), "--store", TestCluster.started().url("killed"));
    }
}
