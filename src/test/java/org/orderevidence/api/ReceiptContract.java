package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServesApi;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.order.Bytes;
import org.orderevidence.receipt.render.PageHtml;
import org.orderevidence.service.ReceiptLinks;
import org.orderevidence.store.AccessToken;
import org.orderevidence.store.AccessToken.TokenKind;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** What receipts and evidence sheets promise. */
public interface ReceiptContract extends ServesApi {
    /** An order of one customer, with a day and an amount. */
    String OF_BUYER = """
            {"id": "%s", "amount": 1500, "currency": "USD", "transactionDate": "%s", "ip": "203.0.113.7",
             "customerAccountId": "login-of-buyer", "cardFingerprint": "fp_of_buyer", "brand": "visa", "last4": "4242",
             "receipt": {"customerEmail": "buyer@example.com",
                         "lineItems": [{"productName": "Tea <b>of</b> %s", "quantity": 2, "price": 1500}]}}""";

    Pattern HASH = Pattern.compile("SHA-256 of the facts</th><td class=\"hash\">([0-9a-f]{64})<");
    String LINK = "/api/v2/orders/%s/receipt-link";
    String LINKS = "/api/v2/orders/%s/receipt-links";

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
        shop.put("/api/v2/account", "{\"showLogo\": true}").is(200);
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

    private static JsonNode create(Shop shop, String order) {
        return shop.post(LINK.formatted(order), "{}").is(201).json();
    }

    private static String path(JsonNode link) {
        String base = ServedApi.PUBLIC_URL.toString();
        String url = link.path("url").asString();
        assertTrue(url.startsWith(base + "/r/"), url);
        return url.substring(base.length());
    }

    private static List<String> ids(Shop shop, String order) {
        return shop.get(LINKS.formatted(order)).is(200).rows("/links", "id");
    }

    private Reply open(String path) {
        return api().send("GET", path);
    }

    private static Reply isNotice(Reply reply, int status) {
        reply.is(status);
        assertEquals("text/html; charset=utf-8", reply.header("Content-Type"));
        assertTrue(reply.text().contains("<h1>"), reply.text());
        assertGuarded(reply);
        return reply;
    }

    private static void assertGuarded(Reply reply) {
        assertEquals("no-referrer", reply.header("Referrer-Policy"));
        assertEquals("noindex, nofollow", reply.header("X-Robots-Tag"));
        assertEquals("nosniff", reply.header("X-Content-Type-Options"));
        assertEquals("same-origin", reply.header("Cross-Origin-Resource-Policy"));
        assertEquals("same-origin", reply.header("Cross-Origin-Opener-Policy"));
        assertEquals("private, no-store", reply.header("Cache-Control"));
        assertTrue(reply.header("Content-Security-Policy").startsWith("default-src 'none'; style-src 'sha256-"));
    }

    @Test
    default void aLinkOpensTheReceiptWithoutAKey() {
        Shop shop = api().newShop();
        shop.uploadOne("A-1");

        JsonNode link = create(shop, "A-1");
        Reply page = open(path(link)).is(200);

        assertEquals("2026-12-20T12:00:00Z", link.path("expiresAt").asString());
        assertTrue(page.text().contains("A-1"));
        assertTrue(page.text().contains("19.99"));
        assertGuarded(page);
        assertEquals(22, path(link).length() - "/r/".length());
        open(path(link) + "?utm_source=newsletter").is(200);
        assertEquals(200, api().send("HEAD", path(link)).status());
    }

