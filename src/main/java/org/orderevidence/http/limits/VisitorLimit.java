package org.orderevidence.http.limits;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Limits the requests of visitors without a key.
 * Each address has a bucket that is filled evenly. An IPv6 address is
 * that of its network of 64 bits, because one visitor has all addresses of it. The table is bounded: the address that
 * was seen longest ago is forgotten.
 */
public final class VisitorLimit {
    /** Maximum number of addresses that are remembered. */
    public static final int MAX_ADDRESSES = 10_000;

    private static final int NETWORK_BYTES = 8;
    private static final long MINUTE = Duration.ofMinutes(1).toNanos();

    private final int perMinute;
    private final TrustedProxies proxies;
    private final LongSupplier nanos;
    private final Map<String, TokenBucket> buckets = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, TokenBucket> eldest) {
            return size() > MAX_ADDRESSES;
        }
    };

    /**
     * @param perMinute most requests from an address in a minute; 0 for no limit
     * @param proxies whose word about their visitors is believed
     * @param nanos the time, as {@link System#nanoTime} has it
     */
    public VisitorLimit(int perMinute, TrustedProxies proxies, LongSupplier nanos) {
        this.perMinute = perMinute;
        this.proxies = proxies;
        this.nanos = nanos;
    }

    /**
     * Counts a request.
     *
     * @return seconds to wait, at least 1, if there were too many; otherwise 0
     */
    public long take(@Nullable InetAddress peer, List<String> forwardedFor) {
        if (perMinute == 0) {
            return 0;
        }
        InetAddress address = proxies.client(peer, forwardedFor);
        String visitor = address == null ? "" : visitor(address);
        long now = nanos.getAsLong();
        long missing;
        synchronized (buckets) {
            missing = buckets.computeIfAbsent(visitor, _ -> new TokenBucket(now))
                    .take(now, MINUTE / perMinute, perMinute);
        }
        return missing < 0 ? TokenBucket.seconds(-missing) : 0;
    }

    private static String visitor(InetAddress address) {
        byte[] bytes = address.getAddress();
        return Arrays.toString(address instanceof Inet6Address ? Arrays.copyOf(bytes, NETWORK_BYTES) : bytes);
    }
}
