package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orderevidence.account.Scope;
import org.orderevidence.console.Browser;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.Reply;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.wire.Problem;
import tools.jackson.databind.JsonNode;

/** The type of every problem is the path of a page that explains it. */
class ProblemPageTest extends OnSqlite {
    private static final Pattern LOADED = Pattern.compile("(?:src|href)=\"(/docs/[^\"]+)\"");

    @ParameterizedTest
    @EnumSource
    void saysWhatHappenedAndWhatToDo(Problem problem) {
        Reply page = api().send("GET", problem.type()).is(200);

        assertEquals("text/html; charset=utf-8", page.header("Content-Type"));
        assertTrue(page.text().contains("<h1>" + problem.code() + "</h1>"), page::text);
        assertTrue(
                page.text().contains("<h2>" + problem.title() + " (status " + problem.status() + ")</h2>"), page::text);
        assertTrue(page.text().contains("<p>" + problem.meaning() + "</p>"), page::text);
        assertTrue(page.text().contains("<p>What to do: " + problem.remedy() + "</p>"), page::text);
    }

    @ParameterizedTest
    @EnumSource
    void hasWordsThatNeedNoEscapesInHtml(Problem problem) {
        String words = problem.title() + problem.meaning() + problem.remedy();

        assertTrue(words.chars().noneMatch(c -> "<>&\"".indexOf(c) >= 0 || c > '~'), words);
        assertFalse(problem.meaning().isBlank() || problem.remedy().isBlank());
    }

    @Test
    void explainsAllStatusesOfOneCode() {
        String page = api().send("GET", "/problems/too-large").text();

        for (Problem problem : new Problem[] {Problem.TOO_LARGE, Problem.TARGET_TOO_LARGE, Problem.HEAD_TOO_LARGE}) {
            assertTrue(page.contains("(status " + problem.status() + ")"), page);
        }
    }

    @Test
    void mayLoadNothingAndRunNothing() {
        Reply page = api().send("GET", "/problems/internal");

        assertEquals(
                "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                page.header("Content-Security-Policy"));
        assertEquals("no-referrer", page.header("Referrer-Policy"));
        assertEquals("nosniff", page.header("X-Content-Type-Options"));
        assertFalse(page.text().contains("<script"), page::text);
    }

    @Test
    void isFoundOnlyAtThePathOfItsProblem() {
        for (String path : new String[] {"/problems/", "/problems/not_found", "/problems/NOT-FOUND", "/problems/x"}) {
            api().send("GET", path).isProblem(Problem.NOT_FOUND);
        }
        api().send("GET", "/problems/not-found?x=1").isProblem(Problem.INVALID_PARAMETER);
    }

    private static Reply get(String path, String... headers) {
        HttpRequest.Builder request = service.served().request("GET", path, HttpRequest.BodyPublishers.noBody());
        return service.served().send(headers.length == 0 ? request : request.headers(headers));
    }

    @Test
    void thePageLoadsFilesOfThisServiceAloneAndHasNoInlineScript() {
        Reply page = get("/docs").is(200);

        assertEquals("text/html; charset=utf-8", page.header("Content-Type"));
        String policy = page.header("Content-Security-Policy");
        assertTrue(policy.startsWith("default-src 'none'; script-src 'self'; "), policy);
        assertFalse(policy.contains("unsafe") || policy.contains("http"), policy);
        List<String> files = LOADED.matcher(page.text())
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
        assertEquals(4, files.size(), page::text);
        for (String file : files) {
            String type = get(file).is(200).header("Content-Type");
            assertEquals(file.endsWith(".js") ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8", type);
        }
        get("/docs/other.js").is(404);
    }

    @Test
    void aBrowserThatHasThePageIsNotSentItAgain() {
        String tag = get("/docs").header("ETag");

        assertEquals(304, get("/docs", "If-None-Match", tag).status());
        assertEquals(304, get("/docs", "If-None-Match", "\"other\", " + tag).status());
        assertEquals(200, get("/docs", "If-None-Match", "\"other\"").status());
    }

    @Test
    void thePageIsPackedForBrowsersThatUnpackIt() throws IOException {
        Reply packed = get("/docs", "Accept-Encoding", "deflate, gzip");

        assertEquals("gzip", packed.header("Content-Encoding"));
        byte[] unpacked =
                new GZIPInputStream(new ByteArrayInputStream(packed.body().toArray())).readAllBytes();
        assertEquals(get("/docs").text(), new String(unpacked, StandardCharsets.UTF_8));
        assertEquals("", get("/docs", "Accept-Encoding", "gzip;q=0").header("Content-Encoding"));
    }

    @Tag("slow")
    @Test
    void anOperationIsCalledFromThePage() {
        Shop shop = service.served().newShop();
        Browser browser = Browser.shared();

        browser.open(service.url() + "/docs#/orders/listOrders");
        browser.await(b -> !b.all("#operations-orders-listOrders .try-out__btn").isEmpty());
        assertEquals(
                OpenApiCheck.SHARED
                        .root()
                        .path("paths")
                        .valueStream()
                        .mapToInt(JsonNode::size)
                        .sum(),
                browser.all(".opblock").size());
        browser.click(".authorize.unlocked");
        browser.type(
                ".auth-container input",
                service.served().key(shop.account(), Mode.LIVE, Scope.READ).text());
        browser.click(".auth-container .authorize");
        browser.click(".auth-container .btn-done");
        browser.click("#operations-orders-listOrders .try-out__btn");
        browser.click("#operations-orders-listOrders .execute");
        browser.await(b -> !b.all(".live-responses-table").isEmpty());

        assertEquals("200", browser.text(".live-responses-table .response .response-col_status"));
        assertEquals(List.of(), browser.faults());
    }
}
