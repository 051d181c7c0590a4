package org.orderevidence.account;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Micros;
import org.orderevidence.order.WireNamed;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/**
 * The log of changes of keys, profiles, integrations and data, of sign-ins, and of what leaves the service about customers
 * and orders. It names who did it, and has no personal data of customers. An entry is stored before its change, or with
 * it, so no change is without an entry. After a crash, the newest entry may be of a change that was not made.
 *
 * <p>Sightings and uploads without an ID have no entries, nor has what platforms state.
 */
public final class AuditLog {
    /** How long an entry stays, unless {@link #MOST_ENTRIES} are newer. */
    static final Duration KEPT_AT_LEAST = Duration.ofDays(90);

    /** How many of the newest entries of an account space stay, however old they are. */
    public static final int KEPT_ENTRIES = 10_000;

    /** The most entries of an account space. An attacker has to make as many changes to remove an entry. */
    static final int MOST_ENTRIES = 100_000;

    /** How long an entry about data stays. */
    static final Duration DATA_KEPT_FOR = Duration.ofDays(550);

    /** The most entries that a page of an order examines. */
    private static final int MOST_EXAMINED = 1_000;

    private static final int RANDOM_DIGITS = 8;

    /** One entry in 256 has an ID with this random end. Looking for old entries at each one would be slow. */
    private static final String LAST_BEFORE_TRIM = "00";

    private final AccountStore store;
    private final Clock clock;
    private final RandomGenerator random;
    private volatile Function<String, Optional<String>> people = _ -> Optional.empty();

    AuditLog(AccountStore store, Clock clock, RandomGenerator random) {
        this.store = store;
        this.clock = clock;
        this.random = random;
    }

    /** Sets what returns the name of a person by ID. */
    void people(Function<String, Optional<String>> names) {
        people = names;
    }

    /** Stores an entry, and sometimes removes the oldest ones. */
    public AuditRow add(
            Actor actor, AccountSpace space, AuditAction action, @Nullable String keyId, @Nullable String newKeyId) {
        return add(actor.name(), space, action, keyId, newKeyId);
    }

    /** Stores an entry. The actor can be a key that has ended. */
    AuditRow add(
            String actor, AccountSpace space, AuditAction action, @Nullable String subject, @Nullable String part) {
        AuditRow entry = entry(actor, space, action, subject, part);
        store.addAudit(entry);
        String id = entry.id();
        Instant now = entry.at();
        if (entry.ends() == null && id.endsWith(LAST_BEFORE_TRIM)) {
            store.trimAudit(space, time(now.minus(KEPT_AT_LEAST)), KEPT_ENTRIES);
            store.trimAudit(space, id, MOST_ENTRIES);
        }
        return entry;
    }

    /** Returns an entry about data, to be stored with its change. */
    public AuditRow entry(
            Actor actor, AccountSpace space, AuditAction action, @Nullable String subject, @Nullable String part) {
        return entry(actor.name(), space, action, subject, part);
    }

    private AuditRow entry(
            String actor, AccountSpace space, AuditAction action, @Nullable String subject, @Nullable String part) {
        Instant now = clock.instant();
        String id = time(now) + HexFormat.of().toHexDigits(random.nextLong(), RANDOM_DIGITS);
        Instant ends = action.subject.isOfData() ? Micros.time(Micros.of(now.plus(DATA_KEPT_FOR))) : null;
        return new AuditRow(space, id, now, actor, action.wireName(), subject, part, ends);
    }

    /**
     * Makes a change of an integration, and stores its entry first. The entry is removed if the change was refused. If the
     * store fails during the change, the entry stays, because it is unknown whether the change was made.
     *
     * @param task ID of its task that is done; {@code null} for other changes
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
        if (action.subject != Subject.INTEGRATION) {
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
     * Returns entries of an account space, newest first. Of those about settings, the newest {@value #KEPT_ENTRIES} are
     * stored, and of the last 90 days about the newest {@value #MOST_ENTRIES}: the oldest are removed at one change in 256.
     *
     * @param before ID of the entry before which to start; {@code null} for the newest
     */
    public AuditPage page(AccountSpace space, AuditFilter filter, @Nullable String before, int limit) {
        int most = filter.orderId == null ? limit + 1 : MOST_EXAMINED;
        List<AuditRow> rows = new ArrayList<>();
        if (filter.about != About.DATA && filter.orderId == null) {
            rows.addAll(store.audit(space, before, most));
        }
        if (filter.about != About.SETTINGS) {
            rows.addAll(store.dataAudit(space, before, most));
        }
        rows.sort(Comparator.comparing(AuditRow::id).reversed());
        List<AuditEntry> found = new ArrayList<>();
        Map<String, Optional<String>> names = new HashMap<>();
        String last = null;
        for (AuditRow row : rows.subList(0, Math.min(most, rows.size()))) {
            if (found.size() == limit) {
                return new AuditPage(found, last);
            }
            last = row.id();
            if (filter.orderId == null || filter.orderId.equals(row.keyId())) {
                Optional<String> name = names.computeIfAbsent(
                        row.actor(),
                        actor -> store.key(space.account(), actor)
                                .map(KeyRow::label)
                                .or(() -> people.apply(actor)));
                found.add(new AuditEntry(row, name.orElse(null)));
            }
        }
        return new AuditPage(found, rows.size() < most ? null : last);
    }

