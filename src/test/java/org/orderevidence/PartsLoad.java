package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.orderevidence.waiting.Waits;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Uploads orders, changes them with PATCH and uploads them again, with several writers at the same time. Runs until it
 * is ended or the service stops.
 */
final class PartsLoad {
    private static final int WRITERS = 4;
    private static final int OK = 200;

    /** A step: the JSON it sends, and the state of the order after it. */
    private enum Step {
        UPLOADED("", "arn none, refunded none, descriptor none"),
        ARN("{\"arn\": \"7453\"}", "arn 7453, refunded none, descriptor none"),
        DESCRIPTOR(", \"descriptor\": \"TEA\"", "arn 7453, refunded none, descriptor TEA"),
        REFUND("{\"refundedAmount\": 300}", "arn 7453, refunded 300, descriptor TEA"),
        AGAIN(", \"descriptor\": \"TEA AND MORE\"", "arn 7453, refunded 300, descriptor TEA AND MORE");

        private final String sent;
        private final String state;

        Step(String sent, String state) {
            this.sent = sent;
            this.state = state;
        }

        ServiceClient.Answer send(ServiceClient client, String id) throws IOException, InterruptedException {
            return switch (this) {
                case ARN, REFUND -> client.patch(id, sent);
                case UPLOADED, DESCRIPTOR, AGAIN ->
                    client.uploadText("{\"orders\": [{\"id\": \"" + id
                            + "\", \"amount\": 1999, \"currency\": \"USD\", \"transactionDate\": \"2026-11-01\"" + sent
                            + "}]}");
            };
        }
    }

    private static final List<Step> STEPS = List.of(Step.values());

    /** An order, how many steps of it were acknowledged, and whether the outcome of the next one is unknown. */
    record Written(String id, int acknowledged, boolean isOpen) {
        /** Returns the states that a fetch may find. */
        Set<String> states() {
            Set<String> states = new LinkedHashSet<>();
            states.add(acknowledged == 0 ? "not found" : STEPS.get(acknowledged - 1).state);
            if (isOpen) {
                states.add(STEPS.get(acknowledged).state);
            }
            return states;
        }
    }

    private final ServiceClient client;
    private final List<Thread> writers = new ArrayList<>();
    private final Queue<Written> written = new ConcurrentLinkedQueue<>();
    private final CountDownLatch firstOrder = new CountDownLatch(1);
    private volatile boolean ended;

    private PartsLoad(ServiceClient client) {
        this.client = client;
    }

    /**
     * Starts the writers.
     *
     * @param prefix of the ids of the orders; no two loads on one store share one
     */
    static PartsLoad start(ServiceClient client, String prefix) {
        PartsLoad load = new PartsLoad(client);
        for (int w = 0; w < WRITERS; w++) {
            String name = prefix + "w" + w + "n";
            load.writers.add(Thread.ofVirtual().start(() -> load.write(name)));
        }
        return load;
    }

    private void write(String name) {
        for (int n = 0; !ended; n++) {
            String id = name + n;
            int done = 0;
            try {
                for (Step step : STEPS) {
                    if (step.send(client, id).status() != OK) {
                        break;
                    }
                    done++;
                }
                written.add(new Written(id, done, done < STEPS.size()));
                firstOrder.countDown();
            } catch (IOException | InterruptedException gone) {
                written.add(new Written(id, done, true));
                return;
            }
        }
    }

    /** False if no order was written within this time. */
    boolean awaitFirst(int seconds) throws InterruptedException {
        return firstOrder.await(seconds, TimeUnit.SECONDS);
    }

    /** Stops the writers, and waits for requests in progress. */
    Collection<Written> end() throws InterruptedException {
        ended = true;
        Waits.end(writers);
        return written;
    }

    /** Requires that each order is composed of the parts that were acknowledged. */
    static void requireAll(ServiceClient client, Collection<Written> orders) throws Exception {
        for (Written order : orders) {
            String state = state(client.fetch(order.id()));
            assertTrue(order.states().contains(state), () -> order + " is " + state);
        }
    }

    private static String state(ServiceClient.Answer answer) {
        if (answer.status() != OK) {
            return answer.status() == 404 ? "not found" : answer.toString();
        }
        JsonNode charge = JsonMapper.shared().readTree(answer.body()).path("charge");
        JsonNode refunded = charge.path("refundedAmount");
        return "arn " + charge.path("arn").asString("none") + ", refunded "
                + (refunded.isMissingNode() ? "none" : refunded) + ", descriptor "
                + charge.path("descriptor").asString("none");
    }
}
