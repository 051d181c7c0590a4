package org.orderevidence.store.cassandra;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Finds a JDK 17 on this machine: the test servers run on no newer one. */
final class Jdk17 {
    private Jdk17() {}

    /** The {@code java} of a JDK 17: of {@code JAVA17_HOME}, else of the places where systems keep them. */
    static Path java() {
        return candidates().stream()
                .filter(Jdk17::isJdk17)
                .map(home -> home.resolve("bin/java"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "the Cassandra of the tests needs a JDK 17: install one (such as openjdk-17-jdk-headless),"
                                + " or say where it is with JAVA17_HOME"));
    }

    private static List<Path> candidates() {
        Path user = Path.of(System.getProperty("user.home"));
        List<Path> all = new ArrayList<>();
        Stream.of("JAVA17_HOME", "JAVA_HOME_17_X64", "JAVA_HOME")
                .map(System::getenv)
                .filter(Objects::nonNull)
                .map(Path::of)
                .forEach(all::add);
        all.addAll(children(Path.of("/usr/lib/jvm")));
        all.addAll(children(Path.of("/usr/java")));
        all.addAll(children(user.resolve(".sdkman/candidates/java")));
        all.addAll(children(user.resolve(".jdks")));
        return all;
    }

    private static List<Path> children(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Path> children = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(folder)) {
            found.forEach(children::add);
        } catch (IOException e) {
            return List.of();
        }
        children.sort(null);
        return children;
    }

    private static boolean isJdk17(Path home) {
        try {
            return Files.isExecutable(home.resolve("bin/java"))
                    && Files.isExecutable(home.resolve("bin/javac"))
                    && Files.readAllLines(home.resolve("release")).stream()
                            .anyMatch(line -> line.startsWith("JAVA_VERSION=\"17"));
        } catch (IOException e) {
            return false;
        }
    }
}
