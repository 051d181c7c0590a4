package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.Sessions;
import org.orderevidence.account.SignedIn;
import org.orderevidence.api.Shop;
import org.orderevidence.console.ConsoleClient.Page;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedStore;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.store.TokenKind;
import org.orderevidence.store.Tokens;

/** The cookie behind https, and many sign-ins at the same time. */
class SignInTest extends ConsoleSetup {
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

    @Test
    void parallelSignInsLeaveNoMoreSessionsThanAllowed() throws Exception {
        Shop shop = service.newShop();
        Sessions sessions = service.served().sessionsAt(ServedApi.NOW);
        List<Future<SignedIn>> started = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int i = 0; i < Sessions.MAX_PER_KEY + 14; i++) {
                started.add(threads.submit(() -> sessions.signIn(shop.key()).orElseThrow()));
            }
        }

        SignedIn last = started.getLast().get();
        int stored = service.served()
                .tokens()
                .list(last.session().space(), TokenKind.SESSION, last.session().keyId(), null, Tokens.MAX_PAGE)
                .tokens()
                .size();
        // Fewer may be left: each sign-in ends the oldest tokens that it sees, and all of these are equally old.
        assertTrue(stored > 0 && stored <= Sessions.MAX_PER_KEY, stored + " sessions are left");
    }
}
