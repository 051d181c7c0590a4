package org.orderevidence.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.store.document.StoredPart;

/**
 * The parts of an order after others were offered to it. An upload or PATCH replaces the stored part. A platform may
 * deliver an older state of an object after a newer one; then the stored part stays.
 *
 * @param parts sorted by key
 * @param changed true if any of them states something else than before
 */
public record MergedParts(List<StoredPart> parts, boolean changed) {
    /** Returns the stored parts, with the offered ones in them. */
    public static MergedParts of(List<StoredPart> stored, List<StoredPart> offered) {
        Map<PartKey, StoredPart> byKey = new TreeMap<>();
        stored.forEach(part -> byKey.put(part.key(), part));
        boolean changed = false;
        for (StoredPart part : offered) {
            StoredPart before = byKey.get(part.key());
            if (before == null || replaces(part, before)) {
                changed |= before == null || !isSame(part, before);
                byKey.put(part.key(), part);
            }
        }
        return new MergedParts(new ArrayList<>(byKey.values()), changed);
    }

    /** The version of a platform's part counts too: it decides which later deliveries are older. */
    private static boolean isSame(StoredPart offered, StoredPart stored) {
        boolean sameContent = offered.content().equals(stored.content());
        return switch (offered.key().source().role()) {
            case UPLOAD, PATCH -> sameContent;
            case PROCESSOR, SHOP -> sameContent && offered.version() == stored.version();
        };
    }

    private static boolean replaces(StoredPart offered, StoredPart stored) {
        return switch (offered.key().source().role()) {
            case UPLOAD, PATCH -> true;
            case PROCESSOR, SHOP -> offered.version() > stored.version();
        };
    }
}
