package org.orderevidence.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.order.CoverageCommand;
import org.orderevidence.cli.order.ExplainCommands;
import org.orderevidence.cli.order.OrderCommands;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.upload.UploadCommands;
import org.orderevidence.integration.Connector;
import org.orderevidence.webhook.Platforms;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IVersionProvider;

/** The command tree that picocli describes, parses and runs. */
final class Commands {
    /** Least width that picocli accepts. */
    private static final int LEAST_HELP_WIDTH = 55;

    private Commands() {}

    /** Runs one command and returns its exit code. */
    static int run(Terminal terminal, String... args) {
        return commandLine(terminal, args).execute(args);
    }

    /** Returns the tree of all commands. */
    static CommandLine commandLine(Terminal terminal) {
        return commandLine(terminal, commands(terminal));
    }

    /** Builds only the command that is called. Building all of them takes longer than most of them run. */
    private static CommandLine commandLine(Terminal terminal, String... args) {
        Map<String, Supplier<Object>> commands = commands(terminal);
        if (args.length > 0 && commands.containsKey(args[0])) {
            commands.keySet().retainAll(Set.of(args[0]));
        }
        return commandLine(terminal, commands);
    }

    private static CommandLine commandLine(Terminal terminal, Map<String, Supplier<Object>> commands) {
        CommandLine root = new CommandLine(new Evidence());
        commands.forEach((name, command) -> root.addSubcommand(name, command.get()));
        prepare(root, terminal);
        return root;
    }

    /** Returns all commands by name, in the order of the help. */
    private static Map<String, Supplier<Object>> commands(Terminal terminal) {
        Map<String, Supplier<Object>> commands = new LinkedHashMap<>();
        commands.put("serve", () -> Serving.command(terminal));
        commands.put("demo", () -> new DemoCommand(terminal));
        commands.put(
                "account",
                () -> group(
                        "account",
                        "Create and list accounts (merchants) and their profiles.",
                        AccountCommands.create(terminal),
                        AccountCommands.list(terminal),
                        group(
                                "profile",
                                "Show and change the profile of an account.",
                                AccountCommands.showProfile(terminal),
                                AccountCommands.setProfile(terminal))));
        commands.put(
                "key",
                () -> group("key", "Create, list, rotate, revoke and import API keys.", (Object[])
                        KeyCommands.of(terminal)));
        commands.put(
                "integration",
                () -> group(
                        "integration",
                        "Connect " + Platforms.list(Connector.About::title, "and")
                                + ", and see what their webhooks became.",
                        IntegrationCommands.add(terminal),
                        IntegrationCommands.list(terminal),
                        IntegrationCommands.status(terminal),
                        IntegrationCommands.rotate(terminal),
                        IntegrationCommands.replay(terminal),
                        IntegrationCommands.tasks(terminal),
                        IntegrationCommands.remove(terminal)));
        commands.put(
                "import",
                () -> group(
                        "import",
                        "Import the history of " + Platforms.list(Connector.About::title, "or") + " from a file.",
                        Platforms.all().stream()
                                .map(platform -> ImportCommand.of(terminal, platform))
                                .toArray()));
        commands.put("track", () -> OrderCommands.track(terminal));
        commands.put(
                "sightings",
                () -> group(
                        "sightings",
                        "Upload sightings (customers seen at IP addresses) in bulk.",
                        UploadCommands.sightings(terminal)));
        commands.put(
                "order",
                () -> group(
                        "order",
                        "Show, list and change orders.",
                        ExplainCommands.get(terminal),
                        OrderCommands.list(terminal),
                        OrderCommands.search(terminal),
                        OrderCommands.refund(terminal),
                        OrderCommands.receiptLink(terminal),
                        group(
                                "dispute",
                                "Record and list disputes of an order.",
                                OrderCommands.addDispute(terminal),
                                OrderCommands.listDisputes(terminal)),
                        group(
                                "fraud-report",
                                "Record fraud reports of an order.",
                                OrderCommands.addFraudReport(terminal))));
        commands.put("explain", () -> ExplainCommands.explain(terminal));
        commands.put("coverage", () -> CoverageCommand.of(terminal));
        commands.put("orders", () -> group("orders", "Upload orders in bulk.", UploadCommands.orders(terminal)));
        commands.put(
                "store",
                () -> group(
                        "store",
                        "Copy, verify, show and back up the store.",
                        StoreCommands.copy(terminal),
                        StoreCommands.verify(terminal),
                        StoreCommands.show(terminal),
                        StoreCommands.backup(terminal)));
        commands.put(
                "secret",
                () -> group(
                        "secret",
                        "Add, list and apply the keys that encrypt the store.",
                        SecretCommands.rotate(terminal),
                        SecretCommands.status(terminal),
                        SecretCommands.reseal(terminal)));
        commands.put("api", () -> ApiCommand.of(terminal));
        commands.put("schema", () -> StoreCommands.schema(terminal));
        commands.put("check-config", () -> Serving.checkConfig(terminal));
        commands.put("help", () -> HelpCommands.help(terminal, () -> commandLine(terminal)));
        commands.put("completion", () -> HelpCommands.completion(terminal, () -> commandLine(terminal)));
        return commands;
    }

