package org.orderevidence.cli;

import static org.orderevidence.cli.terminal.CliCommand.group;
import static org.orderevidence.cli.terminal.Json.text;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.orderevidence.cli.order.CoverageCommand;
import org.orderevidence.cli.terminal.Call;
import org.orderevidence.cli.terminal.CliCommand;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Format;
import org.orderevidence.cli.terminal.Param;
import org.orderevidence.cli.terminal.Spaces;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.integration.Connector;
import org.orderevidence.integration.Connector.About;
import org.orderevidence.integration.IntegrationSecrets.SecretText;
import org.orderevidence.integration.IntegrationSettings.PlatformSetting;
import org.orderevidence.order.part.Platform;
import org.orderevidence.process.FileError;
import org.orderevidence.webhook.Inbox;
import org.orderevidence.webhook.Platforms;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The commands for integrations, whose secrets are never shown, and for where changes are sent. */
final class IntegrationCommands {
    private static final String PATH = "/api/v2/integrations";
    private static final String USER = "--basic-user";
    private static final String PASSWORD = "--basic-password-file";
    private static final int DAYS_SHOWN = 7;

    private static final Param INTEGRATION = Param.of("INTEGRATION: ID of the integration from integration list");

    private IntegrationCommands() {}

    static CliCommand integrations() {
        return group(
                "integration",
                "Connect " + Platforms.list(About::title, "and") + ", and see what their webhooks became.",
                add(),
                list(),
                status(),
                rotate(),
                replay(),
                tasks(),
                remove());
    }

    static String path(String id) {
        return PATH + "/" + Client.encoded(id);
    }

    private static String path(Call call) {
        return path(call.needed("INTEGRATION"));
    }

    /** Returns the command that adds an integration. The platforms declare their settings, which are options here. */
    private static CliCommand add() {
        CliCommand command = CliCommand.onInterfaceWithSecret(
                Spaces::named,
                """
                add: Connect an account of %s, and print the path of its webhooks.
                The secret of the webhook is read from a file or from standard input.
                %s
                PLATFORM: %s
                --secret-file FILE: file with the secret of the webhook (default: standard input)
                --test: for test data: takes test events, and stores them with test orders
                --order-id-prefix TEXT = >orderIdPrefix: text before each order ID; a second shop of one account needs one
                """.formatted(
                                Platforms.list(About::title, "or"),
                                Platforms.all().stream()
                                        .flatMap(each -> each.about().addExample().stream())
                                        .collect(Collectors.joining("\n")),
                                Platforms.list(About::wireName, "or")),
                Param.ACCOUNT,
                Param.JSON);
        for (Connector each : Platforms.all()) {
            About platform = each.about();
            String title = platform.title() + ": ";
            if (platform.sendsPassword()) {
                command.takes(
                        Param.of(USER + " NAME: " + title + "user that it sends with each webhook"),
                        Param.of(PASSWORD + " FILE: " + title + "file with its password"));
            }
            platform.settings().forEach(setting -> command.takes(param(setting, title + setting.help())));
        }
        return command.does(call -> {
            Platform of = Platform.named(call.needed("PLATFORM").toLowerCase(Locale.ROOT))
                    .orElseThrow(() -> Failure.usage("a platform is " + Platforms.list(About::wireName, "or")));
            JsonNode made = call.ask("POST", PATH, body(call, of));
            call.print(made, () -> {
                call.print(text(made, "path"));
                call.tell("Integration " + text(made, "id") + " is added. A running service takes its webhooks now.");
                call.tell("At " + of.wireName() + ", enter the address of the service with this path.");
            });
        });
    }

    private static Param param(PlatformSetting setting, String help) {
        String name = setting.option();
        String usual = setting.usual();
        String label = name.substring(name.lastIndexOf('-') + 1).toUpperCase(Locale.ROOT);
        return Param.of(name + (usual == null ? "" : " " + label + " =" + usual) + " >" + setting.name() + ": " + help);
    }

    /** Returns the request. The secrets are read from files or standard input. */
    private static Map<String, Object> body(Call call, Platform platform) {
        String user = call.text(USER);
        boolean needsBoth = Platforms.of(platform).about().sendsPassword();
        if (needsBoth != (user != null) || needsBoth != (call.text(PASSWORD) != null)) {
            throw Failure.usage(USER + " and " + PASSWORD + " are for " + Platforms.withPassword(About::title)
                    + ", which needs both: it signs only a part");
        }
        // Nobody is asked for a secret if there is no such account.
        call.client();
        Map<String, Object> body = call.fields();
        body.put("platform", platform.wireName());
        body.put("secret", secret(call, "--secret-file"));
        if (user != null) {
            body.put("basicUser", user);
            body.put("basicPassword", secret(call, PASSWORD));
        }
        return body;
    }

