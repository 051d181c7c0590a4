package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.orderevidence.store.OrderFixtures.NOON;
import static org.orderevidence.store.OrderFixtures.SHOP;
import static org.orderevidence.store.OrderFixtures.everyField;
import static org.orderevidence.store.OrderFixtures.id;
import static org.orderevidence.store.OrderFixtures.key;
import static org.orderevidence.store.OrderFixtures.parts;
import static org.orderevidence.store.OrderFixtures.report;
import static org.orderevidence.store.OrderFixtures.write;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.PendingContent;
import org.orderevidence.order.part.PendingFact;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.store.AccessToken;
import org.orderevidence.store.AccessToken.TokenKind;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.Sightings.SightingWrite;

/** The file of the embedded store and its log. */
final class SqliteCanaryTest {
    /** The id of an order is not personal. It shows that the files are those of the store. */
    private static final String ORDER = "order-of-the-canaries";

    /** Personal values of {@link OrderFixtures#everyField}, and those of a sighting. */
    private static final List<String> CANARIES = List.of(
            "Ann@Example.com",
            "ann@example.com",
            "+1 555 0100",
            "O\u2019Hara",
            "not an address",
            "device-0123456789",
            "fingerprint-0123456789",
            "login-1",
            "41111111",
            "1Z999",
            "Teapot",
            "74027516063000000000001",
            "198.51.100.77",
            "ch_canary_4711",
            "key-hash-of-a-session");

    @TempDir
    private Path folder;

    @AutoClose
    private OpenStore open;

    @BeforeEach
    void open() {
        open = TestSqlite.open(folder);
    }

    /**
     * What must not be in a file, as bytes in ISO 8859-1. The file is small, so short values cannot be there by chance:
     * the last four digits, an address of four bytes.
     */
    private static Stream<String> canaries() {
        String address = new String(new byte[] {(byte) 198, 51, 100, 77}, StandardCharsets.ISO_8859_1);
        return Stream.concat(
                CANARIES.stream()
                        .map(text -> new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)),
                Stream.of("1111", address));
    }

    @Test
    void noFileShowsPersonalData() throws IOException {
        writeCanaries();

        assertEquals(Set.of(ORDER), shown(), "only the order's own id is in the clear");
    }

    /** Stores an order with every field, its later facts, a sighting, a fact that waits for its order, and a session. */
    private void writeCanaries() {
        open.evidence().put(SHOP, parts(List.of(write(everyField(ORDER), key("ann"), key("card")))), NOON);
        open.evidence().putDispute(SHOP, id(ORDER), OrderFixtures.dispute("D", Dispute.Status.OPEN), NOON);
        open.evidence().putFraudReport(SHOP, id(ORDER), report("F"), NOON);
        IpSighting sighting = OrderFixtures.sighting("198.51.100.77", "2026-03-01T10:00:00Z");
        open.sightings().track(SHOP, new SightingWrite(key("ann"), key("ip"), sighting));
        PendingFact.Reference reference = new PendingFact.Reference(
                new OrderReference(OrderReference.Kind.GATEWAY_TRANSACTION_ID, key("charge")),
                new PersonalText("ch_canary_4711"));
        Source source = Source.of(Platform.STRIPE, "main");
        open.pending()
                .put(SHOP, PendingFact.of(reference, new PendingContent.OfFraudReport(report("F-2")), source, 1, NOON));
        open.tokens()
                .add(new AccessToken(
                        TokenKind.SESSION,
                        AccessToken.hash("text of a session"),
                        SHOP,
                        "key_1",
                        NOON,
                        NOON.plusSeconds(60),
                        Bytes.wrap("key-hash-of-a-session".getBytes(StandardCharsets.UTF_8))));
    }

    /** Which of the canaries, and of the order's id, the files show. */
    private Set<String> shown() throws IOException {
        Set<String> shown = new LinkedHashSet<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String contents = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                Stream.concat(Stream.of(ORDER), canaries())
                        .filter(contents::contains)
                        .forEach(shown::add);
            }
        }
        return shown;
    }

    @Test
    void theClosedFileShowsNoneEither() throws IOException {
        writeCanaries();
        open.close();

        assertEquals(Set.of(ORDER), shown());
    }
}
