package org.orderevidence.transfer;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.EvidenceArchive;
import org.orderevidence.store.EvidenceArchive.Claim;
import org.orderevidence.store.StoreUnavailable;

/**
 * Compares the number of orders that a walk found with the number that the store counted at each write. Without it, an
 * emptied table would look correct. Create it before the walk.
 */
final class OrderTally {
    private final EvidenceArchive archive;
    private final Map<AccountSpace, Claim> claimedBefore;
    private final Map<AccountSpace, Long> met = new HashMap<>();

    OrderTally(EvidenceArchive archive) {
        this.archive = archive;
        this.claimedBefore = claims(archive);
    }

    /** Returns the account spaces of which the store counts orders. */
    Set<AccountSpace> spaces() {
        return claimedBefore.keySet();
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
        Map<AccountSpace, Claim> claimedAfter = claims(archive);
        List<String> faults = new ArrayList<>(0);
        claimedAfter.values().stream()
                .sorted(Comparator.comparing((Claim claim) -> claim.space().account())
                        .thenComparing(claim -> claim.space().mode()))
                .forEach(after -> {
                    Claim before = claimedBefore.get(after.space());
                    String fault = fault(before == null ? 0 : before.orders(), after);
                    if (fault != null) {
                        faults.add(VerifyFindings.words(after.space()) + ": " + fault
                                + "; if orders are missing, restore a backup");
                    }
                });
        return faults;
    }

    private @Nullable String fault(long before, Claim after) {
        long found = met.getOrDefault(after.space(), 0L);
        if (after.isExact()) {
            return found < Math.min(before, after.orders()) || found > Math.max(before, after.orders())
                    ? "the store counted " + after.orders() + " orders, but has " + found
                    : null;
        }
        return found < before ? "the index by time has had orders, but the store has none" : null;
    }

    private static Map<AccountSpace, Claim> claims(EvidenceArchive archive) {
        Map<AccountSpace, Claim> claims = new HashMap<>();
        try {
            archive.claims().forEach(claim -> claims.put(claim.space(), claim));
        } catch (StoreUnavailable error) {
            if (!error.isDamaged()) {
                throw error;
            }
            // The database's own check reports the page. Without the counts, nothing can be compared.
        }
        return claims;
    }
}
