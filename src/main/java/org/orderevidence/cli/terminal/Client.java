package org.orderevidence.cli.terminal;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.OptionalLong;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.ApiKey;
import tools.jackson.databind.JsonNode;

/** A client of a service over HTTP. Thread-safe. */
public final class Client implements AutoCloseable {
    private static final Duration CONNECT_TIME = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIME = Duration.ofSeconds(60);

    /** Longest answer that is read. A page of 100 orders, or the results of a full upload, is far shorter. */
    private static final long MAX_ANSWER_BYTES = 64L * 1024 * 1024;

    private static final int TARGET_DIGITS = 16;

    private final URI base;
    private final ApiKey key;
    private final HttpClient http;

    public Client(URI base, ApiKey key) {
        this.base = base;
        this.key = key;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(CONNECT_TIME)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /** Returns the URL of the service, without a slash at its end. */
    public URI base() {
        return base;
    }

    /** Returns true if a name in a URL is that of this machine. */
    static boolean isThisMachine(String host) {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }

    /** Sends a GET request. */
    public Answer get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(base + path)).GET());
    }

    /** Sends a POST request with JSON. */
    public Answer post(String path, byte[] json) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(base + path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(json)));
    }

    /**
     * Sends a request, and returns the JSON of the answer.
     *
     * @param json body; {@code null} for none
     * @throws Failure if the service cannot be reached, refuses the request, or does not answer JSON
     */
    public JsonNode ask(String method, String path, byte @Nullable [] json) throws InterruptedException {
        HttpRequest.BodyPublisher body =
                json == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(json);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create(base + path)).method(method, body);
        Answer answer;
        try {
            answer = send(json == null ? request : request.header("Content-Type", "application/json"));
        } catch (IOException failure) {
            throw unreachable(failure);
        }
        if (!answer.isOk()) {
            throw answer.refusal();
        }
        JsonNode read = Json.readIfAny(answer.body());
        if (read == null) {
            throw new Failure(ExitCode.FAILED, "the response of " + base + " is not JSON: is it the right URL?");
        }
        return read;
    }

    /** Returns the path of an order. */
    public static String orderPath(String id) {
        return "/api/v2/orders/" + encoded(id);
    }

    /** Returns a text, percent-encoded for a path or a query. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Returns a hash that identifies the service and the key and does not reveal the key. */
    public String target() {
        return digest(base + "\n" + key.text());
    }

    /** Returns a short hash of a text. */
    public static String digest(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest.digest()).substring(0, TARGET_DIGITS);
        } catch (NoSuchAlgorithmException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    /** Returns why there is no answer, and what to do. */
    public Failure unreachable(IOException failure) {
        String message = switch (failure) {
            case ConnectException _, HttpConnectTimeoutException _ ->
                "no service at " + base + "; start one with ./evidence serve, or name one with --url";
            case HttpTimeoutException _ ->
                base + " did not answer within " + ANSWER_TIME.toSeconds() + " s; try again, or read its log";
            case SSLHandshakeException _, SSLPeerUnverifiedException _ ->
                "the certificate of " + base + " is not trusted here; add its issuer to the trust store of the JDK";
            case SSLException _ -> base + " does not speak TLS; write http:// in --url, or the address of its proxy";
            default ->
                "the connection to " + base + " ended without a response; check that the address in --url is that of"
                        + " Order Evidence, and whether it starts with http:// or https://";
        };
        return new Failure(ExitCode.UNREACHABLE, message);
    }

    private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpRequest built = request.header("X-API-Key", key.text())
                .header("User-Agent", "evidence-cli")
                .timeout(ANSWER_TIME)
                .build();
        HttpResponse<String> response = http.send(
                built, BodyHandlers.limiting(BodyHandlers.ofString(StandardCharsets.UTF_8), MAX_ANSWER_BYTES));
        OptionalLong retryAfter = response.headers()
                .firstValue("Retry-After")
                .filter(text -> text.matches("\\d{1,6}"))
                .map(text -> OptionalLong.of(Long.parseLong(text)))
                .orElse(OptionalLong.empty());
        return new Answer(response.statusCode(), retryAfter, response.body());
    }

    @Override
    public void close() {
        http.close();
    }

    /**
     * An answer of the service.
     *
     * @param status HTTP status
     * @param retryAfterSeconds value of {@code Retry-After}; empty if the answer has none
     * @param body text of the body
     */
    public record Answer(int status, OptionalLong retryAfterSeconds, String body) {
        private static final int FIRST_FAILURE = 300;

        public boolean isOk() {
            return status < FIRST_FAILURE;
        }

        /** Returns the refusal: what the service refused, its errors, and the ID of the request, one a line. */
        public Failure refusal() {
            @Nullable JsonNode problem = Json.readIfAny(body);
            StringBuilder told = new StringBuilder("the service refused (" + status + ")");
            if (problem != null && problem.isObject()) {
                String detail = problem.path("detail").asString("");
                String title = problem.path("title").asString("");
                told.append(": ").append(detail.isEmpty() ? title : detail);
                JsonNode errors = problem.path("errors");
                // The detail is that of the first error. A single error would only repeat it.
                if (errors.size() > 1) {
                    errors.forEach(error -> told.append(line(error)));
                }
                String requestId = problem.path("requestId").asString("");
                if (!requestId.isEmpty()) {
                    told.append(System.lineSeparator()).append("  request ").append(requestId);
                }
            }
            return new Failure(ExitCode.REFUSED, told.toString());
        }

        private static String line(JsonNode error) {
            String pointer = error.path("pointer").asString("");
            return System.lineSeparator() + "  " + (pointer.isEmpty() ? "" : pointer + ": ")
                    + error.path("detail").asString("");
        }
    }
}
