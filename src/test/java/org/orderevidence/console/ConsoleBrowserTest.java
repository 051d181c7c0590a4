package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.orderevidence.http.api.Shop;
import org.orderevidence.http.server.ServedSqlite;

/** The console in a browser: forms, errors and hostile texts. {@link JourneyBrowserTest} has the usual way. */
@Tag("slow")
class ConsoleBrowserTest {
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

    private String url() {
        return service.url();
    }

    @Test
    void aDisputeIsRecordedWithTheKeyboardAlone() {
        SampleCase.upload(shop);
        browser.signIn(url(), shop.key());
        browser.open(url() + "/console/orders/LONE-1");
        browser.check();

        browser.find(".records summary").sendKeys(Keys.ENTER);
        browser.type("#disputes-disputeId", "dp_1");
        browser.type("#disputes-condition", "fraud" + Keys.ENTER);
        browser.await(b -> b.text("#disputes-condition-error").contains("network's code"));
        browser.check();
        browser.type("#disputes-condition", "13.1" + Keys.ENTER);

        browser.await(b -> b.path().equals("/console/orders/LONE-1?done=disputes"));
        assertTrue(browser.text("main").contains("dp_1"), () -> browser.text("main"));
        browser.check();
    }

    @Test
    void anErrorHasAPageToo() {
        browser.signIn(url(), shop.key());

        browser.open(url() + "/console/orders/nothing");
        assertTrue(browser.text("h1").contains("Order not found"));
        browser.check();
    }

    @Test
    void hostileTextsBreakNoPage() {
        SampleCase.orders(shop, """
                {"id": "H", "amount": 1000000000000, "currency": "KWD", "transactionDate": "2026-11-01T10:00:00Z",
                 "bin": "424242", "last4": "4242", "deviceId": "%1$s", "customerAccountId": "%1$s",
                 "receipt": {"description": "%2$s", "merchantInfo": {"name": "%2$s"}, "lineItems": [%3$s]}}""".formatted(
                        "W".repeat(128),
                        "W\\u202E".repeat(900),
                        ("{\"productName\": \"" + "<b>W".repeat(12) + "\", \"quantity\": 1000000000, \"price\": 1},")
                                        .repeat(499)
                                + "{\"productName\": \"x\", \"quantity\": 1, \"price\": 1}"));
        browser.signIn(url(), shop.key());
        browser.check();

        browser.open(url() + "/console/orders/H");
        browser.check();
    }
}
