package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.waiting.Waits;

/** SIGTERM, as an operator sends it: the service ends soon, with exit code 0, and reports what it finished. */
@Tag("slow")
@SuppressWarnings("StringConcatToTextBlock") // Lines of HTTP end with CR LF; those of text blocks do not.
@Tag("alone")
final class StopTest {
    /** Half-sent requests have 3 s; the rest is for a busy machine. */
    private static final Duration CUT_WITHIN = Duration.ofSeconds(7);

    @TempDir
    private Path folder;

    @Test
    void whatIsUnderWayIsAnsweredAndLogged() throws Exception {
        try (ServeProcess service = ServeProcess.start(folder.resolve("data"));
                Socket stream = connect(service)) {
            String line = "{\"id\":\"N-1\",\"amount\":1,\"currency\":\"USD\",\"transactionDate\":\"2026-11-01\"}\n";
            send(
                    stream,
                    post(service, "/api/v2/orders/upload", "application/x-ndjson", "Transfer-Encoding: chunked")
                            + Integer.toHexString(line.length()) + "\r\n" + line + "\r\n");
            // A service that is stopped before it read the line rightly answers that it stored none.
            waitUntilStored(service, "N-1");

            stops(service, CUT_WITHIN);

            String answer = read(stream, "\"endedBecause\"");
            assertTrue(answer.startsWith("HTTP/1.1 200"), answer);
            assertTrue(answer.contains("\"message\":\"1 created\""), answer);
            List<String> said = service.log()
                    .lines()
                    .filter(entry -> entry.contains("stopped") && entry.matches(".*\\b\\d+ requests?\\b.*"))
                    .toList();
            assertEquals(1, said.size(), "no line, or more than one, such as: stopped; finished 1 request");
        }
        try (ServeProcess service = ServeProcess.start(folder.resolve("data"))) {
            assertEquals(200, new ServiceClient(service).fetch("N-1").status());
        }
    }

    /** The line is stored after a second without another one. */
    private static void waitUntilStored(ServeProcess service, String order) throws IOException {
        ServiceClient client = new ServiceClient(service);
        Waits.until(() -> client.fetch(order).status() == 200, "the line was never stored");
    }

    private static void stops(ServeProcess service, Duration most) throws InterruptedException {
        long begun = System.nanoTime();
        assertEquals(0, service.stop(), "exit code");
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        assertTrue(millis <= most.toMillis(), () -> "the stop took " + millis + " ms");
    }

    private static Socket connect(ServeProcess service) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), service.port());
        socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(20));
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads up to and with this text, or to the end. */
    private static String read(Socket socket, String last) throws IOException {
        StringBuilder all = new StringBuilder();
        for (int b = socket.getInputStream().read();
                b >= 0;
                b = socket.getInputStream().read()) {
            all.append((char) b);
            if (b == last.charAt(last.length() - 1) && all.indexOf(last) >= 0) {
                break;
            }
        }
        return all.toString();
    }

    private static String post(ServeProcess service, String path, String type, String length) throws IOException {
        return "POST " + path + " HTTP/1.1\r\nHost: x\r\nContent-Type: " + type + "\r\nX-API-Key: " + service.key()
                + "\r\n" + length + "\r\n\r\n";
    }

    @Tag("slow")
    @ParameterizedTest
    @CsvSource({"off, 127.0.0.1, ''", "on, '', 127.0.0.1", "on, 127.0.0.1, 198.51.100.9"})
    void theClientIsLoggedAsItIsSet(String log, String trusted, String client) throws Exception {
        ServeProcess.Jvm jvm = ServeProcess.Jvm.quickStart()
                .set(Map.of("EVIDENCE_LOG_CLIENTS", log, "EVIDENCE_PUBLIC_TRUSTED_PROXIES", trusted));
        try (ServeProcess service = ServeProcess.start(folder.resolve("data"), jvm);
                HttpClient browser = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + "/livez"))
                    .header("X-Forwarded-For", "192.0.2.1, 198.51.100.9")
                    .build();
            browser.send(request, HttpResponse.BodyHandlers.discarding());

            Waits.until(() -> !entries(service).isEmpty(), "no entry of the request");
            String entry = entries(service).getFirst();
            int at = entry.indexOf("client=\"");
            assertEquals(client, at < 0 ? "" : entry.substring(at).split("\"", 3)[1], entry);
        }
    }

    private static List<String> entries(ServeProcess service) {
        try {
            return service.log().lines().filter(line -> line.contains("/livez")).toList();
        } catch (java.io.IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }
}
