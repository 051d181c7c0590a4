package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.KeyAdministration.KeyChange;
import org.orderevidence.account.KeyAdministration.KeyChange.NewKey;
import org.orderevidence.account.KeyAdministration.KeyChange.Reason;
import org.orderevidence.account.KeyAdministration.KeySpec;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.store.sql.SqlStore;

/** What changes of keys are allowed, and when they are seen. */
class KeyAdministrationTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final AccountSpace LIVE = new AccountSpace("acme", Mode.LIVE);
    private static final AccountSpace TEST = new AccountSpace("acme", Mode.TEST);

    @TempDir
    private Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(NOON);
    private final AtomicInteger touches = new AtomicInteger();
    private OpenStore store;
    private Accounts accounts;

    @BeforeEach
    void open() {
        store = SqlStore.openSqlite(folder.resolve("evidence.db"), SqlSettings.defaults(), NOON, TestCodec.CODECS);
        accounts = accounts(store.accounts());
        assertTrue(accounts.create("acme"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** Accounts whose caches never forget by themselves: time passes only in the clock. */
    private Accounts accounts(AccountStore of) {
        return new Accounts(of, new MovingClock(now), new Random(7), () -> 0);
    }

    private KeyAdministration keys() {
        return accounts.keys();
    }

    private NewKey make(AccountSpace space, Scope scope, @Nullable Instant expiresAt) {
        KeySpec spec = new KeySpec(space, null, Set.of(scope), expiresAt);
        return assertInstanceOf(KeyChange.Made.class, keys().create(Actor.operator(), spec))
                .made();
    }

    private Actor caller(ApiKey key) {
        KeyCheck.Accepted accepted = assertInstanceOf(KeyCheck.Accepted.class, accounts.check(key));
        return keys().caller(accepted).orElseThrow();
    }

    private static KeySpec spec(Scope... scopes) {
        return new KeySpec(LIVE, null, Set.of(scopes), null);
    }

    private static Reason refused(KeyChange change) {
        return assertInstanceOf(KeyChange.Refused.class, change).reason();
    }

    @Test
    void noCallerGivesAScopeThatItsKeyDoesNotHave() {
        for (Scope own : Scope.values()) {
            Actor caller = caller(make(LIVE, own, null).key());
            for (Scope given : Scope.values()) {
                KeyChange change = keys().create(caller, spec(given));

                boolean allowed = own == Scope.ADMIN || own == given;
                assertEquals(
                        allowed ? "Made" : "MORE_SCOPES",
                        change instanceof KeyChange.Refused(Reason reason) ? reason.name() : "Made",
                        own + " gives " + given);
            }
        }
        Actor reader = caller(make(LIVE, Scope.READ, null).key());
        assertEquals(Reason.MORE_SCOPES, refused(keys().create(reader, spec(Scope.READ, Scope.WRITE))));
        String adminKey = make(LIVE, Scope.ADMIN, null).info().id();
        assertEquals(Reason.MORE_SCOPES, refused(keys().rotate(reader, LIVE, adminKey, Duration.ZERO)));
    }

    @Test
    void noCallerChangesAnotherSpace() {
        Actor test = caller(make(TEST, Scope.ADMIN, null).key());
        String live = make(LIVE, Scope.ADMIN, null).info().id();

        assertThrows(IllegalStateException.class, () -> keys().create(test, spec(Scope.READ)));
        assertThrows(IllegalStateException.class, () -> keys().revoke(test, LIVE, live));
        assertThrows(IllegalStateException.class, () -> keys().rotate(test, LIVE, live, Duration.ZERO));
        assertEquals(Reason.NO_KEY, refused(keys().revoke(test, TEST, live)));
        assertEquals(Reason.NO_KEY, refused(keys().rotate(test, TEST, live, Duration.ZERO)));
    }

    @Test
    void aKeyInTheCacheEndsAtItsVeryInstant() {
        Instant end = NOON.plusSeconds(60);
        ApiKey key = make(LIVE, Scope.READ, end).key();
        assertInstanceOf(KeyCheck.Accepted.class, accounts.check(key));

        now.set(end.minusNanos(1));
        assertInstanceOf(KeyCheck.Accepted.class, accounts.check(key));
        now.set(end);
        assertInstanceOf(KeyCheck.Unknown.class, accounts.check(key));
        now.set(end.plusNanos(1));
        assertInstanceOf(KeyCheck.Unknown.class, accounts.check(key));
    }

    @Test
    void theGraceEndsAtItsVeryInstant() {
        NewKey old = make(LIVE, Scope.READ, null);
        accounts.check(old.key());
        keys().rotate(Actor.operator(), LIVE, old.info().id(), Duration.ofSeconds(60));

        now.set(NOON.plusSeconds(60).minusNanos(1));
        assertInstanceOf(KeyCheck.Accepted.class, accounts.check(old.key()));
        now.set(NOON.plusSeconds(60));
        assertInstanceOf(KeyCheck.Unknown.class, accounts.check(old.key()));
    }

    @Test
    void theGraceDoesNotExtendAnExpiry() {
        Instant end = NOON.plusSeconds(60);
        NewKey old = make(LIVE, Scope.READ, end);

        keys().rotate(Actor.operator(), LIVE, old.info().id(), Duration.ofDays(30));

        now.set(end);
        assertInstanceOf(KeyCheck.Unknown.class, accounts.check(old.key()));
        assertEquals(
                KeyInfo.State.EXPIRED,
                keys().key("acme", old.info().id()).orElseThrow().state(end));
    }

    @Test
    void theStateOfAKeyFollowsTheClock() {
        NewKey key = make(LIVE, Scope.READ, NOON.plusSeconds(60));
        KeyInfo info = key.info();
        assertEquals(KeyInfo.State.ACTIVE, info.state(NOON));
        assertEquals(KeyInfo.State.EXPIRED, info.state(NOON.plusSeconds(60)));

        keys().rotate(Actor.operator(), LIVE, info.id(), Duration.ofSeconds(30));
        KeyInfo replaced = keys().key("acme", info.id()).orElseThrow();
        assertEquals(KeyInfo.State.GRACE, replaced.state(NOON));
        assertEquals(KeyInfo.State.REVOKED, replaced.state(NOON.plusSeconds(30)));
    }

    @Test
    void aCallerWhoseKeyHasEndedInTheStoreChangesNothing() {
        NewKey key = make(LIVE, Scope.ADMIN, null);
        KeyCheck.Accepted cached = assertInstanceOf(KeyCheck.Accepted.class, accounts.check(key.key()));

        accounts(store.accounts())
                .keys()
                .revoke(Actor.operator(), LIVE, key.info().id());

        assertInstanceOf(KeyCheck.Accepted.class, accounts.check(key.key()), "this instance has not noticed yet");
        assertTrue(keys().caller(cached).isEmpty());
    }

    @Test
    void theDayOfTheLastUseIsWrittenOnceADay() {
        accounts = accounts(new CountingTouches(store.records()));
        NewKey key = make(LIVE, Scope.READ, null);
        for (int i = 0; i < 1_000; i++) {
            accounts.check(key.key());
        }
        assertEquals(1, touches.get());
        assertEquals(LocalDate.of(2026, 11, 20), lastUse(key));

        Accounts second = accounts(new CountingTouches(store.records()));
        second.check(key.key());
        assertEquals(1, touches.get(), "another instance reads the day with the key");

        now.set(NOON.plus(Duration.ofDays(1)));
        for (int i = 0; i < 1_000; i++) {
            accounts.check(key.key());
        }
        assertEquals(2, touches.get());
        assertEquals(LocalDate.of(2026, 11, 21), lastUse(key));
    }

    private @Nullable LocalDate lastUse(NewKey key) {
        return keys().key("acme", key.info().id()).orElseThrow().lastUsedOn();
    }

    @Test
    void aKeyThatIsRevokedWhileItIsReadIsNotKeptAsValid() {
        NewKey key = make(LIVE, Scope.READ, null);
        AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
        Accounts racing = accounts(new AccountStore(store.records(), InstantSource.system()) {
            @Override
            public Optional<KeyRow> keyByHash(Bytes hash) {
                Optional<KeyRow> row = super.keyByHash(hash);
                meanwhile.getAndSet(() -> {}).run();
                return row;
            }
        });
        meanwhile.set(
                () -> racing.keys().revoke(Actor.operator(), LIVE, key.info().id()));

        racing.check(key.key());

        assertInstanceOf(KeyCheck.Unknown.class, racing.check(key.key()), "it was valid when it was read");
    }

    /** The text of the new key is only in this answer. */
    @Test
    void aRotationNeedsNoReadAfterItsWrite() {
        AtomicBoolean replaced = new AtomicBoolean();
        Accounts failing = accounts(new AccountStore(store.records(), InstantSource.system()) {
            @Override
            public boolean replaceKey(String account, String keyId, Instant endsAt, String replacedBy) {
                replaced.set(super.replaceKey(account, keyId, endsAt, replacedBy));
                return replaced.get();
            }

            @Override
            public Optional<KeyRow> key(String account, String keyId) {
                if (replaced.get()) {
                    throw new StoreUnavailable("gone");
                }
                return super.key(account, keyId);
            }
        });

        NewKey old = assertInstanceOf(KeyChange.Made.class, failing.keys().create(Actor.operator(), spec(Scope.READ)))
                .made();

        KeyChange change =
                failing.keys().rotate(Actor.operator(), LIVE, old.info().id(), Duration.ofSeconds(60));

        KeyChange.Made made = assertInstanceOf(KeyChange.Made.class, change);
        KeyInfo before = Objects.requireNonNull(made.replaced());
        assertEquals(NOON.plusSeconds(60), before.endedAt());
        assertEquals(made.made().info().id(), before.replacedBy());
        assertEquals(keys().key("acme", old.info().id()).orElseThrow(), before);
    }

    @Test
    void aStoreThatCannotWriteTheLastUseFailsNoRequest() {
        NewKey key = make(LIVE, Scope.READ, null);
        Accounts full = accounts(new AccountStore(store.records(), InstantSource.system()) {
            @Override
            public boolean touchKey(Bytes hash, LocalDate day) {
                touches.incrementAndGet();
                throw new StoreUnavailable("the disk is full");
            }
        });

        for (int i = 0; i < 10; i++) {
            assertInstanceOf(KeyCheck.Accepted.class, full.check(key.key()));
        }
        assertEquals(1, touches.get());
    }

    @Test
    void aSpaceHasAThousandKeysAndEndedOnesMakeRoom() {
        NewKey first = make(LIVE, Scope.ADMIN, null);
        NewKey brief = make(LIVE, Scope.READ, NOON.plusSeconds(60));
        for (int i = 2; i < KeyAdministration.MAX_KEYS; i++) {
            make(LIVE, Scope.READ, null);
        }
        Actor caller = caller(first.key());

        assertEquals(Reason.TOO_MANY_KEYS, refused(keys().create(Actor.operator(), spec(Scope.READ))));
        assertEquals(Reason.TOO_MANY_KEYS, refused(keys().create(caller, spec(Scope.READ))));
        assertEquals(
                Reason.TOO_MANY_KEYS,
                refused(keys().rotate(caller, LIVE, first.info().id(), Duration.ZERO)));
        assertEquals(KeyAdministration.MAX_KEYS, StoredKeys.of(accounts, "acme").size());
        make(TEST, Scope.READ, null);

        now.set(NOON.plusSeconds(60));
        assertInstanceOf(KeyChange.Made.class, keys().create(caller, spec(Scope.READ)));
        assertTrue(keys().key("acme", brief.info().id()).isEmpty(), "the ended key made room");
        assertEquals(Reason.TOO_MANY_KEYS, refused(keys().create(caller, spec(Scope.READ))));
    }

    @Test
    void everyScopeHasItsNameOnly() {
        assertEquals(EnumSet.of(Scope.READ, Scope.WRITE, Scope.LOOKUP, Scope.ADMIN), EnumSet.allOf(Scope.class));
        assertEquals(Set.of(Scope.LOOKUP), Set.of(Scope.parse("lookup").orElseThrow()));
        assertTrue(Scope.parse("LOOKUP").isEmpty());
    }

    private final class CountingTouches extends AccountStore {
        CountingTouches(RecordStore records) {
            super(records, InstantSource.system());
        }

        @Override
        public boolean touchKey(Bytes hash, LocalDate day) {
            touches.incrementAndGet();
            return super.touchKey(hash, day);
        }
    }

    private static final class MovingClock extends Clock {
        private final AtomicReference<Instant> now;

        MovingClock(AtomicReference<Instant> now) {
            this.now = now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now.get();
        }
    }
}
