package org.orderevidence.store.document;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.evidence.PriorFacts;
import org.orderevidence.evidence.RandomHistory;
import org.orderevidence.evidence.TestHashes;
import org.orderevidence.evidence.TestOrder;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Order;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.Receipt;
import org.orderevidence.order.Receipt.LineItem;
import org.orderevidence.order.ReceiptBuilder;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.order.part.PartContent.PatchCell;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.RandomParts;
import org.orderevidence.order.part.Statement;
import org.orderevidence.order.part.Statements;
import org.orderevidence.store.OrderFixtures;
import org.orderevidence.store.RandomOrders;

/** The stored form of orders and what belongs to them, of this release and of the next. */
final class PartDocumentTest {
    private static byte[] encode(Order order) {
        return StoredPart.encode(Statements.upload(order)).toArray();
    }

    private static PartContent decode(byte[] bytes) {
        return StoredPart.decode(Bytes.wrap(bytes));
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
        assertHasEveryField(Statements.upload(order));

        assertEquals(Statements.upload(order), decode(encode(order)));
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
            if (!component.getName().equals("inFull")) {
                assertNotEquals(false, part, () -> "the fixture lacks " + component);
            }
            if (part instanceof OrderTime) {
                continue; // has two forms, and the fixture both
            }
            if (part instanceof Statement statement) {
                OrderFields.ORDER.fields().stream()
                        .filter(field -> !field.tags().isEmpty())
                        .forEach(field -> assertNotNull(statement.get(field), () -> "the fixture lacks " + field));
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
    void theStoredFormIsPinned() {
        // Bytes like these are on disks: a change of the form needs a new version, and a reader of the old one.
        assertEquals(
                "500205160914051204cf0f09035553440d0400c2c002200134011b38b98a",
                HexFormat.of().formatHex(encode(OrderFixtures.order("A-1"))));
        byte[] full = encode(OrderFixtures.everyField("A-1"));
        assertEquals("ba92fe49", HexFormat.of().formatHex(full, full.length - 4, full.length), "its checksum");
    }

    @Test
    void randomOrdersComeBackAndHaveOneForm() {
        long seed = 20_261_120;
        RandomOrders orders = new RandomOrders(seed);
        for (int i = 0; i < 5_000; i++) {
            Order order = orders.next("A-" + i);
            byte[] bytes = encode(order);
            PartContent decoded = decode(bytes);
            assertEquals(Statements.upload(order), decoded, "seed " + seed + ", order " + i);
            assertArrayEquals(bytes, StoredPart.encode(decoded).toArray(), "seed " + seed + ", order " + i);
        }
    }

    @Test
    void everyFlippedBitIsNoticed() {
        byte[] bytes = encode(OrderFixtures.everyField("A-1"));
        for (int bit = 0; bit < bytes.length * 8; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            assertThrows(UnreadableDocument.class, () -> decode(flipped));
        }
    }

    @Test
    void everyShortenedOrLengthenedDocumentIsNoticed() {
        byte[] bytes = encode(OrderFixtures.everyField("A-1"));
        for (int length = 0; length < bytes.length; length++) {
            byte[] shortened = Arrays.copyOf(bytes, length);
            assertThrows(UnreadableDocument.class, () -> decode(shortened));
        }
        byte[] lengthened = Arrays.copyOf(bytes, bytes.length + 1);
        assertThrows(UnreadableDocument.class, () -> decode(lengthened));
    }

    /** With a checksum that agrees, as only a faulty or hostile writer makes it. */
    @Test
    void forgedDocumentsAreRefusedOrReadAsContentThatCanBeWritten() {
        long seed = 7;
        Random random = new Random(seed);
        byte[] bytes = encode(OrderFixtures.everyField("A-1"));
        for (int i = 0; i < 20_000; i++) {
            byte[] forged = bytes.clone();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                forged[2 + random.nextInt(forged.length - 6)] = (byte) random.nextInt(256);
            }
            int length = random.nextInt(4) == 0 ? 2 + random.nextInt(forged.length - 6) : forged.length - 4;
            byte[] sealed = resealed(forged, length);
            try {
                PartContent content = decode(sealed);
                assertEquals(content, StoredPart.decode(StoredPart.encode(content)), "seed " + seed + ", forgery " + i);
            } catch (UnreadableDocument refused) {
                assertEquals("a stored document is malformed, though its checksum agrees", refused.getMessage());
            }
        }
    }

    @Test
    void aNewerVersionIsRefusedByName() {
        byte[] bytes = encode(OrderFixtures.order("A-1"));
        bytes[1] = 3;

        DocumentTooNew refused = assertThrows(DocumentTooNew.class, () -> decode(resealed(bytes, bytes.length - 4)));

        assertEquals(
                "a stored document has format version 3; this release reads up to 2: start the newer release",
                refused.getMessage());
    }

    @Test
    void aTagOfANewerProgramIsSkipped() {
        byte[] next = DocumentWriter.document('P', 0, (to, nothing) -> {
            to.group(1, 0, (upload, none) -> {
                upload.signed(1, 7L);
                upload.group(2, Statement.EMPTY, StatementFields::write);
                upload.text(99, "of the next release");
            });
            to.flag(120, true);
            to.count(300, 1L << 40);
        });

        assertEquals(new PartContent.Upload(7L, Statement.EMPTY), decode(next));
    }

    @Test
    void everyKindOfContentComesBack() {
        for (int seed = 0; seed < 2_000; seed++) {
            for (Part part : RandomParts.of(seed)) {
                assertEquals(part, StoredPart.of(part).part(), "seed " + seed);
            }
        }
    }

    @Test
    void theMarkOfAMovedOrderComesBack() {
        PartContent mark = new PartContent.Moved(new OrderId("A-1001"));

        assertEquals(mark, StoredPart.decode(StoredPart.encode(mark)));
    }

    @Test
    void aDocumentOfAnotherKindIsRefused() {
        Bytes report = StoredFact.of(OrderFixtures.report("F-1"), 0).document();

        UnreadableDocument refused = assertThrows(UnreadableDocument.class, () -> StoredPart.decode(report));

        assertEquals("a stored document is of another kind than the one that belongs here", refused.getMessage());
    }

    @Test
    void aLengthThatIsNotThereIsRefusedWithoutBeingReserved() {
        // kind, version, an upload of 2^31 - 1 bytes
        byte[] huge = {'P', 2, 5, -1, -1, -1, -1, 7, 0, 0, 0, 0};

        assertThrows(UnreadableDocument.class, () -> decode(resealed(huge, 8)));
        assertThrows(UnreadableDocument.class, () -> decode(new byte[(1 << 20) + 1]));
    }

    @Test
    void aTextThatUtf8CannotHoldIsNotKept() {
        Receipt receipt =
                new ReceiptBuilder().description("half a pair: \uD83D").build();
        Order order = OrderFixtures.order("A-1").withReceipt(receipt);

        assertThrows(IllegalArgumentException.class, () -> encode(order));
    }

    @Test
    void anOrderLongerThanADocumentMayBeIsNotKept() {
        LineItem item = new LineItem("x".repeat(3_000), null, null, 1, 1);
        Receipt receipt =
                new ReceiptBuilder().lineItems(Collections.nCopies(500, item)).build();
        Order order = OrderFixtures.order("A-1").withReceipt(receipt);

        assertThrows(IllegalArgumentException.class, () -> encode(order));
    }

    @ParameterizedTest
    @EnumSource
    void aDisputeComesBack(Dispute.Status status) {
        Dispute dispute = new Dispute("D-\u00e4", "10.4", OrderTime.at(Instant.parse("2026-10-01T01:02:03Z")), status);

        assertEquals(
                StoredFact.of(dispute, 7),
                StoredFact.dispute(StoredFact.of(dispute, 7).document()));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFraudReportComesBack(boolean typed) {
        FraudReport report = typed
                ? OrderFixtures.report("F-1")
                : new FraudReport("F-1", OrderTime.at(Instant.parse("2026-10-01T01:02:03.5Z")), null);

        assertEquals(
                StoredFact.of(report, 7),
                StoredFact.report(StoredFact.of(report, 7).document()));
    }

    private static final long VERSION = 1_795_176_000_000_000L;

    private static final KeyedHash CUSTOMER = TestHashes.of("customer", "ann@example.com");

    static List<Part> bare() {
        return List.of(upload(new PartContent.Upload(
                null, Statements.upload(OrderFixtures.order("A-1")).statement())));
    }

    static List<Part> everyField() {
        PartContent.Upload upload = Statements.upload(OrderFixtures.everyField("A-1"));
        Part patch = PatchCell.part(
                OrderFields.ARN.stated(),
                Statement.of(OrderFields.ARN, "7999"),
                List.of(upload(upload)),
                OrderFixtures.everyField("A-1").charge().money(),
                VERSION + 1);
        return List.of(patch, upload(upload));
    }

    private static StoredFact<Dispute> dispute() {
        return StoredFact.of(OrderFixtures.dispute("D-1", Dispute.Status.OPEN), VERSION);
    }

    private static StoredFact<FraudReport> report() {
        return StoredFact.of(OrderFixtures.report("F-1"), VERSION);
    }

    private static Part upload(PartContent.Upload content) {
        return new Part(PartKey.UPLOAD, VERSION, content);
    }

    private static byte[] encoded(List<Part> parts) {
        return OrderDocument.encode(OrderContent.of(parts.stream()
                .map(StoredPart::of)
                .sorted((one, other) -> one.key().compareTo(other.key()))
                .toList()));
    }

    /** The documents of the format that this release writes, by the names in the file. */
    static Map<String, byte[]> documents() {
        Map<String, byte[]> documents = new LinkedHashMap<>();
        documents.put("parts-bare", encoded(bare()));
        documents.put("parts-every-field", encoded(everyField()));
        documents.put("dispute", dispute().document().toArray());
        documents.put("fraud-report", report().document().toArray());
        return documents;
    }

    private static Fixtures fixtures(String file) throws IOException {
        Map<String, byte[]> fixtures = new LinkedHashMap<>();
        try (InputStream in =
                Objects.requireNonNull(PartDocumentTest.class.getResourceAsStream("/formats/" + file), file)) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .toList()) {
                if (!line.startsWith("#")) {
                    int space = line.indexOf(' ');
                    fixtures.put(line.substring(0, space), HexFormat.of().parseHex(line.substring(space + 1)));
                }
            }
        }
        return new Fixtures(fixtures);
    }

