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
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.orderevidence.evidence.ChargeKeys.ChargeReference;
import org.orderevidence.evidence.JudgedPrior.PriorReason;
import org.orderevidence.order.Dispute.ActiveDisputes;

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
    @EnumSource(ChargeReference.class)
    void aThirdOrderOfAnotherChargeQualifiesTheOrder(ChargeReference kind) {
        Eligibility answer = judge(prior("A", kind, "x"), prior("B", kind, "x"), prior("C", kind, "y"));
        assertEquals("{A=counts, B=prior_same_charge, C=counts}", reasons(answer));
        assertTrue(answer.isEligible());
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

    @Test
    void theDisputedOrderItselfIsRecognizedByCodeAndDay() {
        TestDispute dispute = new TestDispute()
                .disputed(order -> {
                    order.authCode = "A1B2C3";
                    order.settled = order.day;
                    order.secondOfDay = 36_000;
                })
                .prior(prior("B"));
        TestOrder sameDay = new TestOrder("A", "2026-11-10").withIpAndAccount();
        sameDay.authCode = "A1B2C3";
        sameDay.secondOfDay = 35_000;
        assertEquals(
                "{A=prior_same_charge, B=counts}",
                reasons(dispute.prior(sameDay).judge()));
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
    @CsvSource({"3600, 4999, prior_same_charge", "3601, 4999, counts", ", 4999, counts", "3600, 5000, counts"})
    void ordersOfOneSecondAndAmountAreOneCharge(@Nullable Integer second, long amount, String b) {
        TestOrder one = prior("A");
        one.secondOfDay = 3600;
        TestOrder other = prior("B");
        other.secondOfDay = second;
        other.amount = amount;
        assertEquals("{A=counts, B=" + b + "}", reasons(judge(one, other)));
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

    @Test
    void ordersThatStateNothingAreOtherCharges() {
        assertTrue(judge(prior("A"), prior("B")).isEligible());
    }

    @Test
    void aReferenceIsNotComparedWithOneOfAnotherKind() {
        TestOrder one = prior("A", ChargeReference.ARN, "x");
        assertTrue(judge(one, prior("B", ChargeReference.GATEWAY_TRANSACTION_ID, "x"))
                .isEligible());
    }

    @ParameterizedTest
    @CsvSource({"x, 1, x, 2, prior_same_charge", "x, 1, y, 1, prior_same_charge", "x, 1, y, 2, counts"})
    void oneEqualReferenceIsEnough(String transaction, String arn, String otherTransaction, String otherArn, String b) {
        TestOrder one = prior("A", ChargeReference.GATEWAY_TRANSACTION_ID, transaction);
        TestOrder other = prior("B", ChargeReference.GATEWAY_TRANSACTION_ID, otherTransaction);
        one.arn = arn;
        other.arn = otherArn;
        assertEquals("{A=counts, B=" + b + "}", reasons(judge(one, other)));
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
    void anOrderWithAReasonOfItsOwnExcludesNoOther() {
        excludesNoOther(order -> order.failed = true, "prior_failed");
        excludesNoOther(order -> order.validation = true, "prior_validation");
        excludesNoOther(order -> order.fraudReported = true, "prior_fraud_reported");
        excludesNoOther(order -> order.disputes = ActiveDisputes.NOT_FRAUD, "prior_disputed");
        excludesNoOther(order -> order.refunded = true, "prior_refunded");
        excludesNoOther(order -> order.descriptor = "COFFEE", "prior_other_descriptor");
    }

    private static void excludesNoOther(Consumer<TestOrder> change, String reason) {
        TestOrder first = prior("A", ChargeReference.ARN, "x");
        change.accept(first);
        TestDispute dispute = new TestDispute()
                .disputed(order -> order.descriptor = "TEASHO")
                .prior(first)
                .prior(prior("B", ChargeReference.ARN, "x"))
                .prior(prior("C", ChargeReference.ARN, "x"));
        assertEquals("{A=" + reason + ", B=counts, C=prior_same_charge}", reasons(dispute.judge()));
    }

    @Test
    void anOrderThatWasNotEarlierExcludesNoOther() {
        Eligibility answer = judge(at("A", "2026-11-10", "x"), at("B", DAY, "x"));
        assertEquals("{A=prior_not_earlier, B=counts}", reasons(answer));
    }

    @Test
    void aRefundedOrderExcludesAnotherWhereItCounts() {
        TestOrder refunded = prior("A", ChargeReference.ARN, "x");
        refunded.refunded = true;
        TestDispute dispute = new TestDispute()
                .prior(refunded)
                .prior(prior("B", ChargeReference.ARN, "x"))
                .settings(new RuleSettings(
                        RuleSettings.RefundedPriors.ALLOW,
                        RuleSettings.DisputedPriors.ANY,
                        RuleSettings.RenewalIp.PRIORS,
                        1_440,
                        60,
                        1_000,
                        16,
                        16));
        assertEquals("{A=counts, B=prior_same_charge}", reasons(dispute.judge()));
    }

    @Test
    void anOrderOfTheSameChargeExcludesNoOther() {
        TestOrder between = prior("B", ChargeReference.ARN, "x");
        between.gatewayTransactionId = "t";
        Eligibility answer = judge(
                prior("A", ChargeReference.ARN, "x"), between, prior("C", ChargeReference.GATEWAY_TRANSACTION_ID, "t"));
        assertEquals("{A=counts, B=prior_same_charge, C=counts}", reasons(answer));
    }

    @Test
    void anOrderOfTheDisputedChargeExcludesNoOther() {
        TestOrder first = prior("A", ChargeReference.ARN, "x");
        first.gatewayTransactionId = "t";
        TestDispute dispute = new TestDispute()
                .disputed(order -> order.arn = "x")
                .prior(first)
                .prior(prior("B", ChargeReference.GATEWAY_TRANSACTION_ID, "t"));
        assertEquals("{A=prior_same_charge, B=counts}", reasons(dispute.judge()));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-10-01, prior_too_recent",
        "2025-10-01, prior_too_old",
        "2026-11-01, prior_after_dispute",
    })
    void anOrderOutsideTheWindowExcludesOneInside(String day, String reason) {
        TestDispute dispute =
                new TestDispute().asOf("2026-10-20").prior(at("A", day, "x")).prior(at("B", DAY, "x"));
        assertEquals("{A=" + reason + ", B=prior_same_charge}", reasons(dispute.judge()));
    }

    @ParameterizedTest
    @CsvSource({"2026-10-01", "2025-10-01", "2026-11-01"})
    void theReasonComesBeforeThoseOfAge(String day) {
        TestDispute dispute =
                new TestDispute().asOf("2026-10-20").prior(at("A", DAY, "x")).prior(at("B", day, "x"));
        assertEquals("{A=counts, B=prior_same_charge}", reasons(dispute.judge()));
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void theReasonLastsSoNoDayMakesItEligible(Profile profile) {
        for (String day : List.of(DAY, "2026-08-12")) {
            Eligibility answer = new TestDispute()
                    .profile(profile)
                    .prior(at("A", day, "x"))
                    .prior(at("B", day, "x"))
                    .judge();
            assertEquals(List.of(), answer.windows());
            assertEquals("prior_same_charge", reasonsById(answer).get("B"));
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

    private static TestOrder at(String id, String day, String arn) {
        TestOrder order = new TestOrder(id, day).withIpAndAccount();
        order.arn = arn;
        return order;
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
