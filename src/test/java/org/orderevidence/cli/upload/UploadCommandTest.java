package org.orderevidence.cli.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.App;
import org.orderevidence.cli.FakeService;
import org.orderevidence.cli.TestTerminal;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.waiting.Waits;
import tools.jackson.databind.JsonNode;

/** The commands against a real service on the embedded store, also if an upload is interrupted and repeated. */
class UploadCommandTest {
    private static final Pattern WORD = Pattern.compile("\"[^\"]*\"|\\S+");
    private static final String FOLDER = "/org/orderevidence/demo/";
    private static final String KEY = "key-of-acme-0001";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String HEADER = "id,amount,currency,transactionDate\n";
    private static final String AMOUNTS =
            "amounts are read as minor units (1999 for 19.99 USD): none of the first rows has decimals";

    @TempDir
    private Path folder;

    @Test
    void anUploadIsListedAndUndone() throws IOException {
        Path orders = copy("orders.ndjson");

        serving(app -> {
            TestTerminal uploaded = TestTerminal.of(app);
            assertEquals(0, uploaded.run("orders", "upload", orders.toString(), "--json"), uploaded.err());
            String id = uploaded.json().path("upload").asString();
            TestTerminal list = TestTerminal.of(app);
            assertEquals(0, list.run("uploads", "list"), list.err());
            assertTrue(list.out().contains(id + "     300      300  -"), list.out());

            TestTerminal undone = TestTerminal.of(app);
            assertEquals(0, undone.run("uploads", "undo", id), undone.err());
            assertEquals("300 orders removed", undone.out().strip());
            TestTerminal unknown = TestTerminal.of(app);
            assertEquals(4, unknown.run("uploads", "undo", "unknown"), unknown.out());
            assertTrue(unknown.err().contains("No upload of the last 30 days has this ID"), unknown.err());
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
            TestTerminal uploaded = TestTerminal.of(app);
            assertEquals(0, uploaded.run(args.toArray(String[]::new)), uploaded.err());
            assertEquals(block(page, "text"), uploaded.err() + uploaded.out());

            TestTerminal got = TestTerminal.of(app);
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

            TestTerminal second = TestTerminal.of(app);
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
            TestTerminal printed = TestTerminal.of(app);
            assertEquals(0, printed.run(upload));
            assertTrue(printed.out().matches("2 orders: 2 created, [1-9] warnings?\\s+"), printed.out());
            assertTrue(printed.err().contains("(A-1)"), printed.err());
            assertTrue(printed.err().contains("warning ip_invalid: "), printed.err());

            TestTerminal json = TestTerminal.of(app);
            assertEquals(0, json.run("orders", "upload", file.toString(), "--json"));
            assertTrue(json.json().path("warnings").asInt() > 0);

            assertEquals(
                    0,
                    TestTerminal.of(app)
                            .run("orders", "upload", file.toString(), "--restart", "--errors-out", errors.toString()));
        });

        JsonNode line = Json.read(Files.readAllLines(errors).getFirst().getBytes(StandardCharsets.UTF_8));
        assertEquals(3, line.path("line").asInt());
        assertEquals("A-1", line.path("id").asString());
        assertTrue(line.path("warnings").toString().contains("ip_invalid"), line.toString());
    }

