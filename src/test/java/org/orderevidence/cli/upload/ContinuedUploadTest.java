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
import org.junit.jupiter.api.Test;
import org.orderevidence.cli.FakeService.Fault;

/** An upload that continues an earlier one, or starts again because something has changed. */
class ContinuedUploadTest extends UploadSteps {
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

    @Test
    void anInputThatChangedStartsAgain() throws IOException {
        Path file = interruptedAfter500();
        Files.writeString(file, Files.readString(file).replace("\"amount\":9}", "\"amount\":10}"));

        assertEquals(0, upload(file));
        assertTrue(terminal.err().contains("starting again"), terminal.err());
        assertEquals(
                "1000 orders: 500 created, 499 unchanged, 1 updated",
                terminal.out().strip());
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
    void anInputThatBecameShorterStartsAgain() throws IOException {
        Path file = interruptedAfter500();
        write("orders.ndjson", String.join("\n", lines(1, 600)));

        assertEquals(0, upload(file));
        assertTrue(terminal.err().contains("the input has changed since"), terminal.err());
        assertEquals("600 orders: 100 created, 500 unchanged", terminal.out().strip());
    }

    @Test
    void anArrayAndAPackedFileGoOnWhereTheyWere() throws IOException {
        byte[] array = ("[" + String.join(",", lines(1, 1_000)) + "]").getBytes(StandardCharsets.UTF_8);
        Path file = Files.write(folder.resolve("orders.json.gz"), packed(array));
        service.failAfter(1);
        assertEquals(4, upload(file, "--concurrency", "1"));
        service.failAfter(Integer.MAX_VALUE);
        freshTerminal();

        assertEquals(0, upload(file));
        assertTrue(terminal.err().startsWith("an earlier run was interrupted after element 500;"), terminal.err());
        assertEquals(
                "1000 orders: 1000 created (both runs together)", terminal.out().strip());
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
}
