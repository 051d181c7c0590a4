package org.orderevidence;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.orderevidence.waiting.Waits;
import org.orderevidence.webhook.SignedWebhooks;

/**
 * A client that keeps to all rules: uploads an order, fetches it and tracks, again and again, each on a new connection,
 * and takes the time of each from the start of the connection to the end of the answer.
 */
final class GoodClient {
    private static final int CLIENTS = 2;
    private static final int PAUSE_MILLIS = 5;
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final InetSocketAddress address;
    private final String key;
    private final @Nullable Webhooks webhooks;

    /**
     * @param webhooks an integration that it also sends signed webhooks to; null for none
     */
    GoodClient(int port, String key, @Nullable Webhooks webhooks) {
        this.address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        this.key = key;
        this.webhooks = webhooks;
    }

    /** An integration of Stripe. */
    record Webhooks(String path, String secret) {}

    /** What became of its requests. */
    record Experience(List<Long> millis, List<String> failures) {
        Experience {
            millis = millis.stream().sorted().toList();
            failures = List.copyOf(failures);
        }

        /** The time in milliseconds that so many of 100 requests stayed within. */
        long percentile(int percent) {
            return millis.isEmpty() ? Long.MAX_VALUE : millis.get((millis.size() * percent + 99) / 100 - 1);
        }

        /** Returns true if each request was answered with 200, and so many of 100 within this time. */
        boolean isGood(int percent, Duration within) {
            return failures.isEmpty() && percentile(percent) < within.toMillis();
        }

        @Override
        public String toString() {
            return millis.size() + " requests, p50 / p90 / p99 "
                    + (millis.isEmpty() ? "-" : percentile(50) + " / " + percentile(90) + " / " + percentile(99))
                    + " ms, " + failures.size() + " failed"
                    + (failures.isEmpty() ? "" : ", first " + failures.subList(0, Math.min(5, failures.size())));
        }
    }

    /** Its work, under way. */
    final class Work {
        private final List<Long> millis = Collections.synchronizedList(new ArrayList<>());
        private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
        private final List<Thread> threads = new ArrayList<>();
        private volatile boolean ended;

        private Work(String name) {
            for (int c = 0; c < CLIENTS; c++) {
                String mine = name + "-" + c + "-";
                threads.add(Thread.ofPlatform().name("good-" + mine).start(() -> work(mine)));
            }
        }

        /** Ends after the requests that are under way. */
        Experience end() {
            ended = true;
            Waits.end(threads);
            return new Experience(millis, failures);
        }

        private void work(String name) {
            try {
                for (int n = 0; !ended; n++) {
                    round(name + n, millis, failures);
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS); // the pace of a good client
                }
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Starts to work until it is ended. */
    Work start(String name) {
        return new Work(name);
    }

    /** Makes some rounds, one after the other. */
    Experience rounds(String name, int count) {
        List<Long> millis = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        for (int n = 0; n < count; n++) {
            round(name + "-" + n, millis, failures);
        }
        return new Experience(millis, failures);
    }

    private void round(String id, List<Long> millis, List<String> failures) {
        Upload upload = new Upload(id, 1);
        timed(post("/api/v2/orders/upload", "X-API-Key: " + key, upload.body()), millis, failures);
        timed(
                "GET /api/v2/orders/" + upload.ids().getFirst() + " HTTP/1.1\r\nX-API-Key: " + key + "\r\n",
                millis,
                failures);
        String sighting = "{\"email\":\"" + id + "@example.com\",\"ip\":\"203.0.113.7\"}";
        timed(post("/api/v2/track", "X-API-Key: " + key, sighting), millis, failures);
        if (webhooks != null) {
            String event = "{\"id\":\"evt_" + id + "\",\"object\":\"event\",\"type\":\"payout.paid\",\"created\":"
                    + Instant.now().getEpochSecond() + ",\"data\":{\"object\":{\"object\":\"payout\"}}}";
            String signature = SignedWebhooks.stripeSignature(
                    webhooks.secret(), event.getBytes(StandardCharsets.UTF_8), Instant.now());
            timed(post(webhooks.path(), "Stripe-Signature: " + signature, event), millis, failures);
        }
    }

    private static String post(String path, String header, String body) {
        return "POST " + path + " HTTP/1.1\r\n" + header + "\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body;
    }

    /** Adds the headers that each request has, sends it, and reads the answer to its end. */
    private void timed(String request, List<Long> millis, List<String> failures) {
        int line = request.indexOf("\r\n") + 2;
        boolean hasBody = request.contains("\r\n\r\n");
        String whole = request.substring(0, line) + "Host: 127.0.0.1\r\nConnection: close\r\n" + request.substring(line)
                + (hasBody ? "" : "\r\n");
        long begun = System.nanoTime();
        String problem;
        try (Socket socket = new Socket()) {
            socket.connect(address, (int) PATIENCE.toMillis());
            socket.setSoTimeout((int) PATIENCE.toMillis());
            socket.getOutputStream().write(whole.getBytes(StandardCharsets.UTF_8));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            problem = answer.isEmpty()
                    ? "no answer"
                    : answer.startsWith("HTTP/1.1 200 ")
                            ? ""
                            : "answered \"" + answer.lines().findFirst().orElse("") + "\" "
                                    + answer.substring(answer.indexOf("\r\n\r\n") + 2)
                                            .strip();
        } catch (IOException failed) {
            problem = failed.toString();
        }
        long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        if (!problem.isEmpty()) {
            failures.add(request.substring(0, line - 2) + ", after " + took + " ms: " + problem);
        }
        millis.add(took);
    }
}
