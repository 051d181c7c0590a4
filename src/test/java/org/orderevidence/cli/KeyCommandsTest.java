package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.account.ApiKey;
import org.orderevidence.account.Scope;
import org.orderevidence.api.Shop;
import org.orderevidence.http.OnSqlite;
import org.orderevidence.order.AccountSpace.Mode;
import tools.jackson.databind.JsonNode;

/** The commands for keys and profiles, on a store and on a service. */
class KeyCommandsTest extends OnSqlite {
    @TempDir
    private Path home;

    private TestTerminal run(int code, String... args) {
        TestTerminal terminal = new TestTerminal();
        assertEquals(code, terminal.run(args), () -> String.join(" ", args) + "\n" + terminal.err());
        return terminal;
    }

    /** Runs a command on the store of this test. */
    private TestTerminal onStore(int code, String command) {
        List<String> all = new ArrayList<>(TestTerminal.words(command));
        all.addAll(List.of("--data", home.resolve("data").toString()));
        return run(code, all.toArray(String[]::new));
    }

    /** Runs a command on a service, with a shop's key. */
    private TestTerminal onService(Shop shop, int code, String command) throws IOException {
        Path keyFile = Files.writeString(home.resolve("key"), shop.key().text() + "\n");
        List<String> all = new ArrayList<>(TestTerminal.words(command));
        all.addAll(List.of("--url", service.url(), "--key-file", keyFile.toString()));
        return run(code, all.toArray(String[]::new));
    }

    private static List<List<String>> table(TestTerminal terminal) {
        return terminal.out()
                .lines()
                .map(line -> List.of(line.split(" {2,}", -1)))
                .toList();
    }

    /** Times look as in the list of orders. */
    private static void assertTime(String time) {
        assertTrue(time.matches("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC"), time);
    }

    @Test
    void aKeyLivesInAStore() {
        onStore(0, "account create acme");
        JsonNode made = onStore(0, "key create --account acme --scope read,lookup --label 'till 4' --json")
                .json();
        String id = made.path("id").asString();
        assertEquals("[\"lookup\",\"read\"]", made.path("scopes").toString());

        List<List<String>> listed = table(onStore(0, "key list --account acme"));
        assertEquals(List.of("KEY", "LABEL", "MODE", "SCOPES", "STATE", "LAST USED", "CREATED"), listed.getFirst());
        assertEquals(
                List.of(id, "till 4", "live", "lookup,read", "active", "-"),
                listed.get(1).subList(0, 6));
        assertTime(listed.get(1).get(6));

        TestTerminal rotated = onStore(0, "key rotate " + id + " --account acme --grace 7d");
        ApiKey next = new ApiKey(rotated.out().strip());
        assertFalse(next.isMalformed());
        assertTrue(rotated.err().startsWith(id + " is replaced: ends 2"), rotated.err());
        onStore(1, "key rotate " + id + " --account acme");

        onStore(0, "key revoke " + id + " --account acme");
        String state = table(onStore(0, "key list --account acme")).stream()
                .filter(row -> row.getFirst().equals(id))
                .findFirst()
                .orElseThrow()
                .get(4);
        assertEquals("revoked", state);
        onStore(1, "key revoke key_unknown --account acme");
        onStore(1, "key rotate " + id + " --account other");
    }

    @Test
    void accountsAreListedLikeOrders() {
        onStore(0, "account create acme");
        onStore(0, "account profile set acme --name 'Tea House'");

        List<List<String>> listed = table(onStore(0, "account list"));

        assertEquals(List.of("ACCOUNT", "CREATED", "MERCHANT"), listed.getFirst());
        assertEquals("acme", listed.getLast().getFirst());
        assertTime(listed.getLast().get(1));
        assertEquals("Tea House", listed.getLast().get(2));
    }

    private TestTerminal importKey(int code, ApiKey key, String... options) {
        TestTerminal terminal = new TestTerminal().reading(key.text() + "\n");
        List<String> args = new ArrayList<>(List.of("key", "import", "--account", "acme"));
        args.addAll(List.of(options));
        args.addAll(List.of("--data", home.resolve("data").toString()));
        assertEquals(code, terminal.run(args.toArray(String[]::new)), terminal::err);
        return terminal;
    }

