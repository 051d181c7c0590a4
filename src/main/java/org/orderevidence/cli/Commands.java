package org.orderevidence.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Failure.ExitCode;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.installation.CannotStart;
import org.orderevidence.json.DidYouMean;
import org.orderevidence.process.FileError;
import org.orderevidence.upload.UnusableInput;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Describes, parses and runs the commands with picocli, which only this class knows. */
final class Commands {
    /** Least width that picocli accepts. */
    private static final int LEAST_HELP_WIDTH = 55;

    private Commands() {}

    static int run(Terminal terminal, String... args) {
        return commandLine(terminal, args).execute(args);
    }

    static CommandLine commandLine(Terminal terminal) {
        return commandLine(terminal, CommandTree.commands());
    }

    /** Describes only the command that is called. Describing all of them takes longer than most of them run. */
    private static CommandLine commandLine(Terminal terminal, String... args) {
        List<CliCommand> commands = CommandTree.commands();
        List<CliCommand> called = commands.stream()
                .filter(command -> args.length > 0 && command.name().equals(args[0]))
                .toList();
        return commandLine(terminal, called.isEmpty() ? commands : called);
    }

    private static CommandLine commandLine(Terminal terminal, List<CliCommand> commands) {
        CliCommand root = CliCommand.group(
                        "evidence",
                        "Store a merchant's orders. Show whether the merchant could defeat a fraud dispute on them,"
                                + " and why.",
                        commands.toArray(CliCommand[]::new))
                .examples(List.of("$ demo", "$ serve", "$ orders upload orders.ndjson", "$ order get A-1001"));
        Help.Ansi ansi = terminal.colours() ? Help.Ansi.ON : Help.Ansi.OFF;
        return new CommandLine(spec(root, terminal))
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
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(stream, true, stream.charset());
    }

    private static CommandSpec spec(CliCommand command, Terminal terminal) {
        Run run = new Run(command, terminal);
        CommandSpec spec = run.spec.name(command.name());
        spec.mixinStandardHelpOptions(true);
        spec.versionProvider(() -> new String[] {Main.version()});
        UsageMessageSpec usage = spec.usageMessage()
                .description(command.description().toArray(String[]::new))
                .footer(command.footer().toArray(String[]::new))
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(
                        command.exits().isEmpty()
                                ? ExitCode.meanings()
                                : UsageMessageSpec.keyValuesMap(command.exits().toArray(String[]::new)))
                .width(Math.max(terminal.textWidth(), LEAST_HELP_WIDTH));
        for (List<Param> together : command.together()) {
            if (together.size() == 1) {
                spec.add(argument(
                        together.getFirst(), spec.positionalParameters().size()));
            } else {
                ArgGroupSpec.Builder group = ArgGroupSpec.builder().exclusive(false);
                together.forEach(param -> group.addArg(argument(param, 0)));
                spec.addArgGroup(group.build());
            }
        }
        for (CliCommand inside : command.inside()) {
            usage.synopsisSubcommandLabel("COMMAND");
            spec.addSubcommand(inside.name(), spec(inside, terminal));
        }
        return spec;
    }

    private static ArgSpec argument(Param param, int place) {
        String[] description = param.description().toArray(String[]::new);
        Class<?> type = param.type();
        Class<?>[] parts = type == Map.class
                ? new Class<?>[] {String.class, String.class}
                : new Class<?>[] {type == List.class ? String.class : type};
        if (!param.isOption()) {
            return PositionalParamSpec.builder()
                    .index(type == List.class ? place + "..*" : Integer.toString(place))
                    .required(param.isRequired())
                    .arity(param.isRequired() ? "1" : type == List.class ? "0..*" : "0..1")
                    .paramLabel(param.label())
                    .description(description)
                    .type(type)
                    .auxiliaryTypes(parts)
                    .build();
        }
        OptionSpec.Builder option = OptionSpec.builder(param.name())
                .required(param.isRequired())
                .description(description)
                .type(type)
                .auxiliaryTypes(parts)
                .arity(type == boolean.class ? "0" : "1")
                .defaultValue(param.preset())
                .splitRegex(param.separator() == null ? "" : param.separator());
        return (type == boolean.class ? option : option.paramLabel(param.label())).build();
    }

    /** Runs a command with what picocli has parsed. */
    private static final class Run implements Callable<Integer> {
        private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
        private final CliCommand command;
        private final Terminal terminal;

        Run(CliCommand command, Terminal terminal) {
            this.command = command;
            this.terminal = terminal;
        }

        @Override
        public Integer call() throws IOException, InterruptedException {
            if (!command.inside().isEmpty()) {
                throw new MissingCommand(spec.commandLine());
            }
            Map<String, Object> values = new HashMap<>();
            for (ArgSpec argument : spec.args()) {
                Object value = argument.getValue();
                if (value != null) {
                    values.put(
                            argument instanceof OptionSpec option ? option.longestName() : argument.paramLabel(),
                            value);
                }
            }
            return command.run(
                    terminal, values, spec.root().commandLine().getParseResult().originalArgs());
        }
    }

    /** Only the name of a group was given, or nothing. */
    private static final class MissingCommand extends CommandLine.ParameterException {
        private static final long serialVersionUID = 1L;

        MissingCommand(CommandLine group) {
            super(group, "Name one of these commands.");
        }
    }

    /** Prints the help of the command with these words. */
    static void printHelp(Terminal terminal, List<String> words) {
        CommandLine found = commandLine(terminal);
        for (String word : words) {
            CommandLine next = found.getSubcommands().get(word);
            if (next == null) {
                throw Failure.usage(unknownCommand(found, word));
            }
            found = next;
        }
        found.usage(terminal.out());
    }

    static String completionScript(Terminal terminal) {
        return AutoComplete.bash("evidence", commandLine(terminal));
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
}
