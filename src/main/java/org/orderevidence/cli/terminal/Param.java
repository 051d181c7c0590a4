package org.orderevidence.cli.terminal;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * A parameter of a command: an option, or an argument without a name.
 *
 * @param name of an option, with its dashes; label of an argument
 * @param label of its value
 * @param type of its value
 * @param preset value if none is given; {@code null} for none
 * @param field of the request that it becomes; {@code null} if it becomes none
 * @param separator of several values in one text; {@code null} if there is none
 * @param selects true if it selects the account or the mode, which the key decides with {@code --url}
 */
public record Param(
        String name,
        String label,
        List<String> description,
        Class<?> type,
        boolean isRequired,
        @Nullable String preset,
        @Nullable String field,
        @Nullable String separator,
        boolean selects) {
    public static final Param JSON = flag("--json", "print JSON");

    /** The account of a command on keys or integrations. */
    public static final Param ACCOUNT = option(
                    "--account",
                    "ID",
                    "ID of the account (default: " + Accounts.FIRST_ACCOUNT + "); with --url, the key decides")
            .selecting();

    public Param {
        description = List.copyOf(description);
    }

    /** Returns an option with a text. */
    public static Param option(String name, String label, String... description) {
        return new Param(name, label, List.of(description), String.class, false, null, null, null, false);
    }

    /** Returns an option without a value. */
    public static Param flag(String name, String description) {
        return option(name, "", description).as(boolean.class);
    }

    /** Returns an argument that must be given. */
    public static Param argument(String label, String description) {
        return option(label, label, description).required();
    }

    /** Returns the same that can be left out. */
    public Param optional() {
        return new Param(name, label, description, type, false, preset, field, separator, selects);
    }

    public Param required() {
        return new Param(name, label, description, type, true, preset, field, separator, selects);
    }

    /** Returns the same for values of another type. Those of lists and maps are texts. */
    public Param as(Class<?> other) {
        return new Param(name, label, description, other, isRequired, preset, field, separator, selects);
    }

    /** Returns the same with a value if none is given. */
    public Param or(String value) {
        return new Param(name, label, description, type, isRequired, value, field, separator, selects);
    }

    /** Returns the same for a list whose values can be separated by commas. */
    public Param separated() {
        return new Param(name, label, description, List.class, isRequired, preset, field, ",", selects);
    }

    /** Returns the same that becomes a field of the body or the query of a request. */
    public Param field(String other) {
        return new Param(name, label, description, type, isRequired, preset, other, separator, selects);
    }

    /** Returns the same that selects the account or the mode. */
    public Param selecting() {
        return new Param(name, label, description, type, isRequired, preset, field, separator, true);
    }

    boolean isOption() {
        return name.startsWith("-");
    }

    /**
     * Returns it as picocli needs it, for one command.
     *
     * @param place of an argument
     */
    ArgSpec spec(int place) {
        String[] meaning = description.toArray(String[]::new);
        Class<?>[] parts = type == Map.class
                ? new Class<?>[] {String.class, String.class}
                : new Class<?>[] {type == List.class ? String.class : type};
        if (!isOption()) {
            return PositionalParamSpec.builder()
                    .index(type == List.class ? place + "..*" : Integer.toString(place))
                    .required(isRequired)
                    .arity(isRequired ? "1" : type == List.class ? "0..*" : "0..1")
                    .paramLabel(label)
                    .description(meaning)
                    .type(type)
                    .auxiliaryTypes(parts)
                    .build();
        }
        OptionSpec.Builder option = OptionSpec.builder(name)
                .required(isRequired)
                .description(meaning)
                .type(type)
                .auxiliaryTypes(parts)
                .arity(type == boolean.class ? "0" : "1")
                .defaultValue(preset)
                .splitRegex(separator == null ? "" : separator);
        return (type == boolean.class ? option : option.paramLabel(label)).build();
    }
}
