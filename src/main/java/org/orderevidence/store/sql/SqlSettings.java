package org.orderevidence.store.sql;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of an SQL store.
 *
 * @param committers most transactions that write at a time, 1 to 4; each has its own connection. SQLite has one
 * @param queuedRows most orders and sightings that wait to be committed; more are refused as overload
 */
public record SqlSettings(
        int committers,
        int readers,
        Duration readWait,
        Duration writeWait,
        int batchRows,
        int queuedRows,
        Duration lockWait) {
    /**
     * Maximum number of flushes at the same time, for a server that flushes slowly. More gave no further gain in
     * measurements.
     */
    private static final int MAX_COMMITTERS = 4;

    private static final int MIN_COMMITTERS_OF_A_SERVER = 2;
    private static final int CONNECTIONS_A_COMMITTER = 3;
    private static final int MIN_READERS = 4;
    private static final int READERS_PER_CORE = 2;
    private static final int MAX_READERS = 256;
    private static final int READERS_PER_CORE_OF_A_SERVER = 4;
    /** With the committers, ten instances fit into the 100 connections that PostgreSQL allows by default. */
    private static final int MAX_READERS_OF_A_SERVER = 5;

    /**
     * Settings for a server. A read mostly waits for the network, so there are more readers.
     *
     * @param connections most connections of this instance, those of its committers among them; null for what suits
     *     this machine
     */
    public static SqlSettings ofServer(@Nullable Integer connections) {
        int cores = Runtime.getRuntime().availableProcessors();
        int committers = connections == null
                ? MAX_COMMITTERS
                : Math.clamp(connections / CONNECTIONS_A_COMMITTER, MIN_COMMITTERS_OF_A_SERVER, MAX_COMMITTERS);
        int readers = connections == null
                ? Math.clamp((long) cores * READERS_PER_CORE_OF_A_SERVER, MIN_READERS, MAX_READERS_OF_A_SERVER)
                : connections - committers;
        return new SqlSettings(
                committers,
                readers,
                Duration.ofSeconds(5),
                Duration.ofSeconds(10),
                2_000,
                20_000,
                Duration.ofSeconds(5));
    }

    /**
     * Settings for this machine. A native call holds a core, so more readers than cores only hide waits for the disk.
     */
    public static SqlSettings defaults() {
        int cores = Runtime.getRuntime().availableProcessors();
        int readers = Math.clamp((long) cores * READERS_PER_CORE, MIN_READERS, MAX_READERS);
        return new SqlSettings(
                1, readers, Duration.ofSeconds(5), Duration.ofSeconds(10), 2_000, 20_000, Duration.ofSeconds(5));
    }
}
