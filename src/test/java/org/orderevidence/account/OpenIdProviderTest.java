package org.orderevidence.account;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.OpenIdProvider.Person;
import org.orderevidence.account.OpenIdProvider.Refusal;
import org.orderevidence.account.OpenIdProvider.SignInResult;
import org.orderevidence.waiting.MovedClock;

/** Sign-in at a provider that answers over HTTP, with right and wrong tokens. */
class OpenIdProviderTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final String CALLBACK = "https://evidence.example/console/sign-in/callback";
    private static final String ALLOWED = "@shop.example=read, support=write, admins=admin";

    @TempDir
    Path folder;

    private final Random random = new Random(36);
    private SmallProvider provider;
    private OpenIdProvider signIns;

    @BeforeEach
    void start() {
        provider = new SmallProvider(NOW);
        signIns = new OpenIdProvider(provider.settings(folder, "default", ALLOWED), Clock.fixed(NOW, ZoneOffset.UTC));
    }

    @AfterEach
    void stop() {
        provider.close();
    }

    private SecretToken attempt() {
        return SecretToken.generate(random, SecretToken.OF_SESSION);
    }

    private static String field(Map<String, String> fields, String name) {
        return Objects.requireNonNull(fields.get(name), name);
    }

    private SignInResult signIn() {
        SecretToken attempt = attempt();
        Map<String, String> back =
                provider.authorize(signIns.start(attempt, CALLBACK).orElseThrow());
        return signIns.complete(attempt, field(back, "state"), field(back, "code"), CALLBACK);
    }

    private Person person() {
        return assertInstanceOf(SignInResult.Done.class, signIn()).person();
    }

    private void assertRefused(Refusal why) {
        assertEquals(new SignInResult.Refused(why), signIn());
    }

    @Test
    void aPersonMayDoWhatTheDomainAndTheGroupsAllow() {
        Person person = person();

        assertEquals(SmallProvider.EMAIL, person.name());
        assertEquals(Set.of(Scope.READ, Scope.WRITE), person.scopes());
        assertTrue(person.id().matches("person_[0-9a-f]{20}"), person::id);
        assertEquals(person.id(), person().id());
        assertFalse(person.toString().contains("@"), "the name is not in logs");
    }

    @Test
    void aPersonWithNothingAllowedIsRefused() {
        provider.claims(claims -> claims.claim("email", "eve@other.example").claim("groups", "others"));
        assertRefused(Refusal.NOT_ALLOWED);
        provider.claims(claims -> claims.claim("email_verified", false).claim("groups", null));
        assertRefused(Refusal.NOT_ALLOWED);
        provider.claims(claims ->
                claims.claim("email", "eve@shop.example.evil.example").claim("groups", List.of("@shop.example")));
        assertRefused(Refusal.NOT_ALLOWED);
        provider.claims(claims -> claims.claim("email", null).claim("groups", "admins"));
        assertEquals(Set.of(Scope.ADMIN), person().scopes());
        assertEquals("person-1", person().name());
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonce", "iss", "aud", "azp", "exp", "sub", "other key", "none", "HS256", "no JWT"})
    void aTokenThatIsNotForThisSignInIsRefused(String wrong) throws JOSEException {
        Consumer<JWTClaimsSet.Builder> change = switch (wrong) {
            case "nonce" -> claims -> claims.claim("nonce", "of another sign-in");
            case "iss" -> claims -> claims.issuer("https://evil.example");
            case "aud" -> claims -> claims.audience("another client");
            case "azp" -> claims -> claims.audience(List.of("order-evidence", "another client"));
            case "exp" -> claims -> claims.expirationTime(Date.from(NOW.minusSeconds(61)));
            case "sub" -> claims -> claims.subject(null);
            default -> _ -> {};
        };
        provider.claims(change);
        byte[] publicKey = provider.key().toPublicKey().getEncoded();
        switch (wrong) {
            case "other key" -> {
                var other = SmallProvider.newKey(provider.key().getKeyID());
                person();
                provider.rotate(other);
                assertRefused(Refusal.INVALID);
                return;
            }
            case "none" -> provider.signing(claims -> new PlainJWT(claims).serialize());
            case "HS256" -> provider.signing(claims -> hmac(publicKey, claims));
            case "no JWT" -> provider.signing(_ -> "a.b.c");
            default -> {}
        }

        assertRefused(Refusal.INVALID);
    }

    private String hmac(byte[] key, JWTClaimsSet claims) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.HS256)
                            .keyID(provider.key().getKeyID())
                            .build(),
                    claims);
            token.sign(new MACSigner(key));
            return token.serialize();
        } catch (JOSEException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test
    void clocksMayDifferByAMinute() {
        provider.claims(claims -> claims.expirationTime(Date.from(NOW.minusSeconds(59))));
        person();
    }

    @Test
    void aNewKeyOfTheProviderIsFetched() {
        person();
        provider.rotate(SmallProvider.newKey("2"));
        person();
    }

    @Test
    void onlyTheBrowserThatStartedASignInCompletesItAndOnce() {
        SecretToken attempt = attempt();
        Map<String, String> back =
                provider.authorize(signIns.start(attempt, CALLBACK).orElseThrow());
        String state = field(back, "state");
        String code = field(back, "code");

        SignInResult notStarted = new SignInResult.Refused(Refusal.NOT_STARTED);
        assertEquals(notStarted, signIns.complete(attempt(), state, code, CALLBACK));
        assertEquals(notStarted, signIns.complete(attempt, "", code, CALLBACK));
        assertEquals(new SignInResult.Refused(Refusal.DENIED), signIns.complete(attempt, state, "", CALLBACK));
        assertInstanceOf(SignInResult.Done.class, signIns.complete(attempt, state, code, CALLBACK));
        assertInstanceOf(SignInResult.Refused.class, signIns.complete(attempt, state, code, CALLBACK));

        // A stolen code is of no use to who has not the verifier.
        SecretToken victim = attempt();
        String stolen = field(provider.authorize(signIns.start(victim, CALLBACK).orElseThrow()), "code");
        SecretToken thief = attempt();
        String own = field(provider.authorize(signIns.start(thief, CALLBACK).orElseThrow()), "state");
        assertInstanceOf(SignInResult.Refused.class, signIns.complete(thief, own, stolen, CALLBACK));
    }

    @Test
    void theBrowserIsLedToTheProviderWithAllThatProtectsTheSignIn() {
        String address = signIns.start(attempt(), CALLBACK).orElseThrow();

        assertTrue(address.startsWith(provider.issuer() + "/authorize?tenant=1&"), address);
        Map<String, String> asked = SmallProvider.fields(address.substring(address.indexOf('?') + 1));
        assertEquals("code", asked.get("response_type"));
        assertEquals("openid email profile", asked.get("scope"));
        assertEquals(CALLBACK, asked.get("redirect_uri"));
        for (String random : List.of("state", "nonce", "code_challenge")) {
            assertEquals(43, field(asked, random).length(), random);
        }
        assertEquals(
                3,
                Set.of(asked.get("state"), asked.get("nonce"), asked.get("code_challenge"))
                        .size());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            issuer       | https://evil.example
            token        | file:///etc/passwd
            token        |
            huge         |
            no JSON      |
            """)
    void aProviderThatDescribesItselfWronglyIsNotUsed(String what, String value) {
        String right = provider.discoveryDocument();
        provider.discovery(() -> switch (what) {
            case "issuer" -> right.replace("\"issuer\": \"" + provider.issuer(), "\"issuer\": \"" + value);
            case "token" ->
                right.replace(
                        provider.issuer() + "/token", Optional.ofNullable(value).orElse(""));
            case "huge" -> right + " ".repeat(300_000);
            default -> "<html>";
        });
        assertEquals(Optional.empty(), signIns.start(attempt(), CALLBACK));
    }

    @Test
    void addressesWithoutTlsAreOnlyThoseOfAProviderOnThisMachine() {
        String right = provider.discoveryDocument();
        provider.discovery(() -> right.replace("http://127.0.0.1", "http://provider.example"));

        assertEquals(Optional.empty(), signIns.start(attempt(), CALLBACK));
    }

    @ParameterizedTest
    @ValueSource(strings = {"token_endpoint", "jwks_uri"})
    void aRedirectIsNotFollowed(String endpoint) {
        String right = provider.discoveryDocument();
        provider.discovery(() ->
                right.replaceFirst(endpoint + "\": \"[^\"]+", endpoint + "\": \"" + provider.issuer() + "/elsewhere"));

        assertRefused(Refusal.UNAVAILABLE);
    }

    @Test
    void aProviderThatDoesNotAnswerIsNotWaitedFor() throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            OpenIdSettings right = provider.settings(folder, "default", ALLOWED);
            OpenIdSettings settings = new OpenIdSettings(
                    URI.create("http://127.0.0.1:" + silent.getLocalPort()),
                    right.clientId(),
                    right.secretFile(),
                    right.space(),
                    right.allowed(),
                    right.groupsClaim());
            OpenIdProvider waiting =
                    new OpenIdProvider(settings, Clock.fixed(NOW, ZoneOffset.UTC), Duration.ofMillis(200));

            assertEquals(Optional.empty(), waiting.start(attempt(), CALLBACK));
        }
    }

    @Test
    void aProviderThatIsDownIsAskedAgainAfterAPause() {
        MovedClock clock = new MovedClock(NOW);
        signIns = new OpenIdProvider(provider.settings(folder, "default", ALLOWED), clock);
        String right = provider.discoveryDocument();
        provider.discovery(() -> "");
        assertEquals(Optional.empty(), signIns.start(attempt(), CALLBACK));
        provider.discovery(() -> right);
        assertEquals(Optional.empty(), signIns.start(attempt(), CALLBACK));

        clock.move(Duration.ofSeconds(5));
        person();
        provider.discovery(() -> "");
        clock.move(Duration.ofHours(1));
        assertTrue(signIns.start(attempt(), CALLBACK).isPresent(), "what was known before is used");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"shop.example", "=read", "@=read", "a=", "a=read+", "a=root", "a=read,a=write", "a=read,,b=read"
            })
    void aRuleThatIsNotClearIsRefused(String rules) {
        assertThrows(IllegalArgumentException.class, () -> OpenIdSettings.allowed(rules));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"http://login.example", "login.example", "https://x?y", "https://", "ftp://127.0.0.1", "a b"})
    void anIssuerIsAnHttpsAddress(String issuer) {
        assertThrows(IllegalArgumentException.class, () -> OpenIdSettings.issuer(issuer));
    }
}
