package org.orderevidence.shop;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.orderevidence.order.part.Platform;
import org.orderevidence.waiting.Waits;
import org.orderevidence.webhook.SignedWebhooks;

/** Platforms that send their events to any of the instances, and send again what was not acknowledged. */
final class PlatformSending {
    private static final int SENDERS = 6;
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;
    private static final long AGAIN_MILLIS = 20;

    private final ShopServices services;
    private final Map<Platform, Target> targets;
    private final Queue<ShopWebhooks.Sent> waiting;
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final AtomicInteger again = new AtomicInteger();
    private final Queue<String> refused = new ConcurrentLinkedQueue<>();
    private final List<Thread> senders = new ArrayList<>();
    private final int all;

    /**
     * Where the events of a platform go.
     *
     * @param path of the integration
     * @param secret signs them
     */
    record Target(String path, String secret) {}

    PlatformSending(ShopServices services, Map<Platform, Target> targets, List<ShopWebhooks.Sent> events) {
        this.services = services;
        this.targets = targets;
        this.waiting = new ConcurrentLinkedQueue<>(events);
        this.all = events.size();
    }

    void start() {
        for (int i = 0; i < SENDERS; i++) {
            senders.add(Thread.ofVirtual().start(this::send));
        }
    }

    /** Waits until so many events were acknowledged. */
    void awaitAcknowledged(int count) {
        Waits.until(() -> acknowledged.get() >= count || !refused.isEmpty(), "events are not acknowledged");
    }

    /** Waits until all are acknowledged, and returns the answers that no platform should get. */
    List<String> end() {
        Waits.end(senders);
        return List.copyOf(refused);
    }

    int sentAgain() {
        return again.get();
    }

    private void send() {
        while (acknowledged.get() < all && refused.isEmpty()) {
            ShopWebhooks.Sent next = waiting.poll();
            if (next == null) {
                pause();
            } else if (isAcknowledged(next)) {
                acknowledged.incrementAndGet();
            } else {
                again.incrementAndGet();
                waiting.add(next);
                pause();
            }
        }
    }

    private boolean isAcknowledged(ShopWebhooks.Sent sent) {
        try {
            int status = deliver(Objects.requireNonNull(targets.get(sent.platform())), sent);
            if (status != OK && status != UNAVAILABLE) {
                refused.add(status + " for " + sent.event());
            }
            return status == OK;
        } catch (IOException killed) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private int deliver(Target target, ShopWebhooks.Sent sent) throws IOException, InterruptedException {
        String secret = target.secret();
        byte[] body = sent.event().bytes();
        Map<String, String> headers = switch (sent.platform()) {
            case STRIPE -> Map.of("Stripe-Signature", SignedWebhooks.stripeSignature(secret, body, services.now()));
            case SHOPIFY ->
                Map.of(
                        "X-Shopify-Topic",
                        sent.event().type(),
                        "X-Shopify-Hmac-SHA256",
                        SignedWebhooks.shopifySignature(secret, body));
            case ADYEN -> Map.of("Authorization", SignedWebhooks.basic("adyen", ShopLifeContract.PASSWORD));
        };
        return services.deliver(
                ThreadLocalRandom.current().nextInt(ShopServices.INSTANCES),
                target.path(),
                headers,
                sent.platform() == Platform.ADYEN ? SignedWebhooks.adyenBody(secret, body) : body);
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(AGAIN_MILLIS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
