package org.orderevidence.cli.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.ApiKey;
import org.orderevidence.cli.terminal.Failure.ExitCode;
import org.orderevidence.http.InnerCalls;
import org.orderevidence.installation.PrivateFile.FirstKey;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Sha256;
import org.orderevidence.process.FileError;
import tools.jackson.databind.JsonNode;

/** A client of the interface: of a service over HTTP, or of an installation in this process. Thread-safe. */
public final class Client implements AutoCloseable {
    private static final String KEY_VARIABLE = "EVIDENCE_API_KEY";

    /** The options for the service and the key. A key is never an argument, because all processes can read arguments. */
    static final Param[] OPTIONS = Param.all("""
            --url URL: URL of the service (environment: EVIDENCE_URL;%n  default: http://127.0.0.1:8080)
            --key-file FILE: file with the API key (environment: the key itself in EVIDENCE_API_KEY; default: \
            <data>/first-key)
            --data FOLDER: folder with the first key (environment: EVIDENCE_DATA;%n  default: ./data)
            """);

    private static final Duration CONNECT_TIME = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIME = Duration.ofSeconds(60);

    /** Longest answer that is read. A page of 100 orders, or the results of a full upload, is far shorter. */
    private static final long MAX_ANSWER_BYTES = 64L * 1024 * 1024;

    private static final int TARGET_DIGITS = 16;
    private static final String JSON = "application/json";

    private final URI base;
    private final Transport transport;
    private final Map<String, String> always;

    private interface Transport extends AutoCloseable {
        Answer carry(String method, String path, Map<String, String> headers, byte @Nullable [] body)
                throws IOException, InterruptedException;

        default Answer lines(String path, Map<String, String> headers, Consumer<String> line)
                throws IOException, InterruptedException {
            throw new IllegalStateException("only a service sends lines");
        }

        @Override
        void close();
    }

    private Client(URI base, Transport transport, Map<String, String> always) {
        this.base = base;
        this.transport = transport;
        this.always = always;
    }

    public Client(URI base, ApiKey key) {
        this(base, new OverHttp(base), Map.of("X-API-Key", key.text()));
    }

    /** Returns a client for the values of these options. */
    static Client of(Terminal terminal, @Nullable String url, @Nullable Path keyFile, @Nullable Path data) {
        URI base =
                base(url != null ? url : terminal.environment().getOrDefault("EVIDENCE_URL", "http://127.0.0.1:8080"));
        return new Client(base, key(terminal, base, keyFile, data));
    }

    /** Returns true if the text of the key states that it is for test data. */
    public boolean isTest() {
        String key = always.getOrDefault("X-API-Key", "");
        return new ApiKey(key).namedMode().equals(Optional.of(Mode.TEST));
    }

