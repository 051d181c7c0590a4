package org.orderevidence.store.sql.archive;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Whole;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.integration.IntegrationCodec;
import org.orderevidence.store.integration.IntegrationRecord;
import org.orderevidence.store.integration.RecordKey;
import org.orderevidence.store.sql.commit.ReaderPool;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.dialect.Times;

/** Walks over records of integrations, by space and key. */
public final class ArchivedIntegrations {
    public static final String SELECT = """
            SELECT space, record_group, record_id, version, due, expires, document FROM integration_records
            WHERE (space, record_group, record_id) > (?, ?, ?) ORDER BY space, record_group, record_id LIMIT ?""";

    private ArchivedIntegrations() {}

    /** Where a page ended. Neither name has a blank. */
    private record Place(int space, String group, String id) {
        static Place parse(@Nullable String text) {
            if (text == null) {
                return new Place(ArchivePlace.BEFORE_ALL, "", "");
            }
            String[] parts = text.split(" ", -1);
            if (parts.length != 3) {
                throw new IllegalArgumentException("not where a page of this store ended");
            }
            return new Place(Integer.parseInt(parts[0]), parts[1], parts[2]);
        }

        String text() {
            return space + " " + group + " " + id;
        }
    }

    /** Returns one page of the walk. */
    public static Page<IntegrationRecord> page(
            ReaderPool readers, IntegrationCodec codec, @Nullable String after, int limit) {
        Place place = Place.parse(after);
        return DamagedPages.read(
                limit,
                rows -> readers.readSnapshot(session -> page(session, codec, place, rows)),
                () -> beyond(readers, place));
    }

    private static Page<IntegrationRecord> page(Session session, IntegrationCodec codec, Place after, int limit)
            throws SQLException {
        SpaceNames names = new SpaceNames(session);
        PreparedStatement select = session.prepare(SELECT);
        select.setInt(1, after.space());
        select.setString(2, after.group());
        select.setString(3, after.id());
        select.setInt(4, limit);
        List<Found<IntegrationRecord>> found = new ArrayList<>();
        Place last = after;
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                last = new Place(row.getInt(1), Columns.text(row, 2), Columns.text(row, 3));
                found.add(found(names.of(last.space()), last, codec, row));
            }
        }
        return new Page<>(found, found.size() < limit ? null : last.text());
    }

    private static Found<IntegrationRecord> found(
            AccountSpace space, Place place, IntegrationCodec codec, ResultSet row) throws SQLException {
        try {
            RecordKey key = new RecordKey(place.group(), place.id());
            return new Whole<>(codec.record(
                    space,
                    key,
                    row.getLong(4),
                    instant(Columns.number(row, 5)),
                    instant(Columns.number(row, 6)),
                    Columns.bytes(row, 7)));
        } catch (UnreadableDocument | DocumentTooNew | IllegalArgumentException malformed) {
            return new Damaged<>(
                    space, "record " + place.id() + " of " + place.group(), String.valueOf(malformed.getMessage()));
        }
    }

    private static @Nullable Instant instant(@Nullable Long micros) {
        return micros == null ? null : Times.instant(micros);
    }

    private static Page<IntegrationRecord> beyond(ReaderPool readers, Place place) {
        AccountSpace space = place.space() == ArchivePlace.BEFORE_ALL
                ? new AccountSpace("unknown", AccountSpace.Mode.LIVE)
                : readers.read(session -> new SpaceNames(session).of(place.space()));
        return new Page<>(
                List.of(new Damaged<>(
                        space,
                        "table integration_records",
                        DamagedPages.FAULT + "; the rest of this table was not read")),
                null);
    }
}
