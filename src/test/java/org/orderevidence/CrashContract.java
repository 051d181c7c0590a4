package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The service is killed while orders are uploaded, again and again, at other moments each time: what it answered for is
 * there afterwards, and nothing is there by half.
 */
@Tag("slow")
@Tag("strikes")
interface CrashContract {
    int FULL_ROUNDS = 50;
    int LONGEST_LIFE_MILLIS = 250;
    int TERMINATED = 0;
    long SEED = 20_261_120L;

    /** Starts the service on the same store each time. */
    ServeProcess serve() throws IOException;

    @Test
    default void killingTheServiceDuringUploadsLosesNothingThatWasAnswered() throws Exception {
        Random random = new Random(SEED);
        int rounds = Faults.rounds(1, FULL_ROUNDS);
        List<Upload> acknowledged = new ArrayList<>();
        List<Upload> unanswered = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            try (ServeProcess service = serve()) {
                ServiceClient client = new ServiceClient(service);
                requireAll(client, acknowledged.subList(Math.max(0, acknowledged.size() - 20), acknowledged.size()));
                UploadLoad load = UploadLoad.start(client, "r" + round, random);
                assertTrue(load.awaitFirst(30), "no upload was answered");
                TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_LIFE_MILLIS)); // the moment is what it is about
                service.kill();
                load.end();
                acknowledged.addAll(load.acknowledged());
                unanswered.addAll(load.unanswered());
            }
        }
        try (ServeProcess service = serve()) {
            ServiceClient client = new ServiceClient(service);
            requireAll(client, acknowledged);
            requireNoHalves(client, unanswered);
            assertEquals(TERMINATED, service.stop());
        }
        assertTrue(acknowledged.size() >= rounds, "seed " + SEED + " answered only " + acknowledged.size());
    }

    /** Every order of these is there, whole. */
    static void requireAll(ServiceClient client, Collection<Upload> uploads) throws Exception {
        for (Upload upload : uploads) {
            for (int i = 0; i < upload.orders(); i++) {
                ServiceClient.Answer answer = client.fetch(upload.ids().get(i));
                assertTrue(
                        upload.isWhole(answer, i),
                        "seed " + SEED + ": lost " + upload.ids().get(i));
            }
        }
    }

    /** Every order of these is there whole, or not at all. */
    static void requireNoHalves(ServiceClient client, Collection<Upload> uploads) throws Exception {
        for (Upload upload : uploads) {
            for (int i = 0; i < upload.orders(); i++) {
                ServiceClient.Answer answer = client.fetch(upload.ids().get(i));
                assertTrue(answer.status() == 404 || upload.isWhole(answer, i), () -> "half kept: " + upload);
            }
        }
    }
}
