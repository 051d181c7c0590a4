package org.orderevidence.http.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Collections;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.http.limits.RateLimits.Lane;
import org.orderevidence.http.limits.RateLimits.Rate;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.AccountSpace.Mode;
import org.orderevidence.waiting.Waits;

/** How many requests of an account are accepted. */
final class RateLimitsTest {
    private static final AccountSpace SHOP = new AccountSpace("shop", Mode.LIVE);

    private long now = Long.MAX_VALUE - 17; // System.nanoTime may overflow
    private final RateLimits limits = new RateLimits(DefaultLimits.rates(100, 10_000), () -> now);

    private Rate take(AccountSpace space, Lane lane) {
        return Objects.requireNonNull(limits.take(space, lane));
    }

    private long accepted(Lane lane, int tries) {
        return IntStream.range(0, tries)
                .filter(_ -> take(SHOP, lane).retryAfter() == 0)
                .count();
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    @Test
    void anAccountHasAHundredUploadsInTenSeconds() {
        assertEquals(100, accepted(Lane.UPLOADS, 250));

        pass(Duration.ofMillis(99));
        assertEquals(0, accepted(Lane.UPLOADS, 1));
        pass(Duration.ofMillis(1));
        assertEquals(1, accepted(Lane.UPLOADS, 2));
        pass(Duration.ofSeconds(5));
        assertEquals(50, accepted(Lane.UPLOADS, 250));
        pass(Duration.ofHours(1));
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
        RateLimits few = new RateLimits(DefaultLimits.rates(most, 0), () -> now);
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
        assertEquals(10_000, accepted(Lane.PAGES, 10_001));
        assertEquals(0, take(new AccountSpace("shop", Mode.TEST), Lane.UPLOADS).retryAfter());
        assertEquals(0, take(new AccountSpace("other", Mode.LIVE), Lane.UPLOADS).retryAfter());
    }

    @Test
    void zeroIsNoLimit() {
        RateLimits none = new RateLimits(DefaultLimits.rates(0, 1), () -> now);

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
