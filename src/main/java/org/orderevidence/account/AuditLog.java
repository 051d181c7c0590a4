package org.orderevidence.account;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Micros;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/**
 * The log of changes of keys, profiles, integrations and receipt links, of erased and held orders, and of sign-ins. An entry is stored before its change, so no change is without an
 * entry. After a crash, the newest entry may be of a change that was not made.
 *
 * <p>A stored entry has the IDs of two keys. An entry about an integration has in their places the IDs of the integration
 * and of its task, and one about an order or a receipt link those of the order and of the link.
 */
public final class AuditLog {
    /** How long an entry stays, unless {@link #MOST_ENTRIES} are newer. */
    static final Duration KEPT_AT_LEAST = Duration.ofDays(90);

    /** How many of the newest entries of an account space stay, however old they are. */
    public static final int KEPT_ENTRIES = 10_000;

    /** The most entries of an account space. An attacker has to make as many changes to remove an entry. */
    static final int MOST_ENTRIES = 100_000;

    private static final int RANDOM_DIGITS = 8;

    /** One entry in 256 has an ID with this random end. Looking for old entries at each one would be slow. */
    private static final String LAST_BEFORE_TRIM = "00";

    private final AccountStore store;
    private final Clock clock;
    private final RandomGenerator random;

    AuditLog(AccountStore store, Clock clock, RandomGenerator random) {
        this.store = store;
        this.clock = clock;
        this.random = random;
    }

    /** Stores an entry, and sometimes removes the oldest ones. */
    public AuditRow add(
            Actor actor, AccountSpace space, AuditAction action, @Nullable String keyId, @Nullable String newKeyId) {
        return add(actor.name(), space, action, keyId, newKeyId);
    }

    /** Stores an entry about a key that may do nothing. */
    void add(String actor, AccountSpace space, AuditAction action, String keyId) {
        add(actor, space, action, keyId, null);
    }

    private AuditRow add(
            String actor, AccountSpace space, AuditAction action, @Nullable String keyId, @Nullable String newKeyId) {
        Instant now = clock.instant();
        String id = time(now) + HexFormat.of().toHexDigits(random.nextLong(), RANDOM_DIGITS);
        AuditRow entry = new AuditRow(space, id, now, actor, action.wireName(), keyId, newKeyId);
        store.addAudit(entry);
        if (id.endsWith(LAST_BEFORE_TRIM)) {
            store.trimAudit(space, time(now.minus(KEPT_AT_LEAST)), KEPT_ENTRIES);
            store.trimAudit(space, id, MOST_ENTRIES);
        }
        return entry;
    }

    /**
     * Makes a change of an integration, and stores its entry first. The entry is removed if the change was refused. If the
     * store fails during the change, the entry stays, because it is unknown whether the change was made.
     *
     * @param integration ID of the integration
     * @param task ID of its task that is done; {@code null} for other changes
     * @param change makes the change
     * @param isMade whether the result means that the change was made
     * @throws UnknownOutcome if the store fails during the change
     */
    public <T> T recorded(
            Actor actor,
            AccountSpace space,
            AuditAction action,
            String integration,
            @Nullable String task,
            Supplier<T> change,
            Predicate<T> isMade) {
        if (!action.isOfIntegration()) {
            throw new IllegalArgumentException("not a change of an integration: " + action);
        }
        AuditRow entry = add(actor, space, action, integration, task);
        T result;
        try {
            result = change.get();
        } catch (StoreUnavailable failed) {
            throw new UnknownOutcome("a change of an integration may be stored: " + failed.getMessage(), failed);
        }
        if (!isMade.test(result)) {
            remove(entry);
        }
        return result;
    }

    /** Returns the start of the ID of an entry of this time. */
    private static String time(Instant at) {
        return HexFormat.of().toHexDigits(Micros.of(at));
    }

    /** Removes the entry of a change that was refused. */
    void remove(AuditRow entry) {
        store.removeAudit(entry);
    }

