package org.orderevidence;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.orderevidence.waiting.Waits;

/**
 * A client that keeps to all rules: uploads an order, fetches it and tracks, again and again, and takes the time of
 * each.
 */
final class GoodClient {
    private static final int CLIENTS = 2;
    private static final int ROUNDS_A_CONNECTION = 10;
    private static final int PAUSE_MILLIS = 5;
    static final Duration PATIENCE = Duration.ofSeconds(10);

    private final String address;
    private final String key;

    GoodClient(int port, String key) {
        this.address = "http://127.0.0.1:" + port;
        this.key = key;
    }

    /**
     * What became of its requests.
     *
     * @param millis how long each took, ascending
     * @param failures what was answered with another status than 200, or not at all
     */
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
                for (int n = 0; !ended; ) {
                    // Connections of different ages: some new, some with requests behind them.
                    try (HttpClient client = client()) {
                        for (int round = 0; round < ROUNDS_A_CONNECTION && !ended; round++) {
                            round(client, name + n++, millis, failures);
                            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS); // the pace of a good client
                        }
                    }
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

    /** Makes some rounds, one after the other, on one connection. */
    Experience rounds(String name, int count) throws InterruptedException {
        List<Long> millis = new ArrayList<>();
        List<String> failures = new ArrayList<>();
        try (HttpClient client = client()) {
            for (int n = 0; n < count; n++) {
                round(client, name + "-" + n, millis, failures);
            }
        }
        return new Experience(millis, failures);
    }

    private static HttpClient client() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(PATIENCE)
                .build();
    }

    private void round(HttpClient client, String id, List<Long> millis, List<String> failures)
            throws InterruptedException {
        timed(client, post("/api/v2/orders/upload", new Upload(id, 1).body()), millis, failures);
        timed(client, request("/api/v2/orders/" + new Upload(id, 1).ids().getFirst()), millis, failures);
        timed(
                client,
                post("/api/v2/track", "{\"email\":\"" + id + "@example.com\",\"ip\":\"203.0.113.7\"}"),
                millis,
                failures);
    }

    private void timed(HttpClient client, HttpRequest.Builder request, List<Long> millis, List<String> failures)
            throws InterruptedException {
        HttpRequest built = request.build();
        long begun = System.nanoTime();
        try {
            HttpResponse<String> answer = client.send(built, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                failures.add(built.method() + " " + built.uri().getPath() + ": " + answer.statusCode() + " "
                        + answer.body());
            }
        } catch (IOException failed) {
            failures.add(built.method() + " " + built.uri().getPath() + ": " + failed);
        }
        millis.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
    }

    private HttpRequest.Builder post(String path, String body) {
        return request(path).header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path))
                .header("X-API-Key", key)
                .timeout(PATIENCE);
    }
}
