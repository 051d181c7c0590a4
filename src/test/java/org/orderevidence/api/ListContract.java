package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServesApi;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** Lists of orders, and searches. */
interface ListContract extends ServesApi {
    private static List<String> ids(JsonNode list) {
        return Reply.rows(list.path("orders"), "id");
    }

    @Test
    default void theListIsNewestDayFirstThenById() {
        Shop shop = api().newShop();
        shop.upload(
                        Shop.ORDER.formatted("B"),
                        Shop.ORDER.formatted("OLD").replace("2026-11-01", "2026-10-31"),
                        Shop.ORDER.formatted("A"))
                .is(200);

        JsonNode all = shop.get("/api/v2/orders").is(200).json();
        assertEquals(List.of("A", "B", "OLD"), ids(all));
        assertEquals("0 10 3", all.path("page") + " " + all.path("per") + " " + all.path("total"));
        assertFalse(all.has("nextCursor"));
        assertFalse(all.at("/orders/0").has("receipt"));

        assertEquals(List.of("OLD"), ids(shop.get("/api/v2/orders?page=1&per=2").json()));
        assertEquals(List.of(), ids(shop.get("/api/v2/orders?page=100&per=100").json()));
    }

    /** Three orders are a page of three, and the end. */
    @ParameterizedTest
    @CsvSource({
        "per=3, false",
        "per=2, true",
        "per=2&page=1, false",
        "per=1&page=1, true",
        "per=1&from=2026-11-01&to=2026-11-01, true",
        "per=2&order=asc, true",
        "per=1&status=succeeded, true",
        "per=1&status=failed, false"
    })
    default void onlyAPageThatAnotherFollowsHasACursor(String query, boolean isFollowed) {
        Shop shop = api().newShop();
        shop.upload(on("A", "2026-11-01"), on("B", "2026-11-02"), failed("F")).is(200);

        JsonNode page = shop.get("/api/v2/orders?" + query).is(200).json();

        assertEquals(isFollowed, page.has("nextCursor"), page::toString);
    }

    /** Design "The HTTP interface", Finding orders: days inclusive; within a day by id. */
    @Test
    default void aRangeOfDaysIsListedInBothDirections() {
        Shop shop = api().newShop();
        shop.upload(
                        on("B", "2026-11-01"),
                        on("A", "2026-11-01"),
                        on("C", "2026-11-03"),
                        on("BEFORE", "2026-10-31"),
                        on("AFTER", "2026-11-04"))
                .is(200);
        String days = "/api/v2/orders?from=2026-11-01&to=2026-11-03";

        JsonNode newestFirst = shop.get(days).is(200).json();
        assertEquals(List.of("C", "A", "B"), ids(newestFirst));
        assertFalse(newestFirst.has("total"), "the number of orders of a filtered list is not known");
        assertEquals(List.of("C", "A", "B"), ids(shop.get(days + "&order=desc").json()));
        assertEquals(List.of("A", "B", "C"), ids(shop.get(days + "&order=asc").json()));
        assertEquals(List.of("A", "B", "C"), shop.all(days + "&order=asc&per=1", "orders", "id"));
        assertEquals(List.of("C", "A", "B"), shop.all(days + "&per=2", "orders", "id"));
        assertEquals(
                List.of("BEFORE", "A", "B", "C", "AFTER"),
                ids(shop.get("/api/v2/orders?order=asc").json()));
        assertEquals(
                List.of("A", "B"),
                ids(shop.get("/api/v2/orders?from=2026-11-01&to=2026-11-01").json()));
    }

    @Test
    default void aStatusIsLookedForInTheDays() {
        Shop shop = api().newShop();
        shop.upload(on("A", "2026-11-01"), failed("F"), on("B", "2026-11-02")).is(200);

        assertEquals(List.of("F"), ids(shop.get("/api/v2/orders?status=failed").json()));
        assertEquals(
                List.of("B", "A"),
                ids(shop.get("/api/v2/orders?status=succeeded&from=2026-11-01&to=2026-12-01")
                        .json()));
    }

    private static String on(String id, String day) {
        return Shop.ORDER.formatted(id).replace("2026-11-01", day);
    }

