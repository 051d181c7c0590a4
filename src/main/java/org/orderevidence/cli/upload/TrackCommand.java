package org.orderevidence.cli.upload;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.ServiceOptions;
import org.orderevidence.cli.terminal.Terminal;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sends one sighting. */
@Command(
        name = "track",
        description = "Record a sighting: a customer seen at an IP address. Print the time of recording in"
                + " milliseconds since 1970.",
        footer = {
            "%nExamples:",
            "  ./evidence track jenny@example.com 203.0.113.7",
            "  ./evidence track jenny@example.com 203.0.113.7 \\",
            "      --observed-at 2026-11-01T10:00:00Z"
        })
public final class TrackCommand implements Callable<Integer> {
    public static final String PATH = "/api/v2/track";

    private final Terminal terminal;

    @Mixin
    private ServiceOptions service = new ServiceOptions();

    @Parameters(index = "0", paramLabel = "EMAIL", description = "the customer's e-mail address")
    private String email = "";

    @Parameters(index = "1", paramLabel = "IP", description = "public IP address of the customer, not of a proxy")
    private String ip = "";

    @Option(names = "--observed-at", paramLabel = "TIME", description = "RFC 3339 (default: now)")
    private @Nullable String observedAt;

    public TrackCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        Map<String, String> body = new LinkedHashMap<>();
        body.put("email", email);
        body.put("ip", ip);
        if (observedAt != null) {
            body.put("observedAt", observedAt);
        }
        try (Client client = service.client(terminal)) {
            Client.Answer answer;
            try {
                answer = client.post(PATH, Json.bytes(body));
            } catch (IOException failure) {
                throw client.unreachable(failure);
            }
            if (!answer.isOk()) {
                throw answer.refusal();
            }
            terminal.out().println(Terminal.printable(answer.body().strip()));
        }
        return ExitCode.OK;
    }
}
