package org.orderevidence.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.pending.PendingFact;
import org.orderevidence.order.pending.PendingKey;

/**
 * Stores facts that wait for their order, per account space. {@code PendingStoreContract} checks every implementation.
 *
 * <p>A write that returns is on stable storage. Every write may be repeated. A fact is unreadable if it is damaged or a
 * newer release wrote it. Reads leave it out, but it stays stored and {@link #walk} returns it.
 *
 * <p>Throws as {@link org.orderevidence.store.EvidenceStore} does.
 */
public interface PendingStore {
    /** Maximum number of facts of one account space. */
    int MAX_FACTS = 100_000;

    /** How long a fact waits. After that it is deleted. */
    Duration LIFE = Duration.ofDays(550);

    /** Maximum number of facts that are read at a time. */
    int MAX_PAGE = 1_000;

    /** Maximum number of spaces that are listed at a time. */
    int MAX_SPACES = 10_000;

    /** Maximum number of references that are looked up at a time. */
    int MAX_REFERENCES = 100;

    /**
     * Stores a fact. A stored one of the same key is replaced if it is older.
     *
     * @return false if the space has no room for another fact; then nothing was stored
     */
    boolean put(AccountSpace space, PendingFact fact);

    /**
     * Returns facts that wait for orders with these references, in no particular order.
     *
     * @param references at most {@value #MAX_REFERENCES}, each once
     * @param limit most facts of all references together, 1 to {@value #MAX_PAGE}
     */
    List<PendingFact> of(AccountSpace space, List<OrderReference> references, int limit);

    /**
     * Returns facts in an order that each store defines.
     *
     * @param after start after this key; empty for the first
     * @param limit 1 to {@value #MAX_PAGE}
     */
    Listing page(AccountSpace space, @Nullable PendingKey after, int limit);

    /**
     * Facts in the order of the store.
     *
     * @param facts those that can be read
     * @param next where the next page starts; empty if this is the last
     * @param rows how many facts were examined, with those that cannot be read
     */
    record Listing(List<PendingFact> facts, @Nullable PendingKey next, int rows) {
        public Listing {
            facts = List.copyOf(facts);
        }
    }

    /** Deletes a fact that has found its order, unless a newer version is stored. */
    void end(AccountSpace space, PendingKey key, long version);

    /** Deletes facts that were stored before this time, at most {@value #MAX_PAGE} at a time. */
    void expire(AccountSpace space, Instant before);

    /**
     * Returns spaces that have facts, in an order that each store defines. A space whose facts have all ended may be
     * among them.
     *
     * @param after start after this space; empty for the first
     * @param limit 1 to {@value #MAX_SPACES}
     */
    List<AccountSpace> spaces(@Nullable AccountSpace after, int limit);

    /**
     * Removes a space from {@link #spaces}, in which the first page had no rows. One that got a fact in the hour before
     * stays: the fact may not be visible yet. Does nothing in a store that lists only spaces with facts.
     */
    void endSpace(AccountSpace space, Instant now);

    /** Throws if this is no lookup: see {@link #of}. */
    static void requireLookup(List<OrderReference> references, int limit) {
        requirePage(limit);
        if (references.size() > MAX_REFERENCES) {
            throw new IllegalArgumentException("at most " + MAX_REFERENCES + " references are looked up at a time");
        }
    }

    /** Throws if this is no number of spaces: see {@link #spaces}. */
    static void requireSpaces(int limit) {
        if (limit < 1 || limit > MAX_SPACES) {
            throw new IllegalArgumentException("1 to " + MAX_SPACES + " spaces are listed at a time");
        }
    }

    /** Throws if this is no size of a page. */
    static void requirePage(int limit) {
        if (limit < 1 || limit > MAX_PAGE) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_PAGE + " facts");
        }
    }
}
