package org.orderevidence.bench;

import java.io.IOException;
import java.nio.file.Path;

/** Placeholder until the engine lands. */
final class CassandraNodes {
    static final long MOST_ORDERS = 20_000;

    static CassandraNodes start(Scratch scratch, Path root) throws IOException {
        throw new IOException("no");
    }

    String address(String keyspace) {
        return keyspace;
    }
}
