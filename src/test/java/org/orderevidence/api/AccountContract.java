package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.Scope;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServesApi;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.wire.Faults.FaultRoom;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** The profile of an account, and parameters of queries. */
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
    default void aTestKeyReadsTheProfileAndCannotChangeIt() {
        Shop live = api().newShop();
        Shop test = live.with(api().key(live.account(), Mode.TEST, Scope.ADMIN));
        put(live, FULL).is(200);

        put(test, "{}").isProblem(Problem.KEY_SCOPE);

        assertProfile(FULL, test.get(ACCOUNT).is(200).json());
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
}
