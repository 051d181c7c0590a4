package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.Actor;
import org.orderevidence.account.Scope;
import org.orderevidence.account.StoredKeys;
import org.orderevidence.api.Shop;
import org.orderevidence.api.SubmissionTest;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.part.Platform;
import org.orderevidence.service.ReceiptLinks;
import org.orderevidence.store.AccessToken;
import org.orderevidence.store.AccessToken.TokenKind;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.waiting.Waits;
import org.orderevidence.webhook.Integrations;
import org.orderevidence.webhook.SignedWebhooks;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Brings about every status that the description names for every operation, and holds the answers against it. */
@SuppressWarnings("StringConcatToTextBlock") // Lines of HTTP end with CR LF; those of text blocks do not.
public interface StatusContract extends ServesApi {
    /** Bodies that are taken, by path. */
    Map<String, String> GOOD_BODIES = Map.ofEntries(
            Map.entry("/api/v2/track", Bodies.SIGHTING),
            Map.entry(
                    "/api/v2/disputes/upload",
                    "{\"disputes\": [{\"disputeId\": \"D\", \"openedAt\": \"2026-11-10\", \"orderId\": \"A\"}]}"),
            Map.entry("/api/v2/orders/upload", "{\"orders\": [" + Shop.ORDER.formatted("upload") + "]}"),
            Map.entry("/api/v2/orders/search", "{\"arn\": \"7453\"}"),
            Map.entry("/api/v2/orders/{id}", "{\"refunded\": true}"),
            Map.entry("/api/v2/keys", "{\"scopes\": [\"read\"]}"),
            Map.entry("/api/v2/keys/{id}/rotate", "{\"graceSeconds\": 60}"),
            Map.entry("/api/v2/account", "{\"merchantInfo\": {\"name\": \"Tea House\"}}"),
            Map.entry(
                    "/api/v2/orders/{id}/disputes",
                    "{\"disputeId\": \"D\", \"condition\": \"10.4\", \"openedAt\": \"2026-11-10\"}"),
            Map.entry("/api/v2/orders/{id}/disputes/{disputeId}", "{\"status\": \"won\"}"),
            Map.entry("/api/v2/orders/{id}/fraud-reports", "{\"reportId\": \"R\", \"reportedAt\": \"2026-11-10\"}"),
            Map.entry("/api/v2/notifications", "{\"url\": \"http://127.0.0.1:9/changes\"}"),
            Map.entry("/api/v2/notifications/replay", "{\"from\": \"2026-11-20T00:00:00Z\"}"));

    String HOLD = "{\"reason\": \"case 4711\"}";

    /** What only a bug brings about: these operations ask no store. */
    Set<String> ONLY_BY_A_BUG = Set.of(
            "GET /livez 500",
            "HEAD /livez 500",
            "GET /openapi.json 500",
            "HEAD /openapi.json 500",
            "GET /problems/{code} 500",
            "HEAD /problems/{code} 500");

    /** What OPTIONS answers on every path. The description leaves it out. */
    List<String> STATUSES_OF_OPTIONS = List.of("204", "400", "414", "417", "431", "501");

    /** The answer to a request whose body does not come. It is given after a second, so many wait at a time. */
    String TIME_OUT = "408";

    /** Fewer than the connections that the server of {@link GateContract#limits} takes. */
    int TIME_OUTS_TOGETHER = 16;

    ServedStore store();

    @Test
    default void everyCodeHasANameThatNoOtherCodeHas() {
        Set<String> names = new TreeSet<>();
        description().path("components").path("schemas").forEachEntry((name, schema) -> {
            JsonNode constants = schema.path("x-enum-varnames");
            assertEquals(schema.path("enum").size(), constants.size(), name);
            constants.forEach(constant -> {
                assertTrue(constant.asString().matches("[A-Z][A-Z0-9_]*"), constant.asString());
                assertTrue(names.add(constant.asString()), constant.asString());
            });
        });
        assertTrue(names.contains("DISPUTE_STATUS_PREVENTED"), names.toString());
    }

