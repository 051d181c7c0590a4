package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.orderevidence.store.TokensContract.newOwner;
import static org.orderevidence.store.TokensContract.now;
import static org.orderevidence.store.TokensContract.session;
import static org.orderevidence.store.TokensContract.token;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.store.AccessToken;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.TokenKind;
import org.orderevidence.store.Tokens;
import org.orderevidence.store.TokensContract;
import org.orderevidence.store.document.UnreadableDocument;

/** SQLite keeps the contract. */
final class SqliteTokensTest implements TokensContract {
    @TempDir
    private Path folder;

    private SqlStore open;

    @BeforeEach
    void open() {
        open = SqlStore.openSqlite(file(), SqlSettings.defaults(), OrderFixtures.NOON, TestCodec.CODECS);
    }

    private Path file() {
        return folder.resolve("evidence.db");
    }

    @AfterEach
    void close() {
        open.close();
    }

    @Override
    public void reopen() {
        close();
        open();
    }

    @Override
    public Tokens tokens() {
        return open.tokens();
    }

    @Test
    void tokensAreDeletedWhenTheirTimeInTheStoreIsOver() {
        AccessToken ended = token(TokenKind.SESSION, "owner", Duration.ofHours(-1));
        AccessToken alive = session("owner");
        AccessToken endedLink = token(TokenKind.RECEIPT_LINK, "owner", Duration.ofDays(-29));
        AccessToken oldLink =
                token(TokenKind.RECEIPT_LINK, "owner", Duration.ofDays(-30).minusSeconds(1));
        List.of(ended, alive, endedLink, oldLink).forEach(tokens()::add);

        open.sweep(now());

        assertEquals(Optional.empty(), tokens().find(TokenKind.SESSION, ended.hash()));
        assertEquals(Optional.of(alive), tokens().find(TokenKind.SESSION, alive.hash()));
        assertEquals(Optional.of(endedLink), tokens().find(TokenKind.RECEIPT_LINK, endedLink.hash()));
        assertEquals(Optional.empty(), tokens().find(TokenKind.RECEIPT_LINK, oldLink.hash()));
    }

    @Test
    void aSweepDeletesBatchAfterBatch() {
        String owner = newOwner();
        IntStream.range(0, Tokens.MAX_PAGE + 5)
                .forEach(i -> tokens().add(token(TokenKind.SIGN_IN_CODE, owner, Duration.ofSeconds(-1))));

        open.sweep(now());

        assertEquals(
                List.of(),
                tokens().list(SPACE, TokenKind.SIGN_IN_CODE, owner, null, Tokens.MAX_PAGE)
                        .tokens());
    }

    /** Someone who can write to the database must not be able to open another order, or to make a link last longer. */
    @ParameterizedTest
    @ValueSource(strings = {"expires = expires + 1", "body = zeroblob(60)"})
    void aChangedRecordMakesATokenUnreadable(String change) {
        AccessToken link = token(TokenKind.RECEIPT_LINK, "A-1", Duration.ofDays(1));
        tokens().add(link);

        assertEquals(1, TestSqlite.change("sqlite:" + file(), "UPDATE access_tokens_records SET " + change));

        TokenKind kind = TokenKind.RECEIPT_LINK;
        assertThrows(UnreadableDocument.class, () -> tokens().find(kind, link.hash()));
        assertEquals(List.of(), tokens().list(SPACE, kind, "A-1", null, 10).tokens());
    }
}
