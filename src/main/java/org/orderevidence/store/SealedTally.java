package org.orderevidence.store;

import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.sealing.CannotOpen;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.store.document.DocumentTooNew;
import org.orderevidence.store.document.UnreadableDocument;

/** Counts the records of one page of {@link SealedRecords}, and decides which of them are sealed again. */
public final class SealedTally {
    private final int sealingKey;
    private final SortedSet<Integer> keys;
    private final SortedMap<SealedRecords.Group, Long> found = new TreeMap<>();
    private final SortedMap<Integer, Long> missing = new TreeMap<>();
    private long old;
    private long unreadable;

    /**
     * @param sealingKey number of the key that seals now
     * @param keys numbers of all keys of the secret
     */
    public SealedTally(int sealingKey, SortedSet<Integer> keys) {
        this.sealingKey = sealingKey;
        this.keys = keys;
    }

    /**
     * Counts a record. Returns true if it has an older key than the one that seals now, and the secret has that key.
     *
     * @param start at least the first {@link Sealer#OVERHEAD} bytes of the record, or all of it
     */
    public boolean isOld(String kind, byte[] start) {
        int key = 0;
        try {
            key = Sealer.sealedKeyVersion(start);
        } catch (CannotOpen notSealed) {
            // Verify reports it. Its content cannot be sealed again.
        }
        found.merge(new SealedRecords.Group(kind, key), 1L, Long::sum);
        boolean isOlder = key > 0 && key < sealingKey;
        if (isOlder && !keys.contains(key)) {
            missing.merge(key, 1L, Long::sum);
            return false;
        }
        return isOlder;
    }

    /**
     * Returns what the action returns, or null if the record is damaged.
     *
     * @param reseal opens the record and seals it again
     */
    public byte @Nullable [] resealed(Supplier<byte[]> reseal) {
        try {
            byte[] resealed = reseal.get();
            old++;
            return resealed;
        } catch (UnreadableDocument | DocumentTooNew | IllegalArgumentException | IllegalStateException damaged) {
            addUnreadable();
            return null;
        }
    }

    /** Counts a record in a damaged row. */
    public void addUnreadable() {
        unreadable++;
    }

    /**
     * Returns the page.
     *
     * @param resealed how many records were sealed again
     * @param next where the next page starts; empty if this is the last
     */
    public SealedRecords.Page page(long resealed, @Nullable String next) {
        return new SealedRecords.Page(found, old, resealed, unreadable, missing, next);
    }
}
