package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.Scope;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServesApi;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.receipt.render.PageHtml;
import org.orderevidence.wire.Problem;

/** What receipts and evidence sheets promise. */
public interface ReceiptContract extends ServesApi {
    /** An order of one customer, with a day and an amount. */
    String OF_BUYER = """
            {"id": "%s", "amount": 1500, "currency": "USD", "transactionDate": "%s", "ip": "203.0.113.7",
             "customerAccountId": "login-of-buyer", "cardFingerprint": "fp_of_buyer", "brand": "visa", "last4": "4242",
             "receipt": {"customerEmail": "buyer@example.com",
                         "lineItems": [{"productName": "Tea <b>of</b> %s", "quantity": 2, "price": 1500}]}}""";

    Pattern HASH = Pattern.compile("SHA-256 of the facts</th><td class=\"hash\">([0-9a-f]{64})<");

    private static Reply accepting(Shop shop, String path, String accept) {
        return shop.api()
                .send(shop.request("GET", path, BodyPublishers.noBody()).header("Accept", accept));
    }

    private static String hash(Reply sheet) {
        Matcher hash = HASH.matcher(sheet.is(200).text());
        assertTrue(hash.find(), sheet::text);
        return hash.group(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            */*                                             | text/html; charset=utf-8
            text/html                                       | text/html; charset=utf-8
            application/pdf                                 | application/pdf
            application/*                                   | application/pdf
            text/*;q=0.5, application/pdf;q=0.6             | application/pdf
            TEXT/HTML;q=0.5, application/*;q=0.4            | text/html; charset=utf-8
            text/html;q=0, */*;q=0.1                        | application/pdf
            application/json, */*;q=0.1                     | text/html; charset=utf-8
            text/html;level=1;q=0.3, application/pdf;q=0.2  | text/html; charset=utf-8
            """)
    default void theFormatIsTheOneThatTheClientPrefers(String accept, String type) {
        Shop shop = api().newShop();
        shop.uploadOne("R-1");

        assertEquals(
                type,
                accepting(shop, "/api/v2/orders/R-1/receipt", accept).is(200).header("Content-Type"));
        assertEquals(
                type,
                accepting(shop, "/api/v2/orders/R-1/evidence", accept).is(200).header("Content-Type"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"application/json", "text/plain, image/*", "text/html;q=0, application/pdf;q=0.0", ";", "*"})
    default void aClientThatAcceptsNeitherFormatIsRefused(String accept) {
        Shop shop = api().newShop();
        shop.uploadOne("R-1");

        accepting(shop, "/api/v2/orders/R-1/receipt", accept).isProblem(Problem.NOT_ACCEPTABLE);
        accepting(shop, "/api/v2/orders/R-1/evidence", accept).isProblem(Problem.NOT_ACCEPTABLE);
    }

    @Test
    default void theEndOfThePathWinsOverTheHeader() {
        Shop shop = api().newShop();
        shop.uploadOne("R-1");

        Reply pdf =
                accepting(shop, "/api/v2/orders/R-1/receipt.pdf", "text/html").is(200);
        Reply html = accepting(shop, "/api/v2/orders/R-1/evidence.html", "application/pdf")
                .is(200);

        assertEquals("application/pdf", pdf.header("Content-Type"));
        assertEquals("inline; filename=\"receipt-R-1.pdf\"", pdf.header("Content-Disposition"));
        assertEquals("text/html; charset=utf-8", html.header("Content-Type"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"A.pdf", "receipt", "receipt.pdf", "evidence.html", "a%2Freceipt.pdf", "%22;x=%22", "upload"})
    default void anOrderIdMayLookLikeAPath(String encoded) {
        Shop shop = api().newShop();
        String id = encoded.replace("%2F", "/").replace("%22", "\\\"");
        shop.uploadOne(id);

        assertEquals(
                "text/html; charset=utf-8",
                shop.get("/api/v2/orders/" + encoded + "/receipt").is(200).header("Content-Type"));
        Reply pdf = shop.get("/api/v2/orders/" + encoded + "/receipt.pdf").is(200);
        assertTrue(
                pdf.header("Content-Disposition").matches("inline; filename=\"receipt-[A-Za-z0-9_-]+\\.pdf\""),
                pdf.header("Content-Disposition"));
        assertEquals(
                "application/json",
                shop.get("/api/v2/orders/" + encoded).is(200).header("Content-Type"));
    }

    @Test
    default void aPageIsPrivateAndRunsNothing() {
        Shop shop = api().newShop();
        shop.upload(OF_BUYER.formatted("R-1", "2026-11-01", "R-1")).is(200);

        Reply page = shop.get("/api/v2/orders/R-1/receipt").is(200);

        assertEquals(PageHtml.POLICY, page.header("Content-Security-Policy"));
        assertEquals("no-referrer", page.header("Referrer-Policy"));
        assertEquals("noindex, nofollow", page.header("X-Robots-Tag"));
        assertEquals("private, no-store", page.header("Cache-Control"));
        assertTrue(page.text().contains("Tea &lt;b&gt;of&lt;/b&gt; R-1"));
        assertFalse(page.text().contains("<b>"));
    }

    @Test
    default void aPdfIsPrivateAndNotEmbedded() {
        Shop shop = api().newShop();
        shop.uploadOne("R-1");

        for (String end : new String[] {"receipt.pdf", "evidence.pdf"}) {
            Reply pdf = shop.get("/api/v2/orders/R-1/" + end).is(200);

            assertEquals("frame-ancestors 'none'", pdf.header("Content-Security-Policy"));
            assertEquals("same-origin", pdf.header("Cross-Origin-Resource-Policy"));
            assertEquals("same-origin", pdf.header("Cross-Origin-Opener-Policy"));
            assertEquals("nosniff", pdf.header("X-Content-Type-Options"));
            assertEquals("no-referrer", pdf.header("Referrer-Policy"));
            assertEquals("private, no-store", pdf.header("Cache-Control"));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            https://logo.example/l.png                    | https://logo.example
            https://logo.example/a;script-src%20*,b.png   | https://logo.example
            https://logo.example:444/l.png?x=%22&amp;y    | https://logo.example:444
            http://logo.example/l.png                     |
            https://user@logo.example/l.png               |
            https://127.0.0.1/l.png                       |
            """)
    default void aLogoAllowsImagesOfItsOriginAlone(String url, String origin) {
        Shop shop = api().newShop();
        shop.send("PUT", "/api/v2/account", "application/json", "{\"showLogo\": true}")
                .is(200);
        shop.upload("""
                {"id": "R-1", "amount": 1500, "currency": "USD", "transactionDate": "2026-11-01",
                 "receipt": {"merchantInfo": {"logoUrl": "%s"}}}""".formatted(url)).is(200);

        Reply page = shop.get("/api/v2/orders/R-1/receipt.html").is(200);
        Reply pdf = shop.get("/api/v2/orders/R-1/receipt.pdf").is(200);

        String policy = page.header("Content-Security-Policy");
        assertEquals(origin == null ? PageHtml.POLICY : PageHtml.POLICY + "; img-src " + origin, policy);
        assertEquals(origin != null, page.text().contains("<img class=\"logo\" src=\"https://logo.example"));
        assertFalse(new String(pdf.body().toArray(), StandardCharsets.ISO_8859_1).contains("/Subtype /Image"));
    }

    @Test
    default void theViewDecidesWhatIsShownOfTheCustomer() {
        Shop shop = api().newShop();
        shop.upload(OF_BUYER.formatted("R-1", "2026-11-01", "R-1")).is(200);

        String cardholder = shop.get("/api/v2/orders/R-1/receipt.html").text();
        String named =
                shop.get("/api/v2/orders/R-1/receipt.html?view=cardholder").text();
        String agent = shop.get("/api/v2/orders/R-1/receipt.html?view=agent").text();

        assertEquals(cardholder, named);
        for (String hidden : new String[] {"buyer@example.com", "203.0.113.7", "login-of-buyer"}) {
            assertFalse(cardholder.contains(hidden), hidden);
            assertTrue(agent.contains(hidden), hidden);
        }
    }

    @Test
    default void badQueriesAreRefused() {
        Shop shop = api().newShop();
        shop.uploadOne("R-1");

        for (String query :
                new String[] {"view=public", "view=", "View=agent", "asOf=2026-11-20", "view=agent&view=agent"}) {
            shop.get("/api/v2/orders/R-1/receipt?" + query).isProblem(Problem.INVALID_PARAMETER);
        }
        for (String query : new String[] {"view=agent", "asOf=20261120", "profile=amex"}) {
            shop.get("/api/v2/orders/R-1/evidence?" + query).isProblem(Problem.INVALID_PARAMETER);
        }
    }

    @Test
    default void ordersOfOthersAreUnknownAndTheKeyNeedsToRead() {
        Shop shop = api().newShop();
        Shop other = api().newShop();
        shop.uploadOne("R-1");

        for (String page :
                new String[] {"receipt", "receipt.html", "receipt.pdf", "evidence", "evidence.html", "evidence.pdf"}) {
            other.get("/api/v2/orders/R-1/" + page).isProblem(Problem.ORDER_NOT_FOUND);
            shop.with(api().key(shop.account(), Mode.LIVE, Scope.WRITE))
                    .get("/api/v2/orders/R-1/" + page)
                    .isProblem(Problem.KEY_SCOPE);
        }
    }

    @Test
    default void theEvidenceSheetHasTheVerdictTheThreeOrdersAndTheHashOfItsFacts() {
        Shop shop = api().newShop();
        shop.upload(
                        OF_BUYER.formatted("P-1", "2026-03-01", "P-1"),
                        OF_BUYER.formatted("P-2", "2026-02-01", "P-2"),
                        OF_BUYER.formatted("R-1", "2026-11-01", "R-1"))
                .is(200);

        Reply sheet = shop.get("/api/v2/orders/R-1/evidence").is(200);

        String page = sheet.text();
        assertTrue(page.contains("Eligible"), page);
        assertTrue(page.contains("Internal, do not send"), page);
        assertTrue(page.contains("Eligible</p>\n<p><bdi>Orders P-1 (2026-03-01, "), page);
        assertTrue(
                page.contains("<p>Ordered</p></th>\n<td data-label=\"Disputed order\">\n<p><bdi>2026-11-01</bdi></p>"),
                page);
        assertTrue(page.contains("<p class=\"more\">counted from 2026-03-01</p>"), page);
        assertTrue(page.contains("The age of an order is counted from its settlement day"), page);
        assertTrue(page.contains("<p>Earlier order 1</p><p class=\"order\"><bdi>P-1</bdi></p>"), page);
        assertTrue(page.contains("<p>Earlier order 2</p><p class=\"order\"><bdi>P-2</bdi></p>"), page);
        assertTrue(page.contains("<tr class=\"match\"><th scope=\"row\"><p>IP address</p>"), page);
        assertTrue(page.contains("Tea &lt;b&gt;of&lt;/b&gt; P-2"), page);
        assertTrue(page.contains("visa-ce3/2024-10"), page);
        assertEquals(hash(sheet), hash(shop.get("/api/v2/orders/R-1/evidence")));
    }

    @Test
    default void theHashOfTheFactsChangesWithTheDayAndWithEachOfTheThreeOrders() {
        Shop shop = api().newShop();
        shop.upload(
                        OF_BUYER.formatted("P-1", "2026-03-01", "P-1"),
                        OF_BUYER.formatted("P-2", "2026-02-01", "P-2"),
                        OF_BUYER.formatted("R-1", "2026-11-01", "R-1"))
                .is(200);
        String path = "/api/v2/orders/R-1/evidence.html";
        String before = hash(shop.get(path));

        assertNotEquals(before, hash(shop.get(path + "?asOf=2026-11-21")));
        assertNotEquals(before, hash(shop.get(path + "?profile=stripe")));
        shop.upload(OF_BUYER.formatted("P-2", "2026-02-01", "another harvest")).is(200);
        assertNotEquals(before, hash(shop.get(path)));
    }

    @Test
    default void aSheetIsMadeForAnyDay() {
        Shop shop = api().newShop();
        shop.uploadOne("R-1");

        for (String asOf : new String[] {"2000-01-01", "2026-11-01", "9999-12-31"}) {
            shop.get("/api/v2/orders/R-1/evidence.html?asOf=" + asOf).is(200);
            shop.get("/api/v2/orders/R-1/evidence.pdf?asOf=" + asOf).is(200);
        }
    }
}
