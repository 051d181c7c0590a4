package org.orderevidence.http.coverage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.orderevidence.api.Shop;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServesApi;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** What {@code GET /api/v2/coverage} promises. Design "Console", Coverage. The server's day is 2026-11-20. */
public interface CoverageContract extends ServesApi {
    private static String order(String id, String day, String card, String more) {
        return "{\"id\": \"" + id + "\", \"amount\": 1999, \"currency\": \"USD\", \"transactionDate\": \"" + day
                + "\", \"brand\": \"visa\", \"cardFingerprint\": \"" + card
                + "\", \"receipt\": {\"description\": \"Tea\", \"customerEmail\": \"" + card + "@example.com\"}" + more
                + "}";
    }

    private static String ip(String address) {
        return ", \"ip\": \"" + address + "\"";
    }

    String WITH_LOGIN = ", \"customerAccountId\": \"ann\"";

    private JsonNode computed(Shop shop) {
        api().coverages().compute(new AccountSpace(shop.account(), Mode.LIVE));
        return shop.get("/api/v2/coverage").is(200).json();
    }

    private static JsonNode named(JsonNode list, String name, String value) {
        return list.valueStream()
                .filter(each -> each.path(name).asString("").equals(value))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + value + " in " + list));
    }

    private static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(each -> texts.add(each.asString()));
        return texts;
    }

    @Test
    default void beforeTheFirstComputationItIsNotReady() {
        Reply reply = api().newShop().get("/api/v2/coverage").isProblem(Problem.NOT_READY);

        assertEquals("10", reply.header("Retry-After"));
    }

    @Test
    default void withoutOrdersAllIsZero() {
        JsonNode coverage = computed(api().newShop());

        assertEquals("2026-11-20T12:00:00Z", coverage.path("computedAt").asString());
        assertEquals("2026-11-20", coverage.path("asOf").asString());
        assertEquals(0, coverage.path("disputable").asInt());
        assertEquals(
                "{\"orders\":0,\"amounts\":[],\"exampleOrders\":[]}",
                coverage.path("eligible").toString());
        assertEquals(31, coverage.path("forecast").size());
        assertFalse(coverage.has("sample"));
    }

    @Test
    default void ordersAreCountedByTheirVerdict() {
        Shop shop = api().newShop();
        String ann = ip("203.0.113.7") + WITH_LOGIN;
        shop.upload(
                        order("P-1", "2026-03-01", "card-0001", ann),
                        order("P-2", "2026-04-01", "card-0001", ann),
                        // Eligible. The second is of the first day on which a dispute can still be raised.
                        order("E-1", "2026-11-01", "card-0001", ann),
                        order("E-2", "2026-07-23", "card-0001", ann),
                        // The day before that: it does not count.
                        order("X-1", "2026-07-22", "card-0001", ann),
                        // Without IP address and device: either one unlocks it.
                        order("A-1", "2026-11-02", "card-0001", WITH_LOGIN),
                        // No other order of its card.
                        order("N-1", "2026-11-03", "card-0002", ann),
                        order("F-1", "2026-11-04", "card-0001", ann + ", \"status\": \"failed\""),
                        order("D-1", "2026-11-05", "card-0001", ann))
                .is(200);
        shop.dispute("D-1", "D", "10.4", "2026-11-10");

        JsonNode coverage = computed(shop);

        assertEquals(List.of("E-1", "E-2"), texts(coverage.at("/eligible/exampleOrders")));
        assertEquals(List.of("A-1"), texts(coverage.at("/requiresAction/exampleOrders")));
        assertEquals(List.of("N-1"), texts(coverage.at("/notQualified/exampleOrders")));
        assertEquals(4, coverage.path("disputable").asInt());
        assertEquals(
                "{\"failed\":1,\"disputed\":1,\"unreadable\":0}",
                coverage.path("notCounted").toString());
        assertEquals(
                "[{\"currency\":\"USD\",\"amount\":3998}]",
                coverage.at("/eligible/amounts").toString());
        assertEquals(0, coverage.path("otherCurrencies").asInt());
        JsonNode missing = named(coverage.path("missingFields"), "field", "ip");
        assertEquals(1, missing.path("unlocks").asInt());
        assertEquals(List.of("A-1"), texts(missing.path("exampleOrders")));
        assertEquals(
                1,
                named(coverage.path("reasons"), "code", "no_priors")
                        .path("orders")
                        .asInt());
        assertEquals(
                "{\"day\":\"2026-11-01\",\"eligible\":1,\"requiresAction\":0,\"notQualified\":0}",
                named(coverage.path("days"), "day", "2026-11-01").toString());
        assertEquals(
                "{\"day\":\"2026-11-21\",\"eligible\":1,\"entering\":0,\"leaving\":1,\"ended\":1,\"amounts\":"
                        + "[{\"currency\":\"USD\",\"eligible\":1999,\"entering\":0,\"leaving\":1999,\"ended\":1999}]}",
                coverage.at("/forecast/1").toString());
        for (String verdict : List.of("E-1 qualified", "A-1 requires_action", "N-1 not_qualified")) {
            String[] parts = verdict.split(" ", -1);
            JsonNode order = shop.get("/api/v2/orders/" + parts[0]).is(200).json();
            assertEquals(parts[1], order.at("/compellingEvidence/status").asString());
        }
    }

    @Test
    default void theOrdersBehindANumberAreListedAsTheyAreNowAndFiltered() {
        Shop shop = api().newShop();
        shop.get("/api/v2/coverage/orders?of=qualified").isProblem(Problem.NOT_READY);
        String ann = ip("203.0.113.7") + WITH_LOGIN;
        shop.upload(
                        order("P-1", "2026-03-01", "card-0001", ann),
                        order("P-2", "2026-04-01", "card-0001", ann),
                        order("A-1", "2026-11-02", "card-0001", WITH_LOGIN),
                        order("A-2", "2026-11-01T10:00:00Z", "card-0001", WITH_LOGIN),
                        order("A-3", "2026-10-31", "card-0001", WITH_LOGIN))
                .is(200);
        computed(shop);
        shop.upload(order("A-1", "2026-11-02", "card-0001", ann)).is(200);
        shop.send("DELETE", "/api/v2/orders/A-3").is(200);

        JsonNode answer =
                shop.get("/api/v2/coverage/orders?of=field:ip").is(200).json();

        assertEquals(
                "Orders that the IP address alone would make eligible",
                answer.path("title").asString());
        assertEquals(3, answer.path("total").asInt());
        assertEquals(
                "[{\"id\":\"A-1\",\"transactionDate\":\"2026-11-02\",\"amount\":1999,\"currency\":\"USD\",\"brand\":\"visa\","
                        + "\"customer\":\"card-0001@example.com\",\"verdict\":\"qualified\"},"
                        + "{\"id\":\"A-2\",\"transactionDate\":\"2026-11-01T10:00:00Z\",\"amount\":1999,\"currency\":\"USD\",\"brand\":\"visa\","
                        + "\"customer\":\"card-0001@example.com\",\"verdict\":\"requires_action\"}]",
                answer.path("orders").toString());
        for (String filter : List.of(
                "verdict=qualified A-1",
                "verdict=not_qualified ",
                "brand=VISA A-1 A-2",
                "brand=amex ",
                "minAmount=1999&maxAmount=1999 A-1 A-2",
                "minAmount=2000 ",
                "maxAmount=1998 ")) {
            String[] parts = filter.split(" ", 2);
            JsonNode orders = shop.get("/api/v2/coverage/orders?of=requires_action&" + parts[0])
                    .is(200)
                    .at("/orders");
            assertEquals(
                    parts[1],
                    orders.valueStream().map(each -> each.path("id").asString()).collect(Collectors.joining(" ")),
                    filter);
        }
        assertEquals(
                """
                "id","transactionDate","amount","currency","brand","customer","verdict"\r
                "A-1","2026-11-02","19.99","USD","visa","card-0001@example.com","qualified"\r
                """,
                shop.get("/api/v2/coverage/orders?of=field:ip&verdict=qualified&format=csv")
                        .is(200)
                        .text());
        shop.get("/api/v2/coverage/orders").isProblem(Problem.INVALID_PARAMETER);
        shop.get("/api/v2/coverage/orders?of=nothing").isProblem(Problem.INVALID_PARAMETER);
        shop.get("/api/v2/coverage/orders?of=qualified&verdict=good").isProblem(Problem.INVALID_PARAMETER);
    }

    @Test
    default void theMonitoringProgramIsEstimatedWithTheCoverage() {
        Shop shop = api().newShop();
        String ann = ip("203.0.113.7") + WITH_LOGIN;
        shop.upload(
                        order("P-1", "2026-03-01", "card-0001", ann),
                        order("P-2", "2026-04-01", "card-0001", ann),
                        order("S-1", "2026-10-30", "card-0001", ann + ", \"settledAt\": \"2026-11-02\""),
                        order("S-2", "2026-10-31", "card-0002", ann),
                        order("S-3", "2026-11-01", "card-0003", ann + ", \"status\": \"failed\""))
                .is(200);
        shop.report("S-1", "f", "2026-11-03");
        shop.dispute("P-1", "d", "13.1", "2026-11-10", ", \"status\": \"lost\"");
        shop.dispute("S-2", "d", "10.4", "2026-11-10");
        computed(shop);

        JsonNode monitoring = shop.get("/api/v2/disputes/stats").is(200).at("/monitoring");

        assertEquals("2026-11-20T12:00:00Z", monitoring.path("asOf").asString());
        assertFalse(monitoring.path("sampled").asBoolean());
        assertEquals(
                "{\"month\":\"2026-11\",\"settledCharges\":1,\"fraudReports\":1,\"disputes\":2,\"total\":3,"
                        + "\"basisPoints\":30000,\"ready\":0,\"totalWithoutReady\":3,"
                        + "\"basisPointsWithoutReady\":30000,\"projectedTotal\":5,\"limitBasisPoints\":150,"
                        + "\"limitTotal\":1500,\"exceeded\":false,\"exceededWithoutReady\":false,"
                        + "\"exceededAtEnd\":false}",
                monitoring.at("/months/0").toString());
        assertEquals(1, monitoring.at("/months/1/settledCharges").asInt());
        assertFalse(monitoring.at("/months/2").has("basisPoints"));
        assertFalse(monitoring.at("/months/1").has("projectedTotal"));
    }

    /** Nothing can be sent any more about a closed dispute, although its order is eligible. */
    @Test
    default void onlyOpenDisputesCountAsReady() {
        Shop shop = api().newShop();
        String ann = ip("203.0.113.7") + WITH_LOGIN;
        for (String status : List.of("open", "won", "lost", "withdrawn", "prevented")) {
            String[] orders = Stream.of("2026-04-01", "2026-05-01", "2026-11-01")
                    .map(day -> order(
                            status + day,
                            day,
                            "card-" + status,
                            ann + ", \"merchandiseOrServices\": \"services\", \"fulfilledAt\": \"" + day
                                    + "\", \"arn\": \"745376044214310038818" + day.substring(5, 7) + "\""))
                    .toArray(String[]::new);
            shop.upload(orders).is(200);
            shop.dispute(status + "2026-11-01", "d", "10.4", "2026-11-10", ", \"status\": \"" + status + "\"");
        }
        computed(shop);

        JsonNode month = shop.get("/api/v2/disputes/stats").at("/monitoring/months/0");
        assertEquals(4, month.path("disputes").asInt());
        assertEquals(1, month.path("ready").asInt());
    }

    @Test
    default void theCoverageRefusesWhatItDoesNotKnow() {
        Shop shop = api().newShop();

        shop.get("/api/v2/coverage?examples=101").isProblem(Problem.INVALID_PARAMETER);
        shop.get("/api/v2/coverage?examples=x").isProblem(Problem.INVALID_PARAMETER);
        shop.get("/api/v2/coverage?asOf=2026-11-20").isProblem(Problem.INVALID_PARAMETER);
    }
}
