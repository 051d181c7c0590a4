package org.orderevidence.transfer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.Stored;

/**
 * Compares the number of records that a walk found with the number that the store counted at each write. Without it, an
 * emptied table would look correct. Create it before the walk.
 */
final class CountCheck {
    private final OpenStore store;
    private final Map<AccountSpace, Long> before = new HashMap<>();
    private final Map<AccountSpace, Long> met = new HashMap<>();

    /** @param accounts that exist */
    CountCheck(OpenStore store, Set<String> accounts) {
        this.store = store;
        for (String account : accounts) {
            for (AccountSpace.Mode mode : AccountSpace.Mode.values()) {
                AccountSpace space = new AccountSpace(account, mode);
                before.put(space, count(space));
            }
        }
    }

    private long count(AccountSpace space) {
        return store.records().count(space).total();
    }

    /** Notes a record that the walk found, intact or damaged. */
    void add(Stored record) {
        met.merge(record.key().space(), 1L, Long::sum);
    }

    /**
     * Returns what is wrong, one line per space. Call it after the walk. Records written during the walk may be found
     * or not, so any number between the two counts is correct.
     */
    List<String> faults() {
        List<String> faults = new ArrayList<>(0);
        met.keySet().forEach(space -> before.putIfAbsent(space, 0L));
        before.keySet().stream().sorted(VerifyFindings.BY_NAME).forEach(space -> {
            String fault = fault(space);
            if (fault != null) {
                faults.add(VerifyFindings.words(space) + ": " + fault + "; if orders are missing, restore a backup");
            }
        });
        return faults;
    }

    /** Where a write is not atomic, a crash can leave the count of a record that was not written. */
    private @Nullable String fault(AccountSpace space) {
        long found = met.getOrDefault(space, 0L);
        long earlier = before.getOrDefault(space, 0L);
        long now = count(space);
        boolean isWrong = store.records().isAtomic()
                ? found < Math.min(earlier, now) || found > Math.max(earlier, now)
                : found == 0 && earlier > 0 && now > 0;
        return isWrong ? "the store counted " + now + " orders, but has " + found : null;
    }
}
