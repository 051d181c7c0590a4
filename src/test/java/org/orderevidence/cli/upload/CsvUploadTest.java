package org.orderevidence.cli.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.cli.TestTerminal;

class CsvUploadTest extends UploadSteps {
    private static final String HEADER = "Order ID,Total,Currency,Transaction Date,Notes\n";

    @Test
    void rowsAreSentAsOrdersAndIgnoredColumnsAreListedOnce() throws IOException {
        Path file = csv("A-1,19.99,USD,2026-11-01,x", "A-2,5,JPY,2026-11-01,\"y,\nz\"");

        assertEquals(0, upload(file, "--amounts", "decimal"));
        assertEquals("2 orders: 2 created", terminal.out().strip());
        assertEquals("ignored columns: Notes", terminal.err().strip());
        assertEquals(Map.of("A-1", 1999L, "A-2", 5L), service.amounts());
    }

    @Test
    void standardInputCanBeCsv() {
        terminal.reading(HEADER + "A-1,1,USD,2026-11-01,\n");

        assertEquals(0, terminal.run("orders", "upload", "-", "--url", service.url(), "--map", "Notes="));
        assertEquals(Map.of("A-1", 1L), service.amounts());
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
    void aRejectedRowIsWrittenWithItsLine() throws IOException {
        Path errors = folder.resolve("errors.ndjson");
        Path file = csv("A-1,1,USD,2026-11-01,\"two\nlines\"", "A-2,x,USD,2026-11-01,", "A-3,,USD,2026-11-01,");

        assertEquals(1, upload(file, "--errors-out", errors.toString()));
        assertEquals("3 orders: 1 created, 2 rejected", terminal.out().strip());
        assertEquals(
                List.of(
                        "{\"line\":4,\"id\":\"A-2\",\"errors\":[{\"pointer\":\"/amount\",\"code\":\"invalid_type\","
                                + "\"detail\":\"column \\\"Total\\\" must be an integer\"}]}",
                        "{\"line\":5,\"id\":\"A-3\",\"errors\":[{\"pointer\":\"/amount\",\"code\":\"required\","
                                + "\"detail\":\"missing\"}]}"),
                Files.readAllLines(errors));
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
        Path packed = Files.write(folder.resolve("empty.csv.gz"), packed(content.getBytes(StandardCharsets.UTF_8)));

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
    void aHeaderWithoutRowsIsNoOrders() throws IOException {
        assertEquals(0, upload(csv()));
        assertEquals("0 orders", terminal.out().strip());
    }

    @Test
    void aSpreadsheetIsRefusedWithARemedy() throws IOException {
        Path file = Files.write(folder.resolve("a.xlsx"), new byte[] {'P', 'K', 3, 4, 20, 0});

        assertEquals(2, upload(file));
        assertEquals(
                "the input is an Excel file (XLSX) or another ZIP file. In the spreadsheet program, save it as"
                        + " \"CSV UTF-8\"; unpack other ZIP files.\n",
                terminal.err());
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

        assertEquals(
                1,
                nowhere.run(
                        "orders",
                        "upload",
                        file.toString(),
                        "--url",
                        service.url(),
                        "--preview",
                        "--amounts",
                        "decimal"),
                nowhere.err());
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
                2 orders would be sent, and 2 rejected before. The service checks them further.
                Preview only: nothing was sent.
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
                        "1 order would be sent, and 0 rejected before. The service checks them further.",
                        "Preview only: nothing was sent."),
                terminal.outLines());
    }

    /** Each order has two lines. */
    private Path interruptedAfter500(String suffix) throws IOException {
        List<String> rows = IntStream.rangeClosed(1, 1_000)
                .mapToObj(i -> "A-" + i + "," + i + ",USD,2026-11-01,\"two\nlines\"")
                .toList();
        byte[] text = (HEADER + String.join("\n", rows)).getBytes(StandardCharsets.UTF_8);
        Path file = folder.resolve("orders.csv" + suffix);
        Files.write(file, suffix.isEmpty() ? text : packed(text));
        service.failAfter(1);
        assertEquals(4, upload(file, "--concurrency", "1", "--amounts", "minor"));
        service.failAfter(Integer.MAX_VALUE);
        return file;
    }

    private Path csv(String... rows) throws IOException {
        return Files.writeString(folder.resolve("orders.csv"), HEADER + String.join("\n", rows));
    }
}
