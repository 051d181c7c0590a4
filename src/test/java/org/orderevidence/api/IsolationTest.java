package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.Scope;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.Reply;
import org.orderevidence.integration.Integration;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.webhook.SignedWebhooks;
import tools.jackson.databind.JsonNode;

/**
 * Every operation of the description, with every kind of key, for objects of its own space, of the other mode, of another
 * account, and for unknown ones. The customers, the cards and the references of all spaces are the same. The words and
 * IDs of a space are only its own.
 */
class IsolationTest extends OnSqlite {
    private static final Pattern NEEDS = Pattern.compile("Needs (the|a live key with the) scope `(\\w+)`");
    private static final Pattern PARAMETER = Pattern.compile("([\\w-]+)/\\{(\\w+)}");
    private static final String SECRET = "whsec_of_isolation_";

    /** The IDs that no space has, some of them in a form that no ID has. */
    private static final List<String> UNKNOWN = List.of("a2b3c4d5e6f7", "key_a2b3c4d5e6", "UPPER", "x".repeat(129));

    private int count;

    /** An operation; its scope is {@code null} if it needs no key. */
    private record Operation(
            String method, String path, @Nullable Scope scope, boolean needsLive, String body, String type) {
        boolean isRead() {
            return method.equals("GET");
        }

        /** Returns the path with the ID of each object. */
        String path(UnaryOperator<String> first, UnaryOperator<String> others) {
            Matcher parameters = PARAMETER.matcher(path);
            StringBuilder filled = new StringBuilder();
            for (boolean isFirst = true; parameters.find(); isFirst = false) {
                String kind = parameters.group(2).equals("id") ? parameters.group(1) : parameters.group(2);
                parameters.appendReplacement(
                        filled, parameters.group(1) + "/" + (isFirst ? first : others).apply(kind));
            }
            return parameters.appendTail(filled).toString();
        }

        int parameters() {
            return path.split("\\{", -1).length - 1;
        }
    }

    /**
     * What a space has.
     *
     * @param word is in everything that people have entered
     * @param ids by the segment of the path before them, or by their name
     */
    private record Space(Shop shop, Mode mode, String word, Map<String, String> ids) {
        String id(String kind) {
            return Objects.requireNonNull(ids.get(kind), () -> "the test makes no " + kind);
        }

        boolean isIn(Reply reply) {
            String text = reply.text();
            return text.contains(word) || ids.values().stream().anyMatch(text::contains);
        }
    }

    /** A key of a space; its scope is {@code null} if it is not valid. */
    private record Caller(
            String name,
            Space space,
            @Nullable ApiKey key,
            @Nullable Scope scope) {}

    private List<Operation> operations() {
        List<Operation> operations = new ArrayList<>();
        JsonNode paths = api().send("GET", "/openapi.json").is(200).at("/paths");
        paths.forEachEntry((path, item) -> item.forEachEntry((method, operation) -> {
            Matcher needs = NEEDS.matcher(operation.path("description").asString());
            boolean isKeyed = !operation.has("security");
            assertEquals(isKeyed, needs.find(), () -> method + " " + path + " says which scope it needs");
            JsonNode content = operation.at("/requestBody/content");
            String type =
                    content.isEmpty() ? "" : content.propertyNames().iterator().next();
            operations.add(new Operation(
                    method.toUpperCase(Locale.ROOT),
                    path.replace("{platform}", "stripe").replace("{code}", "not-found"),
                    isKeyed ? Scope.parse(needs.group(2)).orElseThrow() : null,
                    isKeyed && !needs.group(1).equals("the"),
                    content.path(type).path("example").toString(),
                    type));
        }));
        return operations;
    }

