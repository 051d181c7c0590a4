package org.orderevidence.bench;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.WebServer;
import java.util.Arrays;

/**
 * The ceiling: the same HTTP server answering every request with a constant, so that what the service adds can be read
 * off. {@code ConstantServer BYTES}; prints its port.
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
        System.out.println(server.port());
    }
}
