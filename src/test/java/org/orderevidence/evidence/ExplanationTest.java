package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.orderevidence.evidence.ExplanationExample.qualified;
import static org.orderevidence.evidence.ExplanationExample.undescribed;

import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Golden texts of orders that are eligible, or lack data only; and the texts of the reasons. */
class ExplanationTest {
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
                        "qualified to the last day",
                        new TestDispute()
                                .prior(new TestOrder("P1", "2026-05-04").withIpAndAccount())
                                .prior(new TestOrder("P2", "2026-06-23").withIpAndAccount()),
                        "",
                        "Eligible. Orders P2 (2026-06-23, 150 days old) and P1 (2026-05-04, 200 days"
                                + " old) were paid with the same card, are undisputed and share the IP address and"
                                + " customer account ID with this order. The order stays eligible for disputes"
                                + " raised until 2027-03-10, the last day on which a dispute can be raised."),
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
                        "description missing, and an IP address too",
                        qualified().disputed(order -> {
                            order.description = null;
                            order.elements.remove(Element.IP);
                        }),
                        "product_description_missing",
                        "Not yet eligible. Orders P1 (2026-05-04, 200 days old) and P2 (2026-01-24, 300"
                                + " days old) can serve as evidence, but this order has no product description and"
                                + " no IP address. Add a product description and an IP address to this order, if the purchase had"
                                + " one. The"
                                + " order is then eligible if the IP address is the same on all three orders."),
                new ExplanationExample(
                        "category missing",
                        qualified().profile(Profile.STRIPE).disputed(order -> order.category = null),
                        "category_missing",
                        "Not yet eligible. Orders P1 (2026-05-04, 190 days before this order) and P2"
                                + " (2026-01-24, 290 days before this order) can serve as evidence, but this order"
                                + " has no category. Add a category (merchandise or services) to this order. The"
                                + " order is then eligible."),
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
    @MethodSource("examples")
    void saysWhatIsTheCaseAndWhatHelps(ExplanationExample example) {
        example.check();
    }

    @Test
    void everyReasonSaysWhatIsTheCaseInASentence() {
        assertAll(ReasonCode.all().stream().map(code -> () -> {
            assertTrue(code.detail().endsWith("."), code::code);
            assertTrue(code.remedy() == null || code.remedy().endsWith("."), code::code);
        }));
    }

    @Test
    void onlyReasonsThatNothingCanFixHaveNoRemedy() {
        assertEquals(
                List.of("network_not_visa", "card_present", "charge_uncaptured", "charge_failed", "dispute_not_fraud"),
                ReasonCode.all().stream()
                        .filter(code -> code.remedy() == null)
                        .map(ReasonCode::code)
                        .toList());
    }
}
