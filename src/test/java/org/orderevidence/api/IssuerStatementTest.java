package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.Reply;
import org.orderevidence.receipt.render.PdfCheck;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** What the evidence for an issuer contains, and that it contains nothing else. */
class IssuerStatementTest extends OnSqlite {
    private static final int CUSTOMERS = 10;
    private static final int DISPUTED = 4;

    /** What would tell the other side something, or needs knowledge of this service. */
    private static final List<String> FORBIDDEN = List.of(
            "profile",
            "reading",
            "token",
            "eligible",
            "fraud report",
            "rep-",
            "missing",
            "timeline",
            "internal",
            "sha-256");

    private static String order(String id, LocalDate day, int customer, String ip) {
        return """
                {"id": "%1$s", "amount": 150%2$d, "currency": "USD", "transactionDate": "%3$sT09:15:00Z", %4$s
                 "settledAt": "%5$s", "fulfilledAt": "%6$s", "arn": "7402%7$s", "gatewayTransactionId": "ch_%1$s",
                 "authCode": "AC%1$s", "descriptor": "TEA HOUSE %2$d", "merchandiseOrServices": "merchandise",
                 "customerAccountId": " login-%2$d ", "cardFingerprint": "fp_customer_%2$d", "brand": "visa", "last4": "4242",
                 "receipt": {"customerEmail": "c%2$d@example.com",
                             "lineItems": [{"productName": "Green tea of %1$s", "price": 1500}]}}""".formatted(
                id, customer, day, ip.isEmpty() ? "" : "\"ip\": \"" + ip + "\",", day.plusDays(1), day.plusDays(3), id);
    }

    /** Of each customer: two orders that are evidence, one that was reported as fraud, and four that could be disputed. */
    @Tag("slow")
    @Test
    void fortyStatementsHaveEachFactAndNoWordAboutAnotherOrder() {
        Shop shop = service.newShop();
        shop.put("/api/v2/account", """
                        {"merchantInfo": {"name": "Tea House", "merchantReceiptContact":
                         {"phoneForReceipt": "+1 217 555 0100", "websiteForReceipt": "https://tea.example"}}}""").is(200);
        int made = 0;
        for (int c = 100; c < 100 + CUSTOMERS; c++) {
            made += statements(shop, c);
        }

        assertEquals(CUSTOMERS * DISPUTED, made);
        JsonNode exports =
                shop.get("/api/v2/account/audit?orderId=D100x0").is(200).at("/entries");
        assertTrue(
                exports.valueStream()
                        .anyMatch(entry -> entry.path("action").asString().equals("evidence_exported")),
                exports::toString);
    }

    private static int statements(Shop shop, int c) {
        boolean tracked = c % 5 == 0;
        String first = "P" + c + "x1";
        String second = "P" + c + "x2";
        List<String> orders = new ArrayList<>(List.of(
                order(first, LocalDate.of(2026, 3, 1), c, "2001:DB8:0:0::" + c),
                order(second, LocalDate.of(2026, 2, 1), c, tracked ? "" : "2001:db8::0:" + c),
                order("REP" + c, LocalDate.of(2026, 4, 1), c, "2001:db8::" + c)));
        List<String> disputed = new ArrayList<>();
        for (int i = 0; i < DISPUTED; i++) {
            disputed.add("D" + c + "x" + i);
            orders.add(order(disputed.get(i), LocalDate.of(2026, 11, 1 + i), c, "2001:0db8::" + c));
        }
        shop.upload(orders.toArray(String[]::new)).is(200);
        shop.report("REP" + c, "rep-" + c, "2026-05-01");
        if (tracked) {
            shop.post("/api/v2/track", """
                    {"email": "c%1$d@example.com", "ip": "2001:db8::%1$d", "observedAt": "2026-02-01T09:11:00Z"}""".formatted(c)).is(200);
        }
        int made = 0;
        for (String id : disputed) {
            shop.dispute(id, "case-of-" + id, "10.4", "2026-11-15");
            String text = PdfCheck.words(shop.get("/api/v2/orders/" + id + "/evidence.pdf?for=issuer")
                            .is(200)
                            .body()
                            .toArray())
                    .replace('\u00a0', ' ');
            assertFacts(text, id, first, second, c, tracked);
            List<String> others = new ArrayList<>(disputed);
            others.remove(id);
            others.add("REP" + c);
            others.forEach(other -> assertFalse(text.contains(other), () -> other + " in " + text));
            FORBIDDEN.forEach(
                    word -> assertFalse(text.toLowerCase(Locale.ROOT).contains(word), () -> word + " in " + text));
            made++;
        }
        return made;
    }

