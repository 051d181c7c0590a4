package org.orderevidence.store;

import java.util.SortedMap;
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
    private final SortedMap<SealedRecords.Group, Long> found = new TreeMap<>();
    private long unreadable;

    /**
     * @param sealingKey number of the key that seals now
     */
    public SealedTally(int sealingKey) {
        this.sealingKey = sealingKey;
    }

    /**
     * Counts a record. Returns true if it has an older key than the one that seals now.
     *
     * @param start at least the first {@link Sealer#OVERHEAD} bytes of the record, or all of it
     */
    public boolean isOld(SealedRecords.Kind kind, byte[] start) {
        int key = 0;
        try {
            key = Sealer.sealedKeyVersion(start);
        } catch (CannotOpen notSealed) {
            // Verify reports it. Its content cannot be sealed again.
        }
        found.merge(new SealedRecords.Group(kind, key), 1L, Long::sum);
        return key > 0 && key < sealingKey;
    }

    /**
     * Returns what the action returns, or null if the record cannot be opened.
     *
     * @param reseal opens the record and seals it again
     */
    public byte @Nullable [] resealed(Supplier<byte[]> reseal) {
        try {
            return reseal.get();
        } catch (UnreadableDocument | DocumentTooNew | IllegalArgumentException damaged) {
            unreadable++;
            return null;
        }
    }

    /**
     * Returns the page.
     *
     * @param resealed how many records were sealed again
     * @param next where the next page starts; empty if this is the last
     */
    public SealedRecords.Page page(long resealed, @Nullable String next) {
        return new SealedRecords.Page(found, resealed, unreadable, next);
    }
}
