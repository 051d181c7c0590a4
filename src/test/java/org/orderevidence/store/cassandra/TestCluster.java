package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.cassandra.RecordTables.KindTable;

/**
 * Three real Cassandra servers on the loopback addresses 127.0.0.1 to 127.0.0.3, each a process of its own. Started by
 * the first test of a JVM that asks, and ended with it, however that ends. Their data lies under {@code target}.
 */
public final class TestCluster {
    static final Path FOLDER = TestNode.WORK.resolve("nodes");
    private static final Duration START_WAIT = Duration.ofMinutes(3);
    private static final long ASK_EVERY_MILLIS = 250;

    private static final Duration CONNECT_WAIT = Duration.ofSeconds(2);

    private static @Nullable TestCluster running;

    /** Why the servers did not start: no other test of this JVM waits for them again. */
    private static @Nullable String failure;

    private final TestPorts ports;
    private final List<TestNode> nodes;
    private @Nullable CqlSession operator;

    private TestCluster(TestPorts ports) {
        this.ports = ports;
        this.nodes = IntStream.range(0, TestPorts.ADDRESSES.size())
                .mapToObj(i -> TestNode.ofRing(i, FOLDER.resolve("node" + (i + 1)), ports))
                .toList();
    }

    /** The cluster of this JVM, with all nodes up. */
    public static synchronized TestCluster started() {
        if (failure != null) {
            throw new IllegalStateException(failure);
        }
        try {
            return start();
        } catch (RuntimeException e) {
            failure = String.valueOf(e.getMessage());
            throw e;
        }
    }

    private static TestCluster start() {
        TestCluster cluster = running;
        if (cluster == null) {
            deleteFolder();
            TestNode.compileMain();
            cluster = new TestCluster(TestPorts.free());
            Runtime.getRuntime().addShutdownHook(new Thread(cluster::end));
            running = cluster;
        }
        cluster.startMissing();
        return cluster;
    }

    /** The address of a keyspace in this cluster. */
    public String url(String keyspace) {
        return CassandraUrl.SCHEME + String.join(",", TestPorts.ADDRESSES) + ":" + ports.clients() + "/" + keyspace;
    }

    /** Takes all rows out of a keyspace; nothing happens when there is none. All tables side by side: each takes long. A
     * test class uses one keyspace for all its tests: each table costs every node memory. */
    public void empty(String keyspace) {
        CqlSession session = operator();
        List<CompletionStage<AsyncResultSet>> emptied = tables(keyspace).stream()
                .filter(table -> !table.endsWith(".schema_versions"))
                .map(table -> session.executeAsync(patiently("SELECT * FROM " + table + " LIMIT 1"))
                        .thenCompose(rows -> rows.one() == null
                                ? CompletableFuture.completedStage(rows)
                                : session.executeAsync(patiently("TRUNCATE " + table))))
                .toList();
        emptied.forEach(one -> one.toCompletableFuture().join());
    }

    private List<String> tables(String keyspace) {
        return operator()
                .execute("SELECT table_name FROM system_schema.tables WHERE keyspace_name = ?", keyspace)
                .all()
                .stream()
                .map(row -> keyspace + "." + row.getString("table_name"))
                .toList();
    }

    /** Lets the next compaction of a keyspace remove what was deleted. */
    void endGrace(String keyspace) {
        tables(keyspace)
                .forEach(table -> operator().execute(patiently("ALTER TABLE " + table + " WITH gc_grace_seconds = 0")));
    }

    /** Has all nodes write a keyspace to their files, without what was deleted. */
    void compact(String keyspace) {
        for (TestNode node : nodes) {
            // The conditional writes have a table of their own.
            node.keep("system");
            node.keep(keyspace);
        }
    }

