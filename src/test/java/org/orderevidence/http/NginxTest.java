package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orderevidence.api.Shop;
import org.orderevidence.http.limits.DefaultLimits;
import org.orderevidence.waiting.FreePort;
import org.orderevidence.wire.Problem;

/** The service behind nginx, as it is often run: the answers are the same as without it. */
@Tag("slow")
class NginxTest extends OnSqlite {
    private static final int MEBIBYTE = 1024 * 1024;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** How nginx speaks to the service. */
    enum Setup {
        /** With proxy_pass and nothing else: HTTP/1.0 and a connection for each request. */
        DEFAULTS("", ""),
        /** As its manual recommends it for speed. */
        KEEP_ALIVE("keepalive 4;", "proxy_http_version 1.1; proxy_set_header Connection \"\";"),
        /** Bodies are passed on while they come in. */
        UNBUFFERED(
                "keepalive 4;",
                "proxy_http_version 1.1; proxy_set_header Connection \"\"; proxy_request_buffering off; proxy_buffering off;");

        private final String upstream;
        private final String location;

        Setup(String upstream, String location) {
            this.upstream = upstream;
            this.location = location;
        }
    }

    /** A shop that reaches the service through nginx. */
    private record Behind(Shop shop, int port) {
        private Reply send(String method, String path, String contentType, BodyPublisher body) {
            HttpRequest.Builder request = shop.request(method, path, body)
                    .uri(URI.create("http://127.0.0.1:" + port + path))
                    .timeout(PATIENCE)
                    .setHeader("Content-Type", contentType);
            try {
                return shop.api().send(request);
            } catch (UncheckedIOException ended) {
                // nginx may end a connection after a refused body while the next request is on its way.
                return shop.api().send(request);
            }
        }

        private Reply upload(String json) {
            return send("POST", "/api/v2/orders/upload", "application/json", BodyPublishers.ofString(json));
        }

        private Reply get(String path) {
            return send("GET", path, "application/json", BodyPublishers.noBody());
        }
    }

    @ParameterizedTest
    @EnumSource
    void theCallsWorkBehindNginx(Setup setup) throws IOException {
        Shop shop = service.served().newShop();
        try (Nginx nginx =
                Nginx.start(folder.resolve(setup.name()), service.served().port(), setup.upstream, setup.location)) {
            Behind behind = new Behind(shop, nginx.port());

            theThreeCalls(behind);
            aMebibyteOfOrders(behind);
            aStreamOfLines(behind);
            whatIsTooLarge(behind);
            // And again, on connections that have been through all of it.
            theThreeCalls(behind);
        }
    }

    private static void theThreeCalls(Behind behind) {
        Reply upload = behind.upload("{\"orders\": [" + Shop.ORDER.formatted("A/1") + "]}");
        assertEquals(1, upload.is(200).at("/results").size());
        Reply track =
                behind.send("POST", "/api/v2/track", "application/json", BodyPublishers.ofString(Bodies.SIGHTING));
        assertTrue(track.is(200).json().isIntegralNumber(), track::text);
        Reply fetch = behind.get("/api/v2/orders/A%2F1");
        assertEquals(
                behind.shop.get("/api/v2/orders/A%2F1").is(200).text(),
                fetch.is(200).text());
        behind.get("/api/v2/orders/NONE").isProblem(Problem.ORDER_NOT_FOUND);
    }

    private static void aMebibyteOfOrders(Behind behind) {
        String orders = IntStream.range(0, 500)
                .mapToObj(i -> Shop.ORDER.formatted("M-" + i))
                .collect(Collectors.joining("," + " ".repeat(2_000)));
        String json = "{\"orders\": [" + orders + "]}";
        assertTrue(json.length() > MEBIBYTE);

        assertEquals("500 created", behind.upload(json).is(200).text("/message"));
    }

    /** Sent in chunks, like a client that does not know the length. */
    private static void aStreamOfLines(Behind behind) {
        byte[] lines = IntStream.range(0, 1_200)
                .mapToObj(i -> Shop.ORDER.formatted("N-" + i).replace("\n", " ") + " ".repeat(5_000) + "\n")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8);
        assertTrue(lines.length > DefaultLimits.DEFAULTS.bodyBytes());

        Reply reply = behind.send(
                "POST",
                "/api/v2/orders/upload",
                "application/x-ndjson",
                BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(lines)));

        assertEquals("1200 created", reply.is(200).text("/message"));
    }

    /** nginx passes the answer on although the service did not take the whole body. */
    private static void whatIsTooLarge(Behind behind) {
        String json = "{\"orders\": [" + " ".repeat(6 * MEBIBYTE) + "]}";

        behind.upload(json).isProblem(Problem.TOO_LARGE);
    }

    /** An nginx in a process of its own, with a configuration of its own, in front of the service. */
    private static final class Nginx implements AutoCloseable {
        private static final int PATIENCE_SECONDS = 60;

        private final Process process;
        private final int port;

        private Nginx(Process process, int port) {
            this.process = process;
            this.port = port;
        }

        /**
         * Starts it and waits until it listens.
         *
         * @param folder for its files
         * @param upstream the port of the service
         * @param http more lines of the section {@code http}
         * @param location the lines of the only {@code location}, {@code proxy_pass} excepted
         */
        static Nginx start(Path folder, int upstream, String http, String location) throws IOException {
            Files.createDirectories(folder);
            int port = FreePort.find();
            Path config = folder.resolve("nginx.conf");
            Files.writeString(config, """
                    daemon off;
                    # One process, that runs as the user of the test.
                    master_process off;
                    pid %1$s/pid;
                    error_log %1$s/error.log info;
                    events { worker_connections 64; }
                    http {
                        access_log off;
                        client_body_temp_path %1$s/client;
                        proxy_temp_path %1$s/proxy;
                        fastcgi_temp_path %1$s/fastcgi;
                        uwsgi_temp_path %1$s/uwsgi;
                        scgi_temp_path %1$s/scgi;
                        # Its default, 1 MB, would refuse what the service accepts.
                        client_max_body_size 0;
                        upstream service { server 127.0.0.1:%2$d; %4$s }
                        server {
                            listen 127.0.0.1:%3$d;
                            location / { proxy_pass http://service; %5$s }
                        }
                    }
                    """.formatted(folder, upstream, port, http, location));
            Process process = new ProcessBuilder(program(), "-p", folder.toString(), "-c", config.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("output").toFile())
                    .start();
            Nginx nginx = new Nginx(process, port);
            nginx.awaitListening(folder);
            return nginx;
        }

        int port() {
            return port;
        }

        private void awaitListening(Path folder) throws IOException {
            long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (process.isAlive() && System.nanoTime() - deadline < 0) {
                try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    return;
                } catch (IOException notYet) {
                    Thread.onSpinWait();
                }
            }
            process.destroyForcibly();
            throw new IllegalStateException("nginx did not start: " + Files.readString(folder.resolve("output")));
        }

        /** On Debian it is in a folder that only root has in its path. */
        private static String program() {
            String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/usr/local/sbin:/opt/homebrew/bin";
            return Stream.of(path.split(File.pathSeparator))
                    .map(folder -> Path.of(folder, "nginx"))
                    .filter(Files::isExecutable)
                    .map(Path::toString)
                    .findFirst()
                    .orElseThrow(
                            () -> new IllegalStateException(
                                    "nginx is missing; the test behind a proxy needs it: install it (Debian: apt-get install nginx-light)"));
        }

        @Override
        public void close() {
            process.destroy();
            try {
                if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                    throw new UncheckedIOException(new IOException("nginx did not stop"));
                }
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }
}
