package org.orderevidence.store.document;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.order.Charge;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.LineItem;
import org.orderevidence.order.MerchantInfo;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.ReceiptBuilder;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.RandomOrders;

/** The stored form of orders and what belongs to them. */
final class OrderDocumentTest {
    private static Order roundTrip(Order order) {
        return OrderDocument.decode(OrderDocument.encode(order));
    }

    /** A document with other bytes before the checksum, and the checksum that they have. */
    private static byte[] resealed(byte[] document, int length) {
        byte[] changed = Arrays.copyOf(document, length + 4);
        CRC32C checksum = new CRC32C();
        checksum.update(changed, 0, length);
        ByteBuffer.wrap(changed).putInt(length, (int) checksum.getValue());
        return changed;
    }

    @Test
    void everyFieldComesBack() {
        Order order = OrderFixtures.everyField("A-1");
        assertHasEveryField(order);

        assertEquals(order, roundTrip(order));
    }

    /** Fails when a field is added to the domain and not to the fixture: the codec would lose it unnoticed. */
    private static void assertHasEveryField(Record value) {
        for (RecordComponent component : value.getClass().getRecordComponents()) {
            Object part;
            try {
                part = component.getAccessor().invoke(value);
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(e.getMessage(), e);
            }
            assertTrue(part != null, () -> "the fixture lacks " + component);
            assertNotEquals(false, part, () -> "the fixture lacks " + component);
            if (part instanceof OrderTime) {
                continue; // has two forms, and the fixture both
            }
            if (part instanceof Record inner) {
                assertHasEveryField(inner);
            } else if (part instanceof List<?> all) {
                assertFalse(all.isEmpty());
                assertHasEveryField((Record) all.getFirst());
            }
        }
    }

    @Test
    void anAbsentFieldStaysAbsent() {
        Order order = OrderFixtures.order("A-1");

        assertEquals(order, roundTrip(order));
    }

    @Test
    void theStoredFormIsPinned() {
        // Bytes like these are on disks: a change of the form needs a new version, and a reader of the old one.
        String charge = "01cf0f" + "0203555344" + "0300c2c002" + "0600" + "0700" + "0801" + "0e01";
        assertEquals(
                "4f01" + "0103412d31" + "0315" + charge + "0400" + "05020100" + "b95ea6f8",
                HexFormat.of().formatHex(OrderDocument.encode(OrderFixtures.order("A-1"))));
        byte[] full = OrderDocument.encode(OrderFixtures.everyField("A-1"));
        assertEquals("2398f340", HexFormat.of().formatHex(full, full.length - 4, full.length), "its checksum");
    }

    @Test
    void randomOrdersComeBackAndHaveOneForm() {
        long seed = 20_261_120;
        RandomOrders orders = new RandomOrders(seed);
        for (int i = 0; i < 5_000; i++) {
            Order order = orders.next("A-" + i);
            byte[] bytes = OrderDocument.encode(order);
            Order decoded = OrderDocument.decode(bytes);
            assertEquals(order, decoded, "seed " + seed + ", order " + i);
            assertArrayEquals(bytes, OrderDocument.encode(decoded), "seed " + seed + ", order " + i);
        }
    }