    private static CommandLine group(String name, String description, Object... commands) {
        CommandLine group = new CommandLine(new Group());
        group.setCommandName(name);
        group.getCommandSpec().usageMessage().description(description);
        for (Object command : commands) {
            group.addSubcommand(command);
        }
        CommandLine first = group.getSubcommands().values().iterator().next();
        String[] footer = first.getCommandSpec().usageMessage().footer();
        group.getCommandSpec().usageMessage().footer(footer);
        return group;
    }

    private static void prepare(CommandLine commandLine, Terminal terminal) {
        Help.Ansi ansi = terminal.colours() ? Help.Ansi.ON : Help.Ansi.OFF;
        commandLine
                .setOut(writer(terminal.out()))
                .setErr(writer(terminal.err()))
                .setColorScheme(Help.defaultColorScheme(ansi))
                .setExecutionExceptionHandler((failure, failed, parsed) -> FailedCommand.tell(failure, terminal))
                .setParameterExceptionHandler((failure, arguments) -> {
                    CommandLine failed = failure.getCommandLine();
                    terminal.tell(UsageMessages.of(failure));
                    if (failure instanceof MissingCommand) {
                        failed.usage(failed.getErr());
                    } else {
                        String command = failed.getCommandSpec().qualifiedName();
                        terminal.tell("See ./" + command + " --help");
                    }
                    return ExitCode.USAGE;
                });
        prepareHelp(commandLine, terminal.textWidth());
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, stream.charset());
    }

    private static void prepareHelp(CommandLine commandLine, int width) {
        CommandLine.Model.CommandSpec spec = commandLine.getCommandSpec();
        if (spec.findOption("--help") == null) {
            spec.mixinStandardHelpOptions(true);
        }
        spec.versionProvider(new Version());
        CommandLine.Model.UsageMessageSpec usage = spec.usageMessage();
        usage.exitCodeListHeading("%nExit codes:%n").width(Math.max(width, LEAST_HELP_WIDTH));
        if (usage.exitCodeList().isEmpty()) {
            usage.exitCodeList(ExitCode.meanings());
        }
        for (Map.Entry<String, CommandLine> sub : commandLine.getSubcommands().entrySet()) {
            prepareHelp(sub.getValue(), width);
        }
    }

    @Command(
            name = "evidence",
            description =
                    "Store a merchant's orders. Show whether the merchant could defeat a fraud dispute on them, and why.",
            synopsisSubcommandLabel = "COMMAND",
            footer = {
                "%nExamples:",
                "  ./evidence demo",
                "  ./evidence serve",
                "  ./evidence orders upload orders.ndjson",
                "  ./evidence order get A-1001"
            })
    private static final class Evidence implements Runnable {
        @CommandLine.Spec
        private CommandLine.Model.@Nullable CommandSpec spec;

        @Override
        public void run() {
            throw missingCommand(spec);
        }
    }

    @Command(synopsisSubcommandLabel = "COMMAND")
    private static final class Group implements Runnable {
        @CommandLine.Spec
        private CommandLine.Model.@Nullable CommandSpec spec;

        @Override
        public void run() {
            throw missingCommand(spec);
        }
    }

    private static MissingCommand missingCommand(CommandLine.Model.@Nullable CommandSpec spec) {
        if (spec == null) {
            throw new IllegalStateException("picocli sets it");
        }
        return new MissingCommand(
                spec.commandLine(), String.join(", ", spec.subcommands().keySet()));
    }

    /** Only the name of a group was given, or nothing. */
    private static final class MissingCommand extends CommandLine.ParameterException {
        private static final long serialVersionUID = 1L;

        MissingCommand(CommandLine group, String commands) {
            super(group, "Name a command: " + commands);
        }
    }

    private static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {ProgramVersion.text()};
        }
    }
}
