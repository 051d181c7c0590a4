package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.store.IntegrationStoreContract.newGroup;
import static org.orderevidence.store.IntegrationStoreContract.now;
import static org.orderevidence.store.IntegrationStoreContract.record;
import static org.orderevidence.store.IntegrationStoreContract.text;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.IntegrationRecord;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.IntegrationStoreContract;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.RecordKey;
import org.orderevidence.store.TestCodec;

/** SQLite keeps the contract. */
final class SqliteIntegrationStoreTest implements IntegrationStoreContract {
    @TempDir
    private Path folder;

    private SqlStore open;

    @BeforeEach
    void open() {
        open = SqlStore.openSqlite(
                folder.resolve("evidence.db"), SqlSettings.defaults(), OrderFixtures.NOON, TestCodec.CODECS);
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
    public IntegrationStore integrations() {
        return open.integrations();
    }

    @Test
    void whatHasExpiredIsDeleted() {
        String group = newGroup();
        Instant now = now();
        IntegrationRecord old =
                new IntegrationRecord(SPACE, new RecordKey(group, "old"), 1, now, now.minusSeconds(1), text("old"));
        IntegrationRecord young = record(group, "young", now);
        IntegrationRecord endless = new IntegrationRecord(SPACE, new RecordKey(group, "x"), 1, null, null, text("x"));
        integrations().add(old);
        integrations().add(young);
        integrations().add(endless);

        open.sweep(now);

        assertEquals(Optional.empty(), integrations().read(old.key()));
        assertEquals(Optional.of(young), integrations().read(young.key()));
        open.sweep(now.plus(Duration.ofDays(400)));
        assertEquals(Optional.empty(), integrations().read(young.key()));
        assertEquals(Optional.of(endless), integrations().read(endless.key()));
    }
}
