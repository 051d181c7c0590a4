package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.api.KeyCalls.KEYS;
import static org.orderevidence.api.KeyCalls.createKey;
import static org.orderevidence.api.KeyCalls.id;
import static org.orderevidence.api.KeyCalls.ownId;
import static org.orderevidence.api.KeyCalls.revoke;
import static org.orderevidence.api.KeyCalls.rotate;
import static org.orderevidence.api.KeyCalls.text;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.Accounts;
import org.orderevidence.http.Bodies;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.ServesApi;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.store.AccountStore;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** The profile of an account, its audit log and the revocation of its keys; and parameters of queries. */
public interface AccountContract extends ServesApi {
    String ACCOUNT = "/api/v2/account";

    String FULL = """
            {"merchantInfo": {"name": "Tea House", "description": "Tea", "logoUrl": "https://shop.example/logo.png",
              "refundPolicyLink": "https://shop.example/r", "cancellationPolicyLink": "https://shop.example/c",
              "termsAndConditionsLink": "https://shop.example/t",
              "merchantReceiptContact": {"phoneForReceipt": "+1 217 555 0100", "emailForReceipt": "help@shop.example",
                "websiteForReceipt": "https://shop.example",
                "receiptAddress": {"line1": "1 Main St", "line2": "2", "city": "Springfield", "countrySubdivision": "IL",
                  "postalCode": "62701", "country": "US", "latitude": "39.8", "longitude": "-89.6"}}},
             "merchandiseOrServices": "services", "showLogo": true}""";

    private static Reply put(Shop shop, String json) {
        return shop.put(ACCOUNT, json);
    }

    private static void assertProfile(String expected, JsonNode account) {
        JsonNode wanted = tools.jackson.databind.json.JsonMapper.shared().readTree(expected);
        assertEquals(wanted.path("merchantInfo"), account.path("merchantInfo"));
        assertEquals(wanted.path("merchandiseOrServices"), account.path("merchandiseOrServices"));
        assertEquals(
                wanted.path("showLogo").booleanValue(false),
                account.path("showLogo").booleanValue());
    }

    @Test
    default void aNewAccountHasAnEmptyProfile() {
        Shop shop = api().newShop();

        assertEquals(
                "{\"id\":\"" + shop.account() + "\",\"createdAt\":\"2026-11-20T12:00:00Z\","
                        + "\"merchantInfo\":{\"merchantReceiptContact\":{}},\"showLogo\":false}",
                shop.get(ACCOUNT).is(200).text());
    }

    @Test
    default void theProfileIsReplacedAsAWhole() {
        Shop shop = api().newShop();

        assertProfile(FULL, put(shop, FULL).is(200).json());
        assertProfile(FULL, shop.get(ACCOUNT).is(200).json());

        JsonNode less =
                put(shop, "{\"merchantInfo\": {\"name\": \"Tea\"}}").is(200).json();
        assertProfile("{\"merchantInfo\": {\"name\": \"Tea\", \"merchantReceiptContact\": {}}}", less);
    }

    @Test
    default void anAnswerCanBeSentBack() {
        Shop shop = api().newShop();
        String answered = put(shop, FULL).is(200).text();

        assertEquals(answered, put(shop, answered).is(200).text());
    }

    @Test
    default void anotherAccountsProfileStaysAsItIs() {
        Shop shop = api().newShop();
        Shop other = api().newShop();
        put(shop, FULL).is(200);

        put(shop, "{\"id\": \"" + other.account() + "\"}").isProblem(Problem.INVALID_REQUEST, "/id inconsistent");
        assertEquals(
                "{\"merchantReceiptContact\":{}}",
                other.get(ACCOUNT).is(200).at("/merchantInfo").toString());
    }

    @ParameterizedTest
    @CsvSource({
        "name, merchantInfo.name",
        "companyName, merchantInfo.name",
        "description, merchantInfo.description",
        "logoUrl, merchantInfo.logoUrl",
        "merchantReceiptContact, merchantInfo.merchantReceiptContact",
        "category, merchandiseOrServices"
    })
    default void aFieldBesideTheMerchantInfoIsToldItsPlace(String sent, String meant) {
        assertEquals(
                "there is no field " + sent + "; did you mean " + meant + "?",
                put(api().newShop(), "{\"" + sent + "\": \"Tea\"}")
                        .isProblem(Problem.INVALID_REQUEST)
                        .text("/errors/0/detail"));
    }

