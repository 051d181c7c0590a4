package org.orderevidence.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder for one run, and what must be ended with it: servers are stopped and the folder is removed when the run ends,
 * also when it fails or is interrupted.
 */
final class Scratch implements AutoCloseable {
    private final Path folder;
    private final Deque<AutoCloseable> toClose = new ArrayDeque<>();
    private boolean closed;

    /** All is stopped; while that goes on, programs may still be needed for it. */
    private boolean stopped;

    private Scratch(Path folder) {
        this.folder = folder;
    }

    /** Makes it, below a folder that is kept. */
    static Scratch below(Path parent) throws IOException {
        Files.createDirectories(parent);
        Scratch scratch =
                new Scratch(Files.createTempDirectory(parent.toAbsolutePath().normalize(), "run-"));
        Runtime.getRuntime().addShutdownHook(new Thread(scratch::interrupted));
        return scratch;
    }

    /** The process gets a signal to stop before the end of the run. */
    private synchronized void interrupted() {
        if (!closed) {
            System.err.println("bench: stopped by a signal; its servers are ended and nothing is reported");
            close();
        }
    }

    /** Returns true when all is stopped: what fails then fails because of that. */
    synchronized boolean isClosed() {
        return closed;
    }

    Path folder() {
        return folder;
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    /** Has something closed with this; what came last goes first. When this is closed already, at once. */
    synchronized <T extends AutoCloseable> T closing(T one) {
        toClose.push(one);
        if (stopped) {
            closeAll();
        }
        return one;
    }

    /** Forgets something that was closed before. */
    synchronized void closed(AutoCloseable one) {
        toClose.remove(one);
    }

    /** The ends of all logs in it, to tell why a run failed. */
    String logs() throws IOException {
        StringBuilder all = new StringBuilder();
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(folder, "*.log")) {
            for (Path log : logs) {
                all.append("--- ")
                        .append(log.getFileName())
                        .append('\n')
                        .append(Child.end(log))
                        .append('\n');
            }
        }
        return all.toString();
    }

    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        closeAll();
        stopped = true;
        try {
            delete(folder);
        } catch (IOException leftOver) {
            System.err.println("bench: could not remove " + folder + ": " + leftOver.getMessage());
        }
    }

    private void closeAll() {
        while (!toClose.isEmpty()) {
            try {
                toClose.pop().close();
            } catch (Exception failed) {
                System.err.println("bench: could not stop a server: " + failed.getMessage());
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : all) {
            Files.deleteIfExists(file);
        }
    }
}
