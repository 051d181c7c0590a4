package org.orderevidence.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.console.Browser;
import org.orderevidence.http.Reply;
import org.orderevidence.http.ServedSqlite;

/** The page of the API reference, without a key. */
class ReferencePageTest {
    private static final Pattern ID = Pattern.compile(" id=\"([^\"]+)\"");
    private static final Pattern LINK = Pattern.compile("href=\"([^\"]+)\"");

    @TempDir
    static Path folder;

    private static ServedSqlite service;

    @BeforeAll
    static void start() {
        service = ServedSqlite.start(folder);
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static Reply get(String path, String... headers) {
        HttpRequest.Builder request = service.served().request("GET", path, HttpRequest.BodyPublishers.noBody());
        return service.served().send(headers.length == 0 ? request : request.headers(headers));
    }

    @Test
    void theBrowserMayLoadOnlyTheStyleSheetOfThisService() {
        Reply page = get("/docs").is(200);

        assertEquals("text/html; charset=utf-8", page.header("Content-Type"));
        assertEquals(
                "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
                page.header("Content-Security-Policy"));
        assertFalse(page.text().contains("<script"), page::text);
        assertFalse(page.text().contains(" style="), page::text);
        assertEquals(
                "text/css; charset=utf-8", get("/docs/reference.css").is(200).header("Content-Type"));
    }

    @Test
    void everyLinkOfThePageLeadsSomewhere() {
        String html = get("/docs").text();
        Set<String> ids = ID.matcher(html).results().map(m -> m.group(1)).collect(Collectors.toSet());

        Matcher links = LINK.matcher(html);
        while (links.find()) {
            String link = links.group(1);
            assertTrue(
                    link.startsWith("#") ? ids.contains(link.substring(1)) : link.startsWith("/"),
                    () -> "no such place: " + link);
        }
        assertTrue(ids.contains("uploadOrders") && ids.contains("schema-Order") && ids.contains("failure-NotFound"));
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
    void itIsReadableOnAPhoneAndADesktopInLightAndDark() {
        Browser browser = Browser.shared();

        browser.open(service.url() + "/docs#uploadOrders");

        assertEquals("Upload orders", browser.text("#uploadOrders h3"));
        browser.checkLargePage();
    }
}
