package org.orderevidence.store.document;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Currency;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.evidence.ChargeKeys;
import org.orderevidence.evidence.Element;
import org.orderevidence.evidence.ElementReading.ElementFault;
import org.orderevidence.evidence.PriorFacts;
import org.orderevidence.evidence.TestHashes;
import org.orderevidence.evidence.TestOrder;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.FraudReport;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;
import org.orderevidence.order.part.OrderFields;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Patches;
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
        Part patch = Patches.part(
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
    void allOfItComesBack() {
        TestOrder order = new TestOrder("A", "2026-05-04").with(Element.DEVICE_ID, TestOrder.UNUSABLE);
        order.secondOfDay = 86_399;
        order.settled = LocalDate.of(2026, 5, 6);
        order.descriptor = "Tea*Shop";
        order.gatewayTransactionId = "ch_1";
        order.authCode = "A1B2C3";
        order.arn = "74027111";
        order.initialOrder = new OrderId("früher/1");
        order.recurring = true;
        order.amount = 1_000_000_000_000L;
        order.with(Element.IP, "7").with(Element.EMAIL, "ann");

        PriorFacts facts = kept(order);

        assertAll(
                () -> assertEquals(new Money(1_000_000_000_000L, Currency.getInstance("USD")), facts.money()),
                () -> assertEquals(OrderTime.at(Instant.parse("2026-05-04T23:59:59Z")), facts.transactionTime()),
                () -> assertEquals(LocalDate.of(2026, 5, 6), facts.day()),
                () -> assertEquals(CUSTOMER, facts.customer()),
                () -> assertEquals(
                        new ChargeKeys(
                                TestHashes.of("gatewayTransactionId", "ch_1"),
                                TestHashes.of("arn", "74027111"),
                                TestHashes.of("authCode", "A1B2C3")),
                        facts.chargeKeys()),
                () -> assertEquals(new OrderId("früher/1"), facts.initialOrder()),
                () -> assertTrue(facts.isRecurring()),
                () -> assertTrue(facts.hasOwnIp()),
                () -> assertEquals(
                        TestHashes.of("ip", "203.0.113.7"),
                        facts.mark(Element.IP).hash()),
                () -> assertEquals(
                        TestHashes.of("email", "ann@example.com"),
                        facts.mark(Element.EMAIL).hash()),
                () -> assertNull(facts.mark(Element.DEVICE_ID).hash()),
                () -> assertEquals(
                        ElementFault.DEVICE_ID_TOO_SHORT,
                        facts.mark(Element.DEVICE_ID).fault()),
                () -> assertNull(facts.mark(Element.ACCOUNT_ID).hash()),
                () -> assertNull(facts.mark(Element.ACCOUNT_ID).fault()));
    }

    @Test
    void aBareOrderHasNoOptionalPart() {
        PriorFacts facts = new TestOrder("A", "2000-01-01").facts(null);
        PriorFacts kept = PriorFactsDocument.decode(PriorFactsDocument.encode(facts));
        assertAll(
                () -> assertEquals(OrderTime.on(LocalDate.of(2000, 1, 1)), kept.transactionTime()),
                () -> assertEquals(LocalDate.of(2000, 1, 1), kept.day()),
                () -> assertNull(kept.customer()),
                () -> assertEquals(ChargeKeys.NONE, kept.chargeKeys()),
                () -> assertNull(kept.initialOrder()),
                () -> assertFalse(kept.hasOwnIp()),
                () -> assertFalse(kept.hasOtherDescriptorThan(kept)),
                () -> assertEquals(facts, kept));
    }

    @Test
    void eachReferenceOfTheChargeComesBackWithoutTheOther() {
        assertEquals(
                new ChargeKeys(TestHashes.of("gatewayTransactionId", "x"), null, null),
                kept(order -> order.gatewayTransactionId = "x").chargeKeys());
        assertEquals(
                new ChargeKeys(null, TestHashes.of("arn", "x"), null),
                kept(order -> order.arn = "x").chargeKeys());
        assertEquals(
                new ChargeKeys(null, null, TestHashes.of("authCode", "x")),
                kept(order -> order.authCode = "x").chargeKeys());
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

    @Test
    void eachFlagIsItsOwn() {
        assertAll(
                () -> assertTrue(has(order -> order.failed = true, PriorFacts.Trait.FAILED)),
                () -> assertFalse(has(order -> order.failed = false, PriorFacts.Trait.FAILED)),
                () -> assertTrue(has(order -> order.validation = true, PriorFacts.Trait.VALIDATION)),
                () -> assertFalse(has(order -> order.failed = true, PriorFacts.Trait.VALIDATION)),
                () -> assertTrue(has(order -> order.refunded = true, PriorFacts.Trait.REFUNDED_IN_FULL)),
                () -> assertFalse(has(order -> order.validation = true, PriorFacts.Trait.REFUNDED_IN_FULL)),
                () -> assertTrue(has(order -> order.originalCredit = true, PriorFacts.Trait.ORIGINAL_CREDIT)),
                () -> assertFalse(has(order -> order.refunded = true, PriorFacts.Trait.ORIGINAL_CREDIT)),
                () -> assertTrue(has(order -> order.recurring = true, PriorFacts.Trait.RECURRING)),
                () -> assertFalse(has(order -> order.originalCredit = true, PriorFacts.Trait.RECURRING)),
                () -> assertTrue(has(order -> order.recurring = true, PriorFacts.Trait.DESCRIBED)),
                () -> assertFalse(has(order -> order.description = null, PriorFacts.Trait.DESCRIBED)),
                () -> assertTrue(has(order -> order.arn = "1", PriorFacts.Trait.HAS_ARN)),
                () -> assertFalse(has(order -> order.fulfilled = true, PriorFacts.Trait.HAS_ARN)),
                () -> assertTrue(has(order -> order.fulfilled = true, PriorFacts.Trait.HAS_FULFILLED_AT)),
                () -> assertFalse(has(order -> order.arn = "1", PriorFacts.Trait.HAS_FULFILLED_AT)),
                () -> assertTrue(has(
                        order -> order.accountReference = TestHashes.of("par", "x"),
                        PriorFacts.Trait.ACCOUNT_REFERENCE)),
                () -> assertFalse(has(order -> order.failed = true, PriorFacts.Trait.ACCOUNT_REFERENCE)));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 39, 40, 56})
    void aCutOffEndIsRefused(int length) {
        byte[] whole = PriorFactsDocument.encode(
                        new TestOrder("A", "2026-05-04").withIpAndAccount().facts(CUSTOMER))
                .toArray();
        assertThrows(
                UnreadableDocument.class, () -> PriorFactsDocument.decode(Bytes.wrap(Arrays.copyOf(whole, length))));
    }

    @Test
    void aNewerVersionOrAnUnknownStateIsRefused() {
        byte[] whole = PriorFactsDocument.encode(kept(order -> order.arn = "1")).toArray();
        byte[] nextVersion = whole.clone();
        nextVersion[0]++;
        byte[] unknownState = whole.clone();
        unknownState[35] = 99;
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        assertThrows(DocumentTooNew.class, () -> PriorFactsDocument.decode(Bytes.wrap(nextVersion)));
        assertThrows(UnreadableDocument.class, () -> PriorFactsDocument.decode(Bytes.wrap(unknownState)));
        assertThrows(UnreadableDocument.class, () -> PriorFactsDocument.decode(Bytes.wrap(longer)));
    }

    private static boolean has(Consumer<TestOrder> change, PriorFacts.Trait trait) {
        return kept(change).traits().contains(trait);
    }

    private static PriorFacts kept(Consumer<TestOrder> change) {
        TestOrder order = new TestOrder("A", "2026-05-04");
        change.accept(order);
        return kept(order);
    }

    private static PriorFacts kept(TestOrder order) {
        return PriorFactsDocument.decode(PriorFactsDocument.encode(order.facts(CUSTOMER)));
    }

    /** The documents of one file. */
    private record Fixtures(Map<String, byte[]> documents) {
        byte[] get(String name) {
            return Objects.requireNonNull(documents.get(name), name);
        }
    }
}
