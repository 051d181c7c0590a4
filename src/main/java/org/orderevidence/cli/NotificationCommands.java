package org.orderevidence.cli;

import static org.orderevidence.cli.terminal.Json.text;

import java.util.List;
import java.util.stream.Collectors;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Spaces;
import org.orderevidence.cli.terminal.Table;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** The commands for what has changed, and where it is sent. */
final class NotificationCommands {
    private static final String PATH = "/api/v2/notifications";
    private static final Param TEST = Param.flag("--test", "of the test data").selecting();

    private NotificationCommands() {}

    static CommandLine changes() {
        return CliCommand.named(
                        "list",
                        "List up to 100 changes of the last 30 days, the oldest first: verdicts, disputes, deadlines"
                                + " and alarms.")
                .examples("changes list", "changes list --json")
                .onInterface(Spaces::named)
                .takes(
                        Param.ACCOUNT,
                        TEST,
                        Param.option("--after", "CURSOR", "continue behind the nextCursor of an earlier list"),
                        Param.JSON)
                .does(call -> {
                    JsonNode page = call.ask("GET", Client.page("/api/v2/changes", call.text("--after")));
                    call.print(page, () -> {
                        Table table = new Table("FOUND", "CHANGE", "ORDER", "DISPUTE", "DEADLINE", "WHY");
                        for (JsonNode change : page.path("changes")) {
                            JsonNode data = change.path("data");
                            table.row(
                                    text(change, "timestamp"),
                                    text(change, "type"),
                                    text(data, "orderId"),
                                    text(data, "disputeId"),
                                    text(data, "respondBy"),
                                    text(data, "reason") + text(data, "detail"));
                        }
                        call.print(table.drop(List.of("DEADLINE")));
                        call.tell("To list what is newer: --after " + text(page, "nextCursor"));
                    });
                });
    }

    private static CliCommand command(String name, String... description) {
        return CliCommand.named(name, description).onInterface(Spaces::named).takes(Param.ACCOUNT, TEST);
    }

    static CommandLine show() {
        return command("show", "Show where changes are sent, and whether they arrive.")
                .examples("notifications show")
                .takes(Param.JSON)
                .does(call -> print(call, call.ask("GET", PATH)));
    }

    static CommandLine set() {
        return command(
                        "set",
                        "Set where changes are sent, and print the secret if it is new. It cannot be shown again.",
                        "The service sends the changes from now on, as Standard Webhooks specifies.")
                .examples(
                        "notifications set https://shop.example/changes",
                        "notifications set https://shop.example/ --types dispute.opened",
                        "notifications set https://shop.example/changes --rotate-secret")
                .takes(
                        Param.argument("URL", "address that receives changes").field("url"),
                        Param.list("--types", "TYPE", "send only these, such as dispute.opened; repeatable")
                                .field("types"),
                        Param.flag("--rotate-secret", "make a new secret; the old one also signs for 24 hours")
                                .field("rotateSecret"),
                        Param.JSON)
                .does(call -> print(call, call.ask("PUT", PATH, call.fields())));
    }

    static CommandLine remove() {
        return command("remove", "Send changes nowhere.")
                .examples("notifications remove")
                .takes(Param.JSON)
                .does(call -> print(call, call.ask("DELETE", PATH)));
    }

    static CommandLine replay() {
        return command("replay", "Send changes again, from a time or behind a cursor.")
                .examples("notifications replay --from 2026-11-19T00:00:00Z")
                .takes(
                        Param.sent("--from", "TIME", "time of the first change"),
                        Param.sent("--cursor", "CURSOR", "nextCursor of changes list"),
                        Param.JSON)
                .does(call -> print(call, call.ask("POST", PATH + "/replay", call.fields())));
    }

    static CommandLine test() {
        return command("test", "Send a change as a test.")
                .examples("notifications test")
                .takes(Param.JSON)
                .does(call -> call.printOrTell(
                        call.ask("POST", PATH + "/test"), "A running service sends it within 30 seconds."));
    }

    private static void print(Call call, JsonNode endpoint) {
        call.print(endpoint, () -> {
            Table table = new Table("FIELD", "VALUE");
            endpoint.forEachEntry((name, value) -> table.row(
                    name,
                    value.isArray()
                            ? value.valueStream().map(JsonNode::asString).collect(Collectors.joining(", "))
                            : value.asString()));
            call.print(table);
        });
    }
}