    private static URI base(String text) {
        try {
            URI uri = new URI(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (http && uri.getHost() != null && uri.getQuery() == null && uri.getUserInfo() == null) {
                return uri;
            }
        } catch (URISyntaxException notAUri) {
            // The error below covers this, too.
        }
        throw Failure.usage("the URL of the service must be an http or https URL such as http://127.0.0.1:8080");
    }

    private static ApiKey key(Terminal terminal, URI base, @Nullable Path keyFile, @Nullable Path data) {
        if (keyFile != null) {
            return read(keyFile);
        }
        String given = terminal.environment().get(KEY_VARIABLE);
        if (given != null && !given.isBlank()) {
            return usable(given, KEY_VARIABLE);
        }
        Path folder = data != null ? data : Path.of(terminal.environment().getOrDefault("EVIDENCE_DATA", "data"));
        Path firstKey = FirstKey.file(folder);
        if (Files.exists(firstKey)) {
            if (!isThisMachine(base.getHost())) {
                throw Failure.usage("the key in " + firstKey + " belongs to this machine and is not sent to "
                        + base.getHost() + ": name a file with --key-file, or set " + KEY_VARIABLE);
            }
            return read(firstKey);
        }
        throw Failure.usage(
                "no API key: name a file with --key-file, or set " + KEY_VARIABLE + " (no " + firstKey + " here)");
    }

    private static ApiKey read(Path file) {
        try {
            if (Files.size(file) > ApiKey.MAX_LENGTH + 2) {
                throw Failure.usage(file + " contains no API key: it is too long");
            }
            return usable(Files.readString(file, StandardCharsets.ISO_8859_1), file.toString());
        } catch (NoSuchFileException missing) {
            throw Failure.usage("no such file: " + file);
        } catch (IOException unreadable) {
            throw Failure.usage("cannot read " + file + ": " + FileError.cause(unreadable));
        }
    }

    /** Refuses a key that cannot be in a header. The HTTP client would refuse it too, and repeat it in its message. */
    private static ApiKey usable(String text, String source) {
        String key = text.strip();
        if (key.isEmpty() || !key.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
            throw Failure.usage(source + " contains no API key");
        }
        return new ApiKey(key);
    }

    /** Returns a client of an installation in this process, as the operator. */
    public static Client of(InnerCalls.OfOperator calls, AccountSpace space) {
        return new Client(URI.create("local:/"), new InProcess(calls, space), Map.of());
    }

    /** Returns true if a name in a URL is that of this machine. */
    static boolean isThisMachine(String host) {
        return host.equals("localhost") || host.startsWith("127.") || host.equals("[::1]");
    }

    public Answer post(String path, String type, byte[] body) throws IOException, InterruptedException {
        return send("POST", path, type, body);
    }

    /**
     * Sends a request, and returns the JSON of the answer.
     *
     * @throws Failure if the service cannot be reached, refuses the request, or does not answer JSON
     */
    public JsonNode ask(String method, String path, byte @Nullable [] json) throws InterruptedException {
        JsonNode read = Json.readIfAny(ask(method, path, JSON, json).body());
        if (read == null) {
            throw Failure.failed("the response of " + base + " is not JSON: is it the right URL?");
        }
        return read;
    }

    /** Sends a request with a body of any type, and returns the answer. See {@link #ask(String, String, byte[])}. */
    public Answer ask(String method, String path, String type, byte @Nullable [] body) throws InterruptedException {
        Answer answer;
        try {
            answer = send(method, path, type, body);
        } catch (IOException failure) {
            throw unreachable(failure);
        }
        if (!answer.isOk()) {
            throw answer.refusal();
        }
        return answer;
    }

    /**
     * Sends a GET request to a service, and passes on the lines of its answer as they arrive.
     *
     * @return the answer without its lines; with its body if the service refuses the request
     * @throws IOException if the answer ends early
     */
    public Answer lines(String path, Consumer<String> line) throws IOException, InterruptedException {
        return transport.lines(path, always, line);
    }

    /** Returns all entries of a list, which is read page by page. */
    public List<JsonNode> all(String list, String name) throws InterruptedException {
        List<JsonNode> entries = new ArrayList<>();
        String after = null;
        do {
            JsonNode page = ask("GET", page(list, after), null);
            page.path(name).forEach(entries::add);
            after = page.has("nextCursor") ? Json.text(page, "nextCursor") : null;
        } while (after != null);
        return entries;
    }

    /**
     * Returns the path of a page.
     *
     * @param after {@code nextCursor} of the page before; {@code null} for the first
     */
    public static String page(String list, @Nullable String after) {
        String page = list + (list.indexOf('?') < 0 ? "?" : "&") + "per=100";
        return after == null ? page : page + "&cursor=" + encoded(after);
    }

    public static String orderPath(String id) {
        // The word is the name of an operation too.
        return "/api/v2/orders/" + (id.equals("export") ? "%65xport" : encoded(id));
    }

    /** Returns a text, percent-encoded for a path or a query. */
    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Returns a hash that identifies the service and the key and does not reveal the key. */
    public String target() {
        return digest(base + "\n" + String.join("\n", always.values()));
    }

    public static String digest(String text) {
        return HexFormat.of().formatHex(Sha256.of(text)).substring(0, TARGET_DIGITS);
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

    private Answer send(String method, String path, String type, byte @Nullable [] body)
            throws IOException, InterruptedException {
        Map<String, String> headers = new LinkedHashMap<>(always);
        if (body != null) {
            headers.put("Content-Type", type);
        }
        return transport.carry(method, path, headers, body);
    }

    @Override
    public void close() {
        transport.close();
    }

    /** Sends requests to a service. */
    private record OverHttp(URI base, HttpClient http) implements Transport {
        OverHttp(URI base) {
            this(
                    base,
                    HttpClient.newBuilder()
                            .version(HttpClient.Version.HTTP_1_1)
                            .connectTimeout(CONNECT_TIME)
                            .followRedirects(HttpClient.Redirect.NEVER)
                            .build());
        }

        @Override
        public Answer carry(String method, String path, Map<String, String> headers, byte @Nullable [] body)
                throws IOException, InterruptedException {
            HttpResponse<byte[]> response = http.send(
                    request(method, path, headers, body),
                    BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_ANSWER_BYTES));
            return answer(response, response.body());
        }

        @Override
        public Answer lines(String path, Map<String, String> headers, Consumer<String> line)
                throws IOException, InterruptedException {
            HttpResponse<Stream<String>> response =
                    http.send(request("GET", path, headers, null), BodyHandlers.ofLines());
            try (Stream<String> lines = response.body()) {
                if (response.statusCode() >= Answer.FIRST_FAILURE) {
                    return answer(response, lines.collect(Collectors.joining()).getBytes(StandardCharsets.UTF_8));
                }
                lines.forEach(line);
                return answer(response, new byte[0]);
            } catch (UncheckedIOException ended) {
                throw new IOException(ended);
            }
        }

        private HttpRequest request(String method, String path, Map<String, String> headers, byte @Nullable [] body) {
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                    .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
                    .header("User-Agent", "evidence-cli")
                    .timeout(ANSWER_TIME);
            headers.forEach(request::header);
            return request.build();
        }

        private static Answer answer(HttpResponse<?> response, byte[] body) {
            OptionalLong retryAfter = response.headers()
                    .firstValue("Retry-After")
                    .filter(text -> text.matches("\\d{1,6}"))
                    .map(text -> OptionalLong.of(Long.parseLong(text)))
                    .orElse(OptionalLong.empty());
            return new Answer(response.statusCode(), retryAfter, Bytes.wrap(body), false);
        }

        @Override
        public void close() {
            http.close();
        }
    }

    private record InProcess(InnerCalls.OfOperator calls, AccountSpace space) implements Transport {
        @Override
        public Answer carry(String method, String path, Map<String, String> headers, byte @Nullable [] body) {
            InnerCalls.Reply reply = calls.answer(
                    space, new InnerCalls.Call(method, path, headers, body == null ? Bytes.EMPTY : Bytes.wrap(body)));
            return new Answer(reply.status(), OptionalLong.empty(), reply.body(), true);
        }

        @Override
        public void close() {}
    }

    /** An answer of the service. */
    public record Answer(int status, OptionalLong retryAfterSeconds, Bytes bytes, boolean isLocal) {
        private static final int FIRST_FAILURE = 300;

        public boolean isOk() {
            return status < FIRST_FAILURE;
        }

        public String body() {
            return new String(bytes.toArray(), StandardCharsets.UTF_8);
        }

        /** Returns the refusal: what the service refused, its errors, and the ID of the request, one a line. */
        public Failure refusal() {
            JsonNode problem = Json.readIfAny(body());
            if (isLocal && problem != null) {
                return localRefusal(problem);
            }
            StringBuilder told = new StringBuilder("the service refused (" + status + ")");
            if (problem != null && problem.isObject()) {
                String detail = Json.text(problem, "detail");
                String title = Json.text(problem, "title");
                told.append(": ").append(detail.isEmpty() ? title : detail);
                JsonNode errors = problem.path("errors");
                // The detail is that of the first error. A single error would only repeat it.
                if (errors.size() > 1) {
                    errors.forEach(error -> told.append(line(error)));
                }
                String requestId = Json.text(problem, "requestId");
                if (!requestId.isEmpty()) {
                    told.append(System.lineSeparator()).append("  request ").append(requestId);
                }
            }
            return new Failure(ExitCode.REFUSED, told.toString());
        }

        /** Wrong fields are wrong usage. Nobody has a log in which to look for the ID of the request. */
        private static Failure localRefusal(JsonNode problem) {
            List<JsonNode> errors = problem.path("errors").valueStream().toList();
            String details = errors.stream()
                    .map(error -> Json.text(error, "detail"))
                    .collect(Collectors.joining(System.lineSeparator()));
            boolean isUsage = errors.stream()
                    .anyMatch(error -> !Json.text(error, "pointer").isEmpty());
            String message = errors.isEmpty() ? Json.text(problem, "detail") : details;
            return isUsage ? Failure.usage(message) : Failure.failed(message);
        }

        private static String line(JsonNode error) {
            String pointer = Json.text(error, "pointer");
            return System.lineSeparator() + "  " + (pointer.isEmpty() ? "" : pointer + ": ")
                    + Json.text(error, "detail");
        }
    }

    /**
     * Repeats requests that failed for a passing reason, with growing pauses. Every upload can be repeated safely. There
     * are at most {@value #MAX_ATTEMPTS} attempts, in about a minute and a half unless the service asks for longer pauses.
     */
    public static final class Retry {
        static final int MAX_ATTEMPTS = 10;

        private static final Duration FIRST_PAUSE = Duration.ofMillis(250);
        private static final Duration LONGEST_PAUSE = Duration.ofSeconds(30);
        private static final Duration LONGEST_ASKED_FOR = Duration.ofMinutes(5);

        /** Statuses for which a later attempt can succeed. */
        private static final Set<Integer> PASSING = Set.of(408, 429, 500, 502, 503, 504);

        @FunctionalInterface
        public interface Request {
            Answer send() throws IOException, InterruptedException;
        }

        private final Client client;
        private final Consumer<String> notice;
        private final AtomicBoolean answered = new AtomicBoolean();

        /**
         * @param notice receives a message for each pause
         */
        public Retry(Client client, Consumer<String> notice) {
            this.client = client;
            this.notice = notice;
        }

        /**
         * Sends a POST request until its answer is final, and returns that answer.
         *
         * @throws Failure after the last attempt, or immediately if the service could never be reached
         */
        public Answer post(String path, byte[] json) throws InterruptedException {
            return post(path, JSON, json);
        }

        public Answer post(String path, String type, byte[] body) throws InterruptedException {
            return repeat(() -> client.post(path, type, body));
        }

        public Answer repeat(Request request) throws InterruptedException {
            for (int attempt = 1; ; attempt++) {
                Answer answer = null;
                IOException loss = null;
                try {
                    answer = request.send();
                    answered.set(true);
                    if (!PASSING.contains(answer.status())) {
                        return answer;
                    }
                } catch (IOException lost) {
                    loss = lost;
                    if (!answered.get() && lost instanceof ConnectException) {
                        throw client.unreachable(lost);
                    }
                }
                if (attempt == MAX_ATTEMPTS) {
                    throw loss != null
                            ? client.unreachable(loss)
                            : Objects.requireNonNull(answer).refusal();
                }
                Duration time = pauseAfter(attempt, answer);
                String reason = answer == null ? "connection lost" : "the service answered " + answer.status();
                notice.accept(reason + "; trying again in " + (time.toMillis() + 500) / 1000 + " s");
                Thread.sleep(time);
            }
        }

        /** Returns a random time, so that many clients do not return at the same moment. */
        private static Duration pauseAfter(int attempt, @Nullable Answer answer) {
            if (answer != null && answer.retryAfterSeconds().isPresent()) {
                Duration asked = Duration.ofSeconds(answer.retryAfterSeconds().getAsLong());
                return asked.compareTo(LONGEST_ASKED_FOR) < 0 ? asked : LONGEST_ASKED_FOR;
            }
            Duration grown = FIRST_PAUSE.multipliedBy(1L << (attempt - 1));
            long most = Math.min(grown.toMillis(), LONGEST_PAUSE.toMillis());
            return Duration.ofMillis(most / 2 + ThreadLocalRandom.current().nextLong(most / 2 + 1));
        }
    }
}
