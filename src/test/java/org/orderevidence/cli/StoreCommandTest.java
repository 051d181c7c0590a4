package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.StoredKeys;
import org.orderevidence.installation.Installation;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.AccountStore.KeyRow;
import org.orderevidence.store.sql.TestSqlite;
import org.orderevidence.transfer.WholeStores;

/** What people read and scripts get of the commands that work on a whole store. */
class StoreCommandTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void makeAnInstallation() {
        assertEquals(0, new TestTerminal().run("account", "create", "acme", "--data", data()));
        assertEquals(0, new TestTerminal().run("key", "create", "--account", "acme", "--data", data()));
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private String from() {
        return "sqlite:" + folder.resolve("data/evidence.db");
    }

    private String to() {
        return "sqlite:" + folder.resolve("new.db");
    }

    private TestTerminal copy(int code, String... more) {
        TestTerminal terminal = new TestTerminal();
        List<String> args = new ArrayList<>(List.of("store", "copy", "--from", from(), "--to", to(), "--data", data()));
        args.addAll(List.of(more));
        assertEquals(code, terminal.run(args.toArray(String[]::new)), terminal::err);
        return terminal;
    }

    /** Returns the ID of the key of the account. */
    private String key() {
        try (Installation source = WholeStores.open(WholeStores.config(folder.resolve("data"), from()))) {
            return StoredKeys.of(source.accounts(), "acme").getFirst().id();
        }
    }

    private void change(String sql) {
        assertEquals(1, TestSqlite.change(to(), sql));
    }

    private static final AccountSpace ACME = new AccountSpace("acme", AccountSpace.Mode.LIVE);

    private void changeTarget(Consumer<AccountStore> change) {
        try (Installation target = WholeStores.open(WholeStores.config(folder.resolve("data"), to()))) {
            change.accept(target.store().accounts());
        }
    }

    private static void grantAdmin(AccountStore store, KeyRow key) {
        store.deleteKey(key);
        store.createKey(with(key, key.id(), key.hash(), Set.of("admin")));
    }

    private static KeyRow with(KeyRow key, String id, Bytes hash, Set<String> scopes) {
        return new KeyRow(
                id, hash, key.account(), key.mode(), null, scopes, key.createdAt(), key.expiresAt(), null, null, null);
    }

    @Test
    void aCopyPrintsTheComparisonAndWhatElseIsNeeded() {
        TestTerminal terminal = copy(0);

        assertEquals(
                List.of(
                        "KIND                      SOURCE  TARGET",
                        "accounts                  1       1       equal",
                        "audit entries             1       1       equal",
                        "audit entries about data  0       0       equal",
                        "orders                    0       0       equal",
                        "sightings                 0       0       equal",
                        "pending spaces            0       0       equal",
                        "pending facts             0       0       equal",
                        "integrations              0       0       equal",
                        "access tokens             0       0       equal",
                        "lists of uploads          0       0       equal",
                        "changes                   0       0       equal",
                        "keys                      1       1       equal"),
                terminal.outLines());
        assertEquals(
                List.of("both stores are equal; the target needs the same secret: copy "
                        + folder.resolve("data/secret")),
                terminal.errLines());
    }

    @Test
    void aDifferenceIsNamedWithItsNumbersAndFails() {
        copy(0);
        changeTarget(target -> {
            KeyRow key = target.keys(ACME, null, 1).getFirst();
            target.createKey(with(key, "key_2", Bytes.wrap(new byte[1]), Set.of("read")));
            grantAdmin(target, key);
        });

        TestTerminal terminal = copy(1);

        assertEquals(
                List.of(
                        "only in the target: account acme (live), key key_2",
                        "different in the target: account acme (live), key " + key(),
                        "the stores differ: keys (1 in the source, 2 in the target); run the same command again with"
                                + " --mirror to remove what only the target has"),
                terminal.errLines());
        assertEquals(
                "keys                      1       2       DIFFERS",
                terminal.outLines().getLast());
    }

    @Test
    void asManyButOtherRecordsDifferToo() {
        copy(0);
        changeTarget(target -> grantAdmin(target, target.keys(ACME, null, 1).getFirst()));

        assertEquals(
                List.of(
                        "different in the target: account acme (live), key " + key(),
                        "the stores differ: keys (the same number, with different content); run the same command again"
                                + " with --mirror to remove what only the target has"),
                copy(1).errLines());
    }

    @Test
    void scriptsGetTheComparisonAsJson() {
        TestTerminal terminal = copy(0, "--json");

        var json = terminal.json();
        assertEquals(true, json.path("equal").asBoolean());
        assertEquals(0, json.path("damaged").asInt());
        assertEquals(
                "{\"kind\":\"keys\",\"source\":1,\"target\":1,\"equal\":true}",
                json.path("kinds").get(11).toString());
    }

    @Test
    void anInterruptedCopyIsContinuedOrRestarted() {
        copy(0);
        changeTarget(target -> WholeStores.noteCopied(target, from(), "sightings", 250));
        List<String> continued = copy(0).errLines();
        assertEquals(1, copy(0).errLines().size(), "at the end, nothing is left of it");
        changeTarget(target -> WholeStores.noteCopied(target, from(), "sightings", 250));
        List<String> restarted = copy(0, "--restart").errLines();

        assertEquals(
                "an earlier copy was interrupted after 250 sightings; continuing from there (--restart starts again)",
                continued.getFirst());
        assertEquals(1, restarted.size(), "nothing is said of the earlier copy");
    }

