package org.orderevidence.account;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Sha256;

/** An OpenID provider on this machine, with one person. A test decides what is wrong with its answers. */
public final class SmallProvider implements AutoCloseable {
    public static final String EMAIL = "ann@shop.example";
    private static final String CLIENT = "order-evidence";
    private static final String SECRET = "a secret: of the client";

    /** Of all providers: to make one takes long. */
    private static final RSAKey FIRST_KEY = newKey("1");

    private final HttpServer server;
    private final Instant now;
    private final Map<String, Map<String, String>> codes = new HashMap<>();
    private RSAKey key = FIRST_KEY;
    private Consumer<JWTClaimsSet.Builder> claims = _ -> {};
    private Function<JWTClaimsSet, String> signing = this::signed;
    private Supplier<String> discovery = this::discoveryDocument;

    public SmallProvider(Instant now) {
        this.now = now;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.createContext("/.well-known/openid-configuration", exchange -> answer(exchange, 200, discovery.get()));
        server.createContext("/keys", exchange -> answer(exchange, 200, new JWKSet(key.toPublicJWK()).toString()));
        server.createContext("/token", this::token);
        server.createContext("/elsewhere", exchange -> {
            exchange.getResponseHeaders().set("Location", issuer() + "/.well-known/openid-configuration");
            answer(exchange, 302, "");
        });
        server.start();
    }

    static RSAKey newKey(String id) {
        try {
            return new RSAKeyGenerator(2048).keyID(id).generate();
        } catch (JOSEException failed) {
            throw new IllegalStateException(failed);
        }
    }

    String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** What a service is told about this provider. */
    public OpenIdSettings settings(Path folder, String account, String allowed) {
        try {
            Path secret = Files.writeString(folder.resolve("client-secret"), SECRET + "\n");
            return new OpenIdSettings(
                    URI.create(issuer()),
                    CLIENT,
                    secret,
                    new AccountSpace(account, Mode.LIVE),
                    OpenIdSettings.allowed(allowed),
                    "groups");
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    void claims(Consumer<JWTClaimsSet.Builder> changes) {
        claims = changes;
    }

    void signing(Function<JWTClaimsSet, String> other) {
        signing = other;
    }

    void discovery(Supplier<String> other) {
        discovery = other;
    }

    void rotate(RSAKey next) {
        key = next;
    }

    RSAKey key() {
        return key;
    }

    String discoveryDocument() {
        return """
                {"issuer": "%1$s", "authorization_endpoint": "%1$s/authorize?tenant=1", "token_endpoint": "%1$s/token",
                 "jwks_uri": "%1$s/keys", "token_endpoint_auth_methods_supported": ["client_secret_basic"]}""".formatted(issuer());
    }

    /** Signs the person in who was led here, and returns what the browser sends back: a state and a code. */
    public Map<String, String> authorize(String address) {
        Map<String, String> asked = fields(URI.create(address).getRawQuery());
        String code = "code-" + codes.size();
        codes.put(code, asked);
        return Map.of("state", asked.getOrDefault("state", ""), "code", code);
    }

    static Map<String, String> fields(String form) {
        return Arrays.stream(form.split("&", -1))
                .map(field -> field.split("=", 2))
                .collect(Collectors.toMap(
                        field -> field[0], field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8)));
    }

    /** Each code works once, for the client that has its secret and the verifier. */
    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> sent =
                fields(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.US_ASCII));
        Map<String, String> asked = codes.remove(sent.get("code"));
        String credentials = CLIENT + ":" + SECRET.replace(" ", "+").replace(":", "%3A");
        String basic = "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.US_ASCII));
        if (asked == null
                || !basic.equals(exchange.getRequestHeaders().getFirst("Authorization"))
                || !Objects.equals(sent.get("redirect_uri"), asked.get("redirect_uri"))
                || !"S256".equals(asked.get("code_challenge_method"))
                || !Base64.getUrlEncoder()
                        .withoutPadding()
                        .encodeToString(Sha256.of(sent.getOrDefault("code_verifier", "")))
                        .equals(asked.get("code_challenge"))) {
            answer(exchange, 400, "{\"error\": \"invalid_grant\"}");
            return;
        }
        JWTClaimsSet.Builder person = new JWTClaimsSet.Builder()
                .issuer(issuer())
                .audience(CLIENT)
                .subject("person-1")
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plusSeconds(300)))
                .claim("nonce", asked.get("nonce"))
                .claim("email", EMAIL)
                .claim("email_verified", true)
                .claim("groups", List.of("support"));
        claims.accept(person);
        answer(exchange, 200, "{\"id_token\": \"" + signing.apply(person.build()) + "\"}");
    }

    String signed(JWTClaimsSet signedClaims) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.RS256)
                            .keyID(key.getKeyID())
                            .build(),
                    signedClaims);
            token.sign(new RSASSASigner(key));
            return token.serialize();
        } catch (JOSEException failed) {
            throw new IllegalStateException(failed);
        }
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
