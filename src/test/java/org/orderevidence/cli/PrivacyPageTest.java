package org.orderevidence.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.App;

/** Runs the commands of docs/privacy.md, and repeats the erasures in a backup from before them. */
class PrivacyPageTest {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|\\S+");

    private static final String ORDERS = """
            {"id":"A-1001","amount":100,"currency":"EUR","transactionDate":"2026-11-01","receipt":{"customerEmail":"di@example.com"}}
            {"id":"A-1002","amount":100,"currency":"EUR","transactionDate":"2026-11-01","receipt":{"customerEmail":"bo@example.com"}}
            {"id":"old","amount":100,"currency":"EUR","transactionDate":"2025-06-01","receipt":{"customerEmail":"ann@example.com"}}
            {"id":"other","amount":100,"currency":"EUR","transactionDate":"2025-06-01","receipt":{"customerEmail":"cy@example.com"}}
            """;

    @TempDir
    private Path folder;

    @Test
    void whatWasErasedIsErasedAgainAfterABackupWasRestored() throws IOException {
        String page = Files.readString(Path.of("docs/privacy.md"));
        List<String> commands = page.substring(page.indexOf("## Erase and export"), page.indexOf("## Retention"))
                .lines()
                .filter(line -> line.startsWith("    ./evidence "))
                .map(line -> line.substring("    ./evidence ".length()))
                .toList();
        String restore = commands.stream()
                .filter(command -> command.startsWith("store restore-erasures "))
                .findFirst()
                .orElseThrow();
        try (App app = start("data")) {
            Files.writeString(
                    folder.resolve("data/first-key"),
                    app.firstKey().orElseThrow().key().text());
            run(app, "data", "orders upload -");
            run(app, "data", "track ann@example.com 203.0.113.7");
            run(app, "data", "order dispute add A-1002 dp_1 --condition 10.4 --opened-at 2026-11-10");
            run(app, "data", "store backup --to backups/monday");
            for (String command : commands) {
                if (!command.equals(restore)) {
                    run(app, "data", command.replaceFirst(" > .*", ""));
                }
            }
            assertErased(app, "data");
        }

        assertTrue(run(null, "backups/monday", restore).contains("3 erasures repeated"));
        assertTrue(run(null, "backups/monday", restore).contains("3 erasures repeated"), "it may be repeated");
        try (App app = start("backups/monday")) {
            assertErased(app, "backups/monday");
            assertTrue(run(app, "backups/monday", "store erasures --to backups/again")
                    .contains("3 erasures"));
        }
    }

    private void assertErased(App app, String data) {
        assertTrue(run(app, data, "order list").contains("other"));
        assertFalse(run(app, data, "order list").contains("old"), "the order of the customer");
        assertFalse(run(app, data, "order list").contains("A-1002"));
        assertFalse(run(app, data, "disputes list").contains("A-1002"));
        assertFalse(run(app, data, "customer export ann@example.com").contains("203.0.113.7"));
        assertTrue(run(app, data, "orders upload -").contains("2 erased"));
    }

    private App start(String data) {
        return TestTerminal.serve(folder.resolve(data));
    }

    private String run(@Nullable App app, String data, String command) {
        TestTerminal terminal = new TestTerminal()
                .with("EVIDENCE_DATA", folder.resolve(data).toString())
                .reading(ORDERS);
        if (app != null) {
            terminal.with("EVIDENCE_URL", "http://127.0.0.1:" + app.port());
        }
        String[] words = WORD.matcher(command.replace("backups/", folder + "/backups/"))
                .results()
                .map(word -> word.group(1) == null ? word.group() : word.group(1))
                .toArray(String[]::new);
        assertEquals(0, terminal.run(words), () -> command + ": " + terminal.err());
        return terminal.out();
    }
}
