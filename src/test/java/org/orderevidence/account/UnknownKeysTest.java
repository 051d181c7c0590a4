package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.KeyAdministration.KeyChange.NewKey;
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

/** A key that is not known costs one read of the store, then none for a few seconds. All guesses of keys, sessions and codes are bounded. */
class UnknownKeysTest {
    private static final ApiKey GUESS = new ApiKey("a-key-that-nobody-has-made");
    private static final KeySpec SPEC =
            new KeySpec(new AccountSpace("acme", Mode.LIVE), null, Set.of(Scope.READ), null);

    @TempDir
    private Path folder;

    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();

    @AutoClose
    private OpenStore store;

    private SessionWorld world;
    private NewKey sessionKey;
    private Sessions sessions;

    @BeforeEach
    void open() {
        store = TestSqlite.open(folder);
        assertTrue(accounts().create("acme"));
        world = new SessionWorld(store, 7);
        sessionKey = world.key(Scope.READ, null);
        sessions = new Sessions(
                store.tokens(),
                world.accounts,
                Clock.fixed(SessionWorld.NOON, ZoneOffset.UTC),
                new Random(1),
                null,
                new UnknownReads("unknown sessions", nanos::get));
    }

    private Accounts accounts() {
        return new Accounts(new CountingReads(store.records(), reads), Clock.systemUTC(), new Random(7), nanos::get);
    }

    @Test
    void aKeyThatAnotherInstanceMakesWorksWithinFiveSeconds() {
        Accounts accounts = accounts();
        assertInstanceOf(KeyCheck.Unknown.class, accounts.check(GUESS));
        accounts().keys().importKey(Actor.operator(), GUESS, SPEC);

        nanos.addAndGet(Duration.ofSeconds(5).toNanos());

        assertInstanceOf(KeyCheck.Accepted.class, accounts.check(GUESS));
    }

    @Test
    void aKeyThatIsMadeWhileTheStoreIsReadWorksAtOnce() {
        Accounts[] accounts = new Accounts[1];
        CountingReads made = new CountingReads(store.records(), reads) {
            @Override
            public Optional<KeyRow> keyByHash(Bytes hash) {
                Optional<KeyRow> found = super.keyByHash(hash);
                if (reads.get() == 1) {
                    accounts[0].keys().importKey(Actor.operator(), GUESS, SPEC);
                }
                return found;
            }
        };
        accounts[0] = new Accounts(made, Clock.systemUTC(), new Random(7), nanos::get);

        accounts[0].check(GUESS);

        assertInstanceOf(KeyCheck.Accepted.class, accounts[0].check(GUESS));
    }

    private static void guess(Accounts accounts, String prefix, int guesses) {
        for (int i = 0; i < guesses; i++) {
            assertInstanceOf(KeyCheck.Unknown.class, accounts.check(new ApiKey(prefix + "-that-nobody-has-made-" + i)));
        }
    }

    private static void assertRefused(Accounts accounts, ApiKey key) {
        assertTrue(
                assertThrows(StoreUnavailable.class, () -> accounts.check(key)).isOverloaded());
    }

    @Test
    void guessesThatAllDifferReadTheStore500TimesASecond() {
        Accounts accounts = accounts();
        guess(accounts, "first", 500);
        for (int i = 0; i < 1_000; i++) {
            assertRefused(accounts, new ApiKey("second-that-nobody-has-made-" + i));
        }
        guess(accounts, "first", 500);
        assertEquals(500, reads.get(), "repeated guesses are cached");

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        guess(accounts, "third", 500);
        assertRefused(accounts, GUESS);

        assertEquals(1_000, reads.get());
    }

    @Test
    void aKeyInUseStaysValidDuringAFloodOfGuesses() {
        Accounts accounts = accounts();
        accounts().keys().importKey(Actor.operator(), GUESS, SPEC);
        assertInstanceOf(KeyCheck.Accepted.class, accounts.check(GUESS));

        for (int second = 1; second <= 10; second++) {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            guess(accounts, "flood-" + second, 500);
            assertRefused(accounts, new ApiKey("more-that-nobody-has-made-" + second));
            assertInstanceOf(KeyCheck.Accepted.class, accounts.check(GUESS), "second " + second);
        }
    }

