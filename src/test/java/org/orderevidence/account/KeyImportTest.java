package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.AuditLog.AuditEntry;
import org.orderevidence.account.KeyAdministration.KeyChange;
import org.orderevidence.account.KeyAdministration.KeyChange.Reason;
import org.orderevidence.account.KeyAdministration.KeySpec;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.store.sql.SqlStore;

/** Which keys can be imported. */
class KeyImportTest {
    private static final AccountSpace LIVE = new AccountSpace("acme", Mode.LIVE);
    private static final AccountSpace TEST = new AccountSpace("acme", Mode.TEST);

    @TempDir
    private Path folder;

    private OpenStore store;
    private Accounts accounts;

    @BeforeEach
    void open() {
        Clock clock = Clock.systemUTC();
        store = SqlStore.openSqlite(
                folder.resolve("evidence.db"), SqlSettings.defaults(), clock.instant(), TestCodec.CODECS);
        accounts = new Accounts(store.accounts(), clock, new Random(7));
        assertTrue(accounts.create("acme"));
    }

    @AfterEach
    void close() {
        store.close();
    }

    private static KeySpec spec(Scope... scopes) {
        return new KeySpec(LIVE, null, Set.of(scopes), null);
    }

    private static Reason refused(KeyChange change) {
        return assertInstanceOf(KeyChange.Refused.class, change).reason();
    }

    @Test
    void anImportedKeyIsChangedOnlyOnce() {
        ApiKey key = new ApiKey("sk_live_0123456789abcdef");
        KeyChange imported = accounts.keys().importKey(Actor.operator(), key, spec(Scope.READ));

        assertInstanceOf(KeyChange.Made.class, imported);
        assertEquals(Reason.IN_USE, refused(accounts.keys().importKey(Actor.operator(), key, spec(Scope.READ))));
        assertEquals(
                Reason.NOT_IMPORTABLE,
                refused(accounts.keys().importKey(Actor.operator(), new ApiKey("short"), spec(Scope.READ))));
        assertEquals(
                Reason.NO_ACCOUNT,
                refused(accounts.keys()
                        .importKey(
                                Actor.operator(),
                                new ApiKey("sk_live_other_0123456789"),
                                new KeySpec(new AccountSpace("nobody", Mode.LIVE), null, Set.of(Scope.READ), null))));
        List<String> actions = accounts.audit().list(LIVE, null, 10).stream()
                .map(AuditEntry::action)
                .toList();
        assertEquals(List.of("key_imported"), actions, "a refused change has no entry");
    }

    @Test
    void aKeyOfThisServiceIsImportedOnlyInTheModeThatItNames() {
        for (Mode mode : Mode.values()) {
            ApiKey key = ApiKey.generate(mode, new Random(9));
            for (AccountSpace space : List.of(LIVE, TEST)) {
                KeySpec spec = new KeySpec(space, null, Set.of(Scope.READ), null);
                KeyChange change = accounts.keys().importKey(Actor.operator(), key, spec);
                assertEquals(space.mode() == mode, change instanceof KeyChange.Made, mode + " into " + space);
                if (space.mode() != mode) {
                    assertEquals(Reason.WRONG_MODE, refused(change));
                }
            }
        }
    }
}
