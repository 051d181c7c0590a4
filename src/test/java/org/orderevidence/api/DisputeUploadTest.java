package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.account.Scope;
import org.orderevidence.cli.TestTerminal;
import org.orderevidence.cli.terminal.Failure.ExitCode;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.Reply;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code POST /api/v2/disputes/upload} promises. */
class DisputeUploadTest extends OnSqlite {
    private static final String UPLOAD = "/api/v2/disputes/upload";

    private static String dispute(String id, String more) {
        return "{\"disputeId\": \"" + id + "\", \"condition\": \"10.4\", \"openedAt\": \"2026-11-10\", " + more + "}";
    }

    private static String of(String id, String order) {
        return dispute(id, "\"orderId\": \"" + order + "\"");
    }

    private static Reply upload(Shop shop, String... disputes) {
        return shop.post(UPLOAD, "{\"disputes\": [" + String.join(",", disputes) + "]}")
                .is(200);
    }

    private static String order(String id, String more) {
        return Shop.ORDER.formatted(id).replace("}", ", " + more + "}");
    }

    /** The outcome of each dispute, with its faults. */
    private static List<String> outcomes(Reply reply) {
        return reply.json()
                .path("results")
                .valueStream()
                .map(result ->
                        result.path("outcome").asString() + faults(result, "errors") + faults(result, "warnings"))
                .toList();
    }

    private static String faults(JsonNode result, String list) {
        return result.path(list)
                .valueStream()
                .map(fault -> " " + fault.path("pointer").asString() + " "
                        + fault.path("code").asString())
                .collect(Collectors.joining());
    }

    private static JsonNode disputesOf(Shop shop, String order) {
        return shop.get("/api/v2/orders/" + order + "/disputes").is(200).at("/disputes");
    }

    @Test
    void eachReferenceLeadsToItsOrder() {
        Shop shop = api().newShop();
        shop.upload(
                        order("R1", "\"gatewayTransactionId\": \"ch_1\""),
                        order("R2", "\"arn\": \"74537604221431003881865\""),
                        Shop.ORDER.formatted("R3").replace("\"4242\"", "\"1881\""),
                        Shop.ORDER.formatted("R4"))
                .is(200);

        Reply reply = upload(
                shop,
                dispute("d1", "\"gatewayTransactionId\": \"ch_1\", \"last4\": \"4242\""),
                dispute("d2", "\"arn\": \"74537604221431003881865\""),
                // The processor's day is one of another time zone.
                dispute(
                        "d3",
                        "\"bin\": \"42424299\", \"last4\": \"1881\", \"amount\": 1999, \"currency\": \"USD\","
                                + " \"transactionDate\": \"2026-10-31\""),
                of("d4", "R4"));

        assertEquals("4 created", reply.text("/message"));
        for (int i = 1; i <= 4; i++) {
            assertEquals("d" + i, disputesOf(shop, "R" + i).at("/0/disputeId").asString());
        }
    }

    @Test
    void theSameFileAgainChangesNothing() {
        Shop shop = api().newShop();
        shop.uploadOne("S1");
        String[] file = {
            dispute("s", "\"orderId\": \"S1\", \"respondBy\": \"2026-11-25\", \"amount\": 1999, \"currency\": \"USD\""),
            of("w", "LATER")
        };
        assertEquals("1 created, 1 waiting", upload(shop, file).at("/message").asString());
        String before = shop.get("/api/v2/orders/S1/disputes").text();

        assertEquals("1 unchanged, 1 waiting", upload(shop, file).at("/message").asString());
        assertEquals(before, shop.get("/api/v2/orders/S1/disputes").text());

        // Neither does one that states less: a newer state from elsewhere is not lost.
        shop.patch("/api/v2/orders/S1/disputes/s", "{\"status\": \"won\"}").is(200);
        Reply less = upload(
                shop,
                "{\"disputeId\": \"s\", \"condition\": \"unknown\", \"openedAt\": \"2026-11-10\", \"orderId\": \"S1\"}");
        assertEquals(List.of("unchanged"), outcomes(less));
        assertEquals("won", disputesOf(shop, "S1").at("/0/status").asString());
    }

