package org.orderevidence.transfer;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;
import org.orderevidence.transfer.RenewalNotes.Announced;
import org.orderevidence.transfer.RenewalNotes.Done;
import org.orderevidence.transfer.RenewalNotes.OlderVersionUsed;
import org.orderevidence.transfer.RenewalNotes.Progress;

/**
 * The notes of a store about what is renewed, read together, and what follows from them.
 *
 * @param announced the newest version that was announced: the key that {@code secret rotate} added
 * @param used the last use of an older version
 * @param progress the walk in progress, or the last one
 * @param finished the last walk that found no record of an older version; see {@link #done}
 */
record RenewalState(
        Optional<Announced> announced,
        Optional<OlderVersionUsed> used,
        Optional<Progress> progress,
        Optional<Done> finished) {
    /**
     * Time without a use of an older version after which a walk can prove something. Within it, each instance reads the
     * secret file and ends its writes of an older version. It also notes that it used one.
     */
    static final Duration QUIET = Duration.ofMinutes(1);

    /** The value for a walk that can prove nothing. */
    static final String EARLY = "early";

    private static final String NO_USE = "no-use";

    /** Returns the highest version that an instance may write by now; 0 if there is no note. */
    int newestVersion(Instant now) {
        return Stream.of(
                        announced
                                .filter(version -> !version.from().isAfter(now))
                                .map(Announced::version),
                        used.map(OlderVersionUsed::version),
                        progress.map(Progress::version),
                        finished.map(Done::version))
                .flatMap(Optional::stream)
                .reduce(0, Math::max);
    }

    /** Returns a text for the last use of an older version. Two of these texts are equal if there was no use between them. */
    String lastUse() {
        return used.map(use -> use.by() + "@" + use.at()).orElse(NO_USE);
    }

    /**
     * Returns the last use of an older version if a walk that starts now can prove that it was the last one, and otherwise
     * {@link #EARLY}. A use by a clock that is ahead counts as long ago: it must not stop the walks.
     *
     * @param version that is written
     */
    String walkAfter(int version, Instant now) {
        boolean isNew = announced
                .filter(added ->
                        added.version() == version && now.isBefore(added.from().plus(QUIET)))
                .isPresent();
        boolean isInUse = used.filter(
                        use -> Duration.between(use.at(), now).abs().compareTo(QUIET) < 0)
                .isPresent();
        return isNew || isInUse ? EARLY : lastUse();
    }

    /** Returns the walk that proved that no record has an older version than this, unless one was used after its start. */
    Optional<Done> done(int version) {
        return finished.filter(done -> done.version() >= version && done.after().equals(lastUse()));
    }
}