    private Space space(String account, Mode mode) {
        String word = "word%05dx".formatted(++count);
        Shop shop = new Shop(api(), account, api().key(account, mode, Scope.ADMIN));
        Map<String, String> ids = new HashMap<>();
        String orders = Stream.of("upload", "search", "export", "order-" + word)
                .map(id -> """
            {"id": "%s", "amount": 1999, "currency": "USD", "transactionDate": "2026-11-01T10:00:00Z",
             "ip": "203.0.113.7", "cardFingerprint": "fp_of_all_spaces", "arn": "7453", "descriptor": "%s",
             "brand": "visa", "merchandiseOrServices": "services",
             "gatewayTransactionId": "ch_of_all_spaces", "customerAccountId": "%s",
             "receipt": {"customerEmail": "ann@example.com", "merchantInfo": {"name": "%s"},
              "lineItems": [{"productName": "%s", "price": 1999}]}}""".formatted(id, word, word, word, word))
                .collect(Collectors.joining(","));
        // Evidence for the order, if it is of the same space.
        String earlier = Stream.of("2026-03-01", "2026-02-01")
                .map(day -> """
            {"id": "of-%1$s-%2$s", "amount": 1999, "currency": "USD", "transactionDate": "%1$s", "ip": "203.0.113.7",
             "cardFingerprint": "fp_of_all_spaces", "gatewayTransactionId": "ch_%1$s", "customerAccountId": "%2$s",
             "receipt": {"customerEmail": "ann@example.com", "description": "%2$s"}}""".formatted(day, word))
                .collect(Collectors.joining(","));
        shop.upload(earlier).is(200);
        ids.put("uploadId", "upload-" + word);
        shop.post("/api/v2/orders/upload?upload=upload-" + word, "{\"orders\": [" + orders + "]}")
                .is(200);
        ids.put("orders", "order-" + word);
        String order = "/api/v2/orders/order-" + word;
        shop.post("/api/v2/track", "{\"email\": \"ann@example.com\", \"ip\": \"203.0.113.7\"}")
                .is(200);
        ids.put("disputeId", "dispute-" + word);
        shop.post(
                        order + "/disputes",
                        "{\"disputeId\": \"dispute-%s\", \"condition\": \"10.4\", \"openedAt\": \"2026-11-12\"}"
                                .formatted(word))
                .is(201);
        shop.post(
                        order + "/fraud-reports",
                        "{\"reportId\": \"report-%s\", \"reportedAt\": \"2026-11-12\"}".formatted(word))
                .is(201);
        JsonNode link = shop.post(order + "/receipt-link", "{}").is(201).json();
        ids.put("linkId", link.path("id").asString());
        ids.put("token", link.path("url").asString().replaceFirst(".*/r/", ""));
        ids.put(
                "keys",
                KeyCalls.id(KeyCalls.createKey(shop, "{\"label\": \"%s\", \"scopes\": [\"read\"]}".formatted(word))
                        .is(201)
                        .json()));
        ids.put("stripe", IntegrationCalls.added(shop, SECRET + word));
        addShopify(shop, ids, word);
        AccountSpace space = new AccountSpace(account, mode);
        api().pending().offer(space, PendingContract.dispute(api().pending(), space, "ch_" + word, "dp_" + word));
        return new Space(shop, mode, word, ids);
    }

    /** Adds an integration with an event and a task. */
    private void addShopify(Shop shop, Map<String, String> ids, String word) {
        String secret = "shopify-" + SECRET + word;
        String id = shop.post(
                        "/api/v2/integrations", "{\"platform\": \"shopify\", \"secret\": \"%s\"}".formatted(secret))
                .is(201)
                .text("/id");
        Integration shopify = api().webhooks().integrations().find(id).orElseThrow();
        byte[] event = """
                {"shop_domain": "%s", "customer": {"id": 1, "email": "%s@example.com"}, "orders_to_redact": []}""".formatted(word, word).getBytes(StandardCharsets.UTF_8);
        assertTrue(SignedWebhooks.receive(
                api().webhooks().receiver(), shopify, SignedWebhooks.shopify(secret, "customers/redact", event)));
        api().webhooks().worker().pass();
        ids.put("integrations", id);
        ids.put(
                "taskId",
                shop.get("/api/v2/integrations/" + id + "/tasks").is(200).text("/tasks/0/id"));
        shop.post("/api/v2/integrations/" + id + "/tasks/" + ids.get("taskId") + "/done", "{}")
                .is(200);
    }

    private List<Caller> callers(Space live, Space test) {
        List<Caller> callers = new ArrayList<>();
        String account = live.shop.account();
        Arrays.stream(Scope.values())
                .map(scope -> new Caller(scope.name(), live, api().key(account, Mode.LIVE, scope), scope))
                .forEach(callers::add);
        callers.add(new Caller("test", test, api().key(account, Mode.TEST, Scope.ADMIN), Scope.ADMIN));
        callers.add(new Caller("no key", live, null, null));
        JsonNode revoked = KeyCalls.createKey(live.shop, "{\"scopes\": [\"admin\"]}")
                .is(201)
                .json();
        KeyCalls.revoke(live.shop, KeyCalls.id(revoked)).is(200);
        callers.add(new Caller("revoked", live, KeyCalls.text(revoked), null));
        return callers;
    }

    @Tag("slow")
    @Test
    void noKeySeesOrChangesWhatAnotherSpaceHas() {
        String account = api().newShop().account();
        String stranger = api().newShop().account();
        Space live = space(account, Mode.LIVE);
        Space test = space(account, Mode.TEST);
        List<Space> spaces = List.of(live, test, space(stranger, Mode.LIVE), space(stranger, Mode.TEST));
        spaces.forEach(space -> api().coverages().compute(new AccountSpace(space.shop.account(), space.mode)));
        List<Operation> operations = operations();
        List<Caller> callers = callers(live, test);
        // A key that was used has a day of its last use.
        callers.forEach(caller -> send(operations.getFirst(), caller.key, operations.getFirst().path));
        Map<String, String> before = shown(spaces, operations);
        Set<String> faults = new TreeSet<>();
        int asked = 0;

        for (Operation operation : operations) {
            for (Caller caller : callers) {
                asked += refused(operation, caller, spaces, faults);
                own(operation, caller, spaces, faults);
            }
        }

        assertEquals(Set.of(), faults);
        assertTrue(asked > 1_000, "the description was read");
        Map<String, String> after = shown(spaces, operations);
        after.entrySet().removeAll(before.entrySet());
        assertEquals(Map.of(), after, "nothing has changed in any of the spaces");
    }

