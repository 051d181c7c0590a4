package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.SecretToken;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.store.sql.SqlStore;

/** Guessed sessions and sign-in codes read the store a bounded number of times in a second. */
class UnknownSessionsTest {
    @TempDir
    private Path folder;

    private final AtomicLong nanos = new AtomicLong();
    private OpenStore store;
    private SessionWorld world;
    private ApiKey key;
    private Sessions sessions;

    @BeforeEach
    void open() {
        store = SqlStore.openSqlite(
                folder.resolve("evidence.db"), SqlSettings.defaults(), SessionWorld.NOON, TestCodec.CODECS);
        world = new SessionWorld(store, 7);
        key = world.key(Scope.READ, null).key();
        sessions = new Sessions(
                store.tokens(),
                world.accounts,
                Clock.fixed(SessionWorld.NOON, ZoneOffset.UTC),
                new Random(1),
                new UnknownReads("unknown sessions", nanos::get));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static String guess(int number) {
        return String.format("%0" + SecretToken.OF_SESSION + "d", number);
    }

    private void guessAsOftenAsAllowed() {
        for (int i = 0; i < UnknownReads.MAX_PER_SECOND; i++) {
            assertEquals(Optional.empty(), sessions.find(guess(i)));
        }
    }

    @Test
    void aFurtherGuessInTheSameSecondIsRefused() {
        guessAsOftenAsAllowed();

        StoreUnavailable refused = assertThrows(StoreUnavailable.class, () -> sessions.find(guess(1_000)));
        assertTrue(refused.isOverloaded());
        assertThrows(StoreUnavailable.class, () -> sessions.signInWithCode(guess(1_001)));
        assertThrows(StoreUnavailable.class, () -> sessions.end(guess(1_002)));

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertEquals(Optional.empty(), sessions.find(guess(1_000)));
    }

    @Test
    void guessedCodesCountAsGuessedSessions() {
        for (int i = 0; i < UnknownReads.MAX_PER_SECOND; i++) {
            assertEquals(Optional.empty(), sessions.signInWithCode(guess(i)));
        }

        assertThrows(StoreUnavailable.class, () -> sessions.find(guess(1_000)));
    }

    @Test
    void aSessionInUseIsFoundDuringAFloodOfGuesses() {
        String token = sessions.signIn(key).orElseThrow().token().text();
        assertTrue(sessions.find(token).isPresent());

        guessAsOftenAsAllowed();

        assertTrue(sessions.find(token).isPresent());
    }

    @Test
    void aKeySignsInDuringAFloodOfGuesses() {
        guessAsOftenAsAllowed();

        String token = sessions.signIn(key).orElseThrow().token().text();

        assertTrue(sessions.find(token).isPresent(), "also at its first use");
    }

    @Test
    void aSessionThatAnotherInstanceStartedIsNoGuess() {
        String token = world.sessions.signIn(key).orElseThrow().token().text();
        for (int i = 1; i < UnknownReads.MAX_PER_SECOND; i++) {
            assertEquals(Optional.empty(), sessions.find(guess(i)));
        }

        assertTrue(sessions.find(token).isPresent());

        assertEquals(Optional.empty(), sessions.find(guess(1_000)), "the last allowed guess");
        assertThrows(StoreUnavailable.class, () -> sessions.find(guess(1_001)));
        assertTrue(sessions.find(token).isPresent());
    }

    @Test
    void junkReadsNothing() {
        for (int i = 0; i <= UnknownReads.MAX_PER_SECOND; i++) {
            assertEquals(Optional.empty(), sessions.find("junk-" + i));
        }
    }
}
