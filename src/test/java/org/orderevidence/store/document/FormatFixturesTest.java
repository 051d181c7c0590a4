package org.orderevidence.store.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.evidence.PriorFacts;
import org.orderevidence.evidence.RandomHistory;
import org.orderevidence.evidence.TestHashes;
import org.orderevidence.evidence.TestOrder;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.order.part.PartContent.PatchCell;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Statement;
import org.orderevidence.order.part.Statements;
import org.orderevidence.store.OrderFixtures;

/**
 * Documents as they are on disks, in files: what a release has written must be read by the next one. A changed file of a
 * released format is a mistake; a new format gets a new file.
 */
final class FormatFixturesTest {
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
                Objects.requireNonNull(FormatFixturesTest.class.getResourceAsStream("/formats/" + file), file)) {
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
