package org.orderevidence.cli.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.cli.TestTerminal;

/** An export through connections that break. The service is a small server that sends what the test prepares. */
class OrderExportTest {
    private static final String END = "{\"orders\":1,\"unreadable\":0,\"complete\":true}";

    @TempDir
    private Path folder;

    private HttpServer server;
    private final Deque<String> answers = new ArrayDeque<>();
    private final List<String> asked = new ArrayList<>();

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v2/orders/export", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    /** Sends an answer: a status alone, or lines, of which the last is cut if it is not complete. */
    private void answer(HttpExchange exchange) throws IOException {
        asked.add(exchange.getRequestURI().toString().replace("/api/v2/orders/export", ""));
        String answer = answers.remove();
        if (answer.length() == 3) {
            exchange.sendResponseHeaders(Integer.parseInt(answer), -1);
        } else {
            exchange.sendResponseHeaders(200, answer.endsWith("\n") ? 0 : answer.length() + 100);
            exchange.getResponseBody().write(answer.getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
        }
        exchange.close();
    }

    private static String line(String id) {
        return "{\"charge\":{\"id\":\"%s\"},\"cursor\":\"c%s\"}".formatted(id, id);
    }

    private int run(TestTerminal terminal, String... args) {
        return terminal.with(
                        "EVIDENCE_URL",
                        "http://127.0.0.1:" + server.getAddress().getPort())
                .with("EVIDENCE_API_KEY", "oe_live_key")
                .run(args);
    }

    @Test
    void aBrokenExportContinuesBehindTheLastWholeLine() throws IOException {
        answers.add("503");
        answers.add(line("1") + "\n" + line("2") + "\n{\"charge\":{\"id\":\"3");
        answers.add("503");
        answers.add(line("3") + "\n{\"code\":\"store_unavailable\",\"status\":503}\n");
        answers.add(line("4") + "\n" + END + "\n");
        Path file = folder.resolve("orders.ndjson");
        Files.writeString(file, "an earlier export");
        TestTerminal terminal = new TestTerminal();

        assertEquals(0, run(terminal, "orders", "export", "--from", "2026-11-01", file.toString()), terminal::err);

        assertEquals(List.of(line("1"), line("2"), line("3"), line("4")), Files.readAllLines(file));
        String days = "?from=2026-11-01";
        assertEquals(
                List.of(days, days, days + "&cursor=c2", days + "&cursor=c2", days + "&cursor=c3"),
                asked.stream()
                        .map(query -> query.replace("&verdicts=false", ""))
                        .toList());
        assertTrue(terminal.err().endsWith("4 orders\n"), terminal::err);
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    void aRefusedExportLeavesTheEarlierFile() throws IOException {
        answers.add(line("1") + "\n{\"code\":\"key_unknown\",\"status\":401}\n");
        answers.add("401");
        Path file = folder.resolve("orders.ndjson");
        Files.writeString(file, "an earlier export");
        TestTerminal terminal = new TestTerminal();

        assertEquals(4, run(terminal, "orders", "export", file.toString()));

        assertEquals("the service refused (401)\n", terminal.err());
        assertEquals("an earlier export", Files.readString(file));
        assertFalse(Files.exists(folder.resolve("orders.ndjson.partial")));
    }

    @Test
    void anOrderThatCannotBeReadIsToldAndExported() {
        String damaged = "{\"id\":\"2\",\"unreadable\":\"damaged\",\"cursor\":\"c2\"}";
        answers.add(line("1") + "\n" + damaged + "\n" + END + "\n");
        TestTerminal terminal = new TestTerminal();

        assertEquals(1, run(terminal, "orders", "export", "--verdicts"));

        assertEquals(List.of("?verdicts=true"), asked);
        assertEquals(line("1") + "\n" + damaged + "\n", terminal.out());
        assertEquals("2 orders\n1 of them cannot be read; run ./evidence store verify\n", terminal.err());
    }
}
