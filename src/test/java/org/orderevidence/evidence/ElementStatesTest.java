package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.OrderTime;

/** How elements compare, where a stand-in IP comes from, and the reasons about devices. */
class ElementStatesTest {
    private static TestDispute qualified() {
        return new TestDispute()
                .prior(new TestOrder("P1", "2026-05-04").withIpAndAccount())
                .prior(new TestOrder("P2", "2026-01-24").withIpAndAccount());
    }

    @Test
    void saysWhereAndWhenAStandInWasSeen() {
        Instant seen = Instant.parse("2026-11-10T08:00:30Z");
        IpSighting sighting = new IpSighting(((IpAddress.Usable) IpAddress.parse("203.0.113.1")).address(), seen);
        IpStandIn standIn = IpStandIn.ofSighting(new SightingChoice(sighting, 3), TestHashes.ELEMENTS);
        Eligibility answer = qualified()
                .each(order -> {
                    if (!order.id.value().equals("P2")) {
                        order.elements.remove(Element.IP);
                        order.standIn = standIn;
                    }
                })
                .judge();
        assertTrue(answer.isEligible());
        assertEquals(
                new Eligibility.EvidenceItem("203.0.113.1", Eligibility.IpSource.TRACK, seen, 3L),
                answer.evidence().get(Element.IP));
        Eligibility.PriorTransaction prior = answer.priorTransactions().getFirst();
        assertEquals(Eligibility.IpSource.TRACK, prior.ipSource());
        assertEquals(seen, prior.ipObservedAt());
        assertEquals(3L, prior.ipDistanceMinutes());
    }

    @Test
    void anOwnAddressOutranksAStandInAlsoWhenItIsUnusable() {
        Eligibility answer = qualified()
                .each(order -> {
                    if (order.id.value().equals("P1")) {
                        order.with(Element.IP, TestOrder.UNUSABLE);
                        order.standIn = TestOrder.lent("1");
                    }
                })
                .judge();
        assertEquals(Eligibility.Status.REQUIRES_ACTION, answer.status());
        assertEquals(
                Eligibility.IpSource.ORDER,
                answer.priorTransactions().getFirst().ipSource());
        assertNull(answer.priorTransactions().getFirst().ipObservedAt());
    }

    @Test
    void aBrokenAddressOfAnInitialOrderIsUnusable() {
        TestOrder initial = new TestOrder("P0", "2025-01-01").with(Element.IP, TestOrder.UNUSABLE);
        IpStandIn broken = lent(initial, "2026-05-04");
        Eligibility answer = qualified()
                .each(order -> {
                    if (order.id.value().equals("P1")) {
                        order.elements.remove(Element.IP);
                        order.standIn = broken;
                    }
                })
                .judge();
        Eligibility.PriorTransaction prior = answer.priorTransactions().getFirst();
        assertEquals(Eligibility.IpSource.INITIAL_ORDER, prior.ipSource());
        assertEquals(Eligibility.Comparison.UNUSABLE, prior.elements().get(Element.IP));
        assertTrue(codes(answer, "P1").contains("ip_not_public"));
    }

    @Test
    void anInitialOrderWithoutAddressLendsNone() {
        assertNull(lent(new TestOrder("P0", "2025-01-01"), "2026-05-04"));
        assertThrows(IllegalArgumentException.class, () -> new IpStandIn.OfInitialOrder(ElementMark.MISSING, null));
    }

    @Test
    void anInitialOrderLendsOnlyToAnOrderMadeAfterIt() {
        TestOrder initial = new TestOrder("P0", "2026-05-04").with(Element.IP, "1");
        assertNull(lent(initial, "2026-05-03"));
        assertNull(lent(initial, "2026-05-04"), "a date without time is not before itself");
        assertInstanceOf(IpStandIn.OfInitialOrder.class, lent(initial, "2026-05-05"));
    }

    @Test
    void theDisputedOrderLendsNoAddress() {
        assertNull(lent(new TestOrder("D", "2025-01-01").with(Element.IP, "1"), "2026-05-04"));
    }

    private static @Nullable IpStandIn lent(TestOrder initial, String follower) {
        return IpStandIn.ofInitialOrder(
                initial.order(), OrderTime.on(LocalDate.parse(follower)), new OrderId("D"), TestHashes.ELEMENTS);
    }

