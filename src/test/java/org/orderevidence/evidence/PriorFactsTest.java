package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What the rule needs of an order as a prior. */
class PriorFactsTest {
    @Test
    void descriptorsDifferOnlyWhenBothAreKnown() {
        PriorFacts tea = facts(order -> order.descriptor = "TEASHOP LONDON");
        assertFalse(tea.hasOtherDescriptorThan(facts(order -> order.descriptor = "tea*shop leeds")));
        assertTrue(tea.hasOtherDescriptorThan(facts(order -> order.descriptor = "COFFEEBAR")));
        assertTrue(tea.hasOtherDescriptorThan(facts(order -> order.descriptor = "TEA")));
        assertFalse(tea.hasOtherDescriptorThan(facts(order -> order.descriptor = "***")));
        assertFalse(tea.hasOtherDescriptorThan(facts(order -> order.descriptor = null)));
        assertFalse(facts(order -> order.descriptor = null).hasOtherDescriptorThan(tea));
    }

    @Test
    void itsTextSaysNothingOfThePerson() {
        assertEquals(
                "PriorFacts[2026-05-04]", facts(TestOrder::withIpAndAccount).toString());
    }

    private static PriorFacts facts(Consumer<TestOrder> change) {
        TestOrder order = new TestOrder("A", "2026-05-04");
        change.accept(order);
        return order.facts(null);
    }
}
