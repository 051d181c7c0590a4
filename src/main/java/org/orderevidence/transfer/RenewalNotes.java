package org.orderevidence.transfer;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.document.RecordDocument;
import org.orderevidence.transfer.Renewal.RenewalCount;

/**
 * The notes of a renewal in a store. They are the newest version, the last use of an older one, the progress of the
 * renewal, and when it finished. A lost or old note costs another walk and never a record.
 */
record RenewalNotes(AccountStore accounts, Renewal.Subject subject) {
    private static final RecordDocument<Note> DOCUMENT = new RecordDocument<>('R', Note.class);

    /** There is one of each class. */
    sealed interface Note {}

    /** A version that will be used: a key that was added to the secret file. */
    record Announced(int version, Instant from) implements Note {}

    /**
     * A process that wrote an older version than another one, less than a minute ago.
     *
     * @param version the newest version that it has
     */
    record OlderVersionUsed(int version, Instant at, String by) implements Note {
        OlderVersionUsed {
            at = at.truncatedTo(ChronoUnit.MICROS);
        }
    }

    /**
     * How far a walk came.
     *
     * @param after the last use of an older version before the walk, see {@link RenewalState#walkAfter}
     */
    record Progress(
            int version,
            RenewalCount count,
            Instant at,
            String by,
            String after,
            @Nullable String place) implements Note {}

    /**
     * A walk that found no record of an older version, except unreadable ones.
     *
     * @param after the last use of an older version before the walk: another one takes the proof away
     */
    record Done(int version, long unreadable, Instant at, String after) implements Note {}

    RenewalState read() {
        Optional<Announced> announced = read(Announced.class);
        Optional<Progress> progress = read(Progress.class);
        Optional<Done> done = read(Done.class);
        // Read last: a use before this moment takes the proof of the walk above away.
        return new RenewalState(announced, read(OlderVersionUsed.class), progress, done);
    }

    /** A malformed note counts as none. */
    private <T extends Note> Optional<T> read(Class<T> type) {
        return accounts.note(name(type))
                .flatMap(held -> RecordSealer.ifReadable(() -> type.cast(DOCUMENT.decode(held))));
    }

    private String name(Class<?> type) {
        return subject.verb + "-" + type.getSimpleName();
    }

    void note(Note note) {
        accounts.putNote(name(note.getClass()), DOCUMENT.encode(note));
    }

    /**
     * The notes of a store about what is renewed, read together, and what follows from them.
     *
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
         */
        String walkAfter(int version, Instant now) {
            boolean isNew = announced
                    .filter(added -> added.version() == version
                            && now.isBefore(added.from().plus(QUIET)))
                    .isPresent();
            boolean isInUse = used.filter(
                            use -> Duration.between(use.at(), now).abs().compareTo(QUIET) < 0)
                    .isPresent();
            return isNew || isInUse ? EARLY : lastUse();
        }

        /** Returns the walk that proved that no record has an older version than this, unless one was used after its start. */
        Optional<Done> done(int version) {
            return finished.filter(
                    done -> done.version() >= version && done.after().equals(lastUse()));
        }
    }
}
