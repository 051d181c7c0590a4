package org.orderevidence.http.limits;

import java.time.Duration;

/**
 * Every limit of the HTTP interface that an operator may set, and its bounds; {@code Setting} has meanings and defaults. A
 * limit that belongs to the meaning of a field is with the field instead, for example the length of an id.
 */
public record Limits(
        int headerBytes,
        int bodyBytes,
        int lineBytes,
        int jsonDepth,
        Duration requestTime,
        Duration idleTime,
        int connections,
        int uploads,
        int requests,
        Duration stopTime) {

    private static final int MOST_REQUESTS = 1_000_000;

    public Limits {
        require(headerBytes >= 1024 && headerBytes <= 1024 * 1024, "header-bytes is 1024 to 1048576");
        require(bodyBytes >= 64 * 1024 && bodyBytes <= 64 * 1024 * 1024, "body-bytes is 65536 to 67108864");
        require(lineBytes >= 1024 && lineBytes <= bodyBytes, "line-bytes is 1024 to body-bytes");
        require(jsonDepth >= 8 && jsonDepth <= 1000, "json-depth is 8 to 1000");
        require(isWithin(requestTime, Duration.ofSeconds(1), Duration.ofMinutes(10)), "request-time is 1 s to 10 min");
        require(isWithin(idleTime, Duration.ofSeconds(1), Duration.ofHours(1)), "idle-time is 1 s to 1 h");
        require(connections >= 1 && connections <= 1_000_000, "connections is 1 to 1000000");
        require(uploads >= 0 && uploads <= MOST_REQUESTS, "uploads is 0 to " + MOST_REQUESTS);
        require(requests >= 0 && requests <= MOST_REQUESTS, "requests is 0 to " + MOST_REQUESTS);
        require(isWithin(stopTime, Duration.ofSeconds(1), Duration.ofMinutes(10)), "stop-time is 1 s to 10 min");
    }

    private static boolean isWithin(Duration value, Duration least, Duration most) {
        return value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }
}
