package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.console.ConsoleClient.Page;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;

/** Lists, searches and coverage in the console. */
class FindPageTest extends PageSetup {
    private static final Pattern ROW = Pattern.compile("<a class=\"id\" href=\"/console/orders/([^\"]+)\"");

    @BeforeEach
    void signIn() {
        client.signIn(shop.key());
    }

    private static List<String> rows(Page page) {
        return ROW.matcher(page.html()).results().map(match -> match.group(1)).toList();
    }

    private Page search(String typed) {
        return client.post("/console/search", Map.of("q", typed));
    }

    @Test
    void anAccountWithoutOrdersIsLedToTheUpload() {
        Page page = client.get("/console");

        assertTrue(page.html().contains("No orders yet"), page::html);
        assertTrue(page.html().contains("./evidence demo"), page::html);
    }

    @Test
    void theNewestOrdersComeFirstWithTheirVerdict() {
        SampleCase.upload(shop);

        Page page = client.get("/console");

        assertEquals(List.of("LONE-1", "NEW-1", "RECENT-1", "OLD-1", "OLD-2"), rows(page));
        assertTrue(page.html().contains("5 orders"), page::html);
        assertTrue(page.html().contains("<span>Eligible</span>"), page::html);
        assertTrue(page.html().contains("<span>Not eligible</span>"), page::html);
        assertTrue(page.html().contains("<span>Closed</span>"), page::html);
    }

    @Test
    void openDisputesAreTheFirstPageAfterSignInAndHaveTheirDeadlineAndWhatIsMissing() {
        client.get("/console/start").leadsTo("/console");
        assertTrue(client.get("/console/disputes").words().contains("No such dispute"));
        SampleCase.upload(shop);
        dispute("NEW-1", "10.4", "\"respondBy\": \"2026-11-27T09:00:00Z\", \"amount\": 1999, \"currency\": \"USD\"");
        dispute("RECENT-1", "13.1", "\"respondBy\": \"2026-11-19\"");
        dispute("OLD-2", "13.1", "\"status\": \"withdrawn\"");

        client.post("/console/sign-in", Map.of("key", shop.key().text())).leadsTo("/console/start");
        client.get("/console/start").leadsTo("/console/disputes");
        Page page = client.get("/console/disputes");

        assertEquals(List.of("RECENT-1", "NEW-1"), rows(page));
        String words = page.words();
        assertTrue(words.contains("2026-11-19 Over"), words);
        assertTrue(
                words.contains(
                        "2026-11-27 09:00 UTC 7 days left 19.99 USD Visa •••• 4242 10.4 · Open of NEW-1 Eligible Missing: fulfilment date"),
                words);
        assertTrue(words.contains("Not about fraud"), words);
        assertEquals(List.of("OLD-2"), rows(client.get("/console/disputes?status=closed")));
        assertEquals(List.of("NEW-1"), rows(client.get("/console/disputes?verdict=qualified&dueBefore=2026-12-01")));
        client.get("/console/disputes?status=all").is(400);
        Page csv = client.get("/console/disputes.csv?format=csv&status=closed").is(200);
        assertTrue(csv.html().contains("\"OLD-2\""), csv::html);
        client.get("/console/disputes.csv?status=all").is(404);
        client.post("/console/sign-in", Map.of("key", shop.key().text(), "next", "/console/coverage"))
                .leadsTo("/console/coverage");
    }

    private void dispute(String order, String condition, String more) {
        shop.dispute(order, "of " + order, condition, "2026-11-15", ", " + more);
    }