    @Test
    void anAddressThatALimitKeptFromBeingReadIsNotMissing() {
        Eligibility answer = qualified()
                .each(order -> {
                    if (order.id.value().equals("P1")) {
                        order.elements.remove(Element.IP);
                        order.standIn = IpStandIn.NOT_READ;
                    }
                })
                .truncated()
                .judge();
        Eligibility.PriorTransaction prior = answer.priorTransactions().getFirst();
        assertEquals(Eligibility.Comparison.NOT_READ, prior.elements().get(Element.IP));
        assertNull(prior.ipSource());
        assertFalse(codes(answer, "P1").contains("ip_missing"));
        assertEquals(Eligibility.Status.REQUIRES_ACTION, answer.status());
        assertTrue(answer.explanation().contains("was not read because of a limit"), answer.explanation());
    }

    @Test
    void nothingDiffersFromAValueThatTheOrderDoesNotHave() {
        Eligibility answer = qualified()
                .disputed(order -> {
                    order.elements.remove(Element.ACCOUNT_ID);
                    order.with(Element.DEVICE_ID, TestOrder.UNUSABLE);
                })
                .each(order ->
                        order.with(Element.SHIPPING_ADDRESS, order.id.value().equals("D") ? "1" : "2"))
                .judge();
        Map<Element, Eligibility.Comparison> states =
                answer.priorTransactions().getFirst().elements();
        assertEquals(Eligibility.Comparison.ORDER_MISSING, states.get(Element.ACCOUNT_ID));
        assertEquals(Eligibility.Comparison.ORDER_UNUSABLE, states.get(Element.DEVICE_ID));
        assertEquals(Eligibility.Comparison.DIFFERS, states.get(Element.SHIPPING_ADDRESS));
    }

    @Test
    void theMissingKindOfDeviceIsAReasonWhereAnotherOrderOfTheThreeHasIt() {
        TestDispute dispute = new TestDispute()
                .disputed(order -> order.with(Element.DEVICE_FINGERPRINT, "1"))
                .prior(new TestOrder("P1", "2026-05-04")
                        .with(Element.ACCOUNT_ID, "ann")
                        .with(Element.DEVICE_ID, "1"))
                .prior(new TestOrder("P2", "2026-01-24")
                        .with(Element.ACCOUNT_ID, "ann")
                        .with(Element.DEVICE_ID, "1"));
        Eligibility answer = dispute.judge();
        assertTrue(codes(answer, "D").contains("device_id_missing"));
        assertFalse(codes(answer, "D").contains("device_missing"));
        assertTrue(codes(answer, "P1").contains("device_fingerprint_missing"));
    }

    @Test
    void comparesEachElementOfAPrior() {
        Eligibility answer = new TestDispute()
                .profile(Profile.STRIPE)
                .disputed(order -> order.with(Element.DEVICE_ID, "1").with(Element.SHIPPING_ADDRESS, "1"))
                .prior(new TestOrder("P1", "2026-05-04")
                        .with(Element.IP, "1")
                        .with(Element.DEVICE_ID, TestOrder.UNUSABLE)
                        .with(Element.ACCOUNT_ID, "bob")
                        .with(Element.EMAIL, "ann"))
                .judge();
        assertEquals(
                Map.of(
                        Element.IP, Eligibility.Comparison.EQUAL,
                        Element.DEVICE_ID, Eligibility.Comparison.UNUSABLE,
                        Element.DEVICE_FINGERPRINT, Eligibility.Comparison.ORDER_MISSING,
                        Element.ACCOUNT_ID, Eligibility.Comparison.DIFFERS,
                        Element.SHIPPING_ADDRESS, Eligibility.Comparison.MISSING,
                        Element.EMAIL, Eligibility.Comparison.ORDER_MISSING),
                answer.priorTransactions().getFirst().elements());
    }

    private static List<String> codes(Eligibility answer, String order) {
        return answer.reasons().stream()
                .filter(reason -> Objects.equals(reason.orderId(), new OrderId(order)))
                .map(reason -> reason.code().code())
                .toList();
    }
}
