package org.orderevidence.store.sql.table;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
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

/** The table of what waits for its order. */
public final class PendingTable {
    public static final String SELECT_PAGE = """
            SELECT pending_key, version, since, document FROM pending
            WHERE space = ? AND pending_key > ? ORDER BY pending_key LIMIT ?""";
    public static final String SELECT_OF_REFERENCE = """
            SELECT pending_key, version, since, document FROM pending
            WHERE space = ? AND pending_key > ? AND pending_key < ? ORDER BY pending_key LIMIT ?""";
    public static final String SELECT_VERSION = "SELECT version FROM pending WHERE space = ? AND pending_key = ?";
    public static final String COUNT = "SELECT count(*) FROM (SELECT 1 FROM pending WHERE space = ? LIMIT "
            + PendingStore.MAX_FACTS + ") AS counted";
    public static final String SELECT_OLD =
            "SELECT pending_key FROM pending WHERE space = ? AND since < ? LIMIT " + PendingStore.MAX_PAGE;
    public static final String SELECT_NEXT_SPACE = "SELECT min(space) FROM pending WHERE space > ?";

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

    private PendingTable() {}

    /**
     * Stores a fact, unless the table has no room.
     *
     * @param document the sealed fact
     * @return false if there was no room
     */
    public static boolean put(Session session, int space, PendingFact fact, byte[] document) throws SQLException {
        byte[] key = fact.key().bytes();
        if (!isStored(session, space, key) && isFull(session, space)) {
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

    private static boolean isFull(Session session, int space) throws SQLException {
        PreparedStatement count = session.prepare(COUNT);
        count.setInt(1, space);
        try (ResultSet row = count.executeQuery()) {
            return row.next() && row.getInt(1) >= PendingStore.MAX_FACTS;
        }
    }

    /** Returns the facts with this reference, by key. */
    public static List<PendingFact> of(Session session, OpenSpace space, OrderReference reference, int limit)
            throws SQLException {
        byte[] prefix = reference.bytes();
        byte[] end = Arrays.copyOf(prefix, prefix.length + 1);
        end[prefix.length] = AFTER_ALL;
        PreparedStatement select = session.prepare(SELECT_OF_REFERENCE);
        select.setInt(1, space.number());
        select.setBytes(2, prefix);
        select.setBytes(3, end);
        select.setInt(4, limit);
        return read(select, space, limit).facts();
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
        return new PendingStore.Listing(facts, rows < limit ? null : last);
    }

    /** Deletes a fact, unless a newer version is stored. */
    public static int end(Session session, int space, byte[] key, long version) throws SQLException {
        PreparedStatement delete = session.prepare(DELETE);
        delete.setInt(1, space);
        delete.setBytes(2, key);
        delete.setLong(3, version);
        return delete.executeUpdate();
    }

    /** Deletes some of the facts that were stored before this time. */
    public static int expire(Session session, int space, Instant before) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_OLD);
        select.setInt(1, space);
        select.setLong(2, Times.micros(before));
        List<byte[]> old = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                old.add(Columns.bytes(row, 1));
            }
        }
        for (byte[] key : old) {
            PreparedStatement delete = session.prepare(DELETE_OLD);
            delete.setInt(1, space);
            delete.setBytes(2, key);
            delete.setLong(3, Times.micros(before));
            delete.executeUpdate();
        }
        return old.size();
    }

    /** Returns the numbers of the spaces that have rows. */
    public static List<Integer> spaces(Session session) throws SQLException {
        List<Integer> spaces = new ArrayList<>();
        int last = -1;
        while (spaces.size() < PendingStore.MAX_SPACES) {
            PreparedStatement next = session.prepare(SELECT_NEXT_SPACE);
            next.setInt(1, last);
            try (ResultSet row = next.executeQuery()) {
                Long found = row.next() ? Columns.number(row, 1) : null;
                if (found == null) {
                    return spaces;
                }
                last = Math.toIntExact(found);
                spaces.add(last);
            }
        }
        return spaces;
    }
}
