package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.Accounts.AccountTurns;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.account.KeyAdministration.KeyRoom;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.sql.TestSqlite;
import org.orderevidence.waiting.Waits;

/** Keys, the turns in which accounts are changed, the audit log, and the room for keys. */
class AccountsTest {
    private static final ApiKey LIVE = ApiKey.generate(Mode.LIVE, new Random(1));
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final AccountSpace ACME = new AccountSpace("acme", Mode.LIVE);
    private static final Instant LATER = NOON.plusSeconds(60);
    private final AccountTurns turns = new AccountTurns();

    @TempDir
    private Path folder;

    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();

    @AutoClose
    private OpenStore store;

    @Test
    void saysByItsBeginningWhichDataItSees() {
        assertTrue(LIVE.text().startsWith("oe_live_"));
        assertTrue(ApiKey.generate(Mode.TEST, new Random(1)).text().startsWith("oe_test_"));
        assertEquals(8 + 30 + 6, LIVE.text().length());
        assertFalse(LIVE.isMalformed());
    }

    @Test
    void aSingleWrongCharacterIsMalformedNotUnknown() {
        for (int i = "oe_".length(); i < LIVE.text().length(); i++) {
            char wrong = LIVE.text().charAt(i) == 'x' ? 'y' : 'x';
            ApiKey mistyped =
                    new ApiKey(LIVE.text().substring(0, i) + wrong + LIVE.text().substring(i + 1));
            assertTrue(mistyped.isMalformed(), "character " + i);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"oe_", "oe_live_", "oe_live_short", "oe_prod_0123456789012345678901234567890123456"})
    void whatBeginsLikeOursAndIsNotIsMalformed(String text) {
        assertTrue(new ApiKey(text).isMalformed());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "sk_live_0123456789abcdef", "OE_LIVE_x", "anything"})
    void anotherFormatIsNeverMalformed(String text) {
        assertFalse(new ApiKey(text).isMalformed());
    }

    @Test
    void aKeyOfAnotherFormatCanBeImportedWhenItIsLongEnoughToBeUnguessable() {
        assertTrue(new ApiKey("sk_live_01234567").isImportable());
        assertFalse(new ApiKey("sk_live_0123456").isImportable());
        assertTrue(new ApiKey("x".repeat(256)).isImportable());
        assertFalse(new ApiKey("x".repeat(257)).isImportable());
        assertFalse(new ApiKey("sk live 01234567").isImportable());
        assertFalse(new ApiKey("oe_live_broken_but_long_enough").isImportable());
        assertTrue(LIVE.isImportable());
    }

    @Test
    void itsTextIsHiddenAndOnlyItsHashIsKept() {
        assertEquals("[redacted]", LIVE.toString());
        assertEquals(32, LIVE.hash().length());
        assertEquals(new ApiKey(LIVE.text()).hash(), LIVE.hash());
        assertNotEquals(ApiKey.generate(Mode.LIVE, new Random(2)).hash(), LIVE.hash());
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
                    assertEquals(ACME, space);
                    trimmed.add(new Trimmed(before, newest));
                }
            };
            RandomGenerator always = () -> random;
            AuditLog log = new AuditLog(watched, Clock.fixed(now, ZoneOffset.UTC), always);
            log.add(Actor.operator(), ACME, AuditAction.KEY_CREATED, "key_1", null);
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
            List<AuditRow> entries = store.accounts().audit(ACME, null, 10);
            String oldest = entries.getLast().id();
            assertEquals(entries.getFirst().id(), trimmed.getLast().before(), "of any age");
            assertEquals(oldest.substring(0, before.length()), before, "the time of noon");
            assertEquals(1, Integer.signum(oldest.compareTo(before)), "an entry of exactly 90 days stays");
        }
    }

    @BeforeEach
    void open() {
        store = TestSqlite.open(folder);
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
        assertEquals(KeyAdministration.MAX_KEYS, store.accounts().countKeys(ACME));
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
            assertFalse(room.make(ACME));
        }
        assertEquals(1, reads.get());

        nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        assertFalse(room.make(ACME), "another process may have revoked a key");
        assertEquals(2, reads.get());

        room.ended(ACME);
        assertFalse(room.make(ACME));
        assertEquals(3, reads.get());
    }

    private record Trimmed(String before, int newest) {}
}
