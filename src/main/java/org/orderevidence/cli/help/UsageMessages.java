package org.orderevidence.cli.help;

import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Error messages for unknown arguments. They never repeat a value: it may be a key, which must not be in a log. */
public final class UsageMessages {
    private static final Pattern KEY = Pattern.compile("oe_(live|test)_\\w*");

    private UsageMessages() {}

    /** Returns what is wrong, in one line. */
    public static String of(ParameterException failure) {
        return switch (failure) {
            case UnmatchedArgumentException unmatched -> unmatched(unmatched);
            default -> redacted(failure);
        };
    }

    private static String unmatched(UnmatchedArgumentException failure) {
        List<String> options = failure.getUnmatched().stream()
                .filter(argument -> argument.startsWith("-"))
                .map(UsageMessages::name)
                .distinct()
                .toList();
        if (!options.isEmpty()) {
            String hint = options.contains("--key")
                    ? "; use --key-file with a file that contains the key, or set EVIDENCE_API_KEY"
                    : "";
            return (options.size() == 1 ? "Unknown option: " : "Unknown options: ") + String.join(", ", options) + hint;
        }
        boolean isGroup = !failure.getCommandLine().getSubcommands().isEmpty();
        // If a command is expected, the message lists similar commands.
        return isGroup
                ? redacted(failure)
                : "Too many arguments: " + failure.getUnmatched().size() + " more than expected";
    }

    /** An option without its value: up to the equals sign, and of a short option only its letter. */
    private static String name(String argument) {
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
