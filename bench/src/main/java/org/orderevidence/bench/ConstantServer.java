package org.orderevidence.bench;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The ceiling: the same HTTP server answering every request with a constant, so that what the service adds can be read
 * off. {@code ConstantServer BYTES}; prints its URL.
 */
final class ConstantServer {
    private ConstantServer() {}

    public static void main(String[] args) {
        byte[] answer = new byte[Integer.parseInt(args[0])];
        Arrays.fill(answer, (byte) '1');
        WebServer server = WebServer.builder()
                .host("127.0.0.1")
                .port(0)
                .routing(routing -> routing.any((request, response) -> {
                    request.content().consume();
                    response.header(HeaderNames.CONTENT_TYPE, "application/json");
                    response.send(answer);
                }))
                .build()
                .start();
        System.out.println("http://127.0.0.1:" + server.port());
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
