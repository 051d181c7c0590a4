package org.orderevidence.account;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.account.KeyAdministration.KeyChange;
import org.orderevidence.account.KeyAdministration.KeyChange.NewKey;
import org.orderevidence.account.KeyAdministration.KeyRoom;
import org.orderevidence.account.KeyAdministration.KeySpec;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.process.Pages;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/**
 * The accounts of an installation and their keys. Keys and profiles are read through a bounded cache, so most requests
 * do not read them from the store. A change by another process is seen within {@link #SEEN_WITHIN}.
 */
public final class Accounts {
    /** Time until a change made by another process is seen. */
    public static final Duration SEEN_WITHIN = Duration.ofSeconds(5);

    /** Most accounts that a list shows. */
    public static final int MAX_LISTED = 10_000;

    /** The account that is created at the first start. */
    public static final String FIRST_ACCOUNT = "default";

    /** Largest size of all cached accounts, in bytes. A profile can have strings of 2,000 characters each. */
    private static final long MAX_CACHED_PROFILES = 4L * 1024 * 1024;

    private static final int ACCOUNT_BYTES = 500;
    private static final int VISITED_AT_ONCE = 1_000;

    private final AccountStore store;
    private final Clock clock;
    private final KeyCache keyCache;
    private final AuditLog audit;
    private final AccountTurns turns = new AccountTurns();
    private final KeyAdministration keys;
    private final Cache<String, Account> accounts;

    /**
     * @param random for new keys: must be cryptographically strong
     */
    public Accounts(AccountStore store, Clock clock, RandomGenerator random) {
        this(store, clock, random, Ticker.systemTicker());
    }

    /**
     * @param ticker clock of the caches
     */
    Accounts(AccountStore store, Clock clock, RandomGenerator random, Ticker ticker) {
        this.store = store;
        this.clock = clock;
        this.keyCache = new KeyCache(store, clock, ticker);
        this.audit = new AuditLog(store, clock, random);
        KeyRoom room = new KeyRoom(store, clock, ticker);
        this.keys = new KeyAdministration(store, audit, keyCache, room, turns, clock, random);
        this.accounts = Caffeine.newBuilder()
                .maximumWeight(MAX_CACHED_PROFILES)
                .weigher((String id, Account account) ->
                        ACCOUNT_BYTES + account.profile().toString().length())
                .ticker(ticker)
                .expireAfterWrite(KeyCache.KEPT_FOR)
                .build();
    }

    /** Returns the account space and scopes of a key, if the key is valid now. */
    public KeyCheck check(ApiKey presented) {
        return keyCache.check(presented);
    }

    /**
     * Returns the account space and scopes of the key with this hash, if the key is valid now. For keys that were checked
     * before and of which only the hash is stored.
     */
    public KeyCheck checkHash(Bytes keyHash) {
        return keyCache.checkHash(keyHash);
    }

    /** Stores an entry of a failed sign-in with a key that has ended. Does nothing if no key has this hash. */
    public void signInFailed(Bytes keyHash) {
        store.keyByHash(keyHash)
                .ifPresent(key -> audit.add(key.id(), key.space(), AuditAction.SIGN_IN_FAILED, key.id(), null));
    }

    public KeyAdministration keys() {
        return keys;
    }

    /** Returns the log of changes of keys and profiles. */
    public AuditLog audit() {
        return audit;
    }

    /** Returns the time, as it decides about keys. */
    public Instant now() {
        return clock.instant();
    }

    public Optional<Account> account(String id) {
        Account cached = accounts.getIfPresent(id);
        if (cached != null) {
            return Optional.of(cached);
        }
        Optional<Account> read = store.account(id);
        read.ifPresent(a -> accounts.put(id, a));
        return read;
    }

    /** Returns all accounts by ID, at most {@value #MAX_LISTED}. */
    public List<Account> list() {
        return store.accounts(null, MAX_LISTED);
    }

    /**
     * Returns accounts by ID.
     *
     * @param after start after this ID; {@code null} for the first
     */
    public List<Account> page(@Nullable String after, int limit) {
        return store.accounts(after, limit);
    }

    /** Visits the live and the test data of each account, by ID, until a visit returns false. */
    public void eachSpace(BiPredicate<Account, AccountSpace> visit) {
        Stream<Account> all =
                Pages.all(VISITED_AT_ONCE, last -> page(last == null ? null : last.id(), VISITED_AT_ONCE));
        for (Account account : (Iterable<Account>) all::iterator) {
            for (Mode mode : Mode.values()) {
                if (!visit.test(account, new AccountSpace(account.id(), mode))) {
                    return;
                }
            }
        }
    }

