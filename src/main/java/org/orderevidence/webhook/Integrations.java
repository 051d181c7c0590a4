package org.orderevidence.webhook;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.KeyAdministration;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.service.Keyring;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.RecordDocument;
import org.orderevidence.store.document.UnreadableDocument;

/** The integrations of an installation. */
public final class Integrations {
    private static final RecordDocument<Integration> DOCUMENT = new RecordDocument<>('I', Integration.class);

    public static final int MAX = 1_000;

    /** The most integrations of an account in one mode. One account must not use up those of the installation. */
    public static final int MAX_OF_SPACE = 100;

    /**
     * How long an instance can take to see that another one removed an integration or ended a rotation. A new integration
     * or secret is valid at once.
     */
    public static final Duration SEEN_WITHIN = Duration.ofSeconds(5);

    /** Time between two reads for webhooks that nothing known explains: anyone can send them. */
    private static final Duration BETWEEN_CHECKS = Duration.ofMillis(250);

    private static final int ID_LENGTH = 12;

    private final IntegrationStore store;
    private final SecretClaims claims;
    private final Clock clock;
    private final RandomGenerator random;
    private final AtomicReference<Known> known = new AtomicReference<>(new Known(0, Map.of(), Map.of(), Instant.MIN));

    /** Changes of this instance. A list that was read before the newest one is outdated. */
    private final AtomicLong changes = new AtomicLong();

    /** One caller reads, and the others wait for what it finds. */
    private final ReentrantLock reading = new ReentrantLock();

    private final AtomicLong reads = new AtomicLong();

    private long lastCheck = System.nanoTime() - BETWEEN_CHECKS.toNanos();

    /** Why the last read failed; empty if it did not. Changes only under {@link #reading}. */
    private @Nullable RuntimeException failed;

    /** Two that are added at the same time could exceed a limit. */
    private final ReentrantLock adding = new ReentrantLock();

    /**
     * All integrations at a time.
     *
     * @param changes of this instance that it contains
     * @param unreadable why others cannot be read, by id
     */
    private record Known(
            long changes, Map<String, Integration> byId, Map<String, RuntimeException> unreadable, Instant asOf) {}

    public Integrations(IntegrationStore store, Keyring keyring, Clock clock, RandomGenerator random) {
        this.store = store;
        this.claims = new SecretClaims(store, new RecordKeys(keyring));
        this.clock = clock;
        this.random = random;
    }

    /** What became of a change. */
    public sealed interface Change {
        record Made(Integration integration) implements Change {}

        /** Why nothing changed. */
        enum Refused implements Change {
            SECRET_IN_USE,
            /** Another shop of the account space gives its orders IDs with the same prefix. */
            PREFIX_IN_USE,
            /** There are {@link #MAX} integrations, or {@link #MAX_OF_SPACE} of the account space. */
            TOO_MANY,
            /** It has two valid secrets, and the platform may still use both. */
            TWO_SECRETS,
            /** It was changed at the same time. */
            CONFLICT,
            /** It has tasks about personal data that are not done. */
            HAS_TASKS,
            UNKNOWN
        }
    }

    public Change add(AccountSpace space, Platform platform, IntegrationSettings settings, IntegrationSecrets secrets) {
        return add(newId(), space, platform, settings, secrets);
    }