    private static CliCommand list() {
        return CliCommand.onInterfaceWithSecret(Spaces::ofIntegrations, """
                list: List the integrations by ID. Their secrets are never shown.
                $ integration list
                $ integration list --account acme --json
                $ integration list --url https://evidence.example
                --account ID: only those of this account
                """, Param.JSON)
                .does(call -> call.printList(
                        "integrations",
                        allById(call),
                        "no integration found",
                        new Table("INTEGRATION=id, PLATFORM=platform, ACCOUNT=account, MODE=mode, SECRETS=secrets,"
                                        + " CREATED=createdAt@")
                                .drop(List.of("CREATED", "SECRETS"))));
    }

    private static List<JsonNode> allById(Call call) throws InterruptedException {
        List<JsonNode> integrations = new ArrayList<>(call.all(PATH, "integrations"));
        integrations.sort(Comparator.comparing(each -> text(each, "id")));
        return integrations;
    }

    private static CliCommand status() {
        return CliCommand.onInterfaceWithSecret(
                        Spaces::ofIntegrations, """
                status: Show an integration: alarms, how often orders have what evidence needs, events by day, and \
                events of the last 28 days that changed nothing.
                $ integration status a1b2c3d4e5f6
                $ integration status a1b2c3d4e5f6 --json
                --after EVENT: continue after this event; without it, the first %d are shown
                """.formatted(Inbox.MAX_PAGE), INTEGRATION, Param.JSON)
                .does(call -> {
                    JsonNode integration = call.ask("GET", path(call));
                    JsonNode page = call.ask("GET", Client.page(path(call) + "/events", call.text("--after")));
                    call.print(
                            ((ObjectNode) integration).setAll((ObjectNode) page), () -> print(call, integration, page));
                });
    }

    private static void print(Call call, JsonNode integration, JsonNode page) {
        call.print(text(integration, "platform") + " "
                + text(integration, "path") + ", account "
                + text(integration, "account") + ", "
                + text(integration, "mode"));
        long open = integration.path("openTasks").asLong(0);
        if (open > 0) {
            call.print("open tasks about personal data: " + open + ", overdue: "
                    + integration.path("overdueTasks").asLong(0) + "; ./evidence integration tasks "
                    + text(integration, "id"));
        }
        CoverageCommand.printAlarms(call, integration);
        for (JsonNode off : integration.path("switchesOff")) {
            call.print("no order has " + text(off, "field") + " from the platform: " + text(off, "place"));
        }
        CoverageCommand.printRates(call, integration);
        printDays(call, integration);
        printEvents(call, integration, page);
    }

    private static void printDays(Call call, JsonNode integration) {
        JsonNode days = integration.path("eventDays");
        String last = text(integration, "lastEventAt");
        if (last.isEmpty()) {
            call.print("No event was received in the last 28 days.");
            return;
        }
        call.print("Last event: " + integration.path("lastEventType").asString("without a type") + ", "
                + Format.time(last));
        Table table = new Table("EVENTS OF, RECEIVED, WAITING, CHANGED NOTHING");
        days.valueStream().skip(Math.max(0, days.size() - DAYS_SHOWN)).forEach(day -> {
            long unmapped = day.path("unmapped")
                    .valueStream()
                    .mapToLong(reason -> reason.path("events").asLong(0))
                    .sum();
            table.row(
                    text(day, "day"),
                    Long.toString(day.path("received").asLong(0)),
                    Long.toString(day.path("waiting").asLong(0)),
                    Long.toString(unmapped));
        });
        call.print(table);
        if (integration.path("eventsEstimated").asBoolean(false)) {
            call.tell("the numbers of events are estimates: there are many");
        }
    }

    private static void printEvents(Call call, JsonNode integration, JsonNode page) {
        String next = text(page, "nextCursor");
        if (page.path("events").isEmpty()) {
            if (!next.isEmpty()) {
                call.tell("This page lists no event that changed nothing. There are more: --after " + next);
            } else if (call.text("--after") == null && integration.has("lastEventAt")) {
                call.tell("No stored event changed nothing.");
            }
            return;
        }
        call.print(new Table("EVENT=id, TYPE=type, REASON=reason, RECEIVED=receivedAt@")
                .drop(List.of("RECEIVED"))
                .rows(page.path("events")));
        if (!next.isEmpty()) {
            call.tell("There are more: --after " + next);
        }
    }

