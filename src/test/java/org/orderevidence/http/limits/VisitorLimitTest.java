package org.orderevidence.http.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** How often visitors may ask. */
class VisitorLimitTest {
    private long now = 17;
    private final VisitorLimit limit = new VisitorLimit(60, TrustedProxies.NONE, () -> now);

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
}
