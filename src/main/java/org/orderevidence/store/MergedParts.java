package org.orderevidence.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.orderevidence.order.OrderNotes;
import org.orderevidence.order.part.PartContent.PatchCell;
import org.orderevidence.order.part.PartContent.Upload;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Patches;
import org.orderevidence.order.part.Source;
import org.orderevidence.store.document.StoredPart;

/**
 * The parts of an order after others were offered to it. An upload or PATCH replaces the stored part. A platform may
 * deliver an older state of an object after a newer one; then the stored part stays. An upload that says something new
 * about a field ends the PATCH of it, so that it never comes back.
 *
 * @param parts sorted by key
 * @param changed true if any of them states something else than before
 * @param ended PATCHes that are no longer stored
 */
public record MergedParts(List<StoredPart> parts, boolean changed, List<PatchCell> ended) {
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
        List<PatchCell> ended = ended(stored, offered);
        ended.forEach(cell -> byKey.remove(PartKey.patch(cell.field())));
        return new MergedParts(new ArrayList<>(byKey.values()), changed || !ended.isEmpty(), ended);
    }

    private static List<PatchCell> ended(List<StoredPart> stored, List<StoredPart> offered) {
        List<PatchCell> ended = new ArrayList<>();
        for (StoredPart part : offered) {
            if (part.key().equals(PartKey.UPLOAD) && part.part().content() instanceof Upload upload) {
                stored.stream()
                        .filter(held -> held.key().source().equals(Source.PATCH))
                        .map(held -> held.part().content())
                        .filter(PatchCell.class::isInstance)
                        .map(PatchCell.class::cast)
                        .filter(cell -> Patches.isSuperseded(cell, upload.statement()))
                        .forEach(ended::add);
            }
        }
        return ended;
    }

    /** Returns the keys of {@link #ended}. */
    public List<PartKey> endedKeys() {
        return ended.stream().map(cell -> PartKey.patch(cell.field())).toList();
    }

    /** Returns the notes of the order that the parts make, and those about the PATCHes that ended. */
    public OrderNotes notes(OrderNotes composed) {
        if (ended.isEmpty()) {
            return composed;
        }
        TreeSet<String> superseded = new TreeSet<>(composed.superseded());
        ended.forEach(cell -> superseded.add(cell.field().wireName()));
        return new OrderNotes(new ArrayList<>(superseded), composed.mismatched(), composed.cardKnown());
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
