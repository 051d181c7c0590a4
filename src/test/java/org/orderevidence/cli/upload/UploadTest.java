package org.orderevidence.cli.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.cli.FakeService;
import org.orderevidence.cli.FakeService.Fault;
import org.orderevidence.cli.TestTerminal;
import org.orderevidence.http.Bodies;

/** What an upload sends, and what it prints of the answers. */
class UploadTest {
    private static final String HEADER = "Order ID,Total,Currency,Transaction Date,Notes\n";
    static final String KEY = "EVIDENCE_API_KEY";

    @TempDir
    Path folder;

    @AutoClose
    FakeService service = serviceOrFail();

    TestTerminal terminal = new TestTerminal();

    @Test
    void linesAreSentInBatchesAndCounted() throws IOException {
        Path file = orders(1, 1_200);

        assertEquals(0, upload(file));
        assertEquals("1200 orders: 1200 created", terminal.out().strip());
        assertEquals(List.of(200, 500, 500), service.batches().stream().sorted().toList());
        assertEquals(amounts(1, 1_200), sorted(service.amounts()));
        assertFalse(Files.exists(folder.resolve("orders.ndjson.progress")));
    }

    @Test
    void standardInputIsReadAndNothingIsLeftBeside() {
        terminal.reading("{\"id\":\"A-1\",\"amount\":1}\n");

        assertEquals(0, terminal.run("orders", "upload", "-", "--url", service.url(), "--json"));
        assertTrue(
                terminal.out()
                        .replaceAll("\\s", "")
                        .matches(
                                "\\{\"orders\":1,\"outcomes\":\\{\"created\":1},\"warnings\":0,\"upload\":\"[0-9a-z-]{22}\"}"),
                terminal.out());
    }

    @Test
    void rejectedLinesAreWrittenWithNumberAndErrorsAndTheRestIsKept() throws IOException {
        Path file = write("orders.ndjson", """
                {"id":"A-1","amount":1}

                {"id":"A-2"}
                not json
                {"id":"A-3","id":"A-4","amount":1}
                [1]
                {"id":"A-5","amount":5}
                """);
        Path errors = folder.resolve("errors.ndjson");

        assertEquals(1, upload(file, "--errors-out", errors.toString()));
        assertEquals("6 orders: 2 created, 4 rejected", terminal.out().strip());
        assertEquals(Map.of("A-1", 1L, "A-5", 5L), service.amounts());
        List<String> lines = Files.readAllLines(errors);
        assertEquals(
                "{\"line\":3,\"id\":\"A-2\",\"errors\":[{\"pointer\":\"/amount\",\"code\":\"required\",\"detail\":\"missing\"}]}",
                lines.get(0));
        assertTrue(lines.get(1).startsWith("{\"line\":4,\"errors\":["), lines.get(1));
        assertTrue(lines.get(1).contains("\"code\":\"malformed_json\""), lines.get(1));
        assertTrue(lines.get(2).startsWith("{\"line\":5,") && lines.get(2).contains("malformed_json"), lines.get(2));
        assertTrue(lines.get(3).startsWith("{\"line\":6,") && lines.get(3).contains("invalid_type"), lines.get(3));
        assertEquals(4, lines.size());
    }

    @Test
    void withoutAFileForErrorsTheFirstFiveReasonsArePrinted() throws IOException {
        Path file = write("orders.ndjson", """
                {"id":"A-1","amount":1}
                {"id":"A-2"}
                [1]
                {"id":"A-4"}
                {"id":"A-5"}
                {"id":"A-6"}
                {"id":"A-7"}
                """);

        assertEquals(1, upload(file));
        assertEquals("7 orders: 1 created, 6 rejected", terminal.out().strip());
        assertEquals(
                List.of(
                        "line 2 (A-2), /amount: missing",
                        "line 3: not a JSON object",
                        "line 4 (A-4), /amount: missing",
                        "line 5 (A-5), /amount: missing",
                        "line 6 (A-6), /amount: missing",
                        "and 1 more rejected; to write all errors to a file, upload again with --errors-out FILE"),
                terminal.err().lines().toList());
    }

