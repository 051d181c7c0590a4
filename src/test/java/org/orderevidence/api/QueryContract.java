package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServesApi;
import org.orderevidence.wire.FaultRoom;
import org.orderevidence.wire.Problem;

/** What every path promises about query parameters. */
interface QueryContract extends ServesApi {
    @ParameterizedTest
    @CsvSource({
        "GET, /api/v2/orders",
        "GET, /api/v2/orders/X",
        "GET, /api/v2/orders/upload",
        "PATCH, /api/v2/orders/X",
        "PATCH, /api/v2/orders/upload",
        "POST, /api/v2/orders/upload",
        "POST, /api/v2/orders/X/disputes",
        "POST, /api/v2/orders/X/fraud-reports",
        "POST, /api/v2/track",
        "GET, /api/v2/keys",
        "POST, /api/v2/keys",
        "DELETE, /api/v2/keys/X",
        "POST, /api/v2/keys/X/rotate",
        "GET, /api/v2/account",
        "PUT, /api/v2/account",
        "GET, /api/v2/account/audit",
        "GET, /livez",
        "GET, /readyz",
        "GET, /openapi.json",
    })
    default void anUnknownParameterIsRefusedOnEveryPath(String method, String path) {
        // The body is one that would be refused: the query is judged before it.
        Reply reply = api().newShop().send(method, path + "?colour=blue", "text/plain", "x");

        assertEquals(
                List.of("?colour invalid"),
                reply.isProblem(Problem.INVALID_PARAMETER).errors());
    }

    @Test
    default void theKeyIsJudgedBeforeTheQuery() {
        api().send("GET", "/api/v2/orders?colour=blue").isProblem(Problem.KEY_MISSING);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/api/v2/orders?pag=1 | there is no query parameter pag; did you mean page?",
                "/api/v2/orders?PER=1 | there is no query parameter PER; did you mean per?",
                "/api/v2/orders?email=a@x.example | there is no query parameter email; the parameters of this path are page,"
                        + " per, cursor, from, to, status, order",
                "/api/v2/orders/X?asof=2026-01-01 | there is no query parameter asof; did you mean asOf?",
                "/api/v2/orders/X?as_of=2026-01-01 | there is no query parameter as_of; did you mean asOf?",
                "/livez?x | there is no query parameter x; this path has no query parameters",
                "/livez?4111111111111111=1 | there is an unknown query parameter; this path has no query parameters",
                "/livez?%00=1 | there is an unknown query parameter; this path has no query parameters",
                "/livez?%ff=1 | the name of a parameter is not percent-encoded UTF-8",
                "/livez?=1 | there is no query parameter ; this path has no query parameters",
            })
    default void theAnswerNamesTheParameterAndTheLikelyOne(String path, String detail) {
        Reply reply = api().newShop().get(path);

        assertEquals(
                detail,
                reply.isProblem(Problem.INVALID_PARAMETER).json().path("detail").asString());
        assertFalse(reply.text().contains("4111") || reply.text().contains("a@x"), reply::text);
    }

    @Test
    default void everyFaultOfAQueryIsNamedAtOnce() {
        Reply reply = api().newShop().get("/api/v2/orders?colour=1&per=1&per=1&page=x&colour=2&size=1");

        assertEquals(
                List.of("?page invalid", "?per invalid", "?colour invalid", "?size invalid"),
                reply.isProblem(Problem.INVALID_PARAMETER).errors());
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
        assertTrue(reply.json().path("errorsTruncated").asBoolean());
    }
}
