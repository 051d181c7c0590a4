package org.orderevidence.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.orderevidence.account.Accounts;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Spaces;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Shape;
import org.orderevidence.store.AccountStore.Account;
import picocli.CommandLine;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

final class AccountCommands {
    private static final String PATH = "/api/v2/account";
    private static final String SHOW_LOGO = "showLogo";
    private static final String RETENTION = "retentionDays";

    /** The places of the fields of a profile in the JSON of an account, by the names that the commands have for them. */
    private static final Map<String, JsonPointer> FIELDS = fields();

    private static final Param ACCOUNT = Param.argument(
                    "ACCOUNT",
                    "ID of the account (default: " + Accounts.FIRST_ACCOUNT + "); with --url, the key decides")
            .optional()
            .selecting();

    private AccountCommands() {}

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

    static CommandLine create() {
        return CliCommand.named("create", "Create an account. Then create a key for it: see key create.")
                .examples("account create acme")
                .onInstallation()
                .takes(Param.argument("ID", "ID: 1 to 64 characters of a-z, 0-9, - and _"))
                .does(call -> {
                    String id = call.needed("ID");
                    Spaces.requireAccountId(id);
                    if (!call.installation().accounts().create(id)) {
                        throw Failure.failed("there is an account " + id + " already");
                    }
                    call.print(id);
                });
    }

    static CommandLine list() {
        return CliCommand.named("list", "List the accounts by ID.")
                .examples("account list --json")
                .onInstallation()
                .takes(Param.JSON)
                .does(call -> {
                    List<Account> accounts = call.installation().accounts().list();
                    call.printList(
                            "accounts",
                            accounts.stream().map(AccountCommands::json).toList(),
                            "no account found",
                            new Table("ACCOUNT=id", "CREATED=createdAt", "MERCHANT=merchant").drop(List.of("CREATED")));
                });
    }

    static CommandLine retention() {
        return CliCommand.named(
                        "retention",
                        "Show for how many days each account stores orders, and what the last run has removed.",
                        "The service runs once a day. Older orders stay while they are held, have an open dispute, or are"
                                + " needed as evidence. 0 days are for ever.")
                .examples("account retention")
                .onInstallation()
                .takes(Param.JSON)
                .does(call -> {
                    List<JsonNode> spaces = new ArrayList<>();
                    call.installation().accounts().eachSpace((account, space) -> {
                        ObjectNode row = Json.object()
                                .put("account", space.account())
                                .put("mode", space.mode().wireName())
                                .put("days", call.installation().retention().days(space));
                        call.installation()
                                .purged(space)
                                .ifPresent(run -> row.put(
                                                "startedAt", run.startedAt().toString())
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
                            new Table(
                                    "ACCOUNT=account",
                                    "MODE=mode",
                                    "DAYS=days",
                                    "STARTED=startedAt",
                                    "REMOVED=removed",
                                    "HELD=held",
                                    "DISPUTED=disputed",
                                    "EVIDENCE=evidence"));
                });
    }

    private static JsonNode json(Account account) {
        return Json.object()
                .put("id", account.id())
                .put("createdAt", account.createdAt().toString())
                .put("merchant", account.profile().name());
    }

    static CommandLine showProfile() {
        return CliCommand.named("show", "Show the profile of an account.")
                .examples("account profile show acme", "account profile show --url https://evidence.example")
                .onInterface(Spaces::named)
                .takes(ACCOUNT, Param.JSON)
                .does(call -> {
                    Map<String, String> texts = texts(call.ask("GET", PATH));
                    call.print(texts, () -> {
                        Table table = new Table("FIELD", "VALUE");
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

    static CommandLine setProfile() {
        return CliCommand.named(
                        "set",
                        "Change the profile of an account. Its fields complete the receipts of orders. Other fields"
                                + " stay.")
                .examples(
                        "account profile set acme --name \"Acme Ltd\" \\",
                        "      --phone +442079460000",
                        "account profile set acme --category services \\",
                        "      --field receiptAddress.city=London",
                        "account profile set acme --clear logoUrl --clear description",
                        "account profile set --url https://evidence.example --name Acme")
                .onInterface(Spaces::named)
                .takes(
                        ACCOUNT,
                        Param.sent("--name", "<name>", "the merchant's name"),
                        Param.option("--phone", "<phone>", "phone for receipts").field("phoneForReceipt"),
                        Param.option("--email", "<email>", "e-mail address for receipts")
                                .field("emailForReceipt"),
                        Param.option("--website", "<website>", "website for receipts")
                                .field("websiteForReceipt"),
                        Param.option(
                                        "--category",
                                        "<category>",
                                        "merchandise or services, for orders without a category")
                                .field("merchandiseOrServices"),
                        Param.pairs("--field", "NAME=TEXT", "set a field by its name in profile show; repeatable"),
                        Param.list("--clear", "NAME", "remove a field, or all; repeatable"))
                .does(call -> {
                    Map<String, String> changes = call.pairs("--field");
                    call.fields()
                            .forEach((name, text) ->
                                    changes.put(name, text.toString().strip()));
                    Set<String> cleared = new LinkedHashSet<>(call.list("--clear"));
                    refuseFaults(changes, cleared);
                    ObjectNode account = cleared.remove("all") ? Json.object() : (ObjectNode) call.ask("GET", PATH);
                    cleared.forEach(name -> change(account, name, null));
                    changes.forEach((name, text) -> change(account, name, text));
                    call.ask("PUT", PATH, account);
                    call.tell("profile changed; a running service sees it within " + Accounts.SEEN_WITHIN.toSeconds()
                            + " s");
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
}
