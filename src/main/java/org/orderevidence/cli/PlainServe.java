package org.orderevidence.cli;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.orderevidence.settings.Config;
import org.orderevidence.settings.Setting;

/**
 * Reads {@code serve} with the plainest of options without the library for command lines: to describe its own commands
 * takes that a fifth of a start (docs/decisions/0010). Whatever is not plain, above all what is wrong, is left to the
 * library, which knows the help and the words for it.
 */
final class PlainServe {
    /** The settings that are options of their own, by the option's name. */
    private static final Map<String, Setting> OPTIONS = List.of(
                    Setting.HOST,
                    Setting.PORT,
                    Setting.DATA,
                    Setting.STORE,
                    Setting.SECRET_FILE,
                    Setting.LOG_FORMAT,
                    Setting.LOG_LEVEL)
            .stream()
            .collect(Collectors.toMap(setting -> "--" + setting.key().replace('.', '-'), Function.identity()));

    /** Names a file of settings. */
    private static final String CONFIG_VARIABLE = "EVIDENCE_CONFIG";

    private PlainServe() {}

    /** The settings, or what is wrong with them; empty when the library has to look at the arguments. */
    static Optional<Config.Reading> read(String[] args, Map<String, String> environment) {
        if (args.length == 0 || !args[0].equals("serve") || environment.containsKey(CONFIG_VARIABLE)) {
            return Optional.empty();
        }
        Deque<String> rest = new ArrayDeque<>(Arrays.asList(args).subList(1, args.length));
        Map<String, String> flags = new LinkedHashMap<>();
        while (!rest.isEmpty()) {
            String arg = rest.pop();
            int equals = arg.indexOf('=');
            Setting setting = OPTIONS.get(equals < 0 ? arg : arg.substring(0, equals));
            String value = equals < 0 ? rest.poll() : arg.substring(equals + 1);
            if (setting == null || value == null || !isPlain(value) || flags.put(setting.key(), value) != null) {
                return Optional.empty();
            }
        }
        return Optional.of(Config.read(null, environment, flags));
    }

    /** To the library, what begins with a dash may be an option, and with an at sign a file of options. */
    private static boolean isPlain(String value) {
        return !value.isEmpty() && "-@\"'".indexOf(value.charAt(0)) < 0;
    }
}
