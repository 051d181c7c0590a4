package org.orderevidence;

import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.orderevidence.waiting.FreePort;
import org.orderevidence.waiting.Waits;
import tools.jackson.databind.json.JsonMapper;

/** A real Prometheus with the rules for this service, which fires without delay. */
final class Prometheus implements AutoCloseable {
    static final Path DEPLOY = Path.of("deploy").toAbsolutePath();
    static final Path RULES = DEPLOY.resolve("alerts.yml");

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final Process process;
    private final int port;

    /** Starts it: it scrapes and evaluates again and again after this time. */
    Prometheus(Path folder, int target, Duration every) throws IOException {
        port = FreePort.find();
        String rules = Files.readString(RULES).replaceAll("for: \\d+m", "for: 0s");
        Files.writeString(folder.resolve("alerts.yml"), rules);
        String interval = every.toSeconds() + "s";
        String config = Files.readString(DEPLOY.resolve("prometheus.yml"))
                .replace("127.0.0.1:9464", "127.0.0.1:" + target)
                .replace("15s", interval);
        Path file = Files.writeString(
                folder.resolve("prometheus.yml"), "global: {evaluation_interval: " + interval + "}\n" + config);
        process = new ProcessBuilder(
                        "prometheus",
                        "--config.file=" + file,
                        "--storage.tsdb.path=" + folder.resolve("tsdb"),
                        "--web.listen-address=127.0.0.1:" + port)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("prometheus.log").toFile())
                .start();
    }

    /** Returns true if its Debian package is installed. */
    static boolean isInstalled() {
        return Stream.of(Objects.requireNonNullElse(System.getenv("PATH"), "").split(File.pathSeparator, -1))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, "promtool")));
    }

    /** Returns the values of a query, each with its alert if it has one. */
    List<String> query(String query) throws IOException, InterruptedException {
        List<String> values = new ArrayList<>();
        URI url = URI.create(
                "http://127.0.0.1:" + port + "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        try {
            String answer = CLIENT.send(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString())
                    .body();
            JsonMapper.shared()
                    .readTree(answer)
                    .at("/data/result")
                    .forEach(each -> values.add(each.at("/value/1").asString()
                            + each.at("/metric/alertname").asString("")));
        } catch (ConnectException notYet) {
            return List.of();
        }
        return values;
    }

    @Override
    public void close() {
        Waits.exitCode(process.destroyForcibly());
    }
}
