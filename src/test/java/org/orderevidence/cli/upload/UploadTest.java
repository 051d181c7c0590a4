package org.orderevidence.cli.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.cli.FakeService.Fault;

/** What an upload sends, and what it prints of the answers. */
class UploadTest extends UploadSteps {
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
    void theSameAgainIsUnchangedAndAnArrayIsTheSameAsLines() throws IOException {
        upload(orders(1, 3));
        Path array =
                write("array.json", "[" + String.join(",", Files.readAllLines(folder.resolve("orders.ndjson"))) + "]");
        freshTerminal();

        assertEquals(0, upload(array), terminal.err());
        assertEquals("3 orders: 3 unchanged", terminal.out().strip());
    }

    @Test
    void standardInputIsReadAndNothingIsLeftBeside() {
        terminal.reading("{\"id\":\"A-1\",\"amount\":1}\n");

        assertEquals(0, terminal.run("orders", "upload", "-", "--url", service.url(), "--json"));
        assertEquals(
                "{\"orders\":1,\"outcomes\":{\"created\":1},\"warnings\":0}",
                terminal.out().replaceAll("\\s", ""));
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
    void oneOrderIsInTheSingular() throws IOException {
        assertEquals(0, upload(orders(1, 1)));
        assertEquals("1 order: 1 created", terminal.out().strip());
    }

    @Test
    void aFolderIsNamedAsTheCause() {
        assertEquals(1, upload(folder));
        assertEquals("cannot read the input: is a directory\n", terminal.err());
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
    void anUnknownKeyEndsTheUploadAtOnce() throws IOException {
        service.fault(Fault.of(401));

        assertEquals(4, upload(orders(1, 3)));
        assertTrue(terminal.err().startsWith("the service refused (401): on demand"), terminal.err());
        assertEquals(Map.of(), service.amounts());
    }

    @Test
    void anArrayThatIsBrokenOffIsUploadedUpToTheBreak() throws IOException {
        Path file = write("orders.json", "[{\"id\":\"A-1\",\"amount\":1},{\"id\":\"A-2\"");

        assertEquals(1, upload(file));
        assertEquals(Map.of("A-1", 1L), service.amounts());
        assertTrue(terminal.err().contains("the input ends inside its JSON, in element 2"), terminal.err());
    }

    @Test
    void anEmptyInputIsDone() throws IOException {
        assertEquals(0, upload(write("orders.ndjson", "")));
        assertEquals("0 orders", terminal.out().strip());
    }

    @Test
    void aMissingFileIsWrongUsage() {
        assertEquals(2, upload(folder.resolve("missing")));
        assertTrue(terminal.err().startsWith("no such file: "), terminal.err());
    }

    @Test
    void sightingsAreSentOneByOne() throws IOException {
        Path file = write("sightings.ndjson", """
                {"email":"a@example.com","ip":"203.0.113.7","observedAt":"2026-11-01T10:00:00Z"}
                {"ip":"203.0.113.7"}
                {"email":"b@example.com","ip":"203.0.113.7"}
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
                        "{\"line\":2,\"errors\":[{\"pointer\":\"/email\",\"code\":\"required\",\"detail\":\"missing\"}]}"),
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
}
