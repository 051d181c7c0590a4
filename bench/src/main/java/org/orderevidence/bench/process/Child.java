package org.orderevidence.bench.process;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process of its own: a server that says on which port it listens, or a program that runs and ends. */
public final class Child implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("(?:http://|^cassandra://)127\\.0\\.0\\.1[0-9.,]*:(\\d+)");
    private static final long START_SECONDS = 240;
    private static final long STOP_SECONDS = 30;

    private final Process process;
    private final int port;

    private Child(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts a server and waits for the line with its URL.
     *
     * @param environment set beside that of this process
     * @param log file for its output
     */
    public static Child server(Scratch scratch, List<String> command, Map<String, String> environment, Path log)
            throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        Process process = builder.start();
        Child started = scratch.closing(new Child(process, 0));
        CompletableFuture<Integer> port = new CompletableFuture<>();
        // Not a virtual thread: a read from a process holds its carrier, and there are only as many as cores.
        Thread.ofPlatform().daemon().start(() -> readOutput(process, port, log));
        try {
            return new Child(process, port.get(START_SECONDS, TimeUnit.SECONDS));
        } catch (InterruptedException | ExecutionException | TimeoutException failed) {
            started.close();
            throw new IOException("a server did not start; the end of its log:\n" + end(log), failed);
        }
    }

    /**
     * Runs a program to its end and gives its output, standard error included.
     *
     * @throws IOException when it fails or takes longer
     */
    public static String run(Scratch scratch, List<String> command, Map<String, String> environment, long seconds)
            throws IOException {
        Path out = Files.createTempFile(scratch.folder(), "out", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(scratch.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        Child running = scratch.closing(new Child(process, 0));
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                throw new IOException(command.getFirst() + " did not end within " + seconds + " s");
            }
            String said = Files.readString(out, StandardCharsets.UTF_8);
            if (process.exitValue() != 0) {
                throw new IOException(String.join(" ", command) + " ended with " + process.exitValue() + ": " + said);
            }
            return said;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } finally {
            process.destroyForcibly();
            scratch.closed(running);
            Files.deleteIfExists(out);
        }
    }

    public int port() {
        return port;
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** The last lines of a log. */
    public static String end(Path log) throws IOException {
        List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    }

    /** Also after the port is known: the pipe must not fill. */
    private static void readOutput(Process process, CompletableFuture<Integer> port, Path log) {
        try (BufferedReader out =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
                BufferedWriter said =
                        Files.newBufferedWriter(log, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                said.write(line);
                said.newLine();
                said.flush();
                Matcher url = LISTENING.matcher(line);
                if (!port.isDone() && url.find()) {
                    port.complete(Integer.valueOf(url.group(1)));
                }
            }
            port.completeExceptionally(new IOException("it ended"));
        } catch (IOException gone) {
            port.completeExceptionally(gone);
        }
    }
}
