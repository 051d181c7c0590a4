package org.orderevidence.transfer;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.orderevidence.store.AccountStore;

/**
 * What is noted in a store about its sealing keys: the newest key, the last use of an older one, how far the records are
 * sealed again, and when this was finished. A lost or old note costs another walk and never a record.
 */
final class ResealNotes {
    private static final String ANNOUNCED = "newest-sealing-key";
    private static final String USED = "older-sealing-key-used";
    private static final String PROGRESS = "resealing";
    private static final String DONE = "resealed";

    private final AccountStore accounts;

    ResealNotes(AccountStore accounts) {
        this.accounts = accounts;
    }

    /**
     * A key that was added to the secret file.
     *
     * @param key its number
     * @param from when it starts to seal
     */
    record Announced(int key, Instant from) {}

    /**
     * A process that sealed with an older key than another one, less than a minute ago.
     *
     * @param key number of the newest key that it knows of
     * @param at when this was noted
     * @param by identifies the process
     */
    record OlderKeyUsed(int key, Instant at, String by) {}

    /**
     * How far a walk came.
     *
     * @param key number of the key under which the records are sealed again
     * @param count what this walk has found
     * @param at when this was noted
     * @param by identifies the process that noted it
     * @param after the last use of an older key before the walk, see {@link ResealState#walkAfter}
     * @param place where the walk continues; empty at its start, and when it has ended
     */
    record Progress(
            int key,
            ResealCount count,
            Instant at,
            String by,
            String after,
            @Nullable String place) {}

    /**
     * A walk that found no record under an older key, except damaged ones.
     *
     * @param key number of the key that sealed
     * @param unreadable how many records with older keys are damaged
     * @param at when the walk ended
     * @param after the last use of an older key before the walk: another one takes the proof away
     */
    record Done(int key, long unreadable, Instant at, String after) {}

    /** Returns all notes. */
    ResealState read() {
        Optional<Announced> announced =
                read(ANNOUNCED, fields -> new Announced(number(fields, "key"), time(fields, "from")));
        Optional<Progress> progress = read(
                PROGRESS,
                fields -> new Progress(
                        number(fields, "key"),
                        new ResealCount(
                                count(fields, "old"),
                                count(fields, "resealed"),
                                count(fields, "unreadable"),
                                ResealCount.parseMissing(text(fields, "missing"))),
                        time(fields, "at"),
                        text(fields, "by"),
                        text(fields, "after"),
                        fields.get("place")));
        Optional<Done> done = read(
                DONE,
                fields -> new Done(
                        number(fields, "key"), count(fields, "unreadable"), time(fields, "at"), text(fields, "after")));
        // Read last: a use before this moment takes the proof of the walk above away.
        return new ResealState(announced, used(), progress, done);
    }

    private Optional<OlderKeyUsed> used() {
        return read(USED, fields -> new OlderKeyUsed(number(fields, "key"), time(fields, "at"), text(fields, "by")));
    }

    void note(Announced announced) {
        accounts.putInstallationFact(ANNOUNCED, "key=" + announced.key() + " from=" + announced.from());
    }

    /** Returns false if the note of another process stayed. */
    boolean note(OlderKeyUsed used) {
        accounts.putInstallationFact(USED, "key=" + used.key() + " at=" + used.at() + " by=" + used.by());
        return used().equals(Optional.of(used));
    }

    void note(Progress progress) {
        ResealCount count = progress.count();
        String text = "key=" + progress.key() + " old=" + count.old() + " resealed=" + count.resealed()
                + " unreadable=" + count.unreadable() + " missing=" + count.missingText() + " at=" + progress.at()
                + " by=" + progress.by() + " after=" + progress.after();
        accounts.putInstallationFact(PROGRESS, progress.place() == null ? text : text + " place=" + progress.place());
    }

    void note(Done done) {
        accounts.putInstallationFact(
                DONE,
                "key=" + done.key() + " unreadable=" + done.unreadable() + " at=" + done.at() + " after="
                        + done.after());
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
}
