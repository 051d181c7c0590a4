package org.orderevidence.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
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
import org.orderevidence.cli.terminal.Failure.ExitCode;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Spaces;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.upload.UploadCommands;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.integration.Connector;
import org.orderevidence.json.DidYouMean;
import org.orderevidence.process.FileError;
import org.orderevidence.upload.UnusableInput;
import org.orderevidence.webhook.Platforms;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command tree that picocli describes, parses and runs. */
final class Commands {
    /** Least width that picocli accepts. */
    private static final int LEAST_HELP_WIDTH = 55;

    private Commands() {}

    static int run(Terminal terminal, String... args) {
        return commandLine(terminal, args).execute(args);
    }

    static CommandLine commandLine(Terminal terminal) {
        return commandLine(terminal, commands(terminal));
    }

    /** Builds only the command that is called. Building all of them takes longer than most of them run. */
    private static CommandLine commandLine(Terminal terminal, String... args) {
        Map<String, Supplier<CommandLine>> commands = commands(terminal);
        if (args.length > 0 && commands.containsKey(args[0])) {
            commands.keySet().retainAll(Set.of(args[0]));
        }
        return commandLine(terminal, commands);
    }

    private static CommandLine commandLine(Terminal terminal, Map<String, Supplier<CommandLine>> commands) {
        CommandLine root = new CommandLine(new Group(
                        "evidence",
                        "Store a merchant's orders. Show whether the merchant could defeat a fraud dispute on them,"
                                + " and why.")
                .spec);
        root.getCommandSpec()
                .usageMessage()
                .footer(
                        "%nExamples:",
                        "  ./evidence demo",
                        "  ./evidence serve",
                        "  ./evidence orders upload orders.ndjson",
                        "  ./evidence order get A-1001");
        commands.forEach((name, command) -> root.addSubcommand(name, command.get()));
        prepare(root, terminal);
        return root;
    }

    /** Returns all commands by name, in the order of the help. */
    private static Map<String, Supplier<CommandLine>> commands(Terminal terminal) {
        Map<String, Supplier<CommandLine>> commands = new LinkedHashMap<>();
        commands.put("serve", Serving::command);
        commands.put("demo", Demo::command);
        group(
                commands,
                "account",
                "Create and list accounts (merchants) and their profiles.",
                AccountCommands::create,
                AccountCommands::list,
                AccountCommands::retention,
                () -> group(
                        "profile",
                        "Show and change the profile of an account.",
                        AccountCommands.showProfile(),
                        AccountCommands.setProfile()));
        commands.put(
                "key", () -> group("key", "Create, list, rotate, revoke and import API keys.", AccountCommands.keys()));
        group(
                commands,
                "integration",
                "Connect " + Platforms.list(Connector.About::title, "and") + ", and see what their webhooks became.",
                IntegrationCommands::add,
                IntegrationCommands::list,
                IntegrationCommands::status,
                IntegrationCommands::rotate,
                IntegrationCommands::replay,
                IntegrationCommands::tasks,
                IntegrationCommands::remove);
        commands.put(
                "import",
                () -> group(
                        "import",
                        "Import the history of " + Platforms.list(Platforms.importing(), Connector.About::title, "or")
                                + " from a file.",
                        Platforms.importing().stream().map(ImportCommand::of).toArray(CommandLine[]::new)));
        commands.put("track", OrderCommands::track);
        group(
                commands,
                "sightings",
                "Upload sightings (customers seen at IP addresses) in bulk.",
                UploadCommands::sightings);
        group(
                commands,
                "order",
                "Show, list and change orders.",
                CaseFile::get,
                OrderCommands::list,
                OrderCommands::search,
                OrderCommands::refund,
                OrderCommands::receiptLink,
                OrderCommands::delete,
                OrderCommands::hold,
                OrderCommands::release,
                () -> group(
                        "dispute",
                        "Record and list disputes of an order.",
                        OrderCommands.addDispute(),
                        OrderCommands.listDisputes()),
                () -> group("fraud-report", "Record fraud reports of an order.", OrderCommands.addFraudReport()));
        group(
                commands,
                "customer",
                "Export and erase everything of a customer.",
                CustomerCommands::export,
                CustomerCommands::erase);
        commands.put("explain", CaseFile::explain);
        commands.put("coverage", CoverageCommand::of);
        group(commands, "dispute", "Make the evidence for a dispute.", OrderCommands::submission);
        group(
                commands,
                "disputes",
                "List disputes and their deadlines, upload them, and count outcomes.",
                OrderCommands::queue,
                UploadCommands::disputes,
                OrderCommands::disputeStats);
        group(commands, "orders", "Upload and export orders in bulk.", UploadCommands::orders, OrderExport::command);
        group(commands, "uploads", "List and undo uploads of orders.", UploadCommands::list, UploadCommands::undo);
        group(commands, "changes", "List what has changed.", IntegrationCommands::changes);
        group(
                commands,
                "notifications",
                "Send what has changed to an address of yours.",
                IntegrationCommands::showNotifications,
                IntegrationCommands::setNotifications,
                IntegrationCommands::removeNotifications,
                IntegrationCommands::replayNotifications,
                IntegrationCommands::testNotifications);
        group(
                commands,
                "store",
                "Copy, verify, show and back up the store.",
                StoreCommands::copy,
                StoreCommands::verify,
                StoreCommands::show,
                StoreCommands::backup,
                StoreCommands::restore,
                StoreCommands::erasures,
                StoreCommands::restoreErasures);
        group(
                commands,
                "secret",
                "Add, list and apply the keys that encrypt the store.",
                SecretCommands::rotate,
                SecretCommands::status,
                SecretCommands::reseal);
        commands.put("api", Commands::api);
        commands.put("schema", StoreCommands::schema);
        commands.put("check-config", Serving::checkConfig);
        commands.put("doctor", Serving::doctor);
        commands.put("help", () -> help(terminal));
        commands.put("completion", () -> completion(terminal));
        return commands;
    }