    @Test
    void aDisputeWaitsForItsOrder() {
        Shop shop = api().newShop();

        assertEquals(
                List.of("waiting", "waiting", "waiting"),
                outcomes(upload(
                        shop,
                        of("w1", "W1"),
                        dispute("w2", "\"gatewayTransactionId\": \"ch_w\""),
                        dispute("w3", "\"arn\": \"74537604221431003881866\""))));
        assertEquals(
                List.of("74537604221431003881866", "W1", "ch_w"),
                shop.get("/api/v2/pending").rows("/pending", "reference").stream()
                        .sorted()
                        .toList());

        shop.upload(
                        Shop.ORDER.formatted("W1"),
                        order("W2", "\"gatewayTransactionId\": \"ch_w\""),
                        order("W3", "\"arn\": \"74537604221431003881866\""))
                .is(200);

        for (int i = 1; i <= 3; i++) {
            JsonNode stored = disputesOf(shop, "W" + i).path(0);
            assertEquals("w" + i, stored.path("disputeId").asString());
            assertEquals("upload", stored.path("source").asString());
        }
        assertEquals("[]", shop.get("/api/v2/pending").at("/pending").toString());
    }

    @Test
    void anErasedOrderGetsNoDisputeAndNothingWaitsForIt() {
        Shop shop = api().newShop();
        upload(shop, of("before", "E1"));
        shop.uploadOne("E1");
        shop.send("DELETE", "/api/v2/orders/E1").is(200);

        assertEquals(List.of("erased"), outcomes(upload(shop, of("after", "E1"))));
        assertEquals("[]", shop.get("/api/v2/pending").at("/pending").toString());
    }

    @Test
    void aReferenceOfSeveralOrdersIsRejectedWithTheirNumber() {
        Shop shop = api().newShop();
        shop.upload(
                        order("A1", "\"gatewayTransactionId\": \"ch_a\""),
                        order("A2", "\"gatewayTransactionId\": \"ch_a\""))
                .is(200);

        Reply reply = upload(
                shop,
                dispute("a", "\"gatewayTransactionId\": \"ch_a\""),
                dispute(
                        "b",
                        "\"bin\": \"424242\", \"last4\": \"4242\", \"amount\": 1999, \"currency\": \"USD\","
                                + " \"transactionDate\": \"2026-11-01\""));

        assertEquals(
                List.of("rejected /disputes/0/gatewayTransactionId ambiguous", "rejected /disputes/1/last4 ambiguous"),
                outcomes(reply));
        assertEquals(
                "2 orders match, but only one can have the dispute; send orderId",
                reply.text("/results/0/errors/0/detail"));
    }

    /** The card of an order was corrected: the old one leads nowhere, and such a dispute cannot wait. */
    @Test
    void aCardWithoutOrderIsRejected() {
        Shop shop = api().newShop();
        shop.uploadOne("C1");
        shop.upload(Shop.ORDER.formatted("C1").replace("\"4242\"", "\"0005\"")).is(200);
        String card = "\"bin\": \"424242\", \"last4\": \"%s\", \"amount\": %d, \"currency\": \"USD\","
                + " \"transactionDate\": \"%s\"";

        assertEquals(
                List.of(
                        "rejected /disputes/0/last4 order_not_found",
                        "rejected /disputes/1/last4 order_not_found",
                        "rejected /disputes/2/last4 order_not_found",
                        "created"),
                outcomes(upload(
                        shop,
                        dispute("old", card.formatted("4242", 1999, "2026-11-01")),
                        dispute("amount", card.formatted("0005", 2000, "2026-11-01")),
                        dispute("day", card.formatted("0005", 1999, "2026-11-03")),
                        dispute("new", card.formatted("0005", 1999, "2026-11-02")))));
    }

