package org.orderevidence.http.client;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.http.ServedApi;
import org.orderevidence.http.ServedSqlite;

/** Clients that are generated from the description, in TypeScript and in Go, and its linter. */
@Tag("faults")
class GeneratedClientsTest {
    @Test
    void aGeneratedClientMakesEveryCall(@TempDir Path folder) {
        try (ServedSqlite service = ServedSqlite.start(folder)) {
            NodeTools.prepare(service.served());
            NodeTools.run("openapi-typescript", "openapi.json", "--output", "api.d.ts");
            NodeTools.run("tsc", "--project", ".");
            String key = service.newShop().key().text();

            String printed = NodeTools.node("out/every-call.js", service.url(), key);

            assertTrue(printed.contains("every call was made"), printed);
        }
    }

    @Test
    void spectralFindsNothing(@TempDir Path folder) {
        try (ServedSqlite service = ServedSqlite.start(folder)) {
            NodeTools.prepare(service.served());

            String printed = NodeTools.run(
                    "spectral", "lint", "openapi.json", "--ruleset", "spectral.yaml", "--fail-severity", "hint");

            assertTrue(printed.contains("No results with a severity of 'hint' or higher found!"), printed);
        }
    }

    /** The programs of {@code src/test/typescript/package.json}, installed under {@code target}. */
    private static final class NodeTools {
        private static final Path SOURCES = Path.of("src/test/typescript");
        private static final Path FOLDER = Path.of("target/typescript").toAbsolutePath();

        /** Has the lock file of the last complete installation. */
        private static final Path INSTALLED = FOLDER.resolve("node_modules/.installed");

        private NodeTools() {}

        /** Installs them unless they are, and writes the description that a service serves to {@code openapi.json}. */
        static void prepare(ServedApi served) {
            requireNode();
            try {
                Files.createDirectories(FOLDER);
                try (Stream<Path> files = Files.list(SOURCES)) {
                    for (Path file : files.toList()) {
                        Files.copy(file, FOLDER.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
                    }
                }
                Files.write(
                        FOLDER.resolve("openapi.json"),
                        served.send("GET", "/openapi.json").is(200).body().toArray());
                String lock = Files.readString(FOLDER.resolve("package-lock.json"));
                if (!Files.exists(INSTALLED) || !Files.readString(INSTALLED).equals(lock)) {
                    Program.run(FOLDER, List.of("npm", "ci", "--prefer-offline"));
                    Files.writeString(INSTALLED, lock);
                }
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        /** Runs one of the programs. Fails unless it ends with 0. */
        static String run(String program, String... arguments) {
            List<String> command = new ArrayList<>(List.of("node", "node_modules/.bin/" + program));
            command.addAll(List.of(arguments));
            return Program.run(FOLDER, command);
        }

        /** Runs a script. Fails unless it ends with 0. */
        static String node(String script, String... arguments) {
            List<String> command = new ArrayList<>(List.of("node", script));
            command.addAll(List.of(arguments));
            return Program.run(FOLDER, command);
        }

        private static void requireNode() {
            for (String program : List.of("node", "npm")) {
                try {
                    new ProcessBuilder(program, "--version")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start();
                } catch (IOException missing) {
                    fail(program
                            + " is missing: install Node.js 18 or later with npm (Debian: apt-get install nodejs npm)");
                }
            }
        }
    }

    private static final Path CALLS = Path.of("src/test/go-client/every_call.go");

    @Test
    void makesEveryCall(@TempDir Path folder) throws Exception {
        try (ServedSqlite service = ServedSqlite.start(folder)) {
            Path description = Files.write(
                    folder.resolve("openapi.json"),
                    service.served().send("GET", "/openapi.json").is(200).body().toArray());
            Program.generate(folder, description, "go", "packageName=evidence");
            Path client = folder.resolve("client");
            Files.writeString(client.resolve("go.mod"), "module evidence\n\ngo 1.19\n");
            Files.copy(CALLS, Files.createDirectory(client.resolve("calls")).resolve("main.go"));
            // Cgo would need a C compiler, and the caches of other builds are not used.
            String build = "export GOPROXY=off GOFLAGS=-mod=mod CGO_ENABLED=0 HOME=" + folder
                    + "; cd client && go vet . && go build -o ../every-call ./calls";
            Program.run(folder, List.of("sh", "-c", build));
            String key = service.newShop().key().text();
            String printed = Program.run(
                    folder,
                    List.of(folder.resolve("every-call").toString(), service.url(), key, description.toString()));

            assertTrue(printed.contains("every call was made"), printed);
        }
    }
}