    public enum About implements WireNamed {
        SETTINGS,
        DATA;

        public static Optional<About> parse(String name) {
            return WireNamed.find(values(), name);
        }
    }

    /**
     * The entries that a list has.
     *
     * @param about {@code null} for all
     */
    public record AuditFilter(
            @Nullable About about, @Nullable String orderId) {
        public static final AuditFilter ALL = new AuditFilter(null, null);
    }

    /**
     * Entries of the log.
     *
     * @param next ID of the entry before which the next page starts; {@code null} if this is the last
     */
    public record AuditPage(
            List<AuditEntry> entries, @Nullable String next) {}

    /** What an entry names by its ID, with a part of it. Those from the customer on are data. */
    public enum Subject {
        /** A key, and the one that replaces it. */
        KEY,
        /** An integration, and its task. */
        INTEGRATION,
        /** A customer, or all customers; none is named. */
        CUSTOMER,
        /** An upload. */
        UPLOAD,
        /** An order, and nothing else. */
        ORDER,
        /** An order, and the names of its fields. */
        FIELDS,
        /** An order, and its dispute or fraud report. */
        FACT,
        /** An order, and its receipt link. */
        LINK,
        /** An order, and what was made for a processor. */
        SUBMISSION;

        boolean isOfData() {
            return compareTo(CUSTOMER) >= 0;
        }
    }

    public enum AuditAction implements WireNamed {
        KEY_CREATED(Subject.KEY),
        KEY_IMPORTED(Subject.KEY),
        KEY_ROTATED(Subject.KEY),
        KEY_REVOKED(Subject.KEY),
        PROFILE_CHANGED(Subject.KEY),
        SIGN_IN(Subject.KEY),
        SIGN_IN_FAILED(Subject.KEY),
        INTEGRATION_ADDED(Subject.INTEGRATION),
        INTEGRATION_ROTATED(Subject.INTEGRATION),
        INTEGRATION_ROTATION_ENDED(Subject.INTEGRATION),
        INTEGRATION_REPLAYED(Subject.INTEGRATION),
        INTEGRATION_REMOVED(Subject.INTEGRATION),
        PRIVACY_TASK_DONE(Subject.INTEGRATION),
        NOTIFICATIONS_SET(Subject.KEY),
        NOTIFICATIONS_ROTATED(Subject.KEY),
        NOTIFICATIONS_REMOVED(Subject.KEY),
        NOTIFICATIONS_REPLAYED(Subject.KEY),
        ORDER_CHANGED(Subject.FIELDS),
        DISPUTE_RECORDED(Subject.FACT),
        DISPUTE_CHANGED(Subject.FACT),
        FRAUD_REPORT_RECORDED(Subject.FACT),
        EVIDENCE_EXPORTED(Subject.ORDER),
        WORKSHEET_EXPORTED(Subject.ORDER),
        SUBMISSION_EXPORTED(Subject.SUBMISSION),
        RECEIPT_LINK_CREATED(Subject.LINK),
        RECEIPT_LINK_REVOKED(Subject.LINK),
        ORDER_HELD(Subject.ORDER),
        ORDER_RELEASED(Subject.ORDER),
        ORDER_ERASED(Subject.ORDER),
        CUSTOMER_ERASED(Subject.CUSTOMER),
        CUSTOMER_EXPORTED(Subject.CUSTOMER),
        ORDERS_EXPORTED(Subject.CUSTOMER),
        ORDERS_UPLOADED(Subject.UPLOAD),
        UPLOAD_UNDONE(Subject.UPLOAD);

        private final Subject subject;

        AuditAction(Subject subject) {
            this.subject = subject;
        }
    }

    /**
     * An entry of the audit log.
     *
     * @param row as it is stored. Its action is the name of an {@link AuditAction}, or another one if a newer release
     *     wrote it
     * @param actorName label of the key, or e-mail address of the person; {@code null} if there is none
     */
    public record AuditEntry(AuditRow row, @Nullable String actorName) {
        private static final Map<String, Subject> SUBJECTS = Arrays.stream(AuditAction.values())
                .collect(Collectors.toUnmodifiableMap(AuditAction::wireName, action -> action.subject));

        /** Returns the ID of what was changed, if it was this. */
        public @Nullable String changed(Subject subject) {
            return SUBJECTS.get(row.action()) == subject ? row.keyId() : null;
        }

        /** Returns the part of what was changed, if it was this. */
        public @Nullable String part(Subject subject) {
            return SUBJECTS.get(row.action()) == subject ? row.newKeyId() : null;
        }

        /** Returns the order that was changed or exported; {@code null} if none was. */
        public @Nullable String orderId() {
            Subject subject = SUBJECTS.get(row.action());
            return subject != null && subject.compareTo(Subject.ORDER) >= 0 ? row.keyId() : null;
        }
    }
}
