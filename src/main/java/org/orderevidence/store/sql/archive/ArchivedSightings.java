package org.orderevidence.store.sql.archive;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.store.EvidenceArchive.ArchivedSighting;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.sighting.SightingWrite;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.dialect.Times;

/** Reads one page of a walk over sightings. */
public final class ArchivedSightings {
    public static final String SELECT = """
            SELECT space, customer, minute, ip_key, ip, observed_at FROM sightings
            WHERE (space, customer, minute, ip_key) > (?, ?, ?, ?)
            ORDER BY space, customer, minute, ip_key LIMIT ?""";

    private static final HexFormat HEX = HexFormat.of();

    private final Session session;
    private final SpaceNames names;
    private final EvidenceCodec codec;

    ArchivedSightings(Session session, EvidenceCodec codec) {
        this.session = session;
        this.codec = codec;
        this.names = new SpaceNames(session);
    }

    Page<ArchivedSighting> page(ArchivePlace.OfSighting after, int limit) throws SQLException {
        PreparedStatement select = session.prepare(SELECT);
        select.setInt(1, after.space());
        select.setBytes(2, HEX.parseHex(after.customer()));
        select.setLong(3, after.minute());
        select.setBytes(4, HEX.parseHex(after.ipKey()));
        select.setInt(5, limit);
        List<Found<ArchivedSighting>> found = new ArrayList<>();
        ArchivePlace.OfSighting last = after;
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                byte[] customer = Columns.bytes(row, 2);
                byte[] ipKey = Columns.bytes(row, 4);
                last = new ArchivePlace.OfSighting(
                        row.getInt(1), HEX.formatHex(customer), row.getLong(3), HEX.formatHex(ipKey));
                found.add(found(last, customer, ipKey, Columns.bytes(row, 5), row.getLong(6)));
            }
        }
        return new Page<>(found, found.size() < limit ? null : last.text());
    }

    private Found<ArchivedSighting> found(
            ArchivePlace.OfSighting place, byte[] customer, byte[] ipKey, byte[] ip, long observedAt)
            throws SQLException {
        try {
            IpAddress address =
                    codec.ip(names.of(place.space()), KeyedHash.of(customer), place.minute(), KeyedHash.of(ipKey), ip);
            IpSighting sighting = new IpSighting(address, Times.instant(observedAt));
            if (sighting.minute() == place.minute()) {
                return new Whole<>(new ArchivedSighting(
                        names.of(place.space()),
                        new SightingWrite(KeyedHash.of(customer), KeyedHash.of(ipKey), sighting)));
            }
            return damaged(place, "its time does not lie in its minute");
        } catch (IllegalArgumentException | UnreadableDocument | DocumentTooNew malformed) {
            return damaged(place, String.valueOf(malformed.getMessage()));
        }
    }

    private Damaged<ArchivedSighting> damaged(ArchivePlace.OfSighting place, String fault) throws SQLException {
        String key = "sighting of customer key " + place.customer() + " in minute " + place.minute()
                + " with address key " + place.ipKey();
        return new Damaged<>(names.of(place.space()), key, fault);
    }
}
