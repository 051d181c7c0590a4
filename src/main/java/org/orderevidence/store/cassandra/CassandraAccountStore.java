package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.cassandra.cluster.Cells;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Statement;
import org.orderevidence.store.cassandra.cluster.Times;
import org.orderevidence.store.document.CategoryName;
import org.orderevidence.store.document.ProfileDocument;

/**
 * Accounts, keys and the installation's facts. Writes are rare and small, so they use conditions:
 * if two callers create the same row, one of them wins.
 */
final class CassandraAccountStore implements AccountStore {
    private final Cluster cluster;

    CassandraAccountStore(Cluster cluster) {
        this.cluster = cluster;
    }

    @Override
    public boolean createAccount(AccountRow account) {
        boolean created = cluster.writeOnCondition(
                        Statement.CREATE_ACCOUNT,
                        held -> held.getLong("created_at") == Times.micros(account.createdAt()),
                        account.id(),
                        Times.micros(account.createdAt()),
                        CategoryName.of(account.defaultCategory()),
                        Cells.blob(ProfileDocument.encode(account.profile(), account.showsLogo())))
                .isDone();
        // Also if the account exists: the writer that created it may have stopped before this.
        cluster.write(Statement.PUT_ACCOUNT_ID, account.id());
        return created;
    }

    @Override
    public Optional<AccountRow> account(String id) {
        if (id.isEmpty()) {
            return Optional.empty(); // no key of a partition, so the cluster would refuse the question
        }
        Row row = cluster.readOne(Statement.SELECT_ACCOUNT, id);
        return row == null ? Optional.empty() : Optional.of(account(row));
    }

    @Override
    public List<AccountRow> accounts(@Nullable String after, int limit) {
        List<AccountRow> all = new ArrayList<>();
        Iterator<Row> ids = cluster.read(Statement.SELECT_ACCOUNT_IDS, after == null ? "" : after, limit);
        while (ids.hasNext()) {
            account(Cells.text(ids.next(), "id")).ifPresent(all::add);
        }
        return all;
    }

    @Override
    public boolean putProfile(
            String account, MerchantInfo profile, Charge.@Nullable Category defaultCategory, boolean showsLogo) {
        return cluster.writeOnCondition(
                        Statement.PUT_PROFILE,
                        missing -> false,
                        CategoryName.of(defaultCategory),
                        Cells.blob(ProfileDocument.encode(profile, showsLogo)),
                        account)
                .isDone();
    }

    @Override
    public boolean createKey(KeyRow key) {
        if (!claimId(key)) {
            return false;
        }
        // Before the key: a key that works is always listed, and a listed key without its row is left out.
        cluster.write(listing(key));
        boolean created = cluster.writeOnCondition(
                        Statement.CREATE_KEY,
                        held -> Cells.text(held, "id").equals(key.id()),
                        Cells.blob(key.hash()),
                        key.id(),
                        key.account(),
                        Cells.name(key.mode()),
                        key.label(),
                        key.scopes(),
                        Times.micros(key.createdAt()),
                        micros(key.expiresAt()),
                        micros(key.endedAt()),
                        key.replacedBy(),
                        key.lastUsedOn())
                .isDone();
        if (created) {
            return true;
        }
        KeyRow held = keyByHash(key.hash()).orElse(null);
        if (held == null || !held.id().equals(key.id())) {
            // The hash belongs to another key: this one is not listed, and its id is free again.
            deleteListing(key);
            cluster.writeOnCondition(Statement.RELEASE_KEY_ID, others -> false, key.id(), Cells.blob(key.hash()));
        }
        if (held != null) {
            // Its creation may have been interrupted before it was listed.
            cluster.write(listing(held));
        }
        return false;
    }

    /** True when the id is this key's: now, or since an attempt that did not come further. */
    private boolean claimId(KeyRow key) {
        Cluster.Decided claim = cluster.writeOnCondition(
                Statement.CLAIM_KEY_ID, held -> isOf(held, key), key.id(), Cells.blob(key.hash()), key.account());
        Row held = claim.held();
        return claim.isDone() || (held != null && isOf(held, key));
    }

    private static boolean isOf(Row claim, KeyRow key) {
        return Bytes.wrap(Cells.bytes(claim, "hash")).equals(key.hash());
    }

    private BoundStatement listing(KeyRow key) {
        return cluster.bind(
                Statement.PUT_KEY_OF_ACCOUNT,
                key.account(),
                Cells.name(key.mode()),
                Times.micros(key.createdAt()),
                key.id(),
                Cells.blob(key.hash()));
    }

    @Override
    public Optional<KeyRow> keyByHash(Bytes hash) {
        if (hash.length() == 0) {
            return Optional.empty();
        }
        Row row = cluster.readOne(Statement.SELECT_KEY, Cells.blob(hash));
        return row == null ? Optional.empty() : Optional.of(key(row));
    }

    @Override
    public Optional<KeyRow> key(String account, String keyId) {
        return hash(account, keyId).flatMap(this::keyByHash);
    }

    private Optional<Bytes> hash(String account, String keyId) {
        Row held = keyId.isEmpty() ? null : cluster.readOne(Statement.SELECT_KEY_ID, keyId);
        return held == null || !Cells.text(held, "account").equals(account)
                ? Optional.empty()
                : Optional.of(Bytes.wrap(Cells.bytes(held, "hash")));
    }

    @Override
    public List<KeyRow> keys(AccountSpace space, @Nullable KeyRow after, int limit) {
        List<KeyRow> all = new ArrayList<>();
        Iterator<Row> rows = cluster.read(
                Statement.SELECT_KEYS,
                space.account(),
                Cells.name(space.mode()),
                after == null ? Long.MIN_VALUE : Times.micros(after.createdAt()),
                after == null ? "" : after.id());
        while (all.size() < limit && rows.hasNext()) {
            Row listed = rows.next();
            keyByHash(Bytes.wrap(Cells.bytes(listed, "hash")))
                    .filter(key -> isListedAs(key, space, Cells.text(listed, "id")))
                    .ifPresent(all::add);
        }
        return all;
    }

