package org.orderevidence.cli.terminal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.installation.Setting;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;

/** A command as a declaration: its help, its parameters, where it works, and what it does. */
public final class CliCommand implements Callable<Integer> {
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

    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    private final List<Param> params = new ArrayList<>();
    private boolean isOnService;
    private @Nullable Spaces spaces;
    private @Nullable Terminal terminal;
    private Action action = _ -> {};

    @FunctionalInterface
    public interface Action {
        /** Does it. An exit code other than 0 is that of a {@link Failure}, or of {@link Call#exit}. */
        void run(Call call) throws IOException, InterruptedException;
    }

    private CliCommand() {}

    /** Starts a declaration with the name of a command and the paragraphs that describe it. */
    public static CliCommand named(String name, String... description) {
        CliCommand command = new CliCommand();
        command.spec.name(name).usageMessage().description(description);
        return command;
    }

    /** Adds the lines at the end of the help. */
    public CliCommand footer(String... lines) {
        spec.usageMessage().footer(lines);
        return this;
    }

    /** Adds examples at the end of the help, each as its words. A line that starts with a space stays as it is. */
    public CliCommand examples(String... lines) {
        if (lines.length == 1) {
            return footer("%nExample: ./evidence " + lines[0]);
        }
        List<String> footer = new ArrayList<>(List.of("%nExamples:"));
        for (String line : lines) {
            footer.add(line.startsWith(" ") ? line : "  ./evidence " + line);
        }
        return footer(footer.toArray(String[]::new));
    }

    /** Replaces the exit codes in the help, each as code and meaning. */
    public CliCommand exits(String... codes) {
        spec.usageMessage().exitCodeList(CommandLine.Model.UsageMessageSpec.keyValuesMap(codes));
        return this;
    }

    /** Adds parameters. Arguments have the order in which they are added. */
    public CliCommand takes(Param... more) {
        for (Param param : more) {
            spec.add(param.spec(spec.positionalParameters().size()));
            params.add(param);
        }
        return this;
    }

    /** Adds options that must be given together, or not at all. */
    public CliCommand takesTogether(Param... more) {
        ArgGroupSpec.Builder group = ArgGroupSpec.builder().exclusive(false);
        for (Param param : more) {
            group.addArg(param.required().spec(0));
            params.add(param);
        }
        spec.addArgGroup(group.build());
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
    public CommandLine does(Action done) {
        action = done;
        return new CommandLine(spec);
    }

    /** Lets the command read from and print on a terminal. */
    public void on(Terminal given) {
        terminal = given;
    }

    Terminal terminal() {
        return Objects.requireNonNull(terminal);
    }

    CommandSpec spec() {
        return spec;
    }

    List<Param> params() {
        return Collections.unmodifiableList(params);
    }

    boolean isOnService() {
        return isOnService;
    }

    Spaces spaces() {
        return Objects.requireNonNull(spaces);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (Call call = new Call(this)) {
            action.run(call);
            return call.exitCode();
        }
    }
}
