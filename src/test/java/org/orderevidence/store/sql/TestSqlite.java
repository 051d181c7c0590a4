package org.orderevidence.store.sql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.TestCodec;

/** A store in a SQLite file, and changes of such a file behind the back of its store. */
public final class TestSqlite {
    private TestSqlite() {}

    /** Opens the store in a folder, at noon and with fixed keys. */
    public static OpenStore open(Path folder) {
        return SqlRecordStore.openSqlite(
                folder.resolve("evidence.db"), SqlSettings.defaults(), OrderFixtures.NOON, TestCodec.CODECS);
    }

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
