package org.orderevidence.transfer;

import java.util.List;
import java.util.function.Consumer;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.AccountStore.KeyRow;

/** Reads all accounts, keys and audit entries, one page at a time. */
final class StoreWalk {
    private static final int PAGE = 250;

    private static final int ACCOUNTS = 1_000;

    private StoreWalk() {}

    /** Reads all accounts. */
    static void accounts(AccountStore store, Consumer<Account> taking) {
        List<Account> page = store.accounts(null, ACCOUNTS);
        while (!page.isEmpty()) {
            page.forEach(taking);
            page = store.accounts(page.getLast().id(), ACCOUNTS);
        }
    }

    /** Reads the keys of an account space. */
    static void keys(AccountStore store, AccountSpace space, Consumer<KeyRow> taking) {
        List<KeyRow> page = store.keys(space, null, PAGE);
        while (!page.isEmpty()) {
            page.forEach(taking);
            page = store.keys(space, page.getLast(), PAGE);
        }
    }

    /** Reads the audit log of an account space, newest entry first. */
    static void audit(AccountStore store, AccountSpace space, Consumer<AuditRow> taking) {
        List<AuditRow> page = store.audit(space, null, PAGE);
        while (!page.isEmpty()) {
            page.forEach(taking);
            page = store.audit(space, page.getLast().id(), PAGE);
        }
    }

    /** Names the spaces of all accounts. */
    static void spaces(AccountStore store, Consumer<AccountSpace> taking) {
        accounts(store, account -> {
            for (AccountSpace.Mode mode : AccountSpace.Mode.values()) {
                taking.accept(new AccountSpace(account.id(), mode));
            }
        });
    }
}
