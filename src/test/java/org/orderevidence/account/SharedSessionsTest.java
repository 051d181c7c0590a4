package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.account.SessionWorld.NOON;

import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.KeyAdministration.KeyChange.NewKey;
import org.orderevidence.account.Sessions.SignedIn;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.sql.PostgresUrl;
import org.orderevidence.store.sql.SqlRecordStore;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.store.sql.TestPostgres;

/** Two instances on one PostgreSQL database share the sessions. */
@Tag("slow")
class SharedSessionsTest {
    private OpenStore firstStore;
    private OpenStore secondStore;
    private SessionWorld first;
    private SessionWorld second;

    @BeforeEach
    void open() {
        String url = TestPostgres.newDatabase();
        firstStore = open(url);
        secondStore = open(url);
        first = new SessionWorld(firstStore, 1);
        second = new SessionWorld(secondStore, 1_000);
    }

    private static OpenStore open(String url) {
        return SqlRecordStore.openPostgres(
                PostgresUrl.parse(url), null, SqlSettings.ofServer(null), NOON, TestCodec.CODECS);
    }

    @AfterEach
    void close() {
        firstStore.close();
        secondStore.close();
    }

    @Test
    void aSessionOfOneIsASessionOfTheOther() {
        NewKey key = first.key(Scope.READ, null);
        SignedIn signedIn = first.sessions.signIn(key.key()).orElseThrow();
        String token = signedIn.token().text();

        assertEquals(Optional.of(signedIn.session()), second.sessions.find(token));

        second.sessions.end(token);
        assertEquals(Optional.empty(), first.sessions.find(token), "at once");
    }

    @Test
    void aCodeOfOneSignsInOnceOnTheOther() {
        NewKey key = first.key(Scope.READ, null);
        String code = first.sessions.newCode(key.key());

        SignedIn signedIn = second.sessions.signInWithCode(code).orElseThrow();

        assertEquals(Optional.empty(), first.sessions.signInWithCode(code));
        assertTrue(first.sessions.find(signedIn.token().text()).isPresent());
    }

    @Test
    void aKeyThatOneRevokesEndsItsSessionsOnTheOtherWithinFiveSeconds() {
        NewKey key = first.key(Scope.READ, null);
        String token = second.sessions.signIn(key.key()).orElseThrow().token().text();
        assertTrue(second.sessions.find(token).isPresent());

        first.accounts
                .keys()
                .revoke(Actor.operator(), key.info().space(), key.info().id());

        second.pass(Accounts.SEEN_WITHIN);
        assertEquals(Optional.empty(), second.sessions.find(token));
    }
}
