package org.orderevidence.cli;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.KeyAdministration;
import org.orderevidence.account.KeyChange;
import org.orderevidence.account.KeyInfo;
import org.orderevidence.account.NewKey;
import org.orderevidence.account.Scope;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.terminal.Times;
import tools.jackson.databind.JsonNode;

/** Keys as the commands print them. Keys of a store have the JSON fields of the HTTP interface. */
final class KeyText {
    private KeyText() {}

    /** Returns the JSON of a key in a store. Times are in whole seconds. */
    static JsonNode json(KeyInfo key, Instant now) {
        return node(fields(key, now));
    }

    /**
     * Returns the JSON of a new key in a store.
     *
     * @param replaced the key that it replaces; {@code null} if none
     */
    static JsonNode json(NewKey made, @Nullable KeyInfo replaced, Instant now) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("key", made.key().text());
        fields.putAll(fields(made.info(), now));
        if (replaced != null) {
            fields.put("replaces", fields(replaced, now));
        }
        return node(fields);
    }

    private static JsonNode node(Map<String, Object> fields) {
        return Json.read(Json.bytes(fields));
    }

    private static Map<String, Object> fields(KeyInfo key, Instant now) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", key.id());
        put(fields, "label", key.label());
        fields.put("mode", name(key.space().mode()));
        fields.put("scopes", key.scopes().stream().map(Scope::wireName).sorted().toList());
        fields.put("state", name(key.state(now)));
        put(fields, "createdAt", seconds(key.createdAt()));
        put(fields, "expiresAt", seconds(key.expiresAt()));
        put(fields, "endsAt", seconds(key.endsAt()));
        put(fields, "replacedBy", key.replacedBy());
        put(fields, "lastUsedOn", key.lastUsedOn());
        return fields;
    }

    private static void put(Map<String, Object> fields, String name, @Nullable Object value) {
        if (value != null) {
            fields.put(name, value.toString());
        }
    }

    private static @Nullable Instant seconds(@Nullable Instant time) {
        return time == null ? null : time.truncatedTo(ChronoUnit.SECONDS);
    }

    private static String name(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /** Prints keys as a table. */
    static void print(Terminal terminal, List<JsonNode> keys) {
        if (keys.isEmpty()) {
            terminal.err().println("no key found");
            return;
        }
        Table table = new Table("KEY", "LABEL", "MODE", "SCOPES", "STATE", "LAST USED", "CREATED")
                .drop(List.of("CREATED", "LAST USED"))
                .dropWhenWrapped(List.of("MODE", "SCOPES"));
        for (JsonNode key : keys) {
            List<String> scopes =
                    key.path("scopes").valueStream().map(JsonNode::asString).toList();
            table.row(
                    key.path("id").asString(""),
                    key.path("label").asString("-"),
                    key.path("mode").asString(""),
                    String.join(",", scopes),
                    state(key),
                    key.path("lastUsedOn").asString("-"),
                    Times.shown(key.path("createdAt").asString("")));
        }
        table.print(terminal);
    }

    /** Returns {@code active}, {@code ends 2026-11-21 12:00 UTC}, {@code expired} or {@code revoked}. */
    private static String state(JsonNode key) {
        String state = key.path("state").asString("");
        String end = key.path("endsAt").asString("");
        boolean isValid = state.equals("active") || state.equals("grace");
        return isValid && !end.isEmpty() ? "ends " + Times.shown(end) : state;
    }

    /** Prints a new key: its text to standard output, and everything else to standard error. */
    static void printNew(Terminal terminal, JsonNode made, boolean json) {
        if (json) {
            terminal.out().println(Json.pretty(made));
            return;
        }
        JsonNode replaced = made.path("replaces");
        if (replaced.isObject()) {
            terminal.err().println(replaced.path("id").asString("") + " is replaced: " + state(replaced));
        }
        terminal.err().println(made.path("id").asString("") + " created; the key is shown only once:");
        terminal.out().println(made.path("key").asString(""));
    }

    /** Explains why a change in the store was refused. */
    static Failure refusal(KeyChange.Reason reason) {
        String message = switch (reason) {
            case NO_ACCOUNT -> "there is no such account";
            case NO_KEY -> "the account has no such key; see key list";
            case MORE_SCOPES, ENDS_LATER, LAST_ADMIN_KEY, CALLER_ENDED ->
                throw new IllegalStateException("the operator may do this");
            case TOO_MANY_KEYS ->
                "the account has " + KeyAdministration.MAX_KEYS
                        + " keys of this mode; revoke the keys that are not used";
            case IN_USE -> "this key is in use already; see key list";
            case NOT_IMPORTABLE, WRONG_MODE -> "the key cannot be imported";
            case ENDED -> "the key has expired or was revoked; create a new key";
            case REPLACED -> "another key replaces this key already; see key list";
        };
        return new Failure(ExitCode.FAILED, message);
    }
}
