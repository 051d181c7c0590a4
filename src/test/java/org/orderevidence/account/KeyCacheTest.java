package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.KeyAdministration.KeyChange.NewKey;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.store.sql.SqlStore;

/** A change of a key makes the cache forget this key only. */
class KeyCacheTest {
    private static final AccountSpace LIVE = new AccountSpace("acme", Mode.LIVE);

    private final AtomicInteger reads = new AtomicInteger();

    @Test
    void aChangedKeyIsReadAgainAndNoOtherKeyIs(@TempDir Path folder) {
        Clock clock = Clock.systemUTC();
        try (OpenStore store = SqlStore.openSqlite(
                folder.resolve("evidence.db"), SqlSettings.defaults(), clock.instant(), TestCodec.CODECS)) {
            AccountStore counting = new AccountStore(store.records(), InstantSource.system()) {
                @Override
                public Optional<KeyRow> keyByHash(Bytes hash) {
                    reads.incrementAndGet();
                    return super.keyByHash(hash);
                }
            };
            Accounts accounts = new Accounts(counting, clock, new Random(7), () -> 0);
            assertTrue(accounts.create("acme"));
            NewKey till = make(accounts);
            NewKey rotated = make(accounts);
            NewKey revoked = make(accounts);
            for (NewKey key : new NewKey[] {till, rotated, revoked}) {
                assertInstanceOf(KeyCheck.Accepted.class, accounts.check(key.key()));
            }
            assertEquals(3, reads.get());

            accounts.keys().rotate(Actor.operator(), LIVE, rotated.info().id(), Duration.ZERO);
            accounts.keys().revoke(Actor.operator(), LIVE, revoked.info().id());

            assertInstanceOf(KeyCheck.Unknown.class, accounts.check(rotated.key()));
            assertInstanceOf(KeyCheck.Unknown.class, accounts.check(revoked.key()));
            assertEquals(5, reads.get());
            assertInstanceOf(KeyCheck.Accepted.class, accounts.check(till.key()));
            assertEquals(5, reads.get());
        }
    }

    private static NewKey make(Accounts accounts) {
        return accounts.createKey("acme", Mode.LIVE, Set.of(Scope.READ), null).orElseThrow();
    }
}
