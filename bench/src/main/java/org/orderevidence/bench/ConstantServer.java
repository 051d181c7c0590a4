package org.orderevidence.bench;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.VirtualThreadPool;
import org.orderevidence.bench.process.Child;
import org.orderevidence.bench.process.Scratch;

/**
 * The ceiling: the same HTTP server answering every request with a constant, so that what the service adds can be read
 * off. {@code ConstantServer BYTES}; prints its URL.
 */
final class ConstantServer {
    private ConstantServer() {}

    public static void main(String[] args) throws Exception {
        byte[] answer = new byte[Integer.parseInt(args[0])];
        Arrays.fill(answer, (byte) '1');
        VirtualThreadPool threads = new VirtualThreadPool();
        threads.setMaxConcurrentTasks(0);
        Server server = new Server(threads);
        ServerConnector connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        server.addConnector(connector);
        server.setHandler(new Handler.Abstract() {
            @Override
            public boolean handle(Request request, Response response, Callback callback) throws Exception {
                Content.Source.consumeAll(request);
                response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
                response.write(true, ByteBuffer.wrap(answer), callback);
                return true;
            }
        });
        server.start();
        System.out.println("http://127.0.0.1:" + connector.getLocalPort());
    }

    /** Starts it as a process of its own. */
    static HttpContestant start(Scratch scratch, Path java, Wrk wrk, int bytes) throws IOException {
        List<String> command = List.of(
                java.toString(),
                "-XX:+UseCompactObjectHeaders",
                "-cp",
                System.getProperty("java.class.path"),
                ConstantServer.class.getName(),
                String.valueOf(bytes));
        Child server = Child.server(scratch, command, Map.of(), scratch.file("constant.log"));
        return new HttpContestant(Reach.CONSTANT, server, "none", wrk, null, List.of());
    }
}
