package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.AuditLog.AuditFilter;
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
import org.orderevidence.store.sql.TestSqlite;
import org.orderevidence.waiting.MovedClock;

/** What changes of keys are allowed, when they are seen, and which keys can be imported. */
class KeyAdministrationTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final AccountSpace LIVE = new AccountSpace("acme", Mode.LIVE);
    private static final AccountSpace TEST = new AccountSpace("acme", Mode.TEST);

    @TempDir
    private Path folder;

    private final MovedClock now = new MovedClock(NOON);
    private final AtomicInteger touches = new AtomicInteger();

    @AutoClose
    private OpenStore store;

    private Accounts accounts;

    @BeforeEach
    void open() {
        store = TestSqlite.open(folder);
        accounts = accounts(store.accounts());
        assertTrue(accounts.create("acme"));
    }

    /** Accounts whose caches never forget by themselves: time passes only in the clock. */
    private Accounts accounts(AccountStore of) {
        return new Accounts(of, now, new Random(7), () -> 0);
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
    void theGraceDoesNotExtendAnExpiry() {
        Instant end = NOON.plusSeconds(60);
        NewKey old = make(LIVE, Scope.READ, end);

        keys().rotate(Actor.operator(), LIVE, old.info().id(), Duration.ofDays(30));

        now.set(end);
        assertInstanceOf(KeyCheck.Unknown.class, accounts.check(old.key()));
        assertEquals(
                KeyRow.State.EXPIRED,
                keys().key("acme", old.info().id()).orElseThrow().state(end));
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
        KeyRow before = Objects.requireNonNull(made.replaced());
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
    @Tag("slow")
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

    private NewKey makeAdmin() {
        return make(LIVE, Scope.ADMIN, null);
    }

    @Test
    void theOperatorMayRevokeTheLastAdminKey() {
        String last = makeAdmin().info().id();

        assertInstanceOf(KeyChange.Ended.class, keys().revoke(Actor.operator(), LIVE, last));
    }

    @Test
    void anImportedKeyIsChangedOnlyOnce() {
        ApiKey key = new ApiKey("sk_live_0123456789abcdef");
        KeyChange imported = keys().importKey(Actor.operator(), key, spec(Scope.READ));

        assertInstanceOf(KeyChange.Made.class, imported);
        assertEquals(Reason.IN_USE, refused(keys().importKey(Actor.operator(), key, spec(Scope.READ))));
        assertEquals(
                Reason.NOT_IMPORTABLE,
                refused(keys().importKey(Actor.operator(), new ApiKey("short"), spec(Scope.READ))));
        assertEquals(
                Reason.NO_ACCOUNT,
                refused(keys().importKey(
                                Actor.operator(),
                                new ApiKey("sk_live_other_0123456789"),
                                new KeySpec(new AccountSpace("nobody", Mode.LIVE), null, Set.of(Scope.READ), null))));
        List<String> actions = accounts.audit().page(LIVE, AuditFilter.ALL, null, 10).entries().stream()
                .map(entry -> entry.row().action())
                .toList();
        assertEquals(List.of("key_imported"), actions, "a refused change has no entry");
    }

    @Test
    void aChangedKeyIsReadAgainAndNoOtherKeyIs() {
        AtomicInteger reads = new AtomicInteger();
        accounts = accounts(new AccountStore(store.records(), InstantSource.system()) {
            @Override
            public Optional<KeyRow> keyByHash(Bytes hash) {
                reads.incrementAndGet();
                return super.keyByHash(hash);
            }

            @Override
            public Optional<KeyRow> key(String account, String keyId) {
                return store.accounts().key(account, keyId);
            }
        });
        NewKey till = make(LIVE, Scope.READ, null);
        NewKey rotated = make(LIVE, Scope.READ, null);
        NewKey revoked = make(LIVE, Scope.READ, null);
        for (NewKey key : List.of(till, rotated, revoked)) {
            assertInstanceOf(KeyCheck.Accepted.class, accounts.check(key.key()));
        }
        assertEquals(3, reads.get());
        keys().rotate(Actor.operator(), LIVE, rotated.info().id(), Duration.ZERO);
        keys().revoke(Actor.operator(), LIVE, revoked.info().id());
        assertInstanceOf(KeyCheck.Unknown.class, accounts.check(rotated.key()));
        assertInstanceOf(KeyCheck.Unknown.class, accounts.check(revoked.key()));
        assertEquals(5, reads.get());
        assertInstanceOf(KeyCheck.Accepted.class, accounts.check(till.key()));
        assertEquals(5, reads.get());
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
}
