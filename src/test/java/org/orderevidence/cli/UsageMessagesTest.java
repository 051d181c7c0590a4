package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.account.ApiKey;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Failure.ExitCode;

/** Messages about wrong usage and services that cannot be reached. */
class UsageMessagesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "order get A-1 --key oe_live_SECRET1234567890",
                "order get A-1 --key=oe_live_SECRET1234567890",
                "order get A-1 --key SECRET_of_another_format",
                "order get A-1 --key=SECRET_of_another_format",
                "order get A-1 --api-key SECRET_of_another_format",
                "order get A-1 -kSECRET_of_another_format",
                "order get A-1 SECRET_of_another_format",
                "--key SECRET_of_another_format order get A-1",
                "--key=SECRET_of_another_format order get A-1",
                "key import SECRET_of_another_format",
                "serve --key oe_live_SECRET1234567890",
                "order oe_live_SECRET1234567890",
                "oe_live_SECRET1234567890",
            })
    void aSecretIsNeverRepeated(String line) {
        TestTerminal terminal = new TestTerminal();

        assertEquals(ExitCode.USAGE, terminal.run(line.split(" ", -1)));

        String printed = terminal.out() + terminal.err();
        assertFalse(printed.contains("SECRET"), printed);
        assertTrue(printed.contains("--help"), printed);
    }

    @Test
    void anUnknownOptionIsNamedWithoutItsValue() {
        TestTerminal terminal = new TestTerminal();

        terminal.run("order", "list", "--colour=red", "--size", "3");

        assertEquals("Unknown options: --colour, --size", terminal.errLines().getFirst());
    }

    @Test
    void whereAKeyBelongsIsSaid() {
        TestTerminal terminal = new TestTerminal();

        terminal.run("order", "list", "--key", "abc");

        assertEquals(
                "Unknown option: --key; use --key-file with a file that contains the key, or set EVIDENCE_API_KEY",
                terminal.errLines().getFirst());
    }

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
