package org.orderevidence.cli.terminal;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenInstallation;
import org.orderevidence.cli.terminal.Failure.ExitCode;
import org.orderevidence.http.InnerCalls;
import org.orderevidence.installation.Config;
import org.orderevidence.installation.Logging;
import org.orderevidence.order.AccountSpace;
import tools.jackson.databind.JsonNode;

/** One run of a {@link CliCommand}: the values of its parameters, and the interface that it calls, which is opened when needed. */
public final class Call implements AutoCloseable {
    private final CliCommand command;
    private final Terminal terminal;
    private final Map<String, Object> values;
    private final List<String> arguments;
    private @Nullable OpenInstallation opened;
    private List<Client> clients = List.of();
    private int exitCode = ExitCode.OK;

    Call(CliCommand command, Terminal terminal, Map<String, Object> values, List<String> arguments) {
        this.command = command;
        this.terminal = terminal;
        this.values = values;
        this.arguments = arguments;
    }

    public Terminal terminal() {
        return terminal;
    }

    public PrintStream out() {
        return terminal.out();
    }

    /** Returns everything that was typed after the name of the program. */
    public List<String> arguments() {
        return arguments;
    }

    /** Prints a line of the result. Control characters are replaced. */
    public void print(String line) {
        terminal.out().println(Terminal.printable(line));
    }

    /** Prints the columns of a table that fit the terminal. */
    public void print(Table table) {
        table.print(terminal);
    }

    public void printJson(Object value) {
        terminal.out().println(Json.pretty(value));
    }

    /** Prints an answer as JSON if the option {@code --json} asks for it, otherwise what was done. */
    public void printOrTell(Object answer, String done) {
        print(answer, () -> tell(done));
    }

    /** Prints a list as JSON if the option {@code --json} asks for it, otherwise as a table. */
    public void printList(String name, List<JsonNode> entries, String none, Table table) {
        print(Map.of(name, entries), () -> {
            if (entries.isEmpty()) {
                tell(none);
            } else {
                print(table.rows(entries));
            }
        });
    }

    /** Prints a result as JSON if the option {@code --json} asks for it, otherwise for people. */
    public void print(Object json, Runnable forPeople) {
        if (flag("--json")) {
            printJson(json);
        } else {
            forPeople.run();
        }
    }

    /** Prints a message on standard error. */
    public void tell(String message) {
        terminal.tell(message);
    }

    public void exit(int code) {
        exitCode = code;
    }

    int exitCode() {
        return exitCode;
    }

    private static boolean isGiven(@Nullable Object value) {
        return value != null && !value.equals(false);
    }

    /** Returns the text of a parameter; {@code null} if it was not given, or the command does not take it. */
    public @Nullable String text(String name) {
        Object value = values.get(name);
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
        return values.get(name) instanceof Boolean isSet && isSet;
    }

    /** Returns the file or folder of a parameter; {@code null} if it was not given. */
    public @Nullable Path file(String name) {
        String text = text(name);
        return text == null ? null : Path.of(text);
    }

    /** Returns the texts of an option that can be repeated. */
    public List<String> list(String name) {
        return values.get(name) instanceof List<?> all
                ? all.stream().map(String::valueOf).toList()
                : List.of();
    }

    /** Returns the names and values of an option such as {@code NAME=VALUE} that can be repeated. */
    public Map<String, String> pairs(String name) {
        Map<String, String> pairs = new LinkedHashMap<>();
        if (values.get(name) instanceof Map<?, ?> all) {
            all.forEach((key, value) -> pairs.put(String.valueOf(key), String.valueOf(value)));
        }
        return pairs;
    }

    /** Returns the fields of the request that parameters become, without those that were not given. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        for (Param param : command.params()) {
            Object value = values.get(param.name());
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

    public Config.Reading settings() {
        Map<String, String> flags = pairs("--set");
        for (Param param : command.params()) {
            Object value = values.get(param.name());
            if (param.setting() != null && value != null) {
                flags.put(param.setting().key(), value.toString());
            }
        }
        return Config.read(file("--config"), terminal.environment(), flags);
    }

    /** Returns the settings for a command that works on the store. Such a command logs only warnings. */
    public Config config() {
        Config config = accepted(settings());
        Logging.start(config.jsonLogs(), "warn", terminal.err());
        return config;
    }

    /** Returns the settings that were read. */
    public static Config accepted(Config.Reading reading) {
        return switch (reading) {
            case Config.Accepted(Config config) -> config;
            case Config.Refused refused -> throw Failure.usage(String.join(System.lineSeparator(), refused.faults()));
        };
    }

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
        return command.spaces().of(installation(), this);
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
        String url = text("--url");
        Path keyFile = file("--key-file");
        Path data = file("--data");
        if (command.isOnService()) {
            return List.of(Client.of(terminal, url, keyFile, data));
        }
        if (url == null) {
            if (keyFile != null) {
                throw Failure.usage("--key-file needs --url");
            }
            InnerCalls.OfOperator calls = installation().calls();
            return spaces().stream().map(space -> Client.of(calls, space)).toList();
        }
        if (command.params().stream().anyMatch(param -> param.selects() && isGiven(values.get(param.name())))) {
            throw Failure.usage("with --url, the key decides the account and the mode: name neither");
        }
        return List.of(Client.of(terminal, url, keyFile, data));
    }

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
