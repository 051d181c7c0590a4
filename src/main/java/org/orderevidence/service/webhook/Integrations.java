package org.orderevidence.service.webhook;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.orderevidence.integration.inbox.Integration;
import org.orderevidence.integration.inbox.IntegrationSecrets;
import org.orderevidence.integration.inbox.IntegrationSettings;
import org.orderevidence.integration.inbox.SecretText;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.service.Keyring;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.IntegrationDocument;
import org.orderevidence.store.document.UnreadableDocument;
import org.orderevidence.store.integration.IntegrationRecord;
import org.orderevidence.store.integration.RecordKey;

/** The integrations of an installation. */
public final class Integrations {
    /** The most integrations of an installation. */
    public static final int MAX = 1_000;

    /** How long a running service can take to see a change. */
    public static final Duration SEEN_WITHIN = Duration.ofSeconds(5);

    private static final String ID_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";
    private static final int ID_LENGTH = 12;

    private final IntegrationStore store;
    private final RecordKeys keys;
    private final Clock clock;
    private final RandomGenerator random;
    private final AtomicReference<Known> known = new AtomicReference<>(new Known(Map.of(), Map.of(), Instant.MIN));
    private final ReentrantLock reading = new ReentrantLock();

    /**
     * All integrations at a time.
     *
     * @param byId those that can be read
     * @param unreadable why others cannot be read, by id
     */
    private record Known(Map<String, Integration> byId, Map<String, RuntimeException> unreadable, Instant asOf) {}

    /**
     * @param store where they are
     * @param keyring makes the keys of secrets
     * @param clock tells now
     * @param random makes ids
     */
    public Integrations(IntegrationStore store, Keyring keyring, Clock clock, RandomGenerator random) {
        this.store = store;
        this.keys = new RecordKeys(keyring);
        this.clock = clock;
        this.random = random;
    }

    /** What became of a change. */
    public sealed interface Change {
        /** It was made. */
        record Made(Integration integration) implements Change {}

        /** Another integration has the secret. Nothing changed. */
        record SecretInUse() implements Change {}

        /** Another shop of the account space gives its orders IDs with the same prefix. Nothing changed. */
        record PrefixInUse() implements Change {}

        /** There are {@link #MAX} integrations. Nothing changed. */
        record TooMany() implements Change {}

        /** There is no such integration. */
        record Unknown() implements Change {}
    }

    /** Adds an integration. */
    public Change add(AccountSpace space, Platform platform, IntegrationSettings settings, IntegrationSecrets secrets) {
        List<Integration> all = all();
        if (all.size() >= MAX) {
            return new Change.TooMany();
        }
        if (platform.role() == Source.Role.SHOP
                && all.stream().anyMatch(other -> isLike(other, space, platform, settings))) {
            return new Change.PrefixInUse();
        }
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        Integration made = new Integration(newId(), space, platform, settings, secrets, now);
        if (!claim(made, secrets.signing())) {
            return new Change.SecretInUse();
        }
        if (!store.add(record(made))) {
            throw new IllegalStateException("two integrations have one random id");
        }
        return new Change.Made(made);
    }

    /** Shops number their orders from 1001, so two of them need different prefixes. */
    private static boolean isLike(
            Integration other, AccountSpace space, Platform platform, IntegrationSettings settings) {
        return other.platform() == platform
                && other.space().equals(space)
                && other.settings().orderIdPrefix().equals(settings.orderIdPrefix());
    }

    private String newId() {
        StringBuilder id = new StringBuilder();
        for (int i = 0; i < ID_LENGTH; i++) {
            id.append(ID_LETTERS.charAt(random.nextInt(ID_LETTERS.length())));
        }
        return id.toString();
    }

    /** Returns true if the secret now belongs to this integration. */
    private boolean claim(Integration integration, SecretText secret) {
        RecordKey key = keys.secret(secret);
        Bytes id = Bytes.wrap(integration.id().getBytes(StandardCharsets.US_ASCII));
        IntegrationRecord claim = new IntegrationRecord(integration.space(), key, 1, null, null, id);
        if (store.add(claim)) {
            return true;
        }
        Optional<IntegrationRecord> stored = store.read(key);
        if (stored.isEmpty()) {
            return store.add(claim);
        }
        String owner = new String(stored.get().content().toArray(), StandardCharsets.US_ASCII);
        if (owner.equals(integration.id())) {
            return true;
        }
        if (find(owner).filter(other -> has(other, secret)).isPresent()) {
            return false;
        }
        // What claimed it ended before its integration was stored, or was removed.
        store.remove(key);
        return store.add(claim);
    }

    private static boolean has(Integration integration, SecretText secret) {
        return secret.equals(integration.secrets().signing())
                || secret.equals(integration.secrets().previous());
    }

    /** Returns all integrations by id. */
    public List<Integration> all() {
        return records().stream().map(Integrations::read).toList();
    }

