package org.orderevidence.transfer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.AuditLog;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.transfer.StoreVerify.VerifyFindings;

/**
 * Compares accounts, keys and integrations with the records that name them: the audit log, which has an entry of each
 * change, and events. Without it, a deleted or changed row of them would look correct. Used once.
 */
final class AuditCheck {
    private static final String INTEGRATIONS = "integrations";

    /** Groups of records whose second part is the ID of their integration. */
    private static final Set<String> OF_INTEGRATION = Set.of("event", "unmapped", "tasks", "tasks-done");

    private final AccountStore store;
    private final Runnable pause;
    private final Set<String> named = new TreeSet<>();
    private final Set<String> integrations = new HashSet<>();
    private final Map<String, AccountSpace> namedIntegrations = new HashMap<>();

    /**
     * @param pause waits until a change that was begun is complete
     */
    AuditCheck(AccountStore store, Runnable pause) {
        this.store = store;
        this.pause = pause;
    }

    /** Notes that a record belongs to an account space. */
    private void names(AccountSpace space) {
        if (!space.equals(AccountSpace.INSTALLATION)) {
            named.add(space.account());
        }
    }

    /** Notes a record of any kind, and which integration it is or names. */
    void met(OpenedRecord opened) {
        if (opened.meaning().isOfRows()) {
            return;
        }
        names(opened.space());
        IntegrationStore.keyOf(opened.record()).ifPresent(key -> {
            String[] group = key.group().split("/", 3);
            if (group[0].equals(INTEGRATIONS)) {
                integrations.add(key.id());
            } else if (group.length > 1 && OF_INTEGRATION.contains(group[0])) {
                namedIntegrations.putIfAbsent(group[1], opened.space());
            }
        });
    }

    /** Returns what is wrong, one line each. Call it after the walks over all other records. */
    List<String> faults() {
        List<String> faults = new ArrayList<>(0);
        for (String account : named) {
            if (isMissing(account)) {
                faults.add("account " + account + ": is missing, but the store has records of it; restore a backup");
            }
        }
        StoreWalk.spaces(store, space -> {
            List<String> doubtful = faults(space);
            if (!doubtful.isEmpty()) {
                pause.run();
                Set<String> still = new HashSet<>(faults(space));
                doubtful.stream()
                        .filter(still::contains)
                        .map(fault -> VerifyFindings.words(space) + ", " + fault)
                        .forEach(faults::add);
            }
        });
        return faults;
    }

    /** False also for an account that cannot be read, which is reported elsewhere. */
    private boolean isMissing(String account) {
        try {
            return store.account(account).isEmpty();
        } catch (StoreUnavailable unreadable) {
            if (!unreadable.isDamaged()) {
                throw unreadable;
            }
            return false;
        } catch (RuntimeException unreadable) {
            return false;
        }
    }

    /** What the audit log of a space says about its keys and integrations. */
    private static final class Said {
        private final Set<String> created = new HashSet<>();
        private final Set<String> ended = new HashSet<>();
        private final Set<String> revoked = new HashSet<>();
        private final Set<String> removed = new HashSet<>();

        void add(AuditRow entry) {
            String of = entry.keyId();
            String successor = entry.newKeyId();
            if (is(entry, AuditAction.KEY_CREATED) || is(entry, AuditAction.KEY_IMPORTED)) {
                note(created, of);
            } else if (is(entry, AuditAction.KEY_ROTATED)) {
                note(created, successor);
                // A successor whose text no one got is ended without an entry of its own.
                note(ended, successor);
                note(ended, of);
            } else if (is(entry, AuditAction.KEY_REVOKED)) {
                note(ended, of);
                note(revoked, of);
            } else if (is(entry, AuditAction.INTEGRATION_REMOVED)) {
                note(removed, of);
            }
        }

        private static boolean is(AuditRow entry, AuditAction action) {
            return entry.action().equals(action.wireName());
        }

        private static void note(Set<String> ids, @Nullable String id) {
            if (id != null) {
                ids.add(id);
            }
        }
    }

    private List<String> faults(AccountSpace space) {
        // The keys first: an entry is older than its change.
        List<KeyRow> keys = new ArrayList<>();
        StoreWalk.keys(store, space, keys::add);
        Said said = new Said();
        long[] entries = new long[1];
        StoreWalk.audit(store, space, entry -> {
            entries[0]++;
            if (entries[0] < AuditLog.KEPT_ENTRIES) {
                said.add(entry);
            }
        });
        if (entries[0] >= AuditLog.KEPT_ENTRIES) {
            // Older entries may have been removed.
            return List.of();
        }
        List<String> faults = new ArrayList<>(0);
        for (KeyRow key : keys) {
            String fault = fault(key, said);
            if (fault != null) {
                faults.add("key " + key.id() + ": " + fault);
            }
        }
        namedIntegrations.forEach((id, of) -> {
            if (of.equals(space) && !integrations.contains(id) && !said.removed.contains(id)) {
                faults.add("integration " + id
                        + ": is missing, but was not removed; restore a backup, or add an integration again");
            }
        });
        return faults;
    }

    private static @Nullable String fault(KeyRow key, Said said) {
        if (!said.created.contains(key.id())) {
            return "the audit log has no entry of its creation; revoke it if you do not know it";
        }
        if (key.endedAt() == null) {
            return said.revoked.contains(key.id()) || key.replacedBy() != null
                    ? "was revoked or replaced, but has no end; revoke it"
                    : null;
        }
        return said.ended.contains(key.id()) ? null : "has an end, but the audit log has no entry of it";
    }
}
