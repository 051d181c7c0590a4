package org.orderevidence.bench;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A process of its own: a server that says on which port it listens, or a program that runs and ends. */
final class Child implements AutoCloseable {
    private static final Pattern LISTENING = Pattern.compile("(?:http|cassandra)://127\\.0\\.0\\.1[0-9.,]*:(\\d+)\\D");
    private static final long START_SECONDS = 240;
    private static final long STOP_SECONDS = 30;
    private static final int ANSWER_MILLIS = 30_000;

    private final Process process;
    private int port;

    private Child(Process process) {
        this.process = process;
    }

    /**
     * Starts a server and waits until its output has its URL.
     *
     * @param environment set beside that of this process
     * @param log file for its output
     */
    static Child server(Scratch scratch, List<String> command, Map<String, String> environment, Path log)
            throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        Child server = scratch.closing(new Child(builder.start()));
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        try {
            while (server.process.isAlive() && System.nanoTime() < end) {
                Matcher url = LISTENING.matcher(Files.readString(log));
                if (url.find()) {
                    server.port = Integer.parseInt(url.group(1));
                    return server;
                }
                Thread.sleep(1);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.close();
        throw new IOException("a server did not start; the end of its log:\n" + end(log));
    }

    /**
     * Runs a program to its end and gives its output, standard error included.
     *
     * @throws IOException when it fails or takes longer
     */
    static String run(Scratch scratch, List<String> command, long seconds) throws IOException {
        Path out = Files.createTempFile(scratch.folder(), "out", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(scratch.folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        Child running = scratch.closing(new Child(process));
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                throw new IOException(command.getFirst() + " did not end within " + seconds + " s");
            }
            String said = Files.readString(out);
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

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    /** The length of a server's answer to a GET. */
    int get(String path, String key) throws IOException {
        URLConnection request =
                URI.create("http://127.0.0.1:" + port + path).toURL().openConnection();
        request.setReadTimeout(ANSWER_MILLIS);
        request.setRequestProperty("X-API-Key", key);
        try (InputStream answer = request.getInputStream()) {
            return answer.readAllBytes().length;
        }
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
    static String end(Path log) throws IOException {
        List<String> lines = Files.exists(log) ? Files.readAllLines(log) : List.of();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    }
}