    /** A search reads at most 1,000 orders with the last four digits at once. */
    @Test
    void theOrderOfACardIsFoundAmongVeryManyWithItsLastFourDigits() {
        Shop shop = api().newShop();
        for (int first = 1_000; first < 2_200; first += 600) {
            shop.upload(IntStream.range(first, first + 600)
                            .mapToObj(i -> Shop.ORDER.formatted("M" + i).replace("424242", "411111"))
                            .toArray(String[]::new))
                    .is(200);
        }
        shop.upload(Shop.ORDER.formatted("A"), Shop.ORDER.formatted("Z").replace("1999", "5"))
                .is(200);
        String card = "\"bin\": \"424242\", \"last4\": \"4242\", \"amount\": %d, \"currency\": \"USD\","
                + " \"transactionDate\": \"2026-11-01\"";

        assertEquals(
                List.of("created", "created"),
                outcomes(upload(shop, dispute("a", card.formatted(1999)), dispute("z", card.formatted(5)))));
        assertEquals("a", disputesOf(shop, "A").at("/0/disputeId").asString());
        assertEquals("z", disputesOf(shop, "Z").at("/0/disputeId").asString());
    }

    @Test
    void aDisputeHasOneOrderAndAnOrderCanHaveSeveralDisputes() {
        Shop shop = api().newShop();
        shop.upload(order("O1", "\"gatewayTransactionId\": \"ch_o\""), Shop.ORDER.formatted("O2"))
                .is(200);

        assertEquals(
                List.of(
                        "created",
                        "rejected /disputes/1/disputeId inconsistent",
                        "rejected /disputes/2/disputeId inconsistent",
                        "unchanged",
                        "created"),
                outcomes(upload(
                        shop,
                        of("x", "O1"),
                        of("x", "O2"),
                        of("x", "NOBODYS"),
                        dispute("x", "\"gatewayTransactionId\": \"ch_o\""),
                        of("y", "O1"))));
        assertEquals(2, disputesOf(shop, "O1").size());
        assertEquals(0, disputesOf(shop, "O2").size());
    }

    @Test
    void datesAndAmountsAreComparedWithTheOrder() {
        Shop shop = api().newShop();
        shop.upload(Shop.ORDER.formatted("D1"), Shop.ORDER.formatted("D2").replace("2026-11-01", "2025-01-10"))
                .is(200);
        String opened = "\"openedAt\": \"2026-11-10\"";

        assertEquals(
                List.of(
                        "rejected /disputes/0/openedAt out_of_range",
                        "created /disputes/1/openedAt out_of_range",
                        "created /disputes/2/amount mismatch",
                        "created /disputes/3/currency mismatch",
                        "created"),
                outcomes(upload(
                        shop,
                        of("early", "D1").replace(opened, "\"openedAt\": \"2026-10-31T23:59:59Z\""),
                        of("late", "D2"),
                        dispute("more", "\"orderId\": \"D1\", \"amount\": 2000, \"currency\": \"USD\""),
                        dispute("other", "\"orderId\": \"D1\", \"amount\": 500, \"currency\": \"EUR\""),
                        dispute("part", "\"orderId\": \"D1\", \"amount\": 500, \"currency\": \"USD\""))));
    }

    @Test
    void aDeadlineCanBePastOrADayOrOfAnotherZone() {
        Shop shop = api().newShop();
        shop.uploadOne("Z1");
        String due = "\"orderId\": \"Z1\", \"respondBy\": \"%s\"";

        assertEquals(
                List.of("created", "created", "created", "rejected /disputes/3/respondBy invalid_date"),
                outcomes(upload(
                        shop,
                        dispute("past", due.formatted("2026-11-12")),
                        dispute("zone", due.formatted("2026-11-30T23:30:00-05:00")),
                        dispute("day", due.formatted("2026-12-24")),
                        dispute("none", due.formatted("2026-11-30T23:30:00")))));

        assertEquals(
                List.of("-8 2026-11-12", "11 2026-12-01T04:30:00Z", "34 2026-12-24"),
                shop.get("/api/v2/disputes?per=10").rows("/disputes", "daysLeft", "dispute/respondBy"));
    }

