package org.orderevidence.cli.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.App;
import org.orderevidence.cli.TestTerminal;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Logging;
import tools.jackson.databind.JsonNode;

/** The commands against a real service on the embedded store. */
class UploadCommandTest {
    private static final Pattern WORD = Pattern.compile("\"[^\"]*\"|\\S+");
    private static final String FOLDER = "/org/orderevidence/demo/";

    @TempDir
    private Path folder;

    private interface Steps {
        void with(App app) throws IOException;
    }

    @Test
    void realOrdersGoInOnceAndAreUnchangedAfterwards() throws IOException {
        Path orders = copy("orders.ndjson");
        Path sightings = copy("sightings.ndjson");

        serving(app -> {
            TestTerminal first = terminal(app);
            assertEquals(0, first.run("orders", "upload", orders.toString()), first.err());
            assertEquals("300 orders: 300 created, 87 warnings", first.out().strip());

            TestTerminal again = terminal(app);
            assertEquals(0, again.run("orders", "upload", orders.toString()), again.err());
            assertEquals("300 orders: 300 unchanged, 87 warnings", again.out().strip());

            TestTerminal seen = terminal(app);
            assertEquals(0, seen.run("sightings", "upload", sightings.toString()), seen.err());
            assertEquals("55 sightings: 55 recorded", seen.out().strip());

            for (String line : Files.readAllLines(orders)) {
                JsonNode sent = Json.read(line.getBytes(StandardCharsets.UTF_8));
                TestTerminal got = terminal(app);
                String id = sent.path("id").asString();
                assertEquals(0, got.run("order", "get", id, "--json"), got.err());
                JsonNode charge = got.json().path("charge");
                assertEquals(sent.path("id"), charge.path("id"));
                assertEquals(sent.path("amount"), charge.path("amount"));
                assertEquals(
                        sent.path("currency").asString().toUpperCase(Locale.ROOT),
                        charge.path("currency").asString());
                assertEquals(sent.path("authCode"), charge.path("authCode"));
            }

            TestTerminal list = terminal(app);
            assertEquals(0, list.run("order", "list", "--per", "1"), list.err());
            assertEquals("300 orders in all; this is page 0", list.errLines().getLast());
        });
    }

    @Test
    void theCsvOfTheDocumentIsUploadedAsItSays() throws IOException {
        String page = Files.readString(Path.of("docs/uploading.md"));
        Path orders = Files.writeString(folder.resolve("orders.csv"), block(page, "csv"));
        List<String> args = new ArrayList<>();
        Matcher word = WORD.matcher(block(page, "sh").replace("./evidence ", "").replace("\\\n", ""));
        while (word.find()) {
            String text = word.group().replace("\"", "");
            args.add(text.equals("orders.csv") ? orders.toString() : text);
        }

        serving(app -> {
            TestTerminal uploaded = terminal(app);
            assertEquals(0, uploaded.run(args.toArray(String[]::new)), uploaded.err());
            assertEquals(block(page, "text"), uploaded.err() + uploaded.out());

            TestTerminal got = terminal(app);
            assertEquals(0, got.run("order", "get", "A-1001", "--json"), got.err());
            JsonNode order = got.json();
            assertEquals(1999, order.at("/charge/amount").asInt());
            assertEquals("4242", order.at("/charge/last4").asString());
            assertEquals("424242", order.at("/charge/bin").asString());
            assertEquals("203.0.113.7", order.at("/charge/ip").asString());
            assertEquals(
                    "2026-11-01T10:00:00Z", order.at("/charge/transactionDate").asString());
            assertEquals(
                    "Tea; green",
                    order.at("/digitalReceipt/order/orderItems/0/productName").asString());
            assertEquals(
                    "ann@example.com",
                    order.at("/digitalReceipt/accountProfile/email").asString());

            TestTerminal second = terminal(app);
            assertEquals(0, second.run("order", "get", "A-1002", "--json"), second.err());
            assertEquals(1500, second.json().at("/charge/amount").asInt());
        });
    }

    private static String block(String page, String language) {
        String start = "```" + language + "\n";
        int from = page.indexOf(start) + start.length();
        return page.substring(from, page.indexOf("```", from));
    }

