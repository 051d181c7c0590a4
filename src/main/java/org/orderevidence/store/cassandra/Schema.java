package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.metadata.schema.KeyspaceMetadata;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Micros;
import org.orderevidence.store.SchemaFile;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;

/**
 * Creates the tables. Each creation may run again, also on several instances at the same time: it creates only what does
 * not exist. The id of a table is derived from its name, because a cluster has no transaction for the schema. Two
 * instances that create a table at once therefore create the same one. With different ids, the rows of one would be lost.
 */
public final class Schema {
    private static final String VERSIONS =
            "CREATE TABLE IF NOT EXISTS schema_versions (version int PRIMARY KEY, migrated_at bigint)";
    private static final Pattern TABLE = Pattern.compile("CREATE TABLE IF NOT EXISTS (\\w+)");
    private static final Duration CHANGE_WAIT = Duration.ofSeconds(60);

    /** A node that has missed a change asks for it a minute later, by Cassandra's own default (migration_delay_ms). */
    private static final Duration AGREEMENT_WAIT = Duration.ofMinutes(2);

    /** For a schema that was there already. */
    private static final Duration FOUND_WAIT = Duration.ofSeconds(10);

    private static final long ASK_EVERY_MILLIS = 50;

    private static final System.Logger LOG = System.getLogger(Schema.class.getName());

    private final CqlSession session;
    private final CassandraUrl url;
    private final @Nullable Node node;

    public Schema(CqlSession session, CassandraUrl url) {
        this.session = session;
        this.url = url;
        this.node = oneNode(session);
    }

    /**
     * Creates the keyspace, and those of some tables that do not exist.
     *
     * @throws StoreRefused if the keyspace has the schema of another program
     */
    public void create(List<String> tables, Instant now) {
        int version = held();
        if (version == 0) {
            execute(SimpleStatement.newInstance(keyspace(url)));
            execute(inKeyspace(withId(url, VERSIONS)));
        } else if (!isAgreedWithin(FOUND_WAIT)) {
            // Another instance may have just created it. The next node may not know it yet.
            LOG.log(System.Logger.Level.WARNING, "the nodes do not agree on the schema; going on");
        }
        create(tables);
        if (version == 0) {
            // It is written to nodes that may not know its table yet.
            awaitAgreement();
            execute(inKeyspace(
                    "INSERT INTO schema_versions (version, migrated_at) VALUES (?, ?)",
                    SchemaFile.VERSION,
                    Micros.of(now)));
        }
    }

    private void create(List<String> tables) {
        Set<String> held = tables();
        List<String> missing = tables.stream()
                .map(statement -> withId(url, statement))
                .filter(statement -> !held.contains(name(statement)))
                .toList();
        missing.forEach(statement -> execute(inKeyspace(statement)));
        if (!missing.isEmpty()) {
            awaitAgreement();
        }
    }

    private static String name(String creation) {
        return TABLE.matcher(creation).results().findFirst().orElseThrow().group(1);
    }

    private Set<String> tables() {
        return session.getMetadata()
                .getKeyspace(url.keyspace())
                .map(KeyspaceMetadata::getTables)
                .map(tables ->
                        tables.keySet().stream().map(CqlIdentifier::asInternal).collect(Collectors.toSet()))
                .orElse(Set.of());
    }

    private void awaitAgreement() {
        if (!isAgreedWithin(AGREEMENT_WAIT)) {
            throw new StoreUnavailable("the nodes do not agree on the schema yet");
        }
    }

    private boolean isAgreedWithin(Duration wait) {
        long deadline = System.nanoTime() + wait.toNanos();
        while (!isAgreed()) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            pause();
        }
        return true;
    }

    /**
     * Returns true if all nodes that are up report the same schema. The driver's check asks only one node, which
     * assumes agreement until it hears of a change.
     */
    private boolean isAgreed() {
        try {
            return session.getMetadata().getNodes().values().stream()
                            .filter(node -> node.getState() == NodeState.UP)
                            .map(this::schemaOf)
                            .distinct()
                            .count()
                    <= 1;
        } catch (DriverException e) {
            return false;
        }
    }

    private Optional<UUID> schemaOf(Node node) {
        Row row = session.execute(SimpleStatement.newInstance("SELECT schema_version FROM system.local")
                        .setNode(node)
                        .setIdempotent(true))
                .one();
        return Optional.ofNullable(row).map(found -> found.getUuid("schema_version"));
    }

    /** The nodes inform each other within a second. No event reports that they have. */
    private static void pause() {
        try {
            Thread.sleep(ASK_EVERY_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailable("interrupted while the nodes agreed on the schema", e);
        }
    }

    /** All changes go to one node, because another one may not know the previous change yet. */
    private static @Nullable Node oneNode(CqlSession session) {
        return session.getMetadata().getNodes().values().stream()
                .filter(node -> node.getState() == NodeState.UP)
                .findFirst()
                .orElse(null);
    }

    /** The version of the keyspace; 0 when it has none. */
    int held() {
        if (!tables().contains("schema_versions")) {
            return 0;
        }
        int version;
        try {
            version = session.execute(inKeyspace("SELECT version FROM schema_versions")).all().stream()
                    .mapToInt(row -> row.getInt("version"))
                    .max()
                    .orElse(0);
        } catch (RuntimeException e) {
            throw ClusterErrors.ofRead(e);
        }
        return SchemaFile.readable(version);
    }

    private void execute(SimpleStatement statement) {
        try {
            session.execute(statement.setTimeout(CHANGE_WAIT).setNode(node));
        } catch (RuntimeException e) {
            throw ClusterErrors.ofWrite(e);
        }
    }

    private SimpleStatement inKeyspace(String cql, Object... values) {
        return SimpleStatement.newInstance(cql, values)
                .setKeyspace(url.keyspace())
                .setConsistencyLevel(ConsistencyLevel.QUORUM)
                .setIdempotent(true)
                .setTimeout(CHANGE_WAIT);
    }

    /** Returns the statements that create the keyspace and these tables. */
    public static String text(CassandraUrl url, List<String> tables) {
        StringBuilder text =
                new StringBuilder(keyspace(url)).append(";\n\nUSE ").append(url.keyspace());
        text.append(";\n\n").append(withId(url, VERSIONS)).append(";\n");
        tables.forEach(
                creation -> text.append("\n").append(withId(url, creation)).append(";\n"));
        return text.toString();
    }

    private static String keyspace(CassandraUrl url) {
        return "CREATE KEYSPACE IF NOT EXISTS " + url.keyspace()
                + " WITH replication = {'class': 'NetworkTopologyStrategy', 'replication_factor': "
                + url.replication() + "}";
    }

    private static String withId(CassandraUrl url, String creation) {
        UUID id = UUID.nameUUIDFromBytes((url.keyspace() + "." + name(creation)).getBytes(StandardCharsets.UTF_8));
        return creation + (creation.contains(" WITH ") ? " AND ID = " : " WITH ID = ") + id;
    }
}