    @Test
    void eachKindOfWarningIsPrinted() throws IOException {
        StringBuilder csv = new StringBuilder("id,amount,currency,transactionDate,bin,last4,ip,email,deviceId\n");
        for (int i = 1; i <= 8; i++) {
            csv.append(
                    "A-" + i + ",1,USD,2026-11-01,424242,4242," + (i == 8 ? "203.0.113.7,ann,abc\n" : "10.0.0.1,,\n"));
        }
        Path file = Files.writeString(folder.resolve("warned.csv"), csv);

        serving(app -> {
            TestTerminal printed = TestTerminal.of(app);
            assertEquals(0, printed.run("orders", "upload", file.toString()));
            assertTrue(printed.err().contains("line 6 (A-5), /ip: warning ip_not_public: "), printed.err());
            assertFalse(printed.err().contains("(A-6)"), printed.err());
            assertTrue(printed.err().contains("(A-8), /deviceId: warning device_id_too_short: "), printed.err());
            assertTrue(printed.err().contains("(also /receipt/customerEmail email_invalid)"), printed.err());
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            id,Amount,Created (UTC),Currency,Arrival Date (UTC),Status | po_1MugsPayout00001 | 2 | this is an export of payouts,
            id,Amount,Created (UTC),Currency,Reason,Status | re_1MugsRefund00001 | 1 | the row is no payment, whose ID
            id,Amount,Created (UTC),Currency,Captured,Status | ch_1MugsCharge00001 | 0 | this is an export of Stripe
            """)
    void theExportOfAnotherKindIsRefused(String header, String id, int code, String words) throws IOException {
        Path file = Files.writeString(
                folder.resolve("stripe.csv"), header + "\n" + id + ",19.99,2026-11-01 10:00,usd,,succeeded\n");
        serving(app -> {
            TestTerminal printed = TestTerminal.of(app);
            assertEquals(code, printed.run("orders", "upload", file.toString()), printed.err());
            assertTrue(printed.err().contains(words), printed.err());
        });
    }

    @Test
    void everyRejectedLineHasItsReasonThoughAnAnswerNamesOnlySome() throws IOException {
        StringBuilder lines = new StringBuilder(
                "{\"id\":\"GOOD\",\"amount\":1,\"currency\":\"USD\",\"transactionDate\":\"2026-11-01\"}\n");
        for (int i = 1; i <= 200; i++) {
            lines.append("{\"id\":\"A-").append(i).append("\"}\n");
        }
        Path file = Files.writeString(folder.resolve("many.ndjson"), lines);
        Path errors = folder.resolve("errors.ndjson");

        serving(app -> {
            TestTerminal terminal = TestTerminal.of(app);
            assertEquals(1, terminal.run("orders", "upload", file.toString(), "--errors-out", errors.toString()));
            assertEquals(
                    "201 orders: 1 created, 200 rejected, 1 warning",
                    terminal.out().strip());
        });

        List<String> written = Files.readAllLines(errors).stream()
                .filter(line -> !line.contains("\"warnings\""))
                .toList();
        assertEquals(200, written.size());
        for (String line : written) {
            JsonNode fault = Json.read(line.getBytes(StandardCharsets.UTF_8)).at("/errors/0");
            assertEquals("required", fault.path("code").asString(), line);
        }
    }

    private void serving(Steps steps) throws IOException {
        try (App app = TestTerminal.serve(folder.resolve("data"))) {
            steps.with(app);
        }
    }

    private Path copy(String name) throws IOException {
        Path file = folder.resolve(name);
        try (InputStream stream = UploadCommandTest.class.getResourceAsStream(FOLDER + name)) {
            Files.write(file, stream == null ? new byte[0] : stream.readAllBytes());
        }
        return file;
    }

    @ParameterizedTest
    @ValueSource(strings = {"out,err", ""})
    @Tag("slow")
    void itPrintsWhatIsStoredAndHowToContinue(String terminals) throws IOException, InterruptedException {
        Path file = Files.writeString(
                folder.resolve("my orders.csv"),
                HEADER
                        + IntStream.rangeClosed(1, 10_000)
                                .mapToObj(i -> "A-" + i + "," + i + ",USD,2026-11-01\n")
                                .collect(Collectors.joining()));
        try (FakeService service = new FakeService()) {
            service.hold("A-1500");
            Process upload =
                    start(terminals, "orders", "upload", file.toString(), "--url", service.url(), "--concurrency", "2");
            // The two batches before the blocked one, and all that can be sent before it is answered.
            Waits.until(
                    () -> service.batches().size() >= 2 + 15,
                    () -> "only " + service.batches().size() + " batches arrived");
            upload.toHandle().destroy();

            List<String> err = errorLines(upload);
            String last = err.getLast();
            assertEquals(
                    List.of(
                            "interrupted after line 1001: 1000 orders stored",
                            "at most 8000 more orders under way may be stored"),
                    err.subList(err.size() - 3, err.size() - 1));
            assertEquals(
                    "to continue there: ./evidence orders upload '" + file + "' --url " + service.url()
                            + " --concurrency 2",
                    last);
            service.release();

            TestTerminal again = new TestTerminal().with("EVIDENCE_API_KEY", KEY);
            assertEquals(0, again.run("orders", "upload", file.toString(), "--url", service.url()), again.err());
            assertTrue(
                    again.err().contains("an earlier run was interrupted after line 1001; continuing there"),
                    again.err());
            assertEquals(10_000, service.amounts().size());
        }
    }

    /** Of the two rows, one has a fault and is not sent. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @Tag("slow")
    void anInputOfWhichNoBatchIsAnsweredStartsAgain(boolean isFile) throws IOException, InterruptedException {
        String rows = HEADER + "A-1,1,USD,2026-11-01\nA-2,x,USD,2026-11-01\n";
        String input =
                isFile ? Files.writeString(folder.resolve("orders.csv"), rows).toString() : "-";
        try (FakeService service = new FakeService()) {
            service.hold("A-1");
            Process upload = start("", "orders", "upload", input, "--url", service.url());
            try (OutputStream standardInput = upload.getOutputStream()) {
                standardInput.write(rows.getBytes(StandardCharsets.UTF_8));
            }
            assertTrue(service.awaitHeld(PATIENCE), "the order never arrived");
            upload.toHandle().destroy();

            assertEquals(
                    List.of(
                            AMOUNTS,
                            "interrupted",
                            "at most 1 order under way may be stored",
                            isFile
                                    ? "to start again: ./evidence orders upload " + input + " --url " + service.url()
                                    : "upload the whole input again; orders that are stored stay unchanged"),
                    errorLines(upload));
            service.release();
        }
    }

    private Process start(String terminals, String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Devidence.terminals=" + terminals,
                "-cp",
                System.getProperty("java.class.path"),
                "org.orderevidence.cli.Main"));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(errors().toFile());
        builder.environment().put("EVIDENCE_API_KEY", KEY);
        return builder.start();
    }

    private Path errors() {
        return folder.resolve("errors");
    }

    /** Waits for the end. A line that the progress bar has written over counts as the text that stays. */
    private List<String> errorLines(Process process) throws IOException, InterruptedException {
        boolean isEnded = process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        process.destroyForcibly();
        String err = Files.readString(errors());
        assertTrue(isEnded, () -> "the process has not ended; it printed: " + err);
        return err.lines()
                .map(line -> line.substring(line.lastIndexOf('\r') + 1))
                .toList();
    }

    private interface Steps {
        void with(App app) throws IOException;
    }
}
