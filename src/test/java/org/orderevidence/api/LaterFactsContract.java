package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.Scope;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServesApi;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** What disputes, fraud reports and changes promise. */
interface LaterFactsContract extends ServesApi {
    private static String dispute(String id, String status) {
        return "{\"disputeId\": \"" + id + "\", \"condition\": \"10.4\", \"openedAt\": \"2026-11-10\", \"status\": \""
                + status + "\"}";
    }

    @Test
    default void aDisputeIsKeptByItsIdAndSurvivesUploads() {
        Shop shop = api().newShop();
        shop.uploadOne("D");

        assertEquals(
                "{\"disputeId\":\"d1\",\"condition\":\"10.4\",\"openedAt\":\"2026-11-10\",\"status\":\"open\","
                        + "\"source\":\"upload\",\"outcome\":\"created\"}",
                shop.post("/api/v2/orders/D/disputes", dispute("d1", "open"))
                        .is(201)
                        .text());
        assertEquals(
                "unchanged",
                shop.post("/api/v2/orders/D/disputes", dispute("d1", "open"))
                        .is(200)
                        .text("/outcome"));
        assertEquals(
                "updated",
                shop.post("/api/v2/orders/D/disputes", dispute("d1", "won"))
                        .is(200)
                        .text("/outcome"));
        shop.upload(Shop.ORDER.formatted("D").replace("1999", "2000")).is(200);

        JsonNode disputes = shop.get("/api/v2/orders/D").at("/charge/disputes");
        assertEquals(
                "[{\"disputeId\":\"d1\",\"condition\":\"10.4\",\"openedAt\":\"2026-11-10\",\"status\":\"won\","
                        + "\"source\":\"upload\"}]",
                disputes.toString());
    }

    /** All fields, as they are sent and answered. */
    String WHOLE = "\"respondBy\":\"2026-12-01T23:59:59Z\",\"amount\":1500,\"currency\":\"USD\","
            + "\"reason\":\"fraudulent\",\"submittedAt\":\"2026-11-12T08:00:00Z\","
            + "\"processorEligibility\":{\"status\":\"requires_action\",\"requiredActions\":[\"missing_ip\"]}";

    @Test
    default void aDisputeHasItsDeadlineAmountReasonAndWhatTheProcessorSays() {
        Shop shop = api().newShop();
        shop.uploadOne("W");
        String known = dispute("w", "open").replace("}", ", " + WHOLE + "}");

        shop.post("/api/v2/orders/W/disputes", known).is(201);
        // What a later call does not state stays.
        shop.post("/api/v2/orders/W/disputes", dispute("w", "won")).is(200);

        String stored = "{\"disputes\":[{\"disputeId\":\"w\",\"condition\":\"10.4\",\"openedAt\":\"2026-11-10\","
                + "\"status\":\"won\"," + WHOLE + ",\"source\":\"upload\"}]}";
        assertEquals(stored, shop.get("/api/v2/orders/W/disputes").is(200).text());
        assertEquals(
                "{\"fraudReports\":[]}",
                shop.get("/api/v2/orders/W/fraud-reports").is(200).text());
        shop.get("/api/v2/orders/NOBODYS/disputes").isProblem(Problem.ORDER_NOT_FOUND);
        shop.get("/api/v2/orders/NOBODYS/fraud-reports").isProblem(Problem.ORDER_NOT_FOUND);
    }

    @Test
    default void eachBadFieldOfADisputeIsNamed() {
        Shop shop = api().newShop();
        shop.uploadOne("BD");

        shop.post("/api/v2/orders/BD/disputes", dispute("x", "open").replace("}", ", \"amount\": 1}"))
                .isProblem(Problem.INVALID_REQUEST, "/currency required");
        shop.post("/api/v2/orders/BD/disputes", dispute("x", "open").replace("}", """
                                , "respondBy": "soon", "amount": 1.5, "currency": "USD", "reason": "%s",
                                "submittedAt": "2099-01-01", "processorEligibility": {"requiredActions": ["a", 2]}}
                                """.formatted("r".repeat(65))))
                .isProblem(
                        Problem.INVALID_REQUEST,
                        "/respondBy invalid_date",
                        "/amount not_an_integer",
                        "/reason too_long",
                        "/submittedAt out_of_range",
                        "/processorEligibility/requiredActions/1 wrong_type",
                        "/processorEligibility/status required");
    }

