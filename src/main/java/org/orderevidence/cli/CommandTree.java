package org.orderevidence.cli;

import static org.orderevidence.cli.terminal.CliCommand.group;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.order.CaseFile;
import org.orderevidence.cli.order.CoverageCommand;
import org.orderevidence.cli.order.CustomerCommands;
import org.orderevidence.cli.order.OrderCommands;
import org.orderevidence.cli.order.OrderExport;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Spaces;
import org.orderevidence.cli.upload.UploadCommands;
import org.orderevidence.integration.Connector;
import org.orderevidence.webhook.Platforms;

/** All commands, in the order of the help. */
final class CommandTree {
    private CommandTree() {}

    static List<CliCommand> commands() {
        return List.of(
                Serving.command(),
                Demo.command(),
                AccountCommands.accounts(),
                AccountCommands.keys(),
                IntegrationCommands.integrations(),
                group(
                        "import",
                        "Import the history of " + Platforms.list(Platforms.importing(), Connector.About::title, "or")
                                + " from a file.",
                        Platforms.importing().stream().map(ImportCommand::of).toArray(CliCommand[]::new)),
                OrderCommands.track(),
                UploadCommands.sightings(),
                OrderCommands.orders(),
                CustomerCommands.customers(),
                CaseFile.explain(),
                CoverageCommand.of(),
                OrderCommands.evidence(),
                OrderCommands.disputes(UploadCommands.disputes()),
                UploadCommands.orders(OrderExport.command()),
                UploadCommands.uploads(),
                IntegrationCommands.changes(),
                IntegrationCommands.notifications(),
                StoreCommands.store(),
                SecretCommands.secret(),
                api(),
                StoreCommands.schema(),
                Serving.checkConfig(),
                Serving.doctor(),
                help(),
                completion());
    }

    private static CliCommand help() {
        return CliCommand.of("""
                help: Print the help of a command, as its option --help does.
                $ help
                $ help order list
                [COMMAND...]: the words of the command
                """).does(call -> Commands.printHelp(call.terminal(), call.list("COMMAND")));
    }

    private static CliCommand completion() {
        return CliCommand.of("""
                completion: Print a script for bash or zsh that completes commands and options with the Tab key.
                Add the second line of the example to ~/.bashrc or ~/.zshrc.
                $ completion bash > ~/.evidence-completion
                  source ~/.evidence-completion
                SHELL: bash or zsh
                """).does(call -> {
            // picocli's script is for both: in zsh it loads bashcompinit.
            if (!List.of("bash", "zsh").contains(call.needed("SHELL"))) {
                throw Failure.usage("SHELL must be bash or zsh");
            }
            call.out().println(Commands.completionScript(call.terminal()));
        });
    }

    private static final String STANDARD_INPUT = "-";

    private static CliCommand api() {
        return CliCommand.onInterface(Spaces::named, """
                api: Send a request to any path of the interface, and print the body of the answer. Without --url, it \
                works on the store, also while no service runs, and needs no key.
                All paths and fields: ./evidence api GET /openapi.json, or /docs of a service.
                $ api GET /api/v2/keys
                $ api GET /api/v2/orders?per=5 --account acme --test
                $ api POST /api/v2/orders/upload --input orders.ndjson \\
                      --type application/x-ndjson --url https://evidence.example
                METHOD: GET, POST, PUT, PATCH or DELETE
                PATH: path that starts with a slash, with its query
                --input FILE: file with the body; - for standard input
                --type TYPE =application/json: type of the body
                --test: use the test data of the account
                """, Param.ACCOUNT).does(call -> {
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
