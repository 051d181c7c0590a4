package org.orderevidence.transfer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.EvidenceArchive;
import org.orderevidence.store.StoreUnavailable;

/**
 * Compares the number of orders that a walk found with the number that the store counted at each write. Without it, an
 * emptied table would look correct. Create it before the walk.
 */
final class OrderTally {
    private final EvidenceArchive archive;
    private final Map<AccountSpace, Long> claimedBefore;
    private final Map<AccountSpace, Long> met = new HashMap<>();

    OrderTally(EvidenceArchive archive) {
        this.archive = archive;
        this.claimedBefore = claims(archive);
    }

    /** Counts an order that the walk found, intact or damaged. */
    void add(AccountSpace space) {
        met.merge(space, 1L, Long::sum);
    }

    /**
     * Returns what is wrong, one line per space. Call it after the walk. Orders written during the walk may be found or
     * not, so any number between the two counts is correct.
     */
    List<String> faults() {
        Map<AccountSpace, Long> claimedAfter = claims(archive);
        List<String> faults = new ArrayList<>(0);
        claimedAfter.keySet().stream()
                .sorted(Comparator.comparing(AccountSpace::account).thenComparing(AccountSpace::mode))
                .forEach(space -> {
                    long before = claimedBefore.getOrDefault(space, 0L);
                    long after = claimedAfter.getOrDefault(space, 0L);
                    long found = met.getOrDefault(space, 0L);
                    if (found < Math.min(before, after) || found > Math.max(before, after)) {
                        faults.add(VerifyFindings.words(space) + ": the store counted " + after + " orders, but has "
                                + found + "; if orders are missing, restore a backup");
                    }
                });
        return faults;
    }

    private static Map<AccountSpace, Long> claims(EvidenceArchive archive) {
        Map<AccountSpace, Long> claims = new HashMap<>();
        try {
            archive.claims().forEach(claim -> claims.put(claim.space(), claim.orders()));
        } catch (StoreUnavailable error) {
            if (!error.isDamaged()) {
                throw error;
            }
            // The database's own check reports the page. Without the counts, nothing can be compared.
        }
        return claims;
    }
}
