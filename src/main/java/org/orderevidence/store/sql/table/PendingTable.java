package org.orderevidence.store.sql.table;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.pending.PendingFact;
import org.orderevidence.order.pending.PendingKey;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.OpenSpace;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.dialect.Times;

/** The table of facts that wait for their order. */
public final class PendingTable {
    public static final String SELECT_PAGE = """
            SELECT pending_key, version, since, document FROM pending
            WHERE space = ? AND pending_key > ? ORDER BY pending_key LIMIT ?""";
    public static final String SELECT_OF_REFERENCE = """
            SELECT pending_key, version, since, document FROM pending
            WHERE space = ? AND pending_key > ? AND pending_key < ?""";
    public static final String SELECT_VERSION = "SELECT version FROM pending WHERE space = ? AND pending_key = ?";
    public static final String SELECT_OLD =
            "SELECT pending_key FROM pending WHERE space = ? AND since < ? LIMIT " + PendingStore.MAX_PAGE;

    /** Jumps from space to space in the index, so the number of facts does not matter. */
    public static final String SELECT_SPACES = """
            WITH RECURSIVE found (number, place) AS (
              SELECT min(space), 1 FROM pending WHERE space > ?
              UNION ALL
              SELECT (SELECT min(space) FROM pending WHERE space > found.number), found.place + 1 FROM found
              WHERE found.number IS NOT NULL AND found.place < ?)
            SELECT spaces.account, spaces.mode FROM found JOIN spaces ON spaces.number = found.number
            ORDER BY found.number""";

    /** References in one statement. Those that are not needed are empty, and find nothing. */
    private static final int REFERENCES_TOGETHER = 50;

    private static final String SELECT_OF_REFERENCES =
            String.join(" UNION ALL ", Collections.nCopies(REFERENCES_TOGETHER, SELECT_OF_REFERENCE)) + " LIMIT ?";

    private static final String UPSERT = """
            INSERT INTO pending (space, pending_key, version, since, document) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (space, pending_key)
            DO UPDATE SET version = excluded.version, since = excluded.since, document = excluded.document
            WHERE excluded.version > pending.version""";
    /** A newer state of a fact may have come since it was found to be old. */
    private static final String DELETE_OLD = "DELETE FROM pending WHERE space = ? AND pending_key = ? AND since < ?";

    private static final String DELETE = "DELETE FROM pending WHERE space = ? AND pending_key = ? AND version <= ?";

    /** No key has more bytes than this, and no byte of an id is 255, since UTF-8 never has it. */
    private static final byte AFTER_ALL = (byte) 0xff;

    /** Less than the number of any space. */
    private static final int BEFORE_ALL = -1;

    private PendingTable() {}

    /**
     * Stores a fact, unless the table has no room.
     *
     * @param document the sealed fact
     * @param room of this store
     * @return false if there was no room
     */
    public static boolean put(Session session, int space, PendingFact fact, byte[] document, PendingRoom room)
            throws SQLException {
        byte[] key = fact.key().bytes();
        if (!isStored(session, space, key) && !room.take(session, space)) {
            return false;
        }
        PreparedStatement upsert = session.prepare(UPSERT);
        upsert.setInt(1, space);
        upsert.setBytes(2, key);
        upsert.setLong(3, fact.version());
        upsert.setLong(4, Times.micros(fact.since()));
        upsert.setBytes(5, document);
        upsert.executeUpdate();
        return true;
    }

