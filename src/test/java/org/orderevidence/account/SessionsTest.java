package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.account.SessionWorld.NOON;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orderevidence.App;
import org.orderevidence.account.AuditLog.AuditFilter;
import org.orderevidence.account.KeyAdministration.KeyChange.NewKey;
import org.orderevidence.account.Sessions.Session;
import org.orderevidence.account.Sessions.SignedIn;
import org.orderevidence.console.ConsoleClient;
import org.orderevidence.installation.Config;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.store.AccessToken;
import org.orderevidence.store.AccessToken.TokenKind;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.sql.TestSqlite;
import org.orderevidence.transfer.WholeStores;

/** Signing in to the console: what a session permits, and when it ends. */
class SessionsTest {
    private static final AccountSpace ACME = new AccountSpace("acme", Mode.LIVE);
    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    private Path folder;

    @AutoClose
    private OpenStore store;

    private SessionWorld world;
    private Sessions sessions;
    private NewKey key;

    @BeforeEach
    void open() {
        store = TestSqlite.open(folder);
        world = new SessionWorld(store, 7);
        sessions = world.sessions;
        key = world.key(Scope.ADMIN, null);
    }

    private SignedIn signIn() {
        return sessions.signIn(key.key()).orElseThrow();
    }

    private boolean isAlive(SignedIn signedIn) {
        return sessions.find(signedIn.token().text()).isPresent();
    }

    private List<AccessToken> stored(TokenKind kind) {
        return store.tokens().of(ACME, kind, key.info().id());
    }

    private List<String> audit(String action) {
        return world.accounts.audit().page(ACME, AuditFilter.ALL, null, 1_000).entries().stream()
                .filter(entry -> entry.row().action().equals(action))
                .map(entry -> entry.row().actor() + " " + entry.row().keyId())
                .toList();
    }

    @Test
    void theAuditLogHasSignInsAndFewFailedOnes() {
        String id = key.info().id();
        signIn();
        assertTrue(sessions.signInWithCode(sessions.newCode(key.key())).isPresent());
        String late = sessions.newCode(key.key());
        world.accounts.keys().revoke(Actor.operator(), ACME, id);
        for (int i = 0; i < 100; i++) {
            assertTrue(sessions.signIn(key.key()).isEmpty());
            assertTrue(
                    sessions.signIn(ApiKey.generate(ACME.mode(), new Random(i))).isEmpty());
        }
        assertTrue(sessions.signInWithCode(late).isEmpty());

        assertEquals(List.of(id + " " + id, id + " " + id), audit("sign_in"));
        assertEquals(List.of(id + " " + id), audit("sign_in_failed"), "one an hour; unknown keys belong to no account");
    }

    @Test
    void aValidKeySignsInWithItsOwnPermissions() {
        SignedIn signedIn = sessions.signIn(world.key(Scope.READ, null).key()).orElseThrow();
        Session session = sessions.find(signedIn.token().text()).orElseThrow();

        assertEquals(signedIn.session(), session);
        assertEquals(ACME, session.key().space());
        assertEquals(Set.of(Scope.READ), session.key().scopes());
        assertTrue(session.key().allows(Scope.READ));
        assertFalse(session.key().allows(Scope.WRITE));
        assertEquals(NOON, session.startedAt());
        assertEquals(NOON.plus(Duration.ofHours(24)), session.endsAt());
        assertEquals(session.key().keyId(), session.key().actor().name());
    }

    @Test
    void theStoreHasNeitherTheTokenNorTheKey() {
        SignedIn signedIn = signIn();

        assertEquals(
                List.of(AccessToken.hash(signedIn.token().text())),
                stored(TokenKind.SESSION).stream().map(AccessToken::hash).toList());
        assertEquals(key.key().hash(), stored(TokenKind.SESSION).getFirst().content());
        assertEquals("[redacted]", signedIn.token().toString());
        assertFalse(signedIn.toString().contains(signedIn.token().text()));
        assertFalse(signedIn.toString().contains(signedIn.session().csrfToken()));
    }

    /** A token that someone planted in the browser before stays unknown. */
    @Test
    void eachSignInMakesANewToken() {
        String planted = "A".repeat(SecretToken.OF_SESSION);
        SignedIn first = signIn();
        SignedIn second = signIn();

        assertEquals(Optional.empty(), sessions.find(planted));
        assertNotEquals(first.token(), second.token());
        assertNotEquals(first.session().csrfToken(), second.session().csrfToken());
        assertNotEquals(first.token().text(), first.session().csrfToken());
        assertTrue(isAlive(first));
        assertTrue(isAlive(second));
    }

    @Test
    void onlyTheTokenOfTheSessionIsAcceptedInAForm() {
        Session session = signIn().session();

        assertTrue(session.isCsrfToken(session.csrfToken()));
        assertFalse(session.isCsrfToken(signIn().session().csrfToken()));
        assertFalse(session.isCsrfToken(""));
        assertFalse(session.isCsrfToken("\u00e4\ud800"));
    }

    static List<String> junk() {
        return List.of(
                "",
                " ",
                "A".repeat(42),
                "A".repeat(44),
                "A".repeat(1_000_000),
                "%41".repeat(14) + "A",
                "../../../../etc/passwd%00",
                "\u0000".repeat(43),
                "\u00e4".repeat(43),
                "'".repeat(43),
                "A".repeat(42) + "=",
                "\ud800".repeat(43));
    }

    @ParameterizedTest
    @MethodSource("junk")
    void junkIsNoTokenAndNoCode(String junk) {
        assertEquals(Optional.empty(), sessions.find(junk));
        assertEquals(Optional.empty(), sessions.signInWithCode(junk));
        sessions.end(junk);
    }

