package org.orderevidence.account;

import java.util.ArrayList;
import java.util.List;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.AccountStore.KeyRow;

/** The keys of an account as they are stored. */
public final class StoredKeys {
    private StoredKeys() {}

    /** The live keys, then the test keys, oldest first. */
    public static List<KeyRow> of(Accounts accounts, String account) {
        List<KeyRow> all = new ArrayList<>();
        for (AccountSpace.Mode mode : AccountSpace.Mode.values()) {
            AccountSpace space = new AccountSpace(account, mode);
            all.addAll(accounts.keys()
                    .list(space, null, 2 * KeyAdministration.MAX_KEYS)
                    .orElseThrow());
        }
        return all;
    }
}