    /** Changes a byte of the document of an order, where it is kept. */
    void damage(String keyspace, String space, String order) {
        CqlSession session = operator();
        String table = keyspace + ".orders_records";
        String place = " WHERE space = ? AND part = ? AND bucket = 0 AND sort = ?";
        ByteBuffer part = ByteBuffer.wrap(order.getBytes(StandardCharsets.UTF_8));
        ByteBuffer sort = ByteBuffer.allocate(0);
        Row row =
                Objects.requireNonNull(session.execute("SELECT version, value FROM " + table + place, space, part, sort)
                        .one());
        byte[] value = KindTable.bytes(row, "value");
        value[value.length - 1] ^= 1;
        session.execute(
                "UPDATE " + table + " SET value = ?" + place + " IF version = ?",
                ByteBuffer.wrap(value),
                space,
                part,
                sort,
                row.getLong("version"));
    }

    /** One session for all that the tests do to the cluster beside the stores. */
    private CqlSession operator() {
        CqlSession held = operator;
        if (held == null) {
            held = Connection.open(CassandraUrl.parse(url("system")), CassandraSettings.defaults());
            operator = held;
        }
        return held;
    }

    private static SimpleStatement patiently(String cql) {
        return SimpleStatement.newInstance(cql)
                .setConsistencyLevel(ConsistencyLevel.QUORUM)
                .setTimeout(START_WAIT);
    }

    /** Starts the nodes that are not running, and waits until each of them sees all others up. */
    void startMissing() {
        List<TestNode> missing =
                nodes.stream().filter(node -> !node.isRunning()).toList();
        missing.forEach(TestNode::start);
        long deadline = System.nanoTime() + START_WAIT.toNanos();
        for (TestNode node : missing) {
            awaitUp(node, nodes.size(), deadline);
        }
        if (!missing.isEmpty()) {
            missing.getFirst().archiveClasses();
        }
    }

    /** Ends a node at once. */
    void kill(int index) {
        nodes.get(index).keepSchema();
        nodes.get(index).kill();
    }

    /** Ends all nodes at once. */
    void killAll() {
        nodes.forEach(TestNode::keepSchema);
        end();
    }

    private void end() {
        nodes.forEach(TestNode::kill);
    }

    /** Starts a node again, and waits until it answers. */
    void start(int index) {
        TestNode node = nodes.get(index);
        node.start();
        awaitUp(node, 1, System.nanoTime() + START_WAIT.toNanos());
    }

    private void awaitUp(TestNode node, int peers, long deadline) {
        for (RuntimeException error = ask(node, peers); error != null; error = ask(node, peers)) {
            if (!node.isRunning() || System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "the Cassandra node on " + node.address()
                                + (node.isRunning()
                                        ? " does not answer within " + START_WAIT.toSeconds() + " s"
                                        : " has ended")
                                + "; its last words:\n" + node.lastWords(),
                        error);
            }
            pause();
        }
    }

    /** Asks one node how many nodes it sees up, itself included; answers what went wrong, or nothing. */
    private @Nullable RuntimeException ask(TestNode node, int peers) {
        try (CqlSession session = Connection.open(
                new CassandraUrl(List.of(node.address()), ports.clients(), "system", null, 1, null, false),
                new CassandraSettings(CONNECT_WAIT, CONNECT_WAIT, CONNECT_WAIT, 16, 16, Duration.ZERO))) {
            List<Node> up = new ArrayList<>(session.getMetadata().getNodes().values());
            up.removeIf(peer -> peer.getState() == NodeState.DOWN || peer.getState() == NodeState.FORCED_DOWN);
            session.execute("SELECT release_version FROM system.local");
            return up.size() >= peers ? null : new IllegalStateException("it sees " + up.size() + " nodes up");
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** Waits a moment: a starting node signals nothing, and must be asked again. */
    private static void pause() {
        try {
            Thread.sleep(ASK_EVERY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a Cassandra node starts", e);
        }
    }

    private static void deleteFolder() {
        if (!Files.exists(FOLDER)) {
            return;
        }
        try (Stream<Path> all = Files.walk(FOLDER)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
