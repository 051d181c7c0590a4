package org.orderevidence.store.sql.dialect;

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
    private final List<String> statements = new ArrayList<>();
    private final List<Object> parameters = new ArrayList<>();

    /** Adds a statement. */
    public PostgresPipeline add(String sql, List<?> arrays) {
        statements.add(sql);
        parameters.addAll(arrays);
        return this;
    }

    /** Performs all; answers how many rows the first has changed. */
    public int execute(Session session) throws SQLException {
        PreparedStatement all = send(session);
        int first = all.getUpdateCount();
        while (all.getMoreResults() || all.getUpdateCount() >= 0) {
            // An error of any of them is thrown by the first call already; this lets go of the results.
        }
        return first;
    }

    /**
     * Performs all and commits; where one fails, the server does not come to the commit. Answers its warning, if any.
     */
    @Nullable
    public SQLWarning commit(Session session) throws SQLException {
        return add("COMMIT", List.of()).send(session).getWarnings();
    }

    private PreparedStatement send(Session session) throws SQLException {
        PreparedStatement all = session.prepare(String.join(";\n", statements));
        bind(all, parameters);
        all.execute();
        return all;
    }

    /** Binds parameters from the first on. */
    public static void bind(PreparedStatement statement, List<?> parameters) throws SQLException {
        for (int i = 0; i < parameters.size(); i++) {
            statement.setObject(i + 1, parameters.get(i));
        }
    }
}
