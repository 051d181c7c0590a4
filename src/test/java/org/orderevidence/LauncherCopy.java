package org.orderevidence;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.orderevidence.waiting.Waits;

/**
 * A copy of the launcher {@code ./evidence}, in a source tree where everything is built or in a package. Its JDK has a
 * {@code java} that prints its arguments, one a line, and makes an AOT cache on request.
 */
final class LauncherCopy implements AutoCloseable {
    private static final int MOST_TRIES = 200;
    private static final long PAUSE_NANOS = 50_000_000;

    private static final String JAVA = """
            #!/bin/sh
            for argument; do
                case $argument in
                    -XX:AOTCacheOutput=*) echo cache >"${argument#*=}" ;;
                esac
            done
            printf '%s\\n' "$@"
            """;

    private final Path folder;
    private final Path home;
    private final Path jdk;

    private LauncherCopy(Path folder, Path home) {
        this.folder = folder;
        this.home = home;
        this.jdk = folder.resolve("the jdk");
    }

    /**
     * What the launcher came to.
     *
     * @param code its exit code
     * @param out the lines of its standard output
     * @param err its standard error
     */
    record Run(int code, List<String> out, String err) {}

    /** As in a clone of the repository after a build. */
    static LauncherCopy ofSourceTree() throws IOException {
        LauncherCopy copy = copy(Path.of("source tree"));
        Path home = copy.home;
        Files.createDirectories(home.resolve(".mvn"));
        Files.createDirectories(home.resolve("src/main"));
        Files.createFile(home.resolve("pom.xml"));
        Files.copy(Path.of(".mvn/find-jdk.sh"), home.resolve(".mvn/find-jdk.sh"));
        Files.copy(Path.of("launcher/build.sh"), home.resolve("launcher/build.sh"));
        Files.createDirectories(home.resolve("target/lib"));
        Files.createFile(home.resolve("target/evidence.jar"));
        Files.writeString(home.resolve("target/evidence.built"), "commit\n");
        copy.jdk("25.0.1");
        return copy;
    }

    /** As a package is after it was unpacked, with the JDK 25.0.1. */
    static LauncherCopy ofPackage() throws IOException {
        LauncherCopy copy = copy(Path.of("an order evidence"));
        Files.createDirectories(copy.home.resolve("lib"));
        Files.copy(Path.of(".mvn/find-jdk.sh"), copy.home.resolve("launcher/find-jdk.sh"));
        Files.createFile(copy.home.resolve("evidence.jar"));
        Files.writeString(copy.home.resolve("launcher/build"), "0.1.0 commit\n");
        copy.jdk("25.0.1");
        return copy;
    }

    /** Leaves no folder in which a cache could be made. */
    LauncherCopy withoutCache() throws IOException {
        Files.createFile(home.resolve("cache"));
        Files.createFile(folder.resolve("home"));
        return this;
    }

    private static LauncherCopy copy(Path name) throws IOException {
        Path folder = Files.createTempDirectory("launcher").toRealPath();
        LauncherCopy copy = new LauncherCopy(folder, folder.resolve(name));
        Files.createDirectories(copy.home.resolve("launcher"));
        for (String file : List.of("evidence", "launcher/start.sh", "launcher/cache.sh")) {
            Files.copy(Path.of(file), copy.home.resolve(file));
        }
        return copy;
    }

    /** The temporary folder around it. */
    Path folder() {
        return folder;
    }

    /** The folder of the launcher. */
    Path home() {
        return home;
    }

    /** Replaces the JDK by one of this version. */
    void jdk(String version) throws IOException {
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        for (String program : List.of("java", "javac", "jar")) {
            Path file = jdk.resolve("bin").resolve(program);
            Files.writeString(file, program.equals("java") ? JAVA : "#!/bin/sh\nexit 1\n");
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        }
    }

    /** Runs it in its own folder. */
    Run run(String... arguments) throws IOException, InterruptedException {
        return run(home, home.resolve("evidence"), Map.of(), arguments);
    }

    /** Runs it in a folder, by a path of it or a link to it. */
    Run run(Path in, Path command, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("sh", command.toString()));
        words.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(words).directory(in.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("EVIDENCE_") || name.startsWith("XDG_"));
        builder.environment().put("JAVA_HOME", jdk.toString());
        builder.environment().put("HOME", folder.resolve("home").toString());
        builder.environment().putAll(environment);
        Path err = folder.resolve("err");
        Process launcher = builder.redirectError(err.toFile()).start();
        String out = Waits.output(launcher);
        return new Run(Waits.exitCode(launcher), out.lines().toList(), Files.readString(err));
    }

    @Override
    public void close() throws IOException {
        for (int i = 0; !isDeleted(); i++) {
            if (i == MOST_TRIES) {
                throw new IOException("files are added to " + folder + " all the time");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** False if something was added in the meantime: the cache is made in the background. */
    private boolean isDeleted() throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(folder)) {
            all = walk.toList().reversed();
        } catch (UncheckedIOException renamed) {
            return false;
        }
        try {
            for (Path file : all) {
                Files.deleteIfExists(file);
            }
            return true;
        } catch (DirectoryNotEmptyException added) {
            return false;
        }
    }
}
