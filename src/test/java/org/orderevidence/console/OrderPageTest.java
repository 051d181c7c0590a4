package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.console.ConsoleClient.Page;
import org.orderevidence.http.ServedApi;
import org.orderevidence.order.Texts;
import tools.jackson.databind.JsonNode;

/** The page of one order, and the forms that record facts about it. */
class OrderPageTest extends PageSetup {
    private static final Pattern ATTRIBUTE = Pattern.compile(" [a-z-]+=\"[^\"]*\"");

    @BeforeEach
    void signIn() {
        SampleCase.upload(shop);
        client.signIn(shop.key());
    }

    private static String verdict(Page page) {
        return page.html().replaceAll("(?s).*<h2 id=\"verdict-title\">.*?<span>([^<]*)</span>.*", "$1");
    }

    private JsonNode charge() {
        return shop.get("/api/v2/orders/NEW-1").is(200).at("/charge");
    }

    @Test
    void anEligibleOrderShowsItsVerdictItsMatchesAndItsReceipt() {
        Page page = client.get("/console/orders/NEW-1").is(200);

        assertEquals("Eligible", verdict(page));
        for (String shown : new String[] {
            "19.99 USD",
            "2026-11-01 10:00 UTC",
            "Visa •••• 4242",
            "203.0.113.7",
            "href=\"/console/orders/OLD-1\"",
            "href=\"/console/orders/OLD-2\"",
            "Too recent",
            "Lamp",
            "15.00"
        }) {
            assertTrue(page.html().contains(shown), () -> shown + " is not in " + page.html());
        }
    }

    @Test
    void theCustomerIsShownAlsoWhenNoOtherOrderIsKnown() {
        SampleCase.orders(shop, """
                {"id": "ALONE-1", "amount": 1999, "currency": "USD", "transactionDate": "2026-11-01T10:00:00Z",
                 "ip": "203.0.113.9", "customerAccountId": "jenny", "deviceId": "device-0000000001",
                 "fulfilledAt": "2026-11-03",
                 "receipt": {"name": {"givenName": "Jenny", "familyName": "Rosen"},
                  "customerEmail": "jenny@example.com", "customerPhone": "+1 555 0100",
                  "shippingAddress": {"line1": "1 Main St", "city": "Springfield", "postalCode": "12345", "country": "US"}}}""");

        String words = client.get("/console/orders/ALONE-1").is(200).words();

        for (String fact : new String[] {
            "Name Jenny Rosen",
            "E-mail jenny@example.com",
            "Phone +1 555 0100",
            "Customer account ID jenny",
            "IP address 203.0.113.9",
            "Device ID device-0000000001",
            "Shipping address 1 Main St, 12345 Springfield, US",
            "Fulfilment date 2026-11-03"
        }) {
            assertTrue(words.contains(fact), () -> fact + " is not in " + words);
        }
    }

    @Test
    void anAddressOfASightingHasItsSourceAndAnUnusableOneSaysSo() {
        SampleCase.orders(shop, """
                {"id": "T-1", "amount": 1, "currency": "USD", "transactionDate": "2026-11-01T10:00:00Z",
                 "receipt": {"customerEmail": "seen@example.com"}}""", """
                {"id": "T-2", "amount": 1, "currency": "USD", "transactionDate": "2026-11-01T10:00:00Z", "ip": "10.0.0.1"}""");
        shop.post("/api/v2/track", """
                {"email": "seen@example.com", "ip": "203.0.113.77", "observedAt": "2026-11-01T09:58:00Z"}""");

        assertTrue(client.get("/console/orders/T-1")
                .words()
                .contains("IP address 203.0.113.77 (tracked 2026-11-01 09:58 UTC)"));
        assertTrue(client.get("/console/orders/T-2").words().contains("IP address 10.0.0.1 (unusable)"));
    }

    @Test
    void anOrderThatIsHeldCannotBeErasedUntilItIsReleased() {
        client.post("/console/orders/NEW-1/hold", Map.of("reason", "")).is(422);
        client.post("/console/orders/NEW-1/hold", Map.of("reason", "case <4711>"))
                .is(303);

        Page held = client.get("/console/orders/NEW-1?done=hold");
        assertTrue(held.words().contains("The order is held."));
        assertTrue(held.words().contains("case &lt;4711&gt;"), held::words);
        assertFalse(held.words().contains("Erase this order"));
        client.post("/console/orders/NEW-1/erase", Map.of("id", "NEW-1")).is(409);

        client.post("/console/orders/NEW-1/hold", Map.of("release", "on")).is(303);
        assertTrue(client.get("/console/orders/NEW-1").words().contains("Erase this order"));
    }

    @Test
    void anOrderIsErasedOnceItsIdIsEntered() {
        assertTrue(client.get("/console/orders/NEW-1").words().contains("This cannot be undone."));

        Page refused = client.post("/console/orders/NEW-1/erase", Map.of("id", "NEW-2"))
                .is(422);
        assertTrue(refused.words().contains("Nothing was erased. Enter the ID of the order to confirm."));
        assertEquals("NEW-1", charge().path("id").asString());

        client.post("/console/orders/NEW-1/erase", Map.of("id", "NEW-1")).is(303);
        client.get("/console/orders/NEW-1").is(404);
        shop.get("/api/v2/orders/NEW-1").is(404);
    }

