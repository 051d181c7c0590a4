package org.orderevidence.store.sql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.TestCodec;

/** SQLite keeps the contract. */
final class SqliteEvidenceStoreTest implements SqlEvidenceStoreContract {
    @TempDir
    private Path folder;

    private SqlStore open;

    @BeforeEach
    @Override
    public void open() {
        open = SqlStore.openSqlite(
                folder.resolve("evidence.db"), SqlSettings.defaults(), OrderFixtures.NOON, TestCodec.CODECS);
    }

    @Override
    public SqlStore sql() {
        return open;
    }

    @Override
    public Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("evidence.db"));
    }

    @Override
    public String damagedDocument() {
        return "substr(body, 1, 9) || CASE substr(body, 10, 1) WHEN x'FF' THEN x'00' ELSE x'FF' END"
                + " || substr(body, 11)";
    }
}
