package org.orderevidence.account;

import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.AuditRow;

/**
 * The log of changes of keys and profiles. An entry is stored before its change, so no change is without an entry. After
 * a crash, the newest entry may be of a change that was not made.
 */
public final class AuditLog {
    private static final int RANDOM_DIGITS = 8;

    private final AccountStore store;
    private final Clock clock;
    private final RandomGenerator random;

    AuditLog(AccountStore store, Clock clock, RandomGenerator random) {
        this.store = store;
        this.clock = clock;
        this.random = random;
    }

    /** Stores an entry. */
    AuditRow add(
            Actor actor, AccountSpace space, AuditAction action, @Nullable String keyId, @Nullable String newKeyId) {
        Instant now = clock.instant();
        String id = HexFormat.of().toHexDigits(ChronoUnit.MICROS.between(Instant.EPOCH, now))
                + HexFormat.of().toHexDigits(random.nextLong(), RANDOM_DIGITS);
        AuditRow entry = new AuditRow(space, id, now, actor.name(), action.wireName(), keyId, newKeyId);
        store.addAudit(entry);
        return entry;
    }

    /** Removes the entry of a change that was refused. */
    void remove(AuditRow entry) {
        store.removeAudit(entry);
    }

    /**
     * Returns the entries of an account space, newest first. Of a space, only the newest
     * {@value AccountStore#MAX_AUDIT_ENTRIES} entries are stored.
     *
     * @param before ID of the entry before which to start; {@code null} for the newest
     * @param limit maximum number of entries
     */
    public List<AuditEntry> list(AccountSpace space, @Nullable String before, int limit) {
        return store.audit(space, before, limit).stream()
                .map(row -> new AuditEntry(row.id(), row.at(), row.actor(), row.action(), row.keyId(), row.newKeyId()))
                .toList();
    }
}
