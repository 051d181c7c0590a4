package org.orderevidence.store.sql;

import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.sql.Dialect.Failure;

/**
 * PostgreSQL. Any number of instances may have the database open. Each wait is bounded, the outer ones longer than the
 * inner: the server gives up a statement, then the client gives up the server, then a caller gives up its write.
 */
public final class PostgresDialect implements Dialect {
    public static final String NAME = "postgres";

    /** The comment on a table that marks the schema as this program's. */
    private static final String MARK = "Order Evidence";

    private static final int CLASS_LENGTH = 2;
    private static final int OLDEST_SERVER = 15;
    private static final int VERSION_NUMBERS = 10_000;

    private static final Duration CONNECT_WAIT = Duration.ofSeconds(2);
    /** How long an answer may be late before the server counts as gone. */
    private static final Duration GRACE = Duration.ofSeconds(2);
    /** How long a migration may wait for another instance's, and last. */
    private static final Duration MIGRATION = Duration.ofMinutes(10);

    /** "OEvd" and the number of the lock: 1, the schema. */
    private static final long SCHEMA_LOCK = 0x4F45_7664_0000_0001L;

    /** Every statement finds its rows by a key, and that is to be the plan also while a table is nearly empty. */
    private static final String SET_UP = """
            SELECT set_config('statement_timeout', ?, false),
              set_config('idle_in_transaction_session_timeout', ?, false),
              set_config('default_transaction_read_only', ?, false),
              set_config('plan_cache_mode', 'force_generic_plan', false),
              set_config('enable_seqscan', 'off', false), set_config('enable_bitmapscan', 'off', false),
              set_config('enable_hashjoin', 'off', false), set_config('enable_mergejoin', 'off', false),
              set_config('jit', 'off', false)""";

    private static final String CHECKS = """
            SELECT current_setting('server_version_num')::integer, current_setting('server_encoding'),
              pg_is_in_recovery(), current_setting('synchronous_commit'), current_setting('fsync'),
              current_setting('full_page_writes')""";

    private static final String OUR_TABLES = """
            SELECT c.relname = 'schema_versions' AND coalesce(obj_description(c.oid, 'pg_class') = ?, false)
            FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
            WHERE n.nspname = current_schema() AND c.relname IN ('schema_versions', 'orders', 'spaces')
            ORDER BY 1 DESC""";

    private final PostgresUrl url;
    private final @Nullable String password;
    private final SqlSettings settings;