    /**
     * False if the key of a listing was not created, and its hash belongs to another key: one of this space, or the key
     * of another account if its text was imported here.
     */
    private static boolean isListedAs(KeyRow key, AccountSpace space, String id) {
        return key.id().equals(id)
                && key.account().equals(space.account())
                && key.mode().equals(space.mode());
    }

    @Override
    public long countKeys(AccountSpace space) {
        Row counted = cluster.readOne(Statement.COUNT_KEYS, space.account(), Cells.name(space.mode()));
        return counted == null ? 0 : counted.getLong(0);
    }

    @Override
    public boolean endKey(String account, String keyId, Instant at) {
        return hash(account, keyId)
                .map(hash -> cluster.writeOnCondition(
                                Statement.END_KEY, missing -> false, Times.micros(at), Cells.blob(hash))
                        .isDone())
                .orElse(false);
    }

    @Override
    public boolean replaceKey(String account, String keyId, Instant endedAt, String successor) {
        return hash(account, keyId)
                .map(hash -> cluster.writeOnCondition(
                                Statement.REPLACE_KEY,
                                held -> isReplacedBy(hash, successor),
                                Times.micros(endedAt),
                                successor,
                                Cells.blob(hash),
                                keyId)
                        .isDone())
                .orElse(false);
    }

    /** The row of a condition has only the columns of the condition. */
    private boolean isReplacedBy(Bytes hash, String successor) {
        return keyByHash(hash).map(KeyRow::replacedBy).filter(successor::equals).isPresent();
    }

    @Override
    public boolean restoreKey(KeyRow before, Instant endedAt) {
        return cluster.writeOnCondition(
                        Statement.RESTORE_KEY,
                        held -> endsAs(before),
                        micros(before.endedAt()),
                        Cells.blob(before.hash()),
                        before.id(),
                        Times.micros(endedAt))
                .isDone();
    }

    /** The row of a condition has no columns if there is no such key. */
    private boolean endsAs(KeyRow before) {
        return keyByHash(before.hash())
                .filter(held -> Objects.equals(micros(held.endedAt()), micros(before.endedAt())))
                .isPresent();
    }

    @Override
    public boolean touchKey(Bytes hash, LocalDate day) {
        return cluster.writeOnCondition(Statement.TOUCH_KEY, missing -> false, day, Cells.blob(hash))
                .isDone();
    }

    @Override
    public void deleteKey(KeyRow key) {
        // The list last: a key that it names without a row is left out, and can be deleted again.
        cluster.writeOnCondition(Statement.DELETE_KEY, missing -> false, Cells.blob(key.hash()));
        cluster.writeOnCondition(Statement.RELEASE_KEY_ID, others -> false, key.id(), Cells.blob(key.hash()));
        deleteListing(key);
    }

    private void deleteListing(KeyRow key) {
        cluster.write(
                Statement.DELETE_KEY_OF_ACCOUNT,
                key.account(),
                Cells.name(key.mode()),
                Times.micros(key.createdAt()),
                key.id());
    }

    @Override
    public void addAudit(AuditRow entry) {
        AuditRows.add(cluster, entry);
    }

    @Override
    public void trimAudit(AccountSpace space, String before, int newest) {
        AuditRows.trim(cluster, space, before, newest);
    }

    @Override
    public void removeAudit(AuditRow entry) {
        AuditRows.remove(cluster, entry);
    }

    @Override
    public List<AuditRow> audit(AccountSpace space, @Nullable String before, int limit) {
        return AuditRows.list(cluster, space, before, limit);
    }

    @Override
    public Optional<String> installationFact(String name) {
        Row row = cluster.readOne(Statement.SELECT_FACT, name);
        return row == null ? Optional.empty() : Optional.of(Cells.text(row, "value"));
    }

    @Override
    public String keepInstallationFact(String name, String value) {
        Row held = cluster.writeOnCondition(Statement.KEEP_FACT, others -> false, name, value)
                .held();
        return held == null ? value : Cells.text(held, "value");
    }

    @Override
    public void putInstallationFact(String name, String value) {
        cluster.write(Statement.PUT_INSTALLATION_FACT, name, value);
    }

    private static AccountRow account(Row row) {
        byte[] profile = Cells.bytes(row, "profile");
        return new AccountRow(
                Cells.text(row, "id"),
                Times.instant(row.getLong("created_at")),
                ProfileDocument.decode(profile),
                CategoryName.parse(row.getString("default_category")),
                ProfileDocument.showsLogo(profile));
    }

    private static KeyRow key(Row row) {
        Set<String> scopes = row.getSet("scopes", String.class);
        return new KeyRow(
                Cells.text(row, "id"),
                Bytes.wrap(Cells.bytes(row, "hash")),
                Cells.text(row, "account"),
                Cells.mode(Cells.text(row, "mode")),
                row.getString("label"),
                scopes == null ? Set.of() : scopes,
                Times.instant(row.getLong("created_at")),
                instant(Cells.number(row, "expires_at")),
                instant(Cells.number(row, "ended_at")),
                row.getString("replaced_by"),
                row.getLocalDate("last_used"));
    }

    private static @Nullable Long micros(@Nullable Instant instant) {
        return instant == null ? null : (Long) Times.micros(instant);
    }

    private static @Nullable Instant instant(@Nullable Long micros) {
        return micros == null ? null : Times.instant(micros);
    }
}
