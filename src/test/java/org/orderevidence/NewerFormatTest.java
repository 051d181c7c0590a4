package org.orderevidence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.account.KeyAdministration.KeyChange.NewKey;
import org.orderevidence.installation.SecretOfStore;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.Bytes;
import org.orderevidence.sealing.RecordPlace;
import org.orderevidence.sealing.Sealer;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.sql.SqlRecordStore;
import org.orderevidence.store.sql.SqlSettings;
import org.orderevidence.store.sql.TestSqlite;
import org.orderevidence.transfer.WholeStores;
import org.orderevidence.waiting.LogLines;

/** An order that a newer release has written, in a service of this release. Design "Orders from several sources". */
class NewerFormatTest {
    @TempDir
    private Path folder;

    @AutoClose
    private final LogLines lines = new LogLines(Level.INFO);

    private Path file() {
        return folder.resolve("evidence.db");
    }

    private static byte[] documentOfFormat3() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(NewerFormatTest.class.getResourceAsStream("/formats/format-next.txt"))) {
            String name = "parts-of-format-3 ";
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> line.startsWith(name))
                    .map(line -> HexFormat.of().parseHex(line.substring(name.length())))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** Seals it with the secret of the service, for the place of the order. */
    private byte[] sealed(AccountSpace space, String id, byte[] document) {
        Clock clock = Clock.systemUTC();
        SecretOfStore secret =
                new SecretOfStore(folder.resolve("data/secret"), SecretOfStore.Use.READ, "sqlite:evidence.db", clock);
        try (OpenStore _ = SqlRecordStore.openSqlite(file(), SqlSettings.defaults(), clock.instant(), secret)) {
            return new Sealer(secret.secret().sealingKeys(), new Random(3))
                    .seal(
                            new RecordPlace(space, "record", "orders", List.of(Bytes.utf8(id), Bytes.EMPTY)),
                            3,
                            document);
        }
    }

    private void replace(String id, byte[] document) {
        String body = HexFormat.of().formatHex(document);
        assertEquals(
                1,
                TestSqlite.change(
                        "sqlite:" + file(),
                        "UPDATE orders_records SET body = x'" + body + "' WHERE part = CAST('" + id + "' AS BLOB)"));
    }

    private byte[] stored(String id) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file());
                PreparedStatement select =
                        connection.prepareStatement("SELECT body FROM orders_records WHERE part = CAST(? AS BLOB)")) {
            select.setString(1, id);
            try (ResultSet row = select.executeQuery()) {
                assertTrue(row.next());
                return row.getBytes(1);
            }
        }
    }

    private static void assertUnavailable(ServiceClient.Answer answer) {
        assertEquals(503, answer.status(), answer::body);
        assertTrue(answer.body().contains("\"store_unavailable\""), answer::body);
    }

    @Test
    void anOrderOfANewerFormatIsUnavailableAndStaysAsItIs() throws Exception {
        try (App app = App.start(WholeStores.configOfService(folder.resolve("data"), "sqlite:" + file()))) {
            NewKey key = app.firstKey().orElseThrow();
            ServiceClient client = new ServiceClient(app);
            assertEquals(200, client.upload("A-1", 1999).status());
            assertEquals(200, client.upload("A-2", 1999).status());
            assertEquals(
                    200,
                    client.patch("A-1", "{\"refundedAmount\": 500}").status(),
                    "a part that stays when the order is uploaded");
            byte[] newer = sealed(key.info().space(), "A-1", documentOfFormat3());
            replace("A-1", newer);
            byte[] lone = sealed(key.info().space(), "A-3", documentOfFormat3());
            assertEquals(200, client.upload("A-3", 1999).status());
            replace("A-3", lone);

            assertUnavailable(client.fetch("A-1"));
            assertUnavailable(client.patch("A-1", "{\"refundedAmount\": 600}"));
            assertUnavailable(client.upload("A-1", 1999));
            assertUnavailable(client.get("/api/v2/orders"));

            assertUnavailable(client.upload("A-3", 1999));
            assertUnavailable(client.upload("A-3", 2999));

            assertArrayEquals(newer, stored("A-1"), "what cannot be read is not replaced");
            assertArrayEquals(lone, stored("A-3"), "an upload is its only part");
            assertEquals(200, client.fetch("A-2").status(), "another order");
        }
        List<String> failures = lines.list().stream()
                .filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
                .map(line -> line.getFormattedMessage() + " " + line.getKeyValuePairs())
                .filter(line -> line.contains("format version"))
                .toList();
        assertEquals(1, failures.size(), failures::toString);
        assertTrue(
                failures.getFirst()
                        .contains("a stored document has format version 3; this release reads up to 2:"
                                + " start the newer release"),
                failures::toString);
    }
}
