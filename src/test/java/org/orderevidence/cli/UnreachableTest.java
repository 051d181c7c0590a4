package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.account.ApiKey;
import org.orderevidence.cli.terminal.Client;

/** What a command prints if something else than the service answers: no names of classes. */
class UnreachableTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https | HTTP/1.1 400 Bad Request | does not speak TLS; write http:// in --url, or the address of its proxy",
                "http | '' | ended without a response; check that the address in --url is that of Order Evidence, and whether"
                        + " it starts with http:// or https://",
            })
    void theMessageTellsWhatToDo(String scheme, String answer, String message) throws IOException {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answerAll(other, answer));
            URI base = URI.create(scheme + "://127.0.0.1:" + other.getLocalPort());
            try (Client client = new Client(base, new ApiKey("some-key-0123456789"))) {
                IOException failure = assertThrows(IOException.class, () -> client.get("/livez"));

                String said = String.valueOf(client.unreachable(failure).getMessage());
                assertEquals(
                        message,
                        said.substring(
                                said.indexOf(base.toString()) + base.toString().length() + 1));
            }
        }
    }

    /** Answers every connection, because the client tries again after one that ended without an answer. */
    private static void answerAll(ServerSocket server, String answer) {
        try {
            while (true) {
                answerOne(server, answer);
            }
        } catch (IOException closed) {
            return;
        }
    }

    private static void answerOne(ServerSocket server, String answer) throws IOException {
        try (Socket connection = server.accept()) {
            if (connection.getInputStream().read(new byte[1024]) > 0) {
                connection.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
            }
        }
    }
}
