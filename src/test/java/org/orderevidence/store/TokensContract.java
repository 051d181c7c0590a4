package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;

/** How a store keeps access tokens. Each test has owners that no other test has. */
public interface TokensContract {
    AccountSpace SPACE = new AccountSpace("shop", AccountSpace.Mode.LIVE);
    AccountSpace TEST_SPACE = new AccountSpace("shop", AccountSpace.Mode.TEST);

    /** The store of the running test. */
    Tokens tokens();

    /** Closes the store and opens it again. */
    void reopen();

    /** Now: stores that delete rows by themselves use the time of the machine. */
    static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MICROS);
    }

    static String newOwner() {
        return "owner-" + UUID.randomUUID();
    }

    static AccessToken token(TokenKind kind, String owner, Duration life) {
        return new AccessToken(
                kind,
                AccessToken.hash(UUID.randomUUID().toString()),
                SPACE,
                owner,
                now(),
                now().plus(life),
                Bytes.wrap(new byte[] {1, 2, 3}));
    }

    static AccessToken session(String owner) {
        return token(TokenKind.SESSION, owner, Duration.ofHours(12));
    }

    private Optional<AccessToken> find(AccessToken token) {
        return tokens().find(token.kind(), token.hash());
    }

    private List<AccessToken> list(AccountSpace space, TokenKind kind, String owner) {
        return tokens().list(space, kind, owner, null, Tokens.MAX_PAGE).tokens();
    }

    @Test
    default void aTokenIsAddedOnceAndSurvivesAReopening() {
        AccessToken token = session(newOwner());
        AccessToken other = new AccessToken(
                TokenKind.RECEIPT_LINK,
                token.hash(),
                TEST_SPACE,
                "another",
                now(),
                now().plusSeconds(60),
                Bytes.wrap(new byte[0]));

        assertEquals(Optional.empty(), find(token));
        assertTrue(tokens().add(token));
        assertFalse(tokens().add(token));
        assertFalse(tokens().add(other));
        reopen();

        assertEquals(Optional.of(token), find(token));
        assertEquals(Optional.empty(), find(other), "the hash belongs to another kind");
    }

    @Test
    default void aTokenOfEachFormComesBackAsItWasWritten() {
        byte[] large = new byte[AccessToken.MAX_CONTENT];
        Arrays.fill(large, (byte) -1);
        for (TokenKind kind : TokenKind.values()) {
            AccessToken token = new AccessToken(
                    kind,
                    AccessToken.hash("form " + kind),
                    TEST_SPACE,
                    "\u00e4".repeat(AccessToken.MAX_OWNER),
                    now(),
                    now().plus(Duration.ofDays(400)),
                    Bytes.wrap(large));
            tokens().add(token);

            assertEquals(Optional.of(token), find(token));
            tokens().remove(token);
        }
    }

    @Test
    default void aTokenHasAHashAnOwnerAndLittleContent() {
        AccessToken token = session("owner");

        for (String owner : List.of("", "x".repeat(AccessToken.MAX_OWNER + 1))) {
            assertThrows(IllegalArgumentException.class, () -> token(TokenKind.SESSION, owner, Duration.ZERO));
        }
        assertThrows(
                IllegalArgumentException.class,
                () -> new AccessToken(
                        token.kind(), Bytes.wrap(new byte[16]), SPACE, "owner", now(), now(), Bytes.wrap(new byte[0])));
        assertThrows(
                IllegalArgumentException.class,
                () -> new AccessToken(
                        token.kind(),
                        token.hash(),
                        SPACE,
                        "owner",
                        now(),
                        now(),
                        Bytes.wrap(new byte[AccessToken.MAX_CONTENT + 1])));
    }

    @Test
    default void onlyTheEndThatWasReadIsChanged() {
        AccessToken first = session(newOwner());
        AccessToken second = first.expiring(first.expires().plusSeconds(60));
        tokens().add(first);

        assertTrue(tokens().extend(first, second.expires()));
        assertFalse(tokens().extend(first, first.expires().plusSeconds(90)));
        assertEquals(Optional.of(second), find(first));
        assertEquals(List.of(second), list(SPACE, TokenKind.SESSION, first.owner()));

        tokens().remove(second);
        tokens().remove(second);
        assertFalse(tokens().extend(second, second.expires().plusSeconds(60)), "it must not come back");
        assertEquals(Optional.empty(), find(first));
        assertEquals(List.of(), list(SPACE, TokenKind.SESSION, first.owner()));
    }

    @Test
    default void ofManyThatTakeATokenAtOnceOneGetsIt() {
        AccessToken token = token(TokenKind.SIGN_IN_CODE, newOwner(), Duration.ofMinutes(5));
        tokens().add(token);
        AtomicInteger taken = new AtomicInteger();

        List<Thread> threads = IntStream.range(0, 8)
                .mapToObj(i -> Thread.ofVirtual()
                        .start(() -> tokens().take(token.kind(), token.hash()).ifPresent(found -> {
                            assertEquals(token, found);
                            taken.incrementAndGet();
                        })))
                .toList();
        threads.forEach(TokensContract::join);

        assertEquals(1, taken.get());
        assertEquals(Optional.empty(), find(token));
        assertEquals(Optional.empty(), tokens().take(token.kind(), token.hash()));
        assertEquals(List.of(), list(SPACE, token.kind(), token.owner()));
    }

    @Test
    default void aTokenOfAnotherKindIsNotTaken() {
        AccessToken token = session(newOwner());
        tokens().add(token);

        assertEquals(Optional.empty(), tokens().take(TokenKind.SIGN_IN_CODE, token.hash()));
        assertEquals(Optional.of(token), find(token));
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    default void theTokensOfAnOwnerAreListedByHashPageAfterPage() {
        String owner = newOwner();
        List<AccessToken> links = IntStream.range(0, 5)
                .mapToObj(i -> token(TokenKind.RECEIPT_LINK, owner, Duration.ofDays(1)))
                .sorted((a, b) ->
                        Arrays.compareUnsigned(a.hash().toArray(), b.hash().toArray()))
                .toList();
        links.reversed().forEach(tokens()::add);
        tokens().add(session(owner));
        tokens().add(token(TokenKind.RECEIPT_LINK, owner + "0", Duration.ofDays(1)));
        AccessToken inTest = new AccessToken(
                TokenKind.RECEIPT_LINK,
                AccessToken.hash(owner),
                TEST_SPACE,
                owner,
                now(),
                now().plusSeconds(60),
                Bytes.wrap(new byte[0]));
        tokens().add(inTest);

        Tokens.Listing first = tokens().list(SPACE, TokenKind.RECEIPT_LINK, owner, null, 2);
        assertEquals(links.subList(0, 2), first.tokens());
        Tokens.Listing second = tokens().list(SPACE, TokenKind.RECEIPT_LINK, owner, first.next(), 2);
        assertEquals(links.subList(2, 4), second.tokens());
        Tokens.Listing third = tokens().list(SPACE, TokenKind.RECEIPT_LINK, owner, second.next(), 2);
        assertEquals(links.subList(4, 5), third.tokens());
        assertNull(third.next());
        assertEquals(List.of(inTest), list(TEST_SPACE, TokenKind.RECEIPT_LINK, owner));
        assertEquals(List.of(), list(SPACE, TokenKind.RECEIPT_LINK, newOwner()));
        assertEquals(List.of(), list(new AccountSpace("nobody", AccountSpace.Mode.LIVE), TokenKind.SESSION, owner));
        for (int limit : List.of(0, Tokens.MAX_PAGE + 1)) {
            assertThrows(
                    IllegalArgumentException.class,
                    () -> tokens().list(SPACE, TokenKind.RECEIPT_LINK, owner, null, limit));
        }
    }
}
