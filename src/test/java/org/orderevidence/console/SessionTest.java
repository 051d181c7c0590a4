package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.Scope;
import org.orderevidence.console.ConsoleClient.Page;
import org.orderevidence.order.AccountSpace.Mode;

/** Sign-in, sign-out, and the attacks on a session that a web page or a stolen link can try. */
class SessionTest extends PageSetup {
    @Test
    void aBrowserAtTheRootIsLedToTheConsoleAndAProgramIsNot() {
        client.get("/").leadsTo("/console");
        assertEquals(404, shop.api().send("GET", "/").status());
    }

    @Test
    void withoutSessionEveryPageLeadsToSignInAndBack() {
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
                .leadsTo("/console");
    }

    @Test
    void theCookieIsForThisServiceAndNoScript() {
        Page page = client.post("/console/sign-in", Map.of("key", shop.key().text()));

        String cookie = page.header("set-cookie");
        assertTrue(cookie.matches("oe[0-9]+=[A-Za-z0-9_-]{43}; Path=/; HttpOnly; SameSite=Lax"), cookie);
    }

    @Test
    void theCookieOfAServiceOnAnotherPortIsNotRead() {
        client.signIn(shop.key());
        String own = client.cookie();

        client.cookie("oe1" + own.substring(own.indexOf('=')));
        client.get("/console").is(303);
        client.cookie("oe1=" + "A".repeat(43) + "; " + own);
        client.get("/console").is(200);
    }

    @Test
    void aWrongKeyIsRefusedAndNeverRepeated() {
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
        client.signIn(shop.key());
        String cookie = client.cookie();

        client.post("/console/sign-out", Map.of()).leadsTo("/console/sign-in");
        assertEquals("", client.cookie());
        client.cookie(cookie);
        client.get("/console").is(303);
    }

    @Test
    void aFormNeedsTheTokenOfItsSession() {
        client.signIn(shop.key());

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
        client.signIn(shop.key());
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
    void aRevokedKeyEndsItsSessions() {
        ApiKey key = service.served().key(shop.account(), Mode.LIVE, Scope.READ);
        client.signIn(key);
        String id = shop.get("/api/v2/keys")
                .at("/keys")
                .valueStream()
                .filter(k -> k.at("/scopes/0").asString().equals("read"))
                .findFirst()
                .orElseThrow()
                .path("id")
                .asString();

        shop.send("DELETE", "/api/v2/keys/" + id).is(200);

        client.get("/console").leadsTo("/console/sign-in?next=%2Fconsole");
    }

    @Test
    void theInterfaceForProgramsAcceptsNoCookie() {
        client.signIn(shop.key());

        client.get("/api/v2/orders").is(401);
    }

    @Test
    void everyAnswerHasTheHeadersThatProtectIt() {
        client.signIn(shop.key());
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
}
