package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.api.Shop;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.http.ServedApi;
import org.orderevidence.integration.Integration;
import org.orderevidence.integration.Samples;
import org.orderevidence.webhook.SignedWebhooks;
import org.orderevidence.webhook.Webhooks;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The commands for integrations, on a store and on a service. */
class IntegrationCommandsTest extends OnSqlite {
    private static final String SECRET = "whsec_of_the_commands";

    @TempDir
    private Path home;

    private TestTerminal run(int code, String input, List<String> args) {
        TestTerminal terminal = new TestTerminal().reading(input);
        assertEquals(code, terminal.run(args.toArray(String[]::new)), () -> args + "\n" + terminal.err());
        assertFalse((terminal.out() + terminal.err()).contains("whsec_of"), "no secret is shown");
        return terminal;
    }

    private TestTerminal onStore(int code, String input, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--data", home.resolve("data").toString()));
        return run(code, input, all);
    }

    private TestTerminal onService(Shop shop, int code, String input, String... args) throws IOException {
        Path keyFile = Files.writeString(home.resolve("key"), shop.key().text() + "\n");
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--url", service.url(), "--key-file", keyFile.toString()));
        return run(code, input, all);
    }

    private static String id(JsonNode integration) {
        return integration.path("id").asString();
    }

    /** The JSON without what differs between any two integrations. */
    private static String stable(JsonNode integration) {
        ObjectNode copy = (ObjectNode) integration.deepCopy();
        copy.remove(List.of("id", "path", "createdAt", "account"));
        return copy.toString();
    }

    @Test
    void theCommandsPrintTheSameOnAStoreAndOnAService() throws IOException {
        Shop shop = service.newShop();
        String[] add = {"integration", "add", "stripe", "--order-id-key", "cart", "--json"};
        onStore(0, "", "account", "create", "default");
        JsonNode stored = onStore(0, SECRET, add).json();
        JsonNode served = onService(shop, 0, SECRET, add).json();
        assertEquals(stable(stored), stable(served));
        String id = id(served);
        assertEquals(shop.account(), served.path("account").asString());

        String[] list = {"integration", "list", "--json"};
        assertEquals(served, onService(shop, 0, "", list).json().at("/integrations/0"));
        assertEquals(stored, onStore(0, "", list).json().at("/integrations/0"));
        assertEquals(
                stable(onStore(0, "", "integration", "status", id(stored), "--json")
                        .json()),
                stable(onService(shop, 0, "", "integration", "status", id, "--json")
                        .json()));
        String[] rotate = {"integration", "rotate", id, "--json"};
        assertEquals(
                2,
                onService(shop, 0, "whsec_of_now", rotate)
                        .json()
                        .path("secrets")
                        .asInt());
        onService(shop, 0, "", "integration", "rotate", id, "--end");
        assertEquals(
                id,
                id(onService(shop, 0, "", "integration", "remove", id, "--json").json()));

        assertTrue(
                onService(shop, 4, "", "integration", "status", id).err().contains("has no integration with this ID"));
        onService(shop, 2, SECRET, "integration", "add", "stripe", "--test");
        onService(shop, 2, SECRET, "integration", "add", "stripe", "--account", "acme");
        onService(shop, 2, "", "integration", "list", "--account", "acme");
    }

    @Test
    void eventsAndTasksOfAService() throws IOException {
        Shop shop = service.newShop();
        String secret = "shop secret";
        String id = id(onService(shop, 0, secret, "integration", "add", "shopify", "--json")
                .json());
        Webhooks webhooks = service.served().webhooks();
        Integration integration = webhooks.integrations().find(id).orElseThrow();
        for (String topic : List.of("customers/redact", "carts/create")) {
            SignedWebhooks.receive(
                    webhooks.receiver(),
                    integration,
                    SignedWebhooks.shopify(
                            secret,
                            topic,
                            topic.startsWith("carts")
                                    ? "{\"id\": 1}".getBytes(StandardCharsets.UTF_8)
                                    : Samples.bytes("shopify/customers-redact")));
        }
        webhooks.worker().pass();

        TestTerminal status = onService(shop, 0, "", "integration", "status", id);
        assertTrue(status.out().contains("open tasks about personal data: 1, overdue: 0"), status.out());
        assertTrue(status.out().contains("carts/create"), status.out());
        String[] replay = {"integration", "replay", id, "--reason", "unknown_type", "--json"};
        assertEquals(1, onService(shop, 0, "", replay).json().path("replayed").asInt());
        assertEquals(0, onService(shop, 0, "", replay).json().path("replayed").asInt());

        JsonNode task =
                onService(shop, 0, "", "integration", "tasks", "--json").json().at("/tasks/0");
        assertEquals(id, task.path("integrationId").asString());
        assertEquals(
                ServedApi.NOW.plusSeconds(30 * 86_400L).toString(),
                task.path("dueAt").asString());
        TestTerminal table = onService(shop, 0, "", "integration", "tasks", id);
        assertTrue(table.out().contains("erase_customer"), table.out());
        assertFalse(table.out().contains("ann@"), table.out());
        onService(shop, 4, "", "integration", "remove", id);
        String[] done = {"integration", "tasks", id, "--done", id(task)};
        assertTrue(onService(shop, 0, "", done).err().contains("The task is done"));
        assertEquals(
                "no open task",
                onService(shop, 0, "", "integration", "tasks", id).err().strip());
        onService(shop, 0, "", "integration", "remove", id);
    }
}
