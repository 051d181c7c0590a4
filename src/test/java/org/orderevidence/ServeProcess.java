package org.orderevidence;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.orderevidence.waiting.Waits;

/** {@code evidence serve} in a process of its own, on a free port, as an operator runs it. */
public final class ServeProcess implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("listening on http://127\\.0\\.0\\.1:(\\d+)");
    private static final long STOP_SECONDS = 60;

    private final Process process;
    private final int port;
    private final Path data;

    private ServeProcess(Process process, int port, Path data) {
        this.process = process;
        this.port = port;
        this.data = data;
    }

    /**
     * Starts it on a data folder, and waits until it listens.
     *
     * @param flags more of them, such as {@code --store} and its value
     */
    public static ServeProcess start(Path data, String... flags) throws IOException {
        return start(data, Jvm.QUICK_START, flags);
    }

    /**
     * A JVM to run it in.
     *
     * @param options of the JVM
     * @param main the class that is started
     * @param settings environment variables, on top of those of the test
     */
    public record Jvm(List<String> options, String main, Map<String, String> settings) {
        private static final String MAIN = "org.orderevidence.cli.Main";
        private static final Jvm QUICK_START = new Jvm(List.of("-XX:TieredStopAtLevel=1"), MAIN, Map.of());

        public Jvm {
            options = List.copyOf(options);
            settings = Map.copyOf(settings);
        }

        /** The JVM that {@code ./evidence serve} starts. */
        static Jvm ofLauncher() throws IOException, InterruptedException {
            return new Jvm(LauncherOptions.ofServe(), MAIN, Map.of());
        }

        /** The JVM of tests that start the service often. */
        public static Jvm quickStart() {
            return QUICK_START;
        }

        /** The same with more options. The last one of each name counts. */
        public Jvm with(String... more) {
            return new Jvm(Stream.concat(options.stream(), Stream.of(more)).toList(), main, settings);
        }

        /** The same with another class to start. */
        public Jvm running(Class<?> other) {
            return new Jvm(options, other.getName(), settings);
        }

        /** The same with these settings only. */
        Jvm set(Map<String, String> others) {
            return new Jvm(options, main, others);
        }
    }

    /** Starts it in this JVM, and waits until it listens. */
    public static ServeProcess start(Path data, Jvm jvm, String... flags) throws IOException {
        Path log = data.resolveSibling(data.getFileName() + ".log");
        Process process = process(data, jvm, log, flags);
        List<String> said = new ArrayList<>();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            said.add(line);
            Matcher matcher = LISTENING.matcher(line);
            if (matcher.find()) {
                return new ServeProcess(process, Integer.parseInt(matcher.group(1)), data);
            }
        }
        return fail("serve ended before it listened: " + said + "\n" + Files.readString(log));
    }

    /** Starts it without waiting for anything; its standard error is appended to a file. */
    static Process process(Path data, Jvm jvm, Path log, String... flags) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(jvm.options());
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                jvm.main(),
                "serve",
                "--port",
                "0",
                "--data",
                data.toString()));
        command.addAll(List.of(flags));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        // The tests speak of fixed days, whenever they are run.
        builder.environment().put("EVIDENCE_RETENTION_DAYS", "0");
        // They send as much as they can.
        builder.environment().put("EVIDENCE_LIMITS_UPLOADS", "0");
        builder.environment().put("EVIDENCE_LIMITS_REQUESTS", "0");
        builder.environment().put("EVIDENCE_MANAGEMENT_ADDRESS", "");
        builder.environment().putAll(jvm.settings());
        return builder.start();
    }

    long pid() {
        return process.pid();
    }

    public int port() {
        return port;
    }

    public Path data() {
        return data;
    }

    /** What it has written to its log so far. */
    public String log() throws IOException {
        return Files.readString(data.resolveSibling(data.getFileName() + ".log"));
    }

    /** The process itself, for what only a few tests ask of it. */
    Process process() {
        return process;
    }

    /** The admin key of the first account. */
    public String key() throws IOException {
        return Files.readString(data.resolve("first-key")).strip();
    }

    /** SIGKILL: it gets no chance to tidy up. */
    public void kill() {
        Waits.exitCode(process.destroyForcibly());
    }

    /** SIGTERM; answers the exit code. */
    public int stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            return fail("it did not stop within " + STOP_SECONDS + " s");
        }
        return process.exitValue();
    }

    /** Ends it if need be, and waits: its files are closed then. */
    @Override
    public void close() {
        Waits.exitCode(process.destroyForcibly());
    }

    /** The options that the launcher {@code ./evidence} gives to the JVM of {@code serve}, as the launcher itself computes them. */
    private static final class LauncherOptions {
        private LauncherOptions() {}

        /** Runs a copy of the launcher with a {@code java} that prints its arguments. The options then have one source. */
        static List<String> ofServe() throws IOException, InterruptedException {
            try (LauncherCopy launcher = LauncherCopy.ofSourceTree()) {
                LauncherCopy.Run run = launcher.run("serve");
                List<String> options =
                        run.out().stream().filter(LauncherOptions::isNotOfCache).toList();
                if (options.stream().noneMatch(option -> option.startsWith("-Xmx"))) {
                    throw new IllegalStateException("the launcher printed no -Xmx for serve, but: " + run);
                }
                return options;
            }
        }

        /** The cache is one of the copy. */
        private static boolean isNotOfCache(String option) {
            return option.startsWith("-X")
                    && !option.startsWith("-XX:AOT")
                    && !option.equals("-XX:+VerifySharedSpaces")
                    && !option.startsWith("-Xlog");
        }
    }
}
