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
 * What is noted in a store about its sealing keys: the newest key, how far the records are sealed again, and when this was
 * finished. Notes are advice: a lost or old note costs another walk and never a record.
 */
final class ResealNotes {
    private static final String ANNOUNCED = "newest-sealing-key";
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
     * How far a walk came.
     *
     * @param key number of the key under which the records are sealed again
     * @param resealed how many records this walk has sealed again
     * @param unreadable how many records with older keys it could not open
     * @param at when this was noted
     * @param by identifies the process that noted it
     * @param place where the walk continues; empty at its start
     */
    record Progress(
            int key,
            long resealed,
            long unreadable,
            Instant at,
            String by,
            @Nullable String place) {}

    /**
     * A walk that found no record under an older key, except unreadable ones.
     *
     * @param key number of the key that sealed
     * @param unreadable how many records with older keys could not be opened
     * @param at when the walk ended
     */
    record Done(int key, long unreadable, Instant at) {}

    void announce(Announced announced) {
        accounts.putInstallationFact(ANNOUNCED, "key=" + announced.key() + " from=" + announced.from());
    }

    Optional<Announced> announced() {
        return read(ANNOUNCED, fields -> new Announced(number(fields, "key"), time(fields, "from")));
    }

    void note(Progress progress) {
        String text = "key=" + progress.key() + " resealed=" + progress.resealed() + " unreadable="
                + progress.unreadable() + " at=" + progress.at() + " by=" + progress.by();
        accounts.putInstallationFact(PROGRESS, progress.place() == null ? text : text + " place=" + progress.place());
    }

    Optional<Progress> progress() {
        return read(
                PROGRESS,
                fields -> new Progress(
                        number(fields, "key"),
                        count(fields, "resealed"),
                        count(fields, "unreadable"),
                        time(fields, "at"),
                        text(fields, "by"),
                        fields.get("place")));
    }

    void done(Done done) {
        accounts.putInstallationFact(
                DONE, "key=" + done.key() + " unreadable=" + done.unreadable() + " at=" + done.at());
    }

    Optional<Done> done() {
        return read(DONE, fields -> new Done(number(fields, "key"), count(fields, "unreadable"), time(fields, "at")));
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
