package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
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
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.StoredKeys;
import org.orderevidence.account.Actor;
import org.orderevidence.account.KeyInfo;
import org.orderevidence.account.Scope;
import org.orderevidence.api.Api;
import org.orderevidence.api.Shop;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.waiting.Waits;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Brings about every status that the description names for every operation, and holds the answers against it. */
@SuppressWarnings("StringConcatToTextBlock") // Lines of HTTP end with CR LF; those of text blocks do not.
public interface StatusContract extends ServesApi {
    /** Bodies that are taken, by path. */
    Map<String, String> GOOD_BODIES = Map.of(
            "/api/v2/track", Bodies.SIGHTING,
            "/api/v2/orders/upload", "{\"orders\": [" + Shop.ORDER.formatted("upload") + "]}",
            "/api/v2/orders/search", "{\"arn\": \"7453\"}",
            "/api/v2/orders/{id}", "{\"refunded\": true}",
            "/api/v2/keys", "{\"scopes\": [\"read\"]}",
            "/api/v2/keys/{id}/rotate", "{\"graceSeconds\": 60}",
            "/api/v2/account", "{\"merchantInfo\": {\"name\": \"Tea House\"}}",
            "/api/v2/orders/{id}/disputes",
                    "{\"disputeId\": \"D\", \"condition\": \"10.4\", \"openedAt\": \"2026-11-10\"}",
            "/api/v2/orders/{id}/disputes/{disputeId}", "{\"status\": \"won\"}",
            "/api/v2/orders/{id}/fraud-reports", "{\"reportId\": \"R\", \"reportedAt\": \"2026-11-10\"}");

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

    int TIME_OUTS_TOGETHER = 8;

    ServedStore store();

    @Test
    default void theDescriptionIsServedAsItIsKeptWithTheMeaningsOfAllValues() {
        JsonNode kept = YAMLMapper.shared().readTree(Api.class.getResourceAsStream("openapi.yaml"));
        for (JsonNode schema : kept.at("/components/schemas")) {
            String meanings = IntStream.range(
                            0, schema.path("x-enum-descriptions").size())
                    .mapToObj(i -> "\n- `" + schema.path("enum").path(i).asString() + "`: "
                            + schema.path("x-enum-descriptions").path(i).asString())
                    .collect(Collectors.joining());
            if (!meanings.isEmpty()) {
                ((ObjectNode) schema)
                        .put("description", schema.path("description").asString() + "\n" + meanings);
            }
        }

        JsonNode served =
                JsonMapper.shared().readTree(api().send("GET", "/openapi.json").text());
        Set<String> names = new TreeSet<>();
        served.at("/components/schemas").forEachEntry((name, schema) -> {
            JsonNode constants = ((ObjectNode) schema).remove("x-enum-varnames");
            assertEquals(schema.path("enum").size(), constants == null ? 0 : constants.size(), name);
            if (constants != null) {
                constants.forEach(constant -> {
                    assertTrue(constant.asString().matches("[A-Z][A-Z0-9_]*"), constant.asString());
                    assertTrue(names.add(constant.asString()), constant.asString());
                });
            }
        });
        assertTrue(names.contains("DISPUTE_STATUS_PREVENTED"), names.toString());
        assertEquals(kept.toString(), served.toString());
    }