    @Test
    void aRecordThatSpoilsItsBatchIsFoundAndRejectedAlone() throws IOException {
        List<String> lines = new ArrayList<>(lines(1, 20));
        lines.set(12, "{\"id\":\"A-13\",\"amount\":13,\"poison\":true}");
        Path file = write("orders.ndjson", String.join("\n", lines));
        Path errors = folder.resolve("errors.ndjson");

        assertEquals(1, upload(file, "--errors-out", errors.toString()));
        assertEquals("20 orders: 19 created, 1 rejected", terminal.out().strip());
        assertEquals(
                List.of(
                        "{\"line\":13,\"errors\":[{\"pointer\":\"\",\"code\":\"too_deep\",\"detail\":\"no batch with this one\"}]}"),
                Files.readAllLines(errors));
    }

    @Test
    void twoRecordsOfOneIdArriveInTheirOrder() throws IOException {
        List<String> lines = new ArrayList<>();
        for (int i = 1; i <= 3_000; i++) {
            lines.add("{\"id\":\"A-" + i % 7 + "-" + i / 600 + "\",\"amount\":" + i + "}");
            lines.add("{\"id\":\"same\",\"amount\":" + i + "}");
        }
        Path file = write("orders.ndjson", String.join("\n", lines));

        assertEquals(0, upload(file, "--concurrency", "16"));
        assertEquals(3_000L, service.amounts().get("same"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 429, 500, 502, 503, 504, 408})
    void whatMayPassIsTriedAgain(int status) throws IOException {
        service.fault(Fault.of(status));

        assertEquals(0, upload(orders(1, 3)));
        assertEquals(amounts(1, 3), sorted(service.amounts()));
    }

    @Test
    void anEmptyInputIsDone() throws IOException {
        assertEquals(0, upload(write("orders.ndjson", "")));
        assertEquals("0 orders", terminal.out().strip());
    }

    @Test
    void sightingsAreSentInBatches() throws IOException {
        Path file = write("sightings.json", """
                [{"email":"a@example.com","ip":"203.0.113.7","observedAt":"2026-11-01T10:00:00Z"},
                {"ip":"203.0.113.7"},
                {"email":"b@example.com",
                 "ip":"203.0.113.7"}]
                """);
        Path errors = folder.resolve("errors.ndjson");
        service.fault(Fault.LOST_CONNECTION, Fault.of(503));

        int code = terminal.run(
                "sightings", "upload", file.toString(), "--url", service.url(), "--errors-out", errors.toString());

        assertEquals(1, code);
        assertEquals("3 sightings: 2 recorded, 1 rejected", terminal.out().strip());
        assertEquals(
                List.of("a@example.com", "b@example.com"),
                service.sightings().stream().sorted().toList());
        assertEquals(
                List.of(
                        "{\"element\":2,\"errors\":[{\"pointer\":\"/email\",\"code\":\"required\",\"detail\":\"missing\"}]}"),
                Files.readAllLines(errors));
    }

    private static Map<String, Long> amounts(int from, int until) {
        Map<String, Long> amounts = new LinkedHashMap<>();
        IntStream.rangeClosed(from, until).forEach(i -> amounts.put("A-" + i, (long) i));
        return amounts;
    }

    private static Map<String, Long> sorted(Map<String, Long> amounts) {
        Map<String, Long> sorted = new LinkedHashMap<>();
        amounts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue())
                .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
        return sorted;
    }

    @Test
    void anInterruptedUploadGoesOnWhereItWas() throws IOException {
        Path file = orders(1, 3_000);
        Path errors = folder.resolve("errors.ndjson");
        Files.writeString(file, Files.readString(file).replace("\"amount\":7}", "\"amont\":7}"));
        service.failAfter(2);

        assertEquals(4, upload(file, "--concurrency", "1", "--errors-out", errors.toString()));
        assertTrue(
                terminal.err().contains("interrupted after line 1000: 999 orders stored, 1 rejected"), terminal.err());
        assertEquals(999, service.amounts().size());

        service.failAfter(Integer.MAX_VALUE);
        freshTerminal();
        assertEquals(1, upload(file, "--errors-out", errors.toString()));

        assertTrue(terminal.err().startsWith("an earlier run was interrupted after line 1000;"), terminal.err());
        assertEquals(
                "3000 orders: 2999 created, 1 rejected (both runs together)",
                terminal.out().strip());
        assertEquals(6, service.batches().size());
        assertEquals(1, Files.readAllLines(errors).size());
        assertFalse(Files.exists(folder.resolve("orders.ndjson.progress")));
    }

