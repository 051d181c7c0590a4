package org.orderevidence.cli;

import static org.orderevidence.cli.terminal.CliCommand.group;
import static org.orderevidence.cli.terminal.Json.text;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.account.Actor;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.KeyAdministration;
import org.orderevidence.account.KeyAdministration.KeyChange;
import org.orderevidence.account.KeyAdministration.KeySpec;
import org.orderevidence.account.Scope;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Format;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Spaces;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Shape;
import org.orderevidence.store.AccountStore.Account;
import org.orderevidence.wire.AccountReader;
import org.orderevidence.wire.AccountReader.KeyRequest;
import org.orderevidence.wire.Read;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

final class AccountCommands {
    private static final String PATH = "/api/v2/account";
    private static final String SHOW_LOGO = "showLogo";
    private static final String RETENTION = "retentionDays";

    /** The places of the fields of a profile in the JSON of an account, by the names that the commands have for them. */
    private static final Map<String, JsonPointer> FIELDS = fields();

    private static final Param ACCOUNT = Param.of(
            "[ACCOUNT]: ID of the account (default: " + Accounts.FIRST_ACCOUNT + "); with --url, the key decides");

    private AccountCommands() {}

    static CliCommand accounts() {
        return group(
                "account",
                "Create and list accounts (merchants) and their profiles.",
                CliCommand.onInstallation("""
                create: Create an account. Then create a key for it: see key create.
                $ account create acme
                ID: ID: 1 to 64 characters of a-z, 0-9, - and _
                """).does(call -> {
                    String id = call.needed("ID");
                    Spaces.requireAccountId(id);
                    if (!call.installation().accounts().create(id)) {
                        throw Failure.failed("there is an account " + id + " already");
                    }
                    call.print(id);
                }),
                CliCommand.onInstallation("""
                list: List the accounts by ID.
                $ account list --json
                """, Param.JSON).does(call -> {
                    List<Account> accounts = call.installation().accounts().list();
                    call.printList(
                            "accounts",
                            accounts.stream().map(AccountCommands::json).toList(),
                            "no account found",
                            new Table("ACCOUNT=id, CREATED=createdAt@, MERCHANT=merchant").drop(List.of("CREATED")));
                }),
                retention(),
                group("profile", "Show and change the profile of an account.", showProfile(), setProfile()));
    }

    private static Map<String, JsonPointer> fields() {
        Map<String, JsonPointer> fields = new LinkedHashMap<>();
        put(fields, "", OrderFields.ORDER.object("receipt.merchantInfo"), "/merchantInfo");
        for (String name : List.of("merchandiseOrServices", SHOW_LOGO, RETENTION)) {
            fields.put(name, JsonPointer.compile("/" + name));
        }
        return fields;
    }

    /** The names of the merchant's contact need no prefix: no other field has one of them. */
    private static void put(Map<String, JsonPointer> fields, String prefix, Shape.Place object, String pointer) {
        for (Shape.Place place : object.inside()) {
            String name = prefix + place.name();
            if (place.field() == null) {
                String inside = name.equals("merchantReceiptContact") ? "" : name + ".";
                put(fields, inside, place, pointer + "/" + place.name());
            } else {
                fields.put(name, JsonPointer.compile(pointer + "/" + place.name()));
            }
        }
    }

    private static CliCommand retention() {
        return CliCommand.onInstallation("""
                retention: Show for how many days each account stores orders, and what the last run has removed.
                The service removes older orders once a day. It keeps an order that is held, has an open dispute, or \
                is needed as evidence. 0 days mean no limit.
                $ account retention
                """, Param.JSON).does(call -> {
            List<JsonNode> spaces = new ArrayList<>();
            call.installation().accounts().eachSpace((account, space) -> {
                ObjectNode row = Json.object()
                        .put("account", space.account())
                        .put("mode", space.mode().wireName())
                        .put("days", call.installation().service().retention().days(space));
                call.installation()
                        .purge()
                        .run(space)
                        .ifPresent(run -> row.put("startedAt", run.startedAt().toString())
                                .put("complete", run.endedAt() != null)
                                .put("removed", run.removed())
                                .put("held", run.held())
                                .put("disputed", run.disputed())
                                .put("evidence", run.evidence()));
                return spaces.add(row);
            });
            call.printList(
                    "spaces",
                    spaces,
                    "no account found",
                    new Table("ACCOUNT=account, MODE=mode, DAYS=days, STARTED=startedAt@, REMOVED=removed, HELD=held,"
                            + " DISPUTED=disputed, EVIDENCE=evidence"));
        });
    }

