package org.orderevidence.transfer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.AccountRow;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.EvidenceArchive.Damaged;
import org.orderevidence.store.EvidenceArchive.Found;
import org.orderevidence.store.EvidenceArchive.Page;
import org.orderevidence.store.EvidenceArchive.Whole;

/** Goes over all records of a kind, a page at a time. */
final class StoreWalk {
    /** Records of a page: even of the longest orders no more than some tens of megabytes. */
    static final int PAGE = 250;

    private static final int ACCOUNTS = 1_000;

    /** Most keys of an account: they are read at once. */
    private static final int KEYS = 100_000;

    private StoreWalk() {}

    /** Reads the page behind a place. */
    @FunctionalInterface
    interface Pages<T> {
        Page<T> page(@Nullable String after, int limit);
    }

    /** Takes what a page holds, and where the next begins; absent behind the last. */
    @FunctionalInterface
    interface Taking<T> {
        void take(List<T> whole, List<Damaged<T>> damaged, @Nullable String next);
    }

    /**
     * Goes over the evidence of a kind.
     *
     * @param from where it begins; absent for the beginning
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

    /** Goes over the accounts. */
    static void accounts(AccountStore store, Consumer<AccountRow> taking) {
        List<AccountRow> page = store.accounts(null, ACCOUNTS);
        while (!page.isEmpty()) {
            page.forEach(taking);
            page = store.accounts(page.getLast().id(), ACCOUNTS);
        }
    }

    /** Goes over the keys of all accounts. */
    static void keys(AccountStore store, Consumer<KeyRow> taking) {
        accounts(store, account -> {
            List<KeyRow> keys = store.keys(account.id(), KEYS);
            if (keys.size() == KEYS) {
                throw new IllegalStateException(
                        "account " + account.id() + " has " + KEYS + " keys or more, which is more than can be read");
            }
            keys.forEach(taking);
        });
    }
}