    @Test
    default void aProfileThatChangedInBetweenIsNotOverwritten() {
        Shop shop = api().newShop();
        String seen = shop.get(ACCOUNT).is(200).header("ETag");
        String next = putIfMatch(shop, "{\"showLogo\": true}", seen).is(200).header("ETag");
        assertEquals(next, shop.get(ACCOUNT).header("ETag"));

        for (String stale : List.of(seen, "W/" + seen, "\"7\"")) {
            putIfMatch(shop, FULL, stale).isProblem(Problem.PRECONDITION_FAILED);
        }
        putIfMatch(shop, FULL, "7").isProblem(Problem.INVALID_PARAMETER);
        assertProfile(
                "{\"merchantInfo\": {\"merchantReceiptContact\": {}}, \"showLogo\": true}",
                shop.get(ACCOUNT).json());

        putIfMatch(shop, FULL, "W/" + next).is(200);
        putIfMatch(shop, FULL, "*").is(200);
        assertProfile(FULL, shop.get(ACCOUNT).json());
    }

    private static Reply putIfMatch(Shop shop, String json, String tag) {
        return shop.api()
                .send(shop.request("PUT", ACCOUNT, BodyPublishers.ofString(json))
                        .header("Content-Type", "application/json")
                        .header("If-Match", tag));
    }