    @Test
    void anInputThatGrewGoesOnWhereItWas() throws IOException {
        Path file = interruptedAfter500();
        Files.writeString(file, "\n" + String.join("\n", lines(1_001, 1_100)), StandardOpenOption.APPEND);

        assertEquals(0, upload(file));
        assertEquals(
                "1100 orders: 1100 created (both runs together)", terminal.out().strip());
    }

    /** A record that keeps its length, such as a corrected digit, is only seen by the time of the file. */
    @Test
    void anInputOfTheSameLengthThatWasWrittenSinceStartsAgain() throws IOException {
        Path file = interruptedAfter500();
        FileTime before = Files.getLastModifiedTime(file);
        Files.writeString(file, Files.readString(file).replace("\"amount\":9}", "\"amount\":8}"));
        Files.setLastModifiedTime(file, FileTime.fromMillis(before.toMillis() + 1));

        assertEquals(0, upload(file));
        assertTrue(terminal.err().contains("the input has changed since"), terminal.err());
        assertEquals(
                "1000 orders: 500 created, 499 unchanged, 1 updated",
                terminal.out().strip());
    }

    @Test
    void aProgressFileOfAnotherVersionIsNotRead() throws IOException {
        Path file = orders(1, 3);
        write(
                "orders.ndjson.progress",
                "{\"target\":\"x\",\"number\":2,\"digest\":\"00\",\"counts\":{},\"errorsBytes\":0}");

        assertEquals(0, upload(file));
        assertEquals("3 orders: 3 created", terminal.out().strip());
    }

    @Test
    void anotherKeyStartsAgainAndSoDoesRestart() throws IOException {
        Path file = interruptedAfter500();
        terminal.with(KEY, "key-of-other-0002");

        assertEquals(0, upload(file));
        assertTrue(terminal.err().contains("used another key; starting again"), terminal.err());

        Path again = interruptedAfter500();
        assertEquals(0, upload(again, "--restart"));
        assertEquals("1000 orders: 1000 unchanged", terminal.out().strip());
    }

    /** The command that is then printed has no --restart, so that it continues the new run. */
    @Test
    void restartForgetsTheEarlierRunAtOnce() throws IOException {
        Path file = interruptedAfter500();
        service.fault(Fault.of(401));
        assertEquals(4, upload(file, "--restart", "--concurrency", "1"));

        freshTerminal();
        assertEquals(0, upload(file));
        assertEquals("", terminal.err());
        assertEquals("1000 orders: 500 created, 500 unchanged", terminal.out().strip());
    }

    @Test
    void theProgressFileHoldsNoKey() throws IOException {
        Path file = interruptedAfter500();

        String state = Files.readString(file.resolveSibling("orders.ndjson.progress"));
        assertFalse(state.contains("key-of-acme"), state);
        assertTrue(state.contains("\"number\":500"), state);
    }

    private Path interruptedAfter500() throws IOException {
        Path file = orders(1, 1_000);
        service.failAfter(1);
        assertEquals(4, upload(file, "--concurrency", "1"));
        service.failAfter(Integer.MAX_VALUE);
        freshTerminal();
        return file;
    }

    @Test
    void rowsAreSentAsOrdersAndIgnoredColumnsAreListedOnce() throws IOException {
        Path file = csv("A-1,19.99,USD,2026-11-01,x", "A-2,5,JPY,2026-11-01,\"y,\nz\"");

        assertEquals(0, upload(file, "--amounts", "decimal"));
        assertEquals("2 orders: 2 created", terminal.out().strip());
        assertEquals("ignored columns: Notes", terminal.err().strip());
        assertEquals(Map.of("A-1", 1999L, "A-2", 5L), service.amounts());
    }

