package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.orderevidence.waiting.Waits;

/** The launcher of a source tree and of a package, both in folders with spaces, with a JVM that prints its arguments. */
class LauncherTest {

    @Test
    void aPackageStartsTheJvmWithTheOptionsOfTheSourceTree() throws Exception {
        try (LauncherCopy source = LauncherCopy.ofSourceTree();
                LauncherCopy unpacked = LauncherCopy.ofPackage().withoutCache()) {
            for (String command : List.of("serve", "demo", "orders upload", "store verify", "explain", "--version")) {
                List<String> options = options(source.run(command.split(" ", -1)));

                assertTrue(options.size() > 3, command + " " + options);
                assertEquals(options, options(unpacked.run(command.split(" ", -1))), command);
            }
        }
    }

    @Test
    void itRunsFromAnyFolderAndThroughLinks() throws Exception {
        try (LauncherCopy unpacked = LauncherCopy.ofPackage().withoutCache()) {
            Path first = Files.createSymbolicLink(
                    unpacked.folder().resolve("first link"), unpacked.home().resolve("evidence"));
            Path second = Files.createSymbolicLink(unpacked.folder().resolve("second"), Path.of("first link"));

            LauncherCopy.Run run = unpacked.run(Path.of("/"), second, Map.of(), "order", "get", "A 1", "");

            assertEquals(0, run.code(), run.err());
            assertEquals(
                    List.of(
                            "-Devidence.terminals=",
                            "-Devidence.columns=0",
                            "-Devidence.command=" + second,
                            "-jar",
                            unpacked.home().resolve("evidence.jar").toString(),
                            "order",
                            "get",
                            "A 1",
                            ""),
                    run.out()
                            .subList(
                                    run.out().indexOf("-Devidence.terminals="),
                                    run.out().size()));
            assertTrue(Files.exists(first));
        }
    }

    @Test
    void theFirstStartOfAPackageMakesTheCacheInTheBackgroundAndTheNextOneUsesIt() throws Exception {
        try (LauncherCopy unpacked = LauncherCopy.ofPackage()) {
            LauncherCopy.Run first = unpacked.run("--version");
            Path cache = cacheIn(unpacked.home().resolve("cache"));
            LauncherCopy.Run next = unpacked.run("--version");

            assertEquals(List.of(), cacheOptions(first));
            assertEquals("", first.err());
            assertEquals(List.of("-XX:AOTCache=" + cache.resolve("evidence.aot")), cacheOptions(next));
        }
    }

    @Test
    void anotherJdkAndAnotherBuildGetACacheOfTheirOwn() throws Exception {
        try (LauncherCopy unpacked = LauncherCopy.ofPackage()) {
            unpacked.run("--version");
            Path first = cacheIn(unpacked.home().resolve("cache"));

            unpacked.jdk("25.0.2");
            assertEquals(List.of(), cacheOptions(unpacked.run("--version")));
            Path second = otherCacheIn(unpacked.home().resolve("cache"), first);
            assertEquals(
                    List.of("-XX:AOTCache=" + second.resolve("evidence.aot")), cacheOptions(unpacked.run("--version")));

            Files.writeString(unpacked.home().resolve("launcher/build"), "0.1.0 another commit\n");
            assertEquals(List.of(), cacheOptions(unpacked.run("--version")));
            otherCacheIn(unpacked.home().resolve("cache"), second);
            assertFalse(Files.exists(first));
        }
    }

    @Test
    void ifTheFolderOfThePackageCannotBeWrittenTheCacheIsInTheFolderOfTheUser() throws Exception {
        try (LauncherCopy unpacked = LauncherCopy.ofPackage()) {
            Files.createFile(unpacked.home().resolve("cache"));

            unpacked.run("--version");
            Path ofUser = unpacked.folder().resolve("home/.cache/order-evidence");
            await(() -> Files.exists(ofUser));
            Path folder = onlyFolderIn(ofUser);
            Path cache = cacheIn(folder);

            assertEquals(
                    List.of("-XX:AOTCache=" + cache.resolve("evidence.aot")), cacheOptions(unpacked.run("--version")));
        }
    }

    @Test
    void withoutAnyFolderForTheCacheTheCommandRunsAsWell() throws Exception {
        try (LauncherCopy unpacked = LauncherCopy.ofPackage().withoutCache()) {
            for (String userFolder :
                    List.of("", unpacked.folder().resolve("home").toString())) {
                LauncherCopy.Run run = unpacked.run(
                        unpacked.home(), unpacked.home().resolve("evidence"), Map.of("HOME", userFolder), "--version");

                assertEquals(0, run.code());
                assertEquals("", run.err());
                assertEquals(List.of(), cacheOptions(run));
            }
        }
    }

    @Test
    void aFailedAttemptIsNotRepeatedAtTheNextStart() throws Exception {
        try (LauncherCopy unpacked = LauncherCopy.ofPackage()) {
            unpacked.run("--version");
            Path cache = cacheIn(unpacked.home().resolve("cache"));
            Files.delete(cache.resolve("evidence.aot"));
            Path attempt = Files.createFile(cache.resolveSibling(cache.getFileName() + ".attempt"));

            assertEquals(List.of(), cacheOptions(unpacked.run("--version")));
            assertEquals(List.of(), cacheOptions(unpacked.run("--version")));
            assertTrue(Files.exists(attempt));
            assertFalse(Files.exists(cache.resolve("evidence.aot")));
        }
    }

    private static List<String> options(LauncherCopy.Run run) {
        assertEquals(0, run.code(), run.err());
        return run.out().stream()
                .filter(line -> line.startsWith("-") && !line.startsWith("-Devidence.command=") && !isOfCache(line))
                .toList();
    }

    private static boolean isOfCache(String option) {
        return option.startsWith("-XX:AOT")
                || option.equals("-XX:+VerifySharedSpaces")
                || option.startsWith("-Xlog:")
                || option.startsWith("-Dorg.sqlite");
    }

    private static List<String> cacheOptions(LauncherCopy.Run run) {
        return run.out().stream()
                .filter(line -> line.startsWith("-XX:AOTCache="))
                .toList();
    }

    /** The cache of a folder, once it is complete. */
    private static Path cacheIn(Path folder) throws Exception {
        await(() -> !complete(folder).isEmpty());
        return complete(folder).getFirst();
    }

    private static Path otherCacheIn(Path folder, Path than) throws Exception {
        await(() -> complete(folder).stream().anyMatch(cache -> !cache.equals(than)));
        return complete(folder).stream()
                .filter(cache -> !cache.equals(than))
                .findFirst()
                .orElseThrow();
    }

    /** The attempt's file is deleted last. */
    private static List<Path> complete(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> content = Files.list(folder)) {
            return content.filter(file -> file.getFileName().toString().matches("\\d+-\\d+"))
                    .filter(cache -> Files.exists(cache.resolve("evidence.aot")))
                    .filter(cache -> Files.notExists(cache.resolveSibling(cache.getFileName() + ".attempt")))
                    .toList();
        }
    }

    private static Path onlyFolderIn(Path folder) throws IOException {
        try (Stream<Path> content = Files.list(folder)) {
            return content.toList().getFirst();
        }
    }

    /** Another process creates the files. */
    private static void await(Waits.Condition condition) {
        Waits.until(condition, "the launcher made no cache");
    }
}
