package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.sql.PostgresServer;
import org.orderevidence.waiting.Waits;

/** The commands of docs/operations.md do what they are said to do, on a service that runs as an operator runs it. */
@Tag("slow")
class OperationsTest {
    private static final Pattern BLOCK = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

    @TempDir
    private Path folder;

    private final Map<String, String> environment = new HashMap<>();

    @Test
    void theEmbeddedFileIsBackedUpRestoredAndMoved() throws Exception {
        List<String> commands = commands("## Embedded file", "## PostgreSQL");
        String backUp = commands.get(0);
        String check = commands.get(1);
        String restore = commands.get(2);
        String move = commands.get(3);
        assertEquals(4, commands.size());
        putTheLauncherThere();

        try (ServeProcess service = ServeProcess.start(folder.resolve("data"))) {
            upload(service, "before");
            assertEquals(
                    List.of("backups/monday: the database, N bytes, the secret and the first key"),
                    numberless(run(backUp)));
            upload(service, "after");
            assertEquals(List.of("1 account, 1 order, 1 history row, 0 sightings: nothing is wrong"), run(check));
            assertEquals(0, service.stop());
        }
        assertEquals("rwx------", rights("backups/monday"));
        assertEquals("rw-------", rights("backups/monday/evidence.db"));
        assertEquals("rw-------", rights("backups/monday/secret"));
        assertEquals("rw-------", rights("backups/monday/first-key"));

        assertEquals(List.of("1 account, 1 order, 1 history row, 0 sightings: nothing is wrong"), run(restore));
        assertEquals(
                Files.readString(folder.resolve("data.old/first-key")),
                Files.readString(folder.resolve("data/first-key")));
        try (ServeProcess service = ServeProcess.start(folder.resolve("data"))) {
            assertEquals(200, status(service, "before"));
            assertEquals(404, status(service, "after"));
            upload(service, "later");
            assertEquals(0, service.stop());
        }

        List<String> copied = run(move);
        assertTrue(copied.stream().anyMatch(line -> line.matches("orders +2 +2 +equal")), copied::toString);
        assertEquals(
                List.of("1 account, 2 orders, 2 history rows, 0 sightings: nothing is wrong"),
                run("./evidence store verify --store sqlite:elsewhere/evidence.db"));
    }

    @Test
    void aPostgresDatabaseIsBackedUpAndRestored() throws Exception {
        List<String> commands = commands("## PostgreSQL", "## Cassandra");
        assertEquals(2, commands.size());
        putTheLauncherThere();
        try (PostgresServer server = PostgresServer.startInstalled()) {
            server.execute("postgres", "CREATE DATABASE evidence");
            server.execute("postgres", "CREATE DATABASE restored");
            environment.put("PATH", server.programs() + ":" + System.getenv("PATH"));
            environment.put("EVIDENCE_STORE", server.url("evidence"));
            try (ServeProcess service = ServeProcess.start(folder.resolve("data"), "--store", server.url("evidence"))) {
                upload(service, "before");
                run(commands.get(0));
                upload(service, "after");
                assertEquals(0, service.stop());
            }
            assertEquals("rw-------", rights("secret.copy"));

            environment.put("EVIDENCE_STORE", server.url("restored"));
            assertEquals(
                    List.of("1 account, 1 order, 1 history row, 0 sightings: nothing is wrong"), run(commands.get(1)));
            try (ServeProcess service = ServeProcess.start(folder.resolve("data"), "--store", server.url("restored"))) {
                assertEquals(200, status(service, "before"));
                assertEquals(404, status(service, "after"));
                upload(service, "later");
            }
        }
    }

    private static List<String> commands(String heading, String next) throws IOException {
        String page = Files.readString(Path.of("docs/operations.md"));
        Matcher block = BLOCK.matcher(page.substring(page.indexOf(heading), page.indexOf(next)));
        List<String> commands = new ArrayList<>();
        while (block.find()) {
            commands.add(block.group(1));
        }
        return commands;
    }

    /** What {@code ./evidence} is here: the classes under test, not a jar that may be older. */
    private void putTheLauncherThere() throws IOException {
        Path launcher = folder.resolve("evidence");
        Files.writeString(
                launcher,
                "#!/bin/sh\nexec '" + Path.of(System.getProperty("java.home"), "bin", "java")
                        + "' --enable-native-access=ALL-UNNAMED -XX:TieredStopAtLevel=1 -cp '"
                        + System.getProperty("java.class.path") + "' org.orderevidence.cli.Main \"$@\"\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    }

    private List<String> run(String commands) throws IOException, InterruptedException {
        Path errors = folder.resolve("errors");
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "set -eu\n" + commands)
                .directory(folder.toFile())
                .redirectError(errors.toFile());
        builder.environment().putAll(environment);
        Process shell = builder.start();
        String out = Waits.output(shell);
        int code = Waits.exitCode(shell);
        if (code != 0) {
            return fail(commands + "ended with " + code + ": " + out + Files.readString(errors));
        }
        return out.lines().toList();
    }

    private static List<String> numberless(List<String> lines) {
        return lines.stream()
                .map(line -> line.replaceAll("\\d+ bytes", "N bytes"))
                .toList();
    }

    private String rights(String file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(file)));
    }

    private static void upload(ServeProcess service, String id) throws IOException, InterruptedException {
        ServiceClient.Answer answer = new ServiceClient(service).upload(id, 1);
        assertEquals(200, answer.status(), answer::body);
    }

    private static int status(ServeProcess service, String id) throws IOException, InterruptedException {
        return new ServiceClient(service).fetch(id).status();
    }
}
