package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.orderevidence.order.Bytes;
import org.orderevidence.waiting.Waits;

/** Sends any bytes, which a normal client would not. */
public final class RawClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;

    public RawClient(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.setTcpNoDelay(true);
            in = socket.getInputStream();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Sends text, one byte a character. */
    public RawClient send(String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Sends text; false when the connection does not take it any more. */
    boolean takes(String text) {
        try {
            send(text);
            // A reset by the other side arrives after the text was sent, and no event reports it.
            Thread.sleep(Duration.ofMillis(50));
            return true;
        } catch (UncheckedIOException cut) {
            return false;
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Waits until nobody listens on a port. */
    static void awaitNoListener(int port) {
        Waits.until(
                () -> {
                    try (RawClient client = new RawClient(port)) {
                        client.endOutput();
                        return false;
                    } catch (UncheckedIOException refused) {
                        return true;
                    }
                },
                "it still listens");
    }

    /** Says that nothing more will come. */
    RawClient endOutput() {
        try {
            socket.shutdownOutput();
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Reads one answer to a request that was no HEAD. */
    public Reply read() {
        return read(true);
    }

    /** Reads one answer. */
    public Reply read(boolean withBody) {
        try {
            String statusLine = line();
            if (statusLine.isEmpty()) {
                throw new IllegalStateException("the connection ended without an answer");
            }
            int status = Integer.parseInt(statusLine.substring(9, 12));
            Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            for (String line = line(); !line.isEmpty(); line = line()) {
                int colon = line.indexOf(':');
                headers.computeIfAbsent(line.substring(0, colon), n -> new ArrayList<>())
                        .add(line.substring(colon + 1).strip());
            }
            List<String> lengths = headers.get("Content-Length");
            int length = withBody && lengths != null ? Integer.parseInt(lengths.getFirst()) : 0;
            boolean isLast = headers.getOrDefault("Connection", List.of()).contains("close");
            boolean untilTheEnd = withBody && lengths == null && isLast;
            return new Reply(status, headers, Bytes.wrap(untilTheEnd ? in.readAllBytes() : in.readNBytes(length)));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /**
     * Reads one answer, which has to be this failure in the shape of all failures, and the last one of its connection.
     *
     * @param status of HTTP
     * @param code that names the failure
     */
    Reply refusal(int status, String code) {
        Reply reply = read();
        assertEquals(status + " " + code, reply.status() + " " + reply.text("/code"), reply::text);
        assertEquals("application/problem+json", reply.header("Content-Type"));
        assertEquals(status, reply.at("/status").asInt());
        assertFalse(reply.header("Request-Id").isEmpty());
        assertEquals(reply.header("Request-Id"), reply.text("/requestId"));
        assertEquals("close", reply.header("Connection"));
        assertTrue(isEnded(), "the connection is still open");
        return reply;
    }

    /**
     * Sends the same again and again, until the connection does not take it any more.
     *
     * @param text what is sent each time
     * @param every the time between
     */
    void drip(String text, Duration every) {
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    send(text);
                    Thread.sleep(every); // the time limits are tested with this pace
                }
            } catch (UncheckedIOException | InterruptedException ended) {
                return;
            }
        });
    }

    /** Reads at most so many bytes; answers how many there were, negative at the end. */
    int readSome(int most) {
        try {
            return in.read(new byte[most]);
        } catch (IOException reset) {
            return -1;
        }
    }

    /** Reads the rest of the input, and returns the number of its bytes. */
    long readToItsEnd() {
        long count = 0;
        byte[] some = new byte[64 * 1024];
        try {
            for (int read = in.read(some); read >= 0; read = in.read(some)) {
                count += read;
            }
        } catch (SocketTimeoutException stillOpen) {
            throw new UncheckedIOException("the connection is still open", stillOpen);
        } catch (IOException reset) {
            return count;
        }
        return count;
    }

    /** Returns true if the server has ended the connection, or does so now. */
    boolean isEnded() {
        try {
            return in.read() < 0;
        } catch (SocketTimeoutException stillOpen) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0 && b != '\n'; b = in.read()) {
            if (b != '\r') {
                line.write(b);
            }
        }
        return line.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
