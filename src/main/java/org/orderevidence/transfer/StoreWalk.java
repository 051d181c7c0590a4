package org.orderevidence.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.AccountRow;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Whole;

/** Reads all records of a kind, one page at a time. */
final class StoreWalk {
    /** Records of a page: with the longest orders, at most some tens of megabytes. */
    static final int PAGE = 250;

    private static final int ACCOUNTS = 1_000;

    private StoreWalk() {}

    /** Reads the page after a cursor. */
    @FunctionalInterface
    interface Pages<T> {
        Page<T> page(@Nullable String after, int limit);
    }

    /** Receives the records of a page and the cursor of the next page, which is {@code null} after the last. */
    @FunctionalInterface
    interface Taking<T> {
        void take(List<T> whole, List<Damaged<T>> damaged, @Nullable String next);
    }

    /**
     * Reads all evidence of a kind.
     *
     * @param from cursor of the first page; {@code null} to start at the first record
     */
    static <T> void over(Pages<T> pages, @Nullable String from, Taking<T> taking) {
        String after = from;
        do {
            Page<T> page = pages.page(after, PAGE);
            List<T> whole = new ArrayList<>(page.records().size());
            List<Damaged<T>> damaged = new ArrayList<>(0);
            for (Found<T> found : page.records()) {
                switch (found) {
                    case Whole<T>(T record) -> whole.add(record);
                    case Damaged<T> one -> damaged.add(one);
                }
            }
            after = page.next();
            taking.take(whole, damaged, after);
        } while (after != null);
    }

    /** Reads all accounts. */
    static void accounts(AccountStore store, Consumer<AccountRow> taking) {
        List<AccountRow> page = store.accounts(null, ACCOUNTS);
        while (!page.isEmpty()) {
            page.forEach(taking);
            page = store.accounts(page.getLast().id(), ACCOUNTS);
        }
    }

    /** Reads the keys of all accounts. */
    static void keys(AccountStore store, Consumer<KeyRow> taking) {
        spaces(store, space -> keys(store, space, taking));
    }

    /** Reads the keys of an account space. */
    static void keys(AccountStore store, AccountSpace space, Consumer<KeyRow> taking) {
        List<KeyRow> page = store.keys(space, null, PAGE);
        while (!page.isEmpty()) {
            page.forEach(taking);
            page = store.keys(space, page.getLast(), PAGE);
        }
    }

    /** Reads the audit log of all accounts. */
    static void audit(AccountStore store, Consumer<AuditRow> taking) {
        spaces(store, space -> audit(store, space, taking));
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