    @Test
    void thisReleaseWritesItsFormat() throws IOException {
        Fixtures fixtures = fixtures("format-2.txt");
        Map<String, byte[]> documents = documents();

        assertEquals(documents.keySet(), fixtures.documents().keySet());
        documents.forEach((name, document) -> assertEquals(
                HexFormat.of().formatHex(fixtures.get(name)), HexFormat.of().formatHex(document), name));
    }

    @Test
    void thisReleaseReadsItsFormat() throws IOException {
        Fixtures fixtures = fixtures("format-2.txt");

        assertEquals(bare(), parts(fixtures.get("parts-bare")));
        assertEquals(everyField(), parts(fixtures.get("parts-every-field")));
        assertEquals(dispute(), StoredFact.dispute(Bytes.wrap(fixtures.get("dispute"))));
        assertEquals(report(), StoredFact.report(Bytes.wrap(fixtures.get("fraud-report"))));
    }

    /** An invented next release, with a new optional tag, and one after it, with a new format. */
    @Test
    void anOptionalTagOfTheNextReleaseIsSkippedAndKeptAndItsNextFormatIsRefused() throws IOException {
        Fixtures fixtures = fixtures("format-next.txt");
        byte[] withTag = fixtures.get("parts-with-a-new-tag");

        assertEquals(bare(), parts(withTag));
        assertEquals(
                HexFormat.of().formatHex(withTag),
                HexFormat.of().formatHex(OrderDocument.encode(OrderDocument.decode(withTag))),
                "what is not understood is kept");
        assertThrows(DocumentTooNew.class, () -> OrderDocument.decode(fixtures.get("parts-of-format-3")));
        assertThrows(DocumentTooNew.class, () -> StoredFact.dispute(Bytes.wrap(fixtures.get("dispute-of-format-3"))));
    }

