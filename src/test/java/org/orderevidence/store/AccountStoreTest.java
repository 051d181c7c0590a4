package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.facts;

import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Micros;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.AccountStore.KeyRow;

/** How accounts, keys and the facts of the installation are kept. */
final class AccountStoreTest extends StoreUnderTest {

    private static AccountSpace space(String account) {
        return new AccountSpace(account, AccountSpace.Mode.TEST);
    }

    private static KeyRow apiKey(String id, String hash, String account, Instant createdAt, @Nullable Instant endsAt) {
        return new KeyRow(
                id,
                facts(hash),
                account,
                AccountSpace.Mode.TEST,
                null,
                Set.of("write", "read"),
                createdAt,
                endsAt,
                null,
                null,
                null);
    }

    private static AuditRow entry(String account, String id) {
        return new AuditRow(space(account), id, NOON, "cli", "key_created", "k1", null, null);
    }

    @Test
    void entriesAboutDataAreReadNewestFirstOverMonthsAndHaveAnEnd() {
        List<AuditRow> entries = IntStream.of(0, 1, 40, 400)
                .mapToObj(day -> {
                    Instant at = NOON.plus(Duration.ofDays(day));
                    String id = HexFormat.of().toHexDigits(Micros.of(at)) + "0000000" + day % 10;
                    return new AuditRow(
                            space("shop"), id, at, "k1", "order_changed", "A-1", "arn", at.plus(Duration.ofDays(550)));
                })
                .toList();
        entries.forEach(accounts()::addAudit);

        assertEquals(entries.reversed(), accounts().dataAudit(space("shop"), null, 10));
        assertEquals(
                entries.subList(0, 2).reversed(),
                accounts().dataAudit(space("shop"), entries.get(2).id(), 10));
        assertEquals(List.of(), accounts().audit(space("shop"), null, 10));
        accounts().trimAudit(space("shop"), "f", 1);
        accounts().removeAudit(entries.getLast());
        assertEquals(entries.subList(1, 3).reversed(), accounts().dataAudit(space("shop"), null, 2));
    }

    @Test
    void ofALongAuditLogTheOldestEntriesBeyondTheNewestAreRemoved() {
        List<AuditRow> entries = IntStream.rangeClosed(1, 9)
                .mapToObj(i -> entry("shop", String.valueOf(i)))
                .toList();
        entries.forEach(accounts()::addAudit);
        accounts().addAudit(entry("other", "1"));

        accounts().trimAudit(space("shop"), "2", 4);
        assertEquals(entries.subList(1, 9).reversed(), accounts().audit(space("shop"), null, 10), "only before 2");
        accounts().trimAudit(space("shop"), "9", 4);
        assertEquals(entries.subList(5, 9).reversed(), accounts().audit(space("shop"), null, 10), "the newest stay");
        accounts().trimAudit(space("shop"), "9", 1);
        assertEquals(List.of(entries.getLast()), accounts().audit(space("shop"), null, 10));

        assertEquals(List.of(entry("other", "1")), accounts().audit(space("other"), null, 10));
    }

    @Test
    void theEndOfAKeyIsTakenBackUnlessItWasChangedSince() {
        accounts().createKey(apiKey("k1", "hash 1", "shop", NOON, null));
        KeyRow valid = accounts().key("shop", "k1").orElseThrow();
        Instant end = NOON.plusSeconds(60);

        assertFalse(accounts().restoreKey(valid, end), "it does not end");
        accounts().endKey("shop", "k1", end);
        KeyRow inGrace = accounts().key("shop", "k1").orElseThrow();
        assertFalse(accounts().restoreKey(valid, NOON), "it ends later");
        assertEquals(Optional.of(inGrace), accounts().key("shop", "k1"));

        accounts().endKey("shop", "k1", NOON);
        assertTrue(accounts().restoreKey(inGrace, NOON));
        assertEquals(Optional.of(inGrace), accounts().key("shop", "k1"));
        assertTrue(accounts().restoreKey(valid, end));
        assertEquals(Optional.of(valid), accounts().key("shop", "k1"));

        accounts().deleteKey(valid);
        assertFalse(accounts().restoreKey(valid, end));
        assertEquals(Optional.empty(), accounts().key("shop", "k1"));
    }
}
