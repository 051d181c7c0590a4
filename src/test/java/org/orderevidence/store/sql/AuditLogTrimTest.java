package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.AuditRow;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.TestCodec;

/** Of the audit log of a space, the newest entries stay, and of the others those that are not old. */
class AuditLogTrimTest {
    private static final AccountSpace FULL = new AccountSpace("shop", Mode.LIVE);
    private static final AccountSpace OTHER = new AccountSpace("shop", Mode.TEST);

    private static AuditRow entry(AccountSpace space, String id) {
        return new AuditRow(space, id, OrderFixtures.NOON, "cli", "key_created", "k", null);
    }

    private static final int KEPT = 10_000;

    @Test
    void onlyOldEntriesBeyondTheNewestAreRemoved(@TempDir Path folder) {
        Path file = folder.resolve("evidence.db");
        try (SqlStore store = SqlStore.openSqlite(file, SqlSettings.defaults(), OrderFixtures.NOON, TestCodec.CODECS)) {
            AccountStore accounts = store.accounts();
            accounts.addAudit(entry(OTHER, "0"));
            fill(accounts);

            accounts.addAudit(entry(FULL, "x1"));
            accounts.addAudit(entry(FULL, "x2"));

            accounts.trimAudit(FULL, "00001", KEPT);
            assertEquals("00001", oldest(accounts), "not old enough");
            accounts.trimAudit(FULL, "00002", KEPT);
            assertEquals("00002", oldest(accounts));
            accounts.trimAudit(FULL, "09000", KEPT);
            assertEquals("00003", oldest(accounts), "the newest entries stay");
            assertEquals(KEPT, accounts.audit(FULL, null, 2 * KEPT).size());
            assertEquals(1, accounts.audit(OTHER, null, 10).size());
        }
    }

    private static String oldest(AccountStore accounts) {
        List<AuditRow> entries = accounts.audit(FULL, null, 2 * KEPT);
        return entries.getLast().id();
    }

    /** As many entries as stay in any case, from 00001 on. */
    private static void fill(AccountStore accounts) {
        for (int i = 1; i <= KEPT; i++) {
            accounts.addAudit(entry(FULL, "%05d".formatted(i)));
        }
    }
}