    @Test
    void aReceiptLinkIsShownOnceAndOpensTheReceipt() {
        assertFalse(client.get("/console/orders/NEW-1").html().contains("/r/"));

        Page page = client.post("/console/orders/NEW-1/receipt-link", Map.of()).is(200);

        Matcher input = Pattern.compile("id=\"receipt-url\".*?value=\"([^\"]*)\"", Pattern.DOTALL)
                .matcher(page.html());
        assertTrue(input.find(), page::html);
        String link = input.group(1);
        assertTrue(link.startsWith(ServedApi.PUBLIC_URL + "/r/"), link);
        assertTrue(page.html().contains("without a key until 2026-12-"), page::html);
        try (ConsoleClient visitor = new ConsoleClient(service.url())) {
            assertTrue(
                    visitor.get(link.substring(ServedApi.PUBLIC_URL.toString().length()))
                            .is(200)
                            .html()
                            .contains("Lamp"));
        }
        client.post("/console/orders/NOT-1/receipt-link", Map.of()).is(404);
    }

    @Test
    void evidenceForADisputeIsCopiedForStripeOrDownloaded() {
        String page = "/console/orders/NEW-1";
        assertFalse(client.get(page).words().contains("Send the evidence"));
        shop.post("/api/v2/orders/NEW-1/disputes", """
                {"disputeId": "dp_1", "condition": "unknown", "openedAt": "2026-11-12"}""").is(201);
        assertTrue(client.get(page).words().contains("Network code"));
        client.post(page + "/condition", Map.of("disputeId", "dp_1", "condition", "fraud"))
                .is(422);
        client.post(page + "/condition", Map.of("disputeId", "dp_1", "condition", "10.4"))
                .leadsTo(page + "?done=condition");
        assertTrue(client.get(page).words().contains("Copy for Stripe"));

        Page notEligible = client.post(page + "/submission", Map.of()).is(409);
        assertTrue(notEligible.words().contains("exists only for an eligible order"), notEligible::words);
        shop.send("PUT", "/api/v2/account", "application/json", "{\"merchandiseOrServices\": \"merchandise\"}")
                .is(200);
        Page stripe = client.post(page + "/submission", Map.of()).is(200);
        Matcher body =
                Pattern.compile("id=\"stripe-body\"[^>]*value=\"([^\"]*)\"").matcher(stripe.html());
        assertTrue(body.find(), stripe::html);
        assertTrue(body.group(1).startsWith("evidence%5B"), body.group(1));
        assertTrue(body.group(1).endsWith("submit=false"), body.group(1));

        Page lacking = client.get(page + "/submission?format=generic").is(409);
        assertTrue(lacking.words().contains("Order NEW-1 has no fulfilment date"), lacking::words);
        for (String id : new String[] {"NEW-1", "OLD-1", "OLD-2"}) {
            shop.patch("/api/v2/orders/" + id, "{\"fulfilledAt\": \"2026-11-03\"}")
                    .is(200);
        }
        Page file = client.get(page + "/submission?format=generic").is(200);
        assertTrue(file.header("content-disposition").contains("evidence-generic.json"), file::html);
        assertTrue(file.html().contains("\"disputeId\":\"dp_1\""), file::html);
        client.get(page + "/submission?format=paypal").is(400);
        client.get("/console/orders/NOT-1/submission?format=generic").is(404);
    }

    @Test
    void aFraudReportIsShownWithTheMeaningOfItsValues() {
        client.post(
                        "/console/orders/NEW-1/fraud-reports",
                        Map.of("reportId", "fr_1", "reportedAt", "2026-11-17", "typeCode", "0"))
                .is(303);

        String words = client.get("/console/orders/NEW-1").words();

        assertTrue(words.contains("Fraud report fr_1 type 0 · reported 2026-11-17"), words);
    }

    @ParameterizedTest
    @CsvSource({
        "receipt, text/html, Lamp",
        "receipt.pdf, application/pdf, %PDF-",
        "evidence?asOf=2026-11-25, text/html, OLD-1",
        "evidence.pdf?asOf=2026-11-25&profile=stripe, application/pdf, %PDF-"
    })
    void theReceiptAndTheEvidenceSheetCanBeOpened(String end, String type, String content) {
        Page page = client.get("/console/orders/NEW-1/" + end).is(200);

        assertTrue(page.header("content-type").startsWith(type), page.header("content-type"));
        assertTrue(page.html().contains(content), page::html);
        assertTrue(page.header("content-security-policy").contains("frame-ancestors 'none'"));
        client.get("/console/orders/NOT-1/" + end).is(404);
    }

