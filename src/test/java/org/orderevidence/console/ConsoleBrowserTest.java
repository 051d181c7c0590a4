package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.Keys;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;

/** Forms, errors and hostile texts of the console in a browser. {@link JourneyBrowserTest} covers a normal visit. */
class ConsoleBrowserTest extends BrowserSetup {

    private String url() {
        return service.url();
    }

    @Test
    void aDisputeIsRecordedWithTheKeyboardAlone() {
        SampleCase.upload(shop);
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
    void aCustomerIsErasedWithAReport() {
        CustomerPagesTest.upload(shop);
        browser.open(url() + "/console/settings/customers");
        browser.check();

        browser.type("#email", "ann@example.com" + Keys.ENTER);
        browser.await(b -> b.text("main").contains("Order old"));
        assertEquals("/console/settings/customers", browser.path());
        browser.click("summary");
        browser.check();
        browser.type("#confirmed", "ann@example.com" + Keys.ENTER);
        browser.await(b -> b.text("h1").equals("Erasure report"));
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
        browser.open(url() + "/console");
        browser.check();

        browser.open(url() + "/console/orders/H");
        browser.check();
    }

    @BeforeEach
    void signIn() {
        browser.signIn(service.url(), shop.key());
    }

    @Test
    void theOutcomesAreGroupedAndLeadToDisagreements() {
        SampleCase.upload(shop);
        String disagreement =
                ", \"submittedAt\": \"2026-11-16\", \"processorEligibility\": {\"status\": \"not_qualified\"}";
        shop.dispute(SampleCase.ELIGIBLE, "dp_1", "10.4", "2026-11-15", disagreement);
        browser.open(service.url() + "/console/disputes");
        browser.click("a[href='/console/disputes/outcomes']");
        browser.await(b -> b.text("h1").equals("Outcomes"));
        assertTrue(browser.text("main").contains("The numbers are not computed yet"));
        browser.check();

        compute();
        browser.open(service.url() + "/console/disputes/outcomes?by=elements");
        assertTrue(browser.text("main").contains("A refund removes nothing."));
        browser.check();
        browser.use(Browser.Size.PHONE);
        browser.check();
        browser.click("a[href='/console/disputes?disagrees=true']");
        browser.await(b -> b.text("main").contains("Processor: not eligible"));
        browser.check();
    }

    @Test
    void aSelectedFileIsUploadedAndUndone() throws IOException {
        Path file = Files.writeString(folder.resolve("orders.ndjson"), """
                {"id": "S-1", "amount": 1999, "currency": "USD", "transactionDate": "2026-11-01T10:00:00Z"}
                """);
        browser.open(service.url() + "/console/upload");

        browser.find("#file").sendKeys(file.toString());
        browser.click("#upload button[type=submit]");

        browser.await(b -> b.text("main").contains("1 order is stored."));
        shop.get("/api/v2/orders/S-1").is(200);
        browser.click("summary");
        browser.check();
        browser.open(service.url() + "/console/upload/earlier");
        browser.click("summary");
        browser.check();
        browser.click("button.danger");
        browser.await(b -> b.text("main").contains("1 order was removed."));
        browser.check();
        shop.get("/api/v2/orders/S-1").is(404);
    }

    private static String preview(Browser browser) {
        return String.valueOf(browser.script("const page = document.querySelector('.receipt-frame').contentDocument;"
                + "return page && page.body ? page.body.innerText : ''"));
    }

    @Test
    void thePreviewIsAReceiptWithWhatWasTypedAndStoresNothing() {
        browser.open(service.url() + "/console/settings/profile");
        browser.await(b -> preview(b).contains("SAMPLE-1"));

        browser.type("[name='merchantInfo.name']", "Tea House");
        browser.click("[formtarget]");
        browser.await(b -> preview(b).contains("Tea House") && preview(b).contains("SAMPLE-1"));
        browser.check();
        browser.type("[name='merchantInfo.logoUrl']", "javascript:alert(1)");
        browser.type("[name='merchantInfo.description']", "4111 1111 1111 1111");
        browser.click("[formtarget]");
        browser.await(b -> preview(b).contains("Correct these values first"));

        assertEquals("", shop.get("/api/v2/account").at("/merchantInfo/name").asString(""));
    }

    @Test
    void anIntegrationIsConnectedAndItsAddressCopied() {
        browser.allowClipboard();
        browser.open(service.url() + "/console/settings/integrations");
        for (String platform : new String[] {"Shopify", "Adyen", "Stripe"}) {
            browser.click("nav.tabs a[href*='platform=" + platform.toLowerCase(Locale.ROOT) + "']");
            browser.await(b -> b.text(".tabs a[aria-current='true']").equals(platform));
            browser.check();
        }
        browser.type("#secret", "whsec_" + "browser".repeat(5));
        browser.click("#add button[type=submit]");
        browser.await(b -> !b.all("#address").isEmpty());
        browser.check();

        browser.click("[data-copy='address']");
        browser.await(b -> b.text("[data-copy='address']").equals("Copied"));
        String address = String.valueOf(browser.script("return navigator.clipboard.readText()"));
        assertEquals(browser.find("#address").getDomProperty("value"), address);
        assertTrue(address.startsWith(service.url() + "/api/v2/integrations/stripe/"), address);
    }

    @ParameterizedTest
    @CsvSource({
        "Settings, settings/profile",
        "Settings, settings/integrations",
        "Settings, settings/audit",
        "Disputes, disputes",
        "Outcomes, disputes/outcomes?by=condition",
        "NEW-1, orders/NEW-1"
    })
    void eachPageIsReadable(String title, String page) {
        SampleCase.upload(shop);
        shop.dispute("NEW-1", "dp_1", "unknown", "2026-11-15", ", \"respondBy\": \"2026-11-27\"");
        compute();
        for (Browser.Size size : Browser.Size.values()) {
            browser.use(size);
            browser.open(url() + "/console/" + page);
            assertTrue(browser.text("h1").endsWith(title), () -> browser.text("h1"));
            browser.check();
        }
    }

    private void compute() {
        shop.api().coverages().compute(new AccountSpace(shop.account(), Mode.LIVE));
    }

    @Test
    void thePageHasAnEmptyStateAndOneBeforeTheFirstNumbers() {
        browser.open(service.url() + "/console/coverage");
        assertEquals("The numbers are not computed yet", browser.text(".empty h2"));
        browser.check();

        compute();
        browser.click(".empty a");
        browser.await(b -> b.text(".empty h2").equals("No orders that can be disputed"));
        browser.check();
    }
}
