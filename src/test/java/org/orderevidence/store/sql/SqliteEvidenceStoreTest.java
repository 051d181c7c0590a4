package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceArchive;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStoreContract;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.sql.dialect.SqlSettings;
import org.orderevidence.store.sql.table.Spaces;

/** SQLite keeps the contract. */
final class SqliteEvidenceStoreTest implements EvidenceStoreContract {
    @TempDir
    private Path folder;

    private SqlStore open;

    @BeforeEach
    void open() {
        open = SqlStore.openSqlite(
                folder.resolve("evidence.db"), SqlSettings.defaults(), OrderFixtures.NOON, TestCodec.CODECS);
    }

    @AfterEach
    @Override
    public void close() {
        open.close();
    }

    @Override
    public void reopen() {
        close();
        open();
    }

    @Override
    public EvidenceStore store() {
        return open.evidence();
    }

    @Override
    public PendingStore pending() {
        return open.pending();
    }

    @Override
    public AccountStore accounts() {
        return open.accounts();
    }

    @Override
    public EvidenceArchive archive() {
        return open.archive();
    }

    @Override
    public void damage(AccountSpace space, OrderId order) {
        String sql = """
                UPDATE orders SET document = substr(document, 1, 9)
                  || CASE substr(document, 10, 1) WHEN x'FF' THEN x'00' ELSE x'FF' END || substr(document, 11)
                WHERE id = ? AND space = (SELECT number FROM spaces WHERE account = ? AND mode = ?)""";
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("evidence.db"));
                PreparedStatement update = connection.prepareStatement(sql)) {
            update.setString(1, order.value());
            update.setString(2, space.account());
            update.setString(3, Spaces.name(space.mode()));
            assertEquals(1, update.executeUpdate());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