    @Test
    void verifyTellsWhatIsWrongAndWhatRepairDid() {
        copy(0);
        change("INSERT INTO history_records (space, part, sort, version, head, body)"
                + " VALUES ((SELECT number FROM spaces WHERE account = 'acme' AND mode = 'live'),"
                + " x'0100000000000000000000000000000000', CAST('1234A-1' AS BLOB), 1, x'00', x'00')");
        TestTerminal found = new TestTerminal();
        TestTerminal repaired = new TestTerminal();
        TestTerminal json = new TestTerminal();

        assertEquals(1, found.run("store", "verify", "--data", data(), "--store", to()));
        assertEquals(0, repaired.run("store", "verify", "--repair", "--data", data(), "--store", to()));
        assertEquals(0, json.run("store", "verify", "--json", "--data", data(), "--store", to()));

        String row = "account acme (live), order A-1: a row among the history rows follows from no record";
        assertEquals(
                List.of(
                        row,
                        "1 account, 0 orders, 1 history row, 0 sightings: 1 row without a record (--repair corrects"
                                + " them)"),
                found.outLines());
        assertEquals(
                List.of(
                        row + "; deleted",
                        "1 account, 0 orders, 1 history row, 0 sightings: 1 row without a record deleted"),
                repaired.outLines());
        assertEquals(
                "{\"sound\":true,\"accounts\":1,\"orders\":0,\"historyRows\":0,\"sightings\":0,\"damaged\":0,\"differing\":0,"
                        + "\"orphans\":0,\"miscounted\":0,\"oldKeys\":[],\"olderDerivation\":0,\"findings\":[]}",
                json.json().toString());
    }

    private List<String> show(int code, String... key) {
        TestTerminal terminal = new TestTerminal();
        List<String> args = new ArrayList<>(List.of("store", "show", "--data", data()));
        args.addAll(List.of(key));
        assertEquals(code, terminal.run(args.toArray(String[]::new)), terminal::err);
        return (code == 0 ? terminal.out() : terminal.err()).lines().toList();
    }

    @Test
    void showPrintsAnOpenedRecord() {
        List<String> account = show(0, "accounts", "", "acme");
        assertEquals(
                List.of("account acme (live), the account", "  part: \"\"", "  sort: \"acme\""), account.subList(0, 3));
        assertEquals("  body: document A", account.get(4));
        assertEquals("    1: acme", account.get(5));
        assertTrue(account.get(6).matches("    2: [0-9]+"), account.get(6));

        List<String> row = show(0, "keys_of_spaces", "", "--account", "acme");
        String hash = row.getLast().substring("  body: ".length());
        List<String> key = show(0, "keys", hash, "");
        assertEquals("account acme (live), key " + key(), key.getFirst());
        assertTrue(key.contains("  row: key_ids \"" + key() + "\" \"\""), key::toString);
    }

    @Test
    void showSaysWhatItDoesNotHave() {
        assertEquals(List.of("there is no such record"), show(1, "accounts", "", "other"));
        assertTrue(show(2, "cats", "").getFirst().contains("there is no kind cats; the kinds are accounts, "));
    }

    @Test
    void aBackupIsRestoredToANewFolderOnly() throws Exception {
        Path backup = folder.resolve("backup");
        String restored = folder.resolve("restored").toString();
        TestTerminal terminal = new TestTerminal();
        TestTerminal again = new TestTerminal();
        assertEquals(0, terminal.run("store", "backup", "--to", backup.toString(), "--data", data()), terminal::err);

        terminal = new TestTerminal();
        int code = terminal.run("store", "restore", "--from", backup.toString(), "--data", restored);

        assertEquals(0, code, terminal::err);
        assertEquals(
                List.of("1 account, 0 orders, 0 history rows, 0 sightings: nothing is wrong"), terminal.outLines());
        assertEquals(1, again.run("store", "restore", "--from", backup.toString(), "--data", restored));
        assertEquals(List.of(restored + " exists; rename it, or name a new folder"), again.errLines());

        String other = folder.resolve("other").toString();
        String elsewhere = "sqlite:" + folder.resolve("elsewhere.db");
        assertEquals(
                2,
                new TestTerminal()
                        .run("store", "restore", "--from", backup.toString(), "--data", other, "--store", elsewhere));
        assertFalse(Files.exists(Path.of(other)));
    }

    @Test
    void aBackupThatWasInterruptedIsNotTakenForOne() throws Exception {
        Path partial = Files.createDirectory(folder.resolve("backup.partial"));
        TestTerminal terminal = new TestTerminal();

        int code =
                terminal.run("store", "backup", "--to", folder.resolve("backup").toString(), "--data", data());

        assertEquals(1, code);
        assertEquals(
                List.of(partial
                        + " exists: a backup is in progress or was interrupted; if none is in progress, delete it"),
                terminal.errLines());
        assertFalse(Files.exists(folder.resolve("backup")));
    }
}