    private static String failed(String id) {
        return Shop.ORDER.formatted(id).replace("}", ", \"status\": \"failed\"}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            from=2026-11-01 | ?to
            to=2026-11-01 | ?from
            from=2026-11-01&to=2026-12-02 | ?to
            from=2026-11-02&to=2026-11-01 | ?to
            from=2026-11-31&to=2026-11-01 | ?from
            from=1999-12-31&to=2000-01-01 | ?from
            status=paid | ?status
            order=newest | ?order
            order=asc&page=1 | ?page
            From=2026-11-01 | ?From
            page=-1 | ?page
            page=%2B1 | ?page
            per=101 | ?per
            page=101&per=100 | ?page
            cursor=x | ?cursor
            cursor=OTk5OS05OS05OUE | ?cursor
            cursor=MjAyNi0xMS0wMUE&page=2 | ?cursor
            per=1&per=2 | ?per
            """)
    default void badListParametersAreNamed(String query, String pointer) {
        Reply reply = api().newShop().get("/api/v2/orders?" + query);

        reply.isProblem(Problem.INVALID_PARAMETER, pointer + " invalid");
    }

    @Test
    default void aCursorContinuesOnlyTheListThatItCameFrom() {
        Shop shop = api().newShop();
        shop.uploadOne("A");
        shop.uploadOne("B");
        String days = "from=2026-11-01&to=2026-11-01";
        String cursor = shop.get("/api/v2/orders?per=1&" + days).is(200).text("/nextCursor");

        shop.get("/api/v2/orders?per=5&" + days + "&cursor=" + cursor).is(200);
        for (String other :
                List.of("per=9", days + "&status=failed", days + "&order=asc", "from=2026-11-01&to=2026-11-02")) {
            shop.get("/api/v2/orders?" + other + "&cursor=" + cursor)
                    .isProblem(Problem.INVALID_PARAMETER, "?cursor invalid");
        }
    }

    private static String order(String id, String day, String more) {
        return "{\"id\": \"" + id + "\", \"amount\": 1999, \"currency\": \"USD\", \"transactionDate\": \"" + day + "\""
                + more + "}";
    }

    private static Shop filled(Shop shop) {
        shop.upload(
                        order(
                                "A",
                                "2026-11-01",
                                ", \"bin\": \"424242\", \"last4\": \"4242\", \"arn\": \"7453\","
                                        + " \"receipt\": {\"customerEmail\": \"Ann@Example.com\"}"),
                        order(
                                "B",
                                "2025-03-02",
                                ", \"bin\": \"42424299\", \"last4\": \"4242\", \"gatewayTransactionId\": \"ch_1\","
                                        + " \"receipt\": {\"customerEmail\": \"ann@example.com\"}"),
                        order(
                                "C",
                                "2026-11-03",
                                ", \"bin\": \"424242\", \"last4\": \"1881\", \"arn\": \"7453\","
                                        + " \"receipt\": {\"name\": {\"givenName\": \"Ann\", \"familyName\": \"\u00c1lvarez\"}}"))
                .is(200);
        shop.dispute("A", "dp_1", "10.4", "2026-11-10");
        return shop;
    }

    private static List<String> found(Shop shop, String body) {
        return found(shop.post("/api/v2/orders/search", body).is(200).json());
    }

    private static List<String> found(JsonNode answer) {
        return Reply.rows(answer.path("orders"), "id");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"customerEmail": "ANN@example.com"} | A B
            {"bin": "424242", "last4": "4242"} | A B
            {"gatewayTransactionId": "ch_1"} | B
            {"arn": "7453"} | C A
            {"from": "2026-11-01", "to": "2026-11-03"} | C A
            {"customerEmail": "ann@example.com", "from": "2026-01-01"} | A
            {"customerEmail": "bob@example.com"} | ``
            {"orderId": "order #a"} | A
            {"name": "ANN  ALVAREZ"} | C
            {"disputeId": "dp_1"} | A
            {"last4": "4242", "date": "2026-11-04"} | A
            {"last4": "4242", "date": "2026-11-05"} | ``
            {"last4": "4242", "amount": 1999, "currency": "EUR"} | ``
            {"last4": "4242", "amount": 1999, "currency": "usd"} | A B
            {"amount": 1999, "currency": "USD", "date": "2026-11-02"} | C A
            """)
    default void anOrderHasEveryValueThatIsGiven(String body, String ids) {
        assertEquals(ids, String.join(" ", found(filled(api().newShop()), body)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"last4": "4242", "amount": 1999, "currency": "EUR", "date": "2026-11-30"} | same_last4 A
            {"last4": "9999", "amount": 1999, "currency": "USD", "date": "2026-11-04"} | same_amount C,same_amount A
            {"orderId": "X"} | similar_id A,similar_id B,similar_id C
            {"customerEmail": "bob@example.com"} | ``
            """)
    default void aSearchWithoutResultShowsNearMatches(String body, String near) {
        JsonNode answer = filled(api().newShop())
                .post("/api/v2/orders/search", body)
                .is(200)
                .json();

        assertEquals(List.of(), found(answer));
        assertEquals(near, String.join(",", Reply.rows(answer.path("near"), "reason", "order/id")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"last4\": \"4242\", \"from\": \"2000-01-01\"}",
                "{\"amount\": 1999, \"currency\": \"USD\", \"to\": \"2012-01-01\"}",
                "{\"arn\": \"7\", \"amount\": 1999, \"currency\": \"USD\"}",
                "{\"orderId\": \"old\", \"last4\": \"4242\"}"
            })
    default void daysOrAnotherValueFindOrdersOfAnyAge(String body) {
        Shop shop = api().newShop();
        shop.upload(order("OLD", "2011-11-01", ", \"bin\": \"424242\", \"last4\": \"4242\", \"arn\": \"7\""))
                .is(200);

        assertEquals(List.of("OLD"), found(shop, body));
        assertEquals(List.of(), found(shop, "{\"last4\": \"4242\", \"amount\": 1999, \"currency\": \"USD\"}"));
    }

    @Test
    default void anErasedOrAChangedOrderIsNotFoundByWhatItHad() {
        Shop shop = filled(api().newShop());
        shop.send("DELETE", "/api/v2/orders/C").is(200);
        shop.upload(order("A", "2026-11-01", ", \"last4\": \"4000\"")).is(200);

        assertEquals(List.of(), found(shop, "{\"name\": \"ann alvarez\"}"));
        assertEquals(List.of(), found(shop, "{\"last4\": \"4242\", \"date\": \"2026-11-01\"}"));
        assertEquals(List.of("A"), found(shop, "{\"last4\": \"4000\", \"date\": \"2026-11-01\"}"));
    }

    @Test
    default void aValueThatAnOrderNoLongerHasDoesNotFindIt() {
        Shop shop = filled(api().newShop());
        shop.patch("/api/v2/orders/A", "{\"arn\": \"7999\"}").is(200);

        assertEquals(List.of("C"), found(shop, "{\"arn\": \"7453\"}"));
        assertEquals(List.of("A"), found(shop, "{\"arn\": \"7999\"}"));
    }

    @Test
    default void theCursorContinuesTheSearch() {
        Shop shop = filled(api().newShop());
        List<String> ids = new ArrayList<>();
        String body = "{\"customerEmail\": \"ann@example.com\", \"per\": 1";

        JsonNode page = shop.post("/api/v2/orders/search", body + "}").is(200).json();
        while (true) {
            ids.addAll(found(page));
            if (!page.has("nextCursor")) {
                break;
            }
            String cursor = page.path("nextCursor").asString();
            page = shop.post("/api/v2/orders/search", body + ", \"cursor\": \"" + cursor + "\"}")
                    .is(200)
                    .json();
        }

        assertEquals(List.of("A", "B"), ids);
        assertFalse(page.has("total"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {} | ``
            [] | ``
            {"customerEmail": "ann"} | /customerEmail
            {"bin": "424242"} | /last4
            {"last4": "4242"} | /bin
            {"amount": 1999, "currency": "USD"} | /date
            {"amount": 1999, "arn": "1"} | /currency
            {"currency": "USD", "arn": "1"} | /amount
            {"amount": 19.99, "currency": "USD", "arn": "1"} | /amount
            {"arn": "1", "date": "2026-11-02", "to": "2026-11-03"} | /date
            {"name": "\u0301"} | /name
            {"orderId": "4242424242424242"} | /orderId
            {"disputeId": 7} | /disputeId
            {"phone": "+442079460958", "arn": "1"} | /phone
            {"bin": "4242", "last4": "4242"} | /bin
            {"from": "2026-11-01"} | /to
            {"to": "2026-11-01"} | /from
            {"arn": "1", "form": "2026-11-01"} | /form
            {"from": "2026-11-01", "to": "2026-12-02"} | /to
            {"from": "2026-11-02", "to": "2026-11-01"} | /to
            {"arn": "1", "from": "2026-11-31"} | /from
            {"arn": "1", "per": 101} | /per
            {"arn": 1} | /arn
            """)
    default void aWrongSearchIsToldWhatIsWrong(String body, String pointer) {
        JsonNode answer = api().newShop()
                .post("/api/v2/orders/search", body)
                .isProblem(Problem.INVALID_REQUEST)
                .json();

        assertEquals(List.of(pointer), Reply.rows(answer.path("errors"), "pointer"));
    }

    @Test
    default void aCursorContinuesOnlyTheSearchThatItCameFrom() {
        Shop shop = api().newShop();
        shop.uploadOne("A");
        shop.uploadOne("B");
        String card = "{\"bin\": \"424242\", \"last4\": \"4242\", \"per\": 1";
        String cursor = shop.post("/api/v2/orders/search", card + "}").is(200).text("/nextCursor");

        shop.post("/api/v2/orders/search", card + ", \"cursor\": \"" + cursor + "\"}")
                .is(200);
        for (String wrong :
                List.of("{\"arn\": \"1\", \"cursor\": \"" + cursor + "\"}", "{\"arn\": \"1\", \"cursor\": \"x\"}")) {
            assertEquals(
                    "/cursor",
                    shop.post("/api/v2/orders/search", wrong)
                            .isProblem(Problem.INVALID_PARAMETER)
                            .text("/errors/0/pointer"));
        }
    }
}
