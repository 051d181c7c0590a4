package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.orderevidence.api.Shop;
import org.orderevidence.console.ConsoleClient.Page;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.limits.DefaultLimits;

/** The cookie behind https, and many sign-ins at the same time. */
class SignInTest extends OnSqlite {
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
}
