package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.orderevidence.order.Dispute;

/** Golden texts: one for each status and each headline. */
class ExplanationTest {
    private static final String QUALIFIED_PRIORS = "orders P1 (2026-05-04, 200 days) and P2 (2026-01-24, 300 days)";

    private static TestDispute qualified() {
        return new TestDispute()
                .prior(new TestOrder("P1", "2026-05-04").withIpAndAccount())
                .prior(new TestOrder("P2", "2026-01-24").withIpAndAccount());
    }

    private static Arguments example(String name, TestDispute dispute, String code, String text) {
        return Arguments.of(name, dispute, code, text);
    }

    static Stream<Arguments> examples() {
        return Stream.of(
                example(
                        "qualified, ending by age",
                        qualified(),
                        "",
                        "Eligible: " + QUALIFIED_PRIORS + " were paid with the same card, are undisputed and share the"
                                + " IP address and customer account with this order. Stays eligible for disputes raised"
                                + " until 2027-01-24."),
                example(
                        "qualified to the last day",
                        new TestDispute()
                                .prior(new TestOrder("P1", "2026-05-04").withIpAndAccount())
                                .prior(new TestOrder("P2", "2026-06-23").withIpAndAccount()),
                        "",
                        "Eligible: orders P2 (2026-06-23, 150 days) and P1 (2026-05-04, 200 days) were paid with the"
                                + " same card, are undisputed and share the IP address and customer account with this"
                                + " order. Stays eligible for disputes raised until 2027-03-10, the last day on which"
                                + " one can be."),
                example(
                        "qualified on an edge",
                        new TestDispute()
                                .prior(new TestOrder("P1", "2026-07-23").withIpAndAccount())
                                .prior(new TestOrder("P2", "2026-01-24").withIpAndAccount()),
                        "",
                        "Eligible: orders P1 (2026-07-23, 120 days) and P2 (2026-01-24, 300 days) were paid with the"
                                + " same card, are undisputed and share the IP address and customer account with this"
                                + " order. Stays eligible for disputes raised until 2027-01-24. It hangs on an age at"
                                + " the very edge of what is allowed, which some processors count as outside."),
                example(
                        "qualified in profile stripe",
                        qualified().profile(Profile.STRIPE),
                        "",
                        "Eligible: orders P1 (2026-05-04, 190 days before this order) and P2 (2026-01-24, 290 days"
                                + " before this order) were paid with the same card, are undisputed and share the IP"
                                + " address and customer account with this order. Stays eligible for disputes raised"
                                + " until 2027-03-10, the last day on which one can be."),
                example(
                        "qualified by BIN",
                        qualified().disputed(order -> order.fingerprint = null),
                        "",
                        "Eligible: " + QUALIFIED_PRIORS + " were paid with a card with the same first six and last four"
                                + " digits, are undisputed and share the IP address and customer account with this"
                                + " order. Stays eligible for disputes raised until 2027-01-24."),
                example(
                        "qualified on a day on which no dispute can be raised",
                        qualified().asOf("2026-11-09"),
                        "",
                        "Eligible: orders P1 (2026-05-04, 189 days) and P2 (2026-01-24, 289 days) were paid with the"
                                + " same card, are undisputed and share the IP address and customer account with this"
                                + " order. A dispute can be raised only from 2026-11-10 to 2027-03-10, so one on"
                                + " 2026-11-09 is hypothetical."),
                example(
                        "qualified by three elements",
                        qualified().each(order -> order.with(Element.DEVICE_ID, "1")),
                        "",
                        "Eligible: " + QUALIFIED_PRIORS + " were paid with the same card, are undisputed and share the"
                                + " IP address, device id and customer account with this order. Stays eligible for"
                                + " disputes raised until 2027-01-24."),
                example(
                        "IP missing",
                        qualified().disputed(order -> order.elements.remove(Element.IP)),
                        "no_common_elements",
                        "Not yet eligible: " + QUALIFIED_PRIORS + " qualify by age and are undisputed, but the IP"
                                + " address of this order is missing. Send the IP address of this order; it helps only"
                                + " if all three orders then have the same."),
                example(
                        "IP not public on a prior",
                        new TestDispute()
                                .prior(new TestOrder("P1", "2026-05-04").withIpAndAccount())
                                .prior(new TestOrder("P2", "2026-01-24")
                                        .withIpAndAccount()
                                        .with(Element.IP, TestOrder.UNUSABLE)),
                        "no_common_elements",
                        "Not yet eligible: " + QUALIFIED_PRIORS + " qualify by age and are undisputed, but the IP"
                                + " address of order P2 is not usable. Send the IP address of order P2; it helps only"
                                + " if all three orders then have the same."),
                example(
                        "nothing but the age",
                        qualified().each(order -> order.elements.clear()),
                        "no_common_elements",
                        "Not yet eligible: " + QUALIFIED_PRIORS + " qualify by age and are undisputed, but the IP"
                                + " address of this order and orders P1 and P2 and the customer account of this order"
                                + " and orders P1 and P2 are missing. Send the IP address of this order and orders P1"
                                + " and P2 and the customer account of this order and orders P1 and P2; it helps only"
                                + " if all three orders then have the same."),
                example(
                        "one would do, and time would too",
                        new TestDispute()
                                .prior(new TestOrder("P1", "2026-05-04").withIpAndAccount())
                                .prior(new TestOrder("P2", "2026-05-05").with(Element.ACCOUNT_ID, "ann"))
                                .prior(new TestOrder("P3", "2026-08-12").withIpAndAccount()),
                        "no_common_elements",
                        "Not yet eligible: orders P2 (2026-05-05, 199 days) and P1 (2026-05-04, 200 days) qualify by"
                                + " age and are undisputed, but the IP address of order P2 is missing. Send the IP"
                                + " address of order P2; it helps only if all three orders then have the same. Without"
                                + " that, it becomes eligible for disputes raised from 2026-12-10 until 2027-03-10, when"
                                + " order P3 is old enough."),
                example(
                        "a prior without description in profile stripe",
                        new TestDispute()
                                .profile(Profile.STRIPE)
                                .prior(new TestOrder("P1", "2026-05-04").withIpAndAccount())
                                .prior(undescribed(new TestOrder("P2", "2026-01-24").withIpAndAccount())),
                        "device_missing",
                        "Not yet eligible: orders P1 (2026-05-04, 190 days before this order) and P2 (2026-01-24, 290"
                                + " days before this order) qualify by age and are undisputed, but order P2 does not"
                                + " say what was bought. Add what was bought to order P2."),
                example(
                        "network unknown",
                        qualified().disputed(order -> {
                            order.brand = null;
                            order.bin = null;
                        }),
                        "network_unknown",
                        "Not yet eligible: it is not known whether this order was paid with a Visa card. Send the"
                                + " card's brand or its first six digits with the order. Orders P1 (2026-05-04, 200"
                                + " days) and P2 (2026-01-24, 300 days) would then make it eligible."),
                example(
                        "credential missing",
                        new TestDispute().disputed(order -> {
                            order.fingerprint = null;
                            order.last4 = null;
                        }),
                        "credential_missing",
                        "Not yet eligible: this order does not say enough of its card to find other orders of the same"
                                + " card. Send the card's fingerprint with the order, or its first six and last four"
                                + " digits."),
                example(
                        "description missing, and an IP address too",
                        qualified().disputed(order -> {
                            order.description = null;
                            order.elements.remove(Element.IP);
                        }),
                        "product_description_missing",
                        "Not yet eligible: this order does not say what was bought. Add a line item or a description to"
                                + " its receipt. Besides, the IP address of this order is missing: that is needed"
                                + " too."),
                example(
                        "category missing",
                        qualified().profile(Profile.STRIPE).disputed(order -> order.category = null),
                        "category_missing",
                        "Not yet eligible: this order does not say whether merchandise or services were bought. Send"
                                + " which of the two with the order, or set it once for the account. Orders P1"
                                + " (2026-05-04, 190 days before this order) and P2 (2026-01-24, 290 days before this"
                                + " order) would then make it eligible."),
                example(
                        "not a Visa card",
                        qualified().disputed(order -> order.brand = "mastercard"),
                        "network_not_visa",
                        "Not eligible: this order was not paid with a Visa card, and the rule is Visa's. Answer a"
                                + " dispute with what the card's own network asks for."),
                example(
                        "card present",
                        qualified().disputed(order -> order.cardPresent = true),
                        "card_present",
                        "Not eligible: this order was paid with the card present, and the rule is for fraud with the"
                                + " card absent. Answer a dispute with the terminal's record of the card."),
                example(
                        "charge failed",
                        qualified().disputed(order -> order.failed = true),
                        "charge_failed",
                        "Not eligible: the charge of this order failed, so there is nothing to dispute. If it was paid"
                                + " after all, send its new status."),
                example(
                        "another dispute",
                        qualified().dispute("13.1", "2026-11-15", Dispute.Status.OPEN),
                        "dispute_not_fraud",
                        "Not eligible: this order is disputed, but not as fraud with the card absent. Answer the"
                                + " dispute with what its own condition asks for."),
                example(
                        "network unknown, but the card was present",
                        qualified().disputed(order -> {
                            order.brand = null;
                            order.bin = null;
                            order.cardPresent = true;
                        }),
                        "network_unknown",
                        "Not eligible: it is not known whether this order was paid with a Visa card. What is more, this"
                                + " order was paid with the card present, and the rule is for fraud with the card"
                                + " absent. Answer a dispute with the terminal's record of the card."),
                example(
                        "description missing, and too few priors",
                        new TestDispute().disputed(order -> order.description = null),
                        "product_description_missing",
                        "Not eligible: this order does not say what was bought. What is more, no other order of this"
                                + " card is known in the time that counts, and 2 dated 2025-11-20 to 2026-07-23 are"
                                + " required. Add a line item or a description to its receipt."),
                example(
                        "no priors",
                        new TestDispute(),
                        "no_priors",
                        "Not eligible: no other order of this card is known in the time that counts, and 2 dated"
                                + " 2025-11-20 to 2026-07-23 are required. Upload the other orders of this card, if"
                                + " some are not yet here."),
                example(
                        "too few, and time mends it",
                        new TestDispute()
                                .prior(new TestOrder("P1", "2026-08-12").withIpAndAccount())
                                .prior(new TestOrder("P2", "2026-01-24").withIpAndAccount()),
                        "too_few_priors",
                        "Not eligible: only 1 of the 2 required earlier orders of this card counts, order P2"
                                + " (2026-01-24, 300 days); the other must be dated 2025-11-20 to 2026-07-23 too. It"
                                + " becomes eligible for disputes raised from 2026-12-10 until 2027-01-24, when order"
                                + " P1 is old enough."),
                example(
                        "too few, and it was eligible before",
                        new TestDispute()
                                .prior(new TestOrder("P1", "2025-11-15").withIpAndAccount())
                                .prior(new TestOrder("P2", "2026-01-24").withIpAndAccount()),
                        "too_few_priors",
                        "Not eligible: only 1 of the 2 required earlier orders of this card counts, order P2"
                                + " (2026-01-24, 300 days); the other must be dated 2025-11-20 to 2026-07-23 too."
                                + " Order P1 (2025-11-15, 370 days) does not count because it is too old. It was"
                                + " eligible for disputes raised until 2026-11-15."),
                example(
                        "none counts",
                        new TestDispute().prior(refunded(new TestOrder("P1", "2026-05-04").withIpAndAccount())),
                        "too_few_priors",
                        "Not eligible: none of the 2 required earlier orders of this card counts; they must be dated"
                                + " 2025-11-20 to 2026-07-23. Order P1 (2026-05-04, 200 days) does not count because it"
                                + " was refunded in full. Upload the other orders of this card, if some are not yet"
                                + " here."),
                example(
                        "a prior after the dispute",
                        new TestDispute()
                                .asOf("2026-11-12")
                                .prior(settled(new TestOrder("P1", "2026-11-05").withIpAndAccount(), "2026-11-17")),
                        "too_few_priors",
                        "Not eligible: none of the 2 required earlier orders of this card counts; they must be dated"
                                + " 2025-11-12 to 2026-07-15. Order P1 (2026-11-17, 5 days after the dispute) does not"
                                + " count because it is later than the dispute. Upload the other orders of this card,"
                                + " if some are not yet here."),
                example(
                        "all differs",
                        new TestDispute()
                                .disputed(ExplanationTest::everything)
                                .prior(differing("P1", "2026-05-04", "2"))
                                .prior(differing("P2", "2026-01-24", "3")),
                        "no_common_elements",
                        "Not eligible: of the 2 earlier orders of this card that qualify by age, no two share the IP"
                                + " address or the device and one more piece of data with this order. Upload the other"
                                + " orders of this card, if some are not yet here."),
                example(
                        "no anchor",
                        new TestDispute()
                                .disputed(ExplanationTest::everything)
                                .prior(differing("P1", "2026-05-04", "2")
                                        .with(Element.ACCOUNT_ID, "1")
                                        .with(Element.SHIPPING_ADDRESS, "1"))
                                .prior(differing("P2", "2026-01-24", "3")
                                        .with(Element.ACCOUNT_ID, "1")
                                        .with(Element.SHIPPING_ADDRESS, "1")),
                        "no_anchor",
                        "Not eligible: of the 2 earlier orders of this card that qualify by age, two share two pieces"
                                + " of data with this order, but neither the IP address nor the device. Upload the"
                                + " other orders of this card, if some are not yet here."));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    void saysWhatIsTheCaseAndWhatHelps(String name, TestDispute dispute, String headline, String text) {
        Eligibility answer = dispute.judge();
        assertAll(
                () -> assertEquals(text, answer.explanation()),
                () -> assertEquals(
                        headline,
                        answer.isEligible()
                                ? ""
                                : answer.reasons().getFirst().code().code()),
                () -> assertTrue(answer.explanation().split("\\. ", -1).length <= 3, "one to three sentences"));
    }

    @Test
    void everyReasonSaysWhatIsTheCaseInASentence() {
        assertAll(Stream.of(ReasonCode.values()).map(code -> () -> {
            assertTrue(code.detail().endsWith("."), code::code);
            assertTrue(code.remedy() == null || code.remedy().endsWith("."), code::code);
        }));
    }

    @Test
    void onlyWhatNothingCanMendHasNoRemedy() {
        assertEquals(
                List.of("network_not_visa", "card_present", "charge_failed", "dispute_not_fraud"),
                Stream.of(ReasonCode.values())
                        .filter(code -> code.remedy() == null)
                        .map(ReasonCode::code)
                        .toList());
    }

    private static void everything(TestOrder order) {
        for (Element element : Element.values()) {
            order.with(element, "1");
        }
    }

    private static TestOrder differing(String id, String day, String word) {
        TestOrder order = new TestOrder(id, day);
        for (Element element : Element.values()) {
            order.with(element, word);
        }
        return order;
    }

    private static TestOrder change(TestOrder order, Consumer<TestOrder> change) {
        change.accept(order);
        return order;
    }

    private static TestOrder undescribed(TestOrder order) {
        return change(order, changed -> changed.description = null);
    }

    private static TestOrder refunded(TestOrder order) {
        return change(order, changed -> changed.refunded = true);
    }

    private static TestOrder settled(TestOrder order, String day) {
        return change(order, changed -> changed.settled = LocalDate.parse(day));
    }
}