    private static CliCommand rotate() {
        return CliCommand.onInterfaceWithSecret(Spaces::ofIntegrations, """
                rotate: Give an integration a new secret. The old one stays valid until you end the rotation.
                The secret is read from a file or from standard input.
                $ integration rotate a1b2c3d4e5f6 --secret-file new-secret
                $ integration rotate a1b2c3d4e5f6 --end
                --secret-file FILE: file with the new secret (default: standard input)
                --end: refuse the old secret from now on
                """, INTEGRATION, Param.JSON)
                .does(call -> {
                    boolean end = call.flag("--end");
                    if (end && call.file("--secret-file") != null) {
                        throw Failure.usage("--end takes no secret");
                    }
                    call.client();
                    Map<String, Object> body =
                            end ? Map.of("end", true) : Map.of("secret", secret(call, "--secret-file"));
                    JsonNode changed = call.ask("POST", path(call) + "/rotate", body);
                    call.printOrTell(
                            changed,
                            end
                                    ? "A running service refuses the old secret within 5 s."
                                    : "Both secrets are valid. When the platform uses the new one: ./evidence"
                                            + " integration rotate "
                                            + call.needed("INTEGRATION") + " --end");
                });
    }

    private static CliCommand replay() {
        return CliCommand.onInterfaceWithSecret(Spaces::ofIntegrations, """
                replay: Map events again that changed nothing, such as after an update of this program.
                A running service does it within 10 seconds.
                $ integration replay a1b2c3d4e5f6
                $ integration replay a1b2c3d4e5f6 --reason unknown_type
                --event EVENT >event: only this event from integration status
                --reason REASON >reason: only events with this reason
                """, INTEGRATION, Param.JSON)
                .does(call -> {
                    if (call.text("--event") != null && call.text("--reason") != null) {
                        throw Failure.usage("--event names one event, and --reason selects events: use one of the two");
                    }
                    long replayed = replayed(call);
                    if (call.text("--event") != null && replayed == 0) {
                        throw Failure.failed("there is no such event without effect");
                    }
                    call.printOrTell(
                            Map.of("replayed", replayed),
                            replayed + (replayed == 1 ? " event is" : " events are") + " mapped again");
                });
    }

    private static long replayed(Call call) throws InterruptedException {
        Map<String, Object> body = call.fields();
        long replayed = 0;
        JsonNode page;
        do {
            page = call.ask("POST", path(call) + "/replay", body);
            replayed += page.path("replayed").asLong(0);
            body.put("cursor", text(page, "nextCursor"));
        } while (page.has("nextCursor"));
        return replayed;
    }

    private static CliCommand tasks() {
        return CliCommand.onInterfaceWithSecret(Spaces::ofIntegrations, """
                tasks: List the open tasks about personal data that a shop platform asks for, or mark one as done.
                Without an integration, list the tasks of all.
                $ integration tasks
                $ integration tasks a1b2c3d4e5f6 --json
                $ integration tasks --url https://evidence.example
                [INTEGRATION]: ID of the integration from integration list
                --done TASK: mark this task as done; the data in it is erased
                """, Param.JSON)
                .does(call -> {
                    if (call.text("--done") == null) {
                        List<JsonNode> tasks = tasks(call);
                        call.printList(
                                "tasks",
                                tasks,
                                "no open task",
                                new Table("INTEGRATION=integrationId, TASK=id, KIND=kind, STATE=state, DUE=dueAt@,"
                                                + " ORDERS=orders")
                                        .drop(List.of("ORDERS")));
                        if (!tasks.isEmpty() && !call.flag("--json")) {
                            call.tell("--json prints the customers and orders that they name.");
                        }
                        return;
                    }
                    if (call.text("INTEGRATION") == null) {
                        throw Failure.usage("--done needs the integration of the task");
                    }
                    JsonNode finished = call.ask("POST", path(call) + "/tasks/" + call.encoded("--done") + "/done");
                    call.printOrTell(
                            finished, "The task is done. Its personal data is erased; the audit log has an entry.");
                });
    }

    private static List<JsonNode> tasks(Call call) throws InterruptedException {
        if (call.text("INTEGRATION") != null) {
            return call.all(path(call) + "/tasks", "tasks");
        }
        List<JsonNode> tasks = new ArrayList<>();
        for (Client client : call.clients()) {
            for (JsonNode integration : client.all(PATH, "integrations")) {
                tasks.addAll(client.all(path(text(integration, "id")) + "/tasks", "tasks"));
            }
        }
        tasks.sort(Comparator.comparing(task -> text(task, "integrationId")));
        return tasks;
    }