    @Test
    default void theQueueHasTheSoonestDeadlineFirst() {
        Shop shop = api().newShop();
        for (String order : List.of("Q1", "Q2", "Q3", "Q4")) {
            shop.uploadOne(order);
        }
        disputeOf(shop, "Q1", "10.4", "open", "2026-12-05");
        disputeOf(shop, "Q2", "10.4", "open", null);
        disputeOf(shop, "Q3", "13.1", "open", "2026-11-30T09:00:00Z");
        disputeOf(shop, "Q4", "unknown", "won", "2026-12-01");

        assertEquals(List.of("Q3", "Q1", "Q2"), queued(shop, ""));
        assertEquals(List.of("Q4"), queued(shop, "&status=closed"));
        assertEquals(List.of("Q4"), queued(shop, "&status=won"));
        assertEquals(List.of(), queued(shop, "&status=lost"));
        assertEquals(List.of("Q1", "Q2"), queued(shop, "&condition=10.4"));
        assertEquals(List.of("Q3"), queued(shop, "&dueBefore=2026-12-05"));
        assertEquals(List.of("Q1", "Q2"), queued(shop, "&verdict=not_qualified"));
        assertEquals(List.of("Q3", "Q1", "Q2"), queued(shop, "&openedFrom=2026-11-10&openedTo=2026-11-10"));
        assertEquals(List.of(), queued(shop, "&openedFrom=2026-11-11"));

        JsonNode first = shop.get("/api/v2/disputes").is(200).at("/disputes/0");
        assertEquals(
                "{\"orderId\":\"Q3\",\"dispute\":{\"disputeId\":\"of Q3\",\"condition\":\"13.1\","
                        + "\"openedAt\":\"2026-11-10\",\"status\":\"open\",\"respondBy\":\"2026-11-30T09:00:00Z\","
                        + "\"source\":\"upload\"},\"daysLeft\":10,\"missing\":[],\"brand\":\"visa\","
                        + "\"last4\":\"4242\"}",
                first.toString());
        assertEquals("not_qualified", shop.get("/api/v2/disputes").text("/disputes/1/verdict"));
        assertEquals(List.of(), queued(api().newShop(), ""));

        shop.post(
                        "/api/v2/orders/Q3/disputes",
                        "{\"disputeId\": \"of Q3\", \"condition\": \"13.1\","
                                + " \"openedAt\": \"2026-11-12\", \"status\": \"lost\"}")
                .is(200);
        assertEquals(List.of("Q1", "Q2"), queued(shop, ""));
        assertEquals(List.of("Q3", "Q4"), queued(shop, "&status=closed"), "the newest first");
    }

    private static void disputeOf(
            Shop shop, String order, String condition, String status, @Nullable String respondBy) {
        String due = respondBy == null ? "" : ", \"respondBy\": \"" + respondBy + "\"";
        shop.dispute(order, "of " + order, condition, "2026-11-10", ", \"status\": \"" + status + "\"" + due);
    }

    /** Reads pages of one, and returns the orders. */
    private static List<String> queued(Shop shop, String filters) {
        return shop.all("/api/v2/disputes?per=1" + filters, "disputes", "orderId");
    }

    /** The priors are old enough, and of the card, the IP address and the login of the order. */
    private static void uploadEligible(Shop shop, String id) {
        String order = """
                {"id": "%s", "amount": 1999, "currency": "USD", "transactionDate": "%s", "brand": "visa",
                 "cardFingerprint": "card-0000-%s", "ip": "203.0.113.7", "customerAccountId": "ann",
                 "merchandiseOrServices": "merchandise", "receipt": {"description": "Tea"}}""";
        shop.post(
                        "/api/v2/orders/upload",
                        "{\"orders\": ["
                                + String.join(
                                        ",",
                                        order.formatted(id, "2026-11-01", id),
                                        order.formatted(id + "-1", "2026-04-01", id),
                                        order.formatted(id + "-2", "2026-05-01", id))
                                + "]}")
                .is(200);
    }

    private static void disputed(Shop shop, String order, String more) {
        shop.dispute(order, "of " + order, "10.4", "2026-11-10", more);
    }

    private static String stripe(String status, String... actions) {
        return ", \"processorEligibility\": {\"status\": \"" + status + "\", \"requiredActions\": ["
                + Stream.of(actions).map(action -> "\"" + action + "\"").collect(Collectors.joining(",")) + "]}";
    }

