package org.orderevidence.order;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

/** When an order was made, with or without a time of day. */
class OrderTimeTest {
    private static final OrderTime NOON = OrderTime.at(Instant.parse("2026-05-04T12:00:00Z"));

    @Test
    void earlierIsByTheMomentWhenBothHaveOne() {
        assertTrue(OrderTime.at(Instant.parse("2026-05-04T11:59:59Z")).isEarlierThan(NOON));
        assertFalse(OrderTime.at(Instant.parse("2026-05-04T12:00:00Z")).isEarlierThan(NOON));
        assertFalse(OrderTime.at(Instant.parse("2026-05-04T12:00:01Z")).isEarlierThan(NOON));
        assertTrue(NOON.isEarlierThan(OrderTime.at(Instant.parse("2026-05-04T12:00:00.000000001Z"))));
    }

    @Test
    void earlierIsByTheDateWhenOneHasNoTime() {
        OrderTime sameDay = OrderTime.on(LocalDate.of(2026, 5, 4));
        OrderTime nextDay = OrderTime.on(LocalDate.of(2026, 5, 5));
        assertFalse(sameDay.isEarlierThan(NOON));
        assertFalse(NOON.isEarlierThan(sameDay));
        assertTrue(NOON.isEarlierThan(nextDay));
        assertFalse(nextDay.isEarlierThan(NOON));
    }

    @Test
    void theDayIsTheDayOfTheMomentInUtc() {
        Instant moment = Instant.parse("2026-05-04T23:59:59Z");
        assertThrows(IllegalArgumentException.class, () -> new OrderTime(LocalDate.of(2026, 5, 5), moment));
        assertThrows(IllegalArgumentException.class, () -> OrderTime.on(LocalDate.of(1999, 12, 31)));
    }
}
