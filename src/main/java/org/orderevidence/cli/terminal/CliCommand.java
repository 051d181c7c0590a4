package org.orderevidence.cli.terminal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgGroupSpec;
import picocli.CommandLine.Model.CommandSpec;

/** A command as a declaration: its help, its parameters, where it works, and what it does. */
public final class CliCommand implements Callable<Integer> {
    static final Param SECRET_FILE = Param.option(
                    "--secret-file", "FILE", "file with the secret (default: <data>/secret)")
            .as(Path.class);

    private static final Param SET = Param.option(
                    "--set", "NAME=VALUE", "set a setting by its name in check-config; repeatable")
            .as(Map.class);

    private static final Param SET_ALL = Param.option(
                    "--set", "NAME=VALUE", "set a setting by its name in check-config, such as secret-file; repeatable")
            .as(Map.class);

    private static final Param URL = Param.option("--url", "URL", "use the service at this URL, not the store");

    private static final Param KEY_FILE = Param.option(
                    "--key-file",
                    "FILE",
                    "with --url: file with an admin key (environment: the key itself in EVIDENCE_API_KEY; default: <data>/first-key)")
            .as(Path.class);

    private final Terminal terminal;
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    private final List<Param> params = new ArrayList<>();
    private @Nullable LocationOptions location;
    private @Nullable ServiceOptions service;
    private @Nullable Spaces spaces;
    private Action action = _ -> {};

    /** What a command does. */
    @FunctionalInterface
    public interface Action {
        /** Does it. An exit code other than 0 is that of a {@link Failure}, or of {@link Call#exit}. */
        void run(Call call) throws IOException, InterruptedException;
    }

    private CliCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Starts a declaration with the name of a command and the paragraphs that describe it. */
    public static CliCommand named(Terminal terminal, String name, String... description) {
        CliCommand command = new CliCommand(terminal);
        command.spec.name(name).usageMessage().description(description);
        return command;
    }

    /** Adds the lines at the end of the help: the examples. */
    public CliCommand footer(String... lines) {
        spec.usageMessage().footer(lines);
        return this;
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

    /** Adds options that several commands have. */
    public CliCommand with(Object annotated) {
        spec.addMixin(annotated.getClass().getSimpleName(), CommandSpec.forAnnotatedObject(annotated));
        return this;
    }

    /** Lets the command call a service: that of {@code --url}, or the usual one. */
    public CliCommand onService() {
        ServiceOptions options = new ServiceOptions();
        service = options;
        return with(options);
    }

    /** Lets the command work on an installation that it opens. */
    public CliCommand onInstallation() {
        return located().takes(SECRET_FILE, SET);
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
        return located().takes(SET_ALL);
    }

    private CliCommand located() {
        LocationOptions options = new LocationOptions();
        location = options;
        return with(options);
    }

    /** Ends the declaration with what the command does. */
    public CommandLine does(Action done) {
        action = done;
        return new CommandLine(spec);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        try (Call call = new Call(terminal, spec, params, location, service, spaces)) {
            action.run(call);
            return call.exitCode();
        }
    }
}
