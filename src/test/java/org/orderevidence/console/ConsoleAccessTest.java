package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.Scope;
import org.orderevidence.api.Shop;
import org.orderevidence.console.ConsoleClient.Page;
import org.orderevidence.http.FailingStore;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.http.limits.MemoryBudget.MemoryExhausted;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.waiting.LogLines;

/** What a session cannot reach: data of other accounts and modes, and changes that its key does not permit. */
class ConsoleAccessTest extends PageSetup {
    private static final String ORDER =
            "{\"id\": \"%s\", \"amount\": 1999, \"currency\": \"USD\", \"transactionDate\": \"2026-11-01\"}";

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
    void anOrderOfAnotherAccountOrModeLooksLikeNoOrder(String end) {
        SampleCase.orders(service.newShop(), ORDER.formatted("THEIRS"));
        SampleCase.orders(
                shop.with(service.served().key(shop.account(), Mode.TEST, Scope.ADMIN)), ORDER.formatted("TRIAL"));

        for (String id : List.of("THEIRS", "TRIAL")) {
            assertSame("/console/orders/" + id + end, "/console/orders/NOBODY" + end, id, "NOBODY");
        }
    }

    @Test
    void aSearchFindsNothingOfAnotherAccount() {
        SampleCase.upload(service.newShop());

        for (String term : List.of(SampleCase.ELIGIBLE, SampleCase.EMAIL, "ch_new", "424242 4242")) {
            Page page = client.post("/console/search", Map.of("q", term)).is(200);
            assertTrue(page.html().contains("No order found"), page::html);
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
                        new Change(integration + "/tasks/x/done", Map.of(), Scope.ADMIN),
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
        byte[] file = ORDER.formatted("NEW").getBytes(StandardCharsets.UTF_8);
        try (ConsoleClient reader = reader()) {
            Page page = reader.upload(path, reader.csrf(), Map.of(), "orders.ndjson", file);
            assertRefused(page, Scope.WRITE);
        }

        shop.get("/api/v2/orders/NEW").is(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/console/orders/NEW-1", "/console/coverage"})
    void aKeyThatOnlyWritesSeesNothing(String path) {
        SampleCase.upload(shop);
        client.post(
                        "/console/sign-in",
                        Map.of(
                                "key",
                                service.served()
                                        .key(shop.account(), Mode.LIVE, Scope.WRITE)
                                        .text()))
                .is(303);

        Page page = client.get(path).is(403);

        assertTrue(page.html().contains("no scope read"), page::html);
    }

    private int auditEntries() {
        return shop.get("/api/v2/account/audit").is(200).at("/entries").size();
    }

    private ConsoleClient reader() {
        return new ConsoleClient(service.url()).signIn(service.served().key(shop.account(), Mode.LIVE, Scope.READ));
    }

    /** Follows each link and sends each form of each page. */
    @ParameterizedTest
    @CsvSource({"read, 30, 5", "read write, 30, 9", "write, 3, 3"})
    void aPageOffersOnlyWhatTheKeyAllows(String scopes, int pages, int forms) {
        SampleCase.upload(shop);
        Set<Scope> allowed = Arrays.stream(scopes.split(" ", -1))
                .map(scope -> Scope.parse(scope).orElseThrow())
                .collect(Collectors.toSet());
        ApiKey key = service.served()
                .accounts()
                .createKey(shop.account(), Mode.LIVE, allowed, null)
                .orElseThrow()
                .key();
        Set<String> seen = new TreeSet<>(Set.of("/console", "/console?status=failed"));
        Set<String> sent = new TreeSet<>(Set.of("/console/sign-out"));
        Deque<String> open = new ArrayDeque<>(seen);
        try (ConsoleClient reader = new ConsoleClient(service.url()).signIn(key)) {
            while (!open.isEmpty()) {
                String path = open.pop();
                Page page = reader.get(path);
                assertTrue(page.status() < 400, () -> path + ": " + page.status());
                Matcher link = Pattern.compile("(href|action|formaction)=\"(/console[^\"#]*)")
                        .matcher(page.html());
                while (link.find()) {
                    String target = link.group(2).replace("&amp;", "&");
                    boolean isForm = !link.group(1).equals("href");
                    if (isForm && sent.add(target)) {
                        assertNotEquals(403, reader.post(target, Map.of()).status(), target);
                    } else if (!isForm && !target.contains("/assets/") && seen.add(target)) {
                        open.push(target);
                    }
                }
            }
        }
        assertTrue(seen.size() >= pages, seen::toString);
        assertTrue(sent.size() >= forms, sent::toString);
    }

    @Test
    void aBrowserAtTheRootIsLedToTheConsoleAndAProgramIsNot() {
        client.get("/").leadsTo("/console");
        assertEquals(404, shop.api().send("GET", "/").status());
    }

    @Test
    void withoutSessionEveryPageLeadsToSignInAndBack() {
        client.cookie(null);
        client.get("/console").leadsTo("/console/sign-in?next=%2Fconsole");
        client.get("/console/nothing?x=1").leadsTo("/console/sign-in?next=%2Fconsole%2Fnothing%3Fx%3D1");

        Page form =
                client.get("/console/sign-in?next=%2Fconsole%3Fstatus%3Dfailed").is(200);
        assertTrue(form.html().contains("name=\"next\" value=\"/console?status=failed\""), form.html());
        client.post("/console/sign-in", Map.of("key", shop.key().text(), "next", "/console?status=failed"))
                .leadsTo("/console?status=failed");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://evil.example/",
                "//evil.example/",
                "/\\evil.example",
                "/console.evil.example",
                "/api/v2/orders",
                "/console/sign-out",
                "/console/../api/v2/orders",
                "/console/%2e%2E/x",
                "/console/.",
                "/console/\r\nSet-Cookie: a=b",
                "javascript:alert(1)"
            })
    void signInLeadsToPagesOfTheConsoleOnly(String next) {
        client.post("/console/sign-in", Map.of("key", shop.key().text(), "next", next))
                .leadsTo("/console/start");
    }

    @Test
    void theCookieIsForThisServiceAndNoScript() {
        Page page = client.post("/console/sign-in", Map.of("key", shop.key().text()));

        String cookie = page.header("set-cookie");
        assertTrue(cookie.matches("oe[0-9]+=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Lax"), cookie);
    }

    @Test
    void theCookieOfAServiceOnAnotherPortIsNotRead() {
        String own = client.cookie();

        client.cookie("oe1" + own.substring(own.indexOf('=')));
        client.get("/console").is(303);
        client.cookie("oe1=" + "A".repeat(43) + "; " + own);
        client.get("/console").is(200);
    }

    @Test
    void aWrongKeyIsRefusedAndNeverRepeated() {
        client.cookie(null);
        for (String wrong : new String[] {
            "oe_live_wrong", "oe_live_0123456789012345678901234567890123456", "another-kind-of-key", "x".repeat(5_000)
        }) {
            Page page = client.post("/console/sign-in", Map.of("key", wrong));
            assertTrue(page.status() == 401 || page.status() == 422, page::html);
            assertFalse(page.html().contains(wrong), page::html);
            assertEquals("", page.header("set-cookie"));
        }
        client.post("/console/sign-in", Map.of("key", "")).is(422);
        client.get("/console").is(303);
    }

    @Test
    void signInStartsANewSessionAndEndsTheOneBefore() {
        String planted = "oe" + service.url().replaceAll(".*:", "") + "=" + "A".repeat(43);
        client.cookie(planted);
        client.signIn(shop.key());
        String first = client.cookie();
        assertNotEquals(planted, first);

        client.get("/console/sign-in");
        client.signIn(shop.key());
        String second = client.cookie();

        assertNotEquals(first, second);
        client.cookie(first);
        client.get("/console").is(303);
        client.cookie(second);
        client.get("/console").is(200);
    }

    @Test
    void signOutEndsTheSession() {
        String cookie = client.cookie();

        client.post("/console/sign-out", Map.of()).leadsTo("/console/sign-in");
        assertEquals("", client.cookie());
        client.cookie(cookie);
        client.get("/console").is(303);
    }

    @Test
    void aFormNeedsTheTokenOfItsSession() {
        client.post("/console/search", Map.of("q", "A", "csrf", "")).is(403);
        client.post("/console/search", Map.of("q", "A", "csrf", client.csrf() + "x"))
                .is(403);
        try (ConsoleClient other = new ConsoleClient(service.url())) {
            other.signIn(shop.key());
            client.post("/console/search", Map.of("q", "A", "csrf", other.csrf()))
                    .is(403);
        }
        client.post("/console/search", Map.of("q", "A")).is(200);
    }

    @Test
    void aFormOfAnotherSiteIsRefusedEvenWithTheToken() {
        Map<String, String> fields = Map.of("q", "A", "csrf", client.csrf());

        for (String from : new String[] {"cross-site", "same-site", "none"}) {
            client.send(client.form("/console/search", fields).header("Sec-Fetch-Site", from))
                    .is(403);
        }
        client.send(client.form("/console/search", fields)).is(403);
        client.send(client.form("/console/search", fields).header("Origin", "https://evil.example"))
                .is(403);
        client.send(client.form("/console/search", fields).header("Origin", "null"))
                .is(403);
        client.send(client.form("/console/search", fields)
                        .header("Sec-Fetch-Site", "same-origin")
                        .header("Origin", "https://evil.example"))
                .is(403);
        client.send(client.form("/console/search", fields).header("Origin", service.url()))
                .is(200);
    }

    @Test
    void aForeignPageCannotSignTheBrowserIn() {
        Map<String, String> fields = Map.of("key", shop.key().text());

        Page page = client.send(client.form("/console/sign-in", fields).header("Sec-Fetch-Site", "cross-site"));

        page.is(403);
        assertEquals("", page.header("set-cookie"));
    }

    @Test
    void theInterfaceForProgramsAcceptsNoCookie() {
        client.get("/api/v2/orders").is(401);
    }

    @Test
    void everyAnswerHasTheHeadersThatProtectIt() {
        for (String path : new String[] {"/console", "/console/sign-in", "/console/nothing", "/console/assets/x/y"}) {
            Page page = client.get(path);
            String policy = page.header("content-security-policy");
            assertTrue(policy.startsWith("default-src 'none'; style-src 'self'; script-src 'self';"), policy);
            assertFalse(policy.contains("unsafe"), policy);
            assertEquals("nosniff", page.header("x-content-type-options"));
            assertEquals("same-origin", page.header("referrer-policy"));
            assertEquals("private, no-store", page.header("cache-control"));
        }
    }

    @Test
    void assetsAreStoredForAYear() {
        String html = client.get("/console/sign-in").html();
        String end = "/console.css";
        int behind = html.indexOf(end) + end.length();
        String path = html.substring(html.lastIndexOf("/console/assets/", behind), behind);

        Page page = client.get(path).is(200);

        assertEquals("public, max-age=31536000, immutable", page.header("cache-control"));
        assertEquals("text/css;charset=utf-8", page.header("content-type").replace(" ", ""));
    }

    @Test
    void behindHttpsTheCookieIsForThisHostOnly() {
        ServedStore store = ServedStore.of(service.sqlite());
        ServedApi secure = ServedApi.startPublic(store, DefaultLimits.DEFAULTS, ServedApi.PUBLIC_URL);
        try (secure;
                ConsoleClient client = new ConsoleClient("http://127.0.0.1:" + secure.port())) {
            Shop shop = secure.newShop();
            Page page = client.post("/console/sign-in", Map.of("key", shop.key().text()));

            String cookie = page.header("set-cookie");
            assertTrue(cookie.matches("__Host-oe=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Lax; Secure"), cookie);
            client.get("/console").is(200);
            client.cookie(client.cookie().replace("__Host-oe", "oe" + secure.port()));
            client.get("/console").is(303);
        }
    }

    private static Page pageOf(Supplier<RuntimeException> failure) {
        ServedStore store = ServedStore.of(service.sqlite());
        ServedApi failing = ServedApi.start(
                store.evidence(FailingStore.after(store.records(), 0, failure)), store, DefaultLimits.DEFAULTS);
        try (failing;
                ConsoleClient client = new ConsoleClient("http://127.0.0.1:" + failing.port())) {
            Shop shop = failing.newShop();
            client.post("/console/sign-in", Map.of("key", shop.key().text())).is(303);
            return client.get("/console");
        }
    }

    @Test
    void aFailureOfTheStoreIsAPageThatSaysSo() {
        Page page = pageOf(() -> new StoreUnavailable("the disk of 10.0.0.7 is full"));

        page.is(503);
        assertEquals("1", page.header("retry-after"));
        assertTrue(page.html().contains("The service is not available"), page::html);
        assertFalse(page.html().contains("10.0.0.7"), page::html);
        assertTrue(page.header("content-security-policy").startsWith("default-src 'none'"));
    }

    @Test
    void tooManyLargeRequestsAreNotBlamedOnTheStore() {
        Page page = pageOf(MemoryExhausted::new);

        page.is(503);
        assertEquals("1", page.header("retry-after"));
        assertTrue(page.html().contains("The service is busy"), page::html);
        assertFalse(page.html().contains("cannot reach its store"), page::html);
    }

    @Test
    void aFormWithFileHasALimitedNumberOfFields() {
        String field = "--b\r\nContent-Disposition: form-data; name=\"\"\r\n\r\n\r\n";
        String fields = field.repeat(5_000) + "--b\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n"
                + client.csrf() + "\r\n--b--\r\n";
        Page page = client.send(client.request("/console/upload")
                .header("Content-Type", "multipart/form-data; boundary=b")
                .header("Sec-Fetch-Site", "same-origin")
                .POST(BodyPublishers.ofString(fields)));

        page.is(400);
    }

    @Test
    void aBugIsAPageWithTheIdOfItsLogEntry() {
        Page page = pageOf(() -> new IllegalStateException("a bug at line 7"));

        page.is(500);
        assertTrue(page.html().contains(page.header("request-id")), page::html);
        assertFalse(page.html().contains("line 7"), page::html);
    }

    @Test
    void onlyFormsOfTheExpectedSizeAndTypeAreRead() {
        client.post("/console/search", Map.of("q", "x".repeat(70_000))).is(413);
        client.send(client.request("/console/search")
                        .header("Content-Type", "application/json")
                        .header("Sec-Fetch-Site", "same-origin")
                        .POST(BodyPublishers.ofString("{}")))
                .is(415);
        client.get("/console/sign-out").is(405);
        assertEquals("POST", client.get("/console/sign-out").header("allow"));
        client.post("/console/search", Map.of("q", "%zz\u0000")).is(422);
    }

    @Test
    void noAddressAndNoEmailReachesTheLog() {
        SampleCase.upload(shop);
        List<String> lines;
        try (LogLines log = new LogLines(Level.INFO)) {
            client.post("/console/search", Map.of("q", SampleCase.EMAIL)).is(200);
            client.get("/console/orders/NEW-1?asOf=2026-11-25").is(200);
            client.post("/console/orders/NEW-1/refund", Map.of("amount", "secret amount"))
                    .is(422);
            client.get("/console/sign-in?code=secret-code").is(200);
            lines = log.texts();
        }

        for (String line : lines) {
            for (String secret :
                    List.of("jenny", "NEW-1", "2026-11-25", "secret", shop.key().text())) {
                assertFalse(line.contains(secret), line);
            }
        }
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
}
