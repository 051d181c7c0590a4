package org.orderevidence.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in a process of its own, which ends with this one. */
final class Child implements AutoCloseable {
    private static final long STOP_SECONDS = 30;

    private final Process process;
    private final int port;

    private Child(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts a command and waits for a line of its output in which {@code portPattern} finds the port as group 1.
     */
    static Child start(List<String> command, Path log, Pattern portPattern) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
        BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            Matcher matcher = portPattern.matcher(line);
            if (matcher.find()) {
                Thread.ofVirtual().start(() -> drain(out));
                return new Child(process, Integer.parseInt(matcher.group(1)));
            }
        }
        throw new IOException("the server ended before it listened; see " + log);
    }

    int port() {
        return port;
    }

    /** Processor time it has used so far. */
    Duration cpu() {
        return process.info().totalCpuDuration().orElse(Duration.ZERO);
    }

    long pid() {
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

    private static void drain(BufferedReader out) {
        try {
            while (out.readLine() != null) {
                // what the server says after its start is not needed, but its pipe must not fill
            }
        } catch (IOException ended) {
            // the process has gone
        }
    }
}
