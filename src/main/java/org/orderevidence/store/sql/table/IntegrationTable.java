package org.orderevidence.store.sql.table;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.integration.IntegrationCodec;
import org.orderevidence.store.integration.IntegrationRecord;
import org.orderevidence.store.integration.RecordKey;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.dialect.Times;

/** The table of records of integrations. */
public final class IntegrationTable {
    /** What {@link #record} reads. */
    private static final String COLUMNS = """
            SELECT spaces.account, spaces.mode, r.record_group, r.record_id, r.version, r.due, r.expires, r.document
            FROM integration_records AS r JOIN spaces ON spaces.number = r.space
            """;

    public static final String SELECT = COLUMNS + "WHERE r.record_group = ? AND r.record_id = ?";
    public static final String SELECT_GROUP =
            COLUMNS + "WHERE r.record_group = ? AND r.record_id > ? ORDER BY r.record_id LIMIT ?";
    public static final String SELECT_HEADS = "SELECT record_id, version, due, expires FROM integration_records"
            + " WHERE record_group = ? AND record_id > ? ORDER BY record_id LIMIT ?";
    public static final String SELECT_DUE = """
            SELECT due, record_group, record_id FROM integration_records
            WHERE due <= ? AND (due, record_group, record_id) > (?, ?, ?)
            ORDER BY due, record_group, record_id LIMIT ?""";
    public static final String SELECT_EXPIRED = "SELECT record_group, record_id FROM integration_records"
            + " WHERE expires <= ? LIMIT " + IntegrationStore.MAX_PAGE;

    private static final String INSERT = """
            INSERT INTO integration_records (space, record_group, record_id, version, due, expires, document)
            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""";
    private static final String UPDATE = """
            UPDATE integration_records SET version = ?, due = ?, expires = ?, document = ?
            WHERE record_group = ? AND record_id = ? AND version = ?""";
    private static final String DELETE = "DELETE FROM integration_records WHERE record_group = ? AND record_id = ?";
    private static final String DELETE_EXPIRED = DELETE + " AND expires <= ?";

    private IntegrationTable() {}

    /** Stores a new record; false if there is one of its key. */
    public static boolean add(Session session, int space, IntegrationRecord record, byte[] sealed) throws SQLException {
        PreparedStatement insert = session.prepare(INSERT);
        insert.setInt(1, space);
        insert.setString(2, record.key().group());
        insert.setString(3, record.key().id());
        bind(insert, 4, record, sealed);
        return insert.executeUpdate() == 1;
    }

    /** Replaces a record of a version; false if the stored one has another version. */
    public static boolean replace(Session session, long before, IntegrationRecord after, byte[] sealed)
            throws SQLException {
        PreparedStatement update = session.prepare(UPDATE);
        bind(update, 1, after, sealed);
        update.setString(5, after.key().group());
        update.setString(6, after.key().id());
        update.setLong(7, before);
        return update.executeUpdate() == 1;
    }

    private static void bind(PreparedStatement statement, int first, IntegrationRecord record, byte[] sealed)
            throws SQLException {
        statement.setLong(first, record.version());
        Columns.bind(statement, first + 1, micros(record.due()));
        Columns.bind(statement, first + 2, micros(record.expires()));
        statement.setBytes(first + 3, sealed);
    }

    private static @Nullable Long micros(@Nullable Instant time) {
        return time == null ? null : (Long) Times.micros(time);
    }

    private static @Nullable Instant instant(@Nullable Long micros) {
        return micros == null ? null : Times.instant(micros);
    }

    /** Deletes a record. */
    public static int remove(Session session, RecordKey key) throws SQLException {
        PreparedStatement delete = session.prepare(DELETE);
        delete.setString(1, key.group());
        delete.setString(2, key.id());
        return delete.executeUpdate();
    }

    /** Returns a record, or empty if there is none. */
    public static Optional<IntegrationRecord> read(Session session, IntegrationCodec codec, RecordKey key)
            throws SQLException {
        PreparedStatement select = session.prepare(SELECT);
        select.setString(1, key.group());
        select.setString(2, key.id());
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? Optional.of(record(codec, row)) : Optional.empty();
        }
    }

    private static IntegrationRecord record(IntegrationCodec codec, ResultSet row) throws SQLException {
        return codec.record(
                Spaces.named(Columns.text(row, 1), Columns.text(row, 2)),
                new RecordKey(Columns.text(row, 3), Columns.text(row, 4)),
                row.getLong(5),
                instant(Columns.number(row, 6)),
                instant(Columns.number(row, 7)),
                Columns.bytes(row, 8));
    }

    /** Returns records of a group after an id. */
    public static IntegrationStore.Listing group(
            Session session, IntegrationCodec codec, String group, @Nullable String after, int limit)
            throws SQLException {
        PreparedStatement select = session.prepare(SELECT_GROUP);
        select.setString(1, group);
        select.setString(2, after == null ? "" : after);
        select.setInt(3, limit);
        List<IntegrationRecord> records = new ArrayList<>();
        String last = null;
        int rows = 0;
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                rows++;
                last = Columns.text(row, 4);
                try {
                    records.add(record(codec, row));
                } catch (UnreadableDocument | DocumentTooNew | IllegalArgumentException leftOut) {
                    // store verify reports it.
                }
            }
        }
        return new IntegrationStore.Listing(records, rows < limit ? null : last);
    }

    /** Returns what is outside the contents of the records of a group after an id. */
    public static List<IntegrationStore.Head> heads(Session session, String group, @Nullable String after, int limit)
            throws SQLException {
        PreparedStatement select = session.prepare(SELECT_HEADS);
        select.setString(1, group);
        select.setString(2, after == null ? "" : after);
        select.setInt(3, limit);
        List<IntegrationStore.Head> heads = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                heads.add(new IntegrationStore.Head(
                        Columns.text(row, 1),
                        row.getLong(2),
                        instant(Columns.number(row, 3)),
                        instant(Columns.number(row, 4))));
            }
        }
        return heads;
    }

    /** Returns keys of records that are due. */
    public static List<IntegrationStore.Due> due(
            Session session, Instant now, IntegrationStore.@Nullable Due after, int limit) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_DUE);
        select.setLong(1, Times.micros(now));
        select.setLong(2, after == null ? Long.MIN_VALUE : Times.micros(after.due()));
        select.setString(3, after == null ? "" : after.key().group());
        select.setString(4, after == null ? "" : after.key().id());
        select.setInt(5, limit);
        List<IntegrationStore.Due> due = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                RecordKey key = new RecordKey(Columns.text(row, 2), Columns.text(row, 3));
                due.add(new IntegrationStore.Due(Times.instant(row.getLong(1)), key));
            }
        }
        return due;
    }

    /** Returns the keys of some records that have expired. */
    public static List<RecordKey> expired(Session session, Instant now) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_EXPIRED);
        select.setLong(1, Times.micros(now));
        List<RecordKey> expired = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                expired.add(new RecordKey(Columns.text(row, 1), Columns.text(row, 2)));
            }
        }
        return expired;
    }

    /** Deletes those of these records that have still expired. */
    public static int expire(Session session, List<RecordKey> expired, Instant now) throws SQLException {
        int deleted = 0;
        for (RecordKey key : expired) {
            PreparedStatement delete = session.prepare(DELETE_EXPIRED);
            delete.setString(1, key.group());
            delete.setString(2, key.id());
            delete.setLong(3, Times.micros(now));
            deleted += delete.executeUpdate();
        }
        return deleted;
    }
}
