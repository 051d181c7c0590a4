package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServesApi;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The export of all orders. */
interface ExportContract extends ServesApi {
    String EXPORT = "/api/v2/orders/export";

    /** Orders are read in parts of 50. */
    int MANY = 130;

    /** Returns the lines of a complete export without the last one, which has the counts. */
    private static List<String> lines(Shop shop, String query) {
        Reply export = shop.get(EXPORT + query).is(200);
        assertEquals("application/x-ndjson", export.header("Content-Type"));
        List<String> lines = export.text().lines().toList();
        int orders = lines.size() - 1;
        assertEquals("{\"orders\":" + orders + ",\"unreadable\":0,\"complete\":true}", lines.getLast());
        return lines.subList(0, orders);
    }

    private static JsonNode json(String line) {
        return JsonMapper.shared().readTree(line);
    }

    private static String id(String line) {
        return json(line).at("/charge/id").asString();
    }

    private static String cursor(String line) {
        return URLEncoder.encode(json(line).path("cursor").asString(), StandardCharsets.UTF_8);
    }

    private static String on(String id, String day) {
        return Shop.ORDER.formatted(id).replace("2026-11-01", day);
    }

    @Test
    default void aLineHasTheBytesOfAFetch() {
        Shop shop = api().newShop();
        shop.upload(IntStream.range(0, MANY)
                        .mapToObj(i -> on("A-%03d".formatted(i), "2026-10-%02d".formatted(1 + i % 30)))
                        .toArray(String[]::new))
                .is(200);
        shop.patch("/api/v2/orders/A-007", "{\"refundedAmount\": 500}").is(200);

        List<String> withVerdicts = lines(shop, "?verdicts=true");
        List<String> without = lines(shop, "");

        assertEquals(MANY, withVerdicts.size());
        assertEquals(
                IntStream.range(0, MANY)
                        .boxed()
                        .sorted((a, b) -> a % 30 == b % 30 ? a - b : a % 30 - b % 30)
                        .map("A-%03d"::formatted)
                        .toList(),
                withVerdicts.stream().map(ExportContract::id).toList());
        for (int i = 0; i < MANY; i++) {
            String fetched =
                    shop.get("/api/v2/orders/" + id(withVerdicts.get(i))).text();
            ObjectNode expected = (ObjectNode) json(fetched);
            String cursor = json(withVerdicts.get(i)).path("cursor").asString();
            assertEquals(
                    fetched.substring(0, fetched.length() - 1) + ",\"cursor\":\"" + cursor + "\"}",
                    withVerdicts.get(i));
            expected.remove("compellingEvidence");
            expected.put("cursor", cursor);
            assertEquals(expected, json(without.get(i)));
        }
    }

    @Test
    default void anExportContinuesBehindAnyLine() {
        Shop shop = api().newShop();
        shop.upload(
                        on("D", "2026-11-03"),
                        on("B", "2026-11-02"),
                        on("C", "2026-11-02"),
                        on("A", "2026-11-01"),
                        on("E", "2026-11-04"))
                .is(200);
        String days = "?from=2026-11-02&to=2026-11-03";
        List<String> all = lines(shop, days);

        assertEquals(
                List.of("B", "C", "D"), all.stream().map(ExportContract::id).toList());
        for (int i = 0; i < all.size(); i++) {
            assertEquals(all.subList(i + 1, all.size()), lines(shop, days + "&cursor=" + cursor(all.get(i))));
        }
        shop.get(EXPORT + "?cursor=" + cursor(all.getFirst())).isProblem(Problem.INVALID_PARAMETER, "?cursor invalid");
        List<String> from = lines(shop, "?from=2026-11-03");
        assertEquals(List.of("D", "E"), from.stream().map(ExportContract::id).toList());
        assertEquals(
                List.of("A", "B", "C"),
                lines(shop, "?to=2026-11-02").stream().map(ExportContract::id).toList());
        shop.uploadOne("F");
        shop.upload(on("G", "2026-11-05")).is(200);
        assertEquals(
                List.of("G"),
                lines(shop, "?from=2026-11-03&cursor=" + cursor(from.getLast())).stream()
                        .map(ExportContract::id)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "from=2026-11-02&to=2026-11-01, ?to",
        "from=1.11.2026, ?from",
        "verdicts=yes, ?verdicts",
        "cursor=x, ?cursor",
        "per=5, ?per"
    })
    default void aWrongParameterIsNamed(String query, String pointer) {
        api().newShop().get(EXPORT + "?" + query).isProblem(Problem.INVALID_PARAMETER, pointer + " invalid");
    }

    @Test
    default void theOrderWithTheNameOfTheOperationIsAnOrder() {
        Shop shop = api().newShop();
        shop.uploadOne("export");

        assertEquals("export", shop.get("/api/v2/orders/%65xport").is(200).text("/charge/id"));
        shop.patch(EXPORT, "{\"refunded\": true}").is(200);
        assertEquals(
                List.of("export"),
                lines(shop, "").stream().map(ExportContract::id).toList());
        shop.send("DELETE", EXPORT).is(200);
        assertEquals(List.of(), lines(shop, ""));
    }
}
