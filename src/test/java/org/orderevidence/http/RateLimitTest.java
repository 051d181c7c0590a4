package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.Scope;
import org.orderevidence.api.Shop;
import org.orderevidence.console.ConsoleClient;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.waiting.Waits;
import org.orderevidence.wire.Problem;

/** An account that sends too many requests is told so, and delays nobody. */
class RateLimitTest extends OnSqlite {
    private static final String LIST = "/api/v2/orders";

    @AutoClose
    private ServedApi limited;

    private Shop shop;

    @BeforeEach
    void limit() {
        limited = ServedApi.start(store(), DefaultLimits.rates(2, 3));
        shop = limited.newShop();
    }

    private static void useUp(Shop shop) {
        shop.uploadOne("A-1");
        shop.uploadOne("A-2");
        shop.get(LIST).is(200);
        shop.get(LIST).is(200);
        shop.get(LIST).is(200);
    }

    @Test
    void tooManyUploadsAreRefusedUntilRetryAfter() {
        Reply first = shop.uploadOne("A-1");
        shop.uploadOne("A-2");
        Reply refused = shop.upload(Shop.ORDER.formatted("A-3")).isProblem(Problem.RATE_LIMITED);

        assertEquals("\"uploads\";q=2;w=10", first.header("RateLimit-Policy"));
        assertEquals("\"uploads\";r=1;t=5", first.header("RateLimit"));
        String seconds = refused.header("Retry-After");
        assertTrue(seconds.matches("[1-5]"), seconds);
        assertEquals("\"uploads\";q=2;w=10", refused.header("RateLimit-Policy"));
        assertEquals("\"uploads\";r=0;t=" + seconds, refused.header("RateLimit"));
        assertEquals(
                "The account has sent too many requests: it may send at most 2 uploads in 10 s. Send this one again after "
                        + seconds + " s.",
                refused.at("/detail").asString());
        Reply found = shop.get(LIST).is(200);
        assertEquals(2, found.at("/total").asInt(), "the refused upload stored nothing");
        assertEquals("\"requests\";r=2;t=4", found.header("RateLimit"));
    }

    @Test
    void otherRequestsAreCountedTogetherAndFaultyOnesToo() {
        shop.get(LIST).is(200);
        shop.get("/api/v2/orders/unknown").is(404);
        shop.post("/api/v2/track", "{}").is(422);

        shop.get(LIST).isProblem(Problem.RATE_LIMITED);
        shop.send("HEAD", LIST).is(429);
        shop.patch("/api/v2/orders/A-1", "{}").isProblem(Problem.RATE_LIMITED);
        shop.send("OPTIONS", LIST).is(204);
        shop.uploadOne("A-1");
    }

    @Test
    void theRateIsCheckedAfterTheScopeAndBeforeTheContent() {
        useUp(shop);
        ApiKey reader = limited.key(shop.account(), Mode.LIVE, Scope.READ);

        shop.with(reader).upload("").isProblem(Problem.KEY_SCOPE);
        shop.send("POST", "/api/v2/orders/upload", "text/plain", "").isProblem(Problem.RATE_LIMITED);
        shop.get(LIST + "?unknown=1").isProblem(Problem.RATE_LIMITED);
        shop.send("PUT", LIST).isProblem(Problem.METHOD_NOT_ALLOWED);
        Reply unknown = shop.with(new ApiKey(shop.key().text().replaceFirst("oe_live_", "other_")))
                .get(LIST)
                .isProblem(Problem.KEY_UNKNOWN);
        assertEquals("", unknown.header("RateLimit"));
        assertEquals("", limited.send("GET", "/livez").header("RateLimit"));
    }

    @Test
    void theConsoleHasALaneOfItsOwnInWhichAPageIsOne() {
        useUp(shop);
        try (ConsoleClient browser = new ConsoleClient("http://127.0.0.1:" + limited.port())) {
            browser.signIn(shop.key());
            browser.get("/console/orders/A-1").is(200);
            browser.get("/console/orders/A-1").is(200);

            ConsoleClient.Page refused = browser.get("/console").is(429);
            assertTrue(refused.words().contains("Too many pages of this account were opened."), refused.html());
            assertTrue(refused.header("retry-after").matches("[1-4]"));
            browser.get("/console/sign-in").is(429);
        }
    }

    @Test
    void withoutALimitNoAnswerNamesOne() {
        assertEquals("", api().newShop().uploadOne("A-1").header("RateLimit"));
    }

    @Test
    void anAccountHasOnlySoManyReadsAtTheSameTimeAndTheOthersWait() throws ExecutionException {
        int most = 8 * Runtime.getRuntime().availableProcessors();
        Shop busy = api().newShop();
        Set<Long> reading = ConcurrentHashMap.newKeySet();
        CountDownLatch full = new CountDownLatch(most);
        CountDownLatch released = new CountDownLatch(1);
        EvidenceStore slow = store().evidence(FailingStore.before(store().records(), call -> {
            if (call.kind().equals("orders")
                    && call.keys().getFirst().space().account().equals(busy.account())
                    && reading.add(Thread.currentThread().threadId())) {
                full.countDown();
                Waits.open(released, "the reads are not released");
            }
        }));
        try (ServedApi served = ServedApi.start(slow, store(), DefaultLimits.DEFAULTS);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Shop of = new Shop(served, busy.account(), busy.key());
            Callable<Integer> read = () -> of.get("/api/v2/orders/A-1").status();
            Future<List<Integer>> reads =
                    threads.submit(() -> Waits.results(threads, Collections.nCopies(most + 5, read)));
            Waits.open(full, "fewer reads than allowed");

            served.newShop().get("/api/v2/orders/A-1").is(404);
            assertEquals(most, reading.size(), "the others wait for a place");
            released.countDown();
            assertEquals(Collections.nCopies(most + 5, 404), Waits.result(reads));
        }
    }
}
