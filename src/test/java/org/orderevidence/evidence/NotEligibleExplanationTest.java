package org.orderevidence.evidence;

import static org.orderevidence.evidence.ExplanationExample.charged;
import static org.orderevidence.evidence.ExplanationExample.differing;
import static org.orderevidence.evidence.ExplanationExample.qualified;
import static org.orderevidence.evidence.ExplanationExample.refunded;
import static org.orderevidence.evidence.ExplanationExample.settled;
import static org.orderevidence.evidence.ExplanationExample.undescribed;

import java.time.LocalDate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.orderevidence.order.Dispute;

/** Golden texts of orders that are not eligible: one for each headline, and what time does. */
class NotEligibleExplanationTest {
    static Stream<ExplanationExample> examples() {
        return Stream.of(
                new ExplanationExample(
                        "not a Visa card",
                        qualified().disputed(order -> order.brand = "mastercard"),
                        "network_not_visa",
                        "Not eligible. This order was not paid with a Visa card. Answer a dispute with"
                                + " the evidence that the card's own network asks for."),
                new ExplanationExample(
                        "card present",
                        qualified().disputed(order -> order.cardPresent = true),
                        "card_present",
                        "Not eligible. The card was present, and the rule only covers card-absent"
                                + " payments. Answer a dispute with the evidence that its condition asks for, such as"
                                + " the terminal's record of the card."),
                new ExplanationExample(
                        "charge failed",
                        qualified().disputed(order -> order.failed = true),
                        "charge_failed",
                        "Not eligible. The charge of this order failed, so there is nothing to dispute."),
                new ExplanationExample(
                        "charge approved, not captured",
                        qualified().disputed(order -> {
                            order.failed = true;
                            order.uncaptured = true;
                        }),
                        "charge_uncaptured",
                        "Not eligible. The charge of this order was approved, not captured, so there is nothing to"
                                + " dispute yet."),
                new ExplanationExample(
                        "another dispute",
                        qualified().dispute("13.1", "2026-11-15", Dispute.Status.OPEN),
                        "dispute_not_fraud",
                        "Not eligible. This order is disputed, but no active dispute on record has the condition for"
                                + " card-absent fraud. Answer the dispute with the evidence that its own condition"
                                + " asks for."),
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
                        "two tests fail, and an IP address is missing on a prior that has no description",
                        new TestDispute()
                                .profile(Profile.STRIPE)
                                .disputed(order -> {
                                    order.description = null;
                                    order.category = null;
                                })
                                .prior(new TestOrder("P1", "2026-05-04").withIpAndAccount())
                                .prior(undescribed(new TestOrder("P2", "2026-01-24").with(Element.ACCOUNT_ID, "ann"))),
                        "product_description_missing",
                        "Not yet eligible. Orders P1 (2026-05-04, 190 days before this order) and P2 (2026-01-24, 290"
                                + " days before this order) can serve as evidence, but this order has no product"
                                + " description and no category and order P2 has no IP address and no product"
                                + " description. Add a product description and a category (merchandise or services) to"
                                + " this order and an IP address and a product description to order P2, if the purchase had"
                                + " one. The order is"
                                + " then eligible if the IP address is the same on all three orders."),
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
                        "no priors",
                        new TestDispute(),
                        "no_priors",
                        "Not eligible. No other order of this card is known in the period that was"
                                + " read. Upload other orders of this card made from 2025-11-20 to 2026-07-23, if"
                                + " some are missing."),
                new ExplanationExample(
                        "too few, and time mends it",
                        new TestDispute()
                                .prior(new TestOrder("P1", "2026-08-12").withIpAndAccount())
                                .prior(new TestOrder("P2", "2026-01-24").withIpAndAccount()),
                        "too_few_priors",
                        "Not eligible. Only 1 of the 2 required earlier orders of this card counts:"
                                + " order P2 (2026-01-24, 300 days old). Order P1 (2026-08-12, 100 days old) does"
                                + " not count because it is too recent. This order becomes eligible for disputes raised"
                                + " from 2026-12-10 to 2027-01-24, when order P1 is old enough."),
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
                        "one charge under two order IDs, of which neither is old enough",
                        new TestDispute()
                                .prior(charged("1001", "2026-08-12", "ch_9x").withIpAndAccount())
                                .prior(charged("#1001", "2026-08-12", "ch_9x").withIpAndAccount()),
                        "too_few_priors",
                        "Not eligible. No other order of this card counts. Order #1001 (2026-08-12, 100 days old) does"
                                + " not count because it is too recent. Upload other orders of this card made from"
                                + " 2025-11-20 to 2026-07-23, if some are missing."),
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

    @ParameterizedTest(name = "{0}")
    @MethodSource("examples")
    void saysWhatIsTheCaseAndWhatHelps(ExplanationExample example) {
        example.check();
    }
}
