package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.KeyAdministration.KeyRoom;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.store.sql.SqlStore;

/** Which keys make room for another, and how often all keys of a full account are read. */
class KeyRoomTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final Instant LATER = NOON.plusSeconds(60);
    private static final AccountSpace LIVE = new AccountSpace("acme", Mode.LIVE);

    @TempDir
    private Path folder;

    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();
    private OpenStore store;

    @BeforeEach
    void open() {
        store = SqlStore.openSqlite(folder.resolve("evidence.db"), SqlSettings.defaults(), NOON, TestCodec.CODECS);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static KeyRow key(int number, @Nullable Instant expiresAt) {
        Bytes hash = Bytes.wrap(("hash " + number).getBytes(StandardCharsets.US_ASCII));
        return new KeyRow("key_" + number, hash, "acme", Mode.LIVE, Set.of("read"), NOON, expiresAt);
    }

    /** Fills the space. The first key expires {@link #LATER}. */
    private void fill() {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < KeyAdministration.MAX_KEYS; i++) {
                KeyRow key = key(i, i == 0 ? LATER : null);
                threads.execute(() -> store.accounts().createKey(key));
            }
        }
        assertEquals(KeyAdministration.MAX_KEYS, store.accounts().countKeys(LIVE));
    }

    private KeyRoom at(Instant now) {
        AccountStore counting = new AccountStore(store.records(), InstantSource.system()) {
            @Override
            public List<KeyRow> keys(AccountSpace space, @Nullable KeyRow after, int limit) {
                reads.incrementAndGet();
                return super.keys(space, after, limit);
            }
        };
        return new KeyRoom(counting, Clock.fixed(now, ZoneOffset.UTC), nanos::get);
    }

    @Test
    void aSpaceThatIsNotFullIsNotRead() {
        assertTrue(at(NOON).make(LIVE));

        assertEquals(0, reads.get());
    }

    @Test
    void aFullSpaceIsReadOnceInSomeSeconds() {
        fill();
        KeyRoom room = at(NOON);

        for (int i = 0; i < 100; i++) {
            assertFalse(room.make(LIVE));
        }
        assertEquals(1, reads.get());

        nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        assertFalse(room.make(LIVE), "another process may have revoked a key");
        assertEquals(2, reads.get());

        room.ended(LIVE);
        assertFalse(room.make(LIVE));
        assertEquals(3, reads.get());
    }

    @Test
    void anEndedKeyMakesRoom() {
        fill();

        assertFalse(at(LATER.minusNanos(1_000)).make(LIVE));
        assertTrue(at(LATER).make(LIVE));

        assertTrue(store.accounts().key("acme", "key_0").isEmpty());
        assertEquals(KeyAdministration.MAX_KEYS - 1, store.accounts().countKeys(LIVE));
    }
}