    @Test
    default void thePageHasNothingThatIdentifiesTheCustomer() {
        Shop shop = api().newShop();
        shop.post("/api/v2/orders/upload", """
                        {"orders": [{"id": "P-1", "amount": 1999, "currency": "USD", "transactionDate": "2026-11-01",
                          "ip": "203.0.113.7", "deviceId": "device-0123456789", "customerAccountId": "login-77",
                          "bin": "424242", "last4": "4242", "brand": "visa",
                          "receipt": {"customerEmail": "ann@example.com", "customerPhone": "+1 555 0100",
                            "name": {"givenName": "Ann", "familyName": "O'Hara"},
                            "billingAddress": {"line1": "1 Main St", "city": "Springfield", "postalCode": "62701",
                              "country": "US"},
                            "shippingAddress": {"line1": "2 Side St", "city": "Shelbyville", "country": "US"},
                            "lineItems": [{"productName": "Teapot", "price": 1999}]}}]}""").is(200);

        String page = open(path(create(shop, "P-1"))).is(200).text();

        assertTrue(page.contains("Teapot"));
        assertTrue(page.contains("4242"));
        for (String personal : List.of(
                "ann@example.com",
                "555 0100",
                "Hara",
                "Main St",
                "Springfield",
                "62701",
                "Side St",
                "Shelbyville",
                "203.0.113.7",
                "device-0123456789",
                "login-77",
                "424242")) {
            assertFalse(page.contains(personal), personal);
        }
        String cardholder = shop.get("/api/v2/orders/P-1/receipt.html").text();
        for (String contact : List.of("Hara", "555 0100", "Main St", "Side St")) {
            assertTrue(cardholder.contains(contact), contact);
        }
    }

    @Test
    default void theLogoIsALinkUntilTheAccountAllowsTheImage() {
        Shop shop = api().newShop();
        shop.uploadOne("A-1");
        String path = path(create(shop, "A-1"));
        String profile = "{\"merchantInfo\": {\"logoUrl\": \"https://logo.example:8443/l.png\"}, \"showLogo\": %s}";

        shop.put("/api/v2/account", profile.formatted("false")).is(200);
        Reply link = open(path).is(200);
        shop.put("/api/v2/account", profile.formatted("true")).is(200);
        Reply image = open(path).is(200);

        assertFalse(link.text().contains("<img"));
        assertTrue(link.text().contains("<a href=\"https://logo.example:8443/l.png\""), link::text);
        assertEquals(PageHtml.POLICY, link.header("Content-Security-Policy"));
        assertTrue(image.text().contains("src=\"https://logo.example:8443/l.png\""), image::text);
        assertEquals(PageHtml.POLICY + "; img-src https://logo.example:8443", image.header("Content-Security-Policy"));
    }

    @Test
    default void theOrderIsShownAsItIsNow() {
        Shop shop = api().newShop();
        shop.uploadOne("A-1");
        String path = path(create(shop, "A-1"));

        String before = open(path).is(200).text();
        shop.patch("/api/v2/orders/A-1", "{\"refunded\": true}").is(200);

        assertFalse(before.toLowerCase(java.util.Locale.ROOT).contains("refunded"));
        assertTrue(open(path).is(200).text().toLowerCase(java.util.Locale.ROOT).contains("refunded"));
    }

