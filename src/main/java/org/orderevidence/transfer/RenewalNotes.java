package org.orderevidence.transfer;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.AccountStore;
import org.orderevidence.transfer.Renewal.RenewalCount;
import org.orderevidence.transfer.RenewalNotes.Announced;
import org.orderevidence.transfer.RenewalNotes.Done;
import org.orderevidence.transfer.RenewalNotes.OlderVersionUsed;
import org.orderevidence.transfer.RenewalNotes.Progress;

/**
 * The notes of a renewal in a store. They are the newest version, the last use of an older one, the progress of the
 * renewal, and when it finished. A lost or old note costs another walk and never a record.
 */
final class RenewalNotes {
    private final AccountStore accounts;
    private final RenewalSubject subject;

    RenewalNotes(AccountStore accounts, RenewalSubject subject) {
        this.accounts = accounts;
        this.subject = subject;
    }

    /**
     * A version that will be used: a key that was added to the secret file.
     *
     * @param version its number
     * @param from when it starts to seal
     */
    record Announced(int version, Instant from) {}

    /**
     * A process that wrote an older version than another one, less than a minute ago.
     *
     * @param version the newest version that it has
     * @param at when this was noted
     * @param by identifies the process
     */
    record OlderVersionUsed(int version, Instant at, String by) {}

    /**
     * How far a walk came.
     *
     * @param version to which the records are renewed
     * @param count what this walk has found
     * @param at when this was noted
     * @param by identifies the process that noted it
     * @param after the last use of an older version before the walk, see {@link RenewalState#walkAfter}
     * @param place where the walk continues; empty at its start, and when it has ended
     */
    record Progress(
            int version,
            RenewalCount count,
            Instant at,
            String by,
            String after,
            @Nullable String place) {}

    /**
     * A walk that found no record of an older version, except unreadable ones.
     *
     * @param version that was written
     * @param unreadable how many records could not be read
     * @param at when the walk ended
     * @param after the last use of an older version before the walk: another one takes the proof away
     */
    record Done(int version, long unreadable, Instant at, String after) {}

    /** Returns all notes. */
    RenewalState read() {
        Optional<Announced> announced =
                read(subject.announcedNote, fields -> new Announced(version(fields), time(fields, "from")));
        Optional<Progress> progress = read(
                subject.progressNote,
                fields -> new Progress(
                        version(fields),
                        new RenewalCount(
                                count(fields, "old"),
                                count(fields, "renewed"),
                                count(fields, "unreadable"),
                                RenewalCount.parseMissing(text(fields, "missing"))),
                        time(fields, "at"),
                        text(fields, "by"),
                        text(fields, "after"),
                        place(fields)));
        Optional<Done> done = read(
                subject.doneNote,
                fields -> new Done(
                        version(fields), count(fields, "unreadable"), time(fields, "at"), text(fields, "after")));
        // Read last: a use before this moment takes the proof of the walk above away.
        return new RenewalState(announced, used(), progress, done);
    }

    private Optional<OlderVersionUsed> used() {
        return read(
                subject.usedNote,
                fields -> new OlderVersionUsed(version(fields), time(fields, "at"), text(fields, "by")));
    }

    void note(Announced announced) {
        accounts.putInstallationFact(
                subject.announcedNote, "version=" + announced.version() + " from=" + announced.from());
    }

    /** Returns false if the note of another process stayed. */
    boolean note(OlderVersionUsed used) {
        accounts.putInstallationFact(
                subject.usedNote, "version=" + used.version() + " at=" + used.at() + " by=" + used.by());
        return used().equals(Optional.of(used));
    }

    void note(Progress progress) {
        RenewalCount count = progress.count();
        String text = "version=" + progress.version() + " old=" + count.old() + " renewed=" + count.renewed()
                + " unreadable=" + count.unreadable() + " missing=" + count.missingText() + " at=" + progress.at()
                + " by=" + progress.by() + " after=" + progress.after();
        // A place can contain the id of an order, which may have blanks and look like another field.
        String place = progress.place();
        accounts.putInstallationFact(
                subject.progressNote,
                place == null ? text : text + " place=" + URLEncoder.encode(place, StandardCharsets.UTF_8));
    }

    void note(Done done) {
        accounts.putInstallationFact(
                subject.doneNote,
                "version=" + done.version() + " unreadable=" + done.unreadable() + " at=" + done.at() + " after="
                        + done.after());
    }

    /** Builds with schema version 5 call it "key". */
    private static int version(Map<String, String> fields) {
        return number(fields, fields.containsKey("version") ? "version" : "key");
    }

    /** A malformed note counts as none. */
    private <T> Optional<T> read(String name, Function<Map<String, String>, T> reading) {
        return accounts.installationFact(name).flatMap(text -> {
            Map<String, String> fields = new HashMap<>();
            for (String field : text.split(" ", -1)) {
                int separator = field.indexOf('=');
                if (separator > 0) {
                    fields.put(field.substring(0, separator), field.substring(separator + 1));
                }
            }
            try {
                return Optional.of(reading.apply(fields));
            } catch (IllegalArgumentException | DateTimeException malformed) {
                return Optional.empty();
            }
        });
    }

    private static @Nullable String place(Map<String, String> fields) {
        String place = fields.get("place");
        return place == null ? null : URLDecoder.decode(place, StandardCharsets.UTF_8);
    }

    private static String text(Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw new IllegalArgumentException("a note has no " + name);
        }
        return value;
    }

    private static int number(Map<String, String> fields, String name) {
        return Integer.parseInt(text(fields, name));
    }

    private static long count(Map<String, String> fields, String name) {
        return Long.parseLong(text(fields, name));
    }

    private static Instant time(Map<String, String> fields, String name) {
        return Instant.parse(text(fields, name));
    }

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