    private JsonNode description() {
        return JsonMapper.shared().readTree(api().send("GET", "/openapi.json").text());
    }

    @Tag("slow")
    @Test
    default void everyDescribedStatusIsAnswered() throws ExecutionException {
        JsonNode paths = description().path("paths");
        Set<String> missed = new TreeSet<>();
        List<Callable<List<String>>> timeOuts = new ArrayList<>();
        WebhookAttempt webhook = WebhookAttempt.of(api());
        try (ServedApi fresh = ServedApi.start(store(), DefaultLimits.DEFAULTS);
                ServedApi unavailable = failing(() -> new StoreUnavailable("down"));
                ServedApi broken = failing(() -> new IllegalStateException("a bug, on purpose"));
                ServedApi limited = ServedApi.startLimited(store(), DefaultLimits.rates(1, 1), 1);
                ServedApi impatient = ServedApi.start(store(), GateContract.limits(Duration.ofSeconds(1)));
                ExecutorService threads = Executors.newFixedThreadPool(TIME_OUTS_TOGETHER)) {
            Map<String, ServedApi> servers =
                    Map.of("500", broken, "503", unavailable, "408", impatient, "429", limited);
            paths.forEachEntry((path, item) -> {
                item.forEachEntry((method, operation) -> {
                    List<String> statuses =
                            new ArrayList<>(operation.path("responses").propertyNames());
                    if (path.equals("/api/v2/integrations/{platform}/{id}")) {
                        for (String status :
                                statuses.stream().filter(WebhookAttempt::causes).toList()) {
                            Reply reply = webhook.at(servers.getOrDefault(status, fresh), status);
                            if (reply.status() != Integer.parseInt(status)) {
                                missed.add("webhook " + status + ": " + reply.status() + " " + reply.text());
                            }
                        }
                        statuses.removeIf(WebhookAttempt::causes);
                    }
                    String name = method.toUpperCase(Locale.ROOT);
                    if (statuses.remove(TIME_OUT)) {
                        timeOuts.add(() -> Attempt.missed(servers, api(), name, path, List.of(TIME_OUT)));
                    }
                    missed.addAll(Attempt.missed(servers, api(), name, path, statuses));
                    if (method.equals("get")) {
                        missed.addAll(Attempt.missed(servers, api(), "HEAD", path, statuses));
                    }
                });
                missed.addAll(Attempt.missed(servers, api(), "OPTIONS", path, STATUSES_OF_OPTIONS));
            });
            Waits.results(threads, timeOuts).forEach(missed::addAll);
        }

        missed.removeIf(m -> ONLY_BY_A_BUG.contains(m.substring(0, m.indexOf(':'))));
        assertEquals(Set.of(), missed);
    }

    private ServedApi failing(Supplier<RuntimeException> failure) {
        // Requests run on virtual threads, unlike the test, which needs accounts and adds integrations.
        RecordStore records = FailingStore.before(store().records(), call -> {
            if (Thread.currentThread().isVirtual()) {
                throw failure.get();
            }
        });
        RecordStore checked = FailingStore.before(store().records(), call -> {
            boolean isOfTheCheck = call.is("read keys") || call.is("update keys");
            if (Thread.currentThread().isVirtual() && !isOfTheCheck) {
                throw failure.get();
            }
        });
        ServedStore failing = new ServedStore(
                store().evidence(records),
                new AccountStore(checked, InstantSource.system()),
                records,
                store().sealer());
        ServedApi started = ServedApi.start(failing, DefaultLimits.DEFAULTS);
        // Its clock stands still, so it knows the integrations of webhooks from now on.
        started.webhooks().receiver().integration("stripe", "none");
        return started;
    }