    @Tag("slow")
    @Test
    default void everyDescribedStatusIsAnswered() throws ExecutionException {
        JsonNode paths = YAMLMapper.shared()
                .readTree(Api.class.getResourceAsStream("openapi.yaml"))
                .path("paths");
        Set<String> missed = new TreeSet<>();
        List<Callable<List<String>>> timeOuts = new ArrayList<>();
        WebhookAttempt webhook = WebhookAttempt.of(api());
        try (ServedApi fresh = ServedApi.start(store(), DefaultLimits.DEFAULTS);
                ServedApi unavailable = failing(() -> new StoreUnavailable("down"));
                ServedApi broken = failing(() -> new IllegalStateException("a bug, on purpose"));
                ServedApi limited = ServedApi.startLimited(store(), DefaultLimits.DEFAULTS, 1);
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
            String good = GOOD_BODIES.getOrDefault(isOrder ? "/api/v2/orders/{id}" : path, "{}");
            if (path.startsWith("/api/v2/keys/{id}") && !status.equals("404")) {
                String id = keyFor(shop, status);
                return new Attempt(server, method, path.replace("{id}", id)).at(status, shop, good);
            }
            return at(status, shop, good);
        }

        /** The ID of a key that brings about a status. */
        private String keyFor(Shop shop, String status) {
            String own = StoredKeys.of(server.accounts(), shop.account()).getFirst().id();
            if (method.equals("DELETE") && status.equals("200")) {
                server.key(shop.account(), Mode.LIVE, Scope.READ);
                return StoredKeys.of(server.accounts(), shop.account()).stream()
                        .map(KeyInfo::id)
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
                shop.uploadOne("upload");
                shop.uploadOne("search");
                if (path.endsWith("{disputeId}")) {
                    shop.post("/api/v2/orders/X/disputes", GOOD_BODIES.getOrDefault("/api/v2/orders/{id}/disputes", ""))
                            .is(201);
                }
            }
            if (path.equals("/api/v2/coverage") && status.equals("200")) {
                server.coverages().compute(new AccountSpace(shop.account(), Mode.LIVE));
            }
            return switch (status) {
                case "404" ->
                    new Attempt(server, method, path.replace("{code}", "nothing"))
                            .send(key, isWrite ? good : "", "application/json", "");
                case "400" -> send("", "", "", "Host: y\r\n");
                case "401" -> send("", isWrite ? good : "", "application/json", "");
                case "403" -> {
                    boolean reads = !isWrite
                            || (method.equals("POST") && (path.endsWith("/search") || path.endsWith("/receipt-link")));
                    String weak = server.key(shop.account(), Mode.LIVE, reads ? Scope.WRITE : Scope.READ)
                            .text();
                    yield send(weak, isWrite ? good : "", "application/json", "");
                }
                case "409" -> {
                    boolean isEvidence = path.contains("/evidence");
                    if (isEvidence) {
                        shop.uploadOne("X");
                    }
                    yield new Attempt(server, method, isEvidence ? path + "?for=issuer" : path)
                            .send(key, isWrite ? good : "", isWrite ? "application/json" : "", "");
                }
                case "406" -> send(key, "", "", "Accept: application/json\r\n");
                case "412" -> send(key, good, "application/json", "If-Match: \"0\"\r\n");
                case "408" -> send(key, "{", "application/json", "Content-Length: 9\r\n");
                case "413" -> send(key, "{" + " ".repeat(DefaultLimits.DEFAULTS.bodyBytes()), "application/json", "");
                case "414" -> new Attempt(server, method, path + "?" + "y".repeat(20_000)).send("", "", "", "");
                case "417" -> send(key, "", "", "Expect: tea\r\n");
                case "431" -> send(key, "", "", "X: " + "y".repeat(20_000) + "\r\n");
                case "501" -> send(key, "", "", "Transfer-Encoding: gzip, chunked\r\n");
                case "415" -> send(key, good, "text/plain", "");
                case "422" -> send(key, "[]", "application/json", "");
                case "304" -> send(key, "", "", "If-None-Match: *\r\n");
                case "200" -> {
                    if (path.endsWith("disputes") || path.endsWith("fraud-reports")) {
                        send(key, good, "application/json", "");
                    }
                    yield send(key, isWrite ? good : "", "application/json", "");
                }
                default -> send(key, isWrite ? good : "", "application/json", "");
            };
        }

        private Reply send(String key, String body, String type, String more) {
            String target = path.replace("{id}", "X")
                    .replace("{disputeId}", "D")
                    .replace("{code}", "not-found")
                    .replace("{platform}", "stripe");
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
}