    @Test
    void aNewKeyThatIsRefusedInAFloodWorksASecondLater() {
        Accounts accounts = accounts();
        accounts().keys().importKey(Actor.operator(), GUESS, SPEC);
        guess(accounts, "flood", 500);
        assertRefused(accounts, GUESS);

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());

        assertInstanceOf(KeyCheck.Accepted.class, accounts.check(GUESS));
    }

    @Test
    void newKeysThatExistLeaveTheRoomForGuesses() {
        Accounts accounts = accounts();
        Accounts other = accounts();
        guess(accounts, "flood", 499);
        for (int i = 0; i < 3; i++) {
            ApiKey key = new ApiKey("a-key-that-another-instance-made-" + i);
            other.keys().importKey(Actor.operator(), key, SPEC);
            assertInstanceOf(KeyCheck.Accepted.class, accounts.check(key));
        }

        guess(accounts, "last", 1);

        assertRefused(accounts, GUESS);
    }

    @Test
    void aRevokedKeyCostsNoReadBeyondTheFirstForAFewSeconds() {
        Accounts accounts = accounts();
        accounts.keys().importKey(Actor.operator(), GUESS, SPEC);
        assertInstanceOf(KeyCheck.Accepted.class, accounts.check(GUESS));
        KeyRow made = StoredKeys.of(accounts, "acme").stream()
                .filter(key -> !key.id().equals(sessionKey.info().id()))
                .findFirst()
                .orElseThrow();
        accounts.keys().revoke(Actor.operator(), SPEC.space(), made.id());
        reads.set(0);

        for (int i = 0; i < 1_000; i++) {
            assertInstanceOf(KeyCheck.Unknown.class, accounts.check(GUESS));
        }

        assertEquals(1, reads.get());
    }

    private static String token(int number) {
        return String.format("%0" + SecretToken.OF_SESSION + "d", number);
    }

    private void guessAsOftenAsAllowed() {
        for (int i = 0; i < UnknownReads.MAX_PER_SECOND; i++) {
            assertEquals(Optional.empty(), sessions.find(token(i)));
        }
    }

    @Test
    void aFurtherGuessInTheSameSecondIsRefused() {
        guessAsOftenAsAllowed();

        StoreUnavailable refused = assertThrows(StoreUnavailable.class, () -> sessions.find(token(1_000)));
        assertTrue(refused.isOverloaded());
        assertThrows(StoreUnavailable.class, () -> sessions.signInWithCode(token(1_001)));
        assertThrows(StoreUnavailable.class, () -> sessions.end(token(1_002)));

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertEquals(Optional.empty(), sessions.find(token(1_000)));
    }

    @Test
    void aKeySignsInDuringAFloodOfGuesses() {
        guessAsOftenAsAllowed();

        String token = sessions.signIn(sessionKey.key()).orElseThrow().token().text();

        assertTrue(sessions.find(token).isPresent(), "also at its first use");
    }

    @Test
    void aSessionThatAnotherInstanceStartedIsNoGuess() {
        String token =
                world.sessions.signIn(sessionKey.key()).orElseThrow().token().text();
        for (int i = 1; i < UnknownReads.MAX_PER_SECOND; i++) {
            assertEquals(Optional.empty(), sessions.find(token(i)));
        }

        assertTrue(sessions.find(token).isPresent());

        assertEquals(Optional.empty(), sessions.find(token(1_000)), "the last allowed token");
        assertThrows(StoreUnavailable.class, () -> sessions.find(token(1_001)));
        assertTrue(sessions.find(token).isPresent());
    }

    @Test
    void junkReadsNothing() {
        for (int i = 0; i <= UnknownReads.MAX_PER_SECOND; i++) {
            assertEquals(Optional.empty(), sessions.find("junk-" + i));
        }
    }

    /** The store, and how often it was asked for a key. */
    private static class CountingReads extends AccountStore {
        private final AtomicInteger reads;

        CountingReads(RecordStore records, AtomicInteger reads) {
            super(records, InstantSource.system());
            this.reads = reads;
        }

        @Override
        public Optional<KeyRow> keyByHash(Bytes hash) {
            reads.incrementAndGet();
            return super.keyByHash(hash);
        }
    }
}
