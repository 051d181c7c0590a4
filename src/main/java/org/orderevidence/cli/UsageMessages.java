package org.orderevidence.cli;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.orderevidence.json.DidYouMean;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Error messages for wrong usage. They never repeat a value, because it can be a key, which must not be in a log. */
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

    /** Returns a question with the commands that are meant: one of this group, or the ones of that name in its groups. */
    private static String likely(CommandLine group, String word) {
        String near = DidYouMean.among(group.getSubcommands().keySet(), word);
        if (!near.isEmpty()) {
            return near;
        }
        List<String> below = group.getSubcommands().entrySet().stream()
                .filter(entry -> entry.getValue().getSubcommands().containsKey(word))
                .map(entry -> entry.getKey() + " " + word)
                .sorted()
                .toList();
        return below.isEmpty() ? "" : "; did you mean " + String.join(" or ", below) + "?";
    }

    /** Returns an option without its value: the part before the equals sign, or the letter of a short option. */
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
