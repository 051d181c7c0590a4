package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.everyField;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.parts;
import static org.orderevidence.store.OrderFixtures.report;
import static org.orderevidence.store.OrderFixtures.sighting;
import static org.orderevidence.store.OrderFixtures.write;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.order.Dispute;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.TestCodec;
import org.orderevidence.store.sql.dialect.SqlSettings;

/** The files of the embedded store show no personal data, neither in its rows nor in its log. */
class SqliteCanaryTest {
    /** Personal values of {@link OrderFixtures#everyField}, and those that its record for a sighting has. */
    private static final List<String> CANARIES = List.of(
            "Ann@Example.com",
            "+1 555 0100",
            "O\u2019Hara",
            "not an address",
            "device-0123456789",
            "fingerprint-0123456789",
            "login-1",
            "41111111",
            "1111",
            "1Z999",
            "Teapot",
            "74027516063000000000001");

    @TempDir
    private Path folder;

    @Test
    void noFileShowsPersonalData() throws IOException {
        Path file = folder.resolve("evidence.db");
        try (SqlStore store = SqlStore.openSqlite(file, SqlSettings.defaults(), NOON, TestCodec.CODECS)) {
            store.evidence().put(SHOP, parts(List.of(write(everyField("A-1"), key("ann"), key("card")))), NOON);
            store.evidence().putDispute(SHOP, id("A-1"), OrderFixtures.dispute("D", Dispute.Status.OPEN), NOON);
            store.evidence().putFraudReport(SHOP, id("A-1"), report("F"), NOON);
            store.evidence().track(SHOP, sighting("ann", "203.0.113.77", "2026-03-01T10:00:00Z"));

            // The log is still there while the store is open.
            assertEquals(List.of(), shown());
        }
        assertEquals(List.of(), shown());
        assertTrue(contents(file).contains("A-1"), "the order's own id is not personal, and is in the clear");
    }

    private List<String> shown() throws IOException {
        StringBuilder all = new StringBuilder();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                all.append(contents(file));
            }
        }
        String address = new String(new byte[] {(byte) 203, 0, 113, 77}, StandardCharsets.ISO_8859_1);
        return Stream.concat(CANARIES.stream().map(SqliteCanaryTest::utf8), Stream.of(address))
                .filter(canary -> all.indexOf(canary) >= 0)
                .toList();
    }

    private static String contents(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }

    /** The bytes of a string, as {@link #contents} shows them. */
    private static String utf8(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
