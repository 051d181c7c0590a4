package org.orderevidence.account;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
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
    public boolean putProfile(String account, MerchantInfo profile, Charge.@Nullable Category defaultCategory) {
        return store.putProfile(account, profile, defaultCategory);
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
    public List<KeyRow> keys(String account, int limit) {
        return store.keys(account, limit);
    }

    @Override
    public boolean endKey(String account, String keyId, Instant at) {
        return store.endKey(account, keyId, at);
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
