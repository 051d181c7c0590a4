package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.installation.Installation;
import org.orderevidence.installation.SecretFile;
import org.orderevidence.transfer.WholeStores;

/** What people read and scripts get of the commands for sealing keys. */
class SecretCommandTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void makeAnInstallation() {
        WholeStores.fill(WholeStores.config(data(), "sqlite:" + data().resolve("evidence.db")), 10);
    }

    private Path data() {
        return folder.resolve("data");
    }

    private Path secret() {
        return data().resolve("secret");
    }

    private TestTerminal run(int code, String... command) {
        TestTerminal terminal = new TestTerminal();
        String[] args = new String[command.length + 2];
        System.arraycopy(command, 0, args, 0, command.length);
        args[command.length] = "--data";
        args[command.length + 1] = data().toString();
        assertEquals(code, terminal.run(args), terminal::err);
        return terminal;
    }

    private void rotateAtOnce() {
        new SecretFile(secret()).addSealingKey(new Random(5), Instant.EPOCH);
    }

    private static List<String> out(TestTerminal terminal) {
        return terminal.outLines();
    }

    @Test
    void rotateAddsAKeyThatWaitsForTheOtherMachines() throws Exception {
        String old = Files.readString(secret());
        Instant before = Instant.now();

        TestTerminal terminal = run(0, "secret", "rotate", "--delay", "1h");

        String now = Files.readString(secret());
        assertTrue(now.startsWith(old), now);
        Instant from = Instant.parse(now.lines().toList().getLast().substring("sealing-key-2-from = ".length()));
        Duration delay = Duration.between(before, from);
        assertTrue(delay.toSeconds() >= 3600 && delay.toSeconds() < 3700, delay::toString);
        assertEquals(List.of("sealing key 2 is in " + secret() + "; it is used from " + from + " on"), out(terminal));
        assertEquals(
                List.of("if services run on several machines, copy " + secret()
                        + " to all of them before that time; then back it up"),
                terminal.errLines());
        assertEquals(
                List.of(
                        "KEY  STATE            USED FROM",
                        "1    seals and opens  the start",
                        "2    waits            " + from,
                        "all records are sealed with sealing key 1"),
                out(run(0, "secret", "status")));
    }

    @Test
    void aMachineWithTheOldFileIsTold() throws Exception {
        String old = Files.readString(secret());
        run(0, "secret", "rotate");
        Files.writeString(secret(), old);

        assertEquals(
                List.of(
                        "this secret file is out of date, so it is unknown whether all records have the newest sealing key",
                        "sealing key 2 is not in this secret file; copy the newest secret file to this machine"),
                out(run(0, "secret", "status")).subList(2, 4));
        var json = run(0, "secret", "status", "--json").json();
        assertEquals(2, json.path("missingKey").asInt());
        assertFalse(json.path("allRecordsSealedWithNewest").asBoolean(true));
        assertEquals(
                "the store has a sealing key 2, which is not in " + secret()
                        + "; copy the newest secret file to this machine first",
                run(1, "secret", "rotate").errLines().getFirst());
        assertEquals(old, Files.readString(secret()));
    }

    @Test
    void anOldKeyThatIsMissingIsNamed() throws Exception {
        rotateAtOnce();
        String text = Files.readString(secret());
        Files.writeString(secret(), text.replaceAll("sealing-key-1 = .*\n", ""));

        assertTrue(out(run(1, "store", "verify"))
                .contains("table orders: 20 records are sealed with sealing key 1, which is not in the secret file;"
                        + " use the secret file that has it"));
        assertEquals(
                List.of("49 records are sealed with sealing key 1, which is not in " + secret()
                        + "; restore the secret file that has it and run the same command again"),
                run(1, "secret", "reseal").errLines());
        assertEquals(
                List.of(
                        "no walk over the store has found all records sealed with sealing key 2 yet",
                        "49 records are sealed with sealing key 1, which was missing when they were counted;"
                                + " restore the secret file that has it"),
                out(run(0, "secret", "status")).subList(2, 4));

        Files.writeString(secret(), text);
        assertEquals(
                "49 records are sealed with sealing key 1, which was missing when they were counted; it is in this secret"
                        + " file: copy the file to all machines, or run secret reseal",
                out(run(0, "secret", "status")).getLast());
        assertEquals(List.of("sealed 49 records again with sealing key 2"), out(run(0, "secret", "reseal")));
    }

    @Test
    void aServiceThatUsedTheOldKeyMayStillWriteWithIt() {
        rotateAtOnce();
        Instant now = Instant.now().truncatedTo(ChronoUnit.MICROS);
        try (Installation installation =
                WholeStores.open(WholeStores.config(data(), "sqlite:" + data().resolve("evidence.db")))) {
            WholeStores.noteOlderKeyUsed(installation.store(), 2, now);
        }

        TestTerminal terminal = run(1, "secret", "reseal");

        assertEquals(List.of("sealed 49 records again with sealing key 2"), out(terminal));
        assertEquals(
                List.of(
                        "no record has an older key, but a service may have used one less than a minute ago and may still write with"
                                + " it; run the same command again in two minutes"),
                terminal.errLines());
        assertEquals(
                "no walk over the store has found all records sealed with sealing key 2 yet; a service used an older key"
                        + " until " + now + ", and the next walk starts when no service has used one for a minute",
                out(run(0, "secret", "status")).getLast());
    }

    /** Both would take the records of the other for damaged ones, and an upload would replace them. */
    @Test
    void twoMachinesNeverUseDifferentKeysWithOneNumber() throws Exception {
        String old = Files.readString(secret());
        run(0, "secret", "rotate");
        Files.writeString(secret(), old);
        rotateAtOnce();

        assertEquals(
                "the secret file " + secret() + " cannot be used: its sealing key 2 is not sealing key 2 of the store;"
                        + " copy the newest secret file to this machine",
                run(1, "store", "verify").errLines().getFirst());
    }

    @Test
    void resealMovesAllRecordsToTheNewKey() {
        rotateAtOnce();
        assertEquals(
                "no walk over the store has found all records sealed with sealing key 2 yet",
                out(run(0, "secret", "status")).getLast());
        assertEquals(
                List.of(
                        "note: table access_tokens: 4 records under the older sealing key 1; the service or"
                                + " ./evidence secret reseal seals them again",
                        "note: table integrations: 3 records under the older sealing key 1; the service or"
                                + " ./evidence secret reseal seals them again",
                        "note: table orders: 20 records under the older sealing key 1; the service or"
                                + " ./evidence secret reseal seals them again",
                        "note: table pending: 2 records under the older sealing key 1; the service or"
                                + " ./evidence secret reseal seals them again"),
                out(run(0, "store", "verify")).subList(0, 4));
        var json = run(0, "store", "verify", "--json").json();
        assertEquals(
                "{\"table\":\"integrations\",\"key\":1,\"records\":3}",
                json.path("oldKeys").get(1).toString());

        assertEquals(List.of("sealed 49 records again with sealing key 2"), out(run(0, "secret", "reseal")));

        assertEquals(1, out(run(0, "store", "verify")).size());
        String status = out(run(0, "secret", "status")).getLast();
        assertTrue(status.startsWith("all records are sealed with sealing key 2 since 2"), status);
        assertEquals(List.of("sealed 0 records again with sealing key 2"), out(run(0, "secret", "reseal")));
    }

    @Test
    void scriptsGetTheStatusAsJson() {
        rotateAtOnce();

        var json = run(0, "secret", "status", "--json").json();

        assertEquals(
                "[{\"number\":1,\"state\":\"opens\",\"usedFrom\":null},"
                        + "{\"number\":2,\"state\":\"seals\",\"usedFrom\":\"1970-01-01T00:00:00Z\"}]",
                json.path("keys").toString());
        assertEquals(false, json.path("allRecordsSealedWithNewest").asBoolean());
    }

    @ParameterizedTest
    @CsvSource({
        "9s, '--delay must be 10s to 30d, not 9s'",
        "31d, '--delay must be 10s to 30d, not 31d'",
        "soon, '--delay must be a whole number with ms, s, m, h or d behind it, such as 30s'"
    })
    void aDelayHasBounds(String delay, String message) throws Exception {
        String old = Files.readString(secret());

        TestTerminal terminal = run(2, "secret", "rotate", "--delay", delay);

        assertEquals(message, terminal.errLines().getFirst());
        assertEquals(old, Files.readString(secret()));
    }

    @Test
    void theSecretOfAnotherStoreIsNotChanged() throws Exception {
        Path foreign = folder.resolve("foreign");
        WholeStores.fill(WholeStores.config(foreign, "sqlite:" + foreign.resolve("evidence.db")), 1);
        String old = Files.readString(foreign.resolve("secret"));

        TestTerminal terminal = run(
                1,
                "secret",
                "rotate",
                "--secret-file",
                foreign.resolve("secret").toString());

        assertEquals(
                "the secret in " + foreign.resolve("secret")
                        + " is not the secret of this store; restore the right one, or set secret-file",
                terminal.errLines().getFirst());
        assertEquals(old, Files.readString(foreign.resolve("secret")));
    }
}