    @Test
    default void everyFaultIsNamedAtOnceAndNothingIsChanged() {
        Shop shop = api().newShop();
        put(shop, FULL).is(200);

        Reply refused = put(
                shop,
                "{\"merchantInfo\": {\"name\": \"" + "x".repeat(2_001)
                        + "\", \"logoUrl\": \"shop\", \"description\": \"4111111111111111\", \"nam\": 1},"
                        + " \"merchandiseOrServices\": \"tea\"}");

        refused.isProblem(
                Problem.INVALID_REQUEST,
                "/merchantInfo/name too_long",
                "/merchantInfo/description card_number",
                "/merchantInfo/logoUrl not_a_url",
                "/merchantInfo/nam unknown_field",
                "/merchandiseOrServices unknown_value");
        assertProfile(FULL, shop.get(ACCOUNT).is(200).json());
        put(shop, "{" + " ".repeat(DefaultLimits.DEFAULTS.bodyBytes())).isProblem(Problem.TOO_LARGE);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /api/v2/orders/X",
        "POST, /api/v2/orders/upload",
        "DELETE, /api/v2/keys/X",
        "PUT, /api/v2/account",
        "GET, /livez",
        "GET, /openapi.json",
    })
    default void anUnknownParameterIsRefusedOnEveryPath(String method, String path) {
        // The body is one that would be refused: the query is judged before it.
        Reply reply = api().newShop().send(method, path + "?colour=blue", "text/plain", "x");

        reply.isProblem(Problem.INVALID_PARAMETER, "?colour invalid");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/v2/orders?PER=1 | there is no query parameter PER; did you mean per?",
                "/api/v2/orders?email=a@x.example | there is no query parameter email; the parameters of this path are page,"
                        + " per, cursor, from, to, status, order",
                "/livez?4111111111111111=1 | there is an unknown query parameter; this path has no query parameters",
                "/livez?%ff=1 | the name of a parameter is not percent-encoded UTF-8",
                "/livez?=1 | there is no query parameter ; this path has no query parameters",
            })
    default void theAnswerNamesTheParameterAndTheLikelyOne(String path, String detail) {
        Reply reply = api().newShop().get(path);

        assertEquals(detail, reply.isProblem(Problem.INVALID_PARAMETER).text("/detail"));
        assertFalse(reply.text().contains("4111") || reply.text().contains("a@x"), reply::text);
    }

    @Test
    default void everyFaultOfAQueryIsNamedAtOnce() {
        Reply reply = api().newShop().get("/api/v2/orders?colour=1&per=1&per=1&page=x&colour=2&size=1");

        reply.isProblem(Problem.INVALID_PARAMETER, "?page invalid", "?per invalid", "?colour invalid", "?size invalid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"page=&per=", "page&per", "page=", "per=", "&&per=&", ""})
    default void anEmptyPageOrPerIsTheSameAsNone(String query) {
        Shop shop = api().newShop();

        assertEquals(page(shop.get("/api/v2/orders")), page(shop.get("/api/v2/orders?" + query)));
    }

    /** A page without the time of its total, which a distributed store gives. */
    private static String page(Reply reply) {
        return reply.is(200).text().replaceFirst(",\"totalAsOf\":\"[^\"]*\"", "");
    }

    @Test
    default void manyUnknownParametersAreCountedOnly() {
        StringBuilder query = new StringBuilder("?");
        for (int i = 0; i < 1_000; i++) {
            query.append("a").append(i).append('&');
        }

        Reply reply = api().newShop().get("/api/v2/orders" + query).isProblem(Problem.INVALID_PARAMETER);

        assertEquals(FaultRoom.MOST, reply.errors().size());
        assertTrue(reply.at("/errorsTruncated").asBoolean());
    }

    ServedStore store();

    @Test
    default void aKeyThatIsRevokedInItsGraceIsRefusedAtOnce() {
        Shop shop = api().newShop();
        JsonNode old = createKey(shop, "{\"scopes\": [\"read\"]}").is(201).json();
        JsonNode made = rotate(shop, id(old), 3_600).is(201).json();
        shop.with(text(old)).get("/api/v2/orders").is(200);

        assertEquals("revoked", revoke(shop, id(old)).is(200).text("/state"));

        shop.with(text(old)).get("/api/v2/orders").isProblem(Problem.KEY_UNKNOWN);
        shop.with(text(made)).get("/api/v2/orders").is(200);
    }

    @Test
    default void theLastAdminKeyCannotBeRevoked() {
        Shop shop = api().newShop();
        String own = ownId(shop);
        createKey(shop, "{\"scopes\": [\"read\", \"write\", \"lookup\"]}").is(201);

        revoke(shop, own).isProblem(Problem.KEY_CONFLICT);
        shop.get(KEYS).is(200);

        JsonNode second = createKey(shop, "{\"scopes\": [\"admin\"]}").is(201).json();
        Reply refused = revoke(shop, own).isProblem(Problem.KEY_CONFLICT);
        assertTrue(refused.text().contains("was used"), "its text may be lost");
        shop.with(text(second)).get(KEYS).is(200);
        revoke(shop, own).is(200);
        shop.get(KEYS).isProblem(Problem.KEY_UNKNOWN);
        revoke(shop.with(text(second)), id(second)).isProblem(Problem.KEY_CONFLICT);
    }

    /** An instance on which something happens before and after the end of a key is stored. */
    private ServedApi instance(Runnable before, Runnable after) {
        AccountStore accounts =
                new WatchedAccounts(store().records(), change -> runIf(change, before), change -> runIf(change, after));
        return ServedApi.start(store().with(accounts), DefaultLimits.DEFAULTS);
    }

    private static void runIf(String change, Runnable run) {
        if (change.equals("endKey")) {
            run.run();
        }
    }

    @Test
    default void anotherInstanceThatRevokesTheOtherAdminKeyFirstIsNoticed() {
        Shop shop = api().newShop();
        String own = ownId(shop);
        JsonNode second = createKey(shop, "{\"scopes\": [\"admin\"]}").is(201).json();
        shop.with(text(second)).get(KEYS).is(200);
        int entries = shop.get("/api/v2/account/audit").at("/entries").size();
        // It has found the second key to be valid; now its owner revokes the first one.
        try (ServedApi instance =
                instance(() -> revoke(shop.with(text(second)), own).is(200), () -> {})) {
            revoke(new Shop(instance, shop.account(), shop.key()), id(second)).isProblem(Problem.KEY_CONFLICT);
        }

        Shop left = shop.with(text(second));
        left.get(KEYS).is(200);
        shop.get(KEYS).isProblem(Problem.KEY_UNKNOWN);
        JsonNode log = left.get("/api/v2/account/audit").at("/entries");
        assertEquals(entries + 1, log.size(), "the refused change has no entry");
        assertEquals(
                List.of(own),
                log.valueStream()
                        .filter(entry -> entry.path("action").asString().equals("key_revoked"))
                        .map(entry -> entry.path("keyId").asString())
                        .toList());
    }

    @Test
    default void twoInstancesThatRevokeTheLastTwoAdminKeysLeaveOne() throws Exception {
        Shop shop = api().newShop();
        String own = ownId(shop);
        JsonNode second = createKey(shop, "{\"scopes\": [\"admin\"]}").is(201).json();
        shop.with(text(second)).get(KEYS).is(200);
        CyclicBarrier bothMayRevoke = new CyclicBarrier(2);
        CyclicBarrier bothHaveRevoked = new CyclicBarrier(2);
        Runnable before = () -> await(bothMayRevoke);
        Runnable after = () -> await(bothHaveRevoked);
        boolean secondStays;
        boolean ownStays;
        try (ServedApi one = instance(before, after);
                ServedApi other = instance(before, after);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Reply> first = threads.submit(() -> revoke(new Shop(one, shop.account(), shop.key()), id(second)));
            Future<Reply> last = threads.submit(() -> revoke(new Shop(other, shop.account(), text(second)), own));

            secondStays = isRefused(first.get());
            ownStays = isRefused(last.get());
        }
        // The one that reads last can see that the other one's key is valid again.
        assertTrue(secondStays || ownStays);
        try (ServedApi fresh = instance(() -> {}, () -> {})) {
            new Shop(fresh, shop.account(), shop.key()).get(KEYS).is(ownStays ? 200 : 401);
            new Shop(fresh, shop.account(), text(second)).get(KEYS).is(secondStays ? 200 : 401);
        }
    }

    private static boolean isRefused(Reply reply) {
        if (reply.status() == 200) {
            return false;
        }
        reply.isProblem(Problem.KEY_CONFLICT);
        return true;
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(2, TimeUnit.MINUTES);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Test
    default void anAdminKeyThatEndsEarlierIsNoOtherAdminKey() {
        Shop shop = api().newShop();
        String own = ownId(shop);
        JsonNode brief = createKey(shop, "{\"scopes\": [\"admin\"], \"expiresAt\": \"2026-12-01T00:00:00Z\"}")
                .is(201)
                .json();
        shop.with(text(brief)).get(KEYS).is(200);

        revoke(shop, own).isProblem(Problem.KEY_CONFLICT);
        revoke(shop.with(text(brief)), own).isProblem(Problem.KEY_CONFLICT);

        revoke(shop, id(brief)).is(200);
    }

    @Test
    default void revokingTwiceIsRevokingOnce() {
        Shop shop = api().newShop();
        JsonNode key = createKey(shop, "{\"scopes\": [\"read\"]}").is(201).json();

        JsonNode once = revoke(shop, id(key)).is(200).json();
        JsonNode twice = revoke(shop, id(key)).is(200).json();

        assertEquals(once, twice);
        assertEquals("2026-11-20T12:00:00Z", once.path("endsAt").asString());
        rotate(shop, id(key), 0).isProblem(Problem.KEY_CONFLICT);
    }

    @Test
    default void anotherInstanceSeesARevocationWithinFiveSeconds() {
        Shop shop = api().newShop();
        JsonNode key = createKey(shop, "{\"scopes\": [\"admin\"]}").is(201).json();
        AtomicLong nanos = new AtomicLong();
        try (ServedApi instance = ServedApi.startTicking(store(), DefaultLimits.DEFAULTS, nanos::get)) {
            Shop elsewhere = new Shop(instance, shop.account(), text(key));
            elsewhere.get(KEYS).is(200);

            revoke(shop, id(key)).is(200);

            // A change is refused immediately, whatever is in the cache.
            createKey(elsewhere, "{\"scopes\": [\"admin\"]}").isProblem(Problem.KEY_UNKNOWN);
            rotate(elsewhere, id(key), 0).isProblem(Problem.KEY_UNKNOWN);
            nanos.set(Accounts.SEEN_WITHIN.toNanos());
            elsewhere.get(KEYS).isProblem(Problem.KEY_UNKNOWN);
        }
    }

    @Test
    default void everyChangeHasAnEntryInTheAuditLog() {
        Shop shop = api().newShop();
        String own = ownId(shop);
        JsonNode old = createKey(shop, "{\"label\": \"till\", \"scopes\": [\"read\"]}")
                .is(201)
                .json();
        JsonNode made = rotate(shop, id(old), 60).is(201).json();
        revoke(shop, id(old)).is(200);
        revoke(shop, id(old)).is(200);
        rotate(shop, id(old), 60).isProblem(Problem.KEY_CONFLICT);
        String profile = "{\"merchantInfo\": {\"name\": \"Tea House\"}}";
        shop.put("/api/v2/account", profile).is(200);
        shop.put("/api/v2/account", profile).is(200);

        Reply log = shop.get("/api/v2/account/audit").is(200);

        List<String> entries = new ArrayList<>();
        for (JsonNode entry : log.at("/entries")) {
            entries.add(
                    entry.path("actor").asString() + " " + entry.path("action").asString() + " "
                            + entry.path("keyId").asString("-") + " "
                            + entry.path("newKeyId").asString("-"));
        }
        // The clock of the test stands still, so entries of one moment have no order.
        assertEquals(
                Set.of(
                        "cli key_created " + own + " -",
                        own + " key_created " + id(old) + " -",
                        own + " key_rotated " + id(old) + " " + id(made),
                        own + " key_revoked " + id(old) + " -",
                        own + " profile_changed - -"),
                Set.copyOf(entries));
        assertEquals(5, entries.size());
        assertFalse(log.text().contains("oe_live_"), "the log has no secrets");

        JsonNode first = shop.get("/api/v2/account/audit?per=3").is(200).json();
        JsonNode rest = shop.get("/api/v2/account/audit?per=3&cursor="
                        + first.path("nextCursor").asString())
                .is(200)
                .json();
        assertEquals(3, first.path("entries").size());
        assertEquals(2, rest.path("entries").size());
        assertFalse(rest.has("nextCursor"), rest::toString);
        shop.get("/api/v2/account/audit?cursor=x").isProblem(Problem.INVALID_PARAMETER);
    }

    private static List<String> entries(Shop shop, String query) {
        Reply log = shop.get("/api/v2/account/audit?" + query).is(200);
        return log.rows("/entries", "action", "orderId", "fields", "factId", "actorName").stream()
                .sorted()
                .toList();
    }

    @Test
    default void everyChangeAndExportOfDataHasAnEntry() {
        Shop admin = api().newShop();
        Shop shop = admin.with(text(createKey(admin, "{\"label\": \"till\", \"scopes\": [\"admin\"]}")
                .is(201)
                .json()));
        String order = "/api/v2/orders/A-1";
        String dispute = "{\"disputeId\": \"D-1\", \"condition\": \"10.4\", \"openedAt\": \"2026-11-10\"}";
        shop.uploadOne("A-1");
        shop.uploadOne("A-2");
        shop.post("/api/v2/track", Bodies.SIGHTING).is(200);
        shop.get(order).is(200);
        shop.patch("/api/v2/orders/A-3", "{\"refunded\": true}").is(404);
        assertEquals(List.of(), entries(shop, "about=data"), "what has no entries");

        for (int i = 0; i < 2; i++) {
            shop.post("/api/v2/orders/upload?upload=file-1", "{\"orders\": [" + Shop.ORDER.formatted("F-" + i) + "]}")
                    .is(200);
        }
        shop.patch(order, "{\"refunded\": true, \"arn\": \"74537604221222132710415\"}")
                .is(200);
        shop.patch(order, "{\"refunded\": true, \"arn\": \"74537604221222132710415\"}")
                .is(200);
        shop.post(order + "/disputes", dispute).is(201);
        shop.post(order + "/disputes", dispute).is(200);
        shop.patch(order + "/disputes/D-1", "{\"status\": \"won\"}").is(200);
        shop.post(order + "/fraud-reports", "{\"reportId\": \"R-1\", \"reportedAt\": \"2026-11-10\"}")
                .is(201);
        shop.get(order + "/evidence").is(200);
        shop.post(order + "/receipt-link", "{}").is(201);
        shop.post("/api/v2/customers/export", "{\"email\": \"ann@example.com\"}")
                .is(200);
        shop.get("/api/v2/orders/export").is(200);
        shop.send("DELETE", "/api/v2/orders/A-2").is(200);

        List<String> ofOrder = List.of(
                "dispute_changed A-1 D-1 till",
                "dispute_recorded A-1 D-1 till",
                "fraud_report_recorded A-1 R-1 till",
                "order_changed A-1 arn,refunded till",
                "receipt_link_created A-1 till",
                "worksheet_exported A-1 till");
        List<String> ofData = new ArrayList<>(ofOrder);
        ofData.add("customer_exported till");
        ofData.add("order_erased A-2 till");
        ofData.add("orders_exported till");
        ofData.add("orders_uploaded till");
        assertEquals(ofData.stream().sorted().toList(), entries(shop, "about=data"));
        assertEquals(ofOrder, entries(shop, "orderId=A-1"));
        assertEquals(List.of("order_erased A-2 till"), entries(shop, "orderId=A-2&per=1"));
        assertEquals(List.of("key_created", "key_created"), entries(shop, "about=settings"));
        Reply all = shop.get("/api/v2/account/audit?per=4").is(200);
        String next = all.text("/nextCursor");
        assertEquals(
                8,
                shop.get("/api/v2/account/audit?cursor=" + next).at("/entries").size());
        for (String personal : List.of("203.0.113", "ann@example.com")) {
            assertFalse(shop.get("/api/v2/account/audit").text().contains(personal), personal);
        }
        shop.get("/api/v2/account/audit?about=x").isProblem(Problem.INVALID_PARAMETER);
        shop.get("/api/v2/account/audit?orderId=" + "x".repeat(129)).isProblem(Problem.INVALID_PARAMETER);
    }
}
