package org.orderevidence.http.limits;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;

/**
 * Limits how many requests this instance accepts from an account space. A space has buckets only after a key of it was
 * accepted, so guesses of keys take no memory.
 */
public final class RateLimits {
    private static final Duration WINDOW = Duration.ofSeconds(10);

    private final Map<Lane, Quota> quotas = new EnumMap<>(Lane.class);
    private final LongSupplier nanos;

    /** Requests that are counted together. Those of one lane do not use up another. */
    public enum Lane {
        UPLOADS("uploads"),
        REQUESTS("requests"),
        /** Further parts of exports, so that a long one leaves all requests to others. */
        PARTS("requests"),
        /** Pages of the console, each with all its calls. */
        PAGES("pages");

        private final String noun;

        Lane(String noun) {
            this.noun = noun;
        }
    }

    /** The limit of a lane, and how far each space has used it. */
    private record Quota(int most, String policy, String rule, Map<AccountSpace, TokenBucket> buckets) {}

    /**
     * A request that was counted. The headers are those of draft-ietf-httpapi-ratelimit-headers-10.
     *
     * @param policy value of {@code RateLimit-Policy}
     * @param state value of {@code RateLimit}
     * @param rule the limit in words
     * @param retryAfter seconds to wait if there were too many requests; otherwise 0
     */
    public record Rate(String policy, String state, String rule, long retryAfter) {}

    /**
     * @param nanos the time, as {@link System#nanoTime} has it
     */
    public RateLimits(Limits limits, LongSupplier nanos) {
        this.nanos = nanos;
        add(Lane.UPLOADS, limits.uploads());
        add(Lane.REQUESTS, limits.requests());
        add(Lane.PARTS, limits.requests());
        add(Lane.PAGES, limits.requests());
    }

    private void add(Lane lane, int most) {
        if (most > 0) {
            String policy = '"' + lane.noun + "\";q=" + most + ";w=" + WINDOW.toSeconds();
            String rule = "at most " + most + ' ' + lane.noun + " in " + WINDOW.toSeconds() + " s";
            quotas.put(lane, new Quota(most, policy, rule, new ConcurrentHashMap<>()));
        }
    }

    /** Counts a request of a space. Returns {@code null} if its lane has no limit. */
    public @Nullable Rate take(AccountSpace space, Lane lane) {
        Quota quota = quotas.get(lane);
        if (quota == null) {
            return null;
        }
        long now = nanos.getAsLong();
        long price = WINDOW.toNanos() / quota.most;
        long missing =
                quota.buckets.computeIfAbsent(space, _ -> new TokenBucket(now)).take(now, price, quota.most);
        long left = missing < 0 ? 0 : quota.most - Math.ceilDiv(missing, price);
        long seconds = TokenBucket.seconds(Math.abs(missing));
        String state = '"' + lane.noun + "\";r=" + left + ";t=" + seconds;
        return new Rate(quota.policy, state, quota.rule, missing < 0 ? seconds : 0);
    }
}