    @Test
    default void disputesAboutWhichTheProcessorDisagreesAreListedWithBothSides() {
        Shop shop = api().newShop();
        uploadEligible(shop, "YES");
        uploadEligible(shop, "ACT");
        uploadEligible(shop, "SAME");
        uploadEligible(shop, "WORD");
        for (String lone : List.of("NO", "PRIORS", "OTHER", "SILENT")) {
            shop.uploadOne(lone);
        }
        disputed(shop, "YES", stripe("not_qualified"));
        disputed(shop, "ACT", stripe("requires_action", "missing_customer_identifiers"));
        disputed(shop, "SAME", stripe("qualified"));
        disputed(shop, "WORD", stripe("perhaps"));
        disputed(shop, "NO", stripe("qualified"));
        disputed(shop, "PRIORS", stripe("requires_action", "missing_prior_undisputed_transactions"));
        disputed(shop, "OTHER", stripe("requires_action", "missing_merchandise_or_services"));
        disputed(shop, "SILENT", "");

        assertEquals(Set.of("YES", "ACT", "NO", "OTHER"), Set.copyOf(queued(shop, "&disagrees=true")));
        assertEquals(8, queued(shop, "&disagrees=false").size());
        assertEquals(
                "{\"ours\":\"qualified\",\"processors\":\"requires_action\","
                        + "\"requiredActions\":[\"missing_customer_identifiers\"]}",
                shop.get("/api/v2/disputes?disagrees=true")
                        .at("/disputes/0/disagreement")
                        .toString());
        assertTrue(shop.get("/api/v2/disputes").at("/disputes/0/disagreement").isMissingNode());
        String csv = shop.get("/api/v2/disputes?disagrees=true&format=csv").text();
        assertTrue(csv.contains("\"qualified\",\"requires_action\",\"missing_customer_identifiers\","), csv);
    }

    private static String counted(Shop shop, String query) {
        JsonNode stats = shop.get("/api/v2/disputes/stats" + query).is(200).json();
        assertTrue(stats.path("complete").asBoolean());
        return stats.path("groups")
                .valueStream()
                .map(group -> group.valueStream().map(JsonNode::asString).collect(Collectors.joining(" ")))
                .collect(Collectors.joining(", "));
    }

    @Test
    default void outcomesAreCountedInGroups() {
        Shop shop = api().newShop();
        uploadEligible(shop, "E");
        shop.uploadOne("W");
        shop.uploadOne("L");
        shop.post("/api/v2/orders/upload", """
                {"orders": [{"id": "P", "amount": 1, "currency": "USD", "transactionDate": "2026-10-01"}]}""").is(200);
        String sent = ", \"submittedAt\": \"2026-11-12\"";
        disputed(shop, "E", sent + ", \"status\": \"won\"");
        disputed(shop, "W", sent);
        disputed(shop, "L", sent.replace("2026-11-12", "2026-11-13") + ", \"status\": \"lost\"");
        shop.dispute("P", "p", "13.1", "2026-10-31T23:59:59Z", ", \"status\": \"prevented\"");
        shop.post("/api/v2/orders/P/disputes", """
                {"disputeId": "q", "condition": "13.1", "openedAt": "2026-11-01T01:59:59+02:00",
                 "status": "withdrawn", "submittedAt": "2026-11-12"}""").is(201);

        assertEquals("2026-11 3 3 1 1 0 0 1, 2026-10 2 1 0 0 1 1 0", counted(shop, ""));
        assertEquals("2026-10 2 1 0 0 1 1 0", counted(shop, "?to=2026-10"));
        assertEquals("2026-11 3 3 1 1 0 0 1", counted(shop, "?by=month&from=2026-11"));
        assertEquals("10.4 3 3 1 1 0 0 1, 13.1 2 1 0 0 1 1 0", counted(shop, "?by=condition"));
        assertEquals("unknown 5 4 1 1 1 1 1", counted(shop, "?by=processor"));
        assertEquals(
                "none 2 2 0 1 0 0 1, ip+accountId 1 1 1 0 0 0 0, other_condition 1 1 0 0 0 1 0",
                counted(shop, "?by=elements"));
        assertEquals("", counted(api().newShop(), ""));
        assertEquals("", counted(shop, "?to=2000-01"));
        assertFalse(shop.get("/api/v2/disputes/stats").json().has("monitoring"));
        for (String bad : List.of("by=day", "from=2026-13", "to=1999-01", "from=2024-11&to=2026-11", "from=2026-12")) {
            shop.get("/api/v2/disputes/stats?" + bad)
                    .isProblem(
                            Problem.INVALID_PARAMETER,
                            "?" + (bad.contains("&") ? "from" : bad.substring(0, bad.indexOf('='))) + " invalid");
        }
    }

