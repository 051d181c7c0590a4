package org.orderevidence.store.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statements that go to the server in one round trip, and are done there one by one. Their parameters are
 * arrays, one for each column, so that a statement is as long for a thousand rows as for one.
 */
public final class PostgresPipeline {
    private static final String UNIQUE_VIOLATION = "23505";
    private static final String SERIALIZATION_FAILURE = "40001";
    private static final int ANY = -1;

    private final List<String> statements = new ArrayList<>();
    private final List<Object> parameters = new ArrayList<>();
    private final List<Integer> expected = new ArrayList<>();

    public PostgresPipeline add(String sql, List<?> arrays) {
        return add(sql, arrays, ANY);
    }

    /** Adds a statement that changes this number of rows, unless another has changed them since they were read. */
    public PostgresPipeline add(String sql, List<?> arrays, int rows) {
        statements.add(sql);
        parameters.addAll(arrays);
        expected.add(rows);
        return this;
    }

    PostgresPipeline add(PostgresPipeline others) {
        statements.addAll(others.statements);
        parameters.addAll(others.parameters);
        expected.addAll(others.expected);
        return this;
    }

    /** Performs all, and checks how many rows have changed. Throws as {@link #send} does. */
    public void execute(Session session) throws SQLException {
        PreparedStatement all = send(session);
        for (int rows : expected) {
            // An error of any of them is thrown by the first call already.
            if (rows != ANY && all.getUpdateCount() != rows) {
                throw meanwhile(null);
            }
            all.getMoreResults();
        }
    }

    /** Returns true if it must be known how many rows a statement has changed, before all is committed. */
    boolean isChecked() {
        return expected.stream().anyMatch(rows -> rows != ANY);
    }

    private static SQLException meanwhile(@Nullable SQLException cause) {
        return new SQLException("another instance wrote the same rows at the same time", SERIALIZATION_FAILURE, cause);
    }

    /**
     * Performs all and commits; where one fails, the server does not come to the commit. Answers its warning, if any.
     */
    @Nullable
    public SQLWarning commit(Session session) throws SQLException {
        return add("COMMIT", List.of()).send(session).getWarnings();
    }

    /**
     * Performs all; the results are those of the statements, one after the other.
     *
     * @throws SQLException also if another has written the same rows: a serialization failure
     */
    public PreparedStatement send(Session session) throws SQLException {
        PreparedStatement all = session.prepare(String.join(";\n", statements));
        bind(all, parameters);
        try {
            all.execute();
        } catch (SQLException error) {
            throw UNIQUE_VIOLATION.equals(error.getSQLState()) ? meanwhile(error) : error;
        }
        return all;
    }

    public static void bind(PreparedStatement statement, List<?> parameters) throws SQLException {
        for (int i = 0; i < parameters.size(); i++) {
            statement.setObject(i + 1, parameters.get(i));
        }
    }
}
