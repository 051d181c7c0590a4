package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Uploads of files and the pages of the settings in a browser. */
class SettingsBrowserTest extends BrowserSetup {
    @BeforeEach
    void signIn() {
        browser.signIn(service.url(), shop.key());
    }

    @Test
    void aSelectedFileIsUploaded() throws IOException {
        Path file = Files.writeString(folder.resolve("orders.ndjson"), """
                {"id": "S-1", "amount": 1999, "currency": "USD", "transactionDate": "2026-11-01T10:00:00Z"}
                """);
        browser.open(service.url() + "/console/upload");

        browser.find("#file").sendKeys(file.toString());
        browser.click("#upload button[type=submit]");

        browser.await(b -> b.text("main").contains("1 order is stored."));
        shop.get("/api/v2/orders/S-1").is(200);
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

    @Test
    void eachPageOfTheSettingsIsReadable() {
        for (String page : new String[] {"profile", "integrations", "audit"}) {
            browser.open(service.url() + "/console/settings/" + page);
            assertEquals("Settings", browser.text("h1"));
            browser.check();
        }
    }
}
