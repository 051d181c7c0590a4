package org.orderevidence.bench.process;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Three Cassandra servers on this machine: those of the product's tests, with more memory and the whole compiler. */
public final class CassandraNodes {
    /** Three servers on a small machine are slow to fill. */
    public static final long MOST_ORDERS = 20_000;

    private static final String KEYSPACE = "bench";

    /** Wins over what the tests give their servers. */
    private static final Map<String, String> LARGER = Map.of("_JAVA_OPTIONS", "-Xmx1g -XX:TieredStopAtLevel=4");

    private CassandraNodes() {}

    /** Starts them, to be ended with the run; the address of the store on them. */
    public static String start(Scratch scratch, Path java, Path root) throws IOException {
        Path tests = root.resolve("target/test-classes");
        if (!Files.exists(tests.resolve("org/orderevidence/store/cassandra/TestCluster.class"))) {
            throw new IOException("the product's tests are not compiled: no Cassandra servers to start");
        }
        String classPath = String.join(
                File.pathSeparator,
                tests.toString(),
                root.resolve("target/classes").toString(),
                root.resolve("target/lib") + "/*");
        List<String> command = List.of(
                java.toString(),
                "-cp",
                classPath,
                root.resolve("bench/cassandra/Nodes.java").toString(),
                KEYSPACE);
        Child nodes = Child.server(scratch, command, LARGER, scratch.file("cassandra.log"));
        return "cassandra://127.0.0.1,127.0.0.2,127.0.0.3:" + nodes.port() + "/" + KEYSPACE;
    }
}