    /** A request that waited for a second place while it held one would stop all reads of its account. */
    @Test
    default void manyRequestsForTheQueueAtATimeAreAllAnswered() throws InterruptedException {
        Shop shop = api().newShop();
        List<Callable<Reply>> requests =
                Collections.nCopies(200, () -> shop.get("/api/v2/disputes").is(200));

        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Reply>> replies = clients.invokeAll(requests, 60, TimeUnit.SECONDS);

            for (Future<Reply> reply : replies) {
                assertEquals(Future.State.SUCCESS, reply.state());
            }
        }
    }

    @Test
    default void theQueueAsCsvHasNoCellThatIsAFormula() {
        Shop shop = api().newShop();
        shop.uploadOne("=1+1");
        shop.post("/api/v2/orders/%3D1%2B1/disputes", """
                {"disputeId": "@\\"a\\"", "condition": "10.4", "openedAt": "2026-11-10", "respondBy": "2026-11-25",
                 "amount": 1999, "currency": "USD", "reason": "-fraud"}""").is(201);

        Reply csv = shop.get("/api/v2/disputes?format=csv").is(200);

        assertEquals("text/csv; charset=utf-8", csv.header("Content-Type"));
        List<String> rows = csv.text().lines().toList();
        assertEquals(2, rows.size(), csv::text);
        assertTrue(
                rows.getLast()
                        .startsWith("\"'=1+1\",\"'@\"\"a\"\"\",\"10.4\",\"open\",\"2026-11-10\",\"2026-11-25\",\"5\","
                                + "\"19.99\",\"USD\",\"'-fraud\",\"not_qualified\",\"false\","),
                csv::text);
        Reply accepted = api().send(shop.request("GET", "/api/v2/disputes", BodyPublishers.noBody())
                .header("Accept", "text/csv"));
        assertEquals(csv.text(), accepted.text());
        assertEquals("", csv.header("Next-Cursor"));
        shop.get("/api/v2/disputes?format=csv&status=won").is(200);
    }

    @Test
    default void eachBadFilterOfTheQueueIsNamed() {
        Shop shop = api().newShop();

        for (String bad : List.of(
                "status=all", "condition=fraud", "verdict=yes", "dueBefore=soon", "openedTo=2026-02-30", "cursor=x")) {
            shop.get("/api/v2/disputes?" + bad)
                    .isProblem(Problem.INVALID_PARAMETER, "?" + bad.substring(0, bad.indexOf('=')) + " invalid");
        }
        String other = shop.get("/api/v2/disputes?page=1").text();
        assertTrue(other.contains("status, condition, verdict"), other);
    }

    @Test
    default void aChangeOfADisputeChangesOnlyWhatItNames() {
        Shop shop = api().newShop();
        shop.uploadOne("PD");
        String id = "d /1\u00e9";
        String path = "/api/v2/orders/PD/disputes/d%20%2F1%C3%A9";
        shop.post("/api/v2/orders/PD/disputes", dispute(id, "open").replace("}", ", " + WHOLE + "}"))
                .is(201);

        JsonNode changed = shop.patch(
                        path,
                        "{\"status\": \"lost\", \"amount\": 1600, \"reason\": null, \"disputeId\": \"" + id + "\"}")
                .is(200)
                .json();
        assertEquals("updated", changed.path("outcome").asString());
        assertEquals(
                "{\"disputeId\":\"" + id + "\",\"condition\":\"10.4\",\"openedAt\":\"2026-11-10\",\"status\":\"lost\","
                        + WHOLE.replace("1500", "1600").replace("\"reason\":\"fraudulent\",", "")
                        + ",\"source\":\"upload\"}",
                changed.path("dispute").toString());
        assertEquals(
                "unchanged", shop.patch(path, "{\"status\": \"lost\"}").is(200).text("/outcome"));
        shop.patch(path, "{\"amount\": null, \"currency\": null}").is(200);
        shop.patch(path, "{\"currency\": \"USD\"}").isProblem(Problem.INVALID_REQUEST, "/amount required");
        shop.patch(path, "{\"disputeId\": \"other\", \"condition\": null, \"source\": \"me\"}")
                .isProblem(
                        Problem.INVALID_REQUEST,
                        "/disputeId inconsistent",
                        "/condition required",
                        "/source unknown_field");
        HttpRequest.Builder conditional = shop.request("PATCH", path, BodyPublishers.ofString("{}"))
                .header("Content-Type", "application/json")
                .header("If-Match", "\"1\"");
        shop.api().send(conditional).isProblem(Problem.PRECONDITION_FAILED);
        shop.patch(path, "[]").isProblem(Problem.INVALID_REQUEST);
        shop.patch(path + "x", "{\"status\": \"lost\"}").isProblem(Problem.DISPUTE_NOT_FOUND);
        shop.patch(path + "%FF", "{}").isProblem(Problem.DISPUTE_NOT_FOUND);
        shop.patch("/api/v2/orders/NOBODYS/disputes/d", "{}").isProblem(Problem.ORDER_NOT_FOUND);
    }

    @Test
    default void aKeyThatMayNotReadGetsNothingThatItHasNotSent() {
        Shop shop = api().newShop();
        shop.uploadOne("KW");
        shop.post("/api/v2/orders/KW/disputes", dispute("k", "open").replace("}", ", " + WHOLE + "}"))
                .is(201);
        Shop writer = shop.with(api().key(shop.account(), Mode.LIVE, Scope.WRITE));

        assertEquals(
                "{\"disputeId\":\"k\",\"condition\":\"10.4\",\"openedAt\":\"2026-11-10\",\"status\":\"won\","
                        + "\"outcome\":\"updated\"}",
                writer.post("/api/v2/orders/KW/disputes", dispute("k", "won"))
                        .is(200)
                        .text());
        assertEquals(
                "{\"disputeId\":\"k\",\"outcome\":\"updated\"}",
                writer.patch("/api/v2/orders/KW/disputes/k", "{\"status\": \"lost\"}")
                        .is(200)
                        .text());
    }

    @Test
    default void aDisputeIsNotOlderThanItsOrderAndWarnsIfItIsTooLate() {
        Shop shop = api().newShop();
        shop.uploadOne("OD");
        String path = "/api/v2/orders/OD/disputes";

        Reply refused = shop.post(path, dispute("e", "open").replace("2026-11-10", "2026-10-31"));
        refused.isProblem(Problem.INVALID_REQUEST, "/openedAt out_of_range");
        assertEquals(
                "openedAt must not be before the transaction date of the order, 2026-11-01 in UTC; check the date and"
                        + " the order ID",
                refused.text("/detail"));
        shop.post(path, dispute("e", "open").replace("2026-11-10", "2026-11-01"))
                .is(201);
        shop.patch(path + "/e", "{\"openedAt\": \"2026-10-31\"}")
                .isProblem(Problem.INVALID_REQUEST, "/openedAt out_of_range");

        shop.upload(Shop.ORDER.formatted("OLD").replace("2026-11-01", "2025-01-10"))
                .is(200);
        assertEquals(
                "[{\"pointer\":\"/openedAt\",\"code\":\"out_of_range\",\"detail\":\"openedAt is after 2025-05-10, the last"
                        + " day on which this order can be disputed; check the date\"}]",
                shop.post("/api/v2/orders/OLD/disputes", dispute("l", "open"))
                        .is(201)
                        .at("/warnings")
                        .toString());
    }

    @Test
    default void aFraudReportIsKeptLikewise() {
        Shop shop = api().newShop();
        shop.uploadOne("F");
        String report = "{\"reportId\": \"r1\", \"reportedAt\": \"2026-11-10T01:00:00+02:00\", \"typeCode\": \"6\"}";

        assertEquals(
                "{\"reportId\":\"r1\",\"reportedAt\":\"2026-11-09T23:00:00Z\",\"typeCode\":\"6\",\"outcome\":\"created\"}",
                shop.post("/api/v2/orders/F/fraud-reports", report).is(201).text());
        shop.post("/api/v2/orders/F/fraud-reports", report).is(200);
        assertEquals(1, shop.get("/api/v2/orders/F").at("/charge/fraudReports").size());
    }

    @Test
    default void anOrderHoldsALimitedNumberOfThem() {
        Shop shop = api().newShop();
        shop.uploadOne("M");
        for (int i = 0; i < StoredOrder.MAX_FACTS; i++) {
            shop.post("/api/v2/orders/M/disputes", dispute("d" + i, "open")).is(201);
        }

        Reply oneMore = shop.post("/api/v2/orders/M/disputes", dispute("more", "open"));

        oneMore.isProblem(Problem.INVALID_REQUEST, " too_many");
    }
}
