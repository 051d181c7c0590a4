package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.EvidenceStoreContract;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.SightingSearch;
import org.orderevidence.store.SightingWrite;

/** The contract of evidence stores, on an SQL database. */
interface SqlEvidenceStoreContract extends EvidenceStoreContract {
    /** Returns the store that was opened last. */
    SqlStore sql();

    /** Opens the store. */
    void open();

    /** Returns a connection that is not the store's. */
    Connection connect() throws SQLException;

    /** Returns the SQL of a document with another tenth byte. */
    String damagedDocument();

    @AfterEach
    @Override
    default void close() {
        sql().close();
    }

    @Override
    default void reopen() {
        close();
        open();
    }

    @Override
    default EvidenceStore store() {
        return sql().evidence();
    }

    @Override
    default void track(AccountSpace space, SightingWrite sighting) {
        sql().sightings().track(space, sighting);
    }

    @Override
    default List<List<IpSighting>> sightings(AccountSpace space, List<SightingSearch> searches) {
        return sql().sightings().nearest(space, searches);
    }

    @Override
    default PendingStore pending() {
        return sql().pending();
    }

    @Override
    default RecordStore records() {
        return sql().records();
    }

    @Override
    default AccountStore accounts() {
        return sql().accounts();
    }

    @Override
    default void damage(AccountSpace space, OrderId order) {
        String statement = "UPDATE orders_records SET body = " + damagedDocument()
                + " WHERE part = ? AND space = (SELECT number FROM spaces WHERE account = ? AND mode = ?)";
        try (Connection connection = connect();
                PreparedStatement update = connection.prepareStatement(statement)) {
            update.setBytes(1, order.value().getBytes(StandardCharsets.UTF_8));
            update.setString(2, space.account());
            update.setString(3, Spaces.name(space.mode()));
            assertEquals(1, update.executeUpdate());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
