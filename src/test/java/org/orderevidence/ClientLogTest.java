package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.waiting.Waits;

/** The address of a client is in the access log only if a setting says so, and is believed of trusted proxies alone. */
@Tag("slow")
final class ClientLogTest {
    @TempDir
    private Path folder;

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
