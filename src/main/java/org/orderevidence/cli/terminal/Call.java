package org.orderevidence.cli.terminal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenInstallation;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Logging;
import org.orderevidence.installation.Setting;
import org.orderevidence.order.AccountSpace;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import tools.jackson.databind.JsonNode;

/** One run of a {@link CliCommand}: the values of its parameters, and the interface that it calls, which is opened when needed. */
public final class Call implements AutoCloseable {
    private final Terminal terminal;
    private final CommandSpec spec;
    private final List<Param> params;
    private final @Nullable LocationOptions location;
    private final @Nullable ServiceOptions service;
    private final @Nullable Spaces spaces;
    private @Nullable OpenInstallation opened;
    private List<Client> clients = List.of();
    private int exitCode = ExitCode.OK;

    Call(
            Terminal terminal,
            CommandSpec spec,
            List<Param> params,
            @Nullable LocationOptions location,
            @Nullable ServiceOptions service,
            @Nullable Spaces spaces) {
        this.terminal = terminal;
        this.spec = spec;
        this.params = List.copyOf(params);
        this.location = location;
        this.service = service;
        this.spaces = spaces;
    }

    public Terminal terminal() {
        return terminal;
    }

    /** Returns the command as picocli knows it. */
    public CommandSpec spec() {
        return spec;
    }

    /** Prints a line of the result. Control characters are replaced. */
    public void print(String line) {
        terminal.out().println(Terminal.printable(line));
    }

    /** Prints a result as indented JSON. */
    public void printJson(Object value) {
        terminal.out().println(Json.pretty(value));
    }

    /** Prints a list as JSON if that was asked for, or as a table, or that it is empty. */
    public void printList(String name, List<JsonNode> entries, String none, Consumer<List<JsonNode>> table) {
        if (flag("--json")) {
            printJson(Map.of(name, entries));
        } else if (entries.isEmpty()) {
            terminal.err().println(none);
        } else {
            table.accept(entries);
        }
    }

    /** Prints an answer as JSON if that was asked for, or tells what was done. */
    public void printOrTell(Object answer, String done) {
        if (flag("--json")) {
            printJson(answer);
        } else {
            terminal.tell(done);
        }
    }

    /** Sets the exit code. */
    public void exit(int code) {
        exitCode = code;
    }

    int exitCode() {
        return exitCode;
    }

    private @Nullable Object value(String name) {
        if (name.startsWith("-")) {
            ArgSpec option = spec.findOption(name);
            return option == null ? null : option.getValue();
        }
        return spec.positionalParameters().stream()
                .filter(argument -> argument.paramLabel().equals(name))
                .findFirst()
                .<Object>map(ArgSpec::getValue)
                .orElse(null);
    }

    private static boolean isGiven(@Nullable Object value) {
        return value != null && !value.equals(false);
    }

    /** Returns the text of a parameter; {@code null} if it was not given, or the command does not take it. */
    public @Nullable String text(String name) {
        Object value = value(name);
        return value == null ? null : value.toString();
    }

    /** Returns the text of a parameter that is required or has a preset. */
    public String needed(String name) {
        return Objects.requireNonNull(text(name), name);
    }

    /** Returns the text of a parameter, percent-encoded for a path. */
    public String encoded(String name) {
        return Client.encoded(needed(name));
    }

    /** Returns the number of a parameter that is required or has a preset. */
    public int number(String name) {
        return Integer.parseInt(needed(name));
    }

    public boolean flag(String name) {
        return value(name) instanceof Boolean isSet && isSet;
    }

    public @Nullable Path file(String name) {
        return (Path) value(name);
    }

