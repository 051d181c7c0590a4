package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.Keys;
import org.orderevidence.account.ApiKey;
import org.orderevidence.cli.DemoShop;
import org.orderevidence.console.Browser.Size;
import org.orderevidence.http.ServedApi;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.receipt.render.PdfCheck;

/** A complete visit to the console with the orders of the demo. Checks each page that it opens. */
class JourneyBrowserTest extends BrowserSetup {
    private static final String ELIGIBLE = "576891";
    private static final String NOT_ELIGIBLE = "580672";
    private static final String REJECTED = "{\"id\": \"WRONG\", \"amount\": -5}\n";

    private static DemoShop demo;

    @BeforeAll
    static void loadTheDemo() throws IOException {
        demo = DemoShop.on(LocalDate.ofInstant(ServedApi.NOW, ZoneOffset.UTC));
    }

    @ParameterizedTest
    @EnumSource
    void fromSignInToSignOut(Size size) throws IOException {
        browser.use(size);
        demo.prepare(shop);

        signIn();
        dropTheSample();
        openAnOrderThatIsNotEligibleAndMoveTheDay();
        openAnEligibleOrder();
        downloadItsReceipt();
        seeTheCoverage();
        createAndReplaceAKey();
        signOut();
    }

    private void signIn() {
        browser.open(service.url() + "/");
        assertEquals("/console/sign-in?next=%2Fconsole", browser.path());
        browser.check();
        browser.type("#key", "oe_live_wrong");
        browser.click("form.panel button[type=submit]");
        browser.await(b -> b.text("#key-error").contains("typo"));
        browser.check();

        browser.type("#key", shop.key().text());
        browser.click("form.panel button[type=submit]");
        browser.await(b -> b.path().equals("/console"));
        assertTrue(browser.text("main").contains("No orders yet"));
        browser.check();
    }

    private void dropTheSample() throws IOException {
        Path file = Files.writeString(folder.resolve("orders.ndjson"), demo.orders() + REJECTED);
        browser.click(".empty a[href='/console/upload']");
        browser.await(b -> b.path().equals("/console/upload"));
        browser.check();

        browser.drop("#drop", file);
        browser.await(b -> b.text("#preview").contains("NDJSON was recognised"));
        browser.click("#upload button[type=submit]");
        browser.await(b -> b.text("main").contains("300 orders are stored. 1 record was rejected"));
        assertTrue(browser.text("main").contains("WRONG"), () -> browser.text("main"));
        browser.check();
        demo.reportFacts(shop);
    }

    private void openAnOrderThatIsNotEligibleAndMoveTheDay() {
        browser.click("main a[href='/console']");
        browser.await(b -> b.all("table.orders tbody tr").size() == 20);
        browser.check();

        browser.click("a[href='/console/orders/" + NOT_ELIGIBLE + "']");
        browser.await(b -> b.text("#verdict-title").equals("Not eligible"));
        browser.check();

        browser.script("window.notLoadedAgain = true; return true");
        browser.set("#day-slider", (String) browser.script("return document.getElementById('day-slider').max"));
        browser.await(b -> b.text("#verdict-title").equals("Eligible"));
        assertEquals("2027-03-15", browser.find("#asOf").getDomProperty("value"));
        assertEquals("/console/orders/" + NOT_ELIGIBLE + "?asOf=2027-03-15&profile=visa", browser.path());

        browser.set("#asOf", "2026-11-25");
        browser.await(b -> b.text("#verdict-title").equals("Not eligible"));
        assertEquals(true, browser.script("return window.notLoadedAgain"));
    }

    private void openAnEligibleOrder() {
        browser.click(".kicker a[href='/console']");
        browser.await(b -> !b.all("#q").isEmpty());
        browser.type("#q", ELIGIBLE + Keys.ENTER);
        browser.await(b -> b.path().equals("/console/orders/" + ELIGIBLE));
        assertEquals("Eligible", browser.text("#verdict-title"));
        browser.check();
    }