    /** One operation, asked in the way that brings about a status. */
    record Attempt(ServedApi server, String method, String path) {
        private static final String SIGHTINGS = "/api/v2/sightings/upload";
        private static final String UPLOAD = "/api/v2/orders/upload";
        private static final String SUBMISSION = "/submission";
        private static final String UPLOAD_WITH_ID = UPLOAD + "?upload=U";

        /** The statuses that it could not bring about, each with what was answered instead. */
        static List<String> missed(
                Map<String, ServedApi> servers, ServedApi other, String method, String path, List<String> statuses) {
            List<String> missed = new ArrayList<>();
            for (String status : statuses) {
                Reply reply = new Attempt(servers.getOrDefault(status, other), method, path).at(status);
                if (reply.status() != Integer.parseInt(status)) {
                    missed.add(method + " " + path + " " + status + ": " + reply.status() + " " + reply.text());
                }
            }
            return missed;
        }

        Reply at(String status) {
            Shop shop = server.newShop();
            if (IntegrationAttempt.isFor(path)) {
                IntegrationAttempt needed = IntegrationAttempt.of(server, shop, method, path, status);
                return new Attempt(server, method, needed.path()).at(status, shop, needed.body());
            }
            if (LinkAttempt.isFor(path)) {
                String needed = LinkAttempt.path(server, shop, path, status);
                return new Attempt(server, method, needed).at(status, shop, "{}");
            }
            boolean isOrder = method.equals("PATCH") && !path.endsWith("{disputeId}");
            String good = path.startsWith("/api/v2/customers/")
                    ? "{\"email\": \"ann@example.com\"}"
                    : path.endsWith("/hold")
                            ? HOLD
                            : GOOD_BODIES.getOrDefault(
                                    isOrder ? "/api/v2/orders/{id}" : path.replace("sightings/upload", "track"), "{}");
            if (path.startsWith("/api/v2/keys/{id}") && !status.equals("404")) {
                String id = keyFor(shop, status);
                return new Attempt(server, method, path.replace("{id}", id)).at(status, shop, good);
            }
            return at(status, shop, good);
        }

        /** The ID of a key that brings about a status. */
        private String keyFor(Shop shop, String status) {
            String own =
                    StoredKeys.of(server.accounts(), shop.account()).getFirst().id();
            if (method.equals("DELETE") && status.equals("200")) {
                server.key(shop.account(), Mode.LIVE, Scope.READ);
                return StoredKeys.of(server.accounts(), shop.account()).stream()
                        .map(KeyRow::id)
                        .filter(id -> !id.equals(own))
                        .findFirst()
                        .orElseThrow();
            }
            if (method.equals("POST") && status.equals("409")) {
                server.accounts()
                        .keys()
                        .rotate(Actor.operator(), new AccountSpace(shop.account(), Mode.LIVE), own, Duration.ofDays(1));
            }
            return own;
        }