    private static CliCommand remove() {
        return CliCommand.onInterfaceWithSecret(Spaces::ofIntegrations, """
                remove: Remove an integration. Its orders stay; its webhooks are refused within 5 seconds.
                $ integration remove a1b2c3d4e5f6
                """, INTEGRATION, Param.JSON)
                .does(call -> call.printOrTell(
                        call.ask("DELETE", path(call)), "removed; a running service refuses its webhooks within 5 s"));
    }

    /** Returns the secret in the file of an option, or in standard input: other processes can see arguments. */
    private static String secret(Call call, String option) {
        Path file = call.file(option);
        if (file == null && call.terminal().errIsTerminal()) {
            call.tell("reading the secret from standard input");
        }
        try (InputStream in = file == null ? call.terminal().in() : Files.newInputStream(file)) {
            String text = new String(in.readNBytes(SecretText.MAX_LENGTH + 3), StandardCharsets.UTF_8).strip();
            if (!SecretText.isSecret(text)) {
                throw Failure.usage(
                        "a secret is one line of 1 to " + SecretText.MAX_LENGTH + " printable ASCII characters");
            }
            return text;
        } catch (IOException unreadable) {
            throw Failure.failed("cannot read the secret: " + FileError.cause(unreadable));
        }
    }

    private static final String NOTIFICATIONS = "/api/v2/notifications";
    private static final Param TEST = Param.of("--test: use the test data of the account");

    static CliCommand changes() {
        return group(
                "changes",
                "List what has changed.",
                CliCommand.onInterface(Spaces::named, """
                list: List up to 100 changes of the last 30 days, the oldest first: verdicts, disputes, deadlines and \
                alarms.
                $ changes list
                $ changes list --json
                --after CURSOR: continue after the nextCursor of an earlier list
                """, Param.ACCOUNT, TEST, Param.JSON)
                        .does(call -> {
                            JsonNode page = call.ask("GET", Client.page("/api/v2/changes", call.text("--after")));
                            call.print(page, () -> {
                                Table table = new Table("FOUND, CHANGE, ORDER, DISPUTE, DEADLINE, WHY");
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
                        }));
    }

    static CliCommand notifications() {
        return group(
                "notifications",
                "Send what has changed to an address of yours.",
                notification("""
                show: Show where changes are sent, and whether they arrive.
                $ notifications show
                """).does(call -> print(call, call.ask("GET", NOTIFICATIONS))),
                notification("""
                set: Set where changes are sent, and print the secret if it is new. It cannot be shown again.
                The service sends the changes from now on, as Standard Webhooks specifies.
                $ notifications set https://shop.example/changes
                $ notifications set https://shop.example/ --types dispute.opened
                $ notifications set https://shop.example/changes --rotate-secret
                URL >url: address that receives changes
                --types TYPE... >types: send only these, such as dispute.opened; repeatable
                --rotate-secret >rotateSecret: make a new secret; the old one also signs for 24 hours
                """).does(call -> print(call, call.ask("PUT", NOTIFICATIONS, call.fields()))),
                notification("""
                remove: Stop sending changes, and forget the address.
                $ notifications remove
                """).does(call -> print(call, call.ask("DELETE", NOTIFICATIONS))),
                notification("""
                replay: Send changes again, from a time or after a cursor.
                $ notifications replay --from 2026-11-19T00:00:00Z
                --from TIME >from: time of the first change
                --cursor CURSOR >cursor: nextCursor of changes list
                """).does(call -> print(call, call.ask("POST", NOTIFICATIONS + "/replay", call.fields()))),
                notification("""
                test: Send a change as a test.
                $ notifications test
                """)
                        .does(call -> call.printOrTell(
                                call.ask("POST", NOTIFICATIONS + "/test"),
                                "A running service sends it within 30 seconds.")));
    }

    private static CliCommand notification(String text) {
        return CliCommand.onInterface(Spaces::named, text, Param.ACCOUNT, TEST, Param.JSON);
    }

    private static void print(Call call, JsonNode endpoint) {
        call.print(endpoint, () -> {
            Table table = new Table("FIELD, VALUE");
            endpoint.forEachEntry((name, value) -> table.row(
                    name,
                    value.isArray()
                            ? value.valueStream().map(JsonNode::asString).collect(Collectors.joining(", "))
                            : value.asString()));
            call.print(table);
        });
    }
}
