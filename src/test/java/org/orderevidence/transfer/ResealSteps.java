package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.SecretFile;
import org.orderevidence.installation.SecretOfStore;
import org.orderevidence.installation.Stores;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.Range;
import org.orderevidence.store.Stored;
import org.orderevidence.transfer.SecretTasks.RenewalEnd;
import org.orderevidence.transfer.StoreVerify.VerifyReport;

/** The steps of tests that seal a store again. */
interface ResealSteps extends RenewalSteps {
    /** A folder of its own for each test. */
    Path folder();

    default Config config() {
        return WholeStores.config(folder().resolve("data"), store());
    }

    /** Puts what is sealed of an order of the live space in the place of another one's. */
    default void move(String from, String to) {
        try (OpenStore store = open()) {
            Stored moved = store.records()
                    .read(List.of(Range.one(RenewalSteps.order(store, from))))
                    .getFirst()
                    .getFirst();
            RenewalSteps.replaceBody(store, to, moved.body());
        }
    }

    /** Adds a key that seals immediately. */
    default void rotate() {
        new SecretFile(config().secretFile()).addSealingKey(new Random(5), Instant.EPOCH);
    }

    default OpenStore open() {
        return Stores.openExisting(
                config().store(),
                Clock.systemUTC(),
                new SecretOfStore(config().secretFile(), SecretOfStore.Use.READ, store(), Clock.systemUTC()));
    }

    default Verified verify(boolean expectedSound) {
        Verified verified = new Verified();
        VerifyReport report = StoreTasks.verify(config(), false, verified);
        assertEquals(expectedSound, report.isSound(), verified.lines::toString);
        return verified.with(report);
    }

    default SecretTasks.Resealed reseal() {
        return SecretTasks.reseal(config(), new Verified());
    }

    /** A run that ended with the proof that no record has key 1, except damaged ones. */
    default SecretTasks.Resealed done(long resealed, long unreadable) {
        return new SecretTasks.Resealed(2, resealed, unreadable, Map.of(), RenewalEnd.DONE);
    }

    /** A walk from the first record on, at a time. */
    default RenewalWalk walk(OpenStore store, Instant now) {
        return RenewalSteps.walk(Renewal.ofSealedRecords(store), () -> now, "one", true);
    }

    default RenewalEnd end(RenewalWalk walk) {
        return RenewalSteps.end(walk, 100);
    }

    /** The opened records of all sealed kinds. */
    default Set<Object> content() {
        Set<Object> content = new HashSet<>();
        try (OpenStore store = open()) {
            store.kinds().stream()
                    .filter(meaning -> meaning.kind().isSealed())
                    .flatMap(meaning -> RenewalSteps.scan(store, meaning).stream())
                    .forEach(record -> content.add(
                            record.withBody(Bytes.wrap(store.sealer().open(record)))));
        }
        return content;
    }
}
