package org.orderevidence.transfer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.AuditLog;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.RecordSealer;
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

    /** Notes to which account a record belongs, and which integration it is or names. */
    void met(OpenedRecord opened) {
        if (opened.meaning().isOfRows()) {
            return;
        }
        if (!opened.space().equals(AccountSpace.INSTALLATION)) {
            named.add(opened.space().account());
        }
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
            // One that cannot be read is reported elsewhere.
            if (RecordSealer.ifReadable(() -> store.account(account).isEmpty()).orElse(false)) {
                faults.add("account " + account + ": is missing, but the store has records of it; restore a backup");
            }
        }
        store.forEachSpace(space -> {
            List<String> doubtful = faults(space);
            if (!doubtful.isEmpty()) {
                pause.run();
                doubtful.retainAll(faults(space));
                doubtful.forEach(fault -> faults.add(VerifyFindings.words(space) + ", " + fault));
            }
        });
        return faults;
    }

    private List<String> faults(AccountSpace space) {
        // The keys first: an entry is older than its change.
        List<KeyRow> keys = store.keys(space, null, Integer.MAX_VALUE);
        List<AuditRow> entries = store.audit(space, null, AuditLog.KEPT_ENTRIES);
        List<String> faults = new ArrayList<>(0);
        if (entries.size() == AuditLog.KEPT_ENTRIES) {
            // Older entries may have been removed.
            return faults;
        }
        Set<String> created = ids(entries, AuditRow::keyId, AuditAction.KEY_CREATED, AuditAction.KEY_IMPORTED);
        Set<String> successors = ids(entries, AuditRow::newKeyId, AuditAction.KEY_ROTATED);
        created.addAll(successors);
        Set<String> revoked = ids(entries, AuditRow::keyId, AuditAction.KEY_REVOKED);
        Set<String> ended = ids(entries, AuditRow::keyId, AuditAction.KEY_ROTATED);
        ended.addAll(revoked);
        // A successor whose text no one got is ended without an entry of its own.
        ended.addAll(successors);
        for (KeyRow key : keys) {
            boolean isOver = revoked.contains(key.id()) || key.replacedBy() != null;
            if (!created.contains(key.id())) {
                faults.add("key " + key.id()
                        + ": the audit log has no entry of its creation; revoke it if you do not know it");
            } else if (key.endedAt() == null && isOver) {
                faults.add("key " + key.id() + ": was revoked or replaced, but has no end; revoke it");
            } else if (key.endedAt() != null && !ended.contains(key.id())) {
                faults.add("key " + key.id() + ": has an end, but the audit log has no entry of it");
            }
        }
        Set<String> removed = ids(entries, AuditRow::keyId, AuditAction.INTEGRATION_REMOVED);
        namedIntegrations.forEach((id, of) -> {
            if (of.equals(space) && !integrations.contains(id) && !removed.contains(id)) {
                faults.add("integration " + id
                        + ": is missing, but was not removed; restore a backup, or add an integration again");
            }
        });
        return faults;
    }

    private static Set<String> ids(
            List<AuditRow> entries, Function<AuditRow, @Nullable String> id, AuditAction... actions) {
        Set<String> names = Stream.of(actions).map(AuditAction::wireName).collect(Collectors.toSet());
        return entries.stream()
                .filter(entry -> names.contains(entry.action()))
                .map(id)
                .filter(Objects::nonNull)
                .collect(Collectors.toCollection(HashSet::new));
    }
}
