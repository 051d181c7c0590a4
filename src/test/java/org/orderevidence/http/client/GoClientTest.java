package org.orderevidence.http.client;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.http.ServedSqlite;

/** A Go client is generated with the generator's defaults, compiled, and makes every call. Needs no other module. */
@Tag("faults")
class GoClientTest {
    private static final Path CALLS = Path.of("src/test/go-client/every_call.go");

    @Test
    void makesEveryCall(@TempDir Path folder) throws Exception {
        try (ServedSqlite service = ServedSqlite.start(folder)) {
            Path description = Files.write(
                    folder.resolve("openapi.json"),
                    service.served().send("GET", "/openapi.json").is(200).body().toArray());
            Program.generate(folder, description, "go", "packageName=evidence");
            Path client = folder.resolve("client");
            Files.writeString(client.resolve("go.mod"), "module evidence\n\ngo 1.19\n");
            Files.copy(CALLS, Files.createDirectory(client.resolve("calls")).resolve("main.go"));
            // Cgo would need a C compiler, and the caches of other builds are not used.
            String build = "export GOPROXY=off GOFLAGS=-mod=mod CGO_ENABLED=0 HOME=" + folder
                    + "; cd client && go vet . && go build -o ../every-call ./calls";
            Program.run(folder, List.of("sh", "-c", build));
            String key = service.newShop().key().text();
            String printed = Program.run(
                    folder,
                    List.of(folder.resolve("every-call").toString(), service.url(), key, description.toString()));

            assertTrue(printed.contains("every call was made"), printed);
        }
    }
}
