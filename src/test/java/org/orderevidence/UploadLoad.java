package org.orderevidence;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.orderevidence.waiting.Waits;

/**
 * Uploads from several customers at the same time, with their outcomes. Runs until it is stopped or the service ends.
 */
final class UploadLoad {
    private static final int UPLOADERS = 8;
    private static final int MOST_ORDERS = 5;
    private static final int PAUSE_MILLIS = 20;

    /** A request that was answered, but not with success. */
    record Refusal(Upload upload, ServiceClient.Answer answer, long millis) {}

    private final ServiceClient client;
    private final int pauseMillis;
    private final List<Thread> uploaders = new ArrayList<>();
    private final Queue<Upload> acknowledged = new ConcurrentLinkedQueue<>();
    private final Queue<Upload> unanswered = new ConcurrentLinkedQueue<>();
    private final Queue<Refusal> refused = new ConcurrentLinkedQueue<>();
    private final CountDownLatch firstAnswer = new CountDownLatch(1);
    private volatile long lastSuccess = System.nanoTime();
    private volatile boolean ended;

    private UploadLoad(ServiceClient client, int pauseMillis) {
        this.client = client;
        this.pauseMillis = pauseMillis;
    }

    /**
     * Begins.
     *
     * @param prefix of the names of the uploads; no two loads on one store share one
     */
    static UploadLoad start(ServiceClient client, String prefix, Random random) {
        return start(client, prefix, random, 0);
    }

    /**
     * Begins, at a pace: what goes on for long would else acknowledge more than can be read back in a test.
     *
     * @param pauseMillis that each uploader makes behind each upload
     */
    static UploadLoad start(ServiceClient client, String prefix, Random random, int pauseMillis) {
        UploadLoad load = new UploadLoad(client, pauseMillis);
        for (int u = 0; u < UPLOADERS; u++) {
            Random mine = new Random(random.nextLong());
            String name = prefix + "u" + u + "n";
            load.uploaders.add(Thread.ofVirtual().start(() -> load.upload(name, mine)));
        }
        return load;
    }

    private void upload(String name, Random random) {
        for (int n = 0; !ended; n++) {
            Upload upload = new Upload(name + n, 1 + random.nextInt(MOST_ORDERS));
            long begun = System.nanoTime();
            try {
                ServiceClient.Answer answer = client.upload(upload);
                if (answer.status() == 200) {
                    acknowledged.add(upload);
                    lastSuccess = System.nanoTime();
                    firstAnswer.countDown();
                    TimeUnit.MILLISECONDS.sleep(pauseMillis); // the pace is what was asked for
                } else {
                    refused.add(new Refusal(upload, answer, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun)));
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS); // who is refused does not ask again at once
                }
            } catch (IOException | InterruptedException gone) {
                unanswered.add(upload);
                return;
            }
        }
    }

    /** False when none was acknowledged within this time. */
    boolean awaitFirst(int seconds) throws InterruptedException {
        return firstAnswer.await(seconds, TimeUnit.SECONDS);
    }

    /** When the newest was acknowledged, by {@link System#nanoTime}. */
    long lastSuccess() {
        return lastSuccess;
    }

    /** Sends no more, and waits for the answers under way. */
    void end() throws InterruptedException {
        ended = true;
        Waits.end(uploaders);
    }

    Collection<Upload> acknowledged() {
        return acknowledged;
    }

    /** Those to which no answer came. */
    Collection<Upload> unanswered() {
        return unanswered;
    }

    Collection<Refusal> refused() {
        return refused;
    }
}
