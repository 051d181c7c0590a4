package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.function.Consumer;

/**
 * A golden text of an explanation.
 *
 * @param name what it shows
 * @param dispute the question
 * @param headline the code of the first reason, empty when the order is eligible
 * @param text the explanation
 */
record ExplanationExample(String name, TestDispute dispute, String headline, String text) {
    @Override
    public String toString() {
        return name;
    }

    void check() {
        Eligibility answer = dispute.judge();
        int most = answer.disputable() && !answer.closed() ? 4 : 5;
        assertAll(
                () -> assertEquals(text, answer.explanation()),
                () -> assertEquals(
                        headline,
                        answer.isEligible()
                                ? ""
                                : answer.reasons().getFirst().code().wireName()),
                () -> assertTrue(answer.explanation().split("\\. ", -1).length <= most, "the number of sentences"));
    }

    /** An order that is qualified by its IP address and login. */
    static TestDispute qualified() {
        return new TestDispute()
                .prior(new TestOrder("P1", "2026-05-04").withIpAndAccount())
                .prior(new TestOrder("P2", "2026-01-24").withIpAndAccount());
    }

    static void everything(TestOrder order) {
        for (Element element : Element.values()) {
            order.with(element, "1");
        }
    }

    static TestOrder differing(String id, String day, String word) {
        TestOrder order = new TestOrder(id, day);
        for (Element element : Element.values()) {
            order.with(element, word);
        }
        return order;
    }

    static TestOrder change(TestOrder order, Consumer<TestOrder> change) {
        change.accept(order);
        return order;
    }

    static TestOrder undescribed(TestOrder order) {
        return change(order, changed -> changed.description = null);
    }

    static TestOrder refunded(TestOrder order) {
        return change(order, changed -> changed.refunded = true);
    }

    static TestOrder charged(String id, String day, String gatewayTransactionId) {
        return change(new TestOrder(id, day), changed -> changed.gatewayTransactionId = gatewayTransactionId);
    }

    static TestOrder settled(TestOrder order, String day) {
        return change(order, changed -> changed.settled = LocalDate.parse(day));
    }
}
