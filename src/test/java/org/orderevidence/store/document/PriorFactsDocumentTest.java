package org.orderevidence.store.document;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Currency;
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
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;

/** The stored facts of a prior come back as they were. */
class PriorFactsDocumentTest {
    private static final KeyedHash CUSTOMER = TestHashes.of("customer", "ann@example.com");

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
}
