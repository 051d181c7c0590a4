package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.Scope;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;

/** The page Coverage of the console. The server's day is 2026-11-20. */
class CoveragePageTest extends PageSetup {
    @BeforeEach
    void signIn() {
        client.signIn(shop.key());
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

    private void upload(List<String> orders) {
        shop.post("/api/v2/orders/upload", "{\"orders\": [" + String.join(",", orders) + "]}")
                .is(200);
    }

    @Test
    void beforeTheFirstComputationThePageSaysSo() {
        assertTrue(page("/console/coverage").contains("The numbers are not computed yet"));
        assertTrue(page("/console/coverage/orders?of=qualified").contains("The numbers are not computed yet"));
    }

    @Test
    void withoutOrdersThePageSaysWhatIsCounted() {
        compute();

        assertTrue(page("/console/coverage").contains("No orders that can be disputed"));
    }

    @Test
    void theNumbersLeadToTheirOrders() {
        String ip = ", \"ip\": \"203.0.113.7\"";
        upload(List.of(
                order("P-1", "2026-03-01", "0001", ip),
                order("P-2", "2026-04-01", "0001", ip),
                order("E-1", "2026-11-01", "0001", ip),
                order("A<1>", "2026-11-02", "0001", ""),
                order("N-1", "2026-11-03", "0002", ip)));
        compute();

        String page = page("/console/coverage");

        assertTrue(page.contains("3 orders can be disputed today"), page);
        assertTrue(page.contains("33.3 %"), page);
        assertTrue(page.contains("href=\"/console/coverage/orders?of=field%20ip\">1 order</a>"), page);
        assertTrue(page.contains("<title>2026-11-02: 0 eligible, 1 need an action, 0 not eligible</title>"), page);
        assertTrue(page.contains("No address looks like a proxy."), page);
        assertTrue(page("/console/coverage/orders?of=field%20ip")
                .contains("href=\"/console/orders/A%3C1%3E\">A&lt;1&gt;"));
        assertTrue(page("/console/coverage/orders?of=qualified").contains(">E-1</a>"));
        assertTrue(page("/console/coverage/orders?of=not_qualified%20no_priors").contains(">N-1</a>"));
        client.get("/console/coverage/orders?of=nothing").is(404);
        client.get("/console/coverage/orders").is(404);
    }

    @Test
    void aSharedAddressIsShownWithItsOrders() {
        List<String> orders = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            orders.add(order("S-" + (10 + i), "2026-11-01", "00" + (10 + i), ", \"ip\": \"203.0.113.250\""));
        }
        upload(orders);
        compute();

        String page = page("/console/coverage");

        assertTrue(page.contains("203.0.113.250"), page);
        assertTrue(page.contains("100.0 %"), page);
        assertTrue(page("/console/coverage/orders?of=address%200").contains(">S-21</a>"));
        assertFalse(page.contains("style="), "the content security policy forbids inline styles");
    }

    @Test
    void aKeyThatMayNotReadSeesNothing() {
        ConsoleClient writer = new ConsoleClient(service.url());
        try (writer) {
            writer.post(
                    "/console/sign-in",
                    Map.of(
                            "key",
                            shop.api()
                                    .key(shop.account(), Mode.LIVE, Scope.WRITE)
                                    .text()));

            assertFalse(writer.get("/console/coverage").html().contains("disputed today"));
        }
    }
}
