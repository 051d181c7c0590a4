package org.orderevidence.evidence.element;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Currency;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.evidence.TestHashes;
import org.orderevidence.evidence.TestOrder;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.Money;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;

/** What is kept of an order as a prior survives being kept. */
class PriorFactsTest {
    private static final KeyedHash CUSTOMER = TestHashes.of("customer", "ann@example.com");

    @Test
    void allOfItComesBack() {
        TestOrder order = new TestOrder("A", "2026-05-04").with(Element.DEVICE_ID, TestOrder.UNUSABLE);
        order.secondOfDay = 86_399;
        order.settled = LocalDate.of(2026, 5, 6);
        order.descriptor = "Tea*Shop";
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
                () -> assertEquals(new OrderId("früher/1"), facts.initialOrder()),
                () -> assertTrue(facts.isRecurring()),
                () -> assertTrue(facts.hasOwnIp()),
                () -> assertEquals(TestHashes.of("ip", "203.0.113.7"), facts.hash(Element.IP)),
                () -> assertEquals(TestHashes.of("email", "ann@example.com"), facts.hash(Element.EMAIL)),
                () -> assertNull(facts.hash(Element.DEVICE_ID)),
                () -> assertEquals(ElementFault.DEVICE_ID_TOO_SHORT, facts.fault(Element.DEVICE_ID)),
                () -> assertNull(facts.hash(Element.ACCOUNT_ID)),
                () -> assertNull(facts.fault(Element.ACCOUNT_ID)));
    }

    @Test
    void aBareOrderHasNoOptionalPart() {
        PriorFacts facts = PriorFacts.of(new TestOrder("A", "2000-01-01").order(), TestHashes.ELEMENTS, null);
        PriorFacts kept = PriorFacts.decode(facts.encode());
        assertAll(
                () -> assertEquals(OrderTime.on(LocalDate.of(2000, 1, 1)), kept.transactionTime()),
                () -> assertEquals(LocalDate.of(2000, 1, 1), kept.day()),
                () -> assertNull(kept.customer()),
                () -> assertNull(kept.initialOrder()),
                () -> assertFalse(kept.hasOwnIp()),
                () -> assertFalse(kept.hasOtherDescriptorThan(kept)),
                () -> assertEquals(facts, kept));
    }

    @Test
    void eachFlagIsItsOwn() {
        assertAll(
                () -> assertTrue(kept(order -> order.failed = true).isFailed()),
                () -> assertFalse(kept(order -> order.failed = false).isFailed()),
                () -> assertTrue(kept(order -> order.validation = true).isValidation()),
                () -> assertFalse(kept(order -> order.failed = true).isValidation()),
                () -> assertTrue(kept(order -> order.refunded = true).isRefundedInFull()),
                () -> assertFalse(kept(order -> order.validation = true).isRefundedInFull()),
                () -> assertTrue(kept(order -> order.originalCredit = true).isOriginalCredit()),
                () -> assertFalse(kept(order -> order.refunded = true).isOriginalCredit()),
                () -> assertTrue(kept(order -> order.recurring = true).isRecurring()),
                () -> assertFalse(kept(order -> order.originalCredit = true).isRecurring()),
                () -> assertTrue(kept(order -> order.recurring = true).hasDescription()),
                () -> assertFalse(kept(order -> order.description = null).hasDescription()),
                () -> assertTrue(kept(order -> order.arn = "1").hasArn()),
                () -> assertFalse(kept(order -> order.fulfilled = true).hasArn()),
                () -> assertTrue(kept(order -> order.fulfilled = true).hasFulfilledAt()),
                () -> assertFalse(kept(order -> order.arn = "1").hasFulfilledAt()));
    }

    @Test
    void descriptorsDifferOnlyWhenBothAreKnown() {
        PriorFacts tea = kept(order -> order.descriptor = "TEASHOP LONDON");
        assertFalse(tea.hasOtherDescriptorThan(kept(order -> order.descriptor = "tea*shop leeds")));
        assertTrue(tea.hasOtherDescriptorThan(kept(order -> order.descriptor = "COFFEEBAR")));
        assertTrue(tea.hasOtherDescriptorThan(kept(order -> order.descriptor = "TEA")));
        assertFalse(tea.hasOtherDescriptorThan(kept(order -> order.descriptor = "***")));
        assertFalse(tea.hasOtherDescriptorThan(kept(order -> order.descriptor = null)));
        assertFalse(kept(order -> order.descriptor = null).hasOtherDescriptorThan(tea));
    }

    @Test
    void earlierIsByTheMomentOrElseByTheDate() {
        PriorFacts noon = kept(order -> order.secondOfDay = 43_200);
        assertTrue(kept(order -> order.secondOfDay = 43_199).isEarlierThan(noon));
        assertFalse(kept(order -> order.secondOfDay = 43_200).isEarlierThan(noon));
        assertFalse(kept(order -> order.secondOfDay = 43_201).isEarlierThan(noon));
        assertFalse(kept(order -> order.secondOfDay = null).isEarlierThan(noon));
        PriorFacts nextDay = PriorFacts.of(new TestOrder("B", "2026-05-05").order(), TestHashes.ELEMENTS, null);
        assertTrue(noon.isEarlierThan(nextDay));
        assertFalse(nextDay.isEarlierThan(noon));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 39, 40, 56})
    void aCutOffEndIsRefused(int length) {
        byte[] whole = PriorFacts.of(
                        new TestOrder("A", "2026-05-04").withIpAndAccount().order(), TestHashes.ELEMENTS, CUSTOMER)
                .encode()
                .toArray();
        assertThrows(IllegalArgumentException.class, () -> PriorFacts.decode(Bytes.wrap(Arrays.copyOf(whole, length))));
    }

    @Test
    void anotherVersionOrAnUnknownStateIsRefused() {
        byte[] whole = kept(order -> order.arn = "1").encode().toArray();
        byte[] otherVersion = whole.clone();
        otherVersion[0]++;
        byte[] unknownState = whole.clone();
        unknownState[34] = 9;
        byte[] longer = Arrays.copyOf(whole, whole.length + 1);
        assertThrows(IllegalArgumentException.class, () -> PriorFacts.decode(Bytes.wrap(otherVersion)));
        assertThrows(IllegalArgumentException.class, () -> PriorFacts.decode(Bytes.wrap(unknownState)));
        assertThrows(IllegalArgumentException.class, () -> PriorFacts.decode(Bytes.wrap(longer)));
    }

    @Test
    void itsTextSaysNothingOfThePerson() {
        assertEquals(
                "PriorFacts[2026-05-04]",
                kept(new TestOrder("A", "2026-05-04").withIpAndAccount()).toString());
    }

    private static PriorFacts kept(Consumer<TestOrder> change) {
        TestOrder order = new TestOrder("A", "2026-05-04");
        change.accept(order);
        return kept(order);
    }

    private static PriorFacts kept(TestOrder order) {
        return PriorFacts.decode(
                PriorFacts.of(order.order(), TestHashes.ELEMENTS, CUSTOMER).encode());
    }
}
