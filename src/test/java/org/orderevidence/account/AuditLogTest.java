package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.sql.SqlStore;
import org.orderevidence.store.sql.dialect.SqlSettings;

/** When the audit log looks for old entries, and which it may remove. */
class AuditLogTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final AccountSpace LIVE = new AccountSpace("acme", Mode.LIVE);

    @TempDir
    private Path folder;

    /** Adds an entry with this random number. Returns the IDs before which entries may be removed. */
    private List<String> trimmedBefore(Instant now, long random) {
        List<String> trimmed = new ArrayList<>();
        try (SqlStore store =
                SqlStore.openSqlite(folder.resolve("evidence.db"), SqlSettings.defaults(), NOON, TestCodec.CODECS)) {
            DelegatingAccountStore watched = new DelegatingAccountStore(store.accounts()) {
                @Override
                public void trimAudit(AccountSpace space, String before) {
                    assertEquals(LIVE, space);
                    trimmed.add(before);
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
        assertEquals(List.of(), trimmedBefore(NOON, 0x01L));
        assertEquals(1, trimmedBefore(NOON, 0xab00L).size());
    }

    @Test
    void onlyEntriesOlderThan90DaysMayBeRemoved() {
        Instant days90 = NOON.plus(AuditLog.KEPT_AT_LEAST);
        trimmedBefore(NOON, 0x01L);

        String before = trimmedBefore(days90, 0x00L).getFirst();

        try (SqlStore store =
                SqlStore.openSqlite(folder.resolve("evidence.db"), SqlSettings.defaults(), NOON, TestCodec.CODECS)) {
            String oldest = store.accounts().audit(LIVE, null, 10).getLast().id();
            assertEquals(oldest.substring(0, before.length()), before, "the time of noon");
            assertEquals(1, Integer.signum(oldest.compareTo(before)), "an entry of exactly 90 days stays");
        }
    }
}