    private static boolean isStored(Session session, int space, byte[] key) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_VERSION);
        select.setInt(1, space);
        select.setBytes(2, key);
        try (ResultSet row = select.executeQuery()) {
            return row.next();
        }
    }

    /** Returns facts with these references. */
    public static List<PendingFact> of(Session session, OpenSpace space, List<OrderReference> references, int limit)
            throws SQLException {
        List<PendingFact> facts = new ArrayList<>();
        int examined = 0;
        for (int i = 0; i < references.size() && examined < limit; i += REFERENCES_TOGETHER) {
            PreparedStatement select = session.prepare(SELECT_OF_REFERENCES);
            for (int j = 0; j < REFERENCES_TOGETHER; j++) {
                boolean isNeeded = i + j < references.size();
                byte[] prefix = isNeeded ? references.get(i + j).bytes() : new byte[0];
                select.setInt(3 * j + 1, space.number());
                select.setBytes(3 * j + 2, prefix);
                select.setBytes(3 * j + 3, isNeeded ? behind(prefix) : prefix);
            }
            select.setInt(3 * REFERENCES_TOGETHER + 1, limit - examined);
            PendingStore.Listing found = read(select, space, limit - examined);
            facts.addAll(found.facts());
            examined += found.rows();
        }
        return facts;
    }

    /** Returns what is greater than all keys that start with these bytes. */
    private static byte[] behind(byte[] prefix) {
        byte[] end = Arrays.copyOf(prefix, prefix.length + 1);
        end[prefix.length] = AFTER_ALL;
        return end;
    }

    /** Returns the facts after a key. */
    public static PendingStore.Listing page(Session session, OpenSpace space, @Nullable PendingKey after, int limit)
            throws SQLException {
        PreparedStatement select = session.prepare(SELECT_PAGE);
        select.setInt(1, space.number());
        select.setBytes(2, after == null ? new byte[0] : after.bytes());
        select.setInt(3, limit);
        return read(select, space, limit);
    }

    private static PendingStore.Listing read(PreparedStatement select, OpenSpace space, int limit) throws SQLException {
        List<PendingFact> facts = new ArrayList<>();
        PendingKey last = null;
        int rows = 0;
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                rows++;
                try {
                    PendingKey key = PendingKey.of(Columns.bytes(row, 1));
                    last = key;
                    facts.add(space.codec()
                            .pending(
                                    space.name(),
                                    key,
                                    row.getLong(2),
                                    Times.instant(row.getLong(3)),
                                    Columns.bytes(row, 4)));
                } catch (UnreadableDocument | DocumentTooNew | IllegalArgumentException leftOut) {
                    // store verify reports it.
                }
            }
        }
        return new PendingStore.Listing(facts, rows < limit ? null : last, rows);
    }

    /** Deletes a fact, unless a newer version is stored. */
    public static int end(Session session, int space, byte[] key, long version) throws SQLException {
        PreparedStatement delete = session.prepare(DELETE);
        delete.setInt(1, space);
        delete.setBytes(2, key);
        delete.setLong(3, version);
        return delete.executeUpdate();
    }

    /** Returns the keys of some facts that were stored before this time. */
    public static List<byte[]> old(Session session, int space, Instant before) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_OLD);
        select.setInt(1, space);
        select.setLong(2, Times.micros(before));
        List<byte[]> old = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                old.add(Columns.bytes(row, 1));
            }
        }
        return old;
    }

    /** Deletes those of these facts that are still stored as before this time. */
    public static int expire(Session session, int space, List<byte[]> old, Instant before) throws SQLException {
        int deleted = 0;
        for (byte[] key : old) {
            PreparedStatement delete = session.prepare(DELETE_OLD);
            delete.setInt(1, space);
            delete.setBytes(2, key);
            delete.setLong(3, Times.micros(before));
            deleted += delete.executeUpdate();
        }
        return deleted;
    }

    /**
     * Returns spaces that have rows, by number.
     *
     * @param after start after the space of this number; empty for the first
     */
    public static List<AccountSpace> spaces(Session session, @Nullable Integer after, int limit) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_SPACES);
        select.setInt(1, after == null ? BEFORE_ALL : after);
        select.setInt(2, limit);
        List<AccountSpace> spaces = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                spaces.add(Spaces.named(Columns.text(row, 1), Columns.text(row, 2)));
            }
        }
        return spaces;
    }
}
