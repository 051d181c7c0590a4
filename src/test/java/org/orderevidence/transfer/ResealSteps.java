package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.orderevidence.installation.SecretFile;
import org.orderevidence.installation.SecretOfStore;
import org.orderevidence.installation.Stores;
import org.orderevidence.settings.Config;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedSighting;
import org.orderevidence.store.OpenStore;

/** The steps of tests that seal a store again. */
interface ResealSteps {
    /** Address of an empty store, or of a place where one is made. */
    String store();

    /** A folder of its own for each test. */
    Path folder();

    default Config config() {
        return WholeStores.config(folder().resolve("data"), store());
    }

    /** Adds a key that seals at once. */
    default void rotate() {
        new SecretFile(config().secretFile()).addSealingKey(new Random(5), Instant.EPOCH);
    }

    default OpenStore open() {
        return Stores.openExisting(
                config().store(),
                Clock.systemUTC(),
                new SecretOfStore(config().secretFile(), SecretOfStore.Use.READ, store(), Clock.systemUTC()));
    }

    /** What verify reported. */
    final class Verified implements StoreTasks.Watch {
        final List<String> lines = new ArrayList<>();
        final Map<String, Long> underOldKeys = new TreeMap<>();

        @Override
        public void at(String step, long done, long total) {
            // The progress is not tested here.
        }

        @Override
        public void tell(String line) {
            lines.add(line);
        }

        @Override
        public void underOldKey(String table, int key, long records) {
            underOldKeys.put(table + " " + key, records);
        }
    }

    default Verified verify(boolean expectedSound) {
        Verified verified = new Verified();
        VerifyReport report = StoreTasks.verify(config(), false, verified);
        assertEquals(expectedSound, report.isSound(), verified.lines::toString);
        return verified;
    }

    default SecretTasks.Resealed reseal() {
        return SecretTasks.reseal(config(), new Verified());
    }

    /** A run that ended with the proof that no record has key 1, except damaged ones. */
    default SecretTasks.Resealed done(long resealed, long unreadable) {
        return new SecretTasks.Resealed(2, resealed, unreadable, Map.of(), ResealEnd.DONE);
    }

    /** A walk from the first record on, at a time. */
    default ResealWalk walk(OpenStore store, Instant now) {
        return new ResealWalk(store, () -> now, new OlderKeyWatch(store, () -> now, "one"), true);
    }

    default ResealEnd end(ResealWalk walk) {
        boolean hasMore = true;
        while (hasMore) {
            hasMore = walk.page(100);
        }
        return walk.end();
    }

    /** All orders with parts and later facts, and all sightings. */
    default Set<Object> content() {
        Set<Object> content = new HashSet<>();
        try (OpenStore store = open()) {
            StoreWalk.<ArchivedOrder>over(store.archive()::orders, null, (whole, damaged, next) -> {
                content.addAll(whole);
                assertEquals(List.of(), damaged);
            });
            StoreWalk.<ArchivedSighting>over(store.archive()::sightings, null, (whole, damaged, next) -> {
                content.addAll(whole);
                assertEquals(List.of(), damaged);
            });
        }
        return content;
    }
}
