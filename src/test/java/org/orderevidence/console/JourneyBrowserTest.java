package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import tools.jackson.databind.JsonNode;

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

    /** The day that docs/console.md describes for support agents. */
    @ParameterizedTest
    @EnumSource
    void aSupportAgentsDay(Size size) {
        browser.use(size);
        demo.prepare(shop);
        demo.upload(shop);
        JsonNode charge = order(ELIGIBLE).path("charge");
        String lastFour = charge.path("last4").asString();
        String day = charge.path("transactionDate").asString().substring(0, 10);
        browser.signIn(service.url(), shop.key());

        // The cardholder reads a statement, and is wrong about the amount by a digit.
        browser.type("#q", lastFour + " 120.99 " + day + Keys.ENTER);
        browser.await(b -> b.path().equals("/console/search"));
        assertTrue(browser.text("main").contains("No order found"), () -> browser.text("main"));
        assertTrue(browser.text("main").contains("Near matches"), () -> browser.text("main"));
        browser.check();
        browser.type("#q", lastFour + " 120.90 " + day + Keys.ENTER);
        openTheOrder();
        assertTrue(browser.text("section[aria-labelledby=customer-title]").contains("@example.com"));
        browser.check();

        browser.click("#receipt-link button");
        browser.await(b -> !b.all("#receipt-url").isEmpty());
        browser.check();
        browser.open(service.url() + "/console/orders/" + ELIGIBLE);
        browser.click(".records details:last-child summary");
        browser.type("#refund-amount", "20.90" + Keys.ENTER);
        browser.await(b -> b.path().endsWith("?done=refund"));
        assertTrue(browser.text("main").contains("20.90"));
        browser.check();
    }

    private void openTheOrder() {
        browser.await(
                b -> !b.all("a.id[href='/console/orders/" + ELIGIBLE + "']").isEmpty()
                        || b.path().equals("/console/orders/" + ELIGIBLE));
        if (browser.path().equals("/console/search")) {
            browser.check();
            browser.click("a.id[href='/console/orders/" + ELIGIBLE + "']");
        }
        browser.await(b -> b.text("#verdict-title").equals("Eligible"));
    }

    /** The day that docs/console.md describes for risk analysts. */
    @ParameterizedTest
    @EnumSource
    void aDisputeAnalystsDay(Size size) {
        browser.use(size);
        demo.prepare(shop);
        demo.upload(shop);
        shop.post("/api/v2/orders/" + ELIGIBLE + "/disputes", """
                {"disputeId": "dp_1", "condition": "unknown", "openedAt": "2026-11-19", "amount": 12090,
                 "currency": "GBP", "respondBy": "2026-11-27T23:59:59Z", "reason": "fraudulent"}""").is(201);

        browser.signIn(service.url(), shop.key());
        browser.await(b -> b.path().equals("/console/disputes"));
        assertTrue(browser.text("main").contains("7 days left"), () -> browser.text("main"));
        browser.check();
        browser.click("a.id[href='/console/orders/" + ELIGIBLE + "']");
        browser.await(b -> b.path().equals("/console/orders/" + ELIGIBLE));
        browser.check();
        browser.click("form[action$='/condition'] button");
        browser.await(b -> b.text("main").contains("condition 10.4"));

        downloadItsEvidenceSheetWhenNothingIsMissing();
        copyTheEvidenceForADispute();

        shop.patch("/api/v2/orders/" + ELIGIBLE + "/disputes/dp_1", """
                {"status": "won", "submittedAt": "2026-11-20T10:00:00Z"}""").is(200);
        browser.open(service.url() + "/console/disputes/outcomes?by=condition");
        assertTrue(browser.text("main").contains("10.4 1 1 1"), () -> browser.text("main"));
        browser.check();
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

    /** Reference numbers of the acquirer and days of fulfilment arrive later, as in a real shop. */
    private void downloadItsEvidenceSheetWhenNothingIsMissing() {
        assertTrue(PdfCheck.words(downloadedPdf("#verdict a[href*='/evidence.pdf']"))
                .contains("Still missing for a submission"));

        completed(ELIGIBLE);
        for (JsonNode prior : order(ELIGIBLE).at("/compellingEvidence/priorTransactions")) {
            if (prior.path("selected").asBoolean()) {
                completed(prior.path("orderId").asString());
            }
        }
        browser.open(service.url() + "/console/orders/" + ELIGIBLE);
        String sheet = PdfCheck.words(downloadedPdf("#verdict a[href*='/evidence.pdf']:not([href*='for='])"));
        assertFalse(sheet.contains("Still missing for a submission"), sheet);
        String evidence = PdfCheck.words(downloadedPdf("#verdict a[href*='for=issuer']"));
        assertTrue(evidence.contains("= same on all three"), evidence);
        assertTrue(sheet.contains("Worksheet for order " + ELIGIBLE + " \u2713 Eligible"), sheet);
    }

    /** The sample has no charge IDs of Stripe: the page asks for them. */
    private void copyTheEvidenceForADispute() {
        browser.open(service.url() + "/console/orders/" + ELIGIBLE);
        browser.check();
        browser.click("#submission-stripe button");
        browser.await(b -> b.text("main").contains("has no charge ID of Stripe"));
        browser.check();

        shop.upload(demo.orders()
                        .lines()
                        .map(line -> line.replaceFirst("\"id\":\"([^\"]*)\"", "$0,\"gatewayTransactionId\":\"ch_$1\""))
                        .toArray(String[]::new))
                .is(200);
        browser.open(service.url() + "/console/orders/" + ELIGIBLE);
        browser.click("#submission-stripe button");
        browser.await(b -> !b.all("#stripe-body").isEmpty());
        String body = String.valueOf(browser.find("#stripe-body").getDomProperty("value"));
        assertTrue(body.startsWith("evidence%5B"), body);
        browser.check();
    }

    private void completed(String id) {
        String day = order(id).at("/charge/transactionDate").asString().substring(0, 10);
        String later = "{\"arn\": \"74537604221222132%s\", \"fulfilledAt\": \"%s\"}".formatted(id, day);
        shop.patch("/api/v2/orders/" + id, later).is(200);
    }

    private byte[] downloadedPdf(String link) {
        byte[] pdf = browser.download(link);
        assertEquals("%PDF-1.", new String(pdf, 0, 7, StandardCharsets.US_ASCII));
        PdfCheck.assertAccessible(pdf);
        return pdf;
    }

    private JsonNode order(String id) {
        return shop.get("/api/v2/orders/" + id).is(200).json();
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
