package org.orderevidence.cli.terminal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.orderevidence.installation.Setting;

/** A command as a declaration: its help, its parameters, where it works, and what it does. */
public final class CliCommand {
    /** What the commands that work on an installation have: where it is. */
    private static final Param[] LOCATION = {
        Param.file("--config", "FILE", "settings file in Java properties format (environment: EVIDENCE_CONFIG)")
                .or("${env:EVIDENCE_CONFIG}"),
        Param.setting(Setting.DATA, "--data", "FOLDER", "data folder (default: ./data)"),
        Param.setting(Setting.STORE, "--store", "URL", "store URL (default: sqlite:<data>/evidence.db)")
    };

    private static final Param SECRET_FILE = Param.setting(
                    Setting.SECRET_FILE, "--secret-file", "FILE", "file with the secret (default: <data>/secret)")
            .as(Path.class);

    private static final Param SET =
            Param.pairs("--set", "NAME=VALUE", "set a setting by its name in check-config; repeatable");

    private static final Param SET_ALL = Param.pairs(
            "--set", "NAME=VALUE", "set a setting by its name in check-config, such as secret-file; repeatable");

    private static final Param URL = Param.option("--url", "URL", "use the service at this URL, not the store");

    private static final Param KEY_FILE = Param.file(
            "--key-file",
            "FILE",
            "with --url: file with an admin key (environment: the key itself in EVIDENCE_API_KEY; default:"
                    + " <data>/first-key)");

    private final String name;
    private final List<String> description;
    private final List<CliCommand> inside = new ArrayList<>();
    private final List<List<Param>> params = new ArrayList<>();
    private List<String> footer = List.of();
    private List<String> exits = List.of();
    private boolean isOnService;
    private @Nullable Spaces spaces;
    private @Nullable Action action;

    @FunctionalInterface
    public interface Action {
        /** Does it. An exit code other than 0 is that of a {@link Failure}, or of {@link Call#exit}. */
        void run(Call call) throws IOException, InterruptedException;
    }

    private CliCommand(String name, List<String> description) {
        this.name = name;
        this.description = description;
    }

    /** Starts a declaration with the name of a command and the paragraphs that describe it. */
    public static CliCommand named(String name, String... description) {
        return new CliCommand(name, List.of(description));
    }

    /** Returns commands below a name, which alone is no command. Its help has the examples of the first. */
    public static CliCommand group(String name, String description, CliCommand... inside) {
        CliCommand group = named(name, description);
        group.inside.addAll(List.of(inside));
        group.footer = inside[0].footer;
        return group;
    }

    /** Adds the lines at the end of the help. */
    public CliCommand footer(String... lines) {
        footer = List.of(lines);
        return this;
    }

    /** Adds examples at the end of the help, each as its words. A line that starts with a space stays as it is. */
    public CliCommand examples(String... lines) {
        if (lines.length == 1) {
            return footer("%nExample: ./evidence " + lines[0]);
        }
        footer = new ArrayList<>(List.of("%nExamples:"));
        for (String line : lines) {
            footer.add(line.startsWith(" ") ? line : "  ./evidence " + line);
        }
        return this;
    }

    /** Replaces the exit codes in the help, each as code and meaning. */
    public CliCommand exits(String... codes) {
        exits = List.of(codes);
        return this;
    }

    /** Adds parameters. Arguments have the order in which they are added. */
    public CliCommand takes(Param... more) {
        for (Param param : more) {
            params.add(List.of(param));
        }
        return this;
    }

    /** Adds options that must be given together, or not at all. */
    public CliCommand takesTogether(Param... more) {
        params.add(Stream.of(more).map(Param::required).toList());
        return this;
    }

    /** Lets the command call a service: that of {@code --url}, or the usual one. */
    public CliCommand onService() {
        isOnService = true;
        return takes(Client.OPTIONS);
    }

    /** Lets the command work on an installation that it opens. */
    public CliCommand onInstallation() {
        return takes(LOCATION).takes(SECRET_FILE, SET);
    }

    /** The same for a command that is about an account. */
    public CliCommand onInstallation(Spaces selected) {
        spaces = selected;
        return onInstallation();
    }

    /** Lets the command call the interface of an installation that it opens, or with {@code --url} of a service. */
    public CliCommand onInterface(Spaces selected) {
        return onInstallation(selected).takes(URL, KEY_FILE);
    }

    /** The same for commands whose option {@code --secret-file} names the secret of a platform. */
    public CliCommand onInterfaceWithSecret(Spaces selected) {
        spaces = selected;
        return onStore().takes(URL, KEY_FILE);
    }

    /** As {@link #onInstallation()}, without an option for the secret of the store. */
    public CliCommand onStore() {
        return takes(LOCATION).takes(SET_ALL);
    }

    /** Ends the declaration with what the command does. */
    public CliCommand does(Action done) {
        action = done;
        return this;
    }

    public String name() {
        return name;
    }

    public List<String> description() {
        return description;
    }

    /** Returns the lines at the end of the help. */
    public List<String> footer() {
        return footer;
    }

    /** Returns the exit codes in the help, each as code and meaning; empty if they are the usual ones. */
    public List<String> exits() {
        return exits;
    }

    /** Returns the commands of a group; empty for any other. */
    public List<CliCommand> inside() {
        return Collections.unmodifiableList(inside);
    }

    /** Returns the parameters, those in one list that must be given together. */
    public List<List<Param>> together() {
        return Collections.unmodifiableList(params);
    }

    public List<Param> params() {
        return params.stream().flatMap(List::stream).toList();
    }

    boolean isOnService() {
        return isOnService;
    }

    Spaces spaces() {
        return Objects.requireNonNull(spaces);
    }

    /**
     * Runs the command, and returns its exit code.
     *
     * @param values of the parameters that were given or have a preset, by name
     * @param arguments everything that was typed after the name of the program
     */
    public int run(Terminal terminal, Map<String, Object> values, List<String> arguments)
            throws IOException, InterruptedException {
        try (Call call = new Call(this, terminal, values, arguments)) {
            Objects.requireNonNull(action).run(call);
            return call.exitCode();
        }
    }
}
