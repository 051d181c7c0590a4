package org.orderevidence.store.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.document.CategoryName;
import org.orderevidence.store.document.ProfileDocument;
import org.orderevidence.store.sql.commit.GroupCommitter;
import org.orderevidence.store.sql.commit.ReaderPool;
import org.orderevidence.store.sql.dialect.Columns;
import org.orderevidence.store.sql.dialect.Session;
import org.orderevidence.store.sql.dialect.Times;
import org.orderevidence.store.sql.table.Spaces;

/** Accounts, keys and the installation's facts in an SQL database. */
final class SqlAccountStore implements AccountStore {
    private static final String INSERT_ACCOUNT = """
            INSERT INTO accounts (id, created_at, default_category, profile) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO NOTHING""";
    private static final String SELECT_ACCOUNT =
            "SELECT id, created_at, default_category, profile FROM accounts WHERE id = ?";
    private static final String SELECT_ACCOUNTS =
            "SELECT id, created_at, default_category, profile FROM accounts WHERE id > ? ORDER BY id LIMIT ?";
    private static final String UPDATE_PROFILE = "UPDATE accounts SET default_category = ?, profile = ? WHERE id = ?";

    private static final String KEY_COLUMNS =
            "hash, id, account, mode, label, scopes, created_at, expires_at, ended_at, replaced_by, last_used";
    private static final String INSERT_KEY = "INSERT INTO api_keys (" + KEY_COLUMNS
            + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
    static final String SELECT_KEY = "SELECT " + KEY_COLUMNS + " FROM api_keys WHERE hash = ?";
    static final String SELECT_KEY_BY_ID = "SELECT " + KEY_COLUMNS + " FROM api_keys WHERE id = ?";
    static final String SELECT_KEYS = "SELECT " + KEY_COLUMNS + " FROM api_keys WHERE account = ? AND mode = ?"
            + " AND (created_at, id) > (?, ?) ORDER BY created_at, id LIMIT ?";
    static final String COUNT_KEYS = "SELECT count(*) FROM api_keys WHERE account = ? AND mode = ?";
    private static final String END_KEY = "UPDATE api_keys SET ended_at = ? WHERE account = ? AND id = ?";
    private static final String REPLACE_KEY =
            "UPDATE api_keys SET ended_at = ?, replaced_by = ? WHERE account = ? AND id = ? AND ended_at IS NULL";
    private static final String RESTORE_KEY =
            "UPDATE api_keys SET ended_at = ? WHERE account = ? AND id = ? AND ended_at = ?";
    private static final String TOUCH_KEY = "UPDATE api_keys SET last_used = ? WHERE hash = ?";
    private static final String DELETE_KEY = "DELETE FROM api_keys WHERE hash = ?";

    private static final String INSERT_FACT =
            "INSERT INTO installation (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING";
    private static final String UPSERT_FACT = """
            INSERT INTO installation (name, value) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET value = excluded.value""";
    private static final String SELECT_FACT = "SELECT value FROM installation WHERE name = ?";

    private final GroupCommitter committer;
    private final ReaderPool readers;

    SqlAccountStore(GroupCommitter committer, ReaderPool readers) {
        this.committer = committer;
        this.readers = readers;
    }

    @Override
    public boolean createAccount(AccountRow account) {
        byte[] profile = ProfileDocument.encode(account.profile(), account.showsLogo());
        return committer.write(1, session -> {
            PreparedStatement insert = session.prepare(INSERT_ACCOUNT);
            insert.setString(1, account.id());
            insert.setLong(2, Times.micros(account.createdAt()));
            insert.setString(3, CategoryName.of(account.defaultCategory()));
            insert.setBytes(4, profile);
            return insert.executeUpdate() == 1;
        });
    }

