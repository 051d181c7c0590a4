package org.orderevidence.cli.terminal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A command as a declaration: its help, its parameters, where it works, and what it does. */
public final class CliCommand {
    private static final int LONGEST_BESIDE = 62;

    /** What the commands that work on an installation have: where it is. */
    private static final Param[] LOCATION = Param.all("""
            --config FILE =${env:EVIDENCE_CONFIG}: settings file in Java properties format (environment: EVIDENCE_CONFIG)
            --data FOLDER @data: data folder (default: ./data)
            --store URL @store: store URL (default: sqlite:<data>/evidence.db)
            """);

    private static final Param[] SECRET = Param.all("""
            --secret-file FILE @secret-file: file with the secret (default: <data>/secret)
            --set NAME=VALUE: set a setting by its name in check-config; repeatable
            """);

    private static final Param SET =
            Param.of("--set NAME=VALUE: set a setting by its name in check-config, such as secret-file; repeatable");

    private static final Param[] URL = Param.all("""
            --url URL: use the service at this URL, not the store
            --key-file FILE: with --url: file with an admin key (environment: the key itself in EVIDENCE_API_KEY; \
            default: <data>/first-key)
            """);

    private final String name;
    private final List<String> description;
    private final List<CliCommand> inside = new ArrayList<>();
    private final List<List<Param>> params = new ArrayList<>();
    private final List<String> footer = new ArrayList<>();
    private List<String> exits = List.of();
    private boolean isOnService;
    private @Nullable Spaces spaces;
    private @Nullable Action action;

    @FunctionalInterface
    public interface Action {
        /** Runs the command. An exit code other than 0 is that of a {@link Failure}, or of {@link Call#exit}. */
        void run(Call call) throws IOException, InterruptedException;
    }

    private CliCommand(String name, List<String> description) {
        this.name = name;
        this.description = description;
    }

    /**
     * Starts a declaration that reads like the help, in this order: the name and the first paragraph of the description, more
     * paragraphs, examples that start with a dollar sign, and one {@linkplain Param#of parameter} per line.
     *
     * <pre>{@code
     * list: List orders, the newest first.
     * $ order list --per 20
     * --per N int =10 >per: orders per page
     * }</pre>
     *
     * Then {@link #does} has what the command does, with the values from its {@link Call}.
     *
     * @param shared parameters that other commands have too; they come first
     * @throws IllegalArgumentException if the name, the description or an example is missing
     */
    public static CliCommand of(String text, Param... shared) {
        List<String> lines = text.lines().toList();
        List<String> examples = lines.stream()
                .dropWhile(line -> !line.startsWith("$"))
                .takeWhile(line -> line.startsWith("$") || line.startsWith(" "))
                .toList();
        String[] start = lines.getFirst().split(": ", 2);
        List<String> description = new ArrayList<>(
                lines.stream().takeWhile(line -> !line.startsWith("$")).toList());
        if (start.length < 2 || examples.isEmpty() || description.stream().anyMatch(line -> line.startsWith("--"))) {
            throw new IllegalArgumentException(
                    "write a command like list: List orders., then an example that starts with"
                            + " a dollar sign, then the parameters, not like \"" + lines.getFirst() + '"');
        }
        int end = description.size();
        description.set(0, start[1]);
        return new CliCommand(start[0], description)
                .examples(examples)
                .takes(shared)
                .takes(lines.stream().skip(end + examples.size()).map(Param::of).toArray(Param[]::new));
    }

    /** Starts a command that calls a service: that of {@code --url}, or the usual one. */
    public static CliCommand onService(String text, Param... shared) {
        CliCommand command = of(text, shared).takes(Client.OPTIONS);
        command.isOnService = true;
        return command;
    }

    /** Starts a command that works on an installation, which it opens. */
    public static CliCommand onInstallation(String text, Param... shared) {
        return of(text, shared).takes(LOCATION).takes(SECRET);
    }

    /** Starts a command that works on accounts of an installation, which it opens. */
    public static CliCommand onInstallation(Spaces selected, String text, Param... shared) {
        return onInstallation(text, shared).about(selected);
    }

    /** Starts a command that calls the interface of an installation, which it opens, or with {@code --url} of a service. */
    public static CliCommand onInterface(Spaces selected, String text, Param... shared) {
        return onInstallation(selected, text, shared).takes(URL);
    }

    /** Starts a command that calls the interface, and whose option {@code --secret-file} names the secret of a platform. */
    public static CliCommand onInterfaceWithSecret(Spaces selected, String text, Param... shared) {
        return onStore(text, shared).takes(URL).about(selected);
    }

    /** Starts a command that works on an installation, without an option for the secret of the store. */
    public static CliCommand onStore(String text, Param... shared) {
        return of(text, shared).takes(LOCATION).takes(SET);
    }

    private CliCommand about(Spaces selected) {
        spaces = selected;
        return this;
    }

    /** Returns commands below a name, which alone is no command. Its help has the examples of the first. */
    public static CliCommand group(String name, String description, CliCommand... inside) {
        CliCommand group = new CliCommand(name, List.of(description));
        group.inside.addAll(List.of(inside));
        group.footer.addAll(inside[0].footer);
        return group;
    }

    /** Adds examples at the end of the help. Each starts with a dollar sign; a line that starts with a space stays as it is. */
    public CliCommand examples(List<String> lines) {
        List<String> shown = lines.stream()
                .map(line -> line.replaceFirst("^\\$", "  ./evidence"))
                .toList();
        footer.clear();
        if (lines.size() == 1 && lines.getFirst().length() <= LONGEST_BESIDE) {
            footer.add("%nExample:" + shown.getFirst().substring(1));
        } else {
            footer.add(
                    shown.stream().filter(line -> line.startsWith("  ./")).count() == 1 ? "%nExample:" : "%nExamples:");
            footer.addAll(shown);
        }
        return this;
    }

    /** Adds a paragraph at the end of the help. */
    public CliCommand note(String paragraph) {
        footer.add("%n" + paragraph);
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
    public CliCommand takesTogether(String more) {
        params.add(List.of(Param.all(more)));
        return this;
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