    private static List<Part> parts(byte[] document) {
        return OrderDocument.decode(document).parts().stream()
                .map(StoredPart::part)
                .toList();
    }

    @Test
    void theFactsOfAnyOrderComeBack() {
        SplittableRandom random = new SplittableRandom(20_261_120);
        for (int i = 0; i < 1_000; i++) {
            RandomHistory history = RandomHistory.of(random);
            for (TestOrder order : history.priors()) {
                order.initialOrder = random.nextInt(3) == 0 ? new OrderId("früher/" + i) : null;
                order.amount = random.nextLong(1_000_000_000_000L);
                PriorFacts facts = order.facts(CUSTOMER);
                assertEquals(facts, PriorFactsDocument.decode(PriorFactsDocument.encode(facts)));
            }
        }
    }

    @Test
    void noReferenceOfTheChargeIsStoredInClear() {
        TestOrder order = new TestOrder("A", "2026-05-04");
        order.gatewayTransactionId = "ch_in_clear";
        order.arn = "arn_in_clear";
        order.authCode = "code_in_clear";

        String stored =
                new String(PriorFactsDocument.encode(order.facts(CUSTOMER)).toArray(), StandardCharsets.ISO_8859_1);

        assertFalse(stored.contains("in_clear"));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5, 40})
    void factsThatAreCutOffOrChangedAreRefused(int place) {
        byte[] whole = PriorFactsDocument.encode(
                        new TestOrder("A", "2026-05-04").withIpAndAccount().facts(CUSTOMER))
                .toArray();
        byte[] changed = whole.clone();
        changed[place]++;
        for (byte[] damaged : List.of(Arrays.copyOf(whole, place), Arrays.copyOf(whole, whole.length + 1), changed)) {
            assertThrows(UnreadableDocument.class, () -> PriorFactsDocument.decode(Bytes.wrap(damaged)));
        }
    }

    /** The documents of one file. */
    private record Fixtures(Map<String, byte[]> documents) {
        byte[] get(String name) {
            return Objects.requireNonNull(documents.get(name), name);
        }
    }
}
