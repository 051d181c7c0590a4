package org.orderevidence.http.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orderevidence.http.server.Reply;
import org.orderevidence.http.server.ServesApi;
import org.orderevidence.http.wire.Problem;
import org.orderevidence.order.StoredOrder;
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
                        + "\"outcome\":\"created\"}",
                shop.post("/api/v2/orders/D/disputes", dispute("d1", "open"))
                        .is(201)
                        .text());
        assertEquals(
                "unchanged",
                shop.post("/api/v2/orders/D/disputes", dispute("d1", "open"))
                        .is(200)
                        .json()
                        .path("outcome")
                        .asString());
        assertEquals(
                "updated",
                shop.post("/api/v2/orders/D/disputes", dispute("d1", "won"))
                        .is(200)
                        .json()
                        .path("outcome")
                        .asString());
        shop.upload(Shop.ORDER.formatted("D").replace("1999", "2000")).is(200);

        JsonNode disputes = shop.get("/api/v2/orders/D").json().path("charge").path("disputes");
        assertEquals(
                "[{\"disputeId\":\"d1\",\"condition\":\"10.4\",\"openedAt\":\"2026-11-10\",\"status\":\"won\"}]",
                disputes.toString());
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
        assertEquals(
                1,
                shop.get("/api/v2/orders/F")
                        .json()
                        .path("charge")
                        .path("fraudReports")
                        .size());
    }

    @Test
    default void theConditionOfADisputeIsTheNetworksCode() {
        Shop shop = api().newShop();
        shop.uploadOne("C");

        assertEquals(
                "10.4",
                shop.post("/api/v2/orders/C/disputes", dispute("c1", "open").replace("10.4", "Visa 10.4"))
                        .is(201)
                        .json()
                        .path("condition")
                        .asString());
        Reply refused =
                shop.post("/api/v2/orders/C/disputes", dispute("c2", "open").replace("10.4", "fraudulent"));
        shop.post("/api/v2/orders/C/disputes", dispute("c3", "open").replace("10.4", "unknown"))
                .isProblem(Problem.INVALID_REQUEST);
        assertEquals(
                List.of("/condition invalid_format"),
                refused.isProblem(Problem.INVALID_REQUEST).errors());
        assertEquals(
                "condition must be the network's code, such as 10.4; a processor's word like fraudulent is not enough",
                refused.json().path("detail").asString());
    }

    @Test
    default void warningsOfARefusedRequestAreNamedToo() {
        Reply refused =
                api().newShop().post("/api/v2/track", "{\"e-mail\": \"ann@example.com\", \"ip\": \"203.0.113.7\"}");

        assertEquals(
                List.of("/email required"),
                refused.isProblem(Problem.INVALID_REQUEST).errors());
        assertEquals(
                "/e-mail",
                refused.json().path("warnings").path(0).path("pointer").asString());
    }

    @Test
    default void anOrderHoldsALimitedNumberOfThem() {
        Shop shop = api().newShop();
        shop.uploadOne("M");
        for (int i = 0; i < StoredOrder.MAX_FACTS; i++) {
            shop.post("/api/v2/orders/M/disputes", dispute("d" + i, "open")).is(201);
        }

        Reply oneMore = shop.post("/api/v2/orders/M/disputes", dispute("more", "open"));

        assertEquals(
                List.of(" too_many"), oneMore.isProblem(Problem.INVALID_REQUEST).errors());
    }

    @Test
    default void factsOfUnknownOrdersAreNotFoundAndBadOnesNamed() {
        Shop shop = api().newShop();
        shop.uploadOne("K");

        shop.post("/api/v2/orders/NOBODYS/disputes", dispute("d", "open")).isProblem(Problem.ORDER_NOT_FOUND);
        assertEquals(
                List.of("/disputeId required", "/condition required", "/openedAt invalid_date"),
                shop.post("/api/v2/orders/K/disputes", "{\"openedAt\": \"2026-02-30\"}")
                        .isProblem(Problem.INVALID_REQUEST)
                        .errors());
    }

    @Test
    default void aPatchChangesOnlyWhatItNames() {
        Shop shop = api().newShop();
        shop.upload(Shop.ORDER.formatted("P").replace("}", """
                , "arn": "1", "receipt": {"delivery": {"carrier": "c"}, "description": "Tea"}}""")).is(200);

        Reply reply = shop.patch("/api/v2/orders/P", """
                {"refundedAmount": 1999, "settledAt": "2026-11-02", "arn": null,
                 "receipt": {"delivery": {"status": "delivered"}}}""");

        JsonNode json = reply.is(200).json();
        assertEquals(
                "P updated",
                json.path("id").asString() + " " + json.path("outcome").asString());
        JsonNode charge = json.path("charge");
        assertEquals(json.path("version"), charge.path("version"));
        assertEquals(
                "1999 2026-11-02",
                charge.path("refundedAmount") + " " + charge.path("settledAt").asString());
        assertTrue(charge.path("arn").isMissingNode());
        JsonNode order =
                shop.get("/api/v2/orders/P").json().path("digitalReceipt").path("order");
        assertEquals(
                "{\"status\":\"delivered\",\"carrier\":\"c\"}",
                order.path("delivery").toString());
        assertEquals(
                "Tea",
                order.path("orderItems").path(0).path("productDescription").asString());
    }

    @Test
    default void aPatchThatChangesNothingSaysSo() {
        Shop shop = api().newShop();
        shop.uploadOne("U");

        JsonNode json = shop.send("PATCH", "/api/v2/orders/U", "application/json", "{}")
                .is(200)
                .json();

        assertEquals("unchanged", json.path("outcome").asString());
    }

    @Test
    default void aPatchThatDoesNotFitIsRefusedWhole() {
        Shop shop = api().newShop();
        shop.uploadOne("X");

        assertEquals(
                List.of("/refundedAmount out_of_range", "/settledAt out_of_range"),
                shop.patch(
                                "/api/v2/orders/X",
                                "{\"refundedAmount\": 2000, \"settledAt\": \"2026-10-01\", \"arn\": \"2\"}")
                        .isProblem(Problem.INVALID_REQUEST)
                        .errors());
        assertTrue(
                shop.get("/api/v2/orders/X").json().path("charge").path("arn").isMissingNode());
        shop.patch("/api/v2/orders/X", "{\"amount\": 1}").isProblem(Problem.INVALID_REQUEST);
        shop.patch("/api/v2/orders/X", "[]").isProblem(Problem.INVALID_REQUEST);
    }
}
