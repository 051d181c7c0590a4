package org.orderevidence.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.orderevidence.bench.process.Child;
import org.orderevidence.bench.process.Postgres;
import org.orderevidence.bench.process.ProcessStats;

/** A server that is asked over HTTP by wrk. */
final class HttpContestant implements Contestant {
    private static final int SAMPLES = 200;
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final String name;
    private final Child server;
    private final String key;
    private final Wrk wrk;
    private final @Nullable Postgres database;
    private final List<Path> data;

    /**
     * @param key the API key to send
     * @param database the database server that it asks; null when there is none, or it is another
     * @param data see {@link #data}
     */
    HttpContestant(String name, Child server, String key, Wrk wrk, @Nullable Postgres database, List<Path> data) {
        this.name = name;
        this.server = server;
        this.key = key;
        this.wrk = wrk;
        this.database = database;
        this.data = List.copyOf(data);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Path> data() {
        return data;
    }

    Child server() {
        return server;
    }

    /** The mean length of a fetched order's answer. */
    int meanAnswerBytes(Path workload) throws IOException {
        List<String> ids = Files.readAllLines(Workload.ids(workload, Operation.FETCH));
        Random random = new Random(Workload.SEED);
        long bytes = 0;
        try (HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            for (int i = 0; i < SAMPLES; i++) {
                URI uri = URI.create(
                        "http://127.0.0.1:" + server.port() + "/api/v2/orders/" + ids.get(random.nextInt(ids.size())));
                HttpRequest request = HttpRequest.newBuilder(uri)
                        .header("X-API-Key", key)
                        .timeout(TIMEOUT)
                        .build();
                HttpResponse<byte[]> answer = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
                if (answer.statusCode() != 200) {
                    throw new IOException("status " + answer.statusCode() + " to " + uri);
                }
                bytes += answer.body().length;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } catch (IOException e) {
            throw new IOException(name + " does not answer: " + e.getMessage(), e);
        }
        return (int) (bytes / SAMPLES);
    }

    @Override
    public Round run(Operation operation, int connections, int seconds) throws IOException {
        double readBefore = ProcessStats.diskReadBytes();
        double serverBefore = ProcessStats.cpuMicros(server.pid());
        double databaseBefore = database == null ? 0 : database.cpuMicros();
        Wrk.Result result = wrk.run(server.port(), key, operation, connections, seconds);
        if (result.requests() == 0) {
            throw new IOException(name + " answered nothing in " + seconds + " s");
        }
        double serverMicros = ProcessStats.cpuMicros(server.pid()) - serverBefore;
        double databaseMicros = database == null ? Double.NaN : database.cpuMicros() - databaseBefore;
        double readBytes = ProcessStats.diskReadBytes() - readBefore;
        double requests = result.requests();
        return new Round(
                result.requests(),
                result.seconds(),
                result.meanMillis(),
                result.p50Millis(),
                result.p95Millis(),
                result.p99Millis(),
                result.p999Millis(),
                result.failures(),
                serverMicros / requests,
                databaseMicros / requests,
                result.cpuMicros() / requests,
                readBytes / requests);
    }
}
