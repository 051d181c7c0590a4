package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpRequest.BodyPublishers;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.StoredKeys;
import org.orderevidence.api.Shop;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.integration.IntegrationSecrets;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.IntegrationSettings;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.part.Platform;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.waiting.Waits;
import org.orderevidence.webhook.Integrations;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Brings about every status of a failure that the description names for every operation, and holds the answers against
 * it. Success, 401, 403 and 404 of every operation are tested by the test of isolation, conflicts by the contracts.
 */
@SuppressWarnings("StringConcatToTextBlock") // Lines of HTTP end with CR LF; those of text blocks do not.
public interface StatusContract extends ServesApi {
    /** What only a bug brings about: these operations ask no store. */
    Set<String> ONLY_BY_A_BUG = Set.of(
            "GET /livez 500",
            "HEAD /livez 500",
            "GET /openapi.json 500",
            "HEAD /openapi.json 500",
            "GET /problems/{code} 500",
            "HEAD /problems/{code} 500");

    /** What needs an object in some state, or is tested with every kind of key. */
    Set<String> TESTED_ELSEWHERE = Set.of("200", "201", "204", "401", "403", "404", "409", "410");

    /** A webhook is judged by its signature before all that can go wrong later. */
    String WEBHOOK = "/api/v2/integrations/{platform}/{id}";

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
        try (ServedApi unavailable = failing(() -> new StoreUnavailable("down"));
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
                    statuses.removeAll(TESTED_ELSEWHERE);
                    if (path.equals(WEBHOOK)) {
                        statuses.removeAll(List.of(TIME_OUT, "413", "500", "503"));
                    }
                    String name = method.toUpperCase(Locale.ROOT);
                    Content content = Content.of(operation);
                    if (statuses.remove(TIME_OUT)) {
                        timeOuts.add(() -> Attempt.missed(servers, api(), name, path, content, List.of(TIME_OUT)));
                    }
                    missed.addAll(Attempt.missed(servers, api(), name, path, content, statuses));
                    if (method.equals("get")) {
                        missed.addAll(Attempt.missed(servers, api(), "HEAD", path, content, statuses));
                    }
                });
                missed.addAll(Attempt.missed(servers, api(), "OPTIONS", path, Content.NONE, STATUSES_OF_OPTIONS));
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

    /** The example that the description has of the body of an operation. */
    record Content(String type, String body) {
        static final Content NONE = new Content("application/json", "");

        static Content of(JsonNode operation) {
            for (Map.Entry<String, JsonNode> content :
                    operation.path("requestBody").path("content").properties()) {
                JsonNode example = content.getValue().path("example");
                return new Content(content.getKey(), example.isString() ? example.stringValue() : example.toString());
            }
            return NONE;
        }
    }

    /** One operation, asked in the way that brings about a status. */
    record Attempt(ServedApi server, String method, String path, Content content) {
        private static final String SIGHTINGS = "/api/v2/sightings/upload";

        /** The statuses that it could not bring about, each with what was answered instead. */
        static List<String> missed(
                Map<String, ServedApi> servers,
                ServedApi other,
                String method,
                String path,
                Content content,
                List<String> statuses) {
            List<String> missed = new ArrayList<>();
            for (String status : statuses) {
                Reply reply = new Attempt(servers.getOrDefault(status, other), method, path, content).at(status);
                if (reply.status() != Integer.parseInt(status)) {
                    missed.add(method + " " + path + " " + status + ": " + reply.status() + " " + reply.text());
                }
            }
            return missed;
        }

        Reply at(String status) {
            Shop shop = server.newShop();
            if (path.contains("/keys/{id}") || path.contains("/integrations/{id}")) {
                return new Attempt(server, method, path.replace("{id}", idOf(shop)), content).at(status, shop);
            }
            return at(status, shop);
        }

        /** The ID of the shop's key, or of an integration that it gets. */
        private String idOf(Shop shop) {
            if (path.contains("/keys/")) {
                return StoredKeys.of(server.accounts(), shop.account())
                        .getFirst()
                        .id();
            }
            Integrations.Change change = server.webhooks()
                    .integrations()
                    .add(
                            new AccountSpace(shop.account(), Mode.LIVE),
                            Platform.STRIPE,
                            IntegrationSettings.DEFAULTS,
                            new IntegrationSecrets(new SecretText("whsec_" + shop.account()), null, null));
            return ((Integrations.Change.Made) change).integration().id();
        }

        private Reply at(String status, Shop shop) {
            String key = shop.key().text();
            String body = content.body();
            String type = content.type();
            if (status.equals("304") || status.equals("412")) {
                shop.uploadOne("X");
                shop.uploadOne("upload");
                shop.uploadOne("search");
                shop.uploadOne("export");
                shop.dispute("X", "D", "10.4", "2026-11-10").is(201);
            }
            return switch (status) {
                case "400" -> send("", "", "", "Host: y\r\n");
                case "406" -> send(key, "", "", "Accept: application/json\r\n");
                case "412" -> send(key, body, type, "If-Match: \"0\"\r\n");
                case "408" -> send(key, "{", type, "Content-Length: 9\r\n");
                case "413" ->
                    path.equals(SIGHTINGS)
                            ? server.send(shop.request(
                                            "POST", path, BodyPublishers.ofByteArray(Bodies.gzip(" ".repeat(1 << 24))))
                                    .header("Content-Encoding", "gzip")
                                    .header("Content-Type", type))
                            : send(key, "{" + " ".repeat(DefaultLimits.DEFAULTS.bodyBytes()), type, "");
                case "414" ->
                    new Attempt(server, method, path + "?" + "y".repeat(20_000), content).send("", "", "", "");
                case "417" -> send(key, "", "", "Expect: tea\r\n");
                case "431" -> send(key, "", "", "X: " + "y".repeat(20_000) + "\r\n");
                case "501" -> send(key, "", "", "Transfer-Encoding: gzip, chunked\r\n");
                case "415" -> send(key, body, "text/plain", "");
                case "422" -> send(key, "[]", type, "");
                case "429" -> {
                    send(key, body, type, "");
                    yield send(key, body, type, "");
                }
                case "304" -> send(key, "", "", "If-None-Match: *\r\n");
                default -> send(key, body, type, "");
            };
        }

        private Reply send(String key, String body, String type, String more) {
            String target = path.replace("{id}", "X")
                    .replace("{disputeId}", "D")
                    .replace("{uploadId}", "U")
                    .replace("{code}", "not-found")
                    .replace("{platform}", "stripe")
                    .replace("{linkId}", "link_0")
                    .replace("{taskId}", "0")
                    .replace("{token}", "A".repeat(22))
                    .concat(path.endsWith("/submission") ? "?format=generic" : "")
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
}
