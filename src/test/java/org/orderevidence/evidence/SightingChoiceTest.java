package org.orderevidence.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.order.IpAddress;
import org.orderevidence.order.IpSighting;
import org.orderevidence.order.OrderTime;

/** Which sighting replaces a missing IP. */
class SightingChoiceTest {
    private static final OrderTime NOON = OrderTime.at(Instant.parse("2026-11-10T12:00:59Z"));
    private static final OrderTime DAY = OrderTime.on(LocalDate.of(2026, 11, 10));

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "2026-11-09T11:59:59Z, none",
        "2026-11-09T12:00:00Z, 1440",
        "2026-11-10T11:59:59Z, 1",
        "2026-11-10T12:00:00Z, 0",
        "2026-11-10T13:00:59Z, 60",
        "2026-11-10T13:01:00Z, none"
    })
    void liesFromADayBeforeToAnHourAfterInWholeMinutes(Instant observedAt, String distance) {
        assertEquals(distance, distance(NOON, observedAt));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "2026-11-08T23:59:59Z, none",
        "2026-11-09T00:00:00Z, 1440",
        "2026-11-09T23:59:00Z, 1",
        "2026-11-10T00:00:00Z, 0",
        "2026-11-10T23:59:59Z, 0",
        "2026-11-11T00:59:59Z, 60",
        "2026-11-11T01:00:00Z, none"
    })
    void aDateWithoutTimeIsAWholeDay(Instant observedAt, String distance) {
        assertEquals(distance, distance(DAY, observedAt));
    }

    @Test
    void theNearestWins() {
        assertEquals(
                "203.0.113.7",
                choose(NOON, seen("203.0.113.5", "2026-11-10T11:50:00Z"), seen("203.0.113.7", "2026-11-10T12:05:00Z")));
    }

    @Test
    void atEqualDistanceTheEarlierWins() {
        assertEquals(
                "203.0.113.7",
                choose(NOON, seen("203.0.113.5", "2026-11-10T12:05:00Z"), seen("203.0.113.7", "2026-11-10T11:55:00Z")));
    }

    @Test
    void insideADayTheEarlierWins() {
        assertEquals(
                "203.0.113.7",
                choose(DAY, seen("203.0.113.5", "2026-11-10T22:00:00Z"), seen("203.0.113.7", "2026-11-10T08:00:00Z")));
    }

    @Test
    void inTheSameMinuteTheLowerAddressWinsWhateverTheSeconds() {
        assertEquals(
                "203.0.113.7",
                choose(NOON, seen("203.0.113.8", "2026-11-10T11:50:05Z"), seen("203.0.113.7", "2026-11-10T11:50:50Z")));
    }

    @Test
    void addressesCompareByTheirBytesAndIpv4ComesFirst() {
        assertEquals(
                "9.0.0.1",
                choose(NOON, seen("203.0.113.7", "2026-11-10T11:50:00Z"), seen("9.0.0.1", "2026-11-10T11:50:00Z")));
        assertEquals(
                "203.0.113.7",
                choose(NOON, seen("2001:db8::1", "2026-11-10T11:50:00Z"), seen("203.0.113.7", "2026-11-10T11:50:00Z")));
    }

    @Test
    void theBoundsAreSettings() {
        RuleSettings settings = new RuleSettings(
                RuleSettings.RefundedPriors.EXCLUDE,
                RuleSettings.DisputedPriors.ANY,
                RuleSettings.RenewalIp.PRIORS,
                0,
                0,
                1_000,
                16,
                16);
        assertEquals(
                Optional.empty(),
                SightingChoice.choose(
                        SightingWindow.of(NOON, settings), List.of(seen("203.0.113.7", "2026-11-10T11:59:59Z"))));
        assertEquals(
                0,
                SightingChoice.choose(
                                SightingWindow.of(NOON, settings), List.of(seen("203.0.113.7", "2026-11-10T12:00:00Z")))
                        .orElseThrow()
                        .distanceMinutes());
    }

    @Test
    void withoutSightingsThereIsNoChoice() {
        assertEquals(
                Optional.empty(), SightingChoice.choose(SightingWindow.of(NOON, RuleSettings.DEFAULTS), List.of()));
    }

    private static String distance(OrderTime order, Instant observedAt) {
        return SightingChoice.choose(
                        SightingWindow.of(order, RuleSettings.DEFAULTS),
                        List.of(seen("203.0.113.7", observedAt.toString())))
                .map(choice -> Long.toString(choice.distanceMinutes()))
                .orElse("none");
    }

    private static String choose(OrderTime order, IpSighting one, IpSighting other) {
        List<String> chosen = Stream.of(List.of(one, other), List.of(other, one))
                .map(seen -> SightingChoice.choose(SightingWindow.of(order, RuleSettings.DEFAULTS), seen))
                .map(choice -> choice.orElseThrow().sighting().ip().text())
                .distinct()
                .toList();
        assertEquals(1, chosen.size(), "the order in which they come does not matter");
        return chosen.getFirst();
    }

    private static IpSighting seen(String ip, String observedAt) {
        return new IpSighting(((IpAddress.Usable) IpAddress.parse(ip)).address(), Instant.parse(observedAt));
    }
}