    @Test
    void onATerminalTheColumnsAreShownBeforeTheUpload() throws IOException {
        terminal.asTerminal(80);

        assertEquals(0, upload(csv("A-1,1,USD,2026-11-01,x"), "--map", "Notes=descriptor", "--amounts", "minor"));
        assertTrue(terminal.err().startsWith("""
                CSV: Order ID -> id, Total -> amount (minor units), Currency -> currency,
                Transaction Date -> transactionDate, Notes -> descriptor
                """), terminal.err());
    }

    @Test
    void nothingIsSentIfTheFirstAmountsShowThatTheyAreDecimal() throws IOException {
        assertEquals(1, upload(csv("A-1,20,USD,2026-11-01,", "A-2,19.99,USD,2026-11-01,"), "--amounts", "minor"));
        assertTrue(terminal.err().contains("line 3, column \"Total\": the amount has a point"), terminal.err());
        assertEquals(Map.of(), service.amounts());
    }

    /** The batches that were sent before are waited for: the service has stored them. */
    @Test
    void anAmountWithAPointFarDownTellsWhatIsStored() throws IOException {
        Path file = csv(IntStream.range(0, 1_100)
                .mapToObj(i -> "A-" + i + (i == 1_050 ? ",19.99" : ",20") + ",USD,2026-11-01,")
                .toArray(String[]::new));

        assertEquals(1, upload(file, "--amounts", "minor"));
        List<String> told = terminal.errLines();
        assertEquals("interrupted after line 1001: 1000 orders stored", told.get(1));
        assertTrue(told.get(2).startsWith("to continue there: "), terminal.err());
        assertTrue(told.get(3).startsWith("line 1052, column \"Total\": the amount has a point"), terminal.err());
        assertEquals(1_000, service.amounts().size());
    }

    @Test
    void aWrongHeaderIsWrongUsageAndNothingIsSent() throws IOException {
        assertEquals(2, upload(Files.writeString(folder.resolve("a.csv"), "a,b\n1,2\n")));
        assertEquals(2, upload(csv(), "--amounts", "cents"));
        assertTrue(
                terminal.err().endsWith("--amounts must be minor, decimal, decimal-comma or auto\n"), terminal.err());
        assertEquals(Map.of(), service.amounts());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", " \r\n\uFEFF"})
    void anEmptyFileIsWrongUsage(String content) throws IOException {
        Path plain = Files.writeString(folder.resolve("Empty.CSV"), content);
        Path packed = Files.write(folder.resolve("empty.csv.gz"), Bodies.gzip(content));

        for (Path file : List.of(plain, packed)) {
            for (List<String> more : List.of(List.<String>of(), List.of("--preview"))) {
                freshTerminal();
                assertEquals(2, upload(file, more.toArray(String[]::new)));
                assertEquals(
                        file + " is empty; a CSV file has at least a header row",
                        terminal.err().strip());
                assertEquals("", terminal.out());
            }
        }
    }

    @Test
    void sightingsCannotBeCsv() throws IOException {
        Path file = csv("A-1,20,USD,2026-11-01,");

        assertEquals(1, terminal.run("sightings", "upload", file.toString(), "--url", service.url()));
        assertEquals("2 sightings: 2 rejected", terminal.out().strip());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".gz"})
    void anInterruptedUploadContinuesAtItsRow(String suffix) throws IOException {
        Path file = interruptedAfter500(suffix);
        String command = "orders upload " + file + " --url " + service.url() + " --concurrency 1 --amounts minor";
        assertEquals(
                List.of(
                        "ignored columns: Notes",
                        "interrupted after line 1000: 500 orders stored",
                        "to continue there: ./evidence " + command,
                        "the service refused (401): on demand"),
                terminal.errLines());

        freshTerminal();
        assertEquals(0, terminal.run(command.split(" ", -1)));
        assertTrue(terminal.err().contains("an earlier run was interrupted after line 1000;"), terminal.err());
        assertEquals(
                "1000 orders: 1000 created (both runs together)", terminal.out().strip());
        assertEquals(1_000, service.amounts().size());
        assertFalse(Files.exists(Path.of(file + ".progress")));
    }

