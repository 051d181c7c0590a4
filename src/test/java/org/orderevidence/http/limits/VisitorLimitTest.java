package org.orderevidence.http.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.limits.MemoryPlan.LimitsDoNotFit;
import org.orderevidence.http.limits.RateLimits.Lane;
import org.orderevidence.http.limits.RateLimits.Rate;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.waiting.Waits;

/** Visitors, trusted proxies, rates of accounts, and the plan of the memory. */
final class VisitorLimitTest {
    private long now = 17;
    private final VisitorLimit limit = new VisitorLimit(60, TrustedProxies.NONE, () -> now);
    private static final long MIB = 1024L * 1024;

    private long take(String address) {
        return limit.take(InetAddress.ofLiteral(address), List.of());
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private List<Long> takeMany(String address, int times) {
        return IntStream.range(0, times).mapToObj(i -> take(address)).distinct().toList();
    }

    @Test
    void anAddressHasSixtyRequestsAMinute() {
        assertEquals(List.of(0L), takeMany("203.0.113.7", 60));
        assertEquals(1, take("203.0.113.7"));
        assertEquals(0, take("203.0.113.8"), "another address");

        pass(Duration.ofMillis(999));
        assertEquals(1, take("203.0.113.7"));
        pass(Duration.ofMillis(1));
        assertEquals(0, take("203.0.113.7"));
        assertEquals(1, take("203.0.113.7"));
        pass(Duration.ofHours(1));
        assertEquals(List.of(0L), takeMany("203.0.113.7", 60));
        assertEquals(1, take("203.0.113.7"));
    }

    @Test
    void anIpv6NetworkIsOneVisitor() {
        takeMany("2001:db8:0:1::1", 30);
        takeMany("2001:db8:0:1:ffff::2", 30);

        assertEquals(1, take("2001:db8:0:1::3"));
        assertEquals(0, take("2001:db8:0:2::1"));
    }

    @Test
    void aClockThatGoesBackGivesNothing() {
        takeMany("203.0.113.7", 60);
        pass(Duration.ofHours(-1));

        assertEquals(1, take("203.0.113.7"));
    }

    @Test
    void ofManyAddressesTheOneSeenLongestAgoIsForgotten() {
        takeMany("203.0.113.7", 60);
        takeMany("203.0.113.8", 60);
        LongStream.range(0, VisitorLimit.MAX_ADDRESSES - 2)
                .forEach(i -> take("10." + i / 65_536 + "." + i / 256 % 256 + "." + i % 256));
        assertEquals(1, take("203.0.113.7"), "seen again");

        take("192.0.2.1");

        assertEquals(1, take("203.0.113.7"));
        assertEquals(0, take("203.0.113.8"));
    }

    @Test
    void anUnknownAddressIsOneVisitor() {
        for (int i = 0; i < 60; i++) {
            assertEquals(0, limit.take(null, List.of()));
        }
        assertEquals(1, limit.take(null, List.of()));
    }

    @Test
    void zeroIsNoLimit() {
        VisitorLimit none = new VisitorLimit(0, TrustedProxies.NONE, () -> 0);

        assertEquals(
                0,
                LongStream.range(0, 1_000)
                        .map(i -> none.take(InetAddress.ofLiteral("203.0.113.7"), List.of()))
                        .sum());
    }

    /** Headers of the same name are separated by a bar. */
    @ParameterizedTest
    @CsvSource({
        "'',                   203.0.113.7, 198.51.100.1,                       203.0.113.7",
        "10.0.0.0/8,           203.0.113.7, 198.51.100.1,                       203.0.113.7",
        "10.0.0.0/8,           10.1.2.3,    198.51.100.1,                       198.51.100.1",
        "10.0.0.0/8,           10.1.2.3,    '192.0.2.9, 198.51.100.1',          198.51.100.1",
        "10.0.0.0/8,           10.1.2.3,    '192.0.2.9, 198.51.100.1, 10.9.9.9', 198.51.100.1",
        "10.0.0.0/8,           10.1.2.3,    '192.0.2.9|198.51.100.1',           198.51.100.1",
        "10.0.0.0/8,           10.1.2.3,    '',                                 10.1.2.3",
        "10.0.0.0/8,           10.1.2.3,    'unknown',                          10.1.2.3",
        "10.0.0.0/8,           10.1.2.3,    '198.51.100.1, example.com',        10.1.2.3",
        "10.0.0.0/8,           10.1.2.3,    10.4.4.4,                           10.4.4.4",
        "'10.1.2.3, 10.1.2.4', 10.1.2.3,    '198.51.100.1:4711, 10.1.2.4:80',   198.51.100.1",
        "'10.1.2.3/32',        10.1.2.4,    198.51.100.1,                       10.1.2.4",
        "172.16.0.0/12,        172.31.0.1,  198.51.100.1,                       198.51.100.1",
        "172.16.0.0/12,        172.32.0.1,  198.51.100.1,                       172.32.0.1",
        "0.0.0.0/0,            192.0.2.1,   198.51.100.1,                       198.51.100.1",
        "::1,                  ::1,         '2001:db8::1',                      2001:db8:0:0:0:0:0:1",
        "::1,                  ::1,         '[2001:db8::1]:4711',               2001:db8:0:0:0:0:0:1",
        "fd00::/8,             fd12::1,     198.51.100.1,                       198.51.100.1",
        "10.0.0.0/8,           ::1,         198.51.100.1,                       0:0:0:0:0:0:0:1"
    })
    void theClientIsTheLastThatIsNoTrustedProxy(String trusted, String peer, String forwarded, String client) {
        List<String> headers = forwarded.isEmpty() ? List.of() : Arrays.asList(forwarded.split("\\|"));

        InetAddress found = TrustedProxies.parse(trusted).client(InetAddress.ofLiteral(peer), headers);

        assertEquals(client, Objects.requireNonNull(found).getHostAddress());
    }

    @Test
    void aClosedConnectionHasNoClient() {
        assertNull(TrustedProxies.parse("10.0.0.0/8").client(null, List.of("198.51.100.1")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"proxy.example.com", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "10.0.0.1,,10.0.0.2", "::1/129"
            })
    void whatIsNoNetworkIsRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> TrustedProxies.parse(text));
    }