    @Override
    public Optional<AccountRow> account(String id) {
        return readers.read(session -> {
            PreparedStatement select = session.prepare(SELECT_ACCOUNT);
            select.setString(1, id);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(account(row)) : Optional.empty();
            }
        });
    }

    @Override
    public List<AccountRow> accounts(@Nullable String after, int limit) {
        return readers.read(session -> {
            PreparedStatement select = session.prepare(SELECT_ACCOUNTS);
            select.setString(1, after == null ? "" : after);
            select.setInt(2, limit);
            List<AccountRow> all = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    all.add(account(row));
                }
            }
            return all;
        });
    }

    @Override
    public boolean putProfile(
            String account, MerchantInfo profile, Charge.@Nullable Category defaultCategory, boolean showsLogo) {
        byte[] document = ProfileDocument.encode(profile, showsLogo);
        return committer.write(1, session -> {
            PreparedStatement update = session.prepare(UPDATE_PROFILE);
            update.setString(1, CategoryName.of(defaultCategory));
            update.setBytes(2, document);
            update.setString(3, account);
            return update.executeUpdate() == 1;
        });
    }

    @Override
    public boolean createKey(KeyRow key) {
        return committer.write(1, session -> {
            PreparedStatement insert = session.prepare(INSERT_KEY);
            insert.setBytes(1, key.hash().toArray());
            insert.setString(2, key.id());
            insert.setString(3, key.account());
            insert.setString(4, Spaces.name(key.mode()));
            insert.setString(5, key.label());
            insert.setString(6, String.join(",", new TreeSet<>(key.scopes())));
            insert.setLong(7, Times.micros(key.createdAt()));
            Columns.bind(insert, 8, micros(key.expiresAt()));
            Columns.bind(insert, 9, micros(key.endedAt()));
            insert.setString(10, key.replacedBy());
            LocalDate lastUsedOn = key.lastUsedOn();
            Columns.bind(insert, 11, lastUsedOn == null ? null : (Long) lastUsedOn.toEpochDay());
            return insert.executeUpdate() == 1;
        });
    }

    @Override
    public Optional<KeyRow> keyByHash(Bytes hash) {
        return readers.read(session -> {
            PreparedStatement select = session.prepare(SELECT_KEY);
            select.setBytes(1, hash.toArray());
            return one(select);
        });
    }

    @Override
    public Optional<KeyRow> key(String account, String keyId) {
        return readers.read(session -> {
            PreparedStatement select = session.prepare(SELECT_KEY_BY_ID);
            select.setString(1, keyId);
            return one(select).filter(key -> key.account().equals(account));
        });
    }

    private static Optional<KeyRow> one(PreparedStatement select) throws SQLException {
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? Optional.of(key(row)) : Optional.empty();
        }
    }

    @Override
    public List<KeyRow> keys(AccountSpace space, @Nullable KeyRow after, int limit) {
        return readers.read(session -> {
            PreparedStatement select = session.prepare(SELECT_KEYS);
            select.setString(1, space.account());
            select.setString(2, Spaces.name(space.mode()));
            select.setLong(3, after == null ? Long.MIN_VALUE : Times.micros(after.createdAt()));
            select.setString(4, after == null ? "" : after.id());
            select.setInt(5, limit);
            List<KeyRow> all = new ArrayList<>();
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    all.add(key(row));
                }
            }
            return all;
        });
    }

    @Override
    public long countKeys(AccountSpace space) {
        return readers.read(session -> {
            PreparedStatement count = session.prepare(COUNT_KEYS);
            count.setString(1, space.account());
            count.setString(2, Spaces.name(space.mode()));
            try (ResultSet row = count.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        });
    }

    @Override
    public boolean endKey(String account, String keyId, Instant at) {
        return committer.write(1, session -> {
            PreparedStatement update = session.prepare(END_KEY);
            update.setLong(1, Times.micros(at));
            update.setString(2, account);
            update.setString(3, keyId);
            return update.executeUpdate() == 1;
        });
    }

    @Override
    public boolean replaceKey(String account, String keyId, Instant endedAt, String successor) {
        return committer.write(1, session -> {
            PreparedStatement update = session.prepare(REPLACE_KEY);
            update.setLong(1, Times.micros(endedAt));
            update.setString(2, successor);
            update.setString(3, account);
            update.setString(4, keyId);
            return update.executeUpdate() == 1;
        });
    }

    @Override
    public boolean restoreKey(KeyRow before, Instant endedAt) {
        return committer.write(1, session -> {
            PreparedStatement update = session.prepare(RESTORE_KEY);
            Columns.bind(update, 1, micros(before.endedAt()));
            update.setString(2, before.account());
            update.setString(3, before.id());
            update.setLong(4, Times.micros(endedAt));
            return update.executeUpdate() == 1;
        });
    }

    @Override
    public boolean touchKey(Bytes hash, LocalDate day) {
        return committer.write(1, session -> {
            PreparedStatement update = session.prepare(TOUCH_KEY);
            update.setInt(1, Math.toIntExact(day.toEpochDay()));
            update.setBytes(2, hash.toArray());
            return update.executeUpdate() == 1;
        });
    }

    @Override
    public void deleteKey(KeyRow key) {
        committer.write(1, session -> {
            PreparedStatement delete = session.prepare(DELETE_KEY);
            delete.setBytes(1, key.hash().toArray());
            return delete.executeUpdate();
        });
    }

    @Override
    public void addAudit(AuditRow entry) {
        committer.write(1, session -> AuditTable.add(session, entry));
    }

    @Override
    public void trimAudit(AccountSpace space, String before, int newest) {
        committer.write(1, session -> AuditTable.trim(session, space, before, newest));
    }

    @Override
    public void removeAudit(AuditRow entry) {
        committer.write(1, session -> AuditTable.remove(session, entry));
    }

    @Override
    public List<AuditRow> audit(AccountSpace space, @Nullable String before, int limit) {
        return readers.read(session -> AuditTable.list(session, space, before, limit));
    }

    @Override
    public Optional<String> installationFact(String name) {
        return readers.read(session -> fact(session, name));
    }

    @Override
    public String keepInstallationFact(String name, String value) {
        return committer.write(1, session -> {
            PreparedStatement insert = session.prepare(INSERT_FACT);
            insert.setString(1, name);
            insert.setString(2, value);
            insert.executeUpdate();
            return fact(session, name).orElse(value);
        });
    }

    @Override
    public void putInstallationFact(String name, String value) {
        committer.write(1, session -> {
            PreparedStatement upsert = session.prepare(UPSERT_FACT);
            upsert.setString(1, name);
            upsert.setString(2, value);
            return upsert.executeUpdate();
        });
    }

    private static Optional<String> fact(Session session, String name) throws SQLException {
        PreparedStatement select = session.prepare(SELECT_FACT);
        select.setString(1, name);
        try (ResultSet row = select.executeQuery()) {
            return row.next() ? Optional.of(Columns.text(row, 1)) : Optional.empty();
        }
    }

    private static AccountRow account(ResultSet row) throws SQLException {
        byte[] profile = Columns.bytes(row, 4);
        return new AccountRow(
                Columns.text(row, 1),
                Times.instant(row.getLong(2)),
                ProfileDocument.decode(profile),
                CategoryName.parse(row.getString(3)),
                ProfileDocument.showsLogo(profile));
    }

    private static KeyRow key(ResultSet row) throws SQLException {
        String scopes = Columns.text(row, 6);
        Long lastUsed = Columns.number(row, 11);
        return new KeyRow(
                Columns.text(row, 2),
                Bytes.wrap(Columns.bytes(row, 1)),
                Columns.text(row, 3),
                mode(Columns.text(row, 4)),
                row.getString(5),
                scopes.isEmpty() ? Set.of() : Set.of(scopes.split(",", -1)),
                Times.instant(row.getLong(7)),
                instant(Columns.number(row, 8)),
                instant(Columns.number(row, 9)),
                row.getString(10),
                lastUsed == null ? null : LocalDate.ofEpochDay(lastUsed));
    }

    private static @Nullable Long micros(@Nullable Instant instant) {
        return instant == null ? null : (Long) Times.micros(instant);
    }

    private static @Nullable Instant instant(@Nullable Long micros) {
        return micros == null ? null : Times.instant(micros);
    }

    private static AccountSpace.Mode mode(String name) {
        for (AccountSpace.Mode mode : AccountSpace.Mode.values()) {
            if (Spaces.name(mode).equals(name)) {
                return mode;
            }
        }
        throw new IllegalStateException("a key with a mode that this program does not support");
    }
}