    private static JsonNode json(Account account) {
        return Json.object()
                .put("id", account.id())
                .put("createdAt", account.createdAt().toString())
                .put("merchant", account.profile().name());
    }

    private static CliCommand showProfile() {
        return CliCommand.onInterface(Spaces::named, """
                show: Show the profile of an account.
                $ account profile show acme
                $ account profile show --url https://evidence.example
                """, ACCOUNT, Param.JSON).does(call -> {
            Map<String, String> texts = texts(call.ask("GET", PATH));
            call.print(texts, () -> {
                Table table = new Table("FIELD, VALUE");
                texts.forEach(table::row);
                table.print(call.out());
            });
        });
    }

    private static Map<String, String> texts(JsonNode account) {
        Map<String, String> texts = new LinkedHashMap<>();
        FIELDS.forEach((name, place) -> {
            JsonNode value = account.at(place);
            if (value.isString() || value.isNumber() || value.booleanValue(false)) {
                texts.put(name, value.asString());
            }
        });
        return texts;
    }

    private static CliCommand setProfile() {
        return CliCommand.onInterface(Spaces::named, """
                set: Change the profile of an account. Its fields complete the receipts of orders. Other fields stay.
                $ account profile set acme --name "Acme Ltd" \\
                      --phone +442079460000
                $ account profile set acme --category services \\
                      --field receiptAddress.city=London
                $ account profile set acme --clear logoUrl --clear description
                $ account profile set --url https://evidence.example --name Acme
                --name <name> >name: the merchant's name
                --phone <phone> >phoneForReceipt: phone for receipts, with + and the country code
                --email <email> >emailForReceipt: e-mail address for receipts
                --website <website> >websiteForReceipt: website for receipts, with https://
                --category <category> >merchandiseOrServices: merchandise or services, for orders without a category
                --field NAME=TEXT: set a field by its name in profile show; repeatable
                --clear NAME...: remove a field, or all; repeatable
                """, ACCOUNT).does(call -> {
            Map<String, String> changes = call.pairs("--field");
            call.fields()
                    .forEach((name, text) -> changes.put(name, text.toString().strip()));
            Set<String> cleared = new LinkedHashSet<>(call.list("--clear"));
            refuseFaults(changes, cleared);
            ObjectNode account = cleared.remove("all") ? Json.object() : (ObjectNode) call.ask("GET", PATH);
            cleared.forEach(name -> change(account, name, null));
            changes.forEach((name, text) -> change(account, name, text));
            call.ask("PUT", PATH, account);
            call.tell("profile changed; a running service sees it within " + Accounts.SEEN_WITHIN.toSeconds() + " s");
        });
    }

    private static void change(ObjectNode account, String name, @Nullable String text) {
        JsonPointer place = FIELDS.getOrDefault(name, JsonPointer.empty());
        JsonPointer object = place.head();
        ObjectNode holder = object.matches() ? account : account.withObject(object);
        String field = place.last().getMatchingProperty();
        if (text == null) {
            holder.remove(field);
        } else if (name.equals(SHOW_LOGO)) {
            holder.put(field, Boolean.parseBoolean(text));
        } else if (name.equals(RETENTION)) {
            holder.put(field, Integer.parseInt(text));
        } else {
            holder.put(field, text);
        }
    }

    private static void refuseFaults(Map<String, String> changes, Set<String> cleared) {
        List<String> faults = new ArrayList<>();
        if (changes.isEmpty() && cleared.isEmpty()) {
            faults.add("name at least one field to set or to clear");
        }
        Set<String> names = new LinkedHashSet<>(changes.keySet());
        names.addAll(cleared);
        names.remove("all");
        names.removeAll(FIELDS.keySet());
        names.forEach(unknown ->
                faults.add("no such field: " + unknown + "; there are " + String.join(", ", FIELDS.keySet())));
        changes.forEach((field, text) -> {
            if (text.isBlank()) {
                faults.add(field + " is blank; use --clear");
            } else if (field.equals(SHOW_LOGO) && !List.of("true", "false").contains(text)) {
                faults.add(field + " must be true or false");
            } else if (field.equals(RETENTION) && !text.matches("\\d{1,6}")) {
                faults.add(field + " must be a number of days");
            }
        });
        if (!faults.isEmpty()) {
            throw Failure.usage(String.join(System.lineSeparator(), faults));
        }
    }

    private static final String KEYS = "/api/v2/keys";
    private static final Pattern DAYS = Pattern.compile("([1-9]\\d{0,4})d");
    private static final Pattern GRACE = Pattern.compile("\\d{1,7}[smhd]");

