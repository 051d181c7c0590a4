package org.orderevidence.store.cassandra;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.store.AccountStore;

/** The accounts of a test: each has its own names, so that tests share a keyspace. */
final class FreshAccounts implements AccountStore {
    private final AccountStore accounts;
    private final String prefix;

    FreshAccounts(AccountStore accounts, String prefix) {
        this.accounts = accounts;
        this.prefix = prefix;
    }

    private AccountSpace named(AccountSpace space) {
        return new AccountSpace(prefix + space.account(), space.mode());
    }

    private String plain(String name) {
        return name.substring(prefix.length());
    }

    private AccountRow plainRow(AccountRow row) {
        return new AccountRow(plain(row.id()), row.createdAt(), row.profile(), row.defaultCategory(), row.showsLogo());
    }

    private KeyRow plainKey(KeyRow key) {
        byte[] hash = key.hash().toArray();
        Bytes plainHash = Bytes.wrap(Arrays.copyOfRange(hash, prefix.length(), hash.length));
        return new KeyRow(
                plain(key.id()),
                plainHash,
                plain(key.account()),
                key.mode(),
                key.label(),
                key.scopes(),
                key.createdAt(),
                key.expiresAt(),
                key.endedAt(),
                key.replacedBy(),
                key.lastUsedOn());
    }

    private KeyRow namedKey(KeyRow key) {
        return new KeyRow(
                prefix + key.id(),
                named(key.hash()),
                prefix + key.account(),
                key.mode(),
                key.label(),
                key.scopes(),
                key.createdAt(),
                key.expiresAt(),
                key.endedAt(),
                key.replacedBy(),
                key.lastUsedOn());
    }

    private AuditRow namedEntry(AuditRow entry) {
        return in(named(entry.space()), entry);
    }

    private static AuditRow in(AccountSpace space, AuditRow entry) {
        return new AuditRow(
                space, entry.id(), entry.at(), entry.actor(), entry.action(), entry.keyId(), entry.newKeyId());
    }

    private Bytes named(Bytes hash) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(prefix.getBytes(StandardCharsets.US_ASCII));
        bytes.writeBytes(hash.toArray());
        return Bytes.wrap(bytes.toByteArray());
    }

    @Override
    public boolean createAccount(AccountRow account) {
        return accounts.createAccount(new AccountRow(
                prefix + account.id(),
                account.createdAt(),
                account.profile(),
                account.defaultCategory(),
                account.showsLogo()));
    }

    @Override
    public Optional<AccountRow> account(String id) {
        return accounts.account(prefix + id).map(this::plainRow);
    }

    @Override
    public List<AccountRow> accounts(@Nullable String after, int limit) {
        return accounts.accounts(after == null ? prefix : prefix + after, limit).stream()
                .filter(row -> row.id().startsWith(prefix))
                .map(this::plainRow)
                .toList();
    }

    @Override
    public boolean putProfile(
            String account, MerchantInfo profile, Charge.@Nullable Category defaultCategory, boolean showsLogo) {
        return accounts.putProfile(prefix + account, profile, defaultCategory, showsLogo);
    }

    @Override
    public boolean createKey(KeyRow key) {
        return accounts.createKey(namedKey(key));
    }

    @Override
    public Optional<KeyRow> keyByHash(Bytes hash) {
        return accounts.keyByHash(named(hash)).map(this::plainKey);
    }

    @Override
    public Optional<KeyRow> key(String account, String keyId) {
        return accounts.key(prefix + account, prefix + keyId).map(this::plainKey);
    }

    @Override
    public List<KeyRow> keys(AccountSpace space, @Nullable KeyRow after, int limit) {
        return accounts.keys(named(space), after == null ? null : namedKey(after), limit).stream()
                .map(this::plainKey)
                .toList();
    }

    @Override
    public long countKeys(AccountSpace space) {
        return accounts.countKeys(named(space));
    }

    @Override
    public boolean endKey(String account, String keyId, Instant at) {
        return accounts.endKey(prefix + account, prefix + keyId, at);
    }

    @Override
    public boolean replaceKey(String account, String keyId, Instant endedAt, String successor) {
        return accounts.replaceKey(prefix + account, prefix + keyId, endedAt, successor);
    }

    @Override
    public boolean restoreKey(KeyRow before, Instant endedAt) {
        return accounts.restoreKey(namedKey(before), endedAt);
    }

    @Override
    public boolean touchKey(Bytes hash, LocalDate day) {
        return accounts.touchKey(named(hash), day);
    }

    @Override
    public void deleteKey(KeyRow key) {
        accounts.deleteKey(namedKey(key));
    }

    @Override
    public void addAudit(AuditRow entry) {
        accounts.addAudit(namedEntry(entry));
    }

    @Override
    public void trimAudit(AccountSpace space, String before, int newest) {
        accounts.trimAudit(named(space), before, newest);
    }

    @Override
    public void removeAudit(AuditRow entry) {
        accounts.removeAudit(namedEntry(entry));
    }

    @Override
    public List<AuditRow> audit(AccountSpace space, @Nullable String before, int limit) {
        return accounts.audit(named(space), before, limit).stream()
                .map(entry -> in(space, entry))
                .toList();
    }

    @Override
    public Optional<String> installationFact(String name) {
        return accounts.installationFact(prefix + name);
    }

    @Override
    public String keepInstallationFact(String name, String value) {
        return accounts.keepInstallationFact(prefix + name, value);
    }

    @Override
    public void putInstallationFact(String name, String value) {
        accounts.putInstallationFact(prefix + name, value);
    }
}
