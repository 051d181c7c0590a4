package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.orderevidence.integration.Samples;
import org.orderevidence.waiting.Waits;

/**
 * The service is killed while orders are uploaded, again and again, at other moments each time: what it answered for is
 * there afterwards, and nothing is there by half.
 */
@Tag("slow")
@Tag("strikes")
interface CrashContract {
    int FULL_ROUNDS = 50;
    int WEBHOOK_ROUNDS = 10;
    int ERASED = 500;
    int LONGEST_LIFE_MILLIS = 250;
    int TERMINATED = 0;
    long SEED = 20_261_120L;
    String SECRET = "whsec_of_a_service_that_is_killed";

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

    /** The service maps an event after its answer, or after the next start. */
    @Test
    @Tag("faults")
    default void killingTheServiceDuringWebhooksLosesNoEventThatWasAnswered() throws Exception {
        Set<String> answered = ConcurrentHashMap.newKeySet();
        String path = "";
        for (int round = 0; round < WEBHOOK_ROUNDS; round++) {
            try (ServeProcess service = serve()) {
                ServiceClient client = new ServiceClient(service);
                String webhooks = path.isEmpty() ? client.addStripe(SECRET) : path;
                path = webhooks;
                List<Thread> senders = new ArrayList<>();
                for (int sender = 0; sender < 4; sender++) {
                    String name = "W-" + round + "-" + sender + "-";
                    senders.add(Thread.ofVirtual().start(() -> sendCharges(client, webhooks, name, answered)));
                }
                int before = answered.size();
                Waits.until(() -> answered.size() > before, "no webhook was answered");
                service.kill();
                Waits.end(senders);
            }
        }
        try (ServeProcess service = serve()) {
            ServiceClient client = new ServiceClient(service);
            for (String id : answered) {
                Waits.until(() -> client.fetch(id).status() == 200, "lost " + id);
            }
        }
    }

    /** Sends a charge after the other until the service is gone. */
    private static void sendCharges(ServiceClient client, String path, String name, Set<String> answered) {
        for (int number = 0; ; number++) {
            String id = name + number;
            byte[] charge = new String(Samples.bytes("stripe/charge-succeeded"), StandardCharsets.UTF_8)
                    .replace("1OrderEvidence0001", id)
                    .replace("MugsForAnn0001", id)
                    .replace("A-1001", id)
                    .getBytes(StandardCharsets.UTF_8);
            try {
                if (client.deliver(path, SECRET, charge) == 200) {
                    answered.add(id);
                }
            } catch (IOException | InterruptedException gone) {
                return;
            }
        }
    }

    /** What was answered stays erased, and what was cut is completed by erasing the customer. */
    @Test
    @Tag("faults")
    default void killingTheServiceDuringErasuresBringsNoOrderBack() throws Exception {
        Random random = new Random(SEED);
        for (int round = 0; round < WEBHOOK_ROUNDS; round++) {
            String email = "round" + round + "@example.com";
            String name = "E-" + round + "-";
            String orders = IntStream.range(0, ERASED)
                    .mapToObj(i -> """
                            {"id": "%s%d", "amount": 100, "currency": "EUR", "transactionDate": "2025-01-01",
                             "bin": "424242", "last4": "4242", "receipt": {"customerEmail": "%s"}}""".formatted(name, i, email))
                    .collect(Collectors.joining(",", "{\"orders\": [", "]}"));
            AtomicInteger erased = new AtomicInteger();
            try (ServeProcess service = serve()) {
                ServiceClient client = new ServiceClient(service);
                assertEquals(200, client.uploadText(orders).status());
                Thread erasing = Thread.ofVirtual().start(() -> eraseEach(client, name, erased));
                Waits.until(() -> erased.get() > 0, "no order was erased");
                TimeUnit.MILLISECONDS.sleep(random.nextInt(LONGEST_LIFE_MILLIS)); // the kill comes at a random moment
                service.kill();
                Waits.end(List.of(erasing));
            }
            try (ServeProcess service = serve()) {
                ServiceClient client = new ServiceClient(service);
                for (int i = 0; i < erased.get(); i++) {
                    assertEquals(404, client.fetch(name + i).status(), name + i);
                }
                assertEquals(200, client.eraseCustomer(email).status());
                String again = client.uploadText(orders).body();
                assertTrue(again.contains("\"erased\":" + ERASED), again);
            }
        }
    }

    /** Erases an order after the other until the service is gone. */
    private static void eraseEach(ServiceClient client, String name, AtomicInteger erased) {
        try {
            while (erased.get() < ERASED && client.erase(name + erased.get()).status() == 200) {
                erased.incrementAndGet();
            }
        } catch (IOException | InterruptedException gone) {
            // The test continues with the next service.
        }
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