    @Test
    default void linksAreListedAndRevoked() {
        Shop shop = api().newShop();
        shop.uploadOne("A-1");
        shop.uploadOne("A-2");
        JsonNode first = create(shop, "A-1");
        JsonNode second = create(shop, "A-1");
        JsonNode other = create(shop, "A-2");
        String id = first.path("id").asString();

        assertEquals(2, ids(shop, "A-1").size());
        assertFalse(shop.get(LINKS.formatted("A-1")).text().contains("url"), "the address is not stored");
        shop.send("DELETE", LINKS.formatted("A-2") + "/" + id).isProblem(Problem.RECEIPT_LINK_NOT_FOUND);
        Reply revoked = shop.send("DELETE", LINKS.formatted("A-1") + "/" + id).is(200);

        assertEquals(id, revoked.text("/id"));
        shop.send("DELETE", LINKS.formatted("A-1") + "/" + id).isProblem(Problem.RECEIPT_LINK_NOT_FOUND);
        assertEquals(List.of(second.path("id").asString()), ids(shop, "A-1"));
        isNotice(open(path(first)), 404);
        open(path(second)).is(200);
        open(path(other)).is(200);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"expiresIn": 299}       | /expiresIn out_of_range
            {"expiresIn": 34560001}  | /expiresIn out_of_range
            {"expiresIn": "300"}   | /expiresIn wrong_type
            {"expires_in": 300}      | /expires_in unknown_field
            {"expiresIn": 1, "x": 2}  | /expiresIn out_of_range;/x unknown_field
            """)
    default void theTimeIsChecked(String body, String error) {
        Shop shop = api().newShop();
        shop.uploadOne("A-1");

        Reply refused = shop.post(LINK.formatted("A-1"), body).isProblem(Problem.INVALID_REQUEST);

        assertEquals(List.of(error.split(";")), refused.errors());
        assertEquals(List.of(), ids(shop, "A-1"));
    }

    @ParameterizedTest
    @CsvSource({"300, 2026-11-20T12:05:00Z", "34560000, 2027-12-25T12:00:00Z"})
    default void theShortestAndTheLongestTimeAreAccepted(int seconds, String end) {
        Shop shop = api().newShop();
        shop.uploadOne("A-1");

        JsonNode link = shop.post(LINK.formatted("A-1"), "{\"expiresIn\": " + seconds + "}")
                .is(201)
                .json();

        assertEquals(end, link.path("expiresAt").asString());
        open(path(link)).is(200);
    }

    @Test
    default void anOrderHasABoundedNumberOfLinks() {
        Shop shop = api().newShop();
        shop.uploadOne("A-1");
        List<String> made = new ArrayList<>();
        for (int i = 0; i < ReceiptLinks.MAX_PER_ORDER; i++) {
            made.add(create(shop, "A-1").path("id").asString());
        }

        shop.post(LINK.formatted("A-1"), "{}").isProblem(Problem.RECEIPT_LINK_CONFLICT);
        shop.send("DELETE", LINKS.formatted("A-1") + "/" + made.getFirst()).is(200);
        create(shop, "A-1");
    }

    @Test
    default void anUnknownOrderHasNoLinks() {
        Shop shop = api().newShop();

        shop.post(LINK.formatted("A-1"), "{}").isProblem(Problem.ORDER_NOT_FOUND);
        shop.post(LINK.formatted("%0A"), "{}").isProblem(Problem.ORDER_NOT_FOUND);
        shop.get(LINKS.formatted("A-1")).isProblem(Problem.ORDER_NOT_FOUND);
        shop.get(LINKS.formatted("%0A")).isProblem(Problem.ORDER_NOT_FOUND);
        shop.send("DELETE", LINKS.formatted("%0A") + "/link_1").isProblem(Problem.RECEIPT_LINK_NOT_FOUND);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/r/A",
                "/r/AAAAAAAAAAAAAAAAAAAAAA",
                "/r/AAAAAAAAAAAAAAAAAAAAAA/",
                "/r/%41AAAAAAAAAAAAAAAAAAAAA",
                "/r/%ff%2e%0a",
                "/r/../api/v2/orders",
                "/r/AAAAAAAAAAAAAAAAAAAAA%3D",
                "/r//"
            })
    default void anUnknownLinkIsAFriendlyPage(String path) {
        isNotice(open(path), 404);
    }

    @Test
    default void anExpiredLinkIsGone() {
        Shop shop = api().newShop();
        shop.uploadOne("A-1");
        byte[] random = (shop.account() + "-".repeat(16)).substring(0, 16).getBytes(StandardCharsets.US_ASCII);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
        api().tokens()
                .add(new AccessToken(
                        TokenKind.RECEIPT_LINK,
                        AccessToken.hash(token),
                        new AccountSpace(shop.account(), Mode.LIVE),
                        "A-1",
                        ServedApi.NOW.minusSeconds(600),
                        ServedApi.NOW,
                        Bytes.EMPTY));

        isNotice(open("/r/" + token), 410);
    }

    @Test
    default void anAlteredTokenIsUnknown() {
        Shop shop = api().newShop();
        shop.uploadOne("A-1");
        String path = path(create(shop, "A-1"));

        for (int at : List.of("/r/".length(), path.length() - 1)) {
            char other = path.charAt(at) == 'Q' ? 'g' : 'Q';
            isNotice(open(path.substring(0, at) + other + path.substring(at + 1)), 404);
        }
    }
}