    Change add(
            String id,
            AccountSpace space,
            Platform platform,
            IntegrationSettings settings,
            IntegrationSecrets secrets) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Integration made = new Integration(id, space, platform, settings, secrets, now);
        adding.lock();
        try {
            Change refused = refusal(made, all());
            return refused == null ? store(made) : refused;
        } finally {
            adding.unlock();
        }
    }

    private static @Nullable Change refusal(Integration made, List<Integration> all) {
        long ofSpace =
                all.stream().filter(other -> other.space().equals(made.space())).count();
        if (all.size() >= MAX || ofSpace >= MAX_OF_SPACE) {
            return Change.Refused.TOO_MANY;
        }
        if (made.platform().role() == Source.Role.SHOP && all.stream().anyMatch(other -> isLike(other, made))) {
            return Change.Refused.PREFIX_IN_USE;
        }
        return isUsed(made.secrets().signing(), made.id(), all) ? Change.Refused.SECRET_IN_USE : null;
    }

    private Change store(Integration made) {
        SecretText secret = made.secrets().signing();
        Optional<IntegrationRecord> claim = claims.claim(made, secret, owner -> has(owner, secret));
        if (claim.isEmpty()) {
            return Change.Refused.SECRET_IN_USE;
        }
        if (!store.add(
                IntegrationRecord.of(made.space(), RecordKeys.integration(made.id()), null, DOCUMENT.encode(made)))) {
            throw new IllegalStateException("two integrations have one random id");
        }
        boolean isConfirmed = false;
        try {
            isConfirmed = claims.confirm(claim.get());
        } finally {
            if (!isConfirmed) {
                // Otherwise another integration could take the secret over, and both would have it.
                store.remove(RecordKeys.integration(made.id()));
            }
        }
        return isConfirmed ? made(made) : Change.Refused.SECRET_IN_USE;
    }

    /** Shops number their orders from 1001, so two of them need different prefixes. */
    private static boolean isLike(Integration other, Integration made) {
        return other.platform() == made.platform()
                && other.space().equals(made.space())
                && other.settings().orderIdPrefix().equals(made.settings().orderIdPrefix());
    }

    String newId() {
        return KeyAdministration.randomName(random, ID_LENGTH);
    }

    private static boolean isUsed(SecretText secret, String id, List<Integration> all) {
        return all.stream().anyMatch(other -> !other.id().equals(id) && has(other, secret));
    }

    private boolean has(String id, SecretText secret) {
        return find(id).filter(stored -> has(stored, secret)).isPresent();
    }

    private static boolean has(Integration integration, SecretText secret) {
        return secret.equals(integration.secrets().signing())
                || secret.equals(integration.secrets().previous());
    }

    public List<Integration> all() {
        return records().stream().map(record -> record.as(DOCUMENT)).toList();
    }

    public Optional<Integration> find(String id) {
        return Integration.isId(id)
                ? store.read(RecordKeys.integration(id)).map(record -> record.as(DOCUMENT))
                : Optional.empty();
    }

    /**
     * Returns an integration as it was at most {@link #SEEN_WITHIN} ago, or, if there was none, as it is now. See
     * {@link #checked}.
     *
     * @throws StoreUnavailable also if this integration cannot be read
     */
    Optional<Integration> known(String id) {
        long before = reads.get();
        Optional<Integration> found = in(current(), id);
        return found.isPresent() || !Integration.isId(id) ? found : checked(id, before);
    }

    /**
     * Returns an integration from a read of the store that starts after this call: another instance may have added it or
     * changed its secret. All that wait share one read, so ids that do not exist cost at most four reads a second.
     *
     * @throws StoreUnavailable also if this integration cannot be read
     */
    Optional<Integration> checked(String id) {
        return checked(id, reads.get());
    }

    /** @param before the reads that had been started when the caller called */
    private Optional<Integration> checked(String id, long before) {
        reading.lock();
        try {
            return in(reads.get() > before ? result() : readChecked(), id);
        } finally {
            reading.unlock();
        }
    }

    private Known readChecked() {
        long pause = lastCheck + BETWEEN_CHECKS.toNanos() - System.nanoTime();
        if (pause > 0) {
            LockSupport.parkNanos(pause);
        }
        lastCheck = System.nanoTime();
        return read();
    }

    private static Optional<Integration> in(Known list, String id) {
        RuntimeException unreadable = list.unreadable().get(id);
        if (unreadable != null) {
            throw new StoreUnavailable("an integration cannot be read: " + unreadable.getMessage(), unreadable);
        }
        return Optional.ofNullable(list.byId().get(id));
    }

    /** Returns the prefixes of the order IDs of a space. */
    List<String> prefixes(AccountSpace space) {
        return current().byId().values().stream()
                .filter(each -> each.space().equals(space))
                .map(each -> each.settings().orderIdPrefix())
                .filter(prefix -> !prefix.isEmpty())
                .distinct()
                .sorted()
                .limit(MAX_OF_SPACE)
                .toList();
    }

    /** Looks for changes of other instances. */
    void refresh() {
        current();
    }

    /** Returns true if an account space may have integrations, as far as the last look shows. Reads nothing. */
    boolean mayHave(AccountSpace space) {
        Known latest = known.get();
        return latest.asOf().equals(Instant.MIN)
                || latest.changes() < changes.get()
                || latest.byId().values().stream().anyMatch(each -> each.space().equals(space));
    }

    /** Returns a list that is not outdated. An older one would refuse a new integration. */
    private Known current() {
        if (!isOutdated(known.get())) {
            return known.get();
        }
        long before = reads.get();
        reading.lock();
        try {
            return !isOutdated(known.get()) || (reads.get() > before && failed != null) ? result() : read();
        } finally {
            reading.unlock();
        }
    }

    /** Reads for all callers that wait. Only with {@link #reading}. */
    private Known read() {
        reads.incrementAndGet();
        failed = null;
        try {
            Known latest = readAll();
            known.set(latest);
            return latest;
        } catch (RuntimeException cannot) {
            failed = cannot;
            throw cannot;
        }
    }

    /** What the last read has found. Only with {@link #reading}. */
    private Known result() {
        if (failed != null) {
            throw new StoreUnavailable("another request could not read the integrations", failed);
        }
        return known.get();
    }

    private boolean isOutdated(Known latest) {
        return latest.changes() < changes.get()
                || !clock.instant().isBefore(latest.asOf().plus(SEEN_WITHIN));
    }

    /** What this instance acknowledges is in effect for its next webhook. */
    private Change made(Integration integration) {
        changes.incrementAndGet();
        return new Change.Made(integration);
    }

    private Known readAll() {
        long until = changes.get();
        Instant now = clock.instant();
        Map<String, Integration> byId = new HashMap<>();
        Map<String, RuntimeException> unreadable = new HashMap<>();
        for (IntegrationRecord record : records()) {
            try {
                byId.put(record.key().id(), record.as(DOCUMENT));
            } catch (UnreadableDocument | DocumentTooNew cannot) {
                unreadable.put(record.key().id(), cannot);
            }
        }
        return new Known(until, byId, unreadable, now);
    }

    /** Instances that add at the same time can exceed the limit by one each. */
    private List<IntegrationRecord> records() {
        return store.all(RecordKeys.INTEGRATIONS, IntegrationStore.MAX_PAGE)
                .limit(2 * MAX)
                .toList();
    }

    /**
     * Gives an integration a new secret. The one before stays valid until {@link #endRotation}. A third one is refused,
     * because a platform may use either for some time.
     */
    public Change rotate(String id, SecretText secret) {
        Optional<IntegrationRecord> stored = store.read(RecordKeys.integration(id));
        if (stored.isEmpty()) {
            return Change.Refused.UNKNOWN;
        }
        Integration before = stored.get().as(DOCUMENT);
        if (secret.equals(before.secrets().signing())) {
            return new Change.Made(before);
        }
        SecretText previous = before.secrets().previous();
        if (previous != null && !previous.equals(secret)) {
            return Change.Refused.TWO_SECRETS;
        }
        Optional<IntegrationRecord> claim = isUsed(secret, id, all())
                ? Optional.empty()
                : claims.claim(before, secret, owner -> has(owner, secret));
        if (claim.isEmpty()) {
            return Change.Refused.SECRET_IN_USE;
        }
        Integration after = before.withSecrets(before.secrets().rotated(secret));
        IntegrationRecord changed = stored.get().next(null, DOCUMENT.encode(after));
        if (!store.replace(stored.get(), changed)) {
            return Change.Refused.CONFLICT;
        }
        if (!claims.confirm(claim.get())) {
            store.replace(changed, changed.next(null, stored.get().content()));
            return Change.Refused.SECRET_IN_USE;
        }
        return made(after);
    }

    /** Makes only the newest secret of an integration valid. */
    public Change endRotation(String id) {
        Optional<IntegrationRecord> stored = store.read(RecordKeys.integration(id));
        if (stored.isEmpty()) {
            return Change.Refused.UNKNOWN;
        }
        Integration before = stored.get().as(DOCUMENT);
        SecretText dropped = before.secrets().previous();
        if (dropped == null) {
            return new Change.Made(before);
        }
        Integration after = before.withSecrets(before.secrets().withoutPrevious());
        if (!store.replace(stored.get(), stored.get().next(null, DOCUMENT.encode(after)))) {
            return Change.Refused.CONFLICT;
        }
        if (!has(after, dropped)) {
            claims.release(after.id(), dropped);
        }
        return made(after);
    }

    /** Removes an integration. Its orders stay. Its events that are not mapped change nothing any longer. */
    public Change remove(String id) {
        Optional<Integration> stored = find(id);
        if (stored.isEmpty()) {
            return Change.Refused.UNKNOWN;
        }
        store.remove(RecordKeys.integration(id));
        claims.release(id, stored.get().secrets().signing());
        SecretText previous = stored.get().secrets().previous();
        if (previous != null) {
            claims.release(id, previous);
        }
        return made(stored.get());
    }

    /**
     * The row of each secret, which names the integration that has it. An integration claims a secret, is stored with it, and
     * then confirms the claim. Each step replaces the version that it has read, so one of two writers that claim a secret at
     * the same time fails at the latest when it confirms.
     */
    record SecretClaims(IntegrationStore store, RecordKeys keys) {
        /**
         * Claims a secret for an integration. A claim whose integration does not have the secret is taken over: its writer
         * ended before it stored the integration, or will fail to confirm.
         *
         * @param has true if the integration of this id is stored and has the secret
         * @return what is to be confirmed; empty if another integration has the secret
         */
        Optional<IntegrationRecord> claim(Integration integration, SecretText secret, Predicate<String> has) {
            RecordKey key = keys.secret(secret);
            Bytes id = Bytes.utf8(integration.id());
            IntegrationRecord claim = IntegrationRecord.of(integration.space(), key, null, id);
            if (store.add(claim)) {
                return Optional.of(claim);
            }
            IntegrationRecord held = store.read(key).orElse(null);
            if (held == null) {
                return store.add(claim) ? Optional.of(claim) : Optional.empty();
            }
            if (owner(held).equals(integration.id())) {
                return Optional.of(held);
            }
            if (has.test(owner(held))) {
                return Optional.empty();
            }
            IntegrationRecord taken = held.next(null, id);
            return store.replace(held, taken) ? Optional.of(taken) : Optional.empty();
        }

        /** Makes a claim final. Returns false if another integration has taken the secret over. */
        boolean confirm(IntegrationRecord claim) {
            return store.replace(claim, claim.next(null, claim.content()));
        }

        /** Frees a secret, unless another integration has it. */
        void release(String integration, SecretText secret) {
            RecordKey key = keys.secret(secret);
            if (store.read(key).filter(held -> owner(held).equals(integration)).isPresent()) {
                store.remove(key);
            }
        }

        private static String owner(IntegrationRecord claim) {
            return claim.content().utf8();
        }
    }
}
