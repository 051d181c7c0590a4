package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.account.SessionWorld.NOON;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orderevidence.App;
import org.orderevidence.account.AuditLog.AuditFilter;
import org.orderevidence.account.KeyAdministration.KeyChange.NewKey;
import org.orderevidence.account.KeyAdministration.KeySpec;
import org.orderevidence.account.Sessions.Session;
import org.orderevidence.account.Sessions.SignedIn;
import org.orderevidence.console.ConsoleClient;
import org.orderevidence.installation.Config;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.AccessToken;
import org.orderevidence.store.AccessToken.TokenKind;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.sql.TestSqlite;
import org.orderevidence.transfer.WholeStores;

/** What a session of the console permits and when it ends, and that all guesses of keys and tokens are bounded. */
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
        sessionKey = world.key(Scope.READ, null);
        bounded = new Sessions(
                store.tokens(),
                world.accounts,
                Clock.fixed(SessionWorld.NOON, ZoneOffset.UTC),
                new Random(1),
                null,
                new UnknownReads("unknown sessions", nanos::get));
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

    private static final ApiKey GUESS = new ApiKey("a-key-that-nobody-has-made");

    private static final KeySpec SPEC =
            new KeySpec(new AccountSpace("acme", Mode.LIVE), null, Set.of(Scope.READ), null);

    private final AtomicInteger reads = new AtomicInteger();

    private final AtomicLong nanos = new AtomicLong();

    private NewKey sessionKey;

    private Sessions bounded;

    private Accounts accounts() {
        return new Accounts(new CountingReads(store.records(), reads), Clock.systemUTC(), new Random(7), nanos::get);
    }

    @Test
    void aKeyThatAnotherInstanceMakesWorksWithinFiveSeconds() {
        Accounts accounts = accounts();
        assertInstanceOf(KeyCheck.Unknown.class, accounts.check(GUESS));
        accounts().keys().importKey(Actor.operator(), GUESS, SPEC);

        nanos.addAndGet(Duration.ofSeconds(5).toNanos());

        assertInstanceOf(KeyCheck.Accepted.class, accounts.check(GUESS));
    }

    @Test
    void aKeyThatIsMadeWhileTheStoreIsReadWorksAtOnce() {
        Accounts[] accounts = new Accounts[1];
        CountingReads made = new CountingReads(store.records(), reads) {
            @Override
            public Optional<KeyRow> keyByHash(Bytes hash) {
                Optional<KeyRow> found = super.keyByHash(hash);
                if (reads.get() == 1) {
                    accounts[0].keys().importKey(Actor.operator(), GUESS, SPEC);
                }
                return found;
            }
        };
        accounts[0] = new Accounts(made, Clock.systemUTC(), new Random(7), nanos::get);

        accounts[0].check(GUESS);

        assertInstanceOf(KeyCheck.Accepted.class, accounts[0].check(GUESS));
    }

    private static void guess(Accounts accounts, String prefix, int guesses) {
        for (int i = 0; i < guesses; i++) {
            assertInstanceOf(KeyCheck.Unknown.class, accounts.check(new ApiKey(prefix + "-that-nobody-has-made-" + i)));
        }
    }

    private static void assertRefused(Accounts accounts, ApiKey key) {
        assertTrue(
                assertThrows(StoreUnavailable.class, () -> accounts.check(key)).isOverloaded());
    }

    @Test
    void guessesThatAllDifferReadTheStore500TimesASecond() {
        Accounts accounts = accounts();
        guess(accounts, "first", 500);
        for (int i = 0; i < 1_000; i++) {
            assertRefused(accounts, new ApiKey("second-that-nobody-has-made-" + i));
        }
        guess(accounts, "first", 500);
        assertEquals(500, reads.get(), "repeated guesses are cached");

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        guess(accounts, "third", 500);
        assertRefused(accounts, GUESS);

        assertEquals(1_000, reads.get());
    }

    @Test
    void aKeyInUseStaysValidDuringAFloodOfGuesses() {
        Accounts accounts = accounts();
        accounts().keys().importKey(Actor.operator(), GUESS, SPEC);
        assertInstanceOf(KeyCheck.Accepted.class, accounts.check(GUESS));

        for (int second = 1; second <= 10; second++) {
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            guess(accounts, "flood-" + second, 500);
            assertRefused(accounts, new ApiKey("more-that-nobody-has-made-" + second));
            assertInstanceOf(KeyCheck.Accepted.class, accounts.check(GUESS), "second " + second);
        }
    }

    @Test
    void newKeysThatExistLeaveTheRoomForGuesses() {
        Accounts accounts = accounts();
        Accounts other = accounts();
        guess(accounts, "flood", 499);
        for (int i = 0; i < 3; i++) {
            ApiKey key = new ApiKey("a-key-that-another-instance-made-" + i);
            other.keys().importKey(Actor.operator(), key, SPEC);
            assertInstanceOf(KeyCheck.Accepted.class, accounts.check(key));
        }

        guess(accounts, "last", 1);

        assertRefused(accounts, GUESS);
    }

    @Test
    void aRevokedKeyCostsNoReadBeyondTheFirstForAFewSeconds() {
        Accounts accounts = accounts();
        accounts.keys().importKey(Actor.operator(), GUESS, SPEC);
        assertInstanceOf(KeyCheck.Accepted.class, accounts.check(GUESS));
        KeyRow made = StoredKeys.of(accounts, "acme").stream()
                .filter(row -> row.hash().equals(GUESS.hash()))
                .findFirst()
                .orElseThrow();
        accounts.keys().revoke(Actor.operator(), SPEC.space(), made.id());
        reads.set(0);

        for (int i = 0; i < 1_000; i++) {
            assertInstanceOf(KeyCheck.Unknown.class, accounts.check(GUESS));
        }

        assertEquals(1, reads.get());
    }

    private static String token(int number) {
        return String.format("%0" + SecretToken.OF_SESSION + "d", number);
    }

    private void guessAsOftenAsAllowed() {
        for (int i = 0; i < UnknownReads.MAX_PER_SECOND; i++) {
            assertEquals(Optional.empty(), bounded.find(token(i)));
        }
    }

    @Test
    void aFurtherGuessInTheSameSecondIsRefused() {
        guessAsOftenAsAllowed();

        StoreUnavailable refused = assertThrows(StoreUnavailable.class, () -> bounded.find(token(1_000)));
        assertTrue(refused.isOverloaded());
        assertThrows(StoreUnavailable.class, () -> bounded.signInWithCode(token(1_001)));
        assertThrows(StoreUnavailable.class, () -> bounded.end(token(1_002)));

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertEquals(Optional.empty(), bounded.find(token(1_000)));
    }

    @Test
    void aKeySignsInDuringAFloodOfGuesses() {
        guessAsOftenAsAllowed();

        String token = bounded.signIn(sessionKey.key()).orElseThrow().token().text();

        assertTrue(bounded.find(token).isPresent(), "also at its first use");
    }

    @Test
    void aSessionThatAnotherInstanceStartedIsNoGuess() {
        String token =
                world.sessions.signIn(sessionKey.key()).orElseThrow().token().text();
        for (int i = 1; i < UnknownReads.MAX_PER_SECOND; i++) {
            assertEquals(Optional.empty(), bounded.find(token(i)));
        }

        assertTrue(bounded.find(token).isPresent());

        assertEquals(Optional.empty(), bounded.find(token(1_000)), "the last allowed token");
        assertThrows(StoreUnavailable.class, () -> bounded.find(token(1_001)));
        assertTrue(bounded.find(token).isPresent());
    }

    @Test
    void junkReadsNothing() {
        for (int i = 0; i <= UnknownReads.MAX_PER_SECOND; i++) {
            assertEquals(Optional.empty(), bounded.find("junk-" + i));
        }
    }

    /** The store, and how often it was asked for a key. */
    private static class CountingReads extends AccountStore {
        private final AtomicInteger reads;

        CountingReads(RecordStore records, AtomicInteger reads) {
            super(records, InstantSource.system());
            this.reads = reads;
        }

        @Override
        public Optional<KeyRow> keyByHash(Bytes hash) {
            reads.incrementAndGet();
            return super.keyByHash(hash);
        }
    }
}