    public PostgresDialect(PostgresUrl url, @Nullable String password, SqlSettings settings) {
        this.url = url;
        this.password = password;
        this.settings = settings;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int committers() {
        return settings.committers();
    }

    @Override
    public Session openWriter() throws SQLException {
        return connect(settings.lockWait(), false).setUp(session -> {
            check(session);
            session.connection().setAutoCommit(false);
        });
    }

    @Override
    public Session openReader() throws SQLException {
        // Reads are limited by their own deadline: a limit of the socket is a timer for each answer.
        return connect(settings.readWait(), true)
                .setUp(session -> session.connection().setNetworkTimeout(Runnable::run, 0));
    }

    @Override
    public Duration longestRead() {
        return settings.readWait().plus(GRACE);
    }

    /** A committer's driver sends the beginning along with the first statement. */
    @Override
    public void begin(Session session, Purpose purpose) throws SQLException {
        switch (purpose) {
            case READ -> session.execute("BEGIN ISOLATION LEVEL REPEATABLE READ");
            case WRITE -> {}
            case MIGRATE -> {
                Connection connection = session.connection();
                connection.setNetworkTimeout(
                        Runnable::run, Math.toIntExact(MIGRATION.plus(GRACE).toMillis()));
                session.execute("SET LOCAL statement_timeout = " + MIGRATION.toMillis());
                PreparedStatement lock = session.prepare("SELECT pg_advisory_xact_lock(?)");
                lock.setLong(1, SCHEMA_LOCK);
                lock.executeQuery().close();
            }
        }
    }

    @Override
    public void commit(Session session) throws SQLException {
        if (session.connection().getAutoCommit()) {
            // A reader's, which started by hand.
            session.execute("COMMIT");
            return;
        }
        PostgresPipeline unsent = session.takeBeforeCommit();
        SQLWarning warning;
        if (unsent != null) {
            warning = unsent.commit(session);
        } else {
            session.connection().commit();
            warning = session.connection().getWarnings();
        }
        if (warning != null) {
            // Such as "canceling wait for synchronous replication": committed here, but not where else it has to be.
            throw new SQLException("the server committed with a warning: " + warning.getMessage(), "40003");
        }
    }

    @Override
    public void rollback(Session session) throws SQLException {
        session.takeBeforeCommit();
        session.connection().rollback();
    }

    /** The first script does it. */
    @Override
    public void claim(Session session) {}

    @Override
    public int schemaVersion(Session session) throws SQLException {
        PreparedStatement tables = session.prepare(OUR_TABLES);
        tables.setString(1, MARK);
        try (ResultSet row = tables.executeQuery()) {
            if (!row.next()) {
                return 0;
            }
            if (!row.getBoolean(1)) {
                throw new StoreRefused(
                        "the database " + url.database()
                                + " has tables of another program; name another database, or give the role a schema of its own");
            }
        }
        try (ResultSet row = session.prepare("SELECT coalesce(max(version), 0) FROM schema_versions")
                .executeQuery()) {
            row.next();
            return row.getInt(1);
        }
    }

    @Override
    public Failure sort(SQLException error) {
        return meaning(error);
    }

    @Override
    public void betweenTransactions(Session writer) {}

    @Override
    public String insertSpace() {
        return """
                INSERT INTO spaces (account, mode, number)
                SELECT ?::text, ?::text, coalesce(max(number), 0) + 1 FROM spaces ON CONFLICT DO NOTHING""";
    }

    @Override
    public void close() {}

    private Session connect(Duration statementWait, boolean readOnly) throws SQLException {
        Connection connection = DriverManager.getConnection(url.jdbc(), properties());
        return new Session(connection).setUp(session -> {
            PreparedStatement setUp = session.prepare(SET_UP);
            String millis = Long.toString(statementWait.toMillis());
            setUp.setString(1, millis);
            setUp.setString(2, millis);
            setUp.setString(3, readOnly ? "on" : "off");
            setUp.executeQuery().close();
            connection.setNetworkTimeout(
                    Runnable::run, Math.toIntExact(statementWait.plus(GRACE).toMillis()));
        });
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("user", url.user());
        String chosen = url.password() != null ? url.password() : password;
        if (chosen != null) {
            properties.setProperty("password", chosen);
        }
        if (url.sslMode() != null) {
            properties.setProperty("sslmode", url.sslMode());
        }
        if (url.sslRootCertificate() != null) {
            properties.setProperty("sslrootcert", url.sslRootCertificate());
        }
        if (url.hasChoice()) {
            properties.setProperty("targetServerType", "primary");
            // The driver checks each time which server is the primary, because it may have changed.
            properties.setProperty("hostRecheckSeconds", "0");
        }
        properties.setProperty("ApplicationName", "order-evidence");
        properties.setProperty("connectTimeout", Long.toString(CONNECT_WAIT.toSeconds()));
        // Until the session is set up; then it is what suits its statements.
        properties.setProperty("socketTimeout", Long.toString(CONNECT_WAIT.toSeconds()));
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("gssEncMode", "disable");
        properties.setProperty("prepareThreshold", "1");
        // The details of a server's error contain values.
        properties.setProperty("logServerErrorDetail", "false");
        return properties;
    }

    private void check(Session session) throws SQLException {
        try (ResultSet row = session.prepare(CHECKS).executeQuery()) {
            row.next();
            int version = row.getInt(1) / VERSION_NUMBERS;
            if (version < OLDEST_SERVER) {
                throw new StoreRefused(
                        "the server is PostgreSQL " + version + "; this program needs " + OLDEST_SERVER + " or newer");
            }
            if (!"UTF8".equals(row.getString(2))) {
                throw new StoreRefused("the database " + url.database() + " is in " + row.getString(2)
                        + "; create one with ENCODING 'UTF8'");
            }
            if (row.getBoolean(3)) {
                throw new SQLException("the server is a standby, which takes no writes", "25006");
            }
            for (int i = 0; i < PostgresUrl.DURABILITY.size(); i++) {
                requireDurable(PostgresUrl.DURABILITY.get(i), RecordRows.text(row, 4 + i));
            }
        }
    }

    private void requireDurable(String name, String value) {
        if (!List.of("on", "remote_apply").contains(value) && !url.allowedWeak().contains(name)) {
            throw new StoreRefused("the server has " + name + " = " + value
                    + ", with which it can lose what it has acknowledged; set it to on, or accept that with ?allow-weak="
                    + name + " in the store's address");
        }
    }

    /**
     * The meaning of errors of PostgreSQL and its driver, by SQLSTATE (PostgreSQL documentation, appendix A). The first two
     * characters are the class.
     */
    static Failure meaning(SQLException error) {
        String state = error.getSQLState();
        if (state == null || state.length() <= CLASS_LENGTH) {
            return Failure.UNCERTAIN;
        }
        return switch (state) {
            // There was no connection, or the server is starting or full: the statement was not run.
            case "08001", "08004", "57P03", "53300" -> Failure.UNAVAILABLE;
            // The server ended the session: shut down, crashed, idle for too long.
            case "57P01", "57P02", "57P05", "25P03", "25P04" -> Failure.LOST;
            // It became a standby: another server takes writes now.
            case "25006" -> Failure.LOST;
            // The outcome of the statement is unknown.
            case "40003", "58030" -> Failure.UNCERTAIN;
            default -> ofClass(state.substring(0, CLASS_LENGTH), error);
        };
    }

    private static Failure ofClass(String category, SQLException error) {
        return switch (category) {
            case "08" -> timedOut(error.getCause()) ? Failure.UNCERTAIN : Failure.LOST;
            // Serialization failure, deadlock.
            case "40" -> Failure.AGAIN;
            // Wrong password, no such database, no right, no memory, disk full, cancelled by a time-out, locked,
            // damaged.
            case "28", "3D", "53", "55", "57", "XX" -> Failure.UNAVAILABLE;
            case "42" -> "42501".equals(error.getSQLState()) ? Failure.UNAVAILABLE : Failure.BUG;
            case "58" -> Failure.UNCERTAIN;
            default -> Failure.BUG;
        };
    }

    /** The server may be there and only be slow: another connection would wait as long. */
    private static boolean timedOut(@Nullable Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof SocketTimeoutException) {
                return true;
            }
        }
        return false;
    }
}
