package org.orderevidence.transfer;

import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.SealedRecords;

/**
 * One walk over a store that seals all records again under the key that seals now. It continues an interrupted walk if no
 * older key was used since that one started. A walk that finds no record with an older key proves that none is left, if no
 * older key was used for a minute before it, and none during it. Several processes may walk at the same time: they do the
 * same work twice, and harm nothing.
 */
final class ResealWalk {
    private final SealedRecords records;
    private final ResealNotes notes;
    private final OlderKeyWatch watch;
    private final InstantSource clock;
    private final int key;
    private final String after;
    private final boolean isContinued;
    private @Nullable String place;
    private ResealCount count = ResealCount.NONE;

    /**
     * @param watch of this process
     * @param startOver true to ignore where an earlier walk ended
     */
    ResealWalk(OpenStore store, InstantSource clock, OlderKeyWatch watch, boolean startOver) {
        this.records = store.sealedRecords();
        this.notes = new ResealNotes(store.accounts());
        this.watch = watch;
        this.clock = clock;
        this.key = records.sealingKey();
        ResealState state = notes.read();
        this.after = state.walkAfter(key, clock.instant());
        ResealNotes.Progress noted =
                startOver ? null : state.progress().filter(this::canContinue).orElse(null);
        if (noted != null) {
            place = noted.place();
            count = noted.count();
        }
        this.isContinued = place != null;
    }

    /** A walk that lacked a key passed records that this process may be able to open. */
    private boolean canContinue(ResealNotes.Progress noted) {
        return noted.key() == key
                && noted.after().equals(after)
                && noted.count().missing().isEmpty();
    }

    int key() {
        return key;
    }

    boolean isContinued() {
        return isContinued;
    }

    /** Returns what this walk has found, also before it was interrupted. */
    ResealCount count() {
        return count;
    }

    /** Seals a page of records again. Returns false after the last page. */
    boolean page(int limit) {
        SealedRecords.Page page = records.reseal(place, limit);
        count = count.plus(page);
        place = page.next();
        return place != null;
    }

    /** Notes in the store how far the walk came, and whether this process uses an older key than another one. */
    void note() {
        notes.note(new ResealNotes.Progress(key, count, clock.instant(), watch.by(), after, place));
        watch.look();
    }

    /** Notes the end of the walk, and returns what it has proved. */
    ResealEnd end() {
        watch.look();
        ResealEnd end = proved();
        if (end == ResealEnd.DONE) {
            notes.note(new ResealNotes.Done(key, count.unreadable(), clock.instant(), after));
        }
        // The missing keys stay in the note: secret status shows them.
        ResealCount left = new ResealCount(0, 0, 0, count.missing());
        notes.note(new ResealNotes.Progress(key, left, clock.instant(), watch.by(), after, null));
        return end;
    }

    private ResealEnd proved() {
        if (!count.missing().isEmpty()) {
            return ResealEnd.KEY_MISSING;
        }
        if (count.old() > 0) {
            return ResealEnd.SEALED;
        }
        return notes.read().lastUse().equals(after) ? ResealEnd.DONE : ResealEnd.EARLY;
    }
}
