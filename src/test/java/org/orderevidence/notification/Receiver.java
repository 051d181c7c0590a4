package org.orderevidence.notification;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.orderevidence.waiting.FreePort;

/** The endpoint of a merchant, on a socket of its own, that answers as the test says. */
final class Receiver implements AutoCloseable {
    /** A response that never comes. */
    static final String HANGS = "";

    /** A connection that is closed instead. */
    static final String CLOSES = "close";

    private final ServerSocket listener;
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private volatile String answer = status(204);

    /** What was received. */
    record Request(String line, Map<String, String> headers, String body) {
        String header(String name) {
            return headers.getOrDefault(name, "");
        }
    }

    Receiver() throws IOException {
        this(new ServerSocket(FreePort.find(), 50, InetAddress.getLoopbackAddress()));
    }

    Receiver(ServerSocket listener) {
        this.listener = listener;
        Thread.ofPlatform().daemon().start(this::accept);
    }

    static String status(int code) {
        return "HTTP/1.1 " + code + " As the test says\r\nContent-Length: 0\r\n\r\n";
    }

    int port() {
        return listener.getLocalPort();
    }

    String url() {
        return "http://127.0.0.1:" + port() + "/changes?of=shop";
    }

    void answers(String response) {
        answer = response;
    }

    List<Request> requests() {
        return List.copyOf(requests);
    }

    /** Returns the IDs of the changes that were sent, in order. */
    List<String> ids() {
        return requests.stream().map(request -> request.header("webhook-id")).toList();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            Request request = read(socket);
            if (request == null) {
                return;
            }
            requests.add(request);
            String response = answer;
            if (response.equals(HANGS)) {
                socket.getInputStream().read();
            } else if (!response.equals(CLOSES)) {
                socket.getOutputStream().write(response.getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().flush();
                socket.getInputStream().read();
            }
        } catch (IOException gone) {
            // The sender has closed the connection.
        }
    }

    private static @Nullable Request read(Socket socket) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        String first = in.readLine();
        if (first == null) {
            return null;
        }
        Map<String, String> headers = new HashMap<>();
        for (String line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
            String[] header = line.split(": ", 2);
            headers.put(header[0].toLowerCase(Locale.ROOT), header[1]);
        }
        int bytes = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        StringBuilder body = new StringBuilder();
        while (body.toString().getBytes(StandardCharsets.UTF_8).length < bytes) {
            body.append((char) in.read());
        }
        return new Request(first, headers, body.toString());
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
