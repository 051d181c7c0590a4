package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Forms, errors and hostile texts of the console in a browser. {@link JourneyBrowserTest} covers a normal visit. */
class ConsoleBrowserTest extends BrowserSetup {
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
    void aReceiptLinkIsMadeAndCopiedWithOneClick() {
        SampleCase.upload(shop);
        browser.signIn(url(), shop.key());
        browser.allowClipboard();
        browser.open(url() + "/console/orders/NEW-1");

        browser.click("#receipt-link button");
        browser.await(b -> b.text("#receipt-link button").equals("Copied"));

        String link = String.valueOf(browser.find("#receipt-url").getDomProperty("value"));
        assertTrue(link.contains("/r/"), link);
        assertEquals(link, browser.script("return navigator.clipboard.readText()"));
        browser.check();
    }

    @Test
    void theMatchTableOnAPhoneShowsThatItScrolls() {
        SampleCase.upload(shop);
        browser.signIn(url(), shop.key());
        browser.open(url() + "/console/orders/NEW-1");
        assertFalse(browser.find(".scrolls").isDisplayed());

        browser.use(Browser.Size.PHONE);
        assertTrue(browser.find(".scrolls").isDisplayed());
        assertEquals(
                true,
                browser.script(
                        "const table = document.querySelector('#matches .table-wrap');"
                                + "return table.scrollWidth > table.clientWidth && getComputedStyle(table).backgroundImage.includes('gradient')"));
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
    void anIdThatABrowserWouldRemoveFromAPathIsOpened() {
        for (String id : new String[] {".", "..", "!.", "!.."}) {
            SampleCase.orders(
                    shop,
                    "{\"id\": \"" + id
                            + "\", \"amount\": 1, \"currency\": \"USD\", \"transactionDate\": \"2026-11-01\"}");
        }
        browser.signIn(url(), shop.key());
        for (String path : new String[] {"!.", "!..", "%21.", "%21.."}) {
            String id = path.startsWith("!") ? path.substring(1) : path.replace("%21", "!");

            browser.open(url() + "/console");
            browser.click("a.id[href='/console/orders/" + path + "']");
            assertEquals(id, browser.text("h1 bdi"));

            browser.click(".records details:last-child summary");
            browser.type("#refund-amount", "0.01" + Keys.ENTER);
            browser.await(b -> b.path().equals("/console/orders/" + path + "?done=refund"));
            assertEquals(id, browser.text("h1 bdi"));

            browser.click("a[href='/console/orders/" + path + "/receipt']");
            browser.await(b -> b.path().equals("/console/orders/" + path + "/receipt"));
            assertTrue(browser.text("body").contains(id), () -> browser.text("body"));
        }
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
