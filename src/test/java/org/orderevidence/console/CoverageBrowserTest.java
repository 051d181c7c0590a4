package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.http.api.Shop;
import org.orderevidence.http.server.ServedSqlite;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;

/** The page Coverage in a browser: what a risk analyst does with it. */
@Tag("slow")
class CoverageBrowserTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 20);

    @TempDir
    private static Path folder;

    private static ServedSqlite service;
    private Browser browser;
    private Shop shop;

    @BeforeAll
    static void serve() {
        service = ServedSqlite.start(folder);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void openBrowser() {
        shop = service.newShop();
        browser = Browser.shared();
    }

    private void compute() {
        shop.api().coverages().compute(new AccountSpace(shop.account(), Mode.LIVE));
    }

    /** Orders of 120 cards: of some customers without login, of some through a proxy, of some without history. */
    private void uploadOrders() {
        List<String> orders = new ArrayList<>();
        int[] ages = {1, 20, 45, 70, 130, 160, 200};
        for (int card = 0; card < 120; card++) {
            for (int age : ages) {
                if (card % 6 != 0 || age <= 20) {
                    orders.add(order(card, TODAY.minusDays(age + card % 23)));
                }
            }
        }
        for (int from = 0; from < orders.size(); from += 500) {
            List<String> some = orders.subList(from, Math.min(orders.size(), from + 500));
            shop.post("/api/v2/orders/upload", "{\"orders\": [" + String.join(",", some) + "]}")
                    .is(200);
        }
    }

    private static String order(int card, LocalDate day) {
        String ip = card % 7 == 0 ? "203.0.113.250" : "198.51.100." + card;
        return "{\"id\": \"ORDER-" + card + "-" + day + "\", \"amount\": 1999, \"currency\": \"USD\","
                + "\"transactionDate\": \"" + day + "\", \"brand\": \"" + (card % 11 == 0 ? "mastercard" : "visa")
                + "\", \"cardFingerprint\": \"card-" + (1_000 + card) + "\","
                + (card % 4 == 1 ? "" : "\"ip\": \"" + ip + "\",")
                + (card % 5 == 2 ? "" : "\"customerAccountId\": \"user-" + card + "\",")
                + "\"receipt\": {\"description\": \"Tea\", \"customerEmail\": \"c" + card + "@example.com\"}}";
    }

    @Test
    void anAnalystFindsWhatToSendFirst() {
        uploadOrders();
        compute();
        browser.signIn(service.url(), shop.key());

        browser.click("nav.sections a[href='/console/coverage']");
        browser.await(b -> b.path().equals("/console/coverage"));
        assertEquals(3, browser.all(".tiles li").size());
        browser.check();

        browser.click(".halves summary");
        assertTrue(browser.find(".halves details[open] tbody tr").isDisplayed());
        browser.check();

        String unlocked = browser.text(".unlocks a");
        browser.click(".unlocks a");
        browser.await(b -> b.path().startsWith("/console/coverage/orders?of=field"));
        assertTrue(browser.text(".page-head").contains(unlocked), unlocked);
        assertTrue(browser.all(".ids a").size() > 10);
        browser.check();
    }

    @Test
    void thePageHasAnEmptyStateAndOneBeforeTheFirstNumbers() {
        browser.signIn(service.url(), shop.key());
        browser.open(service.url() + "/console/coverage");
        assertEquals("The numbers are not computed yet", browser.text(".empty h2"));
        browser.check();

        compute();
        browser.click(".empty a");
        browser.await(b -> b.text(".empty h2").equals("No orders that can be disputed"));
        browser.check();
    }
}