    @Test
    void aSessionEndsTwelveHoursAfterItsLastUse() {
        SignedIn signedIn = signIn();

        world.pass(Duration.ofHours(12).minus(SECOND));
        assertTrue(isAlive(signedIn));
        world.pass(Duration.ofHours(11).plusMinutes(59));
        assertTrue(isAlive(signedIn));

        SignedIn unused = signIn();
        world.pass(Duration.ofHours(12));
        assertFalse(isAlive(unused));
    }

    @Test
    void aSessionThatIsUsedEndsAfterTwentyFourHours() {
        SignedIn signedIn = signIn();

        for (int hour = 1; hour < 24; hour++) {
            world.pass(Duration.ofHours(1));
            assertTrue(isAlive(signedIn), "after " + hour + " hours");
        }
        world.pass(Duration.ofHours(1).minus(SECOND));
        assertTrue(isAlive(signedIn));
        world.pass(SECOND);
        assertFalse(isAlive(signedIn));
    }

    @Test
    void aUseIsWrittenEveryFiveMinutes() {
        SignedIn signedIn = signIn();
        List<Instant> ends = new ArrayList<>();

        for (int minute = 1; minute <= 11; minute++) {
            world.pass(Duration.ofMinutes(1));
            assertTrue(isAlive(signedIn));
            ends.add(stored(TokenKind.SESSION).getFirst().expires());
        }

        Instant first = NOON.plus(Duration.ofHours(12));
        assertEquals(
                List.of(first, first.plusSeconds(300), first.plusSeconds(600)),
                ends.stream().distinct().toList());
    }

    @Test
    void aSessionEndsWithItsKey() {
        NewKey short1 = world.key(Scope.READ, NOON.plus(Duration.ofHours(2)));
        SignedIn expiring = sessions.signIn(short1.key()).orElseThrow();
        SignedIn revoked = signIn();
        assertEquals(NOON.plus(Duration.ofHours(2)), expiring.session().endsAt());

        world.key(Scope.ADMIN, null);
        world.accounts.keys().revoke(Actor.operator(), ACME, key.info().id());

        assertFalse(isAlive(revoked), "at once on the instance that revoked it");
        assertTrue(isAlive(expiring));
        world.pass(Duration.ofHours(2));
        assertFalse(isAlive(expiring));
        assertEquals(Optional.empty(), sessions.signIn(key.key()));
    }

    @Test
    void aCodeSignsInOnce() {
        String code = sessions.newCode(key.key());
        SignedIn signedIn = sessions.signInWithCode(code).orElseThrow();

        assertTrue(isAlive(signedIn));
        assertEquals(key.info().id(), signedIn.session().key().keyId());
        assertEquals(Optional.empty(), sessions.signInWithCode(code));
        assertEquals(Optional.empty(), sessions.find(code), "a code is no session");
        assertEquals(Optional.empty(), sessions.signInWithCode(signedIn.token().text()), "a session is no code");
        assertTrue(isAlive(signedIn));
    }

    @Test
    void aCodeExpiresAfterFiveMinutes() {
        String used = sessions.newCode(key.key());
        String late = sessions.newCode(key.key());

        world.pass(Duration.ofMinutes(5).minus(SECOND));
        assertTrue(sessions.signInWithCode(used).isPresent());
        world.pass(SECOND);
        assertEquals(Optional.empty(), sessions.signInWithCode(late));
    }

    @Test
    void aFurtherSessionOfAKeyEndsTheOldest() {
        SignedIn other = sessions.signIn(world.key(Scope.READ, null).key()).orElseThrow();
        List<SignedIn> all = new ArrayList<>();
        for (int i = 0; i < Sessions.MAX_PER_KEY + 2; i++) {
            world.pass(SECOND);
            all.add(signIn());
        }

        List<Boolean> alive = all.stream().map(this::isAlive).toList();
        assertEquals(List.of(false, false), alive.subList(0, 2));
        assertFalse(alive.subList(2, alive.size()).contains(false));
        assertTrue(isAlive(other));
    }

    @Test
    void aFurtherCodeOfAKeyEndsTheOldest() {
        String first = sessions.newCode(key.key());
        for (int i = 0; i < Sessions.MAX_CODES_PER_KEY; i++) {
            world.pass(SECOND);
            sessions.newCode(key.key());
        }

        assertEquals(Optional.empty(), sessions.signInWithCode(first));
        assertEquals(Sessions.MAX_CODES_PER_KEY, stored(TokenKind.SIGN_IN_CODE).size());
    }

    @Test
    void theLinkSignsInOnceAtTheAddressOfTheService() {
        Config config = WholeStores.configOfService(folder, "sqlite:" + folder.resolve("service.db"));
        try (App app = App.start(config);
                ConsoleClient client = new ConsoleClient("http://127.0.0.1:" + app.port())) {
            String link = app.signInLink(app.firstKey().orElseThrow().key())
                    .orElseThrow()
                    .toString();
            String page = "http://127.0.0.1:" + app.port() + "/console/sign-in?code=";
            assertTrue(link.startsWith(page), link);
            Map<String, String> code = Map.of("code", link.substring(page.length()));

            client.get("/console/sign-in?code=" + code.get("code")).is(200);
            assertTrue(client.cookie().isEmpty(), "a program that only looks at the link does not use it up");
            client.post("/console/sign-in", code).is(303);
            assertFalse(client.cookie().isEmpty());
            client.cookie(null);
            client.post("/console/sign-in", code);
            assertTrue(client.cookie().isEmpty());
        }
    }
}
