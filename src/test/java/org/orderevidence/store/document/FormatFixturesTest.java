package org.orderevidence.store.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.PersonalText;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Patches;
import org.orderevidence.order.part.PendingFact.PendingContent;
import org.orderevidence.order.part.Platform;
import org.orderevidence.order.part.Source;
import org.orderevidence.order.part.Statement;
import org.orderevidence.order.part.Statements;
import org.orderevidence.store.OrderFixtures;

/**
 * Documents as they are on disks, in files: what a release has written must be read by the next one. A changed file of a
 * released format is a mistake; a new format gets a new file.
 */
final class FormatFixturesTest {
    private static final long VERSION = 1_795_176_000_000_000L;

    static List<Part> bare() {
        return List.of(upload(new PartContent.Upload(
                null, Statements.upload(OrderFixtures.order("A-1")).statement())));
    }

    static List<Part> everyField() {
        PartContent.Upload upload = Statements.upload(OrderFixtures.everyField("A-1"));
        Part patch = Patches.part(
                OrderFields.ARN.stated(),
                Statement.of(OrderFields.ARN, "7999"),
                List.of(upload(upload)),
                OrderFixtures.everyField("A-1").charge().money(),
                VERSION + 1);
        return List.of(patch, upload(upload));
    }

    static PendingDocument.Stated pending() {
        return new PendingDocument.Stated(
                Source.of(Platform.STRIPE, "main"),
                new PersonalText("ch_42"),
                new PendingContent.OfDispute(OrderFixtures.dispute("D-1", Dispute.Status.OPEN)));
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
        documents.put("dispute", FactDocument.encode(OrderFixtures.dispute("D-1", Dispute.Status.OPEN)));
        documents.put("dispute-with-version", dispute().document().toArray());
        documents.put("fraud-report", FactDocument.encode(OrderFixtures.report("F-1")));
        documents.put("fraud-report-with-version", report().document().toArray());
        documents.put("pending", PendingDocument.encode(pending()));
        documents.put("profile", ProfileDocument.encode(OrderFixtures.profile(), false));
        return documents;
    }

    /** The documents of one file. */
    private record Fixtures(Map<String, byte[]> documents) {
        byte[] get(String name) {
            return Objects.requireNonNull(documents.get(name), name);
        }
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
        assertEquals(
                OrderFixtures.dispute("D-1", Dispute.Status.OPEN), FactDocument.decodeDispute(fixtures.get("dispute")));
        assertEquals(OrderFixtures.report("F-1"), FactDocument.decodeReport(fixtures.get("fraud-report")));
        assertEquals(dispute(), FactDocument.dispute(Bytes.wrap(fixtures.get("dispute-with-version"))));
        assertEquals(report(), FactDocument.report(Bytes.wrap(fixtures.get("fraud-report-with-version"))));
        assertEquals(
                0, FactDocument.dispute(Bytes.wrap(fixtures.get("dispute"))).version(), "it has none");
        assertEquals(
                0, FactDocument.report(Bytes.wrap(fixtures.get("fraud-report"))).version(), "it has none");
        assertEquals(pending(), PendingDocument.decode(fixtures.get("pending")));
        assertEquals(OrderFixtures.profile(), ProfileDocument.decode(fixtures.get("profile")));
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
        assertThrows(DocumentTooNew.class, () -> FactDocument.decodeDispute(fixtures.get("dispute-of-format-3")));
    }

    private static List<Part> parts(byte[] document) {
        return OrderDocument.decode(document).parts().stream()
                .map(StoredPart::part)
                .toList();
    }
}
