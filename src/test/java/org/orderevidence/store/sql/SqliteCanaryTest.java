package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.store.OrderFixtures.NOON;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.store.CanaryContract;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.TestCodec;

/** The file of the embedded store and its log. */
final class SqliteCanaryTest implements CanaryContract {
    @TempDir
    private Path folder;

    private SqlStore open;

    @BeforeEach
    void open() {
        open = SqlStore.openSqlite(folder.resolve("evidence.db"), SqlSettings.defaults(), NOON, TestCodec.CODECS);
    }

    @AfterEach
    void close() {
        open.close();
    }

    @Override
    public OpenStore store() {
        return open;
    }

    @Override
    public List<Path> files() throws IOException {
        return CanaryContract.under(folder);
    }

    /** The file is small, so short values cannot be there by chance: the last four digits, an address of four bytes. */
    @Override
    public List<String> canaries() {
        String address = new String(new byte[] {(byte) 198, 51, 100, 77}, StandardCharsets.ISO_8859_1);
        return Stream.concat(CanaryContract.super.canaries().stream(), Stream.of("1111", address))
                .toList();
    }

    @Test
    void theClosedFileShowsNoneEither() throws IOException {
        writeCanaries();
        close();

        assertEquals(Set.of(ORDER), shown());
    }
}
