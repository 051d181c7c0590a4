package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.orderevidence.evidence.ChargeKeys.ChargeReference;
import org.orderevidence.evidence.JudgedPrior.PriorReason;

/** One card movement under several order IDs counts once, for the lowest ID that can count. */
class SameChargeTest {
    /** Inside the window of both profiles on the day of the question. */
    private static final String DAY = "2026-05-04";

    @ParameterizedTest
    @EnumSource(ChargeReference.class)
    void ofTwoOrdersThatStateTheSameReferenceTheLowerIdCounts(ChargeReference kind) {
        Eligibility answer = judge(prior("A", kind, "x"), prior("B", kind, "x"));
        assertEquals("{A=counts, B=prior_same_charge}", reasons(answer));
        assertEquals(Eligibility.Status.NOT_QUALIFIED, answer.status());
        assertEquals("too_few_priors", answer.reasons().getFirst().code().wireName());
    }

    @ParameterizedTest
    @EnumSource(
            value = ChargeReference.class,
            names = {"GATEWAY_TRANSACTION_ID", "ARN"})
    void theChargeOfTheDisputedOrderIsNoPrior(ChargeReference kind) {
        TestDispute dispute = new TestDispute()
                .disputed(order -> state(order, kind, "x"))
                .prior(prior("A", kind, "x"))
                .prior(prior("B", kind, "y"));
        assertEquals("{A=prior_same_charge, B=counts}", reasons(dispute.judge()));
    }

    @ParameterizedTest
    @CsvSource({"x, y", "ch_1, CH_1", "ch_1, ' ch_1'", "1, 01", "é, e\u0301"})
    void otherValuesAreOtherCharges(String one, String other) {
        for (ChargeReference kind : ChargeReference.values()) {
            assertTrue(judge(prior("A", kind, one), prior("B", kind, other)).isEligible());
        }
    }

    @ParameterizedTest
    @CsvSource({
        // amount and day of settlement of the other order, and what becomes of it
        "4999, , prior_same_charge",
        "4999, 2026-05-04, prior_same_charge",
        "4999, 2026-05-05, counts",
        "5000, , counts",
    })
    void anApprovalCodeIsComparedWithAmountAndDay(long amount, @Nullable String settled, String b) {
        TestOrder other = prior("B", ChargeReference.AUTH_CODE, "A1B2C3");
        other.amount = amount;
        other.settled = settled == null ? null : LocalDate.parse(settled);
        assertEquals("{A=counts, B=" + b + "}", reasons(judge(prior("A", ChargeReference.AUTH_CODE, "A1B2C3"), other)));
    }

    @ParameterizedTest
    @CsvSource({
        // transaction and ARN of A, transaction and ARN of B
        "x, , y, , counts",
        "x, 1, y, , counts",
        ", 1, , 2, counts",
        "x, , , 2, prior_same_charge",
        "x, , , , prior_same_charge",
        ", , , , prior_same_charge",
        "x, 1, , , prior_same_charge",
    })
    void aReferenceThatBothKnowDecidesInsteadOfCodeAndSecond(
            @Nullable String transaction,
            @Nullable String arn,
            @Nullable String otherTransaction,
            @Nullable String otherArn,
            String b) {
        TestOrder one = prior("A", ChargeReference.AUTH_CODE, "A1B2C3");
        one.secondOfDay = 3600;
        one.gatewayTransactionId = transaction;
        one.arn = arn;
        TestOrder other = prior("B", ChargeReference.AUTH_CODE, "A1B2C3");
        other.secondOfDay = 3600;
        other.gatewayTransactionId = otherTransaction;
        other.arn = otherArn;
        assertEquals("{A=counts, B=" + b + "}", reasons(judge(one, other)));
    }

    /** B looks like A, and C looks like B alone: B counts for nothing, so C counts. */
    @Test
    void theRelationIsNotTransitive() {
        TestOrder a = prior("A", ChargeReference.AUTH_CODE, "A1B2C3");
        TestOrder b = prior("B", ChargeReference.AUTH_CODE, "A1B2C3");
        b.secondOfDay = 3600;
        TestOrder c = prior("C");
        c.secondOfDay = 3600;
        assertEquals("{A=counts, B=prior_same_charge, C=counts}", reasons(judge(a, b, c)));
    }

    @ParameterizedTest
    @CsvSource({"A, B", "#1001, 1001", "10, 9", "A, a", "a, a1", "\uFFFD, \uD83D\uDE00"})
    void idsAreOrderedByCodePointHoweverThePriorsAreRead(String lower, String higher) {
        List<TestOrder> priors = new ArrayList<>(List.of(
                prior(lower, ChargeReference.ARN, "x"),
                prior(higher, ChargeReference.ARN, "x"),
                prior("another", ChargeReference.ARN, "y")));
        for (int i = 0; i < 2; i++) {
            Map<String, String> reasons = reasonsById(judge(priors.toArray(TestOrder[]::new)));
            assertEquals("counts", reasons.get(lower));
            assertEquals("prior_same_charge", reasons.get(higher));
            Collections.reverse(priors);
        }
    }

    @Test
    void nothingIsPromisedForAnOrderOfTheSameCharge() {
        TestOrder lacking = prior("B", ChargeReference.ARN, "x");
        lacking.elements.remove(Element.IP);
        Eligibility answer = judge(prior("A", ChargeReference.ARN, "x"), lacking);
        assertEquals(Eligibility.Status.NOT_QUALIFIED, answer.status());
        assertFalse(answer.reasons().stream().anyMatch(reason -> lacking.id.equals(reason.orderId())));
        assertFalse(answer.explanation().contains("Add "), answer.explanation());
    }

    private static TestOrder prior(String id) {
        return new TestOrder(id, DAY).withIpAndAccount();
    }

    private static TestOrder prior(String id, ChargeReference kind, String value) {
        TestOrder order = prior(id);
        state(order, kind, value);
        return order;
    }

    private static void state(TestOrder order, ChargeReference kind, String value) {
        switch (kind) {
            case GATEWAY_TRANSACTION_ID -> order.gatewayTransactionId = value;
            case ARN -> order.arn = value;
            case AUTH_CODE -> order.authCode = value;
        }
    }

    private static Eligibility judge(TestOrder... priors) {
        TestDispute dispute = new TestDispute();
        for (TestOrder prior : priors) {
            dispute.prior(prior);
        }
        return dispute.judge();
    }

    private static String reasons(Eligibility answer) {
        return reasonsById(answer).toString();
    }

    private static Map<String, String> reasonsById(Eligibility answer) {
        Map<String, String> reasons = new TreeMap<>();
        answer.priorTransactions().forEach(prior -> reasons.put(prior.orderId().value(), code(prior.reason())));
        return reasons;
    }

    private static String code(@Nullable PriorReason reason) {
        return reason == null ? "counts" : reason.code();
    }
}