    /**
     * Returns the entries of an account space, newest first. The newest {@value #KEPT_ENTRIES} entries are stored, and of
     * the last 90 days about the newest {@value #MOST_ENTRIES}: the oldest are removed at one change in 256.
     *
     * @param before ID of the entry before which to start; {@code null} for the newest
     * @param limit maximum number of entries
     */
    public List<AuditEntry> list(AccountSpace space, @Nullable String before, int limit) {
        return store.audit(space, before, limit).stream().map(AuditLog::entry).toList();
    }

    private static AuditEntry entry(AuditRow row) {
        boolean isOfIntegration = AuditAction.isOfIntegration(row.action());
        boolean isOfOrder = AuditAction.isOfOrder(row.action());
        boolean isOfKey = !isOfIntegration && !isOfOrder;
        return new AuditEntry(
                row.id(),
                row.at(),
                row.actor(),
                row.action(),
                isOfKey ? row.keyId() : null,
                isOfKey ? row.newKeyId() : null,
                isOfIntegration ? row.keyId() : null,
                isOfIntegration ? row.newKeyId() : null,
                isOfOrder ? row.keyId() : null,
                isOfOrder ? row.newKeyId() : null);
    }

    /** The kind of an entry of the audit log. */
    public enum AuditAction {
        KEY_CREATED,
        KEY_IMPORTED,
        KEY_ROTATED,
        KEY_REVOKED,
        PROFILE_CHANGED,
        SIGN_IN,
        SIGN_IN_FAILED,
        RECEIPT_LINK_CREATED,
        RECEIPT_LINK_REVOKED,
        ORDER_ERASED,
        ORDER_HELD,
        ORDER_RELEASED,
        CUSTOMER_ERASED,
        CUSTOMER_EXPORTED,
        UPLOAD_UNDONE,
        INTEGRATION_ADDED,
        INTEGRATION_ROTATED,
        INTEGRATION_ROTATION_ENDED,
        INTEGRATION_REPLAYED,
        INTEGRATION_REMOVED,
        PRIVACY_TASK_DONE;

        /** Returns the name in the HTTP interface, such as {@code key_created}. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns true if an integration was changed, and no key. */
        boolean isOfIntegration() {
            return compareTo(INTEGRATION_ADDED) >= 0;
        }

        /** Returns true if this is the name of an action that makes or revokes a receipt link, or is about an order. */
        static boolean isOfOrder(String wireName) {
            return Stream.of(RECEIPT_LINK_CREATED, RECEIPT_LINK_REVOKED, ORDER_ERASED, ORDER_HELD, ORDER_RELEASED)
                    .anyMatch(action -> action.wireName().equals(wireName));
        }

        /** Returns true if this is the name of an action that changes an integration. */
        static boolean isOfIntegration(String wireName) {
            return Arrays.stream(values())
                    .anyMatch(action ->
                            action.isOfIntegration() && action.wireName().equals(wireName));
        }
    }

    /**
     * An entry of the audit log.
     *
     * @param id unique in the account space; sorts by time
     * @param at time of the change
     * @param actor ID of the key that made the change, or {@code cli}
     * @param action name of an {@link AuditAction}; another one if a newer release wrote it
     * @param keyId ID of the changed key; {@code null} if no key was changed
     * @param newKeyId ID of the key that replaces it; {@code null} if none does
     * @param integrationId ID of the changed integration; {@code null} if none was changed
     * @param taskId ID of the task of the integration that was done; {@code null} if none was
     * @param orderId order that was erased, held or released, or of the receipt link that was made or revoked; {@code null} if none was
     * @param linkId ID of that receipt link
     */
    public record AuditEntry(
            String id,
            Instant at,
            String actor,
            String action,
            @Nullable String keyId,
            @Nullable String newKeyId,
            @Nullable String integrationId,
            @Nullable String taskId,
            @Nullable String orderId,
            @Nullable String linkId) {}
}
