package org.orderevidence.account;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.store.AccountStore;

/** A real store, of which a test watches or changes one operation. */
class DelegatingAccountStore implements AccountStore {
    private final AccountStore store;

    DelegatingAccountStore(AccountStore store) {
        this.store = store;
    }

    @Override
    public boolean createAccount(AccountRow account) {
        return store.createAccount(account);
    }

    @Override
    public Optional<AccountRow> account(String id) {
        return store.account(id);
    }

    @Override
    public List<AccountRow> accounts(@Nullable String after, int limit) {
        return store.accounts(after, limit);
    }

    @Override
    public boolean putProfile(
            String account, MerchantInfo profile, Charge.@Nullable Category defaultCategory, boolean showsLogo) {
        return store.putProfile(account, profile, defaultCategory, showsLogo);
    }

    @Override
    public boolean createKey(KeyRow key) {
        return store.createKey(key);
    }

    @Override
    public Optional<KeyRow> keyByHash(Bytes hash) {
        return store.keyByHash(hash);
    }

    @Override
    public Optional<KeyRow> key(String account, String keyId) {
        return store.key(account, keyId);
    }

    @Override
    public List<KeyRow> keys(AccountSpace space, @Nullable KeyRow after, int limit) {
        return store.keys(space, after, limit);
    }

    @Override
    public long countKeys(AccountSpace space) {
        return store.countKeys(space);
    }

    @Override
    public boolean endKey(String account, String keyId, Instant at) {
        return store.endKey(account, keyId, at);
    }

    @Override
    public boolean replaceKey(String account, String keyId, Instant endedAt, String successor) {
        return store.replaceKey(account, keyId, endedAt, successor);
    }

    @Override
    public boolean restoreKey(KeyRow before, Instant endedAt) {
        return store.restoreKey(before, endedAt);
    }

    @Override
    public boolean touchKey(Bytes hash, LocalDate day) {
        return store.touchKey(hash, day);
    }

    @Override
    public void deleteKey(KeyRow key) {
        store.deleteKey(key);
    }

    @Override
    public void addAudit(AuditRow entry) {
        store.addAudit(entry);
    }

    @Override
    public void trimAudit(AccountSpace space, String before, int newest) {
        store.trimAudit(space, before, newest);
    }

    @Override
    public void removeAudit(AuditRow entry) {
        store.removeAudit(entry);
    }

    @Override
    public List<AuditRow> audit(AccountSpace space, @Nullable String before, int limit) {
        return store.audit(space, before, limit);
    }

    @Override
    public Optional<String> installationFact(String name) {
        return store.installationFact(name);
    }

    @Override
    public String keepInstallationFact(String name, String value) {
        return store.keepInstallationFact(name, value);
    }

    @Override
    public void putInstallationFact(String name, String value) {
        store.putInstallationFact(name, value);
    }
}
