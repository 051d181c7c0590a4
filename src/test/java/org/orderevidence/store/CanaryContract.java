package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
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
import org.junit.jupiter.api.Test;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.PendingFact;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;

/** The files of a store show no personal data, neither in its rows nor in its log. Each engine implements this. */
public interface CanaryContract {
    /** The id of an order is not personal. It shows that the files are those of the store. */
    String ORDER = "order-of-the-canaries";

    /** Personal values of {@link OrderFixtures#everyField}, and those of a sighting. */
    List<String> CANARIES = List.of(
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

    /** The store, which is empty. */
    OpenStore store();

    /** All files of the store, once what was written is in them. */
    List<Path> files() throws IOException;

    /** What must not be in a file, as bytes in ISO 8859-1. */
    default List<String> canaries() {
        return CANARIES.stream()
                .map(text -> new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1))
                .toList();
    }

    @Test
    default void noFileShowsPersonalData() throws IOException {
        writeCanaries();

        Set<String> shown = shown();

        assertTrue(shown.remove(ORDER), "the order's own id is in the clear");
        assertEquals(Set.of(), shown);
    }

    /** Stores an order with every field, its later facts, a sighting, a fact that waits for its order, and a session. */
    default void writeCanaries() {
        store().evidence().put(SHOP, parts(List.of(write(everyField(ORDER), key("ann"), key("card")))), NOON);
        store().evidence().putDispute(SHOP, id(ORDER), OrderFixtures.dispute("D", Dispute.Status.OPEN), NOON);
        store().evidence().putFraudReport(SHOP, id(ORDER), report("F"), NOON);
        IpSighting sighting = OrderFixtures.sighting("198.51.100.77", "2026-03-01T10:00:00Z");
        store().sightings().track(SHOP, new SightingWrite(key("ann"), key("ip"), sighting));
        PendingFact.Reference reference = new PendingFact.Reference(
                new OrderReference(OrderReference.Kind.GATEWAY_TRANSACTION_ID, key("charge")),
                new PersonalText("ch_canary_4711"));
        Source source = Source.of(Platform.STRIPE, "main");
        store().pending().put(SHOP, PendingFact.of(reference, report("F-2"), source, 1, NOON));
        store().tokens()
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
    default Set<String> shown() throws IOException {
        Set<String> shown = new LinkedHashSet<>();
        for (Path file : files()) {
            String contents = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            Stream.concat(Stream.of(ORDER), canaries().stream())
                    .filter(contents::contains)
                    .forEach(shown::add);
        }
        return shown;
    }

    /** All regular files of a folder. */
    static List<Path> under(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
