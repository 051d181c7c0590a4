package org.orderevidence;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.cassandra.TestCluster;

/** The service on a cluster survives being killed. */
@Tag("faults")
@Tag("alone")
final class CassandraServiceCrashTest implements CrashContract {
    private static final AtomicInteger KEYSPACES = new AtomicInteger();

    @TempDir
    private Path folder;

    /** Each test has its own keyspace, because a keyspace belongs to the secret in the folder. */
    private final String keyspace = "killed" + KEYSPACES.incrementAndGet();

    @Override
    public ServeProcess serve() throws IOException {
        return ServeProcess.start(
                folder.resolve("data"), "--store", TestCluster.started().url(keyspace));
    }
}
