package org.orderevidence.api;

import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Consumer;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.RecordStore;

/** Accounts in which something happens before and after a change of a key, which is named as its method. */
final class WatchedAccounts extends AccountStore {
    private final Consumer<String> before;
    private final Consumer<String> after;

    WatchedAccounts(RecordStore records, Consumer<String> before, Consumer<String> after) {
        super(records, InstantSource.system());
        this.before = before;
        this.after = after;
    }

    @Override
    public boolean createKey(KeyRow key) {
        before.accept("createKey");
        boolean isNew = super.createKey(key);
        after.accept("createKey");
        return isNew;
    }

    @Override
    public boolean endKey(String account, String keyId, Instant at) {
        before.accept("endKey");
        boolean isChanged = super.endKey(account, keyId, at);
        after.accept("endKey");
        return isChanged;
    }

    @Override
    public boolean replaceKey(String account, String keyId, Instant endedAt, String successor) {
        before.accept("replaceKey");
        boolean isChanged = super.replaceKey(account, keyId, endedAt, successor);
        after.accept("replaceKey");
        return isChanged;
    }
}
