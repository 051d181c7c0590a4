package org.orderevidence.bench;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.orderevidence.bench.process.Child;
import org.orderevidence.bench.process.Scratch;

/** The service as it is shipped: started by its launcher, filled by its own commands. */
final class Service {
    private static final long FILL_SECONDS = 4 * 3_600;
    private static final Duration STATUS_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration COVERAGE_WAIT = Duration.ofMinutes(30);
    private static final Duration COVERAGE_PAUSE = Duration.ofSeconds(1);
    private static final Pattern HAS_ORDERS = Pattern.compile("\"disputable\"\\s*:\\s*[1-9]");

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Scratch scratch;
    private final Path launcher;
    private final Path data;
    private final Child server;

    private Service(Scratch scratch, Path launcher, Path data, Child server) {
        this.scratch = scratch;
        this.launcher = launcher;
        this.data = data;
        this.server = server;
    }

    /**
     * Starts it.
     *
     * @param name of its data folder
     * @param store its address; empty for the embedded store in that folder
     * @param environment set beside that of this process
     */
    static Service start(Scratch scratch, Path launcher, String name, String store, Map<String, String> environment)
            throws IOException {
        Path data = scratch.file(name);
        Path log = scratch.file(name + ".log");
        String address = store.isEmpty() ? "sqlite:" + data.resolve("evidence.db") : store;
        List<String> command = List.of(
                launcher.toString(),
                "serve",
                "--port",
                "0",
                "--data",
                data.toString(),
                "--store",
                address,
                "--log-level",
                "warn");
        return new Service(scratch, launcher, data, Child.server(scratch, command, environment, log));
    }

    Child server() {
        return server;
    }

    /** The folder of its data, with the embedded store if that is where it keeps them. */
    Path data() {
        return data;
    }

    String key() throws IOException {
        return Files.readString(data.resolve("first-key")).strip();
    }

    /** Uploads the orders of a workload with {@code orders upload}; how long that took, in seconds. */
    double uploadOrders(Path workload) throws IOException {
        return upload("orders", Workload.orders(workload));
    }

    /** Uploads the sightings of a workload. */
    void uploadSightings(Path workload) throws IOException {
        upload("sightings", Workload.sightings(workload));
    }

    /**
     * Waits until the service has computed a coverage of uploaded orders; it then rests for a minute at least. Otherwise,
     * this work would run during the measurement and count as a cost of the requests.
     */
    void awaitCoverage() throws IOException {
        Instant end = Instant.now().plus(COVERAGE_WAIT);
        while (Instant.now().isBefore(end)) {
            HttpResponse<String> answer = get("/api/v2/coverage");
            if (answer.statusCode() == HttpURLConnection.HTTP_NOT_FOUND
                    || HAS_ORDERS.matcher(answer.body()).find()) {
                // 404: an older build without coverage.
                return;
            }
            pause();
        }
        throw new IOException("no coverage was computed in " + COVERAGE_WAIT.toMinutes() + " minutes");
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(COVERAGE_PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private HttpResponse<String> get(String path) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
                .header("X-API-Key", key())
                .timeout(STATUS_TIMEOUT)
                .build();
        try {
            return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private double upload(String what, Path file) throws IOException {
        long start = System.nanoTime();
        List<String> command = List.of(
                launcher.toString(),
                what,
                "upload",
                file.toString(),
                "--restart",
                "--url",
                "http://127.0.0.1:" + server.port(),
                "--key-file",
                data.resolve("first-key").toString());
        Child.run(scratch, command, Map.of(), FILL_SECONDS);
        return (System.nanoTime() - start) / 1e9;
    }
}
