package org.orderevidence.http.client;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.http.ServedSqlite;

/** The description as programs on Node.js read it. */
@Tag("faults")
class TypeScriptClientTest {
    @Test
    void aGeneratedClientMakesEveryCall(@TempDir Path folder) {
        try (ServedSqlite service = ServedSqlite.start(folder)) {
            NodeTools.prepare(service.served());
            NodeTools.run("openapi-typescript", "openapi.json", "--output", "api.d.ts");
            NodeTools.run("tsc", "--project", ".");
            String key = service.newShop().key().text();

            String printed = NodeTools.node("out/every-call.js", service.url(), key);

            assertTrue(printed.contains("every call was made"), printed);
        }
    }

    @Test
    void spectralFindsNothing(@TempDir Path folder) {
        try (ServedSqlite service = ServedSqlite.start(folder)) {
            NodeTools.prepare(service.served());

            String printed = NodeTools.run(
                    "spectral", "lint", "openapi.json", "--ruleset", "spectral.yaml", "--fail-severity", "hint");

            assertTrue(printed.contains("No results with a severity of 'hint' or higher found!"), printed);
        }
    }
}
