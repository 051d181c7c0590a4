package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
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

/** The console in a browser: what a support agent does in a visit. */
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
    void aVisitFromSignInToSignOut() {
        SampleCase.upload(shop);
        browser.open(url() + "/");
        assertEquals("/console/sign-in?next=%2Fconsole", browser.path());
        browser.check();
        browser.type("#key", "oe_live_wrong");
        browser.click("form.panel button[type=submit]");
        browser.await(b -> b.text("#key-error").contains("typo"));
        browser.check();

        browser.signIn(url(), shop.key());
        browser.check();

        browser.type("#q", SampleCase.EMAIL + Keys.ENTER);
        browser.await(b -> b.path().equals("/console/search"));
        assertEquals(4, browser.all("table.orders tbody tr").size());
        browser.check();

        browser.click("a[href='/console/orders/NEW-1']");
        browser.await(b -> b.text("#verdict-title").equals("Eligible"));
        browser.check();

        browser.script("window.notLoadedAgain = true; return true");
        browser.set("#day-slider", (String) browser.script("return document.getElementById('day-slider').max"));
        browser.await(b -> b.text("#verdict-title").equals("Needs an action"));
        assertEquals("2027-03-01", browser.find("#asOf").getDomProperty("value"));
        assertEquals("/console/orders/NEW-1?asOf=2027-03-01&profile=visa", browser.path());
        assertEquals(true, browser.script("return window.notLoadedAgain"));

        browser.set("#asOf", "2026-11-25");
        browser.await(b -> b.text("#verdict-title").equals("Eligible"));
        assertEquals(true, browser.script("return window.notLoadedAgain"));
        browser.check();

        browser.click(".who button");
        browser.await(b -> b.path().equals("/console/sign-in"));
        browser.open(url() + "/console/orders/NEW-1");
        assertTrue(browser.path().startsWith("/console/sign-in?next="), browser::path);
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
    void anAccountWithoutOrdersAndAnErrorHavePagesToo() {
        browser.signIn(url(), shop.key());
        assertTrue(browser.text("main").contains("No orders yet"));
        browser.check();

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