    @Test
    void theDefaultLimitsFitTheHeapOfTheLauncher() {
        // What the JVM reports as its largest heap for -Xmx256m -Xmn64m: one survivor space is not counted.
        MemoryPlan plan = MemoryPlan.of(235 * MIB, DefaultLimits.DEFAULTS);

        assertTrue(plan.budget().contendedPart() >= RequestMemory.ofBody(DefaultLimits.DEFAULTS.bodyBytes()));
    }

    @Test
    void everyPartIsCounted() {
        MemoryPlan plan = MemoryPlan.of(512 * MIB, DefaultLimits.DEFAULTS);

        assertEquals(
                512 * MIB,
                plan.connections()
                        + plan.caches()
                        + plan.working()
                        + plan.heads()
                        + plan.strangers()
                        + plan.reserve()
                        + plan.pool());
        assertEquals(10_000 * 5 * 1024, plan.connections());
        assertEquals(10_000 * 2 * 1024, plan.reserve());
        assertEquals(64 * MIB, plan.working());
    }

    @Test
    void aHeapThatIsTooSmallIsRefusedWithTheNumbers() {
        LimitsDoNotFit refused =
                assertThrows(LimitsDoNotFit.class, () -> MemoryPlan.of(128 * MIB, DefaultLimits.DEFAULTS));

        assertEquals(
                "the limits do not fit a heap of 128 MB: 10000 connections need 55 MB, caches and working room 88 MB,"
                        + " and a body of 5 MB needs 21 MB, which must be at most a quarter of the remaining 0 MB; set"
                        + " a larger -Xmx in EVIDENCE_JAVA_OPTS, or lower limits.connections or limits.body-bytes",
                refused.getMessage());
    }

