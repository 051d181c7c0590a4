package org.orderevidence;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/** The options that the launcher {@code ./evidence} gives to the JVM of {@code serve}, as the launcher itself computes them. */
final class LauncherOptions {
    private LauncherOptions() {}

    /**
     * Runs a copy of the launcher in a folder where everything is built already, with a {@code java} that prints its arguments. The
     * options then have one source: the launcher.
     */
    static List<String> ofServe() throws IOException, InterruptedException {
        Path home = Files.createTempDirectory("launcher");
        try {
            Files.createDirectories(home.resolve(".mvn"));
            Files.createDirectories(home.resolve("src/main"));
            Files.createDirectories(home.resolve("target"));
            Files.createFile(home.resolve("pom.xml"));
            script(home.resolve(".mvn/find-jdk.sh"), "find_jdk() { :; }");
            script(home.resolve("jdk/bin/java"), "printf '%s\\n' \"$@\"");
            Files.copy(Path.of("evidence"), home.resolve("evidence"));
            Files.createFile(home.resolve("target/evidence.jar"));
            Files.createFile(home.resolve("target/evidence.built"));
            return printed(home);
        } finally {
            delete(home);
        }
    }

    private static List<String> printed(Path home) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                        "sh", home.resolve("evidence").toString(), "serve")
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("JAVA_HOME", home.resolve("jdk").toString());
        builder.environment().remove("EVIDENCE_JAVA_OPTS");
        Process launcher = builder.start();
        String out = new String(launcher.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        List<String> options =
                out.lines().filter(option -> option.startsWith("-X")).toList();
        if (launcher.waitFor() != 0 || options.stream().noneMatch(option -> option.startsWith("-Xmx"))) {
            throw new IllegalStateException("the launcher printed no -Xmx for serve, but: " + out);
        }
        return options;
    }

    private static void script(Path file, String line) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private static void delete(Path folder) throws IOException {
        List<Path> all;
        try (var walk = Files.walk(folder)) {
            all = walk.toList().reversed();
        }
        for (Path file : all) {
            Files.delete(file);
        }
    }
}
