package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.KeyAdministration.KeyChange;
import org.orderevidence.account.KeyAdministration.KeyChange.NewKey;
import org.orderevidence.account.KeyAdministration.KeyChange.Reason;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.store.sql.SqlStore;
import org.orderevidence.waiting.Waits;

/** No caller revokes the last admin key that someone can use. */
class LastAdminKeyTest {
    private static final AccountSpace LIVE = new AccountSpace("acme", Mode.LIVE);

    @TempDir
    private Path folder;

    private OpenStore store;
    private Accounts accounts;

    @BeforeEach
    void open() {
        store = SqlStore.openSqlite(
                folder.resolve("evidence.db"),
                SqlSettings.defaults(),
                Clock.systemUTC().instant(),
                TestCodec.CODECS);
        accounts = accounts(store.accounts());
        assertTrue(accounts.create("acme"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static Accounts accounts(AccountStore of) {
        return new Accounts(of, Clock.systemUTC(), new Random(7));
    }

    private NewKey make() {
        return accounts.createKey("acme", Mode.LIVE, Set.of(Scope.ADMIN), null).orElseThrow();
    }

    private Actor caller(ApiKey key) {
        KeyCheck.Accepted accepted = assertInstanceOf(KeyCheck.Accepted.class, accounts.check(key));
        return accounts.keys().caller(accepted).orElseThrow();
    }

    private static Reason refused(KeyChange change) {
        return assertInstanceOf(KeyChange.Refused.class, change).reason();
    }

    @Test
    void theOperatorMayRevokeTheLastAdminKey() {
        String last = make().info().id();

        assertInstanceOf(KeyChange.Ended.class, accounts.keys().revoke(Actor.operator(), LIVE, last));
    }

    @Test
    void anAdminKeyThatIsAboutToEndIsNoOtherAdminKey() {
        NewKey own = make();
        NewKey replaced = make();
        KeyChange.Made made = assertInstanceOf(
                KeyChange.Made.class,
                accounts.keys().rotate(Actor.operator(), LIVE, replaced.info().id(), Duration.ofDays(1)));
        accounts.keys().revoke(Actor.operator(), LIVE, made.made().info().id());

        assertEquals(
                Reason.LAST_ADMIN_KEY,
                refused(accounts.keys()
                        .revoke(caller(own.key()), LIVE, own.info().id())));
    }

    @Test
    void theLastTwoAdminKeysAreNotRevokedAtTheSameTime() throws InterruptedException {
        NewKey first = make();
        NewKey second = make();
        Actor byFirst = caller(first.key());
        Actor bySecond = caller(second.key());
        AtomicReference<KeyChange> other = new AtomicReference<>(new KeyChange.Refused(Reason.NO_KEY));
        AtomicReference<Thread> thread = new AtomicReference<>(Thread.currentThread());
        AtomicReference<Accounts> racing = new AtomicReference<>(accounts);
        racing.set(accounts(new AccountStore(store.records(), InstantSource.system()) {
            @Override
            public boolean endKey(String account, String keyId, Instant at) {
                thread.set(Thread.startVirtualThread(() -> other.set(
                        racing.get().keys().revoke(byFirst, LIVE, second.info().id()))));
                awaitBriefly(thread.get());
                return super.endKey(account, keyId, at);
            }
        }));

        assertInstanceOf(
                KeyChange.Ended.class,
                racing.get().keys().revoke(bySecond, LIVE, first.info().id()));

        Waits.end(List.of(thread.get()));
        assertEquals(Reason.LAST_ADMIN_KEY, refused(other.get()));
    }

    /** Waits longer than a change needs that has its turn. */
    private static void awaitBriefly(Thread thread) {
        try {
            thread.join(Duration.ofMillis(300));
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Test
    void anAdminKeyThatWasNotUsedIsNoOtherAdminKey() {
        NewKey own = make();
        NewKey other = make();
        Actor caller = caller(own.key());

        assertEquals(
                Reason.LAST_ADMIN_KEY,
                refused(accounts.keys().revoke(caller, LIVE, own.info().id())));

        caller(other.key());
        assertInstanceOf(
                KeyChange.Ended.class,
                accounts.keys().revoke(caller, LIVE, own.info().id()));
    }
}
