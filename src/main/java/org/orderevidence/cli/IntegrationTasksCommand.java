package org.orderevidence.cli;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.orderevidence.OpenIntegrations;
import org.orderevidence.account.Actor;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Table;
import org.orderevidence.cli.terminal.Terminal;
import org.orderevidence.cli.terminal.Times;
import org.orderevidence.integration.Integration;
import org.orderevidence.webhook.IntegrationAdministration;
import org.orderevidence.webhook.PrivacyTasks;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** Lists the tasks of integrations about personal data, or marks one as done. */
@Command(
        name = "tasks",
        description = {
            "List the open tasks about personal data that a shop platform asks for, or mark one as done.",
            "Without an integration, list the tasks of all."
        },
        footer = {
            "%nExamples:",
            "  ./evidence integration tasks",
            "  ./evidence integration tasks a1b2c3d4e5f6 --json",
            "  ./evidence integration tasks --url https://evidence.example"
        })
public final class IntegrationTasksCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Parameters(paramLabel = "INTEGRATION", arity = "0..1", description = "ID of the integration from integration list")
    private @Nullable String id;

    @Mixin
    private IntegrationOptions store = new IntegrationOptions();

    @Option(names = "--done", paramLabel = "TASK", description = "mark this task as done; the data in it is erased")
    private @Nullable String done;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    public IntegrationTasksCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (done != null && id == null) {
            throw new Failure(ExitCode.USAGE, "--done needs the integration of the task");
        }
        try (Client client = store.client(terminal, false)) {
            if (done != null && id != null) {
                return finish(client, id, done);
            }
            List<JsonNode> tasks = client == null ? inStore() : atService(client);
            print(tasks);
        }
        return ExitCode.OK;
    }

    private int finish(@Nullable Client client, String integration, String task) throws InterruptedException {
        JsonNode finished = client == null
                ? finishInStore(integration, task)
                : client.ask(
                        "POST", IntegrationText.path(integration) + "/tasks/" + Client.encoded(task) + "/done", null);
        if (json) {
            terminal.out().println(Json.pretty(finished));
        } else {
            terminal.tell("The task is done. Its personal data is erased; the audit log has an entry.");
        }
        return ExitCode.OK;
    }

    private JsonNode finishInStore(String integration, String task) {
        try (OpenIntegrations open = store.open(terminal)) {
            return open.administration()
                    .finish(Actor.operator(), IntegrationText.find(open, integration), task)
                    .map(finished -> IntegrationText.json(finished, Instant.now()))
                    .orElseThrow(() -> new Failure(ExitCode.FAILED, "the integration has no task " + task));
        }
    }

    private List<JsonNode> inStore() {
        List<JsonNode> tasks = new ArrayList<>();
        Instant now = Instant.now();
        try (OpenIntegrations open = store.open(terminal)) {
            List<Integration> integrations =
                    id == null ? open.integrations().all() : List.of(IntegrationText.find(open, id));
            for (Integration integration : integrations) {
                addAll(tasks, open.administration(), integration, now);
            }
        }
        return tasks;
    }

    private static void addAll(
            List<JsonNode> tasks, IntegrationAdministration administration, Integration of, Instant now) {
        String after = null;
        do {
            PrivacyTasks.Page page = administration.tasks(of, false, after, PrivacyTasks.MAX_PAGE);
            page.tasks().forEach(task -> tasks.add(IntegrationText.json(task, now)));
            after = page.next();
        } while (after != null);
    }

    private List<JsonNode> atService(Client client) throws InterruptedException {
        List<String> integrations = id == null
                ? Paging.all(client, IntegrationText.PATH, "integrations").stream()
                        .map(each -> each.path("id").asString(""))
                        .toList()
                : List.of(id);
        List<JsonNode> tasks = new ArrayList<>();
        for (String integration : integrations) {
            tasks.addAll(Paging.all(client, IntegrationText.path(integration) + "/tasks", "tasks"));
        }
        return tasks;
    }

    private void print(List<JsonNode> tasks) {
        if (json) {
            terminal.out().println(Json.pretty(Map.of("tasks", tasks)));
            return;
        }
        if (tasks.isEmpty()) {
            terminal.err().println("no open task");
            return;
        }
        Table table = new Table("INTEGRATION", "TASK", "KIND", "STATE", "DUE", "ORDERS").drop(List.of("ORDERS"));
        for (JsonNode task : tasks) {
            table.row(
                    task.path("integrationId").asString(""),
                    task.path("id").asString(""),
                    task.path("kind").asString(""),
                    task.path("state").asString(""),
                    Times.shown(task.path("dueAt").asString("")),
                    Integer.toString(task.path("orders").size()));
        }
        table.print(terminal);
        terminal.tell("--json prints the customers and orders that they name.");
    }
}
