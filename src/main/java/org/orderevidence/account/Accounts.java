package org.orderevidence.account;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Charge;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.AccountRow;
import org.orderevidence.store.AccountStore.KeyRow;

/**
 * The accounts of an installation and their keys. Keys and profiles are read through a bounded cache, so most requests
 * do not read them from the store. A change by another process is seen within {@link #SEEN_WITHIN}.
 */
public final class Accounts {
    /** Time until a change made by another process is seen. */
    public static final Duration SEEN_WITHIN = Duration.ofSeconds(5);

    /** Most accounts, and most keys of one account, that a list shows. */
    public static final int MAX_LISTED = 10_000;

    /** The account that is created at the first start. */
    public static final String FIRST_ACCOUNT = "default";

    /**
     * How long a key that was not found counts as unknown. It is less than {@link #SEEN_WITHIN}, so a key that another
     * process creates works within that time.
     */
    static final Duration UNKNOWN_FOR = Duration.ofSeconds(4);

    private static final int MAX_CACHED = 10_000;

    /** Largest size of all cached accounts, in bytes. A profile can have strings of 2,000 characters each. */
    private static final long MAX_CACHED_PROFILES = 4L * 1024 * 1024;

    private static final int ACCOUNT_BYTES = 500;
    private static final int KEY_ID_CHARS = 10;
    private static final String KEY_ID_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

    private final AccountStore store;
    private final Clock clock;
    private final RandomGenerator random;
    private final Cache<Bytes, HeldKey> keys;
    private final Cache<String, Account> accounts;

    /** Hashes of keys that were not in the store. */
    private final Cache<Bytes, Boolean> unknown;

    /**
     * Number of keys that this process created. A read that started before a key was created must not mark it as
     * unknown.
     */
    private final AtomicLong made = new AtomicLong();

    /**
     * @param store contains the accounts and keys
     * @param clock decides when keys start and end
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
        this.random = random;
        this.keys = Caffeine.newBuilder()
                .maximumSize(MAX_CACHED)
                .ticker(ticker)
                .expireAfterWrite(SEEN_WITHIN)
                .build();
        this.accounts = Caffeine.newBuilder()
                .maximumWeight(MAX_CACHED_PROFILES)
                .weigher((String id, Account account) -> weight(account))
                .ticker(ticker)
                .expireAfterWrite(SEEN_WITHIN)
                .build();
        this.unknown = Caffeine.newBuilder()
                .maximumSize(MAX_CACHED)
                .ticker(ticker)
                .expireAfterWrite(UNKNOWN_FOR)
                .build();
    }

    private static int weight(Account account) {
        return ACCOUNT_BYTES + account.profile().toString().length();
    }

    /** Returns the account space and scopes of a key, if the key is valid now. */
    public KeyCheck check(ApiKey presented) {
        if (presented.isMalformed()) {
            return new KeyCheck.Malformed();
        }
        if (presented.text().length() > ApiKey.MAX_LENGTH) {
            return new KeyCheck.Unknown();
        }
        // The key is found by its SHA-256, never compared as text, so response times reveal nothing about it.
        Bytes hash = presented.hash();
        HeldKey key = keys.getIfPresent(hash);
        if (key == null) {
            if (unknown.getIfPresent(hash) != null) {
                return new KeyCheck.Unknown();
            }
            long before = made.get();
            KeyRow row = store.keyByHash(hash).orElse(null);
            if (row == null) {
                rememberUnknown(hash, before);
                return new KeyCheck.Unknown();
            }
            key = HeldKey.of(info(row));
            keys.put(hash, key);
        }
        Instant endsAt = key.endsAt;
        return endsAt != null && !clock.instant().isBefore(endsAt) ? new KeyCheck.Unknown() : key.accepted;
    }

    private void rememberUnknown(Bytes hash, long madeBefore) {
        unknown.put(hash, true);
        // A key created since the store was read may be this one.
        if (made.get() != madeBefore) {
            unknown.invalidate(hash);
        }
    }

    /** Stores a new key, which is valid at once. Returns false if it is in use. */
    private boolean keep(KeyRow row) {
        boolean isNew = store.createKey(row);
        made.incrementAndGet();
        unknown.invalidate(row.hash());
        return isNew;
    }

    /** A key in the cache: the result of its check until the key ends. */
    private record HeldKey(
            KeyCheck.Accepted accepted, @Nullable Instant endsAt) {
        static HeldKey of(KeyInfo info) {
            return new HeldKey(new KeyCheck.Accepted(info.id(), info.space(), info.scopes()), info.endsAt());
        }
    }

    /** Returns the account, or empty if it does not exist. */
    public Optional<Account> account(String id) {
        Account cached = accounts.getIfPresent(id);
        if (cached != null) {
            return Optional.of(cached);
        }
        Optional<Account> read = store.account(id).map(Accounts::account);
        read.ifPresent(a -> accounts.put(id, a));
        return read;
    }