        private Reply at(String status, Shop shop, String good) {
            String key = shop.key().text();
            boolean isWrite = Set.of("POST", "PATCH", "PUT").contains(method);
            boolean needsOrder = Set.of("200", "201", "304", "412").contains(status);
            if (needsOrder) {
                shop.uploadOne("X");
                if (path.endsWith(SUBMISSION)) {
                    SubmissionTest.uploadQualified(shop, "X");
                }
                shop.uploadOne("upload");
                shop.uploadOne("search");
                shop.uploadOne("export");
                if (path.contains("{uploadId}")) {
                    shop.post(UPLOAD_WITH_ID, GOOD_BODIES.getOrDefault(UPLOAD, ""))
                            .is(200);
                }
                if (path.endsWith("{disputeId}")) {
                    shop.post("/api/v2/orders/X/disputes", GOOD_BODIES.getOrDefault("/api/v2/orders/{id}/disputes", ""))
                            .is(201);
                }
            }
            if (path.startsWith("/api/v2/coverage") && status.equals("200")) {
                server.coverages().compute(new AccountSpace(shop.account(), Mode.LIVE));
            }
            return switch (status) {
                case "404" ->
                    new Attempt(server, method, path.replace("{code}", "nothing"))
                            .send(key, isWrite ? good : "", bodyType(), "");
                case "400" -> send("", "", "", "Host: y\r\n");
                case "401" -> send("", isWrite ? good : "", bodyType(), "");
                case "403" -> {
                    boolean reads = !isWrite
                            || (method.equals("POST") && (path.endsWith("/search") || path.endsWith("/receipt-link")));
                    String weak = server.key(shop.account(), Mode.LIVE, reads ? Scope.WRITE : Scope.READ)
                            .text();
                    yield send(weak, isWrite ? good : "", bodyType(), "");
                }
                case "409" -> {
                    if (method.equals("POST") && path.equals(UPLOAD)) {
                        shop.post(UPLOAD_WITH_ID, GOOD_BODIES.getOrDefault(UPLOAD, ""))
                                .is(200);
                        shop.send("POST", "/api/v2/uploads/U/undo").is(200);
                        yield new Attempt(server, method, UPLOAD_WITH_ID).send(key, good, "application/json", "");
                    }
                    boolean isEvidence = path.contains("/evidence");
                    if (isEvidence || path.endsWith(SUBMISSION)) {
                        shop.uploadOne("X");
                    }
                    if (method.equals("DELETE")) {
                        String id = path.substring(path.lastIndexOf('/') + 1).replace("{id}", "X");
                        shop.uploadOne(id);
                        shop.send("PUT", "/api/v2/orders/" + id + "/hold", "application/json", HOLD)
                                .is(200);
                    }
                    yield new Attempt(server, method, isEvidence ? path + "?for=issuer" : path)
                            .send(key, isWrite ? good : "", isWrite ? bodyType() : "", "");
                }
                case "406" -> send(key, "", "", "Accept: application/json\r\n");
                case "412" -> send(key, good, bodyType(), "If-Match: \"0\"\r\n");
                case "408" -> send(key, "{", bodyType(), "Content-Length: 9\r\n");
                case "413" ->
                    path.equals(SIGHTINGS)
                            ? server.send(shop.request(
                                            "POST", path, BodyPublishers.ofByteArray(Bodies.gzip(" ".repeat(1 << 24))))
                                    .header("Content-Encoding", "gzip")
                                    .header("Content-Type", bodyType()))
                            : send(key, "{" + " ".repeat(DefaultLimits.DEFAULTS.bodyBytes()), bodyType(), "");
                case "414" -> new Attempt(server, method, path + "?" + "y".repeat(20_000)).send("", "", "", "");
                case "417" -> send(key, "", "", "Expect: tea\r\n");
                case "431" -> send(key, "", "", "X: " + "y".repeat(20_000) + "\r\n");
                case "501" -> send(key, "", "", "Transfer-Encoding: gzip, chunked\r\n");
                case "415" -> send(key, good, "text/plain", "");
                case "422" -> send(key, "[]", bodyType(), "");
                case "429" -> {
                    send(key, isWrite ? good : "", bodyType(), "");
                    yield send(key, isWrite ? good : "", bodyType(), "");
                }
                case "304" -> send(key, "", "", "If-None-Match: *\r\n");
                case "200" -> {
                    if (path.endsWith("disputes") || path.endsWith("fraud-reports")) {
                        send(key, good, bodyType(), "");
                    }
                    yield send(key, isWrite ? good : "", bodyType(), "");
                }
                default -> send(key, isWrite ? good : "", bodyType(), "");
            };
        }

        /** The type of its bodies. */
        private String bodyType() {
            return path.equals(SIGHTINGS) ? "application/x-ndjson" : "application/json";
        }