    /** Asks for objects that the space of the caller does not have, and returns how many. */
    private int refused(Operation operation, Caller caller, List<Space> spaces, Set<String> faults) {
        if (operation.parameters() == 0 || operation.scope == null) {
            return 0;
        }
        int expected = rule(operation, caller, 404);
        List<UnaryOperator<String>> others = new ArrayList<>();
        spaces.stream().filter(space -> !space.equals(caller.space)).forEach(space -> others.add(space::id));
        UNKNOWN.forEach(id -> others.add(_ -> id));
        Set<String> answers = new TreeSet<>();
        int asked = 0;
        for (UnaryOperator<String> other : others) {
            List<String> paths = new ArrayList<>(List.of(operation.path(other, other)));
            if (operation.parameters() > 1) {
                paths.add(operation.path(caller.space::id, other));
            }
            for (String path : paths) {
                Reply reply = send(operation, caller.key, path);
                check(operation, caller, reply, reply.status() == expected, spaces, faults);
                answers.add(withoutId(reply));
                asked++;
            }
        }
        if (answers.size() > operation.parameters()) {
            faults.add(operation.path + ", " + caller.name + ": answers tell what exists: " + answers);
        }
        return asked;
    }

    /** Asks for what the space of the caller has. What is changed is a space of its own. */
    private void own(Operation operation, Caller caller, List<Space> spaces, Set<String> faults) {
        int expected = rule(operation, caller, 200);
        boolean isChanged = expected == 200 && operation.scope != null && !operation.isRead();
        Space space = isChanged ? space(api().newShop().account(), caller.space.mode) : caller.space;
        ApiKey key = isChanged
                ? api().key(space.shop.account(), space.mode, Objects.requireNonNull(caller.scope))
                : caller.key;
        Reply reply = send(operation, key, operation.path(space::id, space::id));
        boolean isExpected =
                operation.scope == null || (expected == 200 ? reply.status() / 100 == 2 : reply.status() == expected);
        List<Space> foreign =
                spaces.stream().filter(other -> !other.equals(space)).toList();
        check(operation, caller, reply, isExpected, foreign, faults);
    }

    /** Returns the status that the key leads to, or else another one. */
    private static int rule(Operation operation, Caller caller, int allowed) {
        if (operation.scope == null) {
            return allowed;
        }
        if (caller.scope == null) {
            return 401;
        }
        boolean isAllowed =
                caller.scope.allows(operation.scope) && (!operation.needsLive || caller.space.mode == Mode.LIVE);
        return isAllowed ? allowed : 403;
    }

    private static void check(
            Operation operation,
            Caller caller,
            Reply reply,
            boolean isExpected,
            List<Space> foreign,
            Set<String> faults) {
        boolean isSeen = foreign.stream().anyMatch(space -> space.isIn(reply));
        if (!isExpected || isSeen) {
            faults.add(operation.method + " " + operation.path + ", " + caller.name + ": " + reply.status() + " "
                    + reply.text());
        }
    }

    private Reply send(Operation operation, @Nullable ApiKey key, String path) {
        String body = operation
                .body
                .replace("buyer@", "ann@")
                .replaceAll("whsec_\\w+", "whsec_of_isolation_" + ++count + "_sent");
        Shop shop = new Shop(api(), "", key == null ? new ApiKey("") : key);
        String query = path.endsWith("/submission")
                ? "?format=stripe"
                : path.endsWith("/coverage/orders") ? "?of=not_qualified" : "";
        return operation.type.isEmpty()
                ? shop.send(operation.method, path + query)
                : shop.send(operation.method, path, operation.type, body);
    }

    private static String withoutId(Reply reply) {
        String id = reply.header("Request-Id");
        return id.isEmpty() ? reply.text() : reply.text().replace(id, "");
    }

    /** Returns all that each space shows as JSON to its own key, apart from its audit log, in which this is an entry. */
    private Map<String, String> shown(List<Space> spaces, List<Operation> operations) {
        Map<String, String> shown = new TreeMap<>();
        for (Space space : spaces) {
            for (Operation operation : operations) {
                Reply reply = operation.isRead() && operation.scope != null && !operation.path.endsWith("/audit")
                        ? send(operation, space.shop.key(), operation.path(space::id, space::id))
                                .is(200)
                        : null;
                if (reply != null && reply.header("Content-Type").equals("application/json")) {
                    shown.put(space.word + " " + operation.path, reply.text());
                }
            }
        }
        assertTrue(
                shown.values().stream().filter(text -> text.contains("word0")).count() > 20, "words are shown");
        return shown;
    }
}
