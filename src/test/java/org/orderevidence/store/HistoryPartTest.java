package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.key;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.store.EvidenceStore.DayRange;
import org.orderevidence.store.OrderInHistory.HistoryPart;

/** What a part of a history answers, and what it leaves to the store. */
class HistoryPartTest {
    private static final KeyedHash CARD = key("card");
    private static final HistoryPart PART =
            new HistoryPart(CARD, range(-9, 9), List.of(row("d", 9), row("b", 2), row("c", 2), row("a", -9)));

    private static HistoryRow row(String id, int day) {
        return StoreUnderTest.row(id, DAY.plusDays(day), 1);
    }

    private static DayRange range(int from, int until) {
        return new DayRange(DAY.plusDays(from), DAY.plusDays(until));
    }

    @Test
    void rowsAreInTheOrderOfTheRangesUpToTheLimit() {
        List<DayRange> ranges = List.of(range(0, 2), range(3, 9), range(-9, -1));
        List<HistoryRow> rows = List.of(row("b", 2), row("c", 2), row("d", 9), row("a", -9));
        for (int limit = 1; limit <= 5; limit++) {
            assertEquals(rows.subList(0, Math.min(limit, 4)), PART.rows(CARD, ranges, limit));
        }
    }

    @Test
    void bothEndsOfARangeCount() {
        assertEquals(List.of(row("b", 2), row("c", 2)), PART.rows(CARD, List.of(range(2, 2)), 10));
        assertEquals(List.of(), PART.rows(CARD, List.of(range(3, 8), range(-8, 1)), 10));
        assertEquals(List.of(), PART.rows(CARD, List.of(), 10));
    }

    @Test
    void aRangeWithADayBeyondThePartOrAnotherCardIsLeftToTheStore() {
        assertNull(PART.rows(CARD, List.of(range(0, 1), range(-10, -1)), 10));
        assertNull(PART.rows(CARD, List.of(range(2, 10)), 10));
        assertNull(PART.rows(key("other card"), List.of(range(0, 1)), 10));
    }
}