    private static final Param KEY_ID = Param.of("KEY_ID: ID of the key from key list, not the key itself");

    /** What a new key is. */
    private static final Param[] KEY = Param.all("""
            --test: create a test key; test and live data are separate
            --scope SCOPE,... =read,write: read, write, lookup or admin, separated by commas
            --label TEXT: your own name for the key
            """);

    static CliCommand keys() {
        return group(
                "key",
                "Create, list, rotate, revoke and import API keys.",
                createKey(),
                listKeys(),
                rotate(),
                CliCommand.onInterface(Spaces::ofKey, """
                revoke: Revoke a key. A running service refuses it within 5 seconds.
                $ key revoke key_abcdefghij --account acme
                $ key revoke key_abcdefghij --url https://evidence.example
                """, KEY_ID, Param.ACCOUNT)
                        .does(call -> {
                            call.ask("DELETE", KEYS + "/" + call.encoded("KEY_ID"));
                            call.tell("revoked; a running service refuses it within " + Accounts.SEEN_WITHIN.toSeconds()
                                    + " s");
                        }),
                importKey());
    }

    private static CliCommand createKey() {
        return CliCommand.onInterface(Spaces::named, """
                create: Create an API key and print it. It cannot be shown again.
                $ key create --account acme --scope read --expires 90d
                $ key create --account acme --test
                $ key create --url https://evidence.example --label till-4
                --expires DAYS: lifetime in days, such as 90d (default: never expires)
                """, Param.ACCOUNT, Param.JSON)
                .takes(KEY)
                .does(call -> {
                    Map<String, Object> body = request(call);
                    String expires = call.text("--expires");
                    if (expires != null) {
                        body.put("expiresAt", end(expires).toString());
                    }
                    printNew(call, call.ask("POST", KEYS, body));
                });
    }

    private static Map<String, Object> request(Call call) {
        Map<String, Object> body = new LinkedHashMap<>();
        String label = call.text("--label");
        if (label != null && !label.isBlank()) {
            body.put("label", label);
        }
        for (String name : call.list("--scope")) {
            if (Scope.parse(name).isEmpty()) {
                throw Failure.usage("no such scope: " + name + "; there are read, write, lookup, admin");
            }
        }
        body.put("scopes", call.list("--scope"));
        return body;
    }

    private static Instant end(String expires) {
        Matcher form = DAYS.matcher(expires);
        if (!form.matches()) {
            throw Failure.usage("--expires is a number of days, such as 90d");
        }
        return Instant.now()
                .plus(Duration.ofDays(Long.parseLong(form.group(1))))
                .truncatedTo(ChronoUnit.SECONDS);
    }

    private static CliCommand listKeys() {
        return CliCommand.onInterface(Spaces::ofAccount, """
                list: List the keys of an account, oldest first. The keys themselves are never shown.
                $ key list --account acme
                $ key list --url https://evidence.example --key-file admin-key
                """, Param.ACCOUNT, Param.JSON)
                .does(call -> {
                    List<JsonNode> keys = call.all(KEYS, "keys");
                    if (!call.flag("--json")) {
                        keys.forEach(key -> ((ObjectNode) key).put("state", state(key)));
                    }
                    call.printList(
                            "keys",
                            keys,
                            "no key found",
                            new Table("KEY=id, LABEL=label, MODE=mode, SCOPES=scopes, STATE=state,"
                                            + " LAST USED=lastUsedOn, CREATED=createdAt@")
                                    .drop(List.of("CREATED", "LAST USED"))
                                    .dropWhenWrapped(List.of("MODE", "SCOPES")));
                });
    }

    /** Returns {@code active}, {@code ends 2026-11-21 12:00 UTC}, {@code expired} or {@code revoked}. */
    private static String state(JsonNode key) {
        String state = text(key, "state");
        String end = text(key, "endsAt");
        boolean isValid = state.equals("active") || state.equals("grace");
        return isValid && !end.isEmpty() ? "ends " + Format.time(end) : state;
    }

    private static CliCommand rotate() {
        return CliCommand.onInterface(Spaces::ofKey, """
                rotate: Replace a key by a new one with the same label, scopes and expiry.
                The old key stays valid for a grace period.
                $ key rotate key_abcdefghij --account acme --grace 7d
                $ key rotate key_abcdefghij --url https://evidence.example
                --grace TIME =24h: how long the old key stays valid, such as 15m or 7d, at most 30d; 0s ends it now
                """, KEY_ID, Param.ACCOUNT, Param.JSON)
                .does(call -> {
                    Map<String, Object> body =
                            Map.of("graceSeconds", grace(call.needed("--grace")).toSeconds());
                    printNew(call, call.ask("POST", KEYS + "/" + call.encoded("KEY_ID") + "/rotate", body));
                });
    }

