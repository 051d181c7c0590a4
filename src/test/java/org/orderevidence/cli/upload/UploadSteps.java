package org.orderevidence.cli.upload;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.cli.FakeService;
import org.orderevidence.cli.TestTerminal;

/** A client and a service for tests of uploads, with files in a folder of their own. */
abstract class UploadSteps {
    static final String KEY = "EVIDENCE_API_KEY";

    @TempDir
    Path folder;

    @AutoClose
    FakeService service = serviceOrFail();

    TestTerminal terminal = new TestTerminal();

    private static FakeService serviceOrFail() {
        try {
            return new FakeService();
        } catch (IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @BeforeEach
    void freshTerminal() {
        terminal = new TestTerminal().with(KEY, "key-of-acme-0001");
    }

    static byte[] packed(byte[] plain) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream packing = new GZIPOutputStream(packed)) {
            packing.write(plain);
        }
        return packed.toByteArray();
    }

    int upload(Path file, String... more) {
        List<String> args = new ArrayList<>(List.of("orders", "upload", file.toString(), "--url", service.url()));
        args.addAll(List.of(more));
        return terminal.run(args.toArray(String[]::new));
    }

    Path orders(int from, int until) throws IOException {
        return write("orders.ndjson", String.join("\n", lines(from, until)));
    }

    static List<String> lines(int from, int until) {
        return IntStream.rangeClosed(from, until)
                .mapToObj(i -> "{\"id\":\"A-" + i + "\",\"amount\":" + i + "}")
                .toList();
    }

    Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }
}