    private static final AccountSpace SHOP = new AccountSpace("shop", Mode.LIVE);

    private long nanos = Long.MAX_VALUE - 17; // System.nanoTime may overflow
    private final RateLimits limits = new RateLimits(DefaultLimits.rates(100, 10_000), () -> nanos);

    private Rate take(AccountSpace space, Lane lane) {
        return Objects.requireNonNull(limits.take(space, lane));
    }

    private long accepted(Lane lane, int tries) {
        return IntStream.range(0, tries)
                .filter(_ -> take(SHOP, lane).retryAfter() == 0)
                .count();
    }

    private void elapse(Duration time) {
        nanos += time.toNanos();
    }

    @Test
    void anAccountHasAHundredUploadsInTenSeconds() {
        assertEquals(100, accepted(Lane.UPLOADS, 250));

        elapse(Duration.ofMillis(99));
        assertEquals(0, accepted(Lane.UPLOADS, 1));
        elapse(Duration.ofMillis(1));
        assertEquals(1, accepted(Lane.UPLOADS, 2));
        elapse(Duration.ofSeconds(5));
        assertEquals(50, accepted(Lane.UPLOADS, 250));
        elapse(Duration.ofHours(1));
        assertEquals(100, accepted(Lane.UPLOADS, 250));
    }

    @Test
    void theHeadersSayWhatIsLeftAndWhenAllIsThereAgain() {
        assertEquals("\"uploads\";q=100;w=10", take(SHOP, Lane.UPLOADS).policy());
        assertEquals("\"uploads\";r=98;t=1", take(SHOP, Lane.UPLOADS).state());
        accepted(Lane.UPLOADS, 48);
        assertEquals("\"uploads\";r=49;t=6", take(SHOP, Lane.UPLOADS).state());
        accepted(Lane.UPLOADS, 49);
        Rate refused = take(SHOP, Lane.UPLOADS);

        assertEquals("\"uploads\";r=0;t=1", refused.state());
        assertEquals(1, refused.retryAfter());
        assertEquals("at most 100 uploads in 10 s", refused.rule());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 999_983})
    void anyLimitIsExact(int most) {
        RateLimits few = new RateLimits(DefaultLimits.rates(most, 0), () -> nanos);
        Rate last = null;
        for (int i = 0; i < most; i++) {
            last = Objects.requireNonNull(few.take(SHOP, Lane.UPLOADS));
            assertEquals(0, last.retryAfter());
        }

        assertEquals("\"uploads\";r=0;t=10", Objects.requireNonNull(last).state());
        assertTrue(Objects.requireNonNull(few.take(SHOP, Lane.UPLOADS)).retryAfter() >= 1);
    }

    @Test
    void lanesAccountsAndModesAreCountedApart() {
        accepted(Lane.UPLOADS, 101);

        assertEquals(10_000, accepted(Lane.REQUESTS, 10_001));
        assertEquals(10_000, accepted(Lane.PARTS, 10_001));
        assertEquals(10_000, accepted(Lane.PAGES, 10_001));
        assertEquals(0, take(new AccountSpace("shop", Mode.TEST), Lane.UPLOADS).retryAfter());
        assertEquals(0, take(new AccountSpace("other", Mode.LIVE), Lane.UPLOADS).retryAfter());
    }

    @Test
    void aRateOfZeroIsNoLimit() {
        RateLimits none = new RateLimits(DefaultLimits.rates(0, 1), () -> nanos);

        assertNull(none.take(SHOP, Lane.UPLOADS));
        assertEquals(0, Objects.requireNonNull(none.take(SHOP, Lane.REQUESTS)).retryAfter());
    }

    @Test
    void manyThreadsGetNoMoreThanOne() throws ExecutionException {
        Callable<Long> thread = () -> accepted(Lane.REQUESTS, 5_000);
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            long sum = Waits.results(threads, Collections.nCopies(8, thread)).stream()
                    .mapToLong(Long::longValue)
                    .sum();

            assertEquals(10_000, sum);
        }
    }
}
