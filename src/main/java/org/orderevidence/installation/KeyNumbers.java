package org.orderevidence.installation;

import java.util.HashSet;
import java.util.Set;
import org.orderevidence.sealing.InstallationKey;
import org.orderevidence.sealing.SealingKeys;
import org.orderevidence.store.AccountStore;

/**
 * The numbers of the sealing keys of a store. The store notes a fingerprint for each number, so that two machines never use
 * different keys with one number: each would take the records of the other for damaged ones.
 */
final class KeyNumbers {
    private final AccountStore accounts;
    private final Set<Integer> checked = new HashSet<>();

    KeyNumbers(AccountStore accounts) {
        this.accounts = accounts;
    }

    /**
     * Notes the keys whose numbers are free, and compares the others. Returns what is wrong, or an empty text. Throws as
     * {@link AccountStore} does.
     */
    String fault(SealingKeys keys) {
        for (var entry : keys.byVersion().entrySet()) {
            int number = entry.getKey();
            if (!checked.contains(number)) {
                if (!isOfStore(number, entry.getValue())) {
                    return "its sealing key " + number + " is not sealing key " + number
                            + " of the store; copy the newest secret file to this machine";
                }
                checked.add(number);
            }
        }
        return "";
    }

    /** True if a key was added with this number. */
    boolean isTaken(int number) {
        return accounts.installationFact(name(number)).isPresent();
    }

    private boolean isOfStore(int number, InstallationKey key) {
        String fingerprint = key.fingerprint();
        String held = accounts.installationFact(name(number))
                .orElseGet(() -> accounts.keepInstallationFact(name(number), fingerprint));
        return held.equals(fingerprint);
    }

    private static String name(int number) {
        return "sealing-key-" + number;
    }
}