    @Test
    void aKeyIsImportedIntoTheModeThatItNames() {
        onStore(0, "account create acme");
        ApiKey live = ApiKey.generate(Mode.LIVE, new Random(1));
        ApiKey test = ApiKey.generate(Mode.TEST, new Random(1));

        assertEquals(
                "this is a test key (oe_test_); import it with --test",
                importKey(1, test).err().strip());
        assertEquals(
                "this is a live key (oe_live_); import it without --test",
                importKey(1, live, "--test").err().strip());

        importKey(0, test, "--test");
        importKey(0, live);
        assertEquals(
                "this key is in use already; see key list",
                importKey(1, live).err().strip());
    }

    @Test
    void allPagesOfKeysAreListed() throws IOException {
        Shop shop = service.newShop();
        for (int i = 0; i < 250; i++) {
            service.served().key(shop.account(), Mode.LIVE, Scope.READ);
        }

        assertEquals(
                251, onService(shop, 0, "key list --json").json().path("keys").size());
    }

    @Test
    void aProfileIsChangedOnAService() throws IOException {
        Shop shop = service.newShop();
        onService(
                shop,
                0,
                "account profile set --name 'Tea House' --phone '+1 217 555 0100' --category services"
                        + " --field receiptAddress.city=Springfield --field receiptAddress.latitude=39.8"
                        + " --field showLogo=true");
        onService(shop, 0, "account profile set --clear phoneForReceipt");

        assertEquals(
                "{\"name\":\"Tea House\",\"receiptAddress.city\":\"Springfield\",\"receiptAddress.latitude\":\"39.8\","
                        + "\"merchandiseOrServices\":\"services\",\"showLogo\":\"true\"}",
                onService(shop, 0, "account profile show --json").json().toString());
        assertEquals("Tea House", shop.get("/api/v2/account").text("/merchantInfo/name"));
    }

    /** What the interface refuses is refused on a store, too, and nothing of it is stored. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "account profile set acme --field logoUrl=x | logoUrl must be a link that starts with https:// or http://, with"
                        + " a host and without spaces",
                "account profile set acme --field description=4111111111111111 | description contains what looks like a full"
                        + " card number; send only bin and last4, never the number",
                "key create --account acme --label 4111111111111111 | label contains what looks like a full card number;"
                        + " send only bin and last4, never the number",
                "key import --account acme --label 4111111111111111 | label contains what looks like a full card number;"
                        + " send only bin and last4, never the number"
            })
    void aStoreRefusesWhatAServiceRefuses(String command, String message) {
        onStore(0, "account create acme");

        TestTerminal refused = onStore(2, command);

        assertEquals(message, refused.err().strip());
        assertEquals("{ }", onStore(0, "account profile show acme --json").out().strip());
        assertEquals(
                "{\"keys\":[]}",
                onStore(0, "key list --account acme --json").json().toString());
    }

    @Test
    void anyRequestIsSentToAStoreAsTheOperatorAndToAServiceWithAKey() throws IOException {
        onStore(0, "account create acme");
        onStore(0, "key create --account acme --test");

        JsonNode entry = onStore(0, "api get /api/v2/account/audit --account acme --test")
                .json()
                .at("/entries/0");
        assertEquals("cli", entry.path("actor").asString());
        assertEquals("key_created", entry.path("action").asString());

        assertEquals(
                "This account has no order with this ID.",
                onStore(1, "api GET /api/v2/orders/A-1 --account acme").err().strip());
        onStore(2, "api GET api/v2/orders");
        onStore(1, "api GET /api/v2/orders --account unknown");

        Path body = Files.writeString(home.resolve("body"), "{\"merchantInfo\":{\"name\":\"Tea House\"}}");
        onStore(0, "api PUT /api/v2/account --account acme --input " + body);
        Shop shop = service.newShop();
        onService(shop, 0, "api PUT /api/v2/account --input " + body);
        assertEquals("Tea House", shop.get("/api/v2/account").text("/merchantInfo/name"));
        onService(shop, 4, "api GET /api/v2/orders/A-1");
    }
}
