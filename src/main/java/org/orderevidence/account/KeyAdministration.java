package org.orderevidence.account;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.KeyChange.Reason;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.AccountStore.KeyRow;

/**
 * Creates, imports, lists, rotates and revokes API keys. Each change has an entry in the {@link AuditLog}. No caller can
 * create a key that has more scopes than the caller's key, ends later, or belongs to another account space.
 */
public final class KeyAdministration {
    /** Maximum number of keys of an account space. If there are more, ended keys are removed. */
    public static final int MAX_KEYS = 1_000;

    /** Longest time for which a replaced key stays valid. */
    public static final Duration MAX_GRACE = Duration.ofDays(30);

    private static final int REMOVED_TOGETHER = 100;
    private static final int PAGE = 100;
    private static final int ID_CHARS = 10;
    private static final String ID_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

    private final AccountStore store;
    private final AuditLog audit;
    private final KeyCache cache;
    private final Clock clock;
    private final RandomGenerator random;

    KeyAdministration(AccountStore store, AuditLog audit, KeyCache cache, Clock clock, RandomGenerator random) {
        this.store = store;
        this.audit = audit;
        this.cache = cache;
        this.clock = clock;
        this.random = random;
    }

    /**
     * Returns the owner of a key as the author of a change, or empty if the key has ended. Reads the store: a key that
     * another process has just ended must not make changes for as long as it is in the cache.
     */
    public Optional<Actor> caller(KeyCheck.Accepted key) {
        return key(key.space(), key.keyId())
                .filter(now -> !now.isEnded(clock.instant()))
                .map(now -> new Actor.Caller(new KeyCheck.Accepted(now.id(), now.space(), now.scopes(), now.endsAt())));
    }

    /**
     * Creates a key in the format of this service. Repeating it creates another key.
     *
     * @return {@link KeyChange.Made} or {@link KeyChange.Refused}
     */
    public KeyChange create(Actor actor, KeySpec spec) {
        Reason refused = refusal(actor, spec);
        return refused == null ? generate(actor, spec) : new KeyChange.Refused(refused);
    }

    private KeyChange generate(Actor actor, KeySpec spec) {
        ApiKey key = ApiKey.generate(spec.space().mode(), random);
        KeyRow row = row(key, spec);
        audit.add(actor, spec.space(), AuditAction.KEY_CREATED, row.id(), null);
        keepNew(row);
        return new KeyChange.Made(new NewKey(key, info(row)), null);
    }

    /**
     * Imports a key that clients already use.
     *
     * @return {@link KeyChange.Made} or {@link KeyChange.Refused}
     */
    public KeyChange importKey(Actor actor, ApiKey key, KeySpec spec) {
        Reason refused = key.isImportable() ? refusal(actor, spec) : Reason.NOT_IMPORTABLE;
        if (refused != null) {
            return new KeyChange.Refused(refused);
        }
        KeyRow row = row(key, spec);
        AuditRow entry = audit.add(actor, spec.space(), AuditAction.KEY_IMPORTED, row.id(), null);
        if (!keep(row)) {
            audit.remove(entry);
            return new KeyChange.Refused(Reason.IN_USE);
        }
        return new KeyChange.Made(new NewKey(key, info(row)), null);
    }

    /**
     * Replaces a key by a new one with the same label, scopes and expiry. Repeating it is refused.
     *
     * @param grace how long the replaced key stays valid, from 0 to {@link #MAX_GRACE}
     * @return {@link KeyChange.Made} or {@link KeyChange.Refused}
     */
    public KeyChange rotate(Actor actor, AccountSpace space, String keyId, Duration grace) {
        if (grace.isNegative() || grace.compareTo(MAX_GRACE) > 0) {
            throw new IllegalArgumentException("the grace time is from 0 to " + MAX_GRACE);
        }
        KeyInfo old = key(space, keyId).orElse(null);
        if (old == null) {
            return new KeyChange.Refused(Reason.NO_KEY);
        }
        Reason unfit = unfitToRotate(old);
        KeySpec spec = new KeySpec(space, old.label(), old.scopes(), old.expiresAt());
        Reason refused = unfit == null ? refusal(actor, spec) : unfit;
        if (refused != null) {
            return new KeyChange.Refused(refused);
        }
        ApiKey text = ApiKey.generate(space.mode(), random);
        KeyRow row = row(text, spec);
        AuditRow entry = audit.add(actor, space, AuditAction.KEY_ROTATED, keyId, row.id());
        // First the new key: if the process ends here, the old one still works.
        keepNew(row);
        Instant endsAt = clock.instant().plus(grace);
        if (!store.replaceKey(space.account(), keyId, endsAt, row.id())) {
            store.endKey(space.account(), row.id(), clock.instant());
            audit.remove(entry);
            return new KeyChange.Refused(Reason.REPLACED);
        }
        cache.ended();
        // Without another read, which could fail: the text of the new key is only here.
        return new KeyChange.Made(new NewKey(text, info(row)), old.endedBy(endsAt, row.id()));
    }

    private @Nullable Reason unfitToRotate(KeyInfo key) {
        if (key.isEnded(clock.instant())) {
            return Reason.ENDED;
        }
        return key.endedAt() == null ? null : Reason.REPLACED;
    }