    @Test
    void theVerdictFollowsTheDay() {
        assertEquals("Eligible", verdict(client.get("/console/orders/NEW-1?asOf=2026-11-25")));
        assertEquals("Needs an action", verdict(client.get("/console/orders/NEW-1?asOf=2027-03-01")));

        Page odd = client.get("/console/orders/NEW-1?asOf=2026-02-30").is(200);
        assertTrue(odd.html().contains("must be a valid date"), odd::html);
    }

    @Test
    void theProfileChangesTheComparedElements() {
        assertFalse(client.get("/console/orders/NEW-1").html().contains(">E-mail address<"));
        assertTrue(client.get("/console/orders/NEW-1?profile=stripe").html().contains(">E-mail address<"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nothing", "%ff", "a%2Fb", "%F0%9F%98%80", "x/y"})
    void anUnknownIdIsNotFound(String id) {
        client.get("/console/orders/" + id).is(404);
    }

    @Test
    void titlesAndAttributesHaveNoCharactersThatReorderText() {
        SampleCase.orders(shop, """
                {"id": "abcgnp.exe", "amount": 1999, "currency": "USD", "transactionDate": "2026-11-01",
                 "deviceId": "device\\u2066-\\u200Fnumber\\u202C-1"}""");

        Page page = client.get("/console/orders/abcgnp.exe").is(200);

        assertTrue(page.html().contains("<title>Order abcgnp.exe"), page::html);
        for (String attribute : ATTRIBUTE
                .matcher(page.html())
                .results()
                .map(MatchResult::group)
                .filter(text -> !text.startsWith(" value="))
                .toList()) {
            assertEquals(Texts.without(attribute, Texts::isDirectionControl), attribute);
        }
    }

    @Test
    void hostileTextsAreShownAsText() {
        String hostile = "<script>alert(1)</script>\\\" onload=\\\"x' \\u202Egnp.exe";
        SampleCase.orders(shop, """
                {"id": "<img src=x onerror=alert(1)>/..", "amount": 0, "currency": "KWD", "transactionDate": "2026-11-01",
                 "bin": "424242", "last4": "4242", "brand": "%1$s", "deviceId": "%1$s", "descriptor": "%1$s",
                 "receipt": {"description": "%1$s", "merchantInfo": {"name": "%1$s"},
                  "lineItems": [{"productName": "%1$s", "quantity": 1000000000, "price": -1000000000000}]}}""".formatted(hostile));

        Page page = client.get("/console/orders/%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E%2F..")
                .is(200);

        assertFalse(page.html().contains("<script>alert"), page::html);
        assertFalse(page.html().contains("<img"), page::html);
        assertTrue(page.html().contains("0.000 KWD"), page::html);
        Page list = client.get("/console").is(200);
        assertFalse(list.html().contains("<img"), list::html);
        assertTrue(
                list.html().contains("/console/orders/%3Cimg%20src%3Dx%20onerror%3Dalert%281%29%3E%2F.."), list::html);
    }

    @Test
    void aRefusedFormNamesEachFieldAndKeepsWhatWasTyped() {
        client.get("/console/orders/NEW-1");

        Page page = client.post(
                        "/console/orders/NEW-1/disputes",
                        Map.of("disputeId", "dp_\"typed", "condition", "fraud", "openedAt", "2999-01-01"))
                .is(422);

        assertTrue(page.html().contains("<details open>"), page::html);
        assertTrue(page.html().contains("value=\"dp_&#34;typed\""), page::html);
        assertTrue(page.html().contains("id=\"disputes-condition-error\""), page::html);
        assertTrue(page.html().contains("id=\"disputes-openedAt-error\""), page::html);
        assertEquals(0, charge().path("disputes").size());
    }

    @ParameterizedTest
    @CsvSource({"19.99, 1999, true", "0.01, 1, false", "19.9, 1990, false", "0, 0, false"})
    void aRefundIsTheTotalInTheCurrencyOfTheOrder(String typed, long minor, boolean inFull) {
        client.get("/console/orders/NEW-1");

        client.post("/console/orders/NEW-1/refund", Map.of("amount", typed))
                .leadsTo("/console/orders/NEW-1?done=refund");

        assertEquals(minor, charge().path("refundedAmount").asLong());
        assertEquals(inFull, charge().path("refunded").asBoolean());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "20.00", "-1", "1.999", "1e3", "all", "19,99", "99999999999999999999999"})
    void aRefundThatIsNoAmountUpToTheTotalIsRefused(String typed) {
        client.get("/console/orders/NEW-1");

        Page page = client.post("/console/orders/NEW-1/refund", Map.of("amount", typed))
                .is(422);

        assertTrue(page.html().contains("Enter an amount from 0 to 19.99"), page::html);
        assertTrue(charge().path("refundedAmount").isNull()
                || charge().path("refundedAmount").isMissingNode());
    }

    @Test
    void aCurrencyWithoutDecimalsIsRefundedInWholeUnits() {
        client.get("/console/orders/LONE-1");

        client.post("/console/orders/LONE-1/refund", Map.of("amount", "1.5")).is(422);
        client.post("/console/orders/LONE-1/refund", Map.of("amount", "500")).is(303);
    }
}
