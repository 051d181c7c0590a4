package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.AuditLog.AuditAction;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.sql.TestSqlite;

/** When the audit log looks for old entries, and which it may remove. */
class AuditLogTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final AccountSpace LIVE = new AccountSpace("acme", Mode.LIVE);

    @TempDir
    private Path folder;

    private record Trimmed(String before, int newest) {}

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
}