    /**
     * Ends a key now. A key that has ended stays as it is.
     *
     * @return {@link KeyChange.Ended} or {@link KeyChange.Refused}
     */
    public KeyChange revoke(Actor actor, AccountSpace space, String keyId) {
        requireOwn(actor, space);
        KeyInfo key = key(space, keyId).orElse(null);
        if (key == null) {
            return new KeyChange.Refused(Reason.NO_KEY);
        }
        if (key.isEnded(clock.instant())) {
            return new KeyChange.Ended(key);
        }
        if (actor instanceof Actor.Caller && key.scopes().contains(Scope.ADMIN) && !hasOtherAdmin(space, keyId)) {
            return new KeyChange.Refused(Reason.LAST_ADMIN_KEY);
        }
        audit.add(actor, space, AuditAction.KEY_REVOKED, keyId, null);
        Instant now = clock.instant();
        store.endKey(space.account(), keyId, now);
        cache.ended();
        return new KeyChange.Ended(key.endedBy(now, null));
    }

    private boolean hasOtherAdmin(AccountSpace space, String keyId) {
        Instant now = clock.instant();
        List<KeyRow> page = store.keys(space, null, PAGE);
        while (!page.isEmpty()) {
            for (KeyRow row : page) {
                KeyInfo key = info(row);
                if (!key.id().equals(keyId)
                        && key.scopes().contains(Scope.ADMIN)
                        && key.state(now) == KeyInfo.State.ACTIVE) {
                    return true;
                }
            }
            page = store.keys(space, page.getLast(), PAGE);
        }
        return false;
    }

    /** Returns a key of an account, or empty if the account has no key with this ID. */
    public Optional<KeyInfo> key(String account, String keyId) {
        return store.key(account, keyId).map(KeyAdministration::info);
    }

    private Optional<KeyInfo> key(AccountSpace space, String keyId) {
        return key(space.account(), keyId).filter(key -> key.space().equals(space));
    }

    /**
     * Returns keys of an account space, oldest first.
     *
     * @param after ID of the key after which to start; {@code null} for the first
     * @param limit maximum number of keys
     * @return empty if the account space has no key with the ID {@code after}
     */
    public Optional<List<KeyInfo>> list(AccountSpace space, @Nullable String after, int limit) {
        KeyRow from = after == null ? null : store.key(space.account(), after).orElse(null);
        if (after != null && (from == null || !from.space().equals(space))) {
            return Optional.empty();
        }
        return Optional.of(store.keys(space, from, limit).stream()
                .map(KeyAdministration::info)
                .toList());
    }

    /** Returns all keys of an account: the live keys, then the test keys, oldest first. */
    public List<KeyInfo> all(String account) {
        List<KeyInfo> all = new ArrayList<>();
        for (AccountSpace.Mode mode : AccountSpace.Mode.values()) {
            rows(new AccountSpace(account, mode)).forEach(row -> all.add(info(row)));
        }
        return all;
    }

    /** The rows of a space: little more than {@value #MAX_KEYS}, which concurrent creations can exceed. */
    private List<KeyRow> rows(AccountSpace space) {
        return store.keys(space, null, 2 * MAX_KEYS);
    }

    private @Nullable Reason refusal(Actor actor, KeySpec spec) {
        requireOwn(actor, spec.space());
        if (!spec.scopes().stream().allMatch(actor::mayGrant)) {
            return Reason.MORE_SCOPES;
        }
        Instant most = actor.endsAt();
        Instant end = spec.expiresAt();
        if (most != null && (end == null || end.isAfter(most))) {
            return Reason.ENDS_LATER;
        }
        if (store.account(spec.space().account()).isEmpty()) {
            return Reason.NO_ACCOUNT;
        }
        return makeRoom(spec.space()) ? null : Reason.TOO_MANY_KEYS;
    }

    private static void requireOwn(Actor actor, AccountSpace space) {
        if (!actor.mayChange(space)) {
            throw new IllegalStateException("a caller changes keys of another account space");
        }
    }

    /** Removes the keys that ended first, if there is no room for another key. False if no key has ended. */
    private boolean makeRoom(AccountSpace space) {
        if (store.countKeys(space) < MAX_KEYS) {
            return true;
        }
        Instant now = clock.instant();
        List<KeyRow> ended = rows(space).stream()
                .filter(row -> info(row).isEnded(now))
                .sorted(Comparator.comparing(
                        row -> Objects.requireNonNullElse(info(row).endsAt(), now)))
                .limit(REMOVED_TOGETHER)
                .toList();
        ended.forEach(store::deleteKey);
        return !ended.isEmpty();
    }

    private void keepNew(KeyRow row) {
        if (!keep(row)) {
            throw new IllegalStateException("a new random key exists already: the source of randomness is broken");
        }
    }

    /** Stores a key, which is valid at once. Returns false if it is in use. */
    private boolean keep(KeyRow row) {
        boolean isNew = store.createKey(row);
        cache.created(row.hash());
        return isNew;
    }

    private KeyRow row(ApiKey key, KeySpec spec) {
        Set<String> names = spec.scopes().stream().map(Scope::wireName).collect(Collectors.toUnmodifiableSet());
        return new KeyRow(
                newId(),
                key.hash(),
                spec.space().account(),
                spec.space().mode(),
                spec.label(),
                names,
                clock.instant(),
                spec.expiresAt(),
                null,
                null,
                null);
    }

    private String newId() {
        StringBuilder id = new StringBuilder("key_");
        for (int i = 0; i < ID_CHARS; i++) {
            id.append(ID_ALPHABET.charAt(random.nextInt(ID_ALPHABET.length())));
        }
        return id.toString();
    }

    static KeyInfo info(KeyRow row) {
        Set<Scope> scopes = row.scopes().stream()
                .map(name -> Scope.parse(name).orElseThrow())
                .collect(Collectors.toUnmodifiableSet());
        return new KeyInfo(
                row.id(),
                row.space(),
                row.label(),
                scopes,
                row.createdAt(),
                row.expiresAt(),
                row.endedAt(),
                row.replacedBy(),
                row.lastUsedOn());
    }
}
