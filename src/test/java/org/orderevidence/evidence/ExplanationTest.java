package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.evidence.ExplanationTest.ExplanationExample.charged;
import static org.orderevidence.evidence.ExplanationTest.ExplanationExample.differing;
import static org.orderevidence.evidence.ExplanationTest.ExplanationExample.refunded;
import static org.orderevidence.evidence.ExplanationTest.ExplanationExample.settled;
import static org.orderevidence.evidence.ExplanationTest.ExplanationExample.undescribed;
import static org.orderevidence.evidence.TestDispute.qualified;

import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orderevidence.evidence.ReasonCode.DecisiveReason;
import org.orderevidence.evidence.ReasonCode.ElementReason;
import org.orderevidence.evidence.ReasonCode.FixableReason;
import org.orderevidence.evidence.ReasonCode.HistoryReason;
import org.orderevidence.order.Dispute;

/** Golden texts of explanations, the texts of the reasons, and the next steps. */
class ExplanationTest {
    private static final int HISTORIES = 30_000;
    private static final long SEED = Long.getLong("evidence.seed", 20_261_125L);
    private static final String SUBMIT = "Before you submit, add the ";
    private static final String WAIT = "Wait: without new data, the order becomes eligible for disputes raised ";
    private static final String UPLOAD = "Upload the card's other orders, if some are missing.";

    private static final Set<String> ELEMENT_REMEDIES =
            Arrays.stream(ElementReason.values()).map(ReasonCode::remedy).collect(Collectors.toSet());

    private final Set<String> seen = new TreeSet<>();