    @Test
    void anOrderHasItsTimeItsCustomerAndTheStateOfItsCharge() {
        SampleCase.upload(shop);
        SampleCase.orders(shop, """
                {"id": "NAMED-1", "amount": 1, "currency": "USD", "transactionDate": "2026-11-03T08:05:00Z",
                 "receipt": {"name": {"familyName": "Rosen"}, "customerEmail": "other@example.com"}}""");

        String words = client.get("/console").words();

        assertTrue(words.contains("Rosen 2026-11-03 08:05 UTC"), words);
        assertFalse(words.contains("other@example.com"), words);
        assertTrue(words.contains(SampleCase.EMAIL + " 2026-11-01 10:00 UTC"), words);
        assertTrue(words.contains("Succeeded") && !words.contains("Paid"), words);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/console", "/console?from=2026-11-01&to=2026-11-09&status=succeeded"})
    void aWayBackLeadsThroughTheSamePagesWithTheSameFilters(String first) {
        SampleCase.orders(
                shop,
                IntStream.range(0, 85)
                        .mapToObj(i ->
                                "{\"id\": \"O.%02d\", \"amount\": 1, \"currency\": \"USD\", \"transactionDate\": \"2026-11-0%d\", \"status\": \"%s\"}"
                                        .formatted(i, 1 + i % 9, i % 17 == 0 ? "failed" : "succeeded"))
                        .toArray(String[]::new));
        List<List<String>> pages = new ArrayList<>();
        String path = first;
        Page page = client.get(path).is(200);
        assertEquals(null, link(page, "Newer orders"));
        pages.add(rows(page));
        while (pages.size() < 9 && (path = link(page, "Older orders")) != null) {
            page = client.get(path).is(200);
            pages.add(rows(page));
        }
        assertTrue(pages.size() >= 4, pages::toString);

        for (int i = pages.size() - 2; i >= 0; i--) {
            page = client.get(String.valueOf(link(page, "Newer orders"))).is(200);
            assertEquals(pages.get(i), rows(page));
            assertEquals(first.contains("status"), page.html().contains("value=\"succeeded\" selected"));
        }
        assertEquals(null, link(page, "Newer orders"));
        client.get("/console?after=2026-11-05O.03&trail=%21no~trail").is(200);
    }

    private static @Nullable String link(Page page, String label) {
        return Pattern.compile("href=\"([^\"]{1,900})\">" + label)
                .matcher(page.html())
                .results()
                .map(match -> match.group(1).replace("&amp;", "&"))
                .findFirst()
                .orElse(null);
    }

    @Test
    void aSearchIsPagedInBothDirections() {
        SampleCase.orders(
                shop,
                IntStream.range(0, 45)
                        .mapToObj(i ->
                                "{\"id\": \"S-%02d\", \"amount\": 1, \"currency\": \"USD\", \"transactionDate\": \"2026-11-0%d\", \"receipt\": {\"customerEmail\": \"%s\"}}"
                                        .formatted(i, 1 + i % 9, SampleCase.EMAIL))
                        .toArray(String[]::new));
        Page first = search(SampleCase.EMAIL);
        assertFalse(first.html().contains("Newer orders"), first::html);

        Page second = client.post("/console/search", fields(first, "Older orders"));
        assertEquals(20, rows(second).size());
        Page third = client.post("/console/search", fields(second, "Older orders"));
        assertEquals(5, rows(third).size());

        assertEquals(rows(second), rows(client.post("/console/search", fields(third, "Newer orders"))));
        assertEquals(rows(first), rows(client.post("/console/search", fields(second, "Newer orders"))));
    }

    private static Map<String, String> fields(Page page, String label) {
        String before = page.html().substring(0, page.html().indexOf(">" + label + "<"));
        String form = before.substring(before.lastIndexOf("<form"));
        return Pattern.compile("name=\"(q|after|trail)\" value=\"([^\"]*)\"")
                .matcher(form)
                .results()
                .collect(Collectors.toMap(match -> match.group(1), match -> match.group(2)));
    }

    @Test
    void filtersByDaysAndStatus() {
        SampleCase.upload(shop);

        assertEquals(List.of("LONE-1", "NEW-1"), rows(client.get("/console?from=2026-11-01&to=2026-11-02")));
        assertEquals(List.of("LONE-1"), rows(client.get("/console?status=failed")));
        assertEquals(List.of("NEW-1"), rows(client.get("/console?from=2026-11-01&to=2026-11-02&status=succeeded")));
        assertTrue(client.get("/console?from=2025-01-01&to=2025-01-02").html().contains("No orders on these days"));
        client.get("/console?from=2026-01-01&to=2026-12-31").is(422);
        client.get("/console?from=2026-01-02&to=2026-01-01").is(422);
        client.get("/console?from=2026-01-01").is(422);
        client.get("/console?from=yesterday&to=today").is(422);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NEW-1", " NEW-1 ", "order #new-1", "ch_new", "74537604221222132710572"})
    void anIdThatOneOrderHasOpensItsPage(String id) {
        SampleCase.upload(shop);

        search(id).leadsTo("/console/orders/NEW-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Jenny.Rosen@EXAMPLE.com", "424242••••4242"})
    void aCustomerOrACardListsItsOrders(String typed) {
        SampleCase.upload(shop);

        assertEquals(
                List.of("NEW-1", "RECENT-1", "OLD-1", "OLD-2"),
                rows(search(typed).is(200)));
    }

    @Test
    void anEmailIsInNoAddress() {
        SampleCase.upload(shop);

        Page page = search(SampleCase.EMAIL).is(200);

        assertTrue(page.html().contains("value=\"" + SampleCase.EMAIL + "\""), page::html);
        Pattern address = Pattern.compile("(href|action|src)=\"([^\"]*)\"");
        assertTrue(address.matcher(page.html())
                .results()
                .noneMatch(match -> match.group(2).contains("jenny")));
        client.get("/console/search").is(405);
    }

    @Test
    void aFullCardNumberIsNeitherSearchedNorRepeated() {
        Page page = search("4242 4242 4242 4242").is(422);

        assertTrue(page.html().contains("looks like a full card number"), page::html);
        assertFalse(page.html().contains("4242 4242 4242"), page::html);
    }

    @Test
    void aSearchWithoutResultShowsNearMatchesWithTheReason() {
        SampleCase.upload(shop);

        Page page = search("NEW-2").is(200);

        assertTrue(page.html().contains("No order found"), page::html);
        assertTrue(page.html().contains("Near matches"), page::html);
        assertTrue(page.html().contains("One character of the order ID differs"), page::html);
        assertEquals(List.of("NEW-1"), rows(page));
    }

    @Test
    void aSearchWithoutResultSaysSo() {
        SampleCase.upload(shop);

        assertTrue(search("nobody@example.com").is(200).html().contains("No order found"));
        assertTrue(search("<b>'\"").is(200).html().contains("&lt;b>"));
        search("").leadsTo("/console");
        search("x".repeat(300)).is(422);
    }

    private void compute() {
        shop.api().coverages().compute(new AccountSpace(shop.account(), Mode.LIVE));
    }

    private String page(String path) {
        return client.get(path).is(200).html();
    }

    private static String order(String id, String day, String card, String more) {
        return "{\"id\": \"" + id + "\", \"amount\": 1999, \"currency\": \"USD\", \"transactionDate\": \"" + day
                + "\", \"brand\": \"visa\", \"cardFingerprint\": \"card-" + card + "\", \"customerAccountId\": \"u"
                + card + "\", \"receipt\": {\"description\": \"Tea\"}" + more + "}";
    }

    @Test
    void theNumbersLeadToTheirOrders() {
        String ip = ", \"ip\": \"203.0.113.7\"";
        SampleCase.orders(
                shop,
                order("P-1", "2026-03-01", "0001", ip),
                order("P-2", "2026-04-01", "0001", ip),
                order("E-1", "2026-11-01", "0001", ip),
                order("A<1>", "2026-11-02", "0001", ""),
                order("N-1", "2026-11-03", "0002", ip));
        compute();

        String page = page("/console/coverage");

        assertTrue(page.contains("3 orders can be disputed today"), page);
        assertTrue(page.contains("33.3 %"), page);
        assertTrue(page.contains("href=\"/console/coverage/orders?of=field%3Aip\">1 order</a>"), page);
        assertTrue(page.contains("<title>2026-11-02: 0 eligible, 1 need an action, 0 not eligible</title>"), page);
        assertTrue(page.contains("No address looks like a proxy."), page);
        assertTrue(
                page("/console/coverage/orders?of=field:ip").contains("href=\"/console/orders/A%3C1%3E\">A&lt;1&gt;"));
        assertTrue(page("/console/coverage/orders?of=qualified").contains(">E-1</a>"));
        assertTrue(page("/console/coverage/orders?of=not_qualified:no_priors").contains(">N-1</a>"));
        String listed = client.get("/console/coverage/orders?of=field:ip").words();
        assertTrue(listed.contains("1 of 1 order."), listed);
        assertTrue(listed.contains("A&lt;1&gt; u0001 2026-11-02 19.99 USD visa Needs an action"), listed);
        assertTrue(client.get("/console/coverage/orders?of=field:ip&verdict=qualified")
                .words()
                .contains("0 of 1 order."));
        assertTrue(client.get("/console/coverage/orders.csv?format=csv&of=field:ip")
                .is(200)
                .html()
                .contains("\"19.99\",\"USD\",\"visa\",\"u0001\",\"requires_action\""));
        client.get("/console/coverage/orders.csv?of=nothing").is(404);
        client.get("/console/coverage/orders?of=nothing").is(404);
        client.get("/console/coverage/orders").is(404);
    }
}