        private Reply send(String key, String body, String type, String more) {
            String target = path.replace("{id}", "X")
                    .replace("{disputeId}", "D")
                    .replace("{uploadId}", "U")
                    .replace("{code}", "not-found")
                    .replace("{platform}", "stripe")
                    .concat(path.endsWith(SUBMISSION) ? "?format=generic" : "")
                    .concat(path.endsWith("/coverage/orders") ? "?of=qualified" : "");
            StringBuilder request = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: x\r\n" + more);
            if (!key.isEmpty()) {
                request.append("X-API-Key: ").append(key).append("\r\n");
            }
            if (!body.isEmpty()) {
                request.append("Content-Type: ").append(type).append("\r\n");
            }
            if (!body.isEmpty() && !more.startsWith("Content-Length")) {
                request.append("Content-Length: ").append(body.length()).append("\r\n");
            }
            try (RawClient client = new RawClient(server.port())) {
                // The head alone when the body is refused by its announced length.
                String sent = body.length() > DefaultLimits.DEFAULTS.bodyBytes() ? "" : body;
                Reply reply = client.send(request + "\r\n" + sent).read(!method.equals("HEAD"));
                server.description.check(method, target.replaceFirst("\\?.*", ""), reply);
                return reply;
            }
        }
    }

    /** What an operation on receipt links needs to cause a status. */
    final class LinkAttempt {
        private static final String PAGE = "/r/{token}";

        private LinkAttempt() {}

        /** Returns true if the path has a receipt link, or makes one. */
        static boolean isFor(String path) {
            return path.equals(PAGE) || path.contains("/receipt-link");
        }

        /** Makes what is needed, and returns the path with the link. */
        static String path(ServedApi server, Shop shop, String path, String status) {
            if (path.equals(PAGE)) {
                return "/r/" + token(server, shop, status);
            }
            if (path.endsWith("/receipt-link") && status.equals("409")) {
                for (int i = 0; i < ReceiptLinks.MAX_PER_ORDER; i++) {
                    link(shop, "id");
                }
            }
            return path.replace(
                    "{linkId}", path.endsWith("{linkId}") && status.equals("200") ? link(shop, "id") : "link_0");
        }

        private static String token(ServedApi server, Shop shop, String status) {
            return switch (status) {
                case "200" -> {
                    String url = link(shop, "url");
                    yield url.substring(url.lastIndexOf('/') + 1);
                }
                case "410" -> expired(server, shop);
                case "429" -> {
                    server.send("GET", "/r/" + "A".repeat(22));
                    yield "A".repeat(22);
                }
                default -> "A".repeat(22);
            };
        }

        private static String link(Shop shop, String field) {
            shop.uploadOne("X");
            return shop.post("/api/v2/orders/X/receipt-link", "{}")
                    .is(201)
                    .json()
                    .path(field)
                    .asString();
        }

        private static String expired(ServedApi server, Shop shop) {
            byte[] random = (shop.account() + "-".repeat(16)).substring(0, 16).getBytes(StandardCharsets.US_ASCII);
            String text = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
            server.tokens()
                    .add(new AccessToken(
                            TokenKind.RECEIPT_LINK,
                            AccessToken.hash(text),
                            new AccountSpace(shop.account(), Mode.LIVE),
                            "X",
                            ServedApi.NOW.minusSeconds(600),
                            ServedApi.NOW,
                            Bytes.wrap(new byte[0])));
            return text;
        }
    }

    /**
     * What an operation on integrations needs to cause a status.
     *
     * @param path names an integration of the shop, with a task if the status needs one
     * @param body is accepted, or causes a conflict if that is the status
     */
    record IntegrationAttempt(String path, String body) {
        /** Returns true if the path is one of the administration. */
        static boolean isFor(String path) {
            return path.startsWith("/api/v2/integrations") && !path.contains("{platform}");
        }

