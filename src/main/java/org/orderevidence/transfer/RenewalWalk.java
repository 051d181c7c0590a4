package org.orderevidence.transfer;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.orderevidence.transfer.Renewal.RenewalCount;
import org.orderevidence.transfer.RenewalNotes.RenewalState;
import org.orderevidence.transfer.SecretTasks.RenewalEnd;

/**
 * One walk over a store that renews all records to the version that is written now. It continues an interrupted walk if
 * no older version was used since that one started. A walk proves that no record of an older version is left if it
 * finds none. The condition is that no older version was used during the walk or in the minute before it. Several
 * processes may walk at the same time. They repeat work, but cause no damage.
 */
final class RenewalWalk {
    private final Renewal renewal;
    private final RenewalNotes notes;
    private final OlderVersionWatch watch;
    private final int version;
    private final String after;
    private final boolean isContinued;
    private @Nullable String place;
    private RenewalCount count = RenewalCount.NONE;

    RenewalWalk(OlderVersionWatch watch, boolean startOver) {
        this.renewal = watch.renewal;
        this.notes = watch.notes;
        this.watch = watch;
        this.version = renewal.version();
        RenewalState state = notes.read();
        this.after = state.walkAfter(version, watch.clock.instant());
        RenewalNotes.Progress noted =
                startOver ? null : state.progress().filter(this::canContinue).orElse(null);
        if (noted != null) {
            place = noted.place();
            count = noted.count();
        }
        this.isContinued = place != null;
    }

    /** A walk that lacked a key passed over records that this process may be able to open. */
    private boolean canContinue(RenewalNotes.Progress noted) {
        return noted.version() == version
                && noted.after().equals(after)
                && noted.count().missing().isEmpty();
    }

    int version() {
        return version;
    }

    boolean isContinued() {
        return isContinued;
    }

    /** Returns what this walk has found, also before it was interrupted. */
    RenewalCount count() {
        return count;
    }

    /** Renews a page of records. Returns false after the last page. */
    boolean page(int limit) {
        Renewal.Page page = renewal.renew(place, limit);
        count = count.plus(page.count());
        place = page.next();
        return place != null;
    }

    /** Notes in the store how far the walk came, and whether this process uses an older version than another one. */
    void note() {
        notes.note(new RenewalNotes.Progress(version, count, watch.clock.instant(), watch.by(), after, place));
        watch.look();
    }

    /** Notes the end of the walk, and returns what it has proved. */
    RenewalEnd end() {
        watch.look();
        RenewalEnd end = proved();
        if (end == RenewalEnd.DONE) {
            notes.note(new RenewalNotes.Done(version, count.unreadable(), watch.clock.instant(), after));
        }
        // The missing keys stay in the note: secret status shows them.
        RenewalCount left = new RenewalCount(0, 0, 0, count.missing());
        notes.note(new RenewalNotes.Progress(version, left, watch.clock.instant(), watch.by(), after, null));
        return end;
    }

    private RenewalEnd proved() {
        if (!count.missing().isEmpty()) {
            return RenewalEnd.KEY_MISSING;
        }
        if (count.old() > 0) {
            return RenewalEnd.RENEWED;
        }
        return notes.read().lastUse().equals(after) ? RenewalEnd.DONE : RenewalEnd.EARLY;
    }

    /**
     * Notes in the store that this process writes an older version than another instance, or did until a moment ago. The process
     * may have written behind a walk that started before such a note: that walk proves nothing, and another one is needed.
     */
    static final class OlderVersionWatch {
        private final Renewal renewal;
        private final RenewalNotes notes;
        private final InstantSource clock;
        private final String by;
        private int written;
        private Instant lastUse = Instant.EPOCH;
        private boolean hasToNote;

        OlderVersionWatch(Renewal renewal, InstantSource clock, String by) {
            this.renewal = renewal;
            this.notes = renewal.notes();
            this.clock = clock;
            this.by = by;
            this.written = renewal.version();
        }

        String by() {
            return by;
        }

        /**
         * Compares the version that is written, now and at the last look, with the notes. After a use of an older one, notes it for a
         * minute: writes of that version have ended when the last note is written. Also repeats a note that did not stay,
         * because the clock of another instance is ahead. A service calls this every few seconds.
         */
        void look() {
            Instant now = clock.instant();
            int before = written;
            int after = renewal.version();
            int newest = Math.max(after, notes.read().newestVersion(now));
            if (before < newest) {
                lastUse = now;
                hasToNote = true;
            }
            written = after;
            if (hasToNote) {
                RenewalNotes.OlderVersionUsed use = new RenewalNotes.OlderVersionUsed(newest, now, by);
                notes.note(use);
                boolean isNoted = notes.read().used().equals(Optional.of(use));
                hasToNote = !isNoted || now.isBefore(lastUse.plus(RenewalState.QUIET));
            }
        }
    }
}
