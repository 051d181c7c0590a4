package org.orderevidence.account;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts.AccountTurns;
import org.orderevidence.account.Accounts.KeyCache;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.account.KeyAdministration.KeyChange.NewKey;
import org.orderevidence.account.KeyAdministration.KeyChange.Reason;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.process.Pages;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/**
 * Creates, imports, lists, rotates and revokes API keys. Each change has an entry in the {@link AuditLog}. No caller
 * can create a key that has more scopes than the caller's key, ends later, or belongs to another account space.
 */
public record KeyAdministration(
        AccountStore store,
        AuditLog audit,
        KeyCache cache,
        KeyRoom room,
        AccountTurns turns,
        Clock clock,
        RandomGenerator random) {
    /** Maximum number of keys of an account space. If there are more, ended keys are removed. */
    public static final int MAX_KEYS = 1_000;

    /** Longest time for which a replaced key stays valid. */
    public static final Duration MAX_GRACE = Duration.ofDays(30);

    private static final int PAGE = 100;
    private static final int ID_CHARS = 10;
    private static final String NAME_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789";

    /**
     * Returns the owner of a key as the author of a change, or empty if the key has ended. Reads the store: a key that
     * another process has just ended must not make changes for as long as it is in the cache.
     */
    public Optional<Actor> caller(KeyCheck.Accepted key) {
        if (key.holder() != KeyCheck.Holder.KEY) {
            return Optional.of(key.actor());
        }
        return row(key.space(), key.keyId())
                .filter(now -> !now.isEnded(clock.instant()))
                .map(now -> new Actor(KeyCheck.Accepted.of(now)));
    }

    /**
     * Creates a key in the format of this service. Repeating it creates another key.
     *
     * @return {@link KeyChange.Made} or {@link KeyChange.Refused}
     * @throws UnknownOutcome if the store fails after the key may have been stored
     */
    public KeyChange create(Actor actor, KeySpec spec) {
        return inTurn(actor, spec.space(), () -> {
            Reason refused = refusal(actor, spec);
            return refused == null ? generate(actor, spec) : new KeyChange.Refused(refused);
        });
    }

    private KeyChange generate(Actor actor, KeySpec spec) {
        ApiKey key = ApiKey.generate(spec.space().mode(), random);
        KeyRow made = row(key, spec);
        AuditRow entry = audit.add(actor, spec.space(), AuditAction.KEY_CREATED, made.id(), null);
        keepNew(made);
        Reason lost = lostPermission(actor, spec);
        if (lost != null) {
            withdraw(made, entry);
            return new KeyChange.Refused(lost);
        }
        return new KeyChange.Made(new NewKey(key, made), null);
    }

    /**
     * Returns why the actor may not create such a key any longer, or {@code null} if it may. Called when the key is
     * stored: if the actor's key is revoked after this check, the new key is in the list that its revoker reads.
     */
    private @Nullable Reason lostPermission(Actor actor, KeySpec spec) {
        KeyCheck.Accepted key = actor.key();
        if (key == null) {
            return null;
        }
        Actor now = afterWrite(() -> caller(key)).orElse(null);
        return now == null ? Reason.CALLER_ENDED : excess(now, spec);
    }

    /** Removes a new key, whose text no one has received, and the entry of its change. */
    private void withdraw(KeyRow made, AuditRow entry) {
        afterWrite(() -> {
            store.deleteKey(made);
            audit.remove(entry);
            return made;
        });
    }

    /** Does something after a change was stored. If the store fails now, it is not true that nothing was stored. */
    private static <T> T afterWrite(Supplier<T> rest) {
        try {
            return rest.get();
        } catch (StoreUnavailable failed) {
            throw new UnknownOutcome("a change of keys may be stored: " + failed.getMessage(), failed);
        }
    }

    /**
     * Imports a key that clients already use.
     *
     * @return {@link KeyChange.Made} or {@link KeyChange.Refused}
     */
    public KeyChange importKey(Actor actor, ApiKey key, KeySpec spec) {
        return inTurn(actor, spec.space(), () -> {
            Reason unfit = unfitToImport(key, spec.space().mode());
            Reason refused = unfit == null ? refusal(actor, spec) : unfit;
            return refused == null ? keepImported(actor, key, spec) : new KeyChange.Refused(refused);
        });
    }

    private static @Nullable Reason unfitToImport(ApiKey key, AccountSpace.Mode mode) {
        if (!key.isImportable()) {
            return Reason.NOT_IMPORTABLE;
        }
        return key.namedMode().orElse(mode) == mode ? null : Reason.WRONG_MODE;
    }

    private KeyChange keepImported(Actor actor, ApiKey key, KeySpec spec) {
        KeyRow row = row(key, spec);
        AuditRow entry = audit.add(actor, spec.space(), AuditAction.KEY_IMPORTED, row.id(), null);
        if (!keep(row)) {
            audit.remove(entry);
            return new KeyChange.Refused(Reason.IN_USE);
        }
        return new KeyChange.Made(new NewKey(key, row), null);
    }

    /**
     * Replaces a key by a new one with the same label, scopes and expiry. Repeating it is refused.
     *
     * @param grace how long the replaced key stays valid, from 0 to {@link #MAX_GRACE}
     * @return {@link KeyChange.Made} or {@link KeyChange.Refused}
     * @throws UnknownOutcome if the store fails after the new key may have been stored, or the old one replaced
     */
    public KeyChange rotate(Actor actor, AccountSpace space, String keyId, Duration grace) {
        if (grace.isNegative() || grace.compareTo(MAX_GRACE) > 0) {
            throw new IllegalArgumentException("the grace period is from 0 to " + MAX_GRACE);
        }
        return changed(actor, space, keyId, old -> rotate(actor, old, grace));
    }

    private KeyChange rotate(Actor actor, KeyRow old, Duration grace) {
        KeySpec spec = new KeySpec(old.space(), old.label(), Scope.named(old.scopes()), old.expiresAt());
        Reason unfit = unfitToRotate(old);
        Reason refused = unfit == null ? refusal(actor, spec) : unfit;
        if (refused != null) {
            return new KeyChange.Refused(refused);
        }
        ApiKey text = ApiKey.generate(old.mode(), random);
        KeyRow made = row(text, spec);
        AuditRow entry = audit.add(actor, old.space(), AuditAction.KEY_ROTATED, old.id(), made.id());
        // First the new key: if the process ends here, the old one still works.
        keepNew(made);
        Reason lost = lostPermission(actor, spec);
        Instant endsAt = clock.instant().plus(grace);
        if (lost != null || !isReplaced(old, endsAt, made, entry)) {
            withdraw(made, entry);
            return new KeyChange.Refused(lost == null ? whyNotReplaced(old) : lost);
        }
        // Without another read, which could fail: the text of the new key is only here.
        return new KeyChange.Made(new NewKey(text, made), old.endedBy(endsAt, made.id()));
    }

    /** Replaces a key. False if it was ended or replaced before. If the store fails, the new key does not stay. */
    private boolean isReplaced(KeyRow old, Instant endsAt, KeyRow made, AuditRow entry) {
        try {
            return store.replaceKey(old.account(), old.id(), endsAt, made.id());
        } catch (StoreUnavailable failed) {
            withdraw(made, entry);
            throw failed;
        } catch (UnknownOutcome unknown) {
            // The old key may name the new one. No one has the text of the new key.
            afterWrite(() -> store.endKey(made.account(), made.id(), clock.instant()));
            throw unknown;
        } finally {
            ended(old);
        }
    }

    /** Returns what another request has done to a key since it was read. */
    private Reason whyNotReplaced(KeyRow old) {
        KeyRow now = row(old.space(), old.id()).orElse(null);
        Reason unfit = now == null ? Reason.NO_KEY : unfitToRotate(now);
        return unfit == null ? Reason.REPLACED : unfit;
    }

    private @Nullable Reason unfitToRotate(KeyRow key) {
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
        return changed(actor, space, keyId, key -> revoke(actor, key));
    }

    private KeyChange revoke(Actor actor, KeyRow key) {
        if (key.isEnded(clock.instant())) {
            return new KeyChange.Ended(key);
        }
        boolean mustLeaveAdmin = actor.key() != null && key.scopes().contains(Scope.ADMIN.wireName());
        if (mustLeaveAdmin && !hasOtherAdmin(actor, key)) {
            return new KeyChange.Refused(Reason.LAST_ADMIN_KEY);
        }
        AuditRow entry = audit.add(actor, key.space(), AuditAction.KEY_REVOKED, key.id(), null);
        Instant now = clock.instant();
        store.endKey(key.account(), key.id(), now);
        ended(key);
        // Another process may have revoked the other admin key since. One of the two sees it: both write, then read.
        if (mustLeaveAdmin && afterWrite(() -> !hasOtherAdmin(actor, key) && isRestored(key, now, entry))) {
            return new KeyChange.Refused(Reason.LAST_ADMIN_KEY);
        }
        return new KeyChange.Ended(key.endedBy(now, null));
    }

    /** Makes a key valid again that was just ended. False if another change has ended it since. */
    private boolean isRestored(KeyRow row, Instant endedAt, AuditRow entry) {
        boolean restored = store.restoreKey(row, endedAt);
        ended(row);
        if (restored) {
            audit.remove(entry);
        }
        return restored;
    }

    /** True if the space has another admin key that was used, so its text is not lost, and that ends no earlier. */
    private boolean hasOtherAdmin(Actor actor, KeyRow revoked) {
        Instant now = clock.instant();
        return Pages.<KeyRow>all(PAGE, last -> store.keys(revoked.space(), last, PAGE))
                .anyMatch(key -> !key.id().equals(revoked.id())
                        && key.scopes().contains(Scope.ADMIN.wireName())
                        && !key.isEnded(now)
                        && !key.endsBefore(revoked)
                        && (key.lastUsedOn() != null || key.id().equals(actor.name())));
    }

    private void ended(KeyRow row) {
        cache.ended(row.hash());
        room.ended(row.space());
    }

    /** Returns the row of a new key, with a new ID. */
    private KeyRow row(ApiKey key, KeySpec spec) {
        return new KeyRow(
                "key_" + randomName(random, ID_CHARS),
                key.hash(),
                spec.space().account(),
                spec.space().mode(),
                spec.label(),
                spec.scopes().stream().map(Scope::wireName).collect(Collectors.toUnmodifiableSet()),
                clock.instant(),
                spec.expiresAt(),
                null,
                null,
                null);
    }

    /** Returns a name that is easy to read aloud: without letters that look like others. */
    public static String randomName(RandomGenerator random, int length) {
        StringBuilder name = new StringBuilder();
        for (int i = 0; i < length; i++) {
            name.append(NAME_LETTERS.charAt(random.nextInt(NAME_LETTERS.length())));
        }
        return name.toString();
    }

    public Optional<KeyRow> key(String account, String keyId) {
        return store.key(account, keyId);
    }

    private Optional<KeyRow> row(AccountSpace space, String keyId) {
        return store.key(space.account(), keyId).filter(row -> row.space().equals(space));
    }

    /**
     * Returns keys of an account space, oldest first.
     *
     * @param after ID of the key after which to start; {@code null} for the first
     * @return empty if the account space has no key with the ID {@code after}
     */
    public Optional<List<KeyRow>> list(AccountSpace space, @Nullable String after, int limit) {
        KeyRow from = after == null ? null : store.key(space.account(), after).orElse(null);
        if (after != null && (from == null || !from.space().equals(space))) {
            return Optional.empty();
        }
        return Optional.of(store.keys(space, from, limit));
    }

    private @Nullable Reason refusal(Actor actor, KeySpec spec) {
        Reason excess = excess(actor, spec);
        if (excess == null && store.account(spec.space().account()).isEmpty()) {
            return Reason.NO_ACCOUNT;
        }
        return excess == null && !room.make(spec.space()) ? Reason.TOO_MANY_KEYS : excess;
    }

    /** Returns what such a key has more than the actor may give, or {@code null} if nothing. */
    private static @Nullable Reason excess(Actor actor, KeySpec spec) {
        if (!spec.scopes().stream().allMatch(actor::mayGrant)) {
            return Reason.MORE_SCOPES;
        }
        Instant most = actor.endsAt();
        Instant end = spec.expiresAt();
        return most != null && (end == null || end.isAfter(most)) ? Reason.ENDS_LATER : null;
    }

    private KeyChange changed(Actor actor, AccountSpace space, String keyId, Function<KeyRow, KeyChange> change) {
        return inTurn(
                actor,
                space,
                () -> row(space, keyId).map(change).orElseGet(() -> new KeyChange.Refused(Reason.NO_KEY)));
    }

    private KeyChange inTurn(Actor actor, AccountSpace space, Supplier<KeyChange> change) {
        if (!actor.mayChange(space)) {
            throw new IllegalStateException("a caller changes keys of another account space");
        }
        return turns.inTurn(space.account(), change);
    }

    private void keepNew(KeyRow row) {
        if (!keep(row)) {
            throw new IllegalStateException("a new random key exists already: the source of randomness is broken");
        }
    }

    /** Stores a key, which is valid immediately. Returns false if it is in use. */
    private boolean keep(KeyRow row) {
        boolean isNew = store.createKey(row);
        cache.created(row.hash());
        return isNew;
    }

    /**
     * The request for a new key.
     *
     * @param scopes permissions of the key, at least one
     */
    public record KeySpec(
            AccountSpace space,
            @Nullable String label,
            Set<Scope> scopes,
            @Nullable Instant expiresAt) {
        /** Maximum number of characters of a label. */
        public static final int MAX_LABEL = 100;

        public KeySpec {
            if (scopes.isEmpty()) {
                throw new IllegalArgumentException("a key has at least one scope");
            }
            scopes = Set.copyOf(scopes);
        }
    }

    public sealed interface KeyChange {
        /**
         * A key is valid from now on.
         *
         * @param replaced the key that it replaces, with the time at which that key ends; {@code null} if none
         */
        record Made(NewKey made, @Nullable KeyRow replaced) implements KeyChange {}

        /** A key is not valid any longer. */
        record Ended(KeyRow key) implements KeyChange {}

        record Refused(Reason reason) implements KeyChange {}

        /** Why nothing was changed. */
        enum Reason {
            /** The key of the actor ended before the change was complete. */
            CALLER_ENDED,
            /** The account does not exist. */
            NO_ACCOUNT,
            /** The account space has no such key. */
            NO_KEY,
            /** The key would have a scope that the actor cannot give. */
            MORE_SCOPES,
            /** The key would end later than the key of the actor. */
            ENDS_LATER,
            /** The account space has {@link KeyAdministration#MAX_KEYS} keys, and none of them has ended. */
            TOO_MANY_KEYS,
            /** The key that was to be imported is in use, for this account or another. */
            IN_USE,
            /** The key that was to be imported is too short or too long, has blanks, or is malformed. */
            NOT_IMPORTABLE,
            /** The key that was to be imported names the other mode in its text. */
            WRONG_MODE,
            /** The key has expired or was revoked. */
            ENDED,
            /** The key was replaced by another. */
            REPLACED,
            /** No other admin key of the account space was used before and ends no earlier. */
            LAST_ADMIN_KEY
        }

        /** A key that was just created. Its text is available only now. */
        record NewKey(ApiKey key, KeyRow info) {}
    }

    /** Removes ended keys of an account space if there is no room for another key. */
    static final class KeyRoom {
        private static final int REMOVED_TOGETHER = 100;
        private static final int MAX_CACHED = 1_000;

        private final AccountStore store;
        private final Clock clock;

        /**
         * The time at which the next key of a full space ends. Until then, a request for a new key is refused without
         * reading all keys again. Kept for seconds only, because another process may revoke a key.
         */
        private final Cache<AccountSpace, Instant> nextEnds;

        /**
         * @param clock decides which keys have ended
         * @param ticker clock of the cache
         */
        KeyRoom(AccountStore store, Clock clock, Ticker ticker) {
            this.store = store;
            this.clock = clock;
            this.nextEnds = Caffeine.newBuilder()
                    .maximumSize(MAX_CACHED)
                    .ticker(ticker)
                    .expireAfterWrite(KeyCache.KEPT_FOR)
                    .build();
        }

        /**
         * Makes room for a key. Removes the keys that ended first if there are {@link KeyAdministration#MAX_KEYS}.
         *
         * @return false if too few of them have ended
         */
        boolean make(AccountSpace space) {
            if (store.countKeys(space) < KeyAdministration.MAX_KEYS) {
                return true;
            }
            Instant now = clock.instant();
            Instant nextEnd = nextEnds.getIfPresent(space);
            if (nextEnd != null && now.isBefore(nextEnd)) {
                return false;
            }
            // Other processes can exceed the maximum by a few keys.
            List<KeyRow> keys = store.keys(space, null, 2 * KeyAdministration.MAX_KEYS);
            List<KeyRow> ended = keys.stream()
                    .filter(key -> !now.isBefore(end(key)))
                    .sorted(Comparator.comparing(KeyRoom::end))
                    .limit(REMOVED_TOGETHER)
                    .toList();
            ended.forEach(store::deleteKey);
            // Not the number that the store counted: on Cassandra, it includes keys whose creation was interrupted.
            if (keys.size() - ended.size() < KeyAdministration.MAX_KEYS) {
                return true;
            }
            keys.stream().map(KeyRoom::end).min(Comparator.naturalOrder()).ifPresent(end -> nextEnds.put(space, end));
            return false;
        }

        /** Called when a key of a space was ended: there may be room now. */
        void ended(AccountSpace space) {
            nextEnds.invalidate(space);
        }

        private static Instant end(KeyRow key) {
            Instant end = key.endsAt();
            return end == null ? Instant.MAX : end;
        }
    }
}
