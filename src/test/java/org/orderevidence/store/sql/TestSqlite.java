package org.orderevidence.store.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Changes a SQLite file behind the back of the store. */
public final class TestSqlite {
    private TestSqlite() {}

    /** Executes a statement in the file at an address, and returns the number of changed rows. */
    public static int change(String url, String sql) {
        try (Connection connection = DriverManager.getConnection("jdbc:" + url);
                Statement statement = connection.createStatement()) {
            return statement.executeUpdate(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
