package org.orderevidence.transfer;

import java.time.Instant;
import java.time.InstantSource;

/**
 * Notes in the store that this process writes an older version than another instance, or did until a moment ago. The process
 * may have written behind a walk that started before such a note: that walk proves nothing, and another one is needed.
 */
final class OlderVersionWatch {
    private final Renewal renewal;
    private final RenewalNotes notes;
    private final InstantSource clock;
    private final String by;
    private int written;
    private Instant lastUse = Instant.EPOCH;
    private boolean hasToNote;

    /**
     * @param by identifies this process
     */
    OlderVersionWatch(Renewal renewal, InstantSource clock, String by) {
        this.renewal = renewal;
        this.notes = renewal.notes();
        this.clock = clock;
        this.by = by;
        this.written = renewal.version();
    }

    /** Identifies this process. */
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
            boolean isNoted = notes.note(new RenewalNotes.OlderVersionUsed(newest, now, by));
            hasToNote = !isNoted || now.isBefore(lastUse.plus(RenewalState.QUIET));
        }
    }
}
