package org.orderevidence.account;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;

/** Checks keys through a bounded cache, so most requests do not read them from the store. */
final class KeyCache {
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
            KeyRow row = unknownReads.read(hash, () -> store.keyByHash(hash)).orElse(null);
            if (row == null) {
                rememberUnknown(hash, before);
                return new KeyCheck.Unknown();
            }
            key = HeldKey.of(KeyInfo.of(row), readAt);
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
            KeyCheck.Accepted accepted, @Nullable LocalDate lastUsedOn, long readAt) {
        static HeldKey of(KeyInfo info, long readAt) {
            return new HeldKey(
                    new KeyCheck.Accepted(info.id(), info.space(), info.scopes(), info.endsAt()),
                    info.lastUsedOn(),
                    readAt);
        }
    }
}