    /** Returns the integrations of an account. */
    public List<Integration> of(String account) {
        return all().stream()
                .filter(each -> each.space().account().equals(account))
                .toList();
    }

    /** Returns an integration as it is stored, or empty if there is none. */
    public Optional<Integration> find(String id) {
        return Integration.isId(id) ? store.read(RecordKeys.integration(id)).map(Integrations::read) : Optional.empty();
    }

    /**
     * Returns an integration as it was at most {@link #SEEN_WITHIN} ago, and the time of one read of the store before that.
     * One caller at a time reads the store, so ids that do not exist cost no read each.
     *
     * @throws StoreUnavailable also if this integration cannot be read
     */
    Optional<Integration> known(String id) {
        Known current = current();
        RuntimeException unreadable = current.unreadable().get(id);
        if (unreadable != null) {
            throw new StoreUnavailable("an integration cannot be read: " + unreadable.getMessage(), unreadable);
        }
        return Optional.ofNullable(current.byId().get(id));
    }

    private Known current() {
        Known latest = known.get();
        if (!isOutdated(latest)) {
            return latest;
        }
        if (latest.asOf().equals(Instant.MIN)) {
            reading.lock();
        } else if (!reading.tryLock()) {
            return latest;
        }
        try {
            latest = known.get();
            if (isOutdated(latest)) {
                latest = readAll();
                known.set(latest);
            }
            return latest;
        } finally {
            reading.unlock();
        }
    }

    private boolean isOutdated(Known latest) {
        return !clock.instant().isBefore(latest.asOf().plus(SEEN_WITHIN));
    }

    private Known readAll() {
        Instant now = clock.instant();
        Map<String, Integration> byId = new HashMap<>();
        Map<String, RuntimeException> unreadable = new HashMap<>();
        for (IntegrationRecord record : records()) {
            try {
                byId.put(record.key().id(), read(record));
            } catch (UnreadableDocument | DocumentTooNew cannot) {
                unreadable.put(record.key().id(), cannot);
            }
        }
        return new Known(byId, unreadable, now);
    }

    private List<IntegrationRecord> records() {
        return store.group(RecordKeys.INTEGRATIONS, null, IntegrationStore.MAX_PAGE)
                .records();
    }

    /** Gives an integration a new secret. The one before stays valid until {@link #endRotation}. */
    public Change rotate(String id, SecretText secret) {
        Optional<IntegrationRecord> stored = store.read(RecordKeys.integration(id));
        if (stored.isEmpty()) {
            return new Change.Unknown();
        }
        Integration before = read(stored.get());
        if (secret.equals(before.secrets().signing())) {
            return new Change.Made(before);
        }
        if (!claim(before, secret)) {
            return new Change.SecretInUse();
        }
        SecretText dropped = before.secrets().previous();
        Integration after = before.withSecrets(before.secrets().rotated(secret));
        change(stored.get(), after);
        if (dropped != null && !has(after, dropped)) {
            store.remove(keys.secret(dropped));
        }
        return new Change.Made(after);
    }

    /** Makes only the newest secret of an integration valid. */
    public Change endRotation(String id) {
        Optional<IntegrationRecord> stored = store.read(RecordKeys.integration(id));
        if (stored.isEmpty()) {
            return new Change.Unknown();
        }
        Integration before = read(stored.get());
        SecretText dropped = before.secrets().previous();
        if (dropped == null) {
            return new Change.Made(before);
        }
        Integration after = before.withSecrets(before.secrets().withoutPrevious());
        change(stored.get(), after);
        store.remove(keys.secret(dropped));
        return new Change.Made(after);
    }

    private void change(IntegrationRecord before, Integration after) {
        if (!store.replace(before, before.next(null, Bytes.wrap(IntegrationDocument.encode(after))))) {
            throw new IllegalStateException("the integration was changed at the same time; try again");
        }
    }

    /** Removes an integration. Its orders stay. Its events that are not mapped change nothing any more. */
    public Change remove(String id) {
        Optional<Integration> stored = find(id);
        if (stored.isEmpty()) {
            return new Change.Unknown();
        }
        store.remove(RecordKeys.integration(id));
        List<SecretText> secrets =
                new ArrayList<>(List.of(stored.get().secrets().signing()));
        SecretText previous = stored.get().secrets().previous();
        if (previous != null) {
            secrets.add(previous);
        }
        secrets.forEach(secret -> store.remove(keys.secret(secret)));
        return new Change.Made(stored.get());
    }

    private static IntegrationRecord record(Integration integration) {
        return new IntegrationRecord(
                integration.space(),
                RecordKeys.integration(integration.id()),
                1,
                null,
                null,
                Bytes.wrap(IntegrationDocument.encode(integration)));
    }

    private static Integration read(IntegrationRecord record) {
        return IntegrationDocument.decode(
                record.key().id(), record.space(), record.content().toArray());
    }
}
