package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.id;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.AccessToken;
import org.orderevidence.store.AccessToken.TokenKind;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationRecord.RecordKey;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.Tokens;
import org.orderevidence.store.document.UnreadableDocument;

/** Sessions, codes, links and records of integrations, on SQLite. */
final class SqliteTokensTest {
    private static final AccountSpace SPACE = new AccountSpace("shop", AccountSpace.Mode.LIVE);
    /** The id of an order is not personal. It shows that the files are those of the store. */
    @TempDir
    private Path folder;

    @AutoClose
    private OpenStore open;

    @BeforeEach
    void open() {
        open = TestSqlite.open(folder);
    }

    private Tokens tokens() {
        return open.tokens();
    }

    /** Now: stores that delete rows by themselves use the time of the machine. */
    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MICROS);
    }

    private static AccessToken token(TokenKind kind, String owner, Duration life) {
        return new AccessToken(
                kind,
                AccessToken.hash(UUID.randomUUID().toString()),
                SPACE,
                owner,
                now(),
                now().plus(life),
                Bytes.wrap(new byte[] {1, 2, 3}));
    }

    private Optional<AccessToken> find(AccessToken token) {
        return tokens().find(token.kind(), token.hash());
    }

    @Test
    void onlyTheEndThatWasReadIsChanged() {
        AccessToken first = token(TokenKind.SESSION, "owner-" + UUID.randomUUID(), Duration.ofHours(12));
        AccessToken second = first.expiring(first.expires().plusSeconds(60));
        tokens().add(first);

        assertTrue(tokens().extend(first, second.expires()));
        assertFalse(tokens().extend(first, first.expires().plusSeconds(90)));
        assertEquals(Optional.of(second), find(first));
        assertEquals(List.of(second), tokens().of(SPACE, TokenKind.SESSION, first.owner()));

        tokens().remove(second);
        tokens().remove(second);
        assertFalse(tokens().extend(second, second.expires().plusSeconds(60)), "it must not come back");
        assertEquals(Optional.empty(), find(first));
        assertEquals(List.of(), tokens().of(SPACE, TokenKind.SESSION, first.owner()));
    }

    /** Someone who can write to the database must not be able to open another order, or to make a link last longer. */
    @ParameterizedTest
    @ValueSource(strings = {"expires = expires + 1", "body = zeroblob(60)"})
    void aChangedRecordMakesATokenUnreadable(String change) {
        AccessToken link = token(TokenKind.RECEIPT_LINK, "A-1", Duration.ofDays(1));
        tokens().add(link);

        assertEquals(
                1,
                TestSqlite.change(
                        "sqlite:" + folder.resolve("evidence.db"), "UPDATE access_tokens_records SET " + change));

        TokenKind kind = TokenKind.RECEIPT_LINK;
        assertThrows(UnreadableDocument.class, () -> tokens().find(kind, link.hash()));
        assertEquals(List.of(), tokens().of(SPACE, kind, "A-1"));
    }

    private IntegrationStore integrations() {
        return open.integrations();
    }

    /** Now: stores that delete rows by themselves use the time of the machine. */
    private static Instant seconds() {
        return Instant.now().truncatedTo(ChronoUnit.SECONDS);
    }

    private static String newGroup() {
        return "event/" + UUID.randomUUID();
    }

    private static IntegrationRecord record(String group, String id, @Nullable Instant due) {
        return new IntegrationRecord(
                SPACE,
                new RecordKey(group, id),
                1,
                due,
                seconds().plus(Duration.ofDays(28)),
                Bytes.wrap(("content of " + id).getBytes(StandardCharsets.UTF_8)),
                null);
    }

    private List<IntegrationStore.Due> due(String group, Instant at, int limit) {
        List<IntegrationStore.Due> all = new ArrayList<>();
        List<IntegrationStore.Due> page = integrations().due(at, null, limit);
        while (!page.isEmpty()) {
            page.stream().filter(due -> due.key().group().equals(group)).forEach(all::add);
            page = integrations().due(at, page.getLast(), limit);
        }
        return all;
    }

    @Test
    void whatIsDueComesTheLongestWaitingFirst() {
        String group = newGroup();
        Instant now = seconds();
        List<Instant> times = List.of(
                now.minus(Duration.ofDays(20)),
                now.minus(Duration.ofHours(30)),
                now.minusSeconds(2),
                now.minusSeconds(1),
                now.minusSeconds(1),
                now);
        for (int i = times.size() - 1; i >= 0; i--) {
            integrations().add(record(group, "id-" + i, times.get(i)));
        }
        integrations().add(record(group, "later", now.plusSeconds(1)));
        integrations().add(record(group, "never", null));

        List<IntegrationStore.Due> expected = IntStream.range(0, times.size())
                .mapToObj(i -> new IntegrationStore.Due(times.get(i), new RecordKey(group, "id-" + i)))
                .toList();
        assertEquals(expected, due(group, now, 1_000));
        assertEquals(expected, due(group, now, 2), "in pages");
        assertEquals(expected.subList(0, 2), due(group, now.minusSeconds(3), 10));
    }

    @Test
    void whatIsDueFollowsTheNewestVersion() {
        String group = newGroup();
        Instant now = seconds();
        IntegrationRecord moved = record(group, "moved", now.minusSeconds(9));
        IntegrationRecord done = record(group, "done", now.minusSeconds(8));
        IntegrationRecord again = record(group, "again", null);
        IntegrationRecord removed = record(group, "removed", now.minusSeconds(7));
        List.of(moved, done, again, removed).forEach(integrations()::add);

        integrations().replace(moved, moved.next(now.plusSeconds(60), moved.content()));
        integrations().replace(done, done.next(null, done.content()));
        integrations().replace(again, again.next(now.minusSeconds(5), again.content()));
        integrations().remove(removed.key());
        assertFalse(integrations().replace(moved, moved.next(now.minusSeconds(60), moved.content())));
        open.close();
        open();

        assertEquals(List.of(new IntegrationStore.Due(now.minusSeconds(5), again.key())), due(group, now, 10));
        assertEquals(
                List.of(
                        new IntegrationStore.Due(now.minusSeconds(5), again.key()),
                        new IntegrationStore.Due(now.plusSeconds(60), moved.key())),
                due(group, now.plusSeconds(60), 10));
    }
}