    private void downloadItsReceipt() {
        byte[] receipt = downloadedPdf("a[href$='/receipt.pdf']");

        String words = PdfCheck.words(receipt);
        assertTrue(
                words.contains("Item Quantity Price"
                        + " CHRISTMAS CRAFT TREE TOP ANGEL 12 25.20 GBP"
                        + " CHRISTMAS CRAFT LITTLE FRIENDS 12 25.20 GBP"
                        + " FELTCRAFT PRINCESS LOLA DOLL 4 15.00 GBP"),
                words);
        assertTrue(words.contains("JAM MAKING SET WITH JARS 6 25.50 GBP Total 120.90 GBP"), words);
    }

    private byte[] downloadedPdf(String link) {
        byte[] pdf = browser.download(link);
        assertEquals("%PDF-1.", new String(pdf, 0, 7, StandardCharsets.US_ASCII));
        PdfCheck.assertAccessible(pdf);
        return pdf;
    }

    private void seeTheCoverage() {
        shop.api().coverages().compute(new AccountSpace(shop.account(), Mode.LIVE));
        browser.click("nav.sections a[href='/console/coverage']");
        browser.await(b -> b.path().equals("/console/coverage"));
        assertEquals(3, browser.all(".tiles li").size());
        browser.click(".halves summary");
        assertTrue(browser.find(".halves details[open] tbody tr").isDisplayed());
        browser.check();

        String unlocked = browser.text(".unlocks a");
        browser.click(".unlocks a");
        browser.await(b -> b.path().startsWith("/console/coverage/orders?of=field"));
        assertTrue(browser.text(".page-head").contains(unlocked), unlocked);
        browser.check();
    }

    private void createAndReplaceAKey() {
        browser.click("nav.sections a[href='/console/settings']");
        browser.await(b -> b.path().equals("/console/settings/keys"));
        browser.check();
        browser.type("#label", "checkout");
        browser.click("form[action='/console/settings/keys'] button");
        String first = newKey();
        browser.check();

        browser.click(".made .actions a");
        browser.await(b -> b.all("#new-key").isEmpty());
        browser.script(
                "[...document.querySelectorAll('th a')].find(a => a.textContent.trim() === 'checkout').click(); return 1");
        browser.await(b -> !b.all("#grace").isEmpty());
        browser.check();
        browser.set("#grace", "0");
        browser.click("form[action$='/rotate'] button");
        String second = newKey();

        assertNotEquals(first, second);
        shop.with(new ApiKey(first)).get("/api/v2/orders").is(401);
        shop.with(new ApiKey(second)).get("/api/v2/orders").is(200);
    }

    private String newKey() {
        browser.await(b -> !b.all("#new-key").isEmpty());
        return String.valueOf(browser.find("#new-key").getDomProperty("value"));
    }

    private void signOut() {
        browser.click(".who button");
        browser.await(b -> b.path().equals("/console/sign-in"));
        browser.open(service.url() + "/console/orders/" + ELIGIBLE);
        assertTrue(browser.path().startsWith("/console/sign-in?next="), browser::path);
    }

    @Test
    void withTheKeyboardAloneAnOrderIsFoundAndItsDayMoved() {
        demo.prepare(shop);
        demo.upload(shop);
        browser.open(service.url() + "/console");
        browser.press(shop.key().text(), Keys.ENTER);
        browser.await(b -> b.path().equals("/console"));

        browser.tabTo("#q");
        browser.press("customer.17920@example.com", Keys.ENTER);
        browser.await(b -> b.path().equals("/console/search"));
        browser.tabTo("a[href='/console/orders/" + NOT_ELIGIBLE + "']");
        browser.press(Keys.ENTER);
        browser.await(b -> b.text("#verdict-title").equals("Not eligible"));

        browser.tabTo("#day-slider");
        browser.press(Keys.END);
        browser.await(b -> b.text("#verdict-title").equals("Eligible"));
        browser.press(Keys.HOME);
        browser.await(b -> b.text("#verdict-title").equals("Not eligible"));
        browser.press(Keys.ARROW_RIGHT);
        browser.await(b -> b.path().contains("?asOf=2026-11-16"));
        assertEquals("day-slider", browser.script("return document.activeElement.id"));
    }
}
