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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.orderevidence.bench.process.Child;
import org.orderevidence.bench.process.Scratch;

/** The service as it is shipped: started by its launcher, filled by its own commands. */
final class Service {
    private static final long FILL_SECONDS = 4 * 3_600;
    private static final long COMMAND_SECONDS = 120;
    private static final Duration STATUS_TIMEOUT = Duration.ofSeconds(60);
    private static final Duration COVERAGE_WAIT = Duration.ofMinutes(30);
    private static final Duration COVERAGE_PAUSE = Duration.ofSeconds(1);
    private static final Pattern HAS_ORDERS = Pattern.compile("\"disputable\"\\s*:\\s*[1-9]");
    private static final Pattern INTEGRATION_PATH = Pattern.compile("\"path\"\\s*:\\s*\"([^\"]+)\"");
    private static final Pattern RECEIVED = Pattern.compile("\"received\":(\\d+)");
    private static final Pattern WAITING = Pattern.compile("\"waiting\":(\\d+)");
    private static final Pattern KEY = Pattern.compile("oe_live_\\w+");

    private static final HttpClient CLIENT =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final Scratch scratch;
    private final Path launcher;
    private final Path data;
    private final String address;
    private final Child server;

    private Service(Scratch scratch, Path launcher, Path data, String address, Child server) {
        this.scratch = scratch;
        this.launcher = launcher;
        this.data = data;
        this.address = address;
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
        return new Service(scratch, launcher, data, address, Child.server(scratch, command, environment, log));
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

    /** Makes another account with a key, which is written to a file. */
    Path createAccount(String account) throws IOException {
        administer("account", "create", account);
        Matcher key = KEY.matcher(administer("key", "create", "--account", account));
        if (!key.find()) {
            throw new IOException("no key was made for account " + account);
        }
        return Files.writeString(data.resolve(account + "-key"), key.group());
    }

    /** Adds an integration of Stripe. */
    StripeIntegration addStripe() throws IOException {
        String secret = "whsec_benchmark" + server.port();
        Path file = Files.writeString(data.resolve("stripe-secret"), secret);
        String made = administer("integration", "add", "stripe", "--secret-file", file.toString(), "--json");
        Matcher path = INTEGRATION_PATH.matcher(made);
        if (!path.find()) {
            throw new IOException("no integration was added: " + made);
        }
        String id = path.group(1).substring(path.group(1).lastIndexOf('/') + 1);
        return new StripeIntegration(this, id, path.group(1), secret);
    }

    /** An integration of Stripe: its ID, the path of its webhooks and its secret. */
    record StripeIntegration(Service service, String id, String path, String secret) {
        /** Returns how many events were received and how many are not mapped. */
        Events events() throws IOException {
            String status = "/api/v2/integrations/" + id;
            long start = System.nanoTime();
            HttpResponse<String> answer = service.get(status);
            double millis = (System.nanoTime() - start) / 1e6;
            if (answer.statusCode() != HttpURLConnection.HTTP_OK) {
                throw new IOException("status " + answer.statusCode() + " to " + status);
            }
            return new Events(sum(RECEIVED, answer.body()), sum(WAITING, answer.body()), millis);
        }

        private static long sum(Pattern number, String text) {
            return number.matcher(text)
                    .results()
                    .mapToLong(found -> Long.parseLong(found.group(1)))
                    .sum();
        }
    }

    /**
     * The events of an integration.
     *
     * @param received how many there are
     * @param waiting how many of them are not mapped
     * @param millis time of the answer
     */
    record Events(long received, long waiting, double millis) {}

    /** Starts an upload of orders and returns at once. */
    Child startUpload(Path orders, Path keyFile) throws IOException {
        return Child.background(scratch, uploadCommand("orders", orders, keyFile), scratch.file("upload.log"));
    }

    private String administer(String... command) throws IOException {
        List<String> all = new ArrayList<>(List.of(launcher.toString()));
        all.addAll(List.of(command));
        all.addAll(List.of("--data", data.toString(), "--store", address));
        return Child.run(scratch, all, Map.of(), COMMAND_SECONDS);
    }

    private double upload(String what, Path file) throws IOException {
        long start = System.nanoTime();
        Child.run(scratch, uploadCommand(what, file, data.resolve("first-key")), Map.of(), FILL_SECONDS);
        return (System.nanoTime() - start) / 1e9;
    }

    private List<String> uploadCommand(String what, Path file, Path keyFile) {
        return List.of(
                launcher.toString(),
                what,
                "upload",
                file.toString(),
                "--restart",
                "--url",
                "http://127.0.0.1:" + server.port(),
                "--key-file",
                keyFile.toString());
    }
}
