package org.orderevidence.http.limits;

/**
 * How the heap is divided, in bytes.
 *
 * @param heap largest size of the heap
 * @param connections set aside for connections: their state, and heads of requests
 * @param caches set aside for caches of keys and accounts
 * @param working set aside for everything that is not counted: the store, short-lived objects, the collector's room
 * @param heads set aside for heads that are larger than usual, until it is known whose they are
 * @param strangers set aside for bodies, until it is known whose they are
 * @param reserve for small requests
 * @param pool for requests that are not small
 * @param ordinary of the pool, what large requests leave free
 */
public record MemoryPlan(
        long heap,
        long connections,
        long caches,
        long working,
        long heads,
        long strangers,
        long reserve,
        long pool,
        long ordinary) {
    /** A connection without a request: 3.0 to 3.3 KB were measured (docs/decisions/0012), and a usual head. */
    private static final int BYTES_PER_CONNECTION = 5 * 1024;

    /** A quarter of all connections may have a small request at the same time without touching the pool. */
    private static final int RESERVE_PER_CONNECTION = 2 * 1024;

    /** Which part of the pool large requests leave free: a heap of 256 MB has 11 MB for ordinary ones. */
    private static final int ORDINARY_PART = 8;

    private static final long MIB = 1024L * 1024;
    private static final long CACHES = 12 * MIB;
    private static final long WORKING = 64 * MIB;
    private static final long HEADS = 6 * MIB;

    /** Three of the largest webhooks. */
    private static final long STRANGERS = 12 * MIB;

    /**
     * Divides a heap.
     *
     * @throws LimitsDoNotFit if the largest request that the limits allow does not fit in what is left
     */
    public static MemoryPlan of(long heap, Limits limits) {
        long connections = (long) limits.connections() * BYTES_PER_CONNECTION;
        long reserve = (long) limits.connections() * RESERVE_PER_CONNECTION;
        long pool = heap - connections - CACHES - WORKING - HEADS - STRANGERS - reserve;
        MemoryPlan plan = new MemoryPlan(
                heap, connections, CACHES, WORKING, HEADS, STRANGERS, reserve, pool, pool / ORDINARY_PART);
        long largest = RequestMemory.ofBody(limits.bodyBytes());
        if (plan.budget().largestShare() < largest) {
            throw new LimitsDoNotFit("the limits do not fit a heap of " + mib(heap) + " MB: " + limits.connections()
                    + " connections need " + mib(connections + HEADS) + " MB, caches and working room "
                    + mib(CACHES + WORKING + STRANGERS) + " MB, and a body of " + mib(limits.bodyBytes()) + " MB needs "
                    + mib(largest) + " MB, which must be at most a quarter of the remaining "
                    + Math.max(0, mib(pool + reserve))
                    + " MB; set a larger -Xmx in EVIDENCE_JAVA_OPTS, or lower limits.connections or"
                    + " limits.body-bytes");
        }
        return plan;
    }

    public MemoryBudget budget() {
        return new MemoryBudget(pool, ordinary, reserve);
    }

    /** What limits the heads of requests that no account pays for. */
    public StrangersMemory memoryOfHeads() {
        return new StrangersMemory(heads, heads, RequestMemory.ORDINARY_HEAD);
    }

    /** What limits the bodies of requests that no account pays for: half of it for those to one integration. */
    public StrangersMemory memoryOfStrangers() {
        return new StrangersMemory(strangers, strangers / 2, RequestMemory.STEP);
    }

    private static long mib(long bytes) {
        return Math.round((double) bytes / MIB);
    }

    /** Thrown if the heap is too small for the configured limits. The message has the numbers and what to change. */
    public static final class LimitsDoNotFit extends RuntimeException {
        private static final long serialVersionUID = 1L;

        LimitsDoNotFit(String message) {
            super(message);
        }
    }
}
