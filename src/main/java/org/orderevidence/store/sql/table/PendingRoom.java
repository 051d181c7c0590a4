package org.orderevidence.store.sql.table;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.sql.dialect.Session;

/**
 * How many more pending facts each space can take before its facts are counted again. Without it, each new fact would
 * count up to 100,000 rows. Each sweep resets it. In between, this instance takes only a sixteenth of the room that it
 * has counted, because other instances count the same room.
 */
public final class PendingRoom {
    public static final String COUNT = "SELECT count(*) FROM (SELECT 1 FROM pending WHERE space = ? LIMIT "
            + PendingStore.MAX_FACTS + ") AS counted";

    private static final int SHARE = 16;

    /** In the place of a number: the space is full. */
    private static final int FULL = -1;

    private final ConcurrentMap<Integer, Integer> left = new ConcurrentHashMap<>();

    /** Takes the room for a new fact; false if there is none. */
    boolean take(Session session, int space) throws SQLException {
        Integer rest = left.computeIfPresent(
                space, (key, before) -> before == FULL ? Integer.valueOf(FULL) : before == 0 ? null : before - 1);
        if (rest != null) {
            return rest != FULL;
        }
        int free = PendingStore.MAX_FACTS - count(session, space);
        left.put(space, free <= 0 ? FULL : Math.max(0, free / SHARE - 1));
        return free > 0;
    }

    private static int count(Session session, int space) throws SQLException {
        PreparedStatement count = session.prepare(COUNT);
        count.setInt(1, space);
        try (ResultSet row = count.executeQuery()) {
            return row.next() ? row.getInt(1) : 0;
        }
    }

    /** Gives back the room of facts that this instance has deleted. A space that was full is counted again. */
    public void add(int space, int facts) {
        if (facts > 0) {
            left.computeIfPresent(space, (key, before) -> before == FULL ? null : before + facts);
        }
    }

    /** Has the facts of a space counted again. */
    public void forget(int space) {
        left.remove(space);
    }
}
