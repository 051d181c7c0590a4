package org.orderevidence.store.cassandra;

import java.time.Duration;

/**
 * The bounds of a store on Cassandra. Those of the servers themselves (2 s for a write, 5 s for a read) come first where
 * a server answers at all.
 *
 * @param countAge how old a count of orders may be before it is made again
 */
public record CassandraSettings(
        Duration connectWait,
        Duration readWait,
        Duration writeWait,
        int requests,
        int queuedRequests,
        Duration countAge) {
    public static CassandraSettings defaults() {
        return new CassandraSettings(
                Duration.ofSeconds(5),
                Duration.ofSeconds(6),
                Duration.ofSeconds(6),
                1_024,
                20_000,
                Duration.ofMinutes(1));
    }
}
