package org.orderevidence.store.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.dialect.Times;
import org.orderevidence.store.sql.table.Spaces;

/** The table of the audit log in an SQL database. */
final class AuditTable {
    private static final String INSERT = """
            INSERT INTO audit (account, mode, id, happened_at, actor, action, key_id, new_key_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING""";
    static final String TRIM = """
            DELETE FROM audit WHERE account = ? AND mode = ? AND id < ? AND id <
            (SELECT id FROM audit WHERE account = ? AND mode = ? ORDER BY id DESC LIMIT 1 OFFSET ?)""";
    private static final String DELETE = "DELETE FROM audit WHERE account = ? AND mode = ? AND id = ?";
    static final String SELECT = """
            SELECT id, happened_at, actor, action, key_id, new_key_id FROM audit
            WHERE account = ? AND mode = ? AND id < ? ORDER BY id DESC LIMIT ?""";

    /** Greater than every id. */
    private static final String AFTER_ALL = "~";

    private AuditTable() {}

    /** Adds an entry. Returns the number of rows that were added. */
    static int add(Session session, AuditRow entry) throws SQLException {
        PreparedStatement insert = session.prepare(INSERT);
        String mode = Spaces.name(entry.space().mode());
        insert.setString(1, entry.space().account());
        insert.setString(2, mode);
        insert.setString(3, entry.id());
        insert.setLong(4, Times.micros(entry.at()));
        insert.setString(5, entry.actor());
        insert.setString(6, entry.action());
        insert.setString(7, entry.keyId());
        insert.setString(8, entry.newKeyId());
        return insert.executeUpdate();
    }

    /** Removes the entries before an id, except some of the newest. Returns the number of rows that were removed. */
    static int trim(Session session, AccountSpace space, String before, int newest) throws SQLException {
        PreparedStatement trim = session.prepare(TRIM);
        String mode = Spaces.name(space.mode());
        trim.setString(1, space.account());
        trim.setString(2, mode);
        trim.setString(3, before);
        trim.setString(4, space.account());
        trim.setString(5, mode);
        trim.setInt(6, newest - 1);
        return trim.executeUpdate();
    }

    static int remove(Session session, AuditRow entry) throws SQLException {
        PreparedStatement delete = session.prepare(DELETE);
        delete.setString(1, entry.space().account());
        delete.setString(2, Spaces.name(entry.space().mode()));
        delete.setString(3, entry.id());
        return delete.executeUpdate();
    }

    static List<AuditRow> list(Session session, AccountSpace space, @Nullable String before, int limit)
            throws SQLException {
        PreparedStatement select = session.prepare(SELECT);
        select.setString(1, space.account());
        select.setString(2, Spaces.name(space.mode()));
        select.setString(3, before == null ? AFTER_ALL : before);
        select.setInt(4, limit);
        List<AuditRow> entries = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                entries.add(new AuditRow(
                        space,
                        Columns.text(row, 1),
                        Times.instant(row.getLong(2)),
                        Columns.text(row, 3),
                        Columns.text(row, 4),
                        row.getString(5),
                        row.getString(6)));
            }
        }
        return entries;
    }
}