    /**
     * Creates an account.
     *
     * @return false if an account with this ID exists; it is not changed
     */
    public boolean create(String id) {
        if (!AccountSpace.isAccountId(id)) {
            throw new IllegalArgumentException("an account ID has 1 to 64 characters of a-z, 0-9, - and _");
        }
        return store.createAccount(new Account(id, clock.instant(), MerchantInfo.EMPTY, null, false, null));
    }

    /** Returns the account as it is stored now, or empty if it does not exist. */
    public Optional<Account> stored(String id) {
        return store.account(id);
    }

    /**
     * Replaces an account's profile. Live and test orders use the same one. A profile that is stored already is not
     * written again.
     *
     * @param change returns the account with its new profile
     * @param isExpected whether the stored account may be changed
     * @return false if there is no such account, or it may not be changed
     */
    public boolean setProfile(Actor actor, String id, UnaryOperator<Account> change, Predicate<Account> isExpected) {
        return turns.inTurn(id, () -> {
            Account held = store.account(id).orElse(null);
            if (held == null || !isExpected.test(held)) {
                return false;
            }
            Account changed = change.apply(held);
            if (changed.equals(held)) {
                return true;
            }
            audit.add(actor, new AccountSpace(id, Mode.LIVE), AuditAction.PROFILE_CHANGED, null, null);
            boolean found = store.putProfile(changed);
            accounts.invalidate(id);
            return found;
        });
    }

    /**
     * Creates a key for the operator.
     *
     * @return empty if the account does not exist, or has no room for another key
     */
    public Optional<NewKey> createKey(String account, Mode mode, Set<Scope> scopes, @Nullable Instant expiresAt) {
        KeySpec spec = new KeySpec(new AccountSpace(account, mode), null, scopes, expiresAt);
        return keys.create(Actor.operator(), spec) instanceof KeyChange.Made(NewKey made, var _)
                ? Optional.of(made)
                : Optional.empty();
    }

    /** Creates the account {@value #FIRST_ACCOUNT} with a live admin key, if there is no account. */
    public Optional<NewKey> firstStart() {
        if (!store.accounts(null, 1).isEmpty() || !create(FIRST_ACCOUNT)) {
            return Optional.empty();
        }
        return createKey(FIRST_ACCOUNT, Mode.LIVE, Set.of(Scope.ADMIN), null);
    }

    /**
     * Runs one administrative change of an account at a time in this process. A change reads what is stored before it
     * writes, so two of them could exceed a limit or revoke the last two admin keys. Other processes are not excluded.
     */
    static final class AccountTurns {
        private static final int LOCKS = 1_024;
        private static final long MOST_WAIT_SECONDS = 10;

        /** Changes that run or wait at a lock. Each one that waits holds a request and its connection. */
        static final int MOST_CHANGES = 64;

        /** A lock is shared by accounts of the same hash. No change holds two. The one that waits longest is next. */
        private final Turn[] turns = Stream.generate(Turn::new).limit(LOCKS).toArray(Turn[]::new);

        private record Turn(ReentrantLock lock, Semaphore room) {
            Turn() {
                this(new ReentrantLock(true), new Semaphore(MOST_CHANGES));
            }
        }

        /**
         * Makes a change when no other change of the account is being made.
         *
         * @throws StoreUnavailable if {@value #MOST_CHANGES} changes run or wait, or the turn does not come in time; nothing
         *     was changed
         */
        <T> T inTurn(String account, Supplier<T> change) {
            Turn turn = turns[Math.floorMod(account.hashCode(), LOCKS)];
            if (!turn.room.tryAcquire()) {
                throw overloaded();
            }
            try {
                if (!turn.lock.tryLock(MOST_WAIT_SECONDS, TimeUnit.SECONDS)) {
                    throw overloaded();
                }
                try {
                    return change.get();
                } finally {
                    turn.lock.unlock();
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw overloaded();
            } finally {
                turn.room.release();
            }
        }

        private static StoreUnavailable overloaded() {
            return StoreUnavailable.overloaded("too many changes of the keys or the profile of an account");
        }
    }

    /** Checks keys through a bounded cache, so most requests do not read them from the store. */
    static final class KeyCache {
        /**
         * How long a key that was read, or was not found, is taken as it was. It is less than {@link Accounts#SEEN_WITHIN}:
         * the read of the store needs time too.
         */
        static final Duration KEPT_FOR = Duration.ofSeconds(4);

        private static final int MAX_CACHED = 10_000;

        private final AccountStore store;
        private final Clock clock;
        private final Cache<Bytes, HeldKey> keys;

