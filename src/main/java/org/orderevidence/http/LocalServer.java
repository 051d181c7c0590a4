package org.orderevidence.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.LocalConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.KeyCheck;
import org.orderevidence.http.limits.Limits;
import org.orderevidence.http.limits.MemoryPlan;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;

/**
 * Answers requests that the operator makes in this process. They pass the same checks as those of a client, except that
 * of the key: who makes them is a property of the connection, and nothing that arrives from a network can state it.
 */
public final class LocalServer implements AutoCloseable {
    /** The memory of requests is not limited: there is one caller, and it is this process. */
    private static final long UNLIMITED = 1L << 40;

    private static final int NO_ACCEPTORS = 0;
    private static final byte[] END_OF_HEAD = {'\r', '\n', '\r', '\n'};

    private final Server jetty;
    private final LocalConnector connector;
    private final Conversations conversations;

    private LocalServer(Server jetty, LocalConnector connector, Conversations conversations) {
        this.jetty = jetty;
        this.connector = connector;
        this.conversations = conversations;
    }

    /** Starts to answer. */
    public static LocalServer start(Limits limits, Routes routes, Accounts accounts, Failures failures) {
        Server jetty = new Server(new VirtualThreadPool());
        LocalConnector connector = new LocalConnector(jetty, null, null, null, NO_ACCEPTORS, HttpServer.http1(limits));
        jetty.addConnector(connector);
        jetty.setHandler(new ApiHandler(new Gate(routes, accounts), failures, new AccessLog(null)));
        jetty.setErrorHandler(new UnreadableRequest());
        try {
            jetty.start();
        } catch (Exception impossible) {
            throw new IllegalStateException("requests cannot be answered in this process", impossible);
        }
        return new LocalServer(jetty, connector, new Conversations(limits, MemoryPlan.of(UNLIMITED, limits)));
    }

    /**
     * An answer.
     *
     * @param status HTTP status
     */
    public record Reply(int status, Bytes body) {}

    /**
     * Answers a request.
     *
     * @param space what the request may see and change
     * @param target path and query, as a client would send them
     * @param body empty if there is none
     */
    public Reply answer(AccountSpace space, String method, String target, Map<String, String> headers, Bytes body) {
        OperatorEndPoint end = new OperatorEndPoint(connector, conversations, KeyCheck.Accepted.operator(space));
        end.addInput(request(method + ' ' + target, headers, body));
        Connection connection = connector.getDefaultConnectionFactory().newConnection(connector, end);
        end.setConnection(connection);
        end.onOpen();
        connection.onOpen();
        try {
            return reply(end.waitForResponse(method.equals("HEAD"), 1, TimeUnit.DAYS));
        } catch (Exception failed) {
            throw new IllegalStateException("a request in this process has no answer", failed);
        } finally {
            end.close();
        }
    }

    private static ByteBuffer request(String line, Map<String, String> headers, Bytes body) {
        StringBuilder head = new StringBuilder(line + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n");
        headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
        if (!body.isEmpty()) {
            head.append("Content-Length: " + body.length() + "\r\n");
        }
        byte[] start = head.append("\r\n").toString().getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(start.length + body.length())
                .put(start)
                .put(body.buffer())
                .flip();
    }

    /** Reads an answer that has no chunks: the handler states the length of each. */
    private static Reply reply(ByteBuffer answer) {
        byte[] bytes = new byte[answer.remaining()];
        answer.get(bytes);
        int end = 0;
        while (!Arrays.equals(bytes, end, end + END_OF_HEAD.length, END_OF_HEAD, 0, END_OF_HEAD.length)) {
            end++;
        }
        String line = new String(bytes, 0, end, StandardCharsets.ISO_8859_1);
        return new Reply(
                Integer.parseInt(line.split(" ", 3)[1]),
                Bytes.wrap(Arrays.copyOfRange(bytes, end + END_OF_HEAD.length, bytes.length)));
    }

    @Override
    public void close() {
        HttpServer.stop(jetty);
    }

    /** A connection within this process. */
    private static final class OperatorEndPoint extends LocalConnector.LocalEndPoint implements Watched {
        private final Conversation conversation;
        private final KeyCheck.Accepted operator;

        OperatorEndPoint(LocalConnector connector, Conversations conversations, KeyCheck.Accepted operator) {
            connector.super();
            this.conversation = conversations.open(this);
            this.operator = operator;
        }

        @Override
        public Conversation conversation() {
            return conversation;
        }

        @Override
        public KeyCheck.Accepted operator() {
            return operator;
        }

        @Override
        public void onClose(@Nullable Throwable cause) {
            conversation.closed();
            super.onClose(cause);
        }
    }
}
