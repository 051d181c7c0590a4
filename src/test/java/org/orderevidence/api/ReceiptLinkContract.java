package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.Scope;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServesApi;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.receipt.render.PageHtml;
import org.orderevidence.service.ReceiptLinks;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** Links that show one receipt to anyone who has them. */
public interface ReceiptLinkContract extends ServesApi {
    String LINK = "/api/v2/orders/%s/receipt-link";
    String LINKS = "/api/v2/orders/%s/receipt-links";

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
        return shop.get(LINKS.formatted(order))
                .is(200)
                .at("/links")
                .valueStream()
                .map(link -> link.path("id").asString())
                .toList();
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
    }

    @Test
    default void theLogoIsALinkUntilTheAccountAllowsTheImage() {
        Shop shop = api().newShop();
        shop.uploadOne("A-1");
        String path = path(create(shop, "A-1"));
        String profile = "{\"merchantInfo\": {\"logoUrl\": \"https://logo.example:8443/l.png\"}, \"showLogo\": %s}";

        shop.send("PUT", "/api/v2/account", "application/json", profile.formatted("false"))
                .is(200);
        Reply link = open(path).is(200);
        shop.send("PUT", "/api/v2/account", "application/json", profile.formatted("true"))
                .is(200);
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

        assertEquals(id, revoked.at("/id").asString());
        shop.send("DELETE", LINKS.formatted("A-1") + "/" + id).isProblem(Problem.RECEIPT_LINK_NOT_FOUND);
        assertEquals(List.of(second.path("id").asString()), ids(shop, "A-1"));
        isNotice(open(path(first)), 404);
        open(path(second)).is(200);
        open(path(other)).is(200);
    }

    @Test
    default void anotherAccountCannotMakeSeeOrRevokeALink() {
        Shop owner = api().newShop();
        Shop stranger = api().newShop();
        Shop test = owner.with(api().key(owner.account(), Mode.TEST, Scope.ADMIN));
        owner.uploadOne("A-1");
        JsonNode link = create(owner, "A-1");

        for (Shop other : List.of(stranger, test)) {
            other.post(LINK.formatted("A-1"), "{}").isProblem(Problem.ORDER_NOT_FOUND);
            other.get(LINKS.formatted("A-1")).isProblem(Problem.ORDER_NOT_FOUND);
            other.send("DELETE", LINKS.formatted("A-1") + "/" + link.path("id").asString())
                    .isProblem(Problem.RECEIPT_LINK_NOT_FOUND);
        }
        open(path(link)).is(200);
    }

    @Test
    default void theScopeReadIsNeeded() {
        Shop shop = api().newShop();
        shop.uploadOne("A-1");
        Shop reads = shop.with(api().key(shop.account(), Mode.LIVE, Scope.READ));
        Shop writes = shop.with(api().key(shop.account(), Mode.LIVE, Scope.WRITE));

        String id = create(reads, "A-1").path("id").asString();
        writes.post(LINK.formatted("A-1"), "{}").isProblem(Problem.KEY_SCOPE);
        writes.get(LINKS.formatted("A-1")).isProblem(Problem.KEY_SCOPE);
        writes.send("DELETE", LINKS.formatted("A-1") + "/" + id).isProblem(Problem.KEY_SCOPE);
        api().send("GET", LINKS.formatted("A-1")).isProblem(Problem.KEY_MISSING);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"expiresIn": 299}       | /expiresIn out_of_range
            {"expiresIn": 34560001}  | /expiresIn out_of_range
            {"expiresIn": -1}        | /expiresIn out_of_range
            {"expiresIn": 300.5}     | /expiresIn not_an_integer
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
    default void aHugeTokenIsUnknown() {
        isNotice(open("/r/" + "A".repeat(4_000)), 404);
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