    /** Returns all accounts by ID, at most {@value #MAX_LISTED}. */
    public List<Account> list() {
        return store.accounts(null, MAX_LISTED).stream().map(Accounts::account).toList();
    }

    /**
     * Creates an account.
     *
     * @return false if an account with this ID exists; it is not changed
     */
    public boolean create(String id) {
        if (!AccountSpace.isAccountId(id)) {
            throw new IllegalArgumentException("an account id is 1 to 64 of a-z, 0-9, - and _");
        }
        return store.createAccount(new AccountRow(id, clock.instant(), MerchantInfo.EMPTY, null));
    }

    /**
     * Replaces an account's profile.
     *
     * @return false if the account does not exist
     */
    public boolean setProfile(String id, MerchantInfo profile, Charge.@Nullable Category defaultCategory) {
        boolean found = store.putProfile(id, profile, defaultCategory);
        accounts.invalidate(id);
        return found;
    }

    /**
     * Creates a key in the format of this service.
     *
     * @param endsAt when the key expires; {@code null} if never
     * @return empty if the account does not exist
     */
    public Optional<NewKey> createKey(String account, Mode mode, Set<Scope> scopes, @Nullable Instant endsAt) {
        if (store.account(account).isEmpty()) {
            return Optional.empty();
        }
        ApiKey key = ApiKey.generate(mode, random);
        KeyRow row = row(key, account, mode, scopes, endsAt);
        if (!keep(row)) {
            throw new IllegalStateException("a new random key exists already: the source of randomness is broken");
        }
        return Optional.of(new NewKey(key, info(row)));
    }

    /** Result of an import of a key. */
    public sealed interface Import {
        /**
         * The key is valid from now on.
         *
         * @param info the key
         */
        record Imported(KeyInfo info) implements Import {}

        /** The key is already in use, for this account or another. */
        record InUse() implements Import {}

        /** The account does not exist. */
        record NoAccount() implements Import {}

        /** The key is too short or too long, has blanks, or is a malformed key in the format of this service. */
        record Refused() implements Import {}
    }

    /** Imports a key that clients already use. */
    public Import importKey(ApiKey key, String account, Mode mode, Set<Scope> scopes) {
        if (!key.isImportable()) {
            return new Import.Refused();
        }
        if (store.account(account).isEmpty()) {
            return new Import.NoAccount();
        }
        KeyRow row = row(key, account, mode, scopes, null);
        return keep(row) ? new Import.Imported(info(row)) : new Import.InUse();
    }

    /** Returns the keys of an account, oldest first, at most {@value #MAX_LISTED}. */
    public List<KeyInfo> keys(String account) {
        return store.keys(account, MAX_LISTED).stream().map(Accounts::info).toList();
    }

    /**
     * Ends a key now.
     *
     * @return false if the account has no such key
     */
    public boolean revoke(String account, String keyId) {
        boolean found = store.endKey(account, keyId, clock.instant());
        keys.invalidateAll();
        return found;
    }

    /** Creates the account {@value #FIRST_ACCOUNT} with a live admin key, if there is no account. */
    public Optional<NewKey> firstStart() {
        if (!store.accounts(null, 1).isEmpty() || !create(FIRST_ACCOUNT)) {
            return Optional.empty();
        }
        return createKey(FIRST_ACCOUNT, Mode.LIVE, Set.of(Scope.ADMIN), null);
    }

    private KeyRow row(ApiKey key, String account, Mode mode, Set<Scope> scopes, @Nullable Instant endsAt) {
        if (scopes.isEmpty()) {
            throw new IllegalArgumentException("a key has at least one scope");
        }
        Set<String> names = scopes.stream().map(Scope::wireName).collect(Collectors.toUnmodifiableSet());
        return new KeyRow(newKeyId(), key.hash(), account, mode, names, clock.instant(), endsAt);
    }

    private String newKeyId() {
        StringBuilder id = new StringBuilder("key_");
        for (int i = 0; i < KEY_ID_CHARS; i++) {
            id.append(KEY_ID_ALPHABET.charAt(random.nextInt(KEY_ID_ALPHABET.length())));
        }
        return id.toString();
    }

    private static KeyInfo info(KeyRow row) {
        Set<Scope> scopes = row.scopes().stream()
                .map(name -> Scope.parse(name).orElseThrow())
                .collect(Collectors.toUnmodifiableSet());
        return new KeyInfo(
                row.id(), new AccountSpace(row.account(), row.mode()), scopes, row.createdAt(), row.endsAt());
    }

    private static Account account(AccountRow row) {
        return new Account(row.id(), row.createdAt(), row.profile(), row.defaultCategory());
    }
}
