package org.orderevidence.store.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.orderevidence.order.Micros;
import org.orderevidence.store.SchemaFile;
import org.orderevidence.store.StoreRefused;

/**
 * The schema's versions. A store is brought forward one version at a time, each in its own transaction, and never
 * back. The scripts are resources, {@code <dialect>/<version>.sql}; a statement ends with a semicolon at the end of a
 * line.
 */
public final class Schema {
    /** The version this program writes. */
    public static final int CURRENT = SchemaFile.CURRENT_VERSION;

    private final List<String> scripts;

    /**
     * @param scripts the first makes version {@value SchemaFile#FIRST_VERSION}, each further one the next
     */
    public Schema(List<String> scripts) {
        this.scripts = List.copyOf(scripts);
    }

    /** The schema of this program. */
    public static Schema of(Dialect dialect) {
        return named(dialect.name());
    }

    /**
     * The schema of this program.
     *
     * @param dialect see {@link Dialect#name}
     */
    public static Schema named(String dialect) {
        List<String> scripts = new ArrayList<>();
        for (int version = SchemaFile.FIRST_VERSION; version <= CURRENT; version++) {
            scripts.add(SchemaFile.text(Schema.class, dialect + "/" + version + ".sql"));
        }
        return new Schema(scripts);
    }

    /** All scripts, each behind a comment with its version. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < scripts.size(); i++) {
            text.append("-- schema version ")
                    .append(SchemaFile.FIRST_VERSION + i)
                    .append("\n\n")
                    .append(scripts.get(i));
        }
        return text.toString();
    }

    public List<String> scripts() {
        return scripts;
    }

    /**
     * Migrates a store to the newest version. Two processes may try at once: the second waits, and finds it done.
     *
     * @throws StoreRefused if the store is newer than this program
     */
    public void bringForward(Dialect dialect, Session session, Instant now) throws SQLException {
        while (held(dialect, session) < newest()) {
            dialect.begin(session, Dialect.Purpose.MIGRATE);
            try {
                // Again, because now no other process can change it.
                int version = held(dialect, session);
                if (version < newest()) {
                    migrate(dialect, session, Math.max(version + 1, SchemaFile.FIRST_VERSION), now);
                }
                dialect.commit(session);
            } catch (SQLException | RuntimeException e) {
                dialect.rollback(session);
                throw e;
            }
        }
    }

    /** The version that all scripts together make. */
    private int newest() {
        return SchemaFile.FIRST_VERSION + scripts.size() - 1;
    }

    private int held(Dialect dialect, Session session) throws SQLException {
        return SchemaFile.readable(dialect.schemaVersion(session), newest());
    }

    private void migrate(Dialect dialect, Session session, int version, Instant now) throws SQLException {
        if (version == SchemaFile.FIRST_VERSION) {
            dialect.claim(session);
        }
        try (Statement statement = session.connection().createStatement()) {
            for (String sql : scripts.get(version - SchemaFile.FIRST_VERSION).split(";\\s*(\n|$)", 0)) {
                if (!sql.isBlank()) {
                    statement.executeUpdate(sql);
                }
            }
        }
        PreparedStatement insert = session.prepare("INSERT INTO schema_versions (version, migrated_at) VALUES (?, ?)");
        insert.setInt(1, version);
        insert.setLong(2, Micros.of(now));
        insert.executeUpdate();
    }
}