    @SafeVarargs
    private static void group(
            Map<String, Supplier<CommandLine>> commands,
            String name,
            String description,
            Supplier<CommandLine>... inside) {
        commands.put(name, () -> {
            List<CommandLine> made = new ArrayList<>();
            for (Supplier<CommandLine> each : inside) {
                made.add(each.get());
            }
            return group(name, description, made.toArray(CommandLine[]::new));
        });
    }

    private static CommandLine group(String name, String description, CommandLine... commands) {
        CommandLine group = new CommandLine(new Group(name, description).spec);
        for (CommandLine command : commands) {
            group.addSubcommand(command);
        }
        String[] footer = commands[0].getCommandSpec().usageMessage().footer();
        group.getCommandSpec().usageMessage().footer(footer);
        return group;
    }

    /** Commands below a name, which alone is no command. */
    private static final class Group implements Runnable {
        private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);

        Group(String name, String description) {
            spec.name(name).usageMessage().description(description).synopsisSubcommandLabel("COMMAND");
        }

        @Override
        public void run() {
            throw new MissingCommand(spec.commandLine());
        }
    }

    /** Only the name of a group was given, or nothing. */
    private static final class MissingCommand extends CommandLine.ParameterException {
        private static final long serialVersionUID = 1L;

        MissingCommand(CommandLine group) {
            super(
                    group,
                    "Name a command: "
                            + String.join(", ", group.getSubcommands().keySet()));
        }
    }

    private static CommandLine help(Terminal terminal) {
        return CliCommand.named("help", "Print the help of a command, as its option --help does.")
                .examples("help", "help order list")
                .takes(Param.argument("COMMAND", "the words of the command")
                        .optional()
                        .repeated())
                .does(call -> {
                    CommandLine found = commandLine(terminal);
                    for (String word : call.list("COMMAND")) {
                        CommandLine next = found.getSubcommands().get(word);
                        if (next == null) {
                            throw Failure.usage(unknownCommand(found, word));
                        }
                        found = next;
                    }
                    found.usage(terminal.out());
                });
    }

    private static CommandLine completion(Terminal terminal) {
        return CliCommand.named(
                        "completion",
                        "Print a script for bash or zsh that completes commands and options with the Tab key.",
                        "Add the second line of the example to ~/.bashrc or ~/.zshrc.")
                .footer(
                        "%nExample:",
                        "  ./evidence completion bash > ~/.evidence-completion", "  source ~/.evidence-completion")
                .takes(Param.argument("SHELL", "bash or zsh"))
                .does(call -> {
                    // picocli's script is for both: in zsh it loads bashcompinit.
                    if (!List.of("bash", "zsh").contains(call.needed("SHELL"))) {
                        throw Failure.usage("SHELL must be bash or zsh");
                    }
                    terminal.out().println(AutoComplete.bash("evidence", commandLine(terminal)));
                });
    }

    private static void prepare(CommandLine commandLine, Terminal terminal) {
        Help.Ansi ansi = terminal.colours() ? Help.Ansi.ON : Help.Ansi.OFF;
        commandLine
                .setOut(writer(terminal.out()))
                .setErr(writer(terminal.err()))
                .setColorScheme(Help.defaultColorScheme(ansi))
                .setExecutionExceptionHandler((failure, failed, parsed) -> failed(failure, terminal))
                .setParameterExceptionHandler((failure, arguments) -> {
                    CommandLine failed = failure.getCommandLine();
                    terminal.tell(usageMessage(failure));
                    if (failure instanceof MissingCommand) {
                        failed.usage(failed.getErr());
                    } else {
                        String command = failed.getCommandSpec().qualifiedName();
                        terminal.tell("See ./" + command + " --help");
                    }
                    return ExitCode.USAGE;
                });
        prepareEach(commandLine, terminal);
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, stream.charset());
    }

    private static void prepareEach(CommandLine commandLine, Terminal terminal) {
        CommandSpec spec = commandLine.getCommandSpec();
        spec.mixinStandardHelpOptions(true);
        spec.versionProvider(() -> new String[] {Main.version()});
        UsageMessageSpec usage = spec.usageMessage();
        usage.exitCodeListHeading("%nExit codes:%n").width(Math.max(terminal.textWidth(), LEAST_HELP_WIDTH));
        if (usage.exitCodeList().isEmpty()) {
            usage.exitCodeList(ExitCode.meanings());
        }
        if (spec.userObject() instanceof CliCommand command) {
            command.on(terminal);
        }
        commandLine.getSubcommands().values().forEach(each -> prepareEach(each, terminal));
    }

    /**
     * Prints the failure and returns the exit code. An expected failure is printed as its message. Any other is a bug, and
     * is printed with its stack trace.
     */
    private static int failed(Exception failure, Terminal terminal) {
        int code = ExitCode.FAILED;
        switch (failure) {
            case Failure expected -> {
                terminal.tell(String.valueOf(expected.getMessage()));
                code = expected.exitCode();
            }
            case UnusableInput expected -> {
                terminal.tell(String.valueOf(expected.getMessage()));
                code = expected.isStarted() ? ExitCode.FAILED : ExitCode.USAGE;
            }
            case CannotStart expected -> terminal.tell(String.valueOf(expected.getMessage()));
            case FileSystemException file
            when file.getFile() != null -> terminal.tell("cannot use " + file.getFile() + ": " + FileError.cause(file));
            default -> failure.printStackTrace(terminal.err());
        }
        terminal.err().flush();
        return code;
    }

    private static final Pattern KEY = Pattern.compile("oe_(live|test)_\\w*");

    /** Returns what is wrong. It never repeats a value, because it can be a key, which must not be in a log. */
    private static String usageMessage(ParameterException failure) {
        return switch (failure) {
            case UnmatchedArgumentException unmatched -> unmatched(unmatched);
            default -> redacted(failure);
        };
    }

    private static String unmatched(UnmatchedArgumentException failure) {
        List<String> options = failure.getUnmatched().stream()
                .filter(argument -> argument.startsWith("-"))
                .map(Commands::optionName)
                .distinct()
                .toList();
        if (!options.isEmpty()) {
            String hint = options.contains("--key")
                    ? "; use --key-file with a file that contains the key, or set EVIDENCE_API_KEY"
                    : "";
            if (options.size() > 1) {
                return "Unknown options: " + String.join(", ", options) + hint;
            }
            String option = options.getFirst();
            Set<String> known =
                    failure.getCommandLine().getCommandSpec().optionsMap().keySet();
            boolean isLong = option.startsWith("--");
            return "Unknown option: " + option + (hint.isEmpty() && isLong ? DidYouMean.among(known, option) : hint);
        }
        boolean isGroup = !failure.getCommandLine().getSubcommands().isEmpty();
        return isGroup
                ? unknownCommand(
                        failure.getCommandLine(), failure.getUnmatched().getFirst())
                : "Too many arguments: " + failure.getUnmatched().size() + " more than expected";
    }

    /** Returns the message for an unknown command, with the likely one. A word that can be a secret is not repeated. */
    static String unknownCommand(CommandLine group, String word) {
        Set<String> commands = group.getSubcommands().keySet();
        boolean isWord = word.matches("[A-Za-z-]{1,30}");
        String likely = isWord ? likely(group, word) : "";
        String known = commands.isEmpty() ? "" : "; the commands are " + String.join(", ", commands);
        return "Unknown command" + (isWord ? ": " + word : "") + (likely.isEmpty() ? known : likely);
    }

    /** Returns a question with the commands that are meant: those of that name in the groups, or a similar one. */
    private static String likely(CommandLine group, String word) {
        List<String> below = group.getSubcommands().entrySet().stream()
                .filter(entry -> entry.getValue().getSubcommands().containsKey(word))
                .map(entry -> entry.getKey() + " " + word)
                .sorted()
                .toList();
        return below.isEmpty()
                ? DidYouMean.among(group.getSubcommands().keySet(), word)
                : "; did you mean " + String.join(" or ", below) + "?";
    }

    /** Returns an option without its value: the part before the equals sign, or the letter of a short option. */
    private static String optionName(String argument) {
        if (!argument.startsWith("--")) {
            return argument.substring(0, Math.min(2, argument.length()));
        }
        int equals = argument.indexOf('=');
        String name = equals < 0 ? argument : argument.substring(0, equals);
        return KEY.matcher(name).replaceAll("[redacted]");
    }

    private static String redacted(ParameterException failure) {
        return KEY.matcher(String.valueOf(failure.getMessage())).replaceAll("[redacted]");
    }

    private static final String STANDARD_INPUT = "-";

    private static CommandLine api() {
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
