package org.orderevidence.store.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.IpSighting;
import org.orderevidence.store.SightingSearch;
import org.orderevidence.store.SightingWrite;

/** Sightings by customer, minute and address; never changed once kept. */
final class SightingTable {
    private static final String INSERT = """
            INSERT INTO sightings (space, customer, minute, ip_key, ip, observed_at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (space, customer, minute, ip_key) DO NOTHING""";

    /** The newest minute before the span, the first in it, the first after it. */
    static final String SELECT_MINUTES = """
            SELECT
              (SELECT minute FROM sightings WHERE space = ? AND customer = ? AND minute >= ? AND minute < ?
                ORDER BY minute DESC LIMIT 1),
              (SELECT minute FROM sightings WHERE space = ? AND customer = ? AND minute >= ? AND minute <= ?
                ORDER BY minute LIMIT 1),
              (SELECT minute FROM sightings WHERE space = ? AND customer = ? AND minute > ? AND minute <= ?
                ORDER BY minute LIMIT 1)""";

    static final String SELECT_MINUTE = """
            SELECT ip, observed_at FROM sightings WHERE space = ? AND customer = ? AND minute = ?
            ORDER BY ip_key LIMIT\s""" + SightingSearch.MAX_PER_MINUTE;

    private static final int MINUTES_OF_A_SEARCH = 3;
    private static final int PARAMETERS_OF_A_MINUTE = 4;

    private SightingTable() {}

    static void keep(Session session, int space, SightingWrite write) throws SQLException {
        IpSighting sighting = write.sighting();
        PreparedStatement insert = session.prepare(INSERT);
        insert.setInt(1, space);
        insert.setBytes(2, write.customer().bytes());
        insert.setLong(3, sighting.minute());
        insert.setBytes(4, write.ipKey().bytes());
        insert.setBytes(5, sighting.ip().bytes());
        insert.setLong(6, Times.micros(sighting.observedAt()));
        insert.executeUpdate();
    }

    static List<IpSighting> nearest(Session session, int space, SightingSearch search) throws SQLException {
        List<IpSighting> found = new ArrayList<>();
        for (long minute : minutes(session, space, search)) {
            PreparedStatement select = session.prepare(SELECT_MINUTE);
            select.setInt(1, space);
            select.setBytes(2, search.customer().bytes());
            select.setLong(3, minute);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    found.add(new IpSighting(IpAddress.ofBytes(Columns.bytes(row, 1)), Times.instant(row.getLong(2))));
                }
            }
        }
        return found;
    }

    private static List<Long> minutes(Session session, int space, SightingSearch search) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_MINUTES);
        byte[] customer = search.customer().bytes();
        long[][] bounds = {
            {search.earliest(), search.spanFrom()},
            {search.spanFrom(), search.spanUntil()},
            {search.spanUntil(), search.latest()}
        };
        for (int i = 0; i < MINUTES_OF_A_SEARCH; i++) {
            int first = i * PARAMETERS_OF_A_MINUTE;
            select.setInt(first + 1, space);
            select.setBytes(first + 2, customer);
            select.setLong(first + 3, bounds[i][0]);
            select.setLong(first + 4, bounds[i][1]);
        }
        List<Long> minutes = new ArrayList<>(MINUTES_OF_A_SEARCH);
        try (ResultSet row = select.executeQuery()) {
            row.next();
            for (int i = 1; i <= MINUTES_OF_A_SEARCH; i++) {
                Long minute = Columns.number(row, i);
                if (minute != null) {
                    minutes.add(minute);
                }
            }
        }
        return minutes;
    }
}
