package org.orderevidence.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;

/** Checks a SQLite file for damage, with SQLite's own checks. */
final class SqliteCheck {
    private static final System.Logger LOG = System.getLogger(SqliteCheck.class.getName());

    private static final int MOST_FAULTS = 100;

    /**
     * Longest check at a start. A check of all pages reads the whole file: 10 GB would delay the start by minutes. A
     * file of some hundred MB is checked completely in this time. In a larger one, the ends of each table are checked,
     * and then only the first tables.
     */
    private static final Duration LONGEST_LOOK = Duration.ofSeconds(1);

    private static final String TABLES =
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name";

    private SqliteCheck() {}

    /** Returns all faults, including where an index does not match its table. Reads the whole file. */
    static List<String> all(SqliteDialect dialect, Session session) throws SQLException {
        List<String> lines = new ArrayList<>();
        try {
            addLines(session, "PRAGMA integrity_check(" + MOST_FAULTS + ")", lines);
        } catch (SQLException error) {
            if (!dialect.isDamage(error)) {
                throw error;
            }
            // After some faults the check itself cannot go on.
            lines.add(oneLine(String.valueOf(error.getMessage())));
        }
        return lines;
    }

    /** Returns the first fault that is found in a short time. */
    static Optional<String> quick(SqliteDialect dialect) {
        try (Session session = dialect.openReader()) {
            readEnds(session);
            return bounded(session);
        } catch (SQLException error) {
            if (dialect.isDamage(error)) {
                return Optional.of(String.valueOf(error.getMessage()));
            }
            LOG.log(System.Logger.Level.WARNING, "the check for damage failed: " + error.getMessage());
            return Optional.empty();
        }
    }

    /** Reads the first and the last row of each table. This reads a path through each tree, independent of its size. */
    private static void readEnds(Session session) throws SQLException {
        for (String table : lines(session, TABLES)) {
            List<String> key = key(session, table);
            for (String direction : List.of(" ASC", " DESC")) {
                String order =
                        String.join(", ", key.stream().map(c -> c + direction).toList());
                lines(session, "SELECT * FROM " + table + " ORDER BY " + order + " LIMIT 1");
            }
        }
    }

    private static List<String> key(Session session, String table) throws SQLException {
        return lines(session, "SELECT name FROM pragma_table_info('" + table + "') WHERE pk > 0 ORDER BY pk");
    }

    private static Optional<String> bounded(Session session) throws SQLException {
        CountDownLatch done = new CountDownLatch(1);
        try (Statement statement = session.connection().createStatement()) {
            Thread clock = Thread.ofVirtual().start(() -> cancelWhenLate(statement, done));
            try (ResultSet row = statement.executeQuery("PRAGMA quick_check(1)")) {
                String line = row.next() ? row.getString(1) : null;
                return line == null || line.equals("ok") ? Optional.empty() : Optional.of(oneLine(line));
            } catch (SQLException error) {
                if (error.getErrorCode() == SQLiteErrorCode.SQLITE_INTERRUPT.code) {
                    return Optional.empty();
                }
                throw error;
            } finally {
                done.countDown();
                join(clock);
            }
        }
    }

    private static void cancelWhenLate(Statement statement, CountDownLatch done) {
        try {
            if (!done.await(LONGEST_LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                statement.cancel();
            }
        } catch (SQLException | InterruptedException cannotCancel) {
            LOG.log(System.Logger.Level.WARNING, "the check for damage could not be ended: " + cannotCancel);
        }
    }

    private static void join(Thread clock) {
        try {
            clock.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The first column of each row; empty if the only line is "ok". */
    private static List<String> lines(Session session, String query) throws SQLException {
        List<String> lines = new ArrayList<>();
        addLines(session, query, lines);
        return lines;
    }

    private static void addLines(Session session, String query, List<String> lines) throws SQLException {
        try (Statement statement = session.connection().createStatement();
                ResultSet row = statement.executeQuery(query)) {
            while (row.next()) {
                @Nullable String line = row.getString(1);
                if (line != null && !line.equals("ok")) {
                    lines.add(oneLine(line));
                }
            }
        }
    }

    private static String oneLine(String text) {
        return text.strip().replaceAll("\\s*\\R\\s*", "; ");
    }
}