    /** Returns the texts of an option that can be repeated. */
    public List<String> list(String name) {
        return value(name) instanceof List<?> values
                ? values.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Returns the names and values of an option such as {@code NAME=VALUE} that can be repeated. */
    public Map<String, String> pairs(String name) {
        Map<String, String> pairs = new LinkedHashMap<>();
        if (value(name) instanceof Map<?, ?> values) {
            values.forEach((key, value) -> pairs.put(String.valueOf(key), String.valueOf(value)));
        }
        return pairs;
    }

    /** Returns the fields of the request that parameters become, without those that were not given. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (Param param : params) {
            Object value = value(param.name());
            if (param.field() != null && value != null) {
                fields.put(param.field(), value);
            }
        }
        return fields;
    }

    /** Returns the fields as a query with its question mark; empty if there are none. */
    public String query() {
        Map<String, Object> fields = fields();
        return fields.isEmpty()
                ? ""
                : fields.entrySet().stream()
                        .map(field -> field.getKey() + "=" + Client.encoded(String.valueOf(field.getValue())))
                        .collect(Collectors.joining("&", "?", ""));
    }

    /**
     * Returns the settings, or the errors in them.
     *
     * @param more settings from options, by key
     */
    public Config.Reading settings(Map<String, Object> more) {
        Map<String, String> flags = pairs("--set");
        more.forEach((key, value) -> flags.put(key, value.toString()));
        if (params.contains(CliCommand.SECRET_FILE)) {
            SettingOptions.put(flags, Setting.SECRET_FILE, text("--secret-file"));
        }
        return Objects.requireNonNull(location).read(terminal, flags);
    }

    /**
     * Returns the settings for a command that works on the store. Such a command logs only warnings.
     *
     * @throws Failure if a setting is wrong; the message lists all faults
     */
    public Config config() {
        Config config = SettingOptions.accepted(settings(Map.of()));
        Logging.start(config.jsonLogs(), "warn", terminal.err());
        return config;
    }

    /** Returns the installation, opened. */
    public OpenInstallation installation() {
        OpenInstallation found = opened;
        if (found == null) {
            found = OpenInstallation.open(config());
            opened = found;
        }
        return found;
    }

    /** Returns the accounts and modes of the installation that the command is about. */
    public List<AccountSpace> spaces() {
        return Objects.requireNonNull(spaces).of(installation(), this);
    }

    /**
     * Returns a client for each account and mode that the command is about; one if it is about a service.
     *
     * @throws Failure if the options contradict each other, or there is no usable URL or key, or no such account
     */
    public List<Client> clients() {
        if (clients.isEmpty()) {
            clients = open();
        }
        return clients;
    }

    private List<Client> open() {
        if (service != null) {
            return List.of(service.client(terminal));
        }
        String url = text("--url");
        Path keyFile = file("--key-file");
        if (url == null) {
            if (keyFile != null) {
                throw new Failure(ExitCode.USAGE, "--key-file needs --url");
            }
            OpenInstallation found = installation();
            return spaces().stream().map(space -> Client.of(found, space)).toList();
        }
        if (params.stream().anyMatch(param -> param.selects() && isGiven(value(param.name())))) {
            throw new Failure(ExitCode.USAGE, "with --url, the key decides the account and the mode: name neither");
        }
        return List.of(ServiceOptions.client(
                terminal, url, keyFile, Objects.requireNonNull(location).data()));
    }

    /** Returns the client of a command that is about one account and mode. */
    public Client client() {
        return clients().getFirst();
    }

    /** Sends a request without body, and returns the JSON of the answer. See {@link Client#ask}. */
    public JsonNode ask(String method, String path) throws InterruptedException {
        return client().ask(method, path, null);
    }

    /** Sends a request with a body, and returns the JSON of the answer. See {@link Client#ask}. */
    public JsonNode ask(String method, String path, Object body) throws InterruptedException {
        return client().ask(method, path, Json.bytes(body));
    }

    /** Returns all entries of a list, of all accounts and modes that the command is about. */
    public List<JsonNode> all(String list, String name) throws InterruptedException {
        List<JsonNode> entries = new ArrayList<>();
        for (Client client : clients()) {
            entries.addAll(client.all(list, name));
        }
        return entries;
    }

    @Override
    public void close() {
        clients.forEach(Client::close);
        if (opened != null) {
            opened.close();
        }
    }
}
