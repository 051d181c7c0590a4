package org.orderevidence.account;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.JSONObjectUtils;
import com.nimbusds.jose.util.Resource;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.text.ParseException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Sha256;
import org.orderevidence.sealing.Hmac;

/**
 * The OpenID provider at which people sign in to the console: the authorization code flow with PKCE. A sign-in is started
 * with a random token, which only the browser has. State, nonce and verifier follow from it, so nothing is stored until
 * the provider has said who it is.
 */
public final class OpenIdProvider {
    /** What the IDs of people start with. */
    private static final String PERSON = "person_";

    private static final System.Logger LOG = System.getLogger(OpenIdProvider.class.getName());
    private static final Duration TIME = Duration.ofSeconds(10);
    private static final Duration DISCOVERED_FOR = Duration.ofHours(1);

    /** After a failure, the provider is not asked again for this long. */
    private static final Duration PAUSE = Duration.ofSeconds(5);

    private static final long MAX_BYTES = 256L * 1024;
    private static final int MAX_CODE = 4_000;
    private static final int MAX_NAME = 100;
    private static final int MAX_TOGETHER = 8;
    private static final int ID_DIGITS = 20;
    private static final int CLOCK_SKEW_SECONDS = 60;

    /** Signatures with a public key only. */
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384);

    private final OpenIdSettings settings;
    private final Clock clock;
    private final Duration time;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Semaphore together = new Semaphore(MAX_TOGETHER);
    private @Nullable Discovered discovered;
    private Instant askAgain = Instant.MIN;

    /** @param clock decides whether a token is valid */
    public OpenIdProvider(OpenIdSettings settings, Clock clock) {
        this(settings, clock, TIME);
    }

    /** @param time for each answer of the provider */
    OpenIdProvider(OpenIdSettings settings, Clock clock, Duration time) {
        this.settings = settings;
        this.clock = clock;
        this.time = time;
    }

    public OpenIdSettings settings() {
        return settings;
    }

    /**
     * A person at the provider, with what the settings allow.
     *
     * @param id follows from the provider's own name for the person, and does not reveal it
     * @param scopes at least one
     */
    public record Person(String id, String name, Set<Scope> scopes) {
        @Override
        public String toString() {
            return id;
        }
    }

    public sealed interface SignInResult {
        record Done(Person person) implements SignInResult {}

        record Refused(Refusal why) implements SignInResult {}
    }

    /** Why a person could not sign in. */
    public enum Refusal {
        /** This browser has not started the sign-in, or too long ago. */
        NOT_STARTED,
        /** The provider has refused, or the person. */
        DENIED,
        /** The provider's answer is not valid. */
        INVALID,
        /** The settings allow the person nothing. */
        NOT_ALLOWED,
        /** The provider cannot be reached. */
        UNAVAILABLE
    }

    /**
     * What the provider says about itself.
     *
     * @param usesPost whether the secret is sent as a field and not in a header
     */
    private record Discovered(
            Instant at, URI authorization, URI token, boolean usesPost, JWKSource<SecurityContext> keys) {}

    /**
     * Returns where the browser starts a sign-in, or empty if the provider cannot be reached.
     *
     * @param attempt which the browser keeps
     * @param callback address of this service to which the provider leads back
     */
    public Optional<String> start(SecretToken attempt, String callback) {
        return discovered()
                .map(found -> found.authorization
                        + (found.authorization.getRawQuery() == null ? "?" : "&")
                        + form(Map.of(
                                "response_type",
                                "code",
                                "scope",
                                "openid email profile",
                                "client_id",
                                settings.clientId(),
                                "redirect_uri",
                                callback,
                                "state",
                                derived(attempt, "state"),
                                "nonce",
                                derived(attempt, "nonce"),
                                "code_challenge",
                                base64(Sha256.of(derived(attempt, "verifier"))),
                                "code_challenge_method",
                                "S256")));
    }

    /**
     * Completes a sign-in.
     *
     * @param attempt which the browser has kept
     * @param state that the provider has sent back
     * @param code that the provider has sent; empty if it has refused
     */
    public SignInResult complete(SecretToken attempt, String state, String code, String callback) {
        if (!MessageDigest.isEqual(
                derived(attempt, "state").getBytes(StandardCharsets.US_ASCII),
                state.getBytes(StandardCharsets.UTF_8))) {
            return new SignInResult.Refused(Refusal.NOT_STARTED);
        }
        if (code.isEmpty() || code.length() > MAX_CODE) {
            return new SignInResult.Refused(Refusal.DENIED);
        }
        Discovered found = discovered().orElse(null);
        if (found == null || !together.tryAcquire()) {
            return new SignInResult.Refused(Refusal.UNAVAILABLE);
        }
        try {
            JWTClaimsSet claims = verified(found, token(found, attempt, code, callback), derived(attempt, "nonce"));
            Person person = person(claims);
            return person.scopes.isEmpty()
                    ? new SignInResult.Refused(Refusal.NOT_ALLOWED)
                    : new SignInResult.Done(person);
        } catch (IOException | KeySourceException failed) {
            return failed(Refusal.UNAVAILABLE, failed);
        } catch (BadJOSEException | JOSEException | ParseException | IllegalArgumentException invalid) {
            return failed(Refusal.INVALID, invalid);
        } finally {
            together.release();
        }
    }

    private static SignInResult failed(Refusal why, Exception cause) {
        LOG.log(System.Logger.Level.WARNING, "a sign-in at the provider failed: " + cause.getMessage());
        return new SignInResult.Refused(why);
    }

    /** Returns a value that only who has the token of the attempt can compute. */
    private static String derived(SecretToken attempt, String purpose) {
        return base64(Hmac.of(attempt.text().getBytes(StandardCharsets.US_ASCII), purpose + " of a sign-in"));
    }

    private static String base64(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private String token(Discovered found, SecretToken attempt, String code, String callback)
            throws IOException, ParseException {
        String secret = Files.readString(settings.secretFile()).strip();
        Map<String, String> fields = new LinkedHashMap<>(Map.of(
                "grant_type",
                "authorization_code",
                "code",
                code,
                "redirect_uri",
                callback,
                "code_verifier",
                derived(attempt, "verifier")));
        HttpRequest.Builder request = HttpRequest.newBuilder(found.token);
        if (found.usesPost) {
            fields.put("client_id", settings.clientId());
            fields.put("client_secret", secret);
        } else {
            String credentials = encoded(settings.clientId()) + ":" + encoded(secret);
            request.header(
                    "Authorization",
                    "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8)));
        }
        request.header("Content-Type", "application/x-www-form-urlencoded").POST(BodyPublishers.ofString(form(fields)));
        String token = JSONObjectUtils.getString(JSONObjectUtils.parse(send(request)), "id_token");
        if (token == null) {
            throw new IllegalArgumentException("the provider has sent no ID token");
        }
        return token;
    }

    private JWTClaimsSet verified(Discovered found, String token, String nonce)
            throws BadJOSEException, JOSEException, ParseException {
        DefaultJWTClaimsVerifier<SecurityContext> verifier =
                new DefaultJWTClaimsVerifier<>(
                        settings.clientId(),
                        new JWTClaimsSet.Builder()
                                .issuer(settings.issuer().toString())
                                .claim("nonce", nonce)
                                .build(),
                        Set.of("sub", "iat", "exp")) {
                    @Override
                    protected Date currentTime() {
                        return Date.from(clock.instant());
                    }
                };
        verifier.setMaxClockSkew(CLOCK_SKEW_SECONDS);
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, found.keys));
        processor.setJWTClaimsSetVerifier(verifier);
        JWTClaimsSet claims = processor.process(token, null);
        String party = claims.getStringClaim("azp");
        if (party == null ? claims.getAudience().size() > 1 : !party.equals(settings.clientId())) {
            throw new IllegalArgumentException("the ID token is for another client");
        }
        return claims;
    }

    private Person person(JWTClaimsSet claims) throws ParseException {
        String subject = claims.getSubject();
        String email = claims.getStringClaim("email");
        Set<String> names = new HashSet<>(groups(claims));
        names.removeIf(name -> name.startsWith("@"));
        if (email != null && "true".equals(String.valueOf(claims.getClaim("email_verified")))) {
            names.add(email.substring(email.lastIndexOf('@') + 1)
                    .toLowerCase(Locale.ROOT)
                    .transform(domain -> "@" + domain));
        }
        Set<Scope> scopes = EnumSet.noneOf(Scope.class);
        names.forEach(name -> scopes.addAll(settings.allowed().getOrDefault(name, Set.of())));
        String id = HexFormat.of().formatHex(Sha256.of(settings.issuer() + "\n" + subject));
        String name = (email == null ? subject : email)
                .codePoints()
                .filter(c -> !Character.isISOControl(c))
                .limit(MAX_NAME)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
        return new Person(PERSON + id.substring(0, ID_DIGITS), name, scopes);
    }

    /** Returns the groups, which providers state as a list or, if there is one, as a text. */
    private List<String> groups(JWTClaimsSet claims) {
        return switch (claims.getClaim(settings.groupsClaim())) {
            case String group -> List.of(group);
            case List<?> groups -> groups.stream().map(String::valueOf).toList();
            case null, default -> List.of();
        };
    }

    // Discovery

    private synchronized Optional<Discovered> discovered() {
        Instant now = clock.instant();
        boolean isCurrent = discovered != null && now.isBefore(discovered.at.plus(DISCOVERED_FOR));
        if (!isCurrent && !now.isBefore(askAgain)) {
            try {
                discovered = discover(now);
            } catch (IOException | ParseException | IllegalArgumentException failed) {
                askAgain = now.plus(PAUSE);
                LOG.log(System.Logger.Level.WARNING, "the sign-in provider cannot be used: " + failed.getMessage());
            }
        }
        return Optional.ofNullable(discovered);
    }

    private Discovered discover(Instant now) throws IOException, ParseException {
        String issuer = settings.issuer().toString();
        URI document = URI.create(issuer.replaceFirst("/$", "") + "/.well-known/openid-configuration");
        Map<String, Object> found = JSONObjectUtils.parse(send(HttpRequest.newBuilder(document)));
        if (!issuer.equals(JSONObjectUtils.getString(found, "issuer"))) {
            throw new IllegalArgumentException("its document names another issuer");
        }
        List<String> methods = JSONObjectUtils.getStringList(found, "token_endpoint_auth_methods_supported");
        JWKSource<SecurityContext> keys = JWKSourceBuilder.create(
                        endpoint(found, "jwks_uri").toURL(),
                        url -> new Resource(send(HttpRequest.newBuilder(URI.create(url.toString()))), null))
                .refreshAheadCache(false)
                .build();
        return new Discovered(
                now,
                endpoint(found, "authorization_endpoint"),
                endpoint(found, "token_endpoint"),
                methods != null && !methods.contains("client_secret_basic"),
                keys);
    }

    /** An address that is not encrypted is accepted only if the issuer's is not, on this machine. */
    private URI endpoint(Map<String, Object> found, String name) throws ParseException {
        String address = JSONObjectUtils.getString(found, name);
        URI endpoint = URI.create(address == null ? "" : address);
        boolean isSafe = "https".equals(endpoint.getScheme())
                || (settings.issuer().getScheme().equals("http") && "http".equals(endpoint.getScheme()));
        if (!isSafe || endpoint.getHost() == null) {
            throw new IllegalArgumentException("its document has no " + name + " that can be used");
        }
        return endpoint;
    }

    /** Sends a request, without following redirects, and returns the body of the answer. */
    private String send(HttpRequest.Builder request) throws IOException {
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(
                request.header("Accept", "application/json").timeout(time).build(),
                BodyHandlers.limiting(BodyHandlers.ofString(), MAX_BYTES));
        try {
            HttpResponse<String> response = answer.get(time.toMillis(), TimeUnit.MILLISECONDS);
            if (response.statusCode() != 200) {
                throw new IOException("the provider answers with status " + response.statusCode());
            }
            return response.body();
        } catch (ExecutionException | TimeoutException failed) {
            throw new IOException(
                    "the provider does not answer: " + failed.getClass().getSimpleName(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        } finally {
            answer.cancel(true);
        }
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
