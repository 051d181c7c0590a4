package org.orderevidence.transfer;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.orderevidence.transfer.ResealNotes.Announced;
import org.orderevidence.transfer.ResealNotes.Done;
import org.orderevidence.transfer.ResealNotes.OlderKeyUsed;
import org.orderevidence.transfer.ResealNotes.Progress;

/**
 * The notes of a store about its sealing keys, read together, and what follows from them.
 *
 * @param announced the newest key that {@code secret rotate} added
 * @param used the last use of an older key
 * @param progress the walk in progress, or the last one
 * @param finished the last walk that found no record under an older key; see {@link #done}
 */
record ResealState(
        Optional<Announced> announced,
        Optional<OlderKeyUsed> used,
        Optional<Progress> progress,
        Optional<Done> finished) {
    /**
     * Time without a use of an older key after which a walk can prove something. In this time, each instance has read the
     * secret file, has noted that it used an older key, and has ended its writes under that key.
     */
    static final Duration QUIET = Duration.ofMinutes(1);

    /** What a walk is after if it proves nothing. */
    static final String EARLY = "early";

    private static final String NO_USE = "no-use";

    /** Returns the highest number of a key that an instance may seal with by now; 0 if there is no note. */
    int newestKey(Instant now) {
        return Stream.of(
                        announced.filter(key -> !key.from().isAfter(now)).map(Announced::key),
                        used.map(OlderKeyUsed::key),
                        progress.map(Progress::key),
                        finished.map(Done::key))
                .flatMap(Optional::stream)
                .reduce(0, Math::max);
    }

    /** Returns a text for the last use of an older key. Two of these texts are equal if there was no use between them. */
    String lastUse() {
        return used.map(use -> use.by() + "@" + use.at()).orElse(NO_USE);
    }

    /**
     * Returns the last use of an older key if a walk that starts now can prove that it was the last one, and otherwise
     * {@link #EARLY}. A use by a clock that is ahead counts as long ago: it must not stop the walks.
     *
     * @param key number of the key that seals
     */
    String walkAfter(int key, Instant now) {
        boolean isNewKey = announced
                .filter(added -> added.key() == key && now.isBefore(added.from().plus(QUIET)))
                .isPresent();
        boolean isInUse = used.filter(
                        use -> Duration.between(use.at(), now).abs().compareTo(QUIET) < 0)
                .isPresent();
        return isNewKey || isInUse ? EARLY : lastUse();
    }

    /** Returns the walk that proved that no record has an older key than this, unless one was used after its start. */
    Optional<Done> done(int key) {
        return finished.filter(done -> done.key() >= key && done.after().equals(lastUse()));
    }
}
