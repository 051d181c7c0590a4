package org.orderevidence.shop;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.orderevidence.FastService;
import org.orderevidence.ServeProcess;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Installation;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Two instances of the service on one store, in processes of their own, which can be killed and started again. */
final class ShopServices implements AutoCloseable {
    static final int INSTANCES = 2;

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final AtomicReferenceArray<ServeProcess> instances = new AtomicReferenceArray<>(INSTANCES);
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Path folder;
    private final String store;
    private final ServeProcess.Jvm jvm;
    private final InstantSource clock;

    /** @param factor how much faster than time the clock of the instances is */
    ShopServices(Path folder, String store, int factor) throws IOException {
        this.folder = folder;
        this.store = store;
        long start = System.currentTimeMillis();
        this.jvm = FastService.jvm(start, factor);
        this.clock = FastService.clock(start, factor);
        start(0);
        // Both have the same secret. The operator copies it.
        Files.createDirectories(data(1));
        Files.copy(data(0).resolve("secret"), data(1).resolve("secret"), StandardCopyOption.COPY_ATTRIBUTES);
        start(1);
    }

    private Path data(int instance) {
        return folder.resolve("data" + instance);
    }

    private void start(int instance) throws IOException {
        instances.set(instance, ServeProcess.start(data(instance), jvm, "--store", store));
    }

    /** Kills an instance at once, and starts it again. */
    void restart(int instance) throws IOException {
        instances.get(instance).kill();
        start(instance);
    }

    /** The time of the instances. */
    Instant now() {
        return clock.instant();
    }

    /** The admin key of the live data. */
    String liveKey() throws IOException {
        return instances.get(0).key();
    }

    /** The data folder of the first instance, for commands on the store. */
    Path data() {
        return data(0);
    }

    String store() {
        return store;
    }

    /** Opens the store for reads of the test, while the instances run. */
    Installation open() {
        Map<String, String> flags = Map.of("data", data().toString(), "store", store);
        return Installation.openDamagedToo(Call.accepted(Config.read(null, Map.of(), flags)), Clock.systemUTC());
    }

    /** Sends a webhook, and returns the status. */
    int deliver(int instance, String path, Map<String, String> headers, byte[] body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = request(instance, path).POST(HttpRequest.BodyPublishers.ofByteArray(body));
        headers.forEach(request::header);
        return http.send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    /** Sends a request with a key to the first instance, and returns the JSON of its answer. */
    JsonNode ask(String key, String method, String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                request(0, path)
                        .header("X-API-Key", key)
                        .method(
                                method,
                                body.isEmpty()
                                        ? HttpRequest.BodyPublishers.noBody()
                                        : HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() >= 300 && answer.statusCode() != 404) {
            throw new IllegalStateException(method + " " + path + ": " + answer.statusCode() + " " + answer.body());
        }
        return JsonMapper.shared().readTree(answer.body());
    }

    private HttpRequest.Builder request(int instance, String path) {
        String url = "http://127.0.0.1:" + instances.get(instance).port() + path;
        return HttpRequest.newBuilder(URI.create(url))
                .header("Content-Type", "application/json")
                .timeout(PATIENCE);
    }

    @Override
    public void close() {
        for (int i = 0; i < INSTANCES; i++) {
            ServeProcess instance = instances.get(i);
            if (instance != null) {
                instance.close();
            }
        }
        http.close();
    }
}
