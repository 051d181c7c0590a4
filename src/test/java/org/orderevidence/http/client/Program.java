package org.orderevidence.http.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs a program to its end. */
final class Program {
    private static final Path GENERATOR = Path.of("target/client-generator");
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private Program() {}

    /** Returns what the program printed. Fails if it does not end with 0 in time. */
    static String run(Path folder, List<String> command) {
        try {
            Path output = Files.createTempFile(folder, "output", ".txt");
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            process.getOutputStream().close();
            boolean ended = process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (!ended) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
            }
            String printed = Files.readString(output);
            Files.delete(output);
            assertEquals(0, ended ? process.exitValue() : -1, () -> String.join(" ", command) + "\n" + printed);
            return printed;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Generates the folder {@code client} with the client of a language. */
    static void generate(Path folder, Path description, String language, String properties) throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        try (Stream<Path> generator = Files.list(GENERATOR)) {
            run(
                    folder,
                    List.of(
                            java.toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-jar",
                            generator.findFirst().orElseThrow().toAbsolutePath().toString(),
                            "generate",
                            "--input-spec",
                            description.toString(),
                            "--generator-name",
                            language,
                            "--output",
                            folder.resolve("client").toString(),
                            "--global-property",
                            "modelDocs=false,apiDocs=false,modelTests=false,apiTests=false",
                            "--additional-properties",
                            properties));
        }
    }
}