        /** Adds what is needed. */
        static IntegrationAttempt of(ServedApi server, Shop shop, String method, String path, String status) {
            String used = "whsec_used_" + shop.account();
            add(server, shop, Platform.STRIPE, used);
            boolean isConflict = status.equals("409");
            String secret = isConflict ? used : "whsec_new_" + shop.account();
            String body = path.endsWith("/integrations")
                    ? "{\"platform\": \"stripe\", \"secret\": \"" + secret + "\"}"
                    : path.endsWith("/rotate") ? "{\"secret\": \"" + secret + "\"}" : "{}";
            if (status.equals("404") || path.endsWith("/integrations")) {
                return new IntegrationAttempt(path.replace("{taskId}", "0"), body);
            }
            Integration named = add(server, shop, Platform.SHOPIFY, "shop-secret-" + shop.account());
            boolean isFinished = path.endsWith("/done") && status.equals("200");
            boolean needsTask = isFinished || (method.equals("DELETE") && isConflict);
            String task = needsTask ? task(server, shop, named) : "0";
            return new IntegrationAttempt(path.replace("{id}", named.id()).replace("{taskId}", task), body);
        }

        private static Integration add(ServedApi server, Shop shop, Platform platform, String secret) {
            Integrations.Change change = server.webhooks()
                    .integrations()
                    .add(
                            new AccountSpace(shop.account(), Mode.LIVE),
                            platform,
                            IntegrationSettings.DEFAULTS,
                            new IntegrationSecrets(new SecretText(secret), null, null));
            return ((Integrations.Change.Made) change).integration();
        }

        private static String task(ServedApi server, Shop shop, Integration named) {
            byte[] event = ("{\"shop_domain\": \"" + shop.account()
                            + "\", \"customer\": {\"id\": 1}, \"orders_to_redact\": []}")
                    .getBytes(StandardCharsets.UTF_8);
            SignedWebhooks.receive(
                    server.webhooks().receiver(),
                    named,
                    SignedWebhooks.shopify(named.secrets().signing().value(), "customers/redact", event));
            server.webhooks().worker().pass();
            return server.webhooks()
                    .tasks()
                    .list(named.id(), false, null, 1)
                    .items()
                    .getFirst()
                    .id();
        }
    }

    /**
     * A webhook, sent in the way that causes a status. It needs an integration and a signature instead of a key.
     *
     * @param secret of the integration
     * @param path of the integration
     */
    record WebhookAttempt(String secret, String path) {
        private static final String EVENT = "{\"id\": \"evt_1\"}";

        /** Adds an integration. Servers see it if they have not read their integrations yet. */
        static WebhookAttempt of(ServedApi api) {
            String account = api.newShop().account();
            String secret = "whsec_" + account;
            Integrations.Change change = api.webhooks()
                    .integrations()
                    .add(
                            new AccountSpace(account, Mode.LIVE),
                            Platform.STRIPE,
                            IntegrationSettings.DEFAULTS,
                            new IntegrationSecrets(new SecretText(secret), null, null));
            return new WebhookAttempt(
                    secret, ((Integrations.Change.Made) change).integration().path());
        }

        /** Returns true if only an integration can cause the status. */
        static boolean causes(String status) {
            return switch (status) {
                case "200", "408", "413", "500", "503" -> true;
                default -> false;
            };
        }

        Reply at(ServedApi server, String status) {
            int length = switch (status) {
                case "408" -> EVENT.length() + 1;
                case "413" -> DefaultLimits.DEFAULTS.bodyBytes();
                default -> EVENT.length();
            };
            String signature =
                    SignedWebhooks.stripeSignature(secret, EVENT.getBytes(StandardCharsets.US_ASCII), ServedApi.NOW);
            String request = "POST " + path + " HTTP/1.1\r\nHost: x\r\nStripe-Signature: " + signature
                    + "\r\nContent-Length: " + length + "\r\n\r\n";
            try (RawClient client = new RawClient(server.port())) {
                // The head alone when the body is refused by its announced length.
                Reply reply = client.send(status.equals("413") ? request : request + EVENT)
                        .read(true);
                server.description.check("POST", path, reply);
                return reply;
            }
        }
    }
}
