package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.Scope;
import org.orderevidence.api.Shop;
import org.orderevidence.console.ConsoleClient.Page;
import org.orderevidence.order.AccountSpace.Mode;

/** What a session cannot reach: data of other accounts and modes, and changes that its key does not permit. */
class ConsoleAccessTest extends PageSetup {
    private static final String ORDER =
            "{\"id\": \"%s\", \"amount\": 1999, \"currency\": \"USD\", \"transactionDate\": \"2026-11-01\"}";
    private static final String BOUNDARY = "----test";

    @BeforeEach
    void signIn() {
        client.signIn(service.served().key(shop.account(), Mode.LIVE, Scope.ADMIN));
    }

    /** The page without what differs in each answer, and without the ID that was asked for. */
    private static String withoutId(Page page, String id) {
        return page.html()
                .replace(id, "ID")
                .replaceAll("name=\"csrf\" value=\"[^\"]+\"", "")
                .replaceAll("oe_?[0-9a-f]{16,}", "");
    }

    private void assertSame(String foreign, String none, String idOfForeign, String idOfNone) {
        Page page = client.get(foreign).is(404);
        Page unknown = client.get(none).is(404);
        assertEquals(withoutId(unknown, idOfNone), withoutId(page, idOfForeign));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/receipt", "/receipt.pdf", "/receipt?view=agent", "/evidence", "/evidence.pdf"})
    void anOrderOfAnotherAccountLooksLikeNoOrder(String end) {
        SampleCase.orders(service.newShop(), ORDER.formatted("THEIRS"));

        assertSame("/console/orders/THEIRS" + end, "/console/orders/NOBODY" + end, "THEIRS", "NOBODY");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/receipt", "/receipt.pdf", "/evidence", "/evidence.pdf"})
    void anOrderOfTheOtherModeLooksLikeNoOrder(String end) {
        Shop test = shop.with(service.served().key(shop.account(), Mode.TEST, Scope.ADMIN));
        SampleCase.orders(test, ORDER.formatted("TRIAL"));

        assertSame("/console/orders/TRIAL" + end, "/console/orders/NOBODY" + end, "TRIAL", "NOBODY");
    }

    @Test
    void aSearchFindsNothingOfAnotherAccount() {
        SampleCase.upload(service.newShop());

        for (String term : List.of(SampleCase.ELIGIBLE, SampleCase.EMAIL, "ch_new", "424242 4242")) {
            Page page = client.post("/console/search", Map.of("q", term)).is(200);
            assertTrue(page.html().contains("No order found"), page::html);
        }
    }

    @Test
    void factsAboutAnOrderOfAnotherAccountAreRefusedAsForNoOrder() {
        Shop other = service.newShop();
        SampleCase.orders(other, ORDER.formatted("THEIRS"));
        String before = other.get("/api/v2/orders/THEIRS").is(200).text();

        for (Change change : changesOf("THEIRS")) {
            Page page = client.post(change.path, change.fields).is(404);
            Page none = client.post(change.path.replace("THEIRS", "NOBODY"), change.fields)
                    .is(404);
            assertEquals(withoutId(none, "NOBODY"), withoutId(page, "THEIRS"));
        }

        assertEquals(before, other.get("/api/v2/orders/THEIRS").is(200).text());
    }

    @Test
    void anIntegrationOfAnotherAccountLooksLikeNone() {
        Shop other = service.newShop();
        String id = integrationOf(other);
        String path = "/console/settings/integrations/";

        assertSame(path + id, path + "int_0000000000000000", id, "int_0000000000000000");
        for (String change : List.of("/rotate", "/replay", "/remove")) {
            client.post(path + id + change, Map.of("secret", "whsec_" + "x".repeat(32)))
                    .is(404);
        }
        other.get("/api/v2/integrations/" + id).is(200);
    }

    @Test
    void aKeyOfAnotherAccountLooksLikeNone() {
        Shop other = service.newShop();
        String id = other.get("/api/v2/keys").at("/keys/0/id").asString();
        String path = "/console/settings/keys/";

        assertSame(path + id, path + "key_0000000000000000", id, "key_0000000000000000");
        client.post(path + id + "/rotate", Map.of("grace", "0")).is(404);
        client.post(path + id + "/revoke", Map.of()).is(404);
        other.get("/api/v2/orders").is(200);
    }

    private static String integrationOf(Shop owner) {
        return owner.post(
                        "/api/v2/integrations",
                        "{\"platform\": \"stripe\", \"secret\": \"whsec_" + "s".repeat(32) + "\"}")
                .is(201)
                .at("/id")
                .asString();
    }

    /**
     * A form that changes something.
     *
     * @param needs the scope that it needs
     */
    record Change(String path, Map<String, String> fields, Scope needs) {
        @Override
        public String toString() {
            return path;
        }
    }

    private static List<Change> changesOf(String order) {
        String path = "/console/orders/" + order;
        return List.of(
                new Change(path + "/refund", Map.of("amount", "1.00"), Scope.WRITE),
                new Change(
                        path + "/disputes",
                        Map.of("disputeId", "d", "condition", "10.4", "openedAt", "2026-11-10", "status", "open"),
                        Scope.WRITE),
                new Change(path + "/fraud-reports", Map.of("reportId", "f", "reportedAt", "2026-11-10"), Scope.WRITE));
    }

    static Stream<Change> changes() {
        String key = "/console/settings/keys/key_1";
        String integration = "/console/settings/integrations/int_1";
        return Stream.concat(
                changesOf("OWN").stream(),
                Stream.of(
                        new Change("/console/settings/keys", Map.of("scope-read", "1"), Scope.ADMIN),
                        new Change(key + "/rotate", Map.of("grace", "0"), Scope.ADMIN),
                        new Change(key + "/revoke", Map.of(), Scope.ADMIN),
                        new Change("/console/settings/profile", Map.of("merchantInfo.name", "x"), Scope.ADMIN),
                        new Change("/console/settings/integrations", Map.of("platform", "stripe"), Scope.ADMIN),
                        new Change(integration + "/rotate", Map.of("secret", "x"), Scope.ADMIN),
                        new Change(integration + "/replay", Map.of(), Scope.ADMIN),
                        new Change(integration + "/remove", Map.of(), Scope.ADMIN)));
    }

    private static void assertRefused(Page page, Scope needs) {
        page.is(403);
        assertTrue(page.html().contains("<h1>Not permitted</h1>"), page::html);
        assertTrue(page.html().contains("The key of this session has no scope " + needs.wireName()), page::html);
        assertTrue(page.html().contains("Nothing was changed."), page::html);
    }

    @ParameterizedTest
    @MethodSource("changes")
    void aKeyThatMayOnlyReadChangesNothing(Change change) {
        SampleCase.orders(shop, ORDER.formatted("OWN"));
        String order = shop.get("/api/v2/orders/OWN").text();
        try (ConsoleClient reader = reader()) {
            int entries = auditEntries();

            assertRefused(reader.post(change.path, change.fields), change.needs);

            assertEquals(entries, auditEntries());
        }
        assertEquals(order, shop.get("/api/v2/orders/OWN").text());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/console/upload", "/console/upload/preview"})
    void aKeyThatMayOnlyReadUploadsNothing(String path) {
        String body = "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n%s\r\n--" + BOUNDARY
                + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"orders.ndjson\"\r\n\r\n"
                + ORDER.formatted("NEW") + "\r\n--" + BOUNDARY + "--\r\n";
        try (ConsoleClient reader = reader()) {
            Page page = reader.send(reader.request(path)
                    .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                    .header("Sec-Fetch-Site", "same-origin")
                    .POST(BodyPublishers.ofString(body.formatted(reader.csrf()))));
            assertRefused(page, Scope.WRITE);
        }

        shop.get("/api/v2/orders/NEW").is(404);
    }

    private int auditEntries() {
        return shop.get("/api/v2/account/audit").is(200).at("/entries").size();
    }

    private ConsoleClient reader() {
        return new ConsoleClient(service.url()).signIn(service.served().key(shop.account(), Mode.LIVE, Scope.READ));
    }
}
