package org.orderevidence.bench;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongFunction;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Requests of one kind at a fixed rate. Each latency counts from the time for which its request was planned. A stall
 * therefore counts for every request that had to wait for it.
 */
final class SteadyLoad {
    /** Connections of one kind of request. If each request needs 10 ms, they can carry three times the usual rate. */
    private static final int CONNECTIONS = 64;

    private static final int TIMEOUT_MILLIS = 30_000;
    private static final long NANOS_A_SECOND = 1_000_000_000;
    private static final String LENGTH = "content-length:";

    private final int port;
    private final int rate;
    private final LongFunction<byte[]> requests;
    private final AtomicLong next = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final Histogram micros = new ConcurrentHistogram(3);

    /** @param requests the bytes of each request, by its number from 0 */
    SteadyLoad(int port, int rate, LongFunction<byte[]> requests) {
        this.port = port;
        this.rate = rate;
        this.requests = requests;
    }

    /** Returns the bytes of a request. */
    static byte[] request(String method, String path, String key, String body) {
        return """
                %s %s HTTP/1.1\r
                Host: 127.0.0.1\r
                X-API-Key: %s\r
                Content-Type: application/json\r
                Content-Length: %d\r
                \r
                %s""".formatted(method, path, key, body.length(), body).getBytes(StandardCharsets.US_ASCII);
    }

    /** Sends all kinds of requests at the same time, and waits for the last answers. */
    static void run(int seconds, List<SteadyLoad> loads) throws IOException {
        long start = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (SteadyLoad load : loads) {
            for (int i = 0; i < CONNECTIONS; i++) {
                threads.add(Thread.ofPlatform().daemon().start(() -> load.run(start, seconds)));
            }
        }
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Returns how many requests failed: without an answer, or with another status than 200 and 201. */
    long failed() {
        return failed.get();
    }

    /** Returns the latencies of all answers, in microseconds. */
    Histogram micros() {
        return micros;
    }

    private void run(long start, int seconds) {
        @Nullable Connection connection = null;
        while (true) {
            long number = next.getAndIncrement();
            long planned = start + number * NANOS_A_SECOND / rate;
            if (planned - start >= seconds * NANOS_A_SECOND) {
                break;
            }
            byte[] request = requests.apply(number);
            for (long wait = planned - System.nanoTime(); wait > 0; wait = planned - System.nanoTime()) {
                LockSupport.parkNanos(wait);
            }
            try {
                connection = connection == null ? new Connection(port) : connection;
                if (!connection.succeeds(request)) {
                    failed.incrementAndGet();
                }
                micros.recordValue((System.nanoTime() - planned) / 1_000);
            } catch (IOException broken) {
                failed.incrementAndGet();
                close(connection);
                connection = null;
            }
        }
        close(connection);
    }

    private static void close(@Nullable Connection connection) {
        try {
            if (connection != null) {
                connection.socket.close();
            }
        } catch (IOException gone) {
            // It is not used again.
        }
    }

    /** A connection that stays open between requests. */
    private static final class Connection {
        private final Socket socket;
        private final InputStream in;
        private final byte[] line = new byte[4_096];

        Connection(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            in = new BufferedInputStream(socket.getInputStream(), 16_384);
        }

        boolean succeeds(byte[] request) throws IOException {
            socket.getOutputStream().write(request);
            String status = line();
            int length = 0;
            for (String header = line(); !header.isEmpty(); header = line()) {
                if (header.regionMatches(true, 0, LENGTH, 0, LENGTH.length())) {
                    length = Integer.parseInt(header.substring(LENGTH.length()).strip());
                }
            }
            in.skipNBytes(length);
            return status.startsWith("HTTP/1.1 200") || status.startsWith("HTTP/1.1 201");
        }

        private String line() throws IOException {
            int length = 0;
            for (int next = in.read(); next != '\n'; next = in.read()) {
                if (next < 0 || length == line.length) {
                    throw new EOFException("no answer");
                }
                line[length++] = (byte) next;
            }
            return new String(line, 0, length, StandardCharsets.US_ASCII).strip();
        }
    }
}
