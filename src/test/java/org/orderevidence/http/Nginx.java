package org.orderevidence.http;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An nginx in a process of its own, with a configuration of its own, in front of the service. */
final class Nginx implements AutoCloseable {
    private static final int PATIENCE_SECONDS = 10;

    private final Process process;
    private final int port;

    private Nginx(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /**
     * Starts it and waits until it listens.
     *
     * @param folder for its files
     * @param upstream the port of the service
     * @param http more lines of the section {@code http}
     * @param location the lines of the only {@code location}, {@code proxy_pass} excepted
     */
    static Nginx start(Path folder, int upstream, String http, String location) throws IOException {
        Files.createDirectories(folder);
        int port = freePort();
        Path config = folder.resolve("nginx.conf");
        Files.writeString(config, """
                daemon off;
                # One process, that runs as the user of the test.
                master_process off;
                pid %1$s/pid;
                error_log %1$s/error.log info;
                events { worker_connections 64; }
                http {
                    access_log off;
                    client_body_temp_path %1$s/client;
                    proxy_temp_path %1$s/proxy;
                    fastcgi_temp_path %1$s/fastcgi;
                    uwsgi_temp_path %1$s/uwsgi;
                    scgi_temp_path %1$s/scgi;
                    # Its default, 1 MB, would refuse what the service accepts.
                    client_max_body_size 0;
                    upstream service { server 127.0.0.1:%2$d; %4$s }
                    server {
                        listen 127.0.0.1:%3$d;
                        location / { proxy_pass http://service; %5$s }
                    }
                }
                """.formatted(folder, upstream, port, http, location));
        Process process = new ProcessBuilder(program(), "-p", folder.toString(), "-c", config.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("output").toFile())
                .start();
        Nginx nginx = new Nginx(process, port);
        nginx.awaitListening(folder);
        return nginx;
    }

    int port() {
        return port;
    }

    private void awaitListening(Path folder) throws IOException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (process.isAlive() && System.nanoTime() - deadline < 0) {
            try (Socket _ = new Socket(InetAddress.getLoopbackAddress(), port)) {
                return;
            } catch (IOException notYet) {
                Thread.onSpinWait();
            }
        }
        process.destroyForcibly();
        throw new IllegalStateException("nginx did not start: " + Files.readString(folder.resolve("output")));
    }

    /** On Debian it is in a folder that only root has in its path. */
    private static String program() {
        String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/usr/local/sbin:/opt/homebrew/bin";
        return Stream.of(path.split(File.pathSeparator))
                .map(folder -> Path.of(folder, "nginx"))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElseThrow(
                        () -> new IllegalStateException(
                                "nginx is missing; the test behind a proxy needs it: install it (Debian: apt-get install nginx-light)"));
    }

    private static int freePort() throws IOException {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new UncheckedIOException(new IOException("nginx did not stop"));
            }
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }
}
