package org.orderevidence.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.orderevidence.waiting.Waits;

/**
 * A program in its own JVM that prints, line by line, what was acknowledged, and that can be
 * killed at any moment, as by {@code kill -9}. What it told counts, what it did besides may be there or not.
 */
public final class ChildJvm implements AutoCloseable {
    private static final int WAIT_SECONDS = 60;

    private final Process process;
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());
    private final Thread listener;

    private ChildJvm(Process process) {
        this.process = process;
        this.listener = Thread.ofVirtual().start(this::listen);
    }

    /** Starts a class's {@code main} with this JVM's class path. Its standard error goes where this JVM's goes. */
    public static ChildJvm start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ChildJvm(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Waits until it has told so many lines, or has ended. */
    public void awaitLines(int count) {
        Waits.until(
                () -> lines.size() >= count || !process.isAlive(),
                () -> "the child told only " + lines.size() + " lines");
    }

    /** Kills it where it stands; answers all that it had told. */
    public List<String> kill() throws InterruptedException {
        // Process.destroyForcibly would also close the pipe, and lose the lines that were not read yet.
        process.toHandle().destroyForcibly();
        if (!process.waitFor(WAIT_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the child could not be killed");
        }
        Waits.end(List.of(listener));
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private void listen() {
        try (BufferedReader reader = process.inputReader()) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                lines.add(line);
            }
        } catch (IOException killed) {
            // The pipe breaks with the process; what came before has been read.
        }
    }
}
