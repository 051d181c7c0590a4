package org.orderevidence.cli.terminal;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.installation.Setting;

/**
 * A parameter of a command: an option, or an argument without a name.
 *
 * @param name of an option, with its dashes; label of an argument
 * @param type of its value; those of lists and maps are texts
 * @param field of the body or the query of the request that it becomes; {@code null} if it becomes none
 * @param setting that it becomes; {@code null} if it becomes none
 */
public record Param(
        String name,
        String label,
        List<String> description,
        Class<?> type,
        boolean isRequired,
        @Nullable String preset,
        @Nullable String field,
        @Nullable Setting setting,
        @Nullable String separator) {
    /** What selects the account and the mode, which the key decides with {@code --url}. */
    private static final Set<String> SELECTING = Set.of("ACCOUNT", "--account", "--test");

    private static final Set<String> FILES = Set.of("FILE", "FOLDER");
    private static final String MORE = "...";

    private static final Pattern FORM =
            Pattern.compile("(?:--[a-z0-9-]+(?: [A-Z<]\\S*)?|[A-Z_]+|\\[[A-Z_]+(?:\\.{3})?])"
                    + "(?: (?:=\\S*|[>@]\\S+|int|required))*: \\S.*");

    public static final Param JSON = of("--json: print JSON");

    public static final Param JSON_ANSWER = of("--json: print the JSON response of the service");

    /** The account of a command on keys or integrations. */
    public static final Param ACCOUNT = of(
            "--account ID: ID of the account (default: " + Accounts.FIRST_ACCOUNT + "); with --url, the key decides");

    /**
     * Reads a declaration, such as {@code --per N int =10 >per: orders per page}. Before the colon come the name, the label of
     * the value (unless the option is a flag), and marks:
     *
     * <ul>
     *   <li>{@code =} and the default value, which the help states
     *   <li>{@code >} and the field of the request that gets the value
     *   <li>{@code @} and the setting that gets the value
     *   <li>{@code int} if the value is a number, {@code required} if the option cannot be left out
     * </ul>
     *
     * An argument in brackets can be left out. Three dots at the end of a label mean that the parameter can be repeated, and a
     * comma before the dots that commas can also separate its values. A label such as {@code NAME=VALUE} stands for a name and
     * a value.
     *
     * @throws IllegalArgumentException if the declaration has another form, or names a setting that does not exist
     */
    public static Param of(String declaration) {
        if (!FORM.matcher(declaration).matches()) {
            throw new IllegalArgumentException("write a parameter like --per N int =10: orders per page, not like \""
                    + declaration + "\"; Param.of lists the marks");
        }
        String[] parts = declaration.split(": ", 2);
        List<String> words = List.of(parts[0].split(" ", -1));
        String name = words.getFirst().replaceAll("[\\[\\].]", "");
        boolean isOption = name.startsWith("-");
        boolean isFlag = isOption && (words.size() == 1 || words.get(1).startsWith(">"));
        String label = isFlag ? "" : words.get(isOption ? 1 : 0);
        String shown = isOption ? label.replaceFirst(",?\\.{3}$", "") : name;
        String preset = marked(words, "=");
        boolean isTold = preset != null && !preset.isEmpty() && !preset.startsWith("$");
        Class<?> type;
        if (isFlag) {
            type = boolean.class;
        } else if (label.contains(MORE)) {
            type = List.class;
        } else if (label.contains("=")) {
            type = Map.class;
        } else if (words.contains("int")) {
            type = Integer.class;
        } else {
            type = isOption && FILES.contains(label) ? Path.class : String.class;
        }
        return new Param(
                name,
                shown,
                List.of((parts[1] + (isTold ? " (default: ${DEFAULT-VALUE})" : "")).split("%n", -1)),
                type,
                isOption ? words.contains("required") : !label.startsWith("["),
                preset,
                marked(words, ">"),
                setting(marked(words, "@")),
                label.endsWith("," + MORE) ? "," : null);
    }

    private static @Nullable Setting setting(@Nullable String key) {
        return key == null
                ? null
                : Stream.of(Setting.values())
                        .filter(setting -> setting.key().equals(key))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("there is no setting " + key));
    }

    private static @Nullable String marked(List<String> words, String mark) {
        return words.stream()
                .filter(word -> word.startsWith(mark))
                .map(word -> word.substring(1))
                .findFirst()
                .orElse(null);
    }

    /** Reads declarations, one a line. */
    public static Param[] all(String declarations) {
        return declarations.lines().map(Param::of).toArray(Param[]::new);
    }

    boolean selects() {
        return SELECTING.contains(name);
    }

    public boolean isOption() {
        return name.startsWith("-");
    }
}
