package org.orderevidence.http.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.http.server.Reply;
import org.orderevidence.http.server.ServesApi;
import org.orderevidence.http.wire.Problem;
import tools.jackson.databind.JsonNode;

/** What {@code GET /api/v2/orders} promises. */
interface ListContract extends ServesApi {
    private static List<String> ids(JsonNode list) {
        return list.path("orders")
                .valueStream()
                .map(o -> o.path("id").asString())
                .toList();
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
        assertFalse(all.path("orders").path(0).has("receipt"));

        assertEquals(List.of("OLD"), ids(shop.get("/api/v2/orders?page=1&per=2").json()));
        assertEquals(List.of(), ids(shop.get("/api/v2/orders?page=100&per=100").json()));
    }

    @Test
    default void theCursorGoesOnWhereThePageEnds() {
        Shop shop = api().newShop();
        shop.upload(Shop.ORDER.formatted("a/1"), Shop.ORDER.formatted("é"), Shop.ORDER.formatted("\uD83D\uDE00"))
                .is(200);

        List<String> seen = new ArrayList<>();
        String query = "?per=1";
        for (int i = 0; i < 3; i++) {
            JsonNode page = shop.get("/api/v2/orders" + query).is(200).json();
            seen.addAll(ids(page));
            assertTrue(page.has("nextCursor"), page::toString);
            query = "?per=1&cursor=" + page.path("nextCursor").asString();
        }

        assertEquals(List.of("a/1", "é", "\uD83D\uDE00"), seen);
        assertEquals(List.of(), ids(shop.get("/api/v2/orders" + query).json()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "page=-1 | ?page",
                "page=x | ?page",
                "page=1.0 | ?page",
                "page=99999999999 | ?page",
                "page=%2B1 | ?page",
                "per=0 | ?per",
                "per=101 | ?per",
                "page=101&per=100 | ?page",
                "cursor=x | ?cursor",
                "cursor=%21%21 | ?cursor",
                "cursor=MjAyNi0xMS0wMQ | ?cursor",
                "cursor=OTk5OS05OS05OUE | ?cursor",
                "cursor=MjAyNi0xMS0wMUE&page=2 | ?page",
                "per=1&per=2 | ?per"
            })
    default void badListParametersAreNamed(String query, String pointer) {
        Reply reply = api().newShop().get("/api/v2/orders?" + query);

        assertEquals(
                List.of(pointer + " invalid"),
                reply.isProblem(Problem.INVALID_PARAMETER).errors());
    }

    @Test
    default void allBadParametersAreNamedAtOnce() {
        Reply reply = api().newShop().get("/api/v2/orders?page=x&per=0&cursor=z");

        assertEquals(
                List.of("?page invalid", "?per invalid", "?cursor invalid"),
                reply.isProblem(Problem.INVALID_PARAMETER).errors());
    }
}
