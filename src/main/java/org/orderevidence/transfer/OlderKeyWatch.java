package org.orderevidence.transfer;

import java.time.Instant;
import java.time.InstantSource;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.SealedRecords;

/**
 * Notes in the store that this process seals with an older key than another instance, or did until a moment ago. The process
 * may have written behind a walk that started before such a note: that walk proves nothing, and another one is needed.
 */
final class OlderKeyWatch {
    private final SealedRecords records;
    private final ResealNotes notes;
    private final InstantSource clock;
    private final String by;
    private int sealing;
    private Instant lastUse = Instant.EPOCH;
    private boolean hasToNote;

    /**
     * @param by identifies this process
     */
    OlderKeyWatch(OpenStore store, InstantSource clock, String by) {
        this.records = store.sealedRecords();
        this.notes = new ResealNotes(store.accounts());
        this.clock = clock;
        this.by = by;
        this.sealing = records.sealingKey();
    }

    /** Identifies this process. */
    String by() {
        return by;
    }

    /**
     * Compares the key that seals, now and at the last look, with the notes. After a use of an older key, notes it for a
     * minute: writes under that key have ended when the last note is written. Also repeats a note that did not stay,
     * because the clock of another instance is ahead. A service calls this every few seconds.
     */
    void look() {
        Instant now = clock.instant();
        int before = sealing;
        int after = records.sealingKey();
        int newest = Math.max(after, notes.read().newestKey(now));
        if (before < newest) {
            lastUse = now;
            hasToNote = true;
        }
        sealing = after;
        if (hasToNote) {
            boolean isNoted = notes.note(new ResealNotes.OlderKeyUsed(newest, now, by));
            hasToNote = !isNoted || now.isBefore(lastUse.plus(ResealState.QUIET));
        }
    }
}
