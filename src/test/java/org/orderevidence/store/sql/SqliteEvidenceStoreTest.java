package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStoreContract;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.Sightings.SightingSearch;
import org.orderevidence.store.Sightings.SightingWrite;

/** The contract of evidence stores, on the embedded store. The engines themselves keep that of records. */
final class SqliteEvidenceStoreTest implements EvidenceStoreContract {
    @TempDir
    private Path folder;

    private OpenStore open;

    @BeforeEach
    void open() {
        open = TestSqlite.open(folder);
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
    public void track(AccountSpace space, SightingWrite sighting) {
        open.sightings().track(space, List.of(sighting), _ -> null);
    }

    @Override
    public List<List<IpSighting>> sightings(AccountSpace space, List<SightingSearch> searches) {
        return open.sightings().nearest(space, searches);
    }

    @Override
    public PendingStore pending() {
        return open.pending();
    }

    @Override
    public RecordStore records() {
        return open.records();
    }

    @Override
    public AccountStore accounts() {
        return open.accounts();
    }

    @Override
    public void damage(AccountSpace space, OrderId order) {
        String statement = "UPDATE orders_records SET body = substr(body, 1, 9)"
                + " || CASE substr(body, 10, 1) WHEN x'FF' THEN x'00' ELSE x'FF' END || substr(body, 11)"
                + " WHERE part = ? AND space = (SELECT number FROM spaces WHERE account = ? AND mode = ?)";
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("evidence.db"));
                PreparedStatement update = connection.prepareStatement(statement)) {
            update.setBytes(1, order.value().getBytes(StandardCharsets.UTF_8));
            update.setString(2, space.account());
            update.setString(3, space.mode().wireName());
            assertEquals(1, update.executeUpdate());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