    private static void assertFacts(String text, String id, String first, String second, int c, boolean tracked) {
        List<String> facts = new ArrayList<>(List.of(
                "Tea House",
                "+1 217 555 0100",
                "https://tea.example",
                "case-of-" + id,
                "10.4",
                "15 November 2026",
                "09:15 UTC",
                "1 March 2026",
                "1 February 2026",
                "2 March 2026",
                "4 March 2026",
                "Visa ending in 4242",
                "TEA HOUSE " + c,
                "Merchandise",
                "IP address 2001:db8::" + c + " ",
                "Customer account ID login-" + c + " ",
                "= same on all three"));
        for (String order : List.of(id, first, second)) {
            facts.addAll(List.of(order, "7402" + order, "ch_" + order, "AC" + order, "Green tea of " + order));
        }
        facts.add("1,50" + c / 100 + "." + String.valueOf(c).substring(1) + " USD");
        if (tracked) {
            facts.add("Order " + second
                    + ": tracked address of the same customer, recorded 4 minutes from the transaction");
        }
        facts.forEach(fact -> assertTrue(text.contains(fact), () -> fact + " is not in " + text));
        assertEquals(tracked, text.contains("tracked"));
        assertEquals(1, text.split("2001:db8::" + c + "\\b", -1).length - 1, text);
    }

    @Test
    void thereIsNoStatementIfSomethingIsMissing() {
        Shop shop = service.newShop();
        String first = order("P-1", LocalDate.of(2026, 3, 1), 1, "203.0.113.7");
        String second = order("P-2", LocalDate.of(2026, 2, 1), 1, "203.0.113.7");
        String own = order("A-1", LocalDate.of(2026, 11, 1), 1, "203.0.113.7");
        String path = "/api/v2/orders/A-1/evidence";
        shop.upload(own, first).is(200);

        Reply notEligible = shop.get(path + "?for=issuer").isProblem(Problem.EVIDENCE_NOT_READY);
        assertEquals("not_ready", notEligible.text("/code"));
        shop.upload(second.replaceFirst("\"arn\": \"[^\"]*\", ", "").replaceFirst("\"fulfilledAt\": \"[^\"]*\", ", ""))
                .is(200);
        for (String end : List.of("", ".html", ".pdf")) {
            Reply lacking = shop.get(path + end + "?for=issuer").isProblem(Problem.EVIDENCE_NOT_READY);
            assertEquals(List.of("/arn required", "/fulfilledAt required"), lacking.errors());
            assertEquals(
                    "Order P-2 has no acquirer reference number (ARN); PATCH the order with arn. Order P-2 has no"
                            + " fulfilment date; PATCH the order with fulfilledAt.",
                    lacking.text("/detail"));
        }
        shop.patch("/api/v2/orders/P-2", "{\"arn\": \"7402P-2\", \"fulfilledAt\": \"2026-02-04\"}")
                .is(200);

        String page = shop.get(path + "?for=issuer").is(200).text();
        assertTrue(page.contains("Evidence for order A-1"), page);
        shop.dispute("A-1", "d", "10.4", "2026-11-12");
        shop.get(path + "?for=issuer&asOf=2026-11-12").is(200);
        shop.get(path + "?for=issuer&asOf=2026-11-13").isProblem(Problem.INVALID_PARAMETER);
        shop.get(path + "?for=bank").isProblem(Problem.INVALID_PARAMETER);
    }
}