    @Test
    void eachBadFieldIsNamed() {
        Shop shop = api().newShop();

        assertEquals(
                List.of(
                        "rejected /disputes/0/disputeId required /disputes/0/openedAt required"
                                + " /disputes/0/orderId required",
                        "rejected /disputes/1/last4 required /disputes/1/amount required"
                                + " /disputes/1/transactionDate required",
                        "rejected /disputes/2/orderId wrong_type",
                        "rejected /disputes/3 wrong_type",
                        "rejected /disputes/4/disputeId card_number",
                        "waiting /disputes/5/order unknown_field"),
                outcomes(upload(
                        shop,
                        "{}",
                        dispute("b", "\"bin\": \"424242\""),
                        dispute("c", "\"orderId\": 5"),
                        "7",
                        of("4111111111111111", "B1"),
                        dispute("e", "\"orderId\": \"B1\", \"order\": 1"))));
        shop.post(UPLOAD, of("f", "B1")).isProblem(Problem.INVALID_REQUEST, "/disputes required");
        shop.post(UPLOAD, "[]").isProblem(Problem.INVALID_REQUEST, " wrong_type");
        Shop reader = shop.with(api().key(shop.account(), Mode.LIVE, Scope.READ));
        reader.post(UPLOAD, "{}").isProblem(Problem.KEY_SCOPE);
    }

    @Tag("slow")
    @Test
    void tenThousandLinesAreStoredInOneRequest() {
        Shop shop = api().newShop();
        int orders = 1_000;
        shop.upload(IntStream.range(0, orders)
                        .mapToObj(i -> Shop.ORDER.formatted("N" + i))
                        .toArray(String[]::new))
                .is(200);
        String lines = IntStream.range(0, 10_000)
                .mapToObj(i -> i == 4_000
                        ? "{}"
                        : dispute("n" + i, "\"submittedAt\": \"2026-11-12\", \"orderId\": \"N" + i % orders + "\""))
                .collect(Collectors.joining("\n"));

        JsonNode answer =
                shop.send("POST", UPLOAD, "application/x-ndjson", lines).is(200).json();

        assertEquals("9999 created, 1 rejected", answer.path("message").asString());
        assertEquals(10_000, answer.path("lines").asInt());
        assertEquals(4_001, answer.at("/results/0/index").asInt());
        assertEquals(10, disputesOf(shop, "N7").size());
        assertEquals(9, disputesOf(shop, "N0").size(), "one line of this order is broken");
        JsonNode all = shop.get("/api/v2/disputes/stats").is(200).json();
        assertTrue(all.path("complete").asBoolean());
        assertEquals(9_999, all.at("/groups/0/opened").asInt());
        JsonNode judged = shop.get("/api/v2/disputes/stats?by=elements").is(200).json();
        assertFalse(judged.path("complete").asBoolean());
        assertEquals(1_000, judged.at("/groups/0/opened").asInt());
    }

