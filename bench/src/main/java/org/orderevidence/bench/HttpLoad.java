package org.orderevidence.bench;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/**
 * Sends requests over keep-alive connections to a server on this machine, each connection one at a time, for a time,
 * and counts. One virtual thread and one blocking socket a connection; requests are ready-made bytes, and of an answer
 * only the status and the length are looked at, so that the generator takes little of the machine.
 */
final class HttpLoad {
    private static final int READ_TIMEOUT_MILLIS = 30_000;
    private static final long LONGEST_MICROS = 60_000_000L;

    /** Makes the bytes of request number {@code n} of one connection. */
    interface Requests {
        byte[] request(int connection, long n);
    }

    /**
     * What a run gave.
     *
     * @param requests answered
     * @param seconds it took
     * @param latencies in microseconds
     * @param failures answers of another status than 2xx
     */
    record Result(long requests, double seconds, Histogram latencies, long failures) {
        double perSecond() {
            return requests / seconds;
        }
    }

    private final int port;
    private final int connections;

    HttpLoad(int port, int connections) {
        this.port = port;
        this.connections = connections;
    }

    Result run(Duration time, Requests requests) {
        long start = System.nanoTime();
        long end = start + time.toNanos();
        List<Result> parts = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Result>> running = new ArrayList<>();
            for (int c = 0; c < connections; c++) {
                int connection = c;
                running.add(threads.submit(() -> drive(connection, end, requests)));
            }
            for (Future<Result> one : running) {
                parts.add(one.get());
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        Histogram all = new Histogram(LONGEST_MICROS, 3);
        parts.forEach(p -> all.add(p.latencies));
        long failures = parts.stream().mapToLong(Result::failures).sum();
        return new Result(all.getTotalCount(), seconds, all, failures);
    }

    private Result drive(int connection, long end, Requests requests) throws IOException {
        Histogram latencies = new Histogram(LONGEST_MICROS, 3);
        long failures = 0;
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(READ_TIMEOUT_MILLIS);
            OutputStream out = socket.getOutputStream();
            InputStream in = new BufferedInputStream(socket.getInputStream(), 16 * 1024);
            for (long n = 0; System.nanoTime() < end; n++) {
                byte[] request = requests.request(connection, n);
                long sent = System.nanoTime();
                out.write(request);
                int status = readAnswer(in);
                latencies.recordValue(Math.min(LONGEST_MICROS, (System.nanoTime() - sent) / 1_000));
                if (status / 100 != 2) {
                    failures++;
                }
            }
        }
        return new Result(latencies.getTotalCount(), 0, latencies, failures);
    }

    /** Reads one answer that has a Content-Length; returns its status. */
    private static int readAnswer(InputStream in) throws IOException {
        String statusLine = readLine(in);
        int status = Integer.parseInt(statusLine.substring(9, 12));
        long length = -1;
        for (String line = readLine(in); !line.isEmpty(); line = readLine(in)) {
            if (line.regionMatches(true, 0, "content-length:", 0, 15)) {
                length = Long.parseLong(line.substring(15).strip());
            }
        }
        if (length < 0) {
            throw new IOException("an answer without Content-Length");
        }
        in.skipNBytes(length);
        return status;
    }

    private static String readLine(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder(64);
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    static byte[] get(String path, String key) {
        return ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: " + key + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    static byte[] post(String path, String key, String json) {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        byte[] head = ("POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nX-API-Key: " + key
                        + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        byte[] whole = new byte[head.length + body.length];
        System.arraycopy(head, 0, whole, 0, head.length);
        System.arraycopy(body, 0, whole, head.length, body.length);
        return whole;
    }
}
