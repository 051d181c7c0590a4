package org.orderevidence.cli;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.order.CoverageCommand;
import org.orderevidence.cli.order.DisputeAddCommand;
import org.orderevidence.cli.order.DisputeListCommand;
import org.orderevidence.cli.order.ExplainCommand;
import org.orderevidence.cli.order.FraudReportAddCommand;
import org.orderevidence.cli.order.OrderGetCommand;
import org.orderevidence.cli.order.OrderListCommand;
import org.orderevidence.cli.order.OrderReceiptLinkCommand;
import org.orderevidence.cli.order.OrderRefundCommand;
import org.orderevidence.cli.order.OrderSearchCommand;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.upload.OrdersUploadCommand;
import org.orderevidence.cli.upload.SightingsUploadCommand;
import org.orderevidence.cli.upload.TrackCommand;
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
        commands.put("serve", () -> new ServeCommand(terminal));
        commands.put("demo", () -> new DemoCommand(terminal));
        commands.put(
                "account",
                () -> group(
                        "account",
                        "Create and list accounts (merchants) and their profiles.",
                        new AccountCreateCommand(terminal),
                        new AccountListCommand(terminal),
                        group(
                                "profile",
                                "Show and change the profile of an account.",
                                new ProfileShowCommand(terminal),
                                new ProfileSetCommand(terminal))));
        commands.put(
                "key",
                () -> group(
                        "key",
                        "Create, list, rotate, revoke and import API keys.",
                        new KeyCreateCommand(terminal),
                        new KeyListCommand(terminal),
                        new KeyRotateCommand(terminal),
                        new KeyRevokeCommand(terminal),
                        new KeyImportCommand(terminal)));
        commands.put(
                "integration",
                () -> group(
                        "integration",
                        "Connect " + Platforms.list(Connector::title, "and") + ", and see what their webhooks became.",
                        IntegrationAddCommand.of(terminal),
                        new IntegrationListCommand(terminal),
                        new IntegrationStatusCommand(terminal),
                        new IntegrationRotateCommand(terminal),
                        new IntegrationReplayCommand(terminal),
                        new IntegrationTasksCommand(terminal),
                        new IntegrationRemoveCommand(terminal)));
        commands.put(
                "import",
                () -> group(
                        "import",
                        "Import the history of " + Platforms.list(Connector::title, "or") + " from a file.",
                        Platforms.all().stream()
                                .map(platform -> ImportCommand.of(terminal, platform))
                                .toArray()));
        commands.put("track", () -> new TrackCommand(terminal));
        commands.put(
                "sightings",
                () -> group(
                        "sightings",
                        "Upload sightings (customers seen at IP addresses) in bulk.",
                        new SightingsUploadCommand(terminal)));
        commands.put(
                "order",
                () -> group(
                        "order",
                        "Show, list and change orders.",
                        new OrderGetCommand(terminal),
                        new OrderListCommand(terminal),
                        new OrderSearchCommand(terminal),
                        new OrderRefundCommand(terminal),
                        new OrderReceiptLinkCommand(terminal),
                        group(
                                "dispute",
                                "Record and list disputes of an order.",
                                new DisputeAddCommand(terminal),
                                new DisputeListCommand(terminal)),
                        group(
                                "fraud-report",
                                "Record fraud reports of an order.",
                                new FraudReportAddCommand(terminal))));
        commands.put("explain", () -> new ExplainCommand(terminal));
        commands.put("coverage", () -> new CoverageCommand(terminal));
        commands.put("orders", () -> group("orders", "Upload orders in bulk.", new OrdersUploadCommand(terminal)));
        commands.put(
                "store",
                () -> group(
                        "store",
                        "Copy, verify, show and back up the store.",
                        new StoreCopyCommand(terminal),
                        new StoreVerifyCommand(terminal),
                        new StoreShowCommand(terminal),
                        new StoreBackupCommand(terminal)));
        commands.put(
                "secret",
                () -> group(
                        "secret",
                        "Add, list and apply the keys that encrypt the store.",
                        new SecretRotateCommand(terminal),
                        new SecretStatusCommand(terminal),
                        new SecretResealCommand(terminal)));
        commands.put("schema", () -> new SchemaCommand(terminal));
        commands.put("check-config", () -> new CheckConfigCommand(terminal));
        commands.put("help", () -> new HelpCommand(terminal, () -> commandLine(terminal)));
        commands.put("completion", () -> new CompletionCommand(terminal, () -> commandLine(terminal)));
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