    private static Duration grace(String typed) {
        if (GRACE.matcher(typed).matches()) {
            Duration time = Duration.parse((typed.endsWith("d") ? "P" : "PT") + typed);
            if (time.compareTo(KeyAdministration.MAX_GRACE) <= 0) {
                return time;
            }
        }
        throw Failure.usage("--grace is a time from 0s to 30d, such as 15m, 24h or 7d");
    }

    /** Prints a new key: its text to standard output, and everything else to standard error. */
    private static void printNew(Call call, JsonNode made) {
        if (call.flag("--json")) {
            call.printJson(made);
            return;
        }
        JsonNode replaced = made.path("replaces");
        if (replaced.isObject()) {
            call.tell(text(replaced, "id") + " is replaced: " + state(replaced));
        }
        call.tell(text(made, "id") + " created (" + text(made, "mode") + "; "
                + made.path("scopes").valueStream().map(JsonNode::asString).collect(Collectors.joining(", "))
                + "). The key is shown only once:");
        call.print(text(made, "key"));
    }

    private static CliCommand importKey() {
        return CliCommand.onInstallation(Spaces::named, """
                import: Import an existing key so that clients can continue to use it.
                The key is read from standard input, because other processes of the machine can see arguments.
                $ key import --account acme < old-key.txt
                """, Param.ACCOUNT, Param.JSON)
                .takes(KEY)
                .does(call -> {
                    KeyRequest request =
                            accepted(AccountReader.newKey(Json.read(Json.bytes(request(call))), Instant.now()));
                    ApiKey key = read(call);
                    AccountSpace space = call.spaces().getFirst();
                    KeySpec spec = new KeySpec(space, request.label(), request.scopes(), null);
                    switch (call.installation().accounts().keys().importKey(Actor.operator(), key, spec)) {
                        case KeyChange.Made(var made, var _) ->
                            printImported(call, made.info().id());
                        case KeyChange.Refused(var reason) -> throw Failure.failed(refusal(reason, space));
                        case KeyChange.Ended _ -> throw new IllegalStateException("no key was ended");
                    }
                });
    }

    /** No route imports keys. The interface's reader checks the key, so that both have the same rules. */
    private static KeyRequest accepted(Read<KeyRequest> read) {
        return switch (read) {
            case Read.Good<KeyRequest> good -> good.value();
            case Read.Bad<KeyRequest> bad ->
                throw Failure.usage(bad.errors().getFirst().detail());
        };
    }

    private static ApiKey read(Call call) throws IOException {
        if (call.terminal().errIsTerminal()) {
            call.tell("reading the key from standard input");
        }
        // One line may end the key; more than that is not a key.
        byte[] read = call.terminal().in().readNBytes(ApiKey.MAX_LENGTH + 3);
        return new ApiKey(new String(read, StandardCharsets.UTF_8).strip());
    }

    private static void printImported(Call call, String id) throws InterruptedException {
        if (call.flag("--json")) {
            call.all(KEYS, "keys").stream()
                    .filter(key -> text(key, "id").equals(id))
                    .forEach(call::printJson);
        } else {
            call.print(id);
        }
    }

    private static String refusal(KeyChange.Reason reason, AccountSpace space) {
        return switch (reason) {
            case NOT_IMPORTABLE ->
                "a key is " + ApiKey.MIN_IMPORTED_LENGTH + " to " + ApiKey.MAX_LENGTH
                        + " printable ASCII characters without spaces, and no broken key of this service (oe_)";
            case WRONG_MODE ->
                space.mode() == AccountSpace.Mode.TEST
                        ? "this is a live key (oe_live_); import it without --test"
                        : "this is a test key (oe_test_); import it with --test";
            case IN_USE -> "this key is in use already; see key list";
            case TOO_MANY_KEYS ->
                "the account has " + KeyAdministration.MAX_KEYS
                        + " keys of this mode; revoke the keys that are not used";
            case NO_ACCOUNT, NO_KEY, MORE_SCOPES, ENDS_LATER, LAST_ADMIN_KEY, CALLER_ENDED, ENDED, REPLACED ->
                throw new IllegalStateException("not a refusal of an import: " + reason);
        };
    }
}
