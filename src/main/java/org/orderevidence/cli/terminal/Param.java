package org.orderevidence.cli.terminal;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
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

    public static final Param JSON = flag("--json", "print JSON");

    public static final Param JSON_ANSWER = flag("--json", "print the JSON response of the service");

    /** The account of a command on keys or integrations. */
    public static final Param ACCOUNT = option(
            "--account",
            "ID",
            "ID of the account (default: " + Accounts.FIRST_ACCOUNT + "); with --url, the key decides");

    private static final Pattern DASH = Pattern.compile("-+([a-z])");

    public static Param option(String name, String label, String... description) {
        return new Param(name, label, List.of(description), String.class, false, null, null, null, null);
    }

    /** Returns an option that becomes the field of its name: {@code --opened-at} becomes {@code openedAt}. */
    public static Param sent(String name, String label, String description) {
        return option(name, label, description)
                .field(DASH.matcher(name.substring(2))
                        .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT)));
    }

    public static Param setting(Setting setting, String name, String label, String... description) {
        return new Param(name, label, List.of(description), String.class, false, null, null, setting, null);
    }

    public static Param number(String name, String label, String description) {
        return option(name, label, description).as(Integer.class);
    }

    public static Param file(String name, String label, String... description) {
        return option(name, label, description).as(Path.class);
    }

    public static Param list(String name, String label, String description) {
        return option(name, label, description).as(List.class);
    }

    /** Returns an option with a name and a value that can be repeated. */
    public static Param pairs(String name, String label, String description) {
        return option(name, label, description).as(Map.class);
    }

    /** Returns an option without a value. */
    public static Param flag(String name, String description) {
        return option(name, "", description).as(boolean.class);
    }

    public static Param argument(String label, String description) {
        return option(label, label, description).required();
    }

    /** Returns the same that can be left out. */
    public Param optional() {
        return new Param(name, label, description, type, false, preset, field, setting, separator);
    }

    public Param required() {
        return new Param(name, label, description, type, true, preset, field, setting, separator);
    }

    /** Returns the same for several values. */
    public Param repeated() {
        return as(List.class);
    }

    Param as(Class<?> other) {
        return new Param(name, label, description, other, isRequired, preset, field, setting, separator);
    }

    public Param or(String value) {
        return new Param(name, label, description, type, isRequired, value, field, setting, separator);
    }

    /** Returns the same for a list whose values can be separated by commas. */
    public Param separated() {
        return new Param(name, label, description, List.class, isRequired, preset, field, setting, ",");
    }

    /** Returns the same that becomes a field of the body or the query of a request. */
    public Param field(String other) {
        return new Param(name, label, description, type, isRequired, preset, other, setting, separator);
    }

    boolean selects() {
        return SELECTING.contains(name);
    }

    public boolean isOption() {
        return name.startsWith("-");
    }
}