    @Test
    void theServicesOwnRefusalsAreWrittenForEachRejectedLine() throws IOException {
        Path file = Files.writeString(folder.resolve("some.ndjson"), """
                {"id":"A-1","amount":-1,"currency":"GBP","transactionDate":"2026-11-01"}
                {"id":"A-2","amount":1,"currency":"GBP","transactionDate":"2026-11-01"}
                """);
        Path errors = folder.resolve("errors.ndjson");

        serving(app -> {
            TestTerminal terminal = terminal(app);
            assertEquals(1, terminal.run("orders", "upload", file.toString(), "--errors-out", errors.toString()));
            assertEquals(
                    "2 orders: 1 created, 1 rejected, 1 warning", terminal.out().strip());
        });

        List<String> lines = Files.readAllLines(errors);
        assertEquals(2, lines.size(), "an error and a warning");
        JsonNode line = Json.read(lines.getFirst().getBytes(StandardCharsets.UTF_8));
        assertEquals(1, line.path("line").asInt());
        assertEquals("/amount", line.at("/errors/0/pointer").asString());
        assertEquals("out_of_range", line.at("/errors/0/code").asString());
    }

    @Test
    void theServicesWarningsArePrintedCountedAndWritten() throws IOException {
        Path file = Files.writeString(folder.resolve("proxies.csv"), """
                sep=;
                id;amount;currency;transactionDate;ip;brand;bin;last4
                A-1;1;GBP;2026-11-01;203.0.113.8, 10.0.0.1;visa;424242;4242
                A-2;1;GBP;2026-11-01;203.0.113.8;visa;424242;4242
                """);
        Path errors = folder.resolve("errors.ndjson");
        String[] upload = {"orders", "upload", file.toString()};

        serving(app -> {
            TestTerminal printed = terminal(app);
            assertEquals(0, printed.run(upload));
            assertTrue(printed.out().matches("2 orders: 2 created, [1-9] warnings?\\s+"), printed.out());
            assertTrue(printed.err().contains("(A-1)"), printed.err());
            assertTrue(printed.err().contains("warning ip_invalid: "), printed.err());

            TestTerminal json = terminal(app);
            assertEquals(0, json.run("orders", "upload", file.toString(), "--json"));
            assertTrue(json.json().path("warnings").asInt() > 0);

            assertEquals(
                    0,
                    terminal(app)
                            .run("orders", "upload", file.toString(), "--restart", "--errors-out", errors.toString()));
        });

        JsonNode line = Json.read(Files.readAllLines(errors).getFirst().getBytes(StandardCharsets.UTF_8));
        assertEquals(3, line.path("line").asInt());
        assertEquals("A-1", line.path("id").asString());
        assertTrue(line.path("warnings").toString().contains("ip_invalid"), line.toString());
    }

    @Test
    void everyRejectedLineHasItsReasonThoughAnAnswerNamesOnlySome() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i <= 200; i++) {
            lines.append("{\"id\":\"A-").append(i).append("\"}\n");
        }
        Path file = Files.writeString(folder.resolve("many.ndjson"), lines);
        Path errors = folder.resolve("errors.ndjson");

        serving(app -> {
            TestTerminal terminal = terminal(app);
            assertEquals(1, terminal.run("orders", "upload", file.toString(), "--errors-out", errors.toString()));
            assertEquals("200 orders: 200 rejected", terminal.out().strip());
        });

        List<String> written = Files.readAllLines(errors);
        assertEquals(200, written.size());
        for (String line : written) {
            JsonNode fault = Json.read(line.getBytes(StandardCharsets.UTF_8)).at("/errors/0");
            assertEquals("required", fault.path("code").asString(), line);
        }
    }

    private void serving(Steps steps) throws IOException {
        Map<String, String> flags = Map.of("data", folder.resolve("data").toString(), "port", "0");
        Config config = Call.accepted(Config.read(null, Map.of(), flags));
        Logging.start(false, "error", System.err);
        try (App app = App.start(config)) {
            steps.with(app);
        }
    }

    private static TestTerminal terminal(App app) {
        return new TestTerminal()
                .with("EVIDENCE_URL", "http://127.0.0.1:" + app.port())
                .with("EVIDENCE_API_KEY", app.firstKey().orElseThrow().key().text());
    }

    private Path copy(String name) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream stream = UploadCommandTest.class.getResourceAsStream(FOLDER + name)) {
            Files.write(file, stream == null ? new byte[0] : stream.readAllBytes());
        }
        return file;
    }
}