    @Test
    void everyFlippedBitIsNoticed() {
        byte[] bytes = OrderDocument.encode(OrderFixtures.everyField("A-1"));
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThrows(UnreadableDocument.class, () -> OrderDocument.decode(flipped));
        }
    }

    @Test
    void everyShortenedOrLengthenedDocumentIsNoticed() {
        byte[] bytes = OrderDocument.encode(OrderFixtures.everyField("A-1"));
        for (int length = 0; length < bytes.length; length++) {
            byte[] shortened = Arrays.copyOf(bytes, length);
            assertThrows(UnreadableDocument.class, () -> OrderDocument.decode(shortened));
        }
        byte[] lengthened = Arrays.copyOf(bytes, bytes.length + 1);
        assertThrows(UnreadableDocument.class, () -> OrderDocument.decode(lengthened));
    }

    /** With a checksum that agrees, as only a faulty or hostile writer makes it. */
    @Test
    void forgedDocumentsAreRefusedOrReadAsTheOneOrderTheyAreTheFormOf() {
        long seed = 7;
        Random random = new Random(seed);
        byte[] bytes = OrderDocument.encode(OrderFixtures.everyField("A-1"));
        for (int i = 0; i < 20_000; i++) {
            byte[] forged = bytes.clone();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                forged[2 + random.nextInt(forged.length - 6)] = (byte) random.nextInt(256);
            }
            int length = random.nextInt(4) == 0 ? 2 + random.nextInt(forged.length - 6) : forged.length - 4;
            byte[] sealed = resealed(forged, length);
            try {
                Order order = OrderDocument.decode(sealed);
                assertArrayEquals(sealed, OrderDocument.encode(order), "seed " + seed + ", forgery " + i);
            } catch (UnreadableDocument refused) {
                assertEquals("a stored document is malformed, though its checksum agrees", refused.getMessage());
            }
        }
    }

    @Test
    void aNewerVersionIsRefusedByName() {
        byte[] bytes = OrderDocument.encode(OrderFixtures.order("A-1"));
        bytes[1] = 2;

        UnreadableDocument refused =
                assertThrows(UnreadableDocument.class, () -> OrderDocument.decode(resealed(bytes, bytes.length - 4)));

        assertEquals(
                "a stored document has version 2; this program knows 1: it was written by a newer one",
                refused.getMessage());
    }

    @Test
    void aDocumentOfAnotherKindIsRefused() {
        byte[] profile = ProfileDocument.encode(MerchantInfo.EMPTY);

        UnreadableDocument refused = assertThrows(UnreadableDocument.class, () -> OrderDocument.decode(profile));

        assertEquals("a stored document is of another kind than the one that belongs here", refused.getMessage());
    }

    @Test
    void aLengthThatIsNotThereIsRefusedWithoutBeingReserved() {
        // kind, version, the order's id of 2^31 - 1 bytes
        byte[] huge = {'O', 1, 1, -1, -1, -1, -1, 7, 0, 0, 0, 0};

        assertThrows(UnreadableDocument.class, () -> OrderDocument.decode(resealed(huge, 8)));
        assertThrows(UnreadableDocument.class, () -> OrderDocument.decode(new byte[(1 << 20) + 1]));
    }

    @Test
    void aTextThatUtf8CannotHoldIsNotKept() {
        Receipt receipt =
                new ReceiptBuilder().description("half a pair: \uD83D").build();
        Order order = OrderFixtures.order("A-1").withReceipt(receipt);

        assertThrows(IllegalArgumentException.class, () -> OrderDocument.encode(order));
    }

    @Test
    void anOrderLongerThanADocumentMayBeIsNotKept() {
        LineItem item = new LineItem("x".repeat(3_000), null, null, 1, 1);
        Receipt receipt =
                new ReceiptBuilder().lineItems(Collections.nCopies(500, item)).build();
        Order order = OrderFixtures.order("A-1").withReceipt(receipt);

        assertThrows(IllegalArgumentException.class, () -> OrderDocument.encode(order));
    }

    @Test
    void aNewFingerprintMakesOtherBytes() {
        Order order = OrderFixtures.everyField("A-1");
        KeyedHash other = OrderFixtures.key("other");
        Charge charge = order.charge();
        Order changed =
                order.withCharge(charge.withCredential(charge.credential().withFingerprint(other)));

        assertFalse(Arrays.equals(OrderDocument.encode(order), OrderDocument.encode(changed)));
    }

    @ParameterizedTest
    @EnumSource
    void aDisputeComesBack(Dispute.Status status) {
        Dispute dispute = new Dispute("D-\u00e4", "10.4", OrderTime.at(Instant.parse("2026-10-01T01:02:03Z")), status);

        assertEquals(dispute, FactDocument.decodeDispute(FactDocument.encode(dispute)));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFraudReportComesBack(boolean typed) {
        FraudReport report = typed
                ? OrderFixtures.report("F-1")
                : new FraudReport("F-1", OrderTime.at(Instant.parse("2026-10-01T01:02:03.5Z")), null);

        assertEquals(report, FactDocument.decodeReport(FactDocument.encode(report)));
    }

    @Test
    void aReportIsNotADispute() {
        byte[] report = FactDocument.encode(OrderFixtures.report("F-1"));

        assertThrows(UnreadableDocument.class, () -> FactDocument.decodeDispute(report));
    }

    @Test
    void aProfileComesBack() {
        assertEquals(OrderFixtures.profile(), ProfileDocument.decode(ProfileDocument.encode(OrderFixtures.profile())));
        assertEquals(MerchantInfo.EMPTY, ProfileDocument.decode(ProfileDocument.encode(MerchantInfo.EMPTY)));
    }
}