    /** The rows that are stored already would otherwise have other fields or amounts than the rest. */
    @ParameterizedTest
    @ValueSource(strings = {"--map Notes=descriptor", "--amounts decimal"})
    void otherColumnsOrAmountsStartAgain(String options) throws IOException {
        Path file = interruptedAfter500("");

        freshTerminal();
        assertEquals(0, upload(file, options.split(" ", -1)));
        assertTrue(
                terminal.err().contains("the interrupted run had other columns or --amounts; starting again"),
                terminal.err());
        assertEquals("1000 orders: 500 created, 500 updated", terminal.out().strip());
    }

    @Test
    void thePreviewShowsColumnsAndOrdersAndNeedsNoService() throws IOException {
        Path file = csv("A-1,1.50,USD,2026-11-01,x", "A-2,1.505,USD,2026-11-01,x", "A-3,1,USD,2026-11-01,", "A-4,1");
        TestTerminal nowhere = new TestTerminal();
        String command = "orders upload " + file + " --url " + service.url() + " --preview --amounts decimal";
        assertEquals(1, nowhere.run(command.split(" ")), nowhere::err);
        assertEquals("""
                Order ID         -> id
                Total            -> amount (with a decimal point)
                Currency         -> currency
                Transaction Date -> transactionDate
                Notes            -> ignored

                line 2 would be sent as:
                {
                  "id" : "A-1",
                  "amount" : 150,
                  "currency" : "USD",
                  "transactionDate" : "2026-11-01"
                }
                line 3 would be rejected:
                  column "Total" has more decimal digits than the currency, which has 2
                line 4 would be sent as:
                {
                  "id" : "A-3",
                  "amount" : 100,
                  "currency" : "USD",
                  "transactionDate" : "2026-11-01"
                }
                line 5 would be rejected:
                  the row has 2 values, but the header has 5; put values that contain the
                  separator in double quotes
                2 orders would be sent, 2 would be rejected.
                Preview only: nothing was sent. The service checks the orders further.
                """, nowhere.out());
        assertEquals(Map.of(), service.amounts());
    }

    @Test
    void thePreviewOfJsonShowsItsOrders() throws IOException {
        Path file = Files.writeString(folder.resolve("a.json"), "{\"orders\": [{\"id\": \"A-1\"}]}");

        assertEquals(0, terminal.run("orders", "upload", file.toString(), "--preview"));
        assertEquals(
                List.of(
                        "element 1 would be sent as:",
                        "{",
                        "  \"id\" : \"A-1\"",
                        "}",
                        "1 order would be sent, 0 would be rejected.",
                        "Preview only: nothing was sent. The service checks the orders further."),
                terminal.outLines());
    }

    /** Each order has two lines. */
    private Path interruptedAfter500(String suffix) throws IOException {
        List<String> rows = IntStream.rangeClosed(1, 1_000)
                .mapToObj(i -> "A-" + i + "," + i + ",USD,2026-11-01,\"two\nlines\"")
                .toList();
        String text = HEADER + String.join("\n", rows);
        Path file = folder.resolve("orders.csv" + suffix);
        Files.write(file, suffix.isEmpty() ? text.getBytes(StandardCharsets.UTF_8) : Bodies.gzip(text));
        service.failAfter(1);
        assertEquals(4, upload(file, "--concurrency", "1", "--amounts", "minor"));
        service.failAfter(Integer.MAX_VALUE);
        return file;
    }

    private Path csv(String... rows) throws IOException {
        return Files.writeString(folder.resolve("orders.csv"), HEADER + String.join("\n", rows));
    }

    private static FakeService serviceOrFail() {
        try {
            return new FakeService();
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @BeforeEach
    void freshTerminal() {
        terminal = new TestTerminal().with(KEY, "key-of-acme-0001");
    }

    int upload(Path file, String... more) {
        List<String> args = new ArrayList<>(List.of("orders", "upload", file.toString(), "--url", service.url()));
        args.addAll(List.of(more));
        return terminal.run(args.toArray(String[]::new));
    }

    Path orders(int from, int until) throws IOException {
        return write("orders.ndjson", String.join("\n", lines(from, until)));
    }

    static List<String> lines(int from, int until) {
        return IntStream.rangeClosed(from, until)
                .mapToObj(i -> "{\"id\":\"A-" + i + "\",\"amount\":" + i + "}")
                .toList();
    }

    Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