        /** Hashes of keys that were not in the store. */
        private final Cache<Bytes, Boolean> unknown;

        private final UnknownReads unknownReads;

        /** The days of last use that this process has stored. */
        private final Cache<Bytes, LocalDate> touched;

        /**
         * Number of keys that this process created. A read that started before a key was created must not mark it as
         * unknown.
         */
        private final AtomicLong made = new AtomicLong();

        /** Number of keys that this process ended. A read that started before must not keep such a key as valid. */
        private final AtomicLong ended = new AtomicLong();

        private final Ticker ticker;

        /** @param clock decides when keys end */
        KeyCache(AccountStore store, Clock clock, Ticker ticker) {
            this.store = store;
            this.clock = clock;
            this.ticker = ticker;
            this.keys = cache(ticker);
            this.unknown = cache(ticker);
            this.unknownReads = new UnknownReads("unknown keys", ticker);
            this.touched = Caffeine.newBuilder().maximumSize(MAX_CACHED).build();
        }

        private static <T> Cache<Bytes, T> cache(Ticker ticker) {
            return Caffeine.newBuilder()
                    .maximumSize(MAX_CACHED)
                    .ticker(ticker)
                    .expireAfterWrite(KEPT_FOR)
                    .build();
        }

        /**
         * Returns the account space and scopes of a key, if the key is valid now.
         *
         * @throws StoreUnavailable also if the store has been read for too many unknown keys in this second
         */
        KeyCheck check(ApiKey presented) {
            if (presented.isMalformed()) {
                return new KeyCheck.Malformed();
            }
            if (presented.text().length() > ApiKey.MAX_LENGTH) {
                return new KeyCheck.Unknown();
            }
            // The key is found by its SHA-256, never compared as text, so response times reveal nothing about it.
            return checkHash(presented.hash());
        }

        /** Returns the account space and scopes of the key with this hash, as {@link #check} does. */
        KeyCheck checkHash(Bytes hash) {
            HeldKey key = keys.getIfPresent(hash);
            if (key == null || ticker.read() - key.readAt > KEPT_FOR.toNanos()) {
                if (unknown.getIfPresent(hash) != null) {
                    return new KeyCheck.Unknown();
                }
                long before = made.get();
                long endedBefore = ended.get();
                long readAt = ticker.read();
                KeyRow row =
                        unknownReads.read(hash, () -> store.keyByHash(hash)).orElse(null);
                if (row == null) {
                    rememberUnknown(hash, before);
                    return new KeyCheck.Unknown();
                }
                key = new HeldKey(KeyCheck.Accepted.of(row), row.lastUsedOn(), readAt);
                keys.put(hash, key);
                // A key ended since the store was read may be this one: the next request reads it again.
                if (ended.get() != endedBefore) {
                    keys.invalidate(hash);
                }
            }
            Instant now = clock.instant();
            Instant endsAt = key.accepted.endsAt();
            if (endsAt != null && !now.isBefore(endsAt)) {
                return new KeyCheck.Unknown();
            }
            touch(hash, key, LocalDate.ofInstant(now, ZoneOffset.UTC));
            return key.accepted;
        }

        private void rememberUnknown(Bytes hash, long madeBefore) {
            unknown.put(hash, true);
            // A key created since the store was read may be this one.
            if (made.get() != madeBefore) {
                unknown.invalidate(hash);
            }
        }

        /** Stores the day of use, once a day for each key. A store that cannot write now must not fail the request. */
        private void touch(Bytes hash, HeldKey key, LocalDate today) {
            if (today.equals(key.lastUsedOn)
                    || Objects.equals(touched.getIfPresent(hash), today)
                    || today.equals(touched.asMap().put(hash, today))) {
                return;
            }
            try {
                store.touchKey(hash, today);
            } catch (StoreUnavailable | UnknownOutcome notStored) {
                // The day of the last use is only for people: the next day or the next instance stores it.
            }
        }

        /** Called when a key was created: it is valid immediately. */
        void created(Bytes hash) {
            made.incrementAndGet();
            unknown.invalidate(hash);
        }

        /** Called when a key was ended or will end: it is read again at its next use. */
        void ended(Bytes hash) {
            ended.incrementAndGet();
            keys.invalidate(hash);
        }

        /**
         * A key in the cache: the result of its check until the key ends.
         *
         * @param readAt when its read from the store started, by the ticker: the read itself can take seconds
         */
        private record HeldKey(
                KeyCheck.Accepted accepted, @Nullable LocalDate lastUsedOn, long readAt) {}
    }
}
