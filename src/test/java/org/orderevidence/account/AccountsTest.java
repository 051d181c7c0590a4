package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.Accounts.AccountTurns;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.account.AuditLog.AuditFilter;
import org.orderevidence.account.KeyAdministration.KeyChange;
import org.orderevidence.account.KeyAdministration.KeyChange.NewKey;
import org.orderevidence.account.KeyAdministration.KeyChange.Reason;
import org.orderevidence.account.KeyAdministration.KeyRoom;
import org.orderevidence.account.KeyAdministration.KeySpec;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.sql.TestSqlite;
import org.orderevidence.waiting.MovedClock;
import org.orderevidence.waiting.Waits;

/** Keys, what changes of them are allowed and when they are seen, and changes of accounts. */
class AccountsTest {
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

    @Test
    void theOperatorMayRevokeTheLastAdminKey() {
        String last = make(LIVE, Scope.ADMIN, null).info().id();

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

    private static final ApiKey LIVE_KEY = ApiKey.generate(Mode.LIVE, new Random(1));

    private static final Instant LATER = NOON.plusSeconds(60);

    private final AccountTurns turns = new AccountTurns();

    private final AtomicInteger reads = new AtomicInteger();

    private final AtomicLong nanos = new AtomicLong();

    @Test
    void saysByItsBeginningWhichDataItSees() {
        assertTrue(LIVE_KEY.text().startsWith("oe_live_"));
        assertTrue(ApiKey.generate(Mode.TEST, new Random(1)).text().startsWith("oe_test_"));
        assertEquals(8 + 30 + 6, LIVE_KEY.text().length());
        assertFalse(LIVE_KEY.isMalformed());
    }

    @Test
    void aSingleWrongCharacterIsMalformedNotUnknown() {
        for (int i = "oe_".length(); i < LIVE_KEY.text().length(); i++) {
            char wrong = LIVE_KEY.text().charAt(i) == 'x' ? 'y' : 'x';
            ApiKey mistyped = new ApiKey(
                    LIVE_KEY.text().substring(0, i) + wrong + LIVE_KEY.text().substring(i + 1));
            assertTrue(mistyped.isMalformed(), "character " + i);
        }
    }

    @Test
    void aKeyOfAnotherFormatCanBeImportedWhenItIsLongEnoughToBeUnguessable() {
        assertTrue(new ApiKey("sk_live_01234567").isImportable());
        assertFalse(new ApiKey("sk_live_0123456").isImportable());
        assertTrue(new ApiKey("x".repeat(256)).isImportable());
        assertFalse(new ApiKey("x".repeat(257)).isImportable());
        assertFalse(new ApiKey("sk live 01234567").isImportable());
        assertFalse(new ApiKey("oe_live_broken_but_long_enough").isImportable());
        assertTrue(LIVE_KEY.isImportable());
    }

    @Test
    void itsTextIsHiddenAndOnlyItsHashIsKept() {
        assertEquals("[redacted]", LIVE_KEY.toString());
        assertEquals(32, LIVE_KEY.hash().length());
        assertEquals(new ApiKey(LIVE_KEY.text()).hash(), LIVE_KEY.hash());
        assertNotEquals(ApiKey.generate(Mode.LIVE, new Random(2)).hash(), LIVE_KEY.hash());
    }

    @Test
    void oneChangeOfAnAccountIsMadeAtATime() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Future<Integer>> changes = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < AccountTurns.MOST_CHANGES; i++) {
                changes.add(threads.submit(() -> turns.inTurn("acme", () -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    LockSupport.parkNanos(1_000);
                    return running.decrementAndGet();
                })));
            }
            for (Future<Integer> change : changes) {
                assertEquals(0, Waits.result(change));
            }
        }
        assertEquals(1, most.get());
    }

    /** While one change runs, twice as many come as may wait with it. */
    @Test
    void changesBeyondTheBoundAreRefusedAtOnce() throws Exception {
        int offered = 2 * AccountTurns.MOST_CHANGES;
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch refused = new CountDownLatch(offered - AccountTurns.MOST_CHANGES);
        AtomicInteger made = new AtomicInteger();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.execute(() -> turns.inTurn("acme", () -> {
                running.countDown();
                Waits.open(released, "the first change is not let go");
                return made.incrementAndGet();
            }));
            Waits.open(running, "the first change does not begin");
            for (int i = 1; i < offered; i++) {
                threads.execute(() -> {
                    try {
                        turns.inTurn("acme", made::incrementAndGet);
                    } catch (StoreUnavailable full) {
                        assertTrue(full.isOverloaded());
                        refused.countDown();
                    }
                });
            }

            Waits.open(refused, "more changes wait than may");
            assertEquals(0, made.get());
            assertEquals("other", turns.inTurn("other", () -> "other"), "another account has room");
            released.countDown();
        }
        assertEquals(AccountTurns.MOST_CHANGES, made.get());
        assertEquals("next", turns.inTurn("acme", () -> "next"), "there is room again");
    }

    /** Adds an entry with this random number. Returns which entries are removed. */
    private List<Trimmed> trimmed(Instant now, long random) {
        List<Trimmed> trimmed = new ArrayList<>();
        try (OpenStore store = TestSqlite.open(folder)) {
            AccountStore watched = new AccountStore(store.records(), InstantSource.system()) {
                @Override
                public void trimAudit(AccountSpace space, String before, int newest) {
                    assertEquals(LIVE, space);
                    trimmed.add(new Trimmed(before, newest));
                }
            };
            RandomGenerator always = () -> random;
            AuditLog log = new AuditLog(watched, Clock.fixed(now, ZoneOffset.UTC), always);
            log.add(Actor.operator(), LIVE, AuditAction.KEY_CREATED, "key_1", null);
        }
        return trimmed;
    }

    @Test
    void oneEntryIn256LooksForOldOnes() {
        assertEquals(List.of(), trimmed(NOON, 0x01L));
        assertEquals(2, trimmed(NOON, 0xab00L).size());
    }

    @Test
    void entriesOf90DaysAreOnlyRemovedIf100000AreNewer() {
        Instant days90 = NOON.plus(AuditLog.KEPT_AT_LEAST);
        trimmed(NOON, 0x01L);

        List<Trimmed> trimmed = trimmed(days90, 0x00L);
        assertEquals(
                List.of(10_000, 100_000), trimmed.stream().map(Trimmed::newest).toList());
        String before = trimmed.getFirst().before();

        try (OpenStore store = TestSqlite.open(folder)) {
            List<AuditRow> entries = store.accounts().audit(LIVE, null, 10);
            String oldest = entries.getLast().id();
            assertEquals(entries.getFirst().id(), trimmed.getLast().before(), "of any age");
            assertEquals(oldest.substring(0, before.length()), before, "the time of noon");
            assertEquals(1, Integer.signum(oldest.compareTo(before)), "an entry of exactly 90 days stays");
        }
    }

    private static KeyRow key(int number, @Nullable Instant expiresAt) {
        Bytes hash = Bytes.wrap(("hash " + number).getBytes(StandardCharsets.US_ASCII));
        return new KeyRow(
                "key_" + number, hash, "acme", Mode.LIVE, null, Set.of("read"), NOON, expiresAt, null, null, null);
    }

    /** Fills the space. The first key expires {@link #LATER}. */
    private void fill() {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < KeyAdministration.MAX_KEYS; i++) {
                KeyRow key = key(i, i == 0 ? LATER : null);
                threads.execute(() -> store.accounts().createKey(key));
            }
        }
        assertEquals(KeyAdministration.MAX_KEYS, store.accounts().countKeys(LIVE));
    }

    private KeyRoom at(Instant now) {
        AccountStore counting = new AccountStore(store.records(), InstantSource.system()) {
            @Override
            public List<KeyRow> keys(AccountSpace space, @Nullable KeyRow after, int limit) {
                reads.incrementAndGet();
                return super.keys(space, after, limit);
            }

            @Override
            public long countKeys(AccountSpace space) {
                return store.accounts().countKeys(space);
            }
        };
        return new KeyRoom(counting, Clock.fixed(now, ZoneOffset.UTC), nanos::get);
    }

    @Test
    void aFullSpaceIsReadOnceInSomeSeconds() {
        fill();
        KeyRoom room = at(NOON);

        for (int i = 0; i < 100; i++) {
            assertFalse(room.make(LIVE));
        }
        assertEquals(1, reads.get());

        nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        assertFalse(room.make(LIVE), "another process may have revoked a key");
        assertEquals(2, reads.get());

        room.ended(LIVE);
        assertFalse(room.make(LIVE));
        assertEquals(3, reads.get());
    }

    private record Trimmed(String before, int newest) {}
}