    /** A row of each kind of reference, as reports of Adyen and spreadsheet programs have them. */
    @Test
    void aCsvFileIsUploadedWithTheCommand() throws IOException {
        Shop shop = api().newShop();
        shop.upload(
                        order("=V1", "\"gatewayTransactionId\": \"PSP0000000000001\""),
                        order("V2", "\"gatewayTransactionId\": \"PSP0000000000002\""))
                .is(200);
        Path file = Files.writeString(folder.resolve("report.csv"), """
                Psp Reference,Merchant Reference,Dispute PSP Reference,Dispute Date,CB Reason Code,Dispute Currency,Dispute Amount,Dispute Status,Deadline,Order
                PSP0000000000001,x,DISPUTE1,2026-11-10 23:30:00, 10.4,USD,19.99,Needs response,2026-11-30,
                PSP0000000000002,x,DISPUTE2,2026-11-10 12:00:00,,USD,5.00,lost,,
                ,,DISPUTE3,2026-11-10,10.4,,,,,'=V1
                ,,DISPUTE4,2026-11-10,10.4,,,,,LATER
                PSP0000000000009,x,DISPUTE5,2026-11-10,fraudulent,,,,,
                PSP0000000000009,x,DISPUTE6,2026-11-10,,,,Refunded,,
                """);
        Run first = command(shop, file, "--zone", "America/New_York", "--json");
        Run run = command(shop, file, "--zone", "America/New_York");

        assertEquals(ExitCode.FAILED, first.code());
        assertEquals(
                "{\"disputes\":6,\"outcomes\":{\"created\":3,\"rejected\":2,\"waiting\":1},\"warnings\":0}",
                JsonMapper.shared().readTree(first.out()).toString());
        assertEquals("6 disputes: 2 rejected, 3 unchanged, 1 waiting", run.out().strip());
        assertTrue(run.err().contains("line 6 (DISPUTE5), /condition: "), run::err);
        assertTrue(run.err().contains("line 7 (DISPUTE6), /status: "), run::err);
        assertTrue(run.err().contains("ignored columns: Merchant Reference"), run::err);
        assertEquals(
                "[{\"disputeId\":\"DISPUTE1\",\"condition\":\"10.4\",\"openedAt\":\"2026-11-11T04:30:00Z\","
                        + "\"status\":\"open\",\"respondBy\":\"2026-11-30\",\"amount\":1999,\"currency\":\"USD\","
                        + "\"source\":\"upload\"},"
                        + "{\"disputeId\":\"DISPUTE3\",\"condition\":\"10.4\",\"openedAt\":\"2026-11-10\","
                        + "\"status\":\"open\",\"source\":\"upload\"}]",
                disputesOf(shop, "%3DV1").toString());
        assertEquals("unknown", disputesOf(shop, "V2").at("/0/condition").asString());
        assertEquals("lost", disputesOf(shop, "V2").at("/0/status").asString());
    }

    /** Reports of Adyen and Stripe list questions and fraud reports too. */
    @ParameterizedTest
    @CsvSource({
        "Record Type, Chargeback, open",
        "Record Type, ChargebackReversed, won",
        "Record Type, SecondChargeback, lost",
        "Record Type, RequestForInformation,",
        "Record Type, NotificationOfFraud,",
        "Status, needs_response, open",
        "Status, warning_needs_response,",
        "Status, warning_closed,"
    })
    void aRowThatIsNoDisputeIsRejected(String column, String word, @Nullable String status) throws IOException {
        Shop shop = api().newShop();
        shop.upload(order("V1", "\"revision\": 1")).is(200);
        Path file = Files.writeString(
                folder.resolve("report.csv"),
                "disputeId,openedAt,orderId," + column + "\nD1,2026-11-10,V1," + word + "\n");

        Run run = command(shop, file);

        assertEquals(status == null, run.err().contains("send nothing, because it is no dispute"), run::err);
        assertEquals(
                status == null ? "" : status,
                disputesOf(shop, "V1").at("/0/status").asString(""));
    }

    /** What a command has printed, and its exit code. */
    private record Run(int code, String out, String err) {}

    private static Run command(Shop shop, Path file, String... options) {
        TestTerminal terminal = new TestTerminal()
                .with("EVIDENCE_URL", "http://127.0.0.1:" + shop.api().port())
                .with("EVIDENCE_API_KEY", shop.key().text());
        List<String> arguments = new ArrayList<>(List.of("disputes", "upload", file.toString()));
        arguments.addAll(List.of(options));
        int code = terminal.run(arguments.toArray(String[]::new));
        return new Run(code, terminal.out(), terminal.err());
    }
}
