package org.orderevidence.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Spaces;
import picocli.CommandLine;

/** The command that sends any request to the interface. */
final class ApiCommand {
    private static final String STANDARD_INPUT = "-";

    private ApiCommand() {}

    static CommandLine of() {
        return CliCommand.named(
                        "api",
                        "Send a request to any path of the interface, and print the body of the answer. Without --url,"
                                + " it works on the store, also while no service runs, and needs no key.",
                        "All paths and fields: ./evidence api GET /openapi.json, or /docs of a service.")
                .examples(
                        "api GET /api/v2/keys",
                        "api GET /api/v2/orders?per=5 --account acme --test",
                        "api POST /api/v2/orders/upload --input orders.ndjson \\",
                        "      --type application/x-ndjson --url https://evidence.example")
                .takes(
                        Param.argument("METHOD", "GET, POST, PUT, PATCH or DELETE"),
                        Param.argument("PATH", "path that starts with a slash, with its query"),
                        Param.option("--input", "FILE", "file with the body; - for standard input"),
                        Param.option("--type", "TYPE", "type of the body (default: ${DEFAULT-VALUE})")
                                .or("application/json"))
                .onInterface(Spaces::named)
                .takes(
                        Param.ACCOUNT,
                        Param.flag("--test", "use the test data of the account").selecting())
                .does(call -> {
                    String path = call.needed("PATH");
                    if (!path.startsWith("/") || path.chars().anyMatch(c -> c <= ' ' || c >= 0x7f)) {
                        throw Failure.usage("PATH must start with a slash, and have each blank as %20");
                    }
                    String method = call.needed("METHOD").toUpperCase(Locale.ROOT);
                    if (!method.matches("[A-Z]{1,10}")) {
                        throw Failure.usage("METHOD must be GET, POST, PUT, PATCH or DELETE");
                    }
                    Client.Answer answer = call.client().ask(method, path, call.needed("--type"), body(call));
                    call.out().writeBytes(answer.bytes().toArray());
                    if (answer.body().startsWith("{")) {
                        call.out().println();
                    }
                });
    }

    private static byte @Nullable [] body(Call call) throws IOException {
        String input = call.text("--input");
        if (input == null) {
            return null;
        }
        try {
            return input.equals(STANDARD_INPUT)
                    ? call.terminal().in().readAllBytes()
                    : Files.readAllBytes(Path.of(input));
        } catch (NoSuchFileException missing) {
            throw Failure.usage("no such file: " + input);
        }
    }
}
