package org.orderevidence.transfer;

import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.SealedRecords;

/**
 * One walk over a store that seals all records again under the key that seals now. It continues where an interrupted walk
 * noted that it came. A walk that finds nothing to seal again proves that no record had an older key when it started.
 * Several processes may walk at the same time: they do the same work twice, and harm nothing.
 */
final class ResealWalk {
    private final SealedRecords records;
    private final ResealNotes notes;
    private final InstantSource clock;
    private final String by;
    private final int key;
    private final boolean isContinued;
    private @Nullable String place;
    private long resealed;
    private long unreadable;

    /**
     * @param by identifies this process
     * @param startOver true to ignore where an earlier walk ended
     */
    ResealWalk(OpenStore store, InstantSource clock, String by, boolean startOver) {
        this.records = store.sealedRecords();
        this.notes = new ResealNotes(store.accounts());
        this.clock = clock;
        this.by = by;
        this.key = records.sealingKey();
        ResealNotes.Progress noted =
                startOver ? null : notes.progress().filter(p -> p.key() == key).orElse(null);
        if (noted != null) {
            place = noted.place();
            resealed = noted.resealed();
            unreadable = noted.unreadable();
        }
        this.isContinued = place != null;
    }

    int key() {
        return key;
    }

    boolean isContinued() {
        return isContinued;
    }

    /** Returns how many records this walk has sealed again, also before it was interrupted. */
    long resealed() {
        return resealed;
    }

    /** Returns how many records with older keys this walk could not open. */
    long unreadable() {
        return unreadable;
    }

    /** Seals a page of records again. Returns false after the last page. */
    boolean page(int limit) {
        SealedRecords.Page page = records.reseal(place, limit);
        resealed += page.resealed();
        unreadable += page.unreadable();
        place = page.next();
        return place != null;
    }

    /** Notes in the store how far the walk came. */
    void note() {
        notes.note(new ResealNotes.Progress(key, resealed, unreadable, clock.instant(), by, place));
    }

    /**
     * Notes the end of the walk. Returns true if no record was under an older key. Otherwise another walk is needed: an
     * instance may have sealed with an older key meanwhile.
     */
    boolean end() {
        boolean isDone = resealed == 0;
        if (isDone) {
            notes.done(new ResealNotes.Done(key, unreadable, clock.instant()));
        }
        notes.note(new ResealNotes.Progress(key, 0, 0, clock.instant(), by, null));
        return isDone;
    }
}
