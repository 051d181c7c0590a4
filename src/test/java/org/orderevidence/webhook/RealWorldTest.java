package org.orderevidence.webhook;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.App;
import org.orderevidence.cli.TestTerminal;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Replays cases from public bug reports against a service: uploads, webhooks that are signed as the platform signs them,
 * and commands. {@code real-world/README.md} among the resources describes the cases.
 */
@Tag("slow")
final class RealWorldTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PASSWORD = "pw-" + "x".repeat(30);
    private static final Duration PAUSE = Duration.ofMillis(20);

    @TempDir
    private Path folder;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<String, Connected> connected = new HashMap<>();
    private App app;
    private String key = "";
    private int secrets;

    /** An integration and its secret. */
    private record Connected(String platform, String id, String path, String secret, String prefix) {}

    /** What the requests of a case have got. */
    private static final class Seen {
        private final List<Integer> statuses = new ArrayList<>();
        private final List<JsonNode> uploads = new ArrayList<>();
        private final List<Connected> integrations = new ArrayList<>();
        private String prefix = "";
        private int exitCode = -1;
        private String said = "";
    }

    @BeforeEach
    void start() {
        app = TestTerminal.serve(folder.resolve("data"));
        key = app.firstKey().orElseThrow().key().text();
    }

    @AfterEach
    void stop() {
        app.close();
        http.close();
    }

    @TestFactory
    Stream<DynamicTest> everyCaseHolds() throws IOException {
        JsonNode cases;
        try (InputStream file = RealWorldTest.class.getResourceAsStream("/real-world/cases.json")) {
            cases = JSON.readTree(Objects.requireNonNull(file)).path("cases");
        }
        assertEquals(23, cases.size());
        return cases.valueStream()
                .map(each -> DynamicTest.dynamicTest(each.path("name").asString(), () -> run(each)));
    }

    private void run(JsonNode each) throws IOException {
        Seen seen = new Seen();
        for (JsonNode step : each.path("requests")) {
            for (String platform : List.of("stripe", "shopify", "adyen")) {
                if (step.has(platform)) {
                    send(platform, step, seen);
                }
            }
            if (step.has("upload")) {
                ObjectNode body = JSON.createObjectNode();
                body.set("orders", step.path("upload"));
                HttpResponse<String> answer = ask("POST", "/api/v2/orders/upload", body.toString());
                seen.statuses.add(answer.statusCode());
                seen.uploads.add(JSON.readTree(answer.body()));
            }
            if (step.has("track")) {
                seen.statuses.add(
                        ask("POST", "/api/v2/track", step.path("track").toString())
                                .statusCode());
            }
            if (step.has("cli")) {
                command(step, seen);
            }
            if (step.has("sleep")) {
                // Nothing waits any more, or something waits for what never comes.
                within(step.path("sleep").asInt(), () -> isQuiet(seen));
            }
        }
        within(each.path("within").asInt(20), () -> isQuiet(seen));
        for (JsonNode expected : each.path("expected")) {
            assertTrue(
                    within(each.path("within").asInt(20), () -> holds(expected, seen)),
                    () -> expected + "; before, it was: " + each.path("now").asString() + "; now: "
                            + about(expected, seen));
        }
    }

    private static boolean within(int seconds, BooleanSupplier condition) {
        long end = System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                return condition.getAsBoolean();
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        return true;
    }

    /** Returns true if no event waits to be mapped. */
    private boolean isQuiet(Seen seen) {
        return seen.integrations.stream()
                .flatMap(each -> get("/api/v2/integrations/" + each.id())
                        .path("eventDays")
                        .valueStream())
                .allMatch(day -> day.path("waiting").asInt() == 0);
    }

    private Connected connect(String platform, JsonNode settings, boolean isNew) throws IOException {
        String name = platform + settings;
        Connected known = connected.get(name);
        if (known != null && !isNew) {
            return known;
        }
        String digits = "%040x".formatted(++secrets + 1_000_000);
        String secret = platform.equals("stripe") ? "whsec_" + digits : digits.toUpperCase(Locale.ROOT);
        ObjectNode body = settings.deepCopy().asObject();
        body.put("platform", platform).put("secret", secret);
        if (platform.equals("adyen")) {
            body.put("basicUser", "adyen").put("basicPassword", PASSWORD);
        }
        if (platform.equals("shopify") && !body.has("orderIdPrefix")) {
            body.put("orderIdPrefix", "W" + connected.size() + "-");
        }
        HttpResponse<String> answer = ask("POST", "/api/v2/integrations", body.toString());
        assertEquals(201, answer.statusCode(), answer.body());
        JsonNode made = JSON.readTree(answer.body());
        Connected of = new Connected(
                platform,
                made.path("id").asString(),
                made.path("path").asString(),
                secret,
                made.path("orderIdPrefix").asString(""));
        if (!isNew) {
            connected.put(name, of);
        }
        return of;
    }

    private void send(String platform, JsonNode step, Seen seen) throws IOException {
        Connected to = connect(
                platform, step.path(platform), step.path("newIntegration").asBoolean(false));
        if (!seen.integrations.contains(to)) {
            seen.integrations.add(to);
        }
        seen.prefix = to.prefix();
        Map<String, String> headers = new HashMap<>(Map.of("Content-Type", "application/json"));
        byte[] body = switch (platform) {
            case "stripe" -> {
                byte[] event = bytes(step.path("event"));
                headers.put("Stripe-Signature", SignedWebhooks.stripeSignature(to.secret(), event, Instant.now()));
                yield event;
            }
            case "shopify" -> {
                byte[] order = bytes(repeated(step));
                headers.put("X-Shopify-Topic", step.path("topic").asString());
                headers.put("X-Shopify-Hmac-SHA256", SignedWebhooks.shopifySignature(to.secret(), order));
                yield order;
            }
            default -> {
                headers.put("Authorization", SignedWebhooks.basic("adyen", PASSWORD));
                ObjectNode notification = JSON.createObjectNode().put("live", "true");
                notification
                        .putArray("notificationItems")
                        .addObject()
                        .set("NotificationRequestItem", step.path("item"));
                yield SignedWebhooks.adyenBody(to.secret(), bytes(notification));
            }
        };
        seen.statuses.add(exchange("POST", to.path(), body, headers).statusCode());
    }

    /** An order of Shopify with as many items as a case wants, which each shipment repeats. */
    private static JsonNode repeated(JsonNode step) {
        ObjectNode body = step.path("body").deepCopy().asObject();
        if (step.has("repeat")) {
            ObjectNode item = body.at("/line_items/0").asObject();
            ArrayNode items = body.putArray("line_items");
            for (int i = 0; i < step.path("repeat").asInt(); i++) {
                items.add(item.deepCopy().put("id", 1_000_000_000_000L + i).put("name", "Ware " + i));
            }
            body.path("fulfillments")
                    .valueStream()
                    .forEach(each -> each.asObject().set("line_items", items));
        }
        return body;
    }

    private void command(JsonNode step, Seen seen) throws IOException {
        Path file = folder.resolve(
                "input-" + secrets + "-" + step.path("file").asString().hashCode() + ".csv");
        Files.writeString(file, step.path("file").asString());
        List<String> arguments = new ArrayList<>();
        step.path("cli")
                .valueStream()
                .forEach(each -> arguments.add(each.asString().replace("FILE", file.toString())));
        for (JsonNode needed : step.path("needs")) {
            ObjectNode settings = JSON.createObjectNode();
            if (needed.asString().equals("adyen")) {
                settings.put("automaticCapture", true);
            }
            arguments.addAll(List.of(
                    "--integration", connect(needed.asString(), settings, false).id()));
        }
        TestTerminal terminal = TestTerminal.of(app)
                .with("EVIDENCE_DATA", folder.resolve("data").toString());
        seen.exitCode = terminal.run(arguments.toArray(new String[0]));
        seen.said = terminal.out() + terminal.err();
    }

    private boolean holds(JsonNode expected, Seen seen) {
        if (expected.has("anyOf")) {
            return expected.path("anyOf").valueStream().anyMatch(each -> holds(each, seen));
        }
        if (expected.has("status")) {
            return seen.statuses.getLast() == expected.path("status").asInt();
        }
        if (expected.has("warning")) {
            return warnings(seen)
                    .anyMatch(each -> each.contains(expected.path("warning").asString()));
        }
        if (expected.has("cliExit")) {
            return expected.path("cliExit").valueStream().anyMatch(each -> each.asInt() == seen.exitCode);
        }
        if (expected.has("cliSays")) {
            String said = seen.said.toLowerCase(Locale.ROOT);
            return expected.path("cliSays")
                    .valueStream()
                    .anyMatch(each -> said.contains(each.asString().toLowerCase(Locale.ROOT)));
        }
        if (expected.has("listed")) {
            String listed = expected.path("listed").asString();
            return listed(seen).anyMatch(each -> each.contains(listed));
        }
        if (expected.has("search")) {
            return !unchecked(
                            "POST",
                            "/api/v2/orders/search",
                            expected.path("search").toString())
                    .path("orders")
                    .isEmpty();
        }
        return holds(expected, order(expected, seen));
    }

    private static boolean holds(JsonNode expected, HttpResponse<String> answer) {
        if (expected.has("http")) {
            return answer.statusCode() == expected.path("http").asInt();
        }
        if (answer.statusCode() != 200) {
            return false;
        }
        JsonNode order = JSON.readTree(answer.body());
        return (!expected.path("receiptAddsUp").asBoolean(false) || addsUp(order.at("/digitalReceipt/order")))
                && expected.path("equals")
                        .propertyStream()
                        .allMatch(each -> is(at(order, each.getKey()), each.getValue()))
                && expected.path("oneOf")
                        .propertyStream()
                        .allMatch(each ->
                                each.getValue().valueStream().anyMatch(one -> is(at(order, each.getKey()), one)))
                && expected.path("contains")
                        .propertyStream()
                        .allMatch(each -> at(order, each.getKey())
                                .toString()
                                .contains(each.getValue().asString()));
    }

    /** A missing value is null. */
    private static boolean is(JsonNode value, JsonNode expected) {
        return expected.isNull() ? value.isMissingNode() || value.isNull() : value.equals(expected);
    }

    private static JsonNode at(JsonNode object, String path) {
        JsonNode value = object;
        for (String name : path.split("\\.", -1)) {
            value = value.isArray() ? value.path(Integer.parseInt(name)) : value.path(name);
        }
        return value;
    }

    private static boolean addsUp(JsonNode receipt) {
        BigDecimal sum = receipt.path("orderItems")
                .valueStream()
                .map(item -> number(item.path("productPrice")))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
        JsonNode totals = receipt.path("totals");
        BigDecimal total = sum.add(number(totals.path("shipping")))
                .add(number(totals.path("tax")))
                .subtract(number(totals.path("discount")).abs());
        return total.compareTo(number(receipt.path("total"))) == 0;
    }

    private static BigDecimal number(JsonNode amount) {
        String text = amount.asString("");
        return text.isEmpty() ? BigDecimal.ZERO : new BigDecimal(text);
    }

    private static Stream<String> warnings(Seen seen) {
        return seen.uploads.stream()
                .flatMap(each -> each.path("results").valueStream())
                .flatMap(each -> Stream.concat(
                        each.path("warnings").valueStream(), each.path("errors").valueStream()))
                .map(each -> each.path("pointer").asString("") + ":"
                        + each.path("code").asString(""));
    }

    private Stream<String> listed(Seen seen) {
        return seen.integrations.stream()
                .flatMap(each -> get("/api/v2/integrations/" + each.id() + "/events")
                        .path("events")
                        .valueStream())
                .map(JsonNode::toString);
    }

    private HttpResponse<String> order(JsonNode expected, Seen seen) {
        String path = expected.path("get").asString().replace("{prefix}", seen.prefix);
        int query = path.indexOf('?');
        String id = query < 0 ? path : path.substring(0, query);
        return exchange(
                "GET",
                "/api/v2/orders/"
                        + URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20")
                        + (query < 0 ? "" : path.substring(query)),
                new byte[0],
                Map.of("X-API-Key", key));
    }

    /** What a person needs to see why a case fails. */
    private String about(JsonNode expected, Seen seen) {
        if (expected.has("get")) {
            HttpResponse<String> answer = order(expected, seen);
            return answer.statusCode() + " " + answer.body();
        }
        return seen.statuses + " " + seen.exitCode + " " + seen.said + " "
                + warnings(seen).toList() + " " + listed(seen).toList();
    }

    private JsonNode get(String path) {
        return unchecked("GET", path, "");
    }

    private JsonNode unchecked(String method, String path, String body) {
        return JSON.readTree(ask(method, path, body).body());
    }

    private HttpResponse<String> ask(String method, String path, String body) {
        return exchange(
                method,
                path,
                body.getBytes(StandardCharsets.UTF_8),
                Map.of("X-API-Key", key, "Content-Type", "application/json"));
    }

    private HttpResponse<String> exchange(String method, String path, byte[] body, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + app.port() + path))
                .method(
                        method,
                        body.length == 0
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofByteArray(body));
        headers.forEach(request::header);
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static byte[] bytes(JsonNode json) {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }
}
