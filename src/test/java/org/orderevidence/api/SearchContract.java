package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.account.Scope;
import org.orderevidence.http.ServesApi;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** What {@code POST /api/v2/orders/search} promises. Design "The HTTP interface", Finding orders. */
interface SearchContract extends ServesApi {
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
                        order("C", "2026-11-03", ", \"bin\": \"424242\", \"last4\": \"1881\", \"arn\": \"7453\""))
                .is(200);
        return shop;
    }

    private static List<String> found(Shop shop, String body) {
        return ids(shop.post("/api/v2/orders/search", body).is(200).json());
    }

    private static List<String> ids(JsonNode answer) {
        return answer.path("orders")
                .valueStream()
                .map(order -> order.path("id").asString())
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"customerEmail\": \"ANN@example.com\"} | A B",
                "{\"bin\": \"424242\", \"last4\": \"4242\"} | A B",
                "{\"bin\": \"42424200\", \"last4\": \"4242\"} | A B",
                "{\"gatewayTransactionId\": \"ch_1\"} | B",
                "{\"arn\": \"7453\"} | C A",
                "{\"from\": \"2026-11-01\", \"to\": \"2026-11-03\"} | C A",
                "{\"arn\": \"7453\", \"customerEmail\": \"ann@example.com\"} | A",
                "{\"customerEmail\": \"ann@example.com\", \"from\": \"2026-01-01\"} | A",
                "{\"customerEmail\": \"ann@example.com\", \"to\": \"2026-01-01\"} | B",
                "{\"customerEmail\": \"bob@example.com\"} | ``",
                "{\"arn\": \"7453\", \"gatewayTransactionId\": \"ch_1\"} | ``",
            })
    default void anOrderHasEveryValueThatIsGiven(String body, String ids) {
        assertEquals(ids, String.join(" ", found(filled(api().newShop()), body)));
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
            ids.addAll(ids(page));
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
    @CsvSource({"arn, 7453, 2, false", "arn, 7453, 1, true", "gatewayTransactionId, ch_1, 1, false"})
    default void onlyAPageThatAnotherFollowsHasACursor(String name, String value, int per, boolean isFollowed) {
        JsonNode page = filled(api().newShop())
                .post("/api/v2/orders/search", "{\"" + name + "\": \"" + value + "\", \"per\": " + per + "}")
                .is(200)
                .json();

        assertEquals(per, ids(page).size());
        assertEquals(isFollowed, page.has("nextCursor"), page::toString);
    }

    @Test
    default void ofAnotherAccountNothingIsFound() {
        filled(api().newShop());

        assertEquals(List.of(), found(api().newShop(), "{\"arn\": \"7453\"}"));
    }

    @Test
    default void searchingNeedsAKeyThatReads() {
        Shop shop = api().newShop();
        Shop writer = shop.with(api().key(shop.account(), Mode.LIVE, Scope.WRITE));

        writer.post("/api/v2/orders/search", "{\"arn\": \"1\"}").isProblem(Problem.KEY_SCOPE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{} | ``",
                "[] | ``",
                "{\"customerEmail\": \"ann\"} | /customerEmail",
                "{\"bin\": \"424242\"} | /last4",
                "{\"last4\": \"4242\"} | /bin",
                "{\"bin\": \"4242\", \"last4\": \"4242\"} | /bin",
                "{\"from\": \"2026-11-01\"} | /to",
                "{\"to\": \"2026-11-01\"} | /from",
                "{\"arn\": \"1\", \"form\": \"2026-11-01\"} | /form",
                "{\"from\": \"2026-11-01\", \"to\": \"2026-12-02\"} | /to",
                "{\"from\": \"2026-11-02\", \"to\": \"2026-11-01\"} | /to",
                "{\"arn\": \"1\", \"from\": \"2026-11-31\"} | /from",
                "{\"arn\": \"1\", \"per\": 101} | /per",
                "{\"arn\": 1} | /arn",
            })
    default void aWrongSearchIsToldWhatIsWrong(String body, String pointer) {
        JsonNode answer = api().newShop()
                .post("/api/v2/orders/search", body)
                .isProblem(Problem.INVALID_REQUEST)
                .json();

        assertEquals(
                List.of(pointer),
                answer.path("errors")
                        .valueStream()
                        .map(error -> error.path("pointer").asString())
                        .toList());
    }

    @Test
    default void aCursorContinuesOnlyTheSearchThatItCameFrom() {
        Shop shop = api().newShop();
        shop.uploadOne("A");
        shop.uploadOne("B");
        String card = "{\"bin\": \"424242\", \"last4\": \"4242\", \"per\": 1";
        String cursor = shop.post("/api/v2/orders/search", card + "}")
                .is(200)
                .json()
                .path("nextCursor")
                .asString();

        shop.post("/api/v2/orders/search", card + ", \"cursor\": \"" + cursor + "\"}")
                .is(200);
        for (String wrong :
                List.of("{\"arn\": \"1\", \"cursor\": \"" + cursor + "\"}", "{\"arn\": \"1\", \"cursor\": \"x\"}")) {
            assertEquals(
                    "/cursor",
                    shop.post("/api/v2/orders/search", wrong)
                            .isProblem(Problem.INVALID_PARAMETER)
                            .json()
                            .at("/errors/0/pointer")
                            .asString());
        }
    }
}
