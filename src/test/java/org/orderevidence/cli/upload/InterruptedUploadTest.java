package org.orderevidence.cli.upload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.cli.FakeService;
import org.orderevidence.cli.TestTerminal;
import org.orderevidence.waiting.Waits;

/**
 * The process of an upload is ended by a signal. SIGTERM stands for the SIGINT of Ctrl-C, which runs the same code: a
 * background process, such as a test run, may have to ignore SIGINT.
 */
class InterruptedUploadTest {
    private static final String KEY = "key-of-acme-0001";
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String HEADER = "id,amount,currency,transactionDate\n";

    private static final String AMOUNTS =
            "amounts are read as minor units (1999 for 19.99 USD): none of the first rows has decimals";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"out,err", ""})
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

    @Test
    void standardInputIsUploadedAgain() throws IOException, InterruptedException {
        try (FakeService service = new FakeService()) {
            service.hold("A-1");
            Process upload = start("", "orders", "upload", "-", "--url", service.url());
            upload.getOutputStream().write((HEADER + "A-1,1,USD,2026-11-01\n").getBytes(StandardCharsets.UTF_8));
            upload.getOutputStream().close();
            assertTrue(service.awaitHeld(PATIENCE), "the order never arrived");
            upload.toHandle().destroy();

            assertEquals(
                    List.of(
                            AMOUNTS,
                            "interrupted",
                            "at most 1 order under way may be stored",
                            "upload the whole input again; orders that are stored stay unchanged"),
                    errorLines(upload));
            service.release();
        }
    }

    /** Of the two rows, one has a fault and is not sent. */
    @Test
    void aFileOfWhichNoBatchIsAnsweredStartsAgain() throws IOException, InterruptedException {
        Path file = Files.writeString(
                folder.resolve("orders.csv"), HEADER + "A-1,1,USD,2026-11-01\nA-2,x,USD,2026-11-01\n");
        try (FakeService service = new FakeService()) {
            service.hold("A-1");
            Process upload = start("", "orders", "upload", file.toString(), "--url", service.url());
            assertTrue(service.awaitHeld(PATIENCE), "the order never arrived");
            upload.toHandle().destroy();

            assertEquals(
                    List.of(
                            AMOUNTS,
                            "interrupted",
                            "at most 1 order under way may be stored",
                            "to start again: ./evidence orders upload " + file + " --url " + service.url()),
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
}