    static Stream<ExplanationExample> examples() {
        return Stream.of(
                new ExplanationExample(
                        "qualified, ending by age",
                        qualified(),
                        "",
                        "Eligible. Orders P1 (2026-05-04, 200 days old) and P2 (2026-01-24, 300 days"
                                + " old) were paid with the same card, are undisputed and share the IP address and"
                                + " customer account ID with this order. The order stays eligible for disputes"
                                + " raised until 2027-01-24."),
                new ExplanationExample(
                        "qualified on an edge",
                        new TestDispute()
                                .prior(new TestOrder("P1", "2026-07-23").withIpAndAccount())
                                .prior(new TestOrder("P2", "2026-01-24").withIpAndAccount()),
                        "",
                        "Eligible. Orders P1 (2026-07-23, 120 days old) and P2 (2026-01-24, 300 days"
                                + " old) were paid with the same card, are undisputed and share the IP address and"
                                + " customer account ID with this order. The order stays eligible for disputes"
                                + " raised until 2027-01-24. This depends on an order age at the edge of the"
                                + " allowed range, which some processors do not accept."),
                new ExplanationExample(
                        "qualified in profile stripe",
                        qualified().profile(Profile.STRIPE),
                        "",
                        "Eligible. Orders P1 (2026-05-04, 190 days before this order) and P2"
                                + " (2026-01-24, 290 days before this order) were paid with the same card, are"
                                + " undisputed and share the IP address and customer account ID with this order."
                                + " The order stays eligible for disputes raised until 2027-03-10, the last day on"
                                + " which a dispute can be raised."),
                new ExplanationExample(
                        "qualified by BIN",
                        qualified().disputed(order -> order.fingerprint = null),
                        "",
                        "Eligible. Orders P1 (2026-05-04, 200 days old) and P2 (2026-01-24, 300 days"
                                + " old) were paid with a card with the same first six and last four digits, are"
                                + " undisputed and share the IP address and customer account ID with this order."
                                + " The order stays eligible for disputes raised until 2027-01-24."),
                new ExplanationExample(
                        "qualified on a day on which no dispute can be raised",
                        qualified().asOf("2026-11-09"),
                        "",
                        "Eligible. Orders P1 (2026-05-04, 189 days old) and P2 (2026-01-24, 289 days"
                                + " old) were paid with the same card, are undisputed and share the IP address and"
                                + " customer account ID with this order. The date 2026-11-09 is outside the days"
                                + " on which a dispute can be raised (2026-11-10 to 2027-03-10)."),
                new ExplanationExample(
                        "qualified by three elements",
                        qualified().each(order -> order.with(Element.DEVICE_ID, "1")),
                        "",
                        "Eligible. Orders P1 (2026-05-04, 200 days old) and P2 (2026-01-24, 300 days"
                                + " old) were paid with the same card, are undisputed and share the IP address,"
                                + " device ID and customer account ID with this order. The order stays eligible"
                                + " for disputes raised until 2027-01-24."),
                new ExplanationExample(
                        "IP missing",
                        qualified().disputed(order -> order.elements.remove(Element.IP)),
                        "no_common_elements",
                        "Not yet eligible. Orders P1 (2026-05-04, 200 days old) and P2 (2026-01-24, 300"
                                + " days old) can serve as evidence, but this order has no IP address. Add an IP"
                                + " address to this order, if the purchase had one. The order is then eligible if the IP address is the"
                                + " same on all three orders."),
                new ExplanationExample(
                        "IP not public on a prior",
                        new TestDispute()
                                .prior(new TestOrder("P1", "2026-05-04").withIpAndAccount())
                                .prior(new TestOrder("P2", "2026-01-24")
                                        .withIpAndAccount()
                                        .with(Element.IP, TestOrder.UNUSABLE)),
                        "no_common_elements",
                        "Not yet eligible. Orders P1 (2026-05-04, 200 days old) and P2 (2026-01-24, 300"
                                + " days old) can serve as evidence, but order P2 has no usable IP address. Add a"
                                + " usable IP address to order P2, if the purchase had one. The order is then eligible if the IP address is"
                                + " the same on all three orders."),
                new ExplanationExample(
                        "nothing but the age",
                        qualified().each(order -> order.elements.clear()),
                        "no_common_elements",
                        "Not yet eligible. Orders P1 (2026-05-04, 200 days old) and P2 (2026-01-24, 300"
                                + " days old) can serve as evidence, but this order has no IP address and no"
                                + " customer account ID and orders P1 and P2 have no IP address and no customer"
                                + " account ID. Add an IP address and a customer account ID to this order and an"
                                + " IP address and a customer account ID to orders P1 and P2, if the purchase had one. The order is then"
                                + " eligible if the IP address and customer account ID are the same on all three"
                                + " orders."),
                new ExplanationExample(
                        "one would do, and time would too",
                        new TestDispute()
                                .prior(new TestOrder("P1", "2026-05-04").withIpAndAccount())
                                .prior(new TestOrder("P2", "2026-05-05").with(Element.ACCOUNT_ID, "ann"))
                                .prior(new TestOrder("P3", "2026-08-12").withIpAndAccount()),
                        "no_common_elements",
                        "Not yet eligible. Orders P2 (2026-05-05, 199 days old) and P1 (2026-05-04, 200"
                                + " days old) can serve as evidence, but order P2 has no IP address. Add an IP"
                                + " address to order P2, if the purchase had one. The order is then eligible if the IP address is the same"
                                + " on all three orders."),
                new ExplanationExample(
                        "a prior without description in profile stripe",
                        new TestDispute()
                                .profile(Profile.STRIPE)
                                .prior(new TestOrder("P1", "2026-05-04").withIpAndAccount())
                                .prior(undescribed(new TestOrder("P2", "2026-01-24").withIpAndAccount())),
                        "device_missing",
                        "Not yet eligible. Orders P1 (2026-05-04, 190 days before this order) and P2"
                                + " (2026-01-24, 290 days before this order) can serve as evidence, but order P2"
                                + " has no product description. Add a product description to order P2. The order"
                                + " is then eligible."),
                new ExplanationExample(
                        "network unknown",
                        qualified().disputed(order -> {
                            order.brand = null;
                            order.bin = null;
                        }),
                        "network_unknown",
                        "Not yet eligible. Orders P1 (2026-05-04, 200 days old) and P2 (2026-01-24, 300"
                                + " days old) can serve as evidence, but this order has no known card network. Add"
                                + " the card brand or BIN to this order. The order is then eligible if the card is"
                                + " a Visa card."),
                new ExplanationExample(
                        "credential missing",
                        new TestDispute().disputed(order -> {
                            order.fingerprint = null;
                            order.last4 = null;
                        }),
                        "credential_missing",
                        "Not yet eligible. This order has no data that identifies the card. Add the"
                                + " card fingerprint (or BIN with last four digits) to this order. Whether the"
                                + " order is eligible then depends on the earlier orders of the same card."),
                new ExplanationExample(
                        "closed and qualified",
                        qualified()
                                .prior(new TestOrder("P3", "2026-06-23").withIpAndAccount())
                                .today("2027-03-11")
                                .asOf((LocalDate) null),
                        "",
                        "No dispute can be raised any more (the last day was 2027-03-10). The order was eligible. Orders"
                                + " P3 (2026-06-23, 260 days old) and P1 (2026-05-04, 310 days old) were paid with the"
                                + " same card, were undisputed and shared the IP address and customer account ID with"
                                + " this order."),
                new ExplanationExample(
                        "closed and lacking data",
                        new TestDispute()
                                .disputed(order -> order.elements.remove(Element.IP))
                                .prior(new TestOrder("P1", "2026-05-04").withIpAndAccount())
                                .prior(new TestOrder("P3", "2026-06-23").withIpAndAccount())
                                .today("2027-03-11")
                                .asOf((LocalDate) null),
                        "no_common_elements",
                        "No dispute can be raised any more (the last day was 2027-03-10). The order was not eligible."
                                + " Orders P3 (2026-06-23, 260 days old) and P1 (2026-05-04, 310 days old) could have"
                                + " served as evidence, but this order had no IP address."));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"examples", "notEligible"})
    void saysWhatIsTheCaseAndWhatHelps(ExplanationExample example) {
        example.check();
    }

    @Test
    void everyReasonSaysWhatIsTheCaseInASentence() {
        assertAll(ReasonCode.all().stream().map(code -> () -> {
            assertTrue(code.detail().endsWith("."), code::wireName);
            assertTrue(code.remedy() == null || code.remedy().endsWith("."), code::wireName);
        }));
    }

    @Test
    void onlyReasonsThatNothingCanFixHaveNoRemedy() {
        assertEquals(
                List.of("network_not_visa", "card_present", "charge_uncaptured", "charge_failed", "dispute_not_fraud"),
                ReasonCode.all().stream()
                        .filter(code -> code.remedy() == null)
                        .map(ReasonCode::wireName)
                        .toList());
    }

    static Stream<ExplanationExample> notEligible() {
        return Stream.of(
                new ExplanationExample(
                        "not a Visa card",
                        qualified().disputed(order -> order.brand = "mastercard"),
                        "network_not_visa",
                        "Not eligible. This order was not paid with a Visa card. Answer a dispute with"
                                + " the evidence that the card's own network asks for."),
                new ExplanationExample(
                        "charge failed",
                        qualified().disputed(order -> order.failed = true),
                        "charge_failed",
                        "Not eligible. The charge of this order failed, so there is nothing to dispute."),
                new ExplanationExample(
                        "network unknown, but the card was present",
                        qualified().disputed(order -> {
                            order.brand = null;
                            order.bin = null;
                            order.cardPresent = true;
                        }),
                        "network_unknown",
                        "Not eligible. This order has no known card network. Also, the card was"
                                + " present, and the rule only covers card-absent payments. Answer a dispute with"
                                + " the evidence that its condition asks for, such as the terminal's record of the card."),
                new ExplanationExample(
                        "description missing, and a prior needs only days",
                        new TestDispute()
                                .disputed(order -> order.description = null)
                                .prior(new TestOrder("P1", "2026-08-12").withIpAndAccount())
                                .prior(new TestOrder("P2", "2026-01-24").withIpAndAccount()),
                        "product_description_missing",
                        "Not eligible. This order has no product description. Only 1 of the 2 required earlier orders of"
                                + " this card counts: order P2 (2026-01-24, 300 days old). Add a product description to"
                                + " this order, which then becomes eligible for disputes raised from 2026-12-10 to"
                                + " 2027-01-24, when order P1 is old enough."),
                new ExplanationExample(
                        "one day alone",
                        new TestDispute()
                                .prior(new TestOrder("P1", "2026-08-12").withIpAndAccount())
                                .prior(new TestOrder("P2", "2025-12-10").withIpAndAccount()),
                        "too_few_priors",
                        "Not eligible. Only 1 of the 2 required earlier orders of this card counts: order P2 (2025-12-10,"
                                + " 345 days old). Order P1 (2026-08-12, 100 days old) does not count because it is too"
                                + " recent. This order becomes eligible for disputes raised on 2026-12-10, when order P1"
                                + " is old enough."),
                new ExplanationExample(
                        "device ID and fingerprint count as one",
                        new TestDispute()
                                .prior(new TestOrder("P1", "2026-05-04")
                                        .with(Element.IP, "2")
                                        .with(Element.ACCOUNT_ID, "bob"))
                                .prior(new TestOrder("P2", "2026-01-24")
                                        .with(Element.IP, "3")
                                        .with(Element.ACCOUNT_ID, "cat"))
                                .each(order -> order.with(Element.DEVICE_ID, "1")
                                        .with(Element.DEVICE_FINGERPRINT, "1")
                                        .with(Element.SHIPPING_ADDRESS, order.id.value())),
                        "no_common_elements",
                        "Not eligible. 2 earlier orders of this card count, but no two of them share enough data with this"
                                + " order (a device ID and a device fingerprint count as one). Upload other orders of"
                                + " this card made from 2025-11-20 to 2026-07-23, if some are missing."),
                new ExplanationExample(
                        "condition unknown",
                        qualified().dispute(Dispute.UNKNOWN_CONDITION, "2026-11-15", Dispute.Status.OPEN),
                        "condition_unknown",
                        "Not yet eligible. Orders P1 (2026-05-04, 200 days old) and P2 (2026-01-24, 300 days old) can serve"
                                + " as evidence, but this order has no known network code of its dispute. Add the"
                                + " network's code of the dispute to this order. The order is then eligible for a dispute"
                                + " of 2026-11-20 if the code of the dispute is 10.4."),
                new ExplanationExample(
                        "one of two conditions unknown",
                        qualified()
                                .dispute(Dispute.UNKNOWN_CONDITION, "2026-11-15", Dispute.Status.OPEN)
                                .dispute("13.1", "2026-11-16", Dispute.Status.OPEN),
                        "condition_unknown",
                        "Not yet eligible. Orders P1 (2026-05-04, 200 days old) and P2 (2026-01-24, 300 days old) can serve"
                                + " as evidence, but this order has no known network code of one of its disputes. Add the"
                                + " network's code of that dispute to this order. The order is then eligible for a dispute"
                                + " of 2026-11-20 if the code of that dispute is 10.4."),
                new ExplanationExample(
                        "two conditions unknown",
                        qualified()
                                .dispute(Dispute.UNKNOWN_CONDITION, "2026-11-15", Dispute.Status.OPEN)
                                .dispute(Dispute.UNKNOWN_CONDITION, "2026-11-16", Dispute.Status.OPEN),
                        "condition_unknown",
                        "Not yet eligible. Orders P1 (2026-05-04, 200 days old) and P2 (2026-01-24, 300 days old) can serve"
                                + " as evidence, but this order has no known network codes of its disputes. Add the"
                                + " network's codes of the disputes to this order. The order is then eligible for a dispute"
                                + " of 2026-11-20 if one of these codes is 10.4."),
                new ExplanationExample(
                        "as of the fraud report, of a closed order",
                        qualified()
                                .asOf((LocalDate) null)
                                .reported("2026-11-15")
                                .today("2027-06-01"),
                        "",
                        "No dispute can be raised any more (the last day was 2027-03-10). The order was eligible as of the"
                                + " fraud report of 2026-11-15. Orders P1 (2026-05-04, 195 days old) and P2 (2026-01-24,"
                                + " 295 days old) were paid with the same card, were undisputed and shared the IP address"
                                + " and customer account ID with this order."),
                new ExplanationExample(
                        "description missing, and too few priors",
                        new TestDispute().disputed(order -> order.description = null),
                        "product_description_missing",
                        "Not eligible. This order has no product description. No other order of this"
                                + " card is known in the period that was read. Add a product description to this"
                                + " order, and upload other orders of this card made from 2025-11-20 to"
                                + " 2026-07-23, if some are missing."),
                new ExplanationExample(
                        "eligible when two orders are old enough on the same day",
                        new TestDispute()
                                .prior(new TestOrder("P1", "2026-08-12").withIpAndAccount())
                                .prior(new TestOrder("P2", "2026-08-12").withIpAndAccount())
                                .prior(new TestOrder("P3", "2026-08-13").withIpAndAccount()),
                        "too_few_priors",
                        "Not eligible. No other order of this card counts. Order P1 (2026-08-12, 100 days old) does not"
                                + " count because it is too recent. This order becomes eligible for disputes raised from"
                                + " 2026-12-10 to 2027-03-10, when orders P1 and P2 are old enough."),
                new ExplanationExample(
                        "a dispute one day after a prior",
                        new TestDispute()
                                .asOf("2026-11-10")
                                .prior(settled(new TestOrder("P1", "2026-11-01").withIpAndAccount(), "2026-11-09")),
                        "too_few_priors",
                        "Not eligible. No other order of this card counts. Order P1 (2026-11-09, 1 day old) does not"
                                + " count because it is too recent. Upload other orders of this card made from"
                                + " 2025-11-10 to 2026-07-13, if some are missing."),
                new ExplanationExample(
                        "no order can count on that day",
                        new TestDispute().asOf("2028-01-01"),
                        "no_priors",
                        "Not eligible. No other order of this card is known in the period that was read. Ask again for a"
                                + " date from 2026-11-10 to 2027-03-10. The date 2028-01-01 is outside the days on which"
                                + " a dispute can be raised (2026-11-10 to 2027-03-10)."),
                new ExplanationExample(
                        "too few of those that were read",
                        new TestDispute()
                                .truncated()
                                .prior(new TestOrder("P1", "2026-08-12").withIpAndAccount())
                                .prior(new TestOrder("P2", "2026-01-24").withIpAndAccount()),
                        "too_few_priors",
                        "Not eligible. Of the earlier orders of this card that were read, only 1 of the 2 required"
                                + " counts: order P2 (2026-01-24, 300 days old). Order P1 (2026-08-12, 100 days old)"
                                + " does not count because it is too recent. This order becomes eligible for disputes raised"
                                + " from 2026-12-10 to 2027-01-24, when order P1 is old enough."),
                new ExplanationExample(
                        "too few, and it was eligible before",
                        new TestDispute()
                                .prior(new TestOrder("P1", "2025-11-15").withIpAndAccount())
                                .prior(new TestOrder("P2", "2026-01-24").withIpAndAccount()),
                        "too_few_priors",
                        "Not eligible. Only 1 of the 2 required earlier orders of this card counts:"
                                + " order P2 (2026-01-24, 300 days old). This order was eligible for disputes raised from"
                                + " 2026-11-10 to 2026-11-15. Upload other orders of this card made from"
                                + " 2025-11-20 to 2026-07-23, if some are missing."),
                new ExplanationExample(
                        "none counts",
                        new TestDispute().prior(refunded(new TestOrder("P1", "2026-05-04").withIpAndAccount())),
                        "too_few_priors",
                        "Not eligible. No other order of this card counts. Order P1 (2026-05-04, 200"
                                + " days old) does not count because it was refunded in full. Upload other orders"
                                + " of this card made from 2025-11-20 to 2026-07-23, if some are missing."),
                new ExplanationExample(
                        "one charge under two order IDs",
                        new TestDispute()
                                .prior(charged("1001", "2026-05-04", "ch_9x").with(Element.ACCOUNT_ID, "ann"))
                                .prior(charged("#1001", "2026-05-04", "ch_9x").withIpAndAccount()),
                        "too_few_priors",
                        "Not eligible. Only 1 of the 2 required earlier orders of this card counts: order #1001"
                                + " (2026-05-04, 200 days old). Order 1001 (2026-05-04, 200 days old) does not count"
                                + " because it is the same charge as another order. Upload other orders of this card"
                                + " made from 2025-11-20 to 2026-07-23, if some are missing."),
                new ExplanationExample(
                        "a prior after the dispute",
                        new TestDispute()
                                .asOf("2026-11-12")
                                .prior(settled(new TestOrder("P1", "2026-11-05").withIpAndAccount(), "2026-11-17")),
                        "too_few_priors",
                        "Not eligible. No other order of this card counts. Order P1 (2026-11-17, 5 days"
                                + " after the dispute date) does not count because it is dated after the dispute."
                                + " Upload other orders of this card made from 2025-11-12 to 2026-07-15, if some"
                                + " are missing."),
                new ExplanationExample(
                        "all differs",
                        new TestDispute()
                                .disputed(ExplanationExample::everything)
                                .prior(differing("P1", "2026-05-04", "2"))
                                .prior(differing("P2", "2026-01-24", "3")),
                        "no_common_elements",
                        "Not eligible. 2 earlier orders of this card count, but no two of them share"
                                + " enough data with this order. Upload other orders of this card made from"
                                + " 2025-11-20 to 2026-07-23, if some are missing."),
                new ExplanationExample(
                        "no anchor",
                        new TestDispute()
                                .disputed(ExplanationExample::everything)
                                .prior(differing("P1", "2026-05-04", "2")
                                        .with(Element.ACCOUNT_ID, "1")
                                        .with(Element.SHIPPING_ADDRESS, "1"))
                                .prior(differing("P2", "2026-01-24", "3")
                                        .with(Element.ACCOUNT_ID, "1")
                                        .with(Element.SHIPPING_ADDRESS, "1")),
                        "no_anchor",
                        "Not eligible. 2 earlier orders of this card count, and two of them share two"
                                + " or more pieces of data with this order, but neither the IP address nor a"
                                + " device. Upload other orders of this card made from 2025-11-20 to 2026-07-23,"
                                + " if some are missing."));
    }

    @Test
    void theNextStepsFollowFromTheVerdictWithEachReason() {
        System.out.println("next steps: seed " + SEED);
        SplittableRandom seeds = new SplittableRandom(SEED);
        for (int i = 0; i < HISTORIES; i++) {
            long seed = seeds.nextLong();
            RandomHistory history = RandomHistory.of(new SplittableRandom(seed));
            Eligibility judged = CompellingEvidence.judge(history.toCase());
            List<String> steps =
                    judged.nextSteps().stream().map(Eligibility.Step::text).toList();
            String context = "seed " + seed + ": " + judged.explanation() + " " + steps;
            judged.reasons().forEach(reason -> seen.add(judged.status() + " " + reason.code()));
            if (judged.closed() || judged.isDecided()) {
                seen.add(judged.closed() ? "closed" : "decided");
                assertEquals(List.of(), steps, context);
            } else {
                check(judged, steps, context);
            }
        }
        for (ReasonCode code : ReasonCode.all()) {
            boolean isOfFewOrders = code == HistoryReason.NO_PRIORS || code == HistoryReason.TOO_FEW_PRIORS;
            // The addresses of the histories that cannot be used are all of the other kind.
            boolean isMade = code != ElementReason.IP_INVALID;
            assertEquals(isMade, seen.contains("NOT_QUALIFIED " + code), code::wireName);
            assertEquals(
                    isMade && !isOfFewOrders && !(code instanceof DecisiveReason),
                    seen.contains("REQUIRES_ACTION " + code),
                    code::wireName);
        }
        assertTrue(seen.containsAll(Set.of("closed", "decided", "wait", "upload", "submit", "ready")), seen::toString);
    }

    private void check(Eligibility judged, List<String> steps, String context) {
        boolean waits = steps.stream().anyMatch(step -> step.startsWith(WAIT));
        switch (judged.status()) {
            case QUALIFIED -> {
                seen.add(judged.ready() ? "ready" : "submit");
                assertEquals(judged.ready(), steps.isEmpty(), context);
                assertTrue(steps.stream().allMatch(step -> step.startsWith(SUBMIT)), context);
            }
            case REQUIRES_ACTION -> {
                assertFalse(steps.isEmpty(), context);
                assertTrue(
                        steps.stream().allMatch(step -> ELEMENT_REMEDIES.contains(step) || isFixable(step)), context);
            }
            case NOT_QUALIFIED -> {
                seen.add(waits ? "wait" : "upload");
                assertTrue(
                        steps.stream()
                                .allMatch(step -> step.startsWith(WAIT) || step.startsWith(UPLOAD) || isFixable(step)),
                        context);
                assertEquals(
                        1,
                        steps.stream()
                                .filter(step -> step.startsWith(WAIT) || step.startsWith(UPLOAD))
                                .count(),
                        context);
                // The explanation and the steps advise the same.
                assertTrue(!waits || judged.explanation().contains("becomes eligible for disputes raised"), context);
            }
        }
    }

    private static boolean isFixable(String step) {
        return Arrays.stream(FixableReason.values()).anyMatch(reason -> step.equals(reason.remedy()));
    }

    /** A golden text of an explanation. */
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
}
