package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.orderevidence.store.OrderFixtures.DAY;
import static org.orderevidence.store.OrderFixtures.key;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderOutcome;
import org.orderevidence.store.OrderInHistory.HistoryPart;
import org.orderevidence.store.OrderInHistory.HistoryRow;
import org.orderevidence.store.OrderWrites.FactDecision;
import org.orderevidence.store.OrderWrites.OrderDecision;

/** Decisions of the store about orders and facts, and parts of histories. */
class OrderDecisionTest {
    private static final KeyedHash CARD = key("card");

    private static final HistoryPart PART =
            new HistoryPart(CARD, range(-9, 9), List.of(row("d", 9), row("b", 2), row("c", 2), row("a", -9)));

    /** Held and offered: version (expected version) / revision / content; a dash for none. */
    @ParameterizedTest
    @CsvSource({
        "-,        -/-/new,  100, Created[version=100]",
        "-,        7/-/new,  100, Conflict[]",
        "8/-/old,  7/-/new,  100, Conflict[]",
        "8/-/old,  7/-/old,  100, Conflict[]",
        "8/5/old,  7/4/new,  100, Conflict[]",
        "8/-/old,  8/-/new,  100, Updated[version=100]",
        "8/5/old,  -/4/new,  100, Stale[heldRevision=5]",
        "8/5/old,  -/4/old,  100, Stale[heldRevision=5]",
        "8/5/old,  -/5/new,  100, Updated[version=100]",
        "8/5/old,  -/6/new,  100, Updated[version=100]",
        "8/5/old,  -/-/new,  100, Updated[version=100]",
        "8/-/old,  -/1/new,  100, Updated[version=100]",
        "8/-/old,  -/-/old,  100, Unchanged[version=8]",
        "8/-/old,  8/-/old,  100, Unchanged[version=8]",
        "8/5/old,  -/5/old,  100, Unchanged[version=8]",
        "200/-/a,  -/-/b,    100, Updated[version=201]",
        "100/-/a,  -/-/b,    100, Updated[version=101]",
    })
    void decides(String held, String offered, long now, String outcome) {
        String[] has = held.split("/", -1);
        String[] wants = offered.split("/", -1);
        OrderDecision.HeldOrder before = held.equals("-")
                ? null
                : new OrderDecision.HeldOrder(Long.parseLong(has[0]), number(has[1]), has[2].equals(wants[2]));

        OrderOutcome decided = OrderDecision.of(before, number(wants[0]), number(wants[1]), now);

        assertEquals(
                outcome,
                decided.toString().replace(", notes=OrderNotes[superseded=[], mismatched=[], cardKnown=false]", ""),
                "no notes yet");
    }

    private static @Nullable Long number(String text) {
        return text.equals("-") ? null : Long.valueOf(text);
    }

    /** Stored and offered: version / content; a dash for none. A merchant's fact has no version. */
    @ParameterizedTest
    @CsvSource({
        "-,         -/new,   100, CREATED/100",
        "-,         7/new,   100, CREATED/7",
        "10/old,    9/new,   100, UNCHANGED/10",
        "10/old,    9/old,   100, UNCHANGED/10",
        "10/old,    10/new,  100, UNCHANGED/10",
        "10/old,    10/old,  100, UNCHANGED/10",
        "10/old,    11/new,  100, UPDATED/11",
        "10/old,    11/old,  100, UNCHANGED/11 stored",
        "10/old,    200/new, 100, UPDATED/200",
        "10/old,    -/old,   100, UNCHANGED/100 stored",
        "99/old,    -/old,   100, UNCHANGED/100 stored",
        "100/old,   -/old,   100, UNCHANGED/100",
        "200/old,   -/old,   100, UNCHANGED/200",
        "10/old,    -/new,   100, UPDATED/100",
        "100/old,   -/new,   100, UPDATED/101",
        "200/old,   -/new,   100, UPDATED/201",
        "0/old,     7/new,   100, UPDATED/7",
        "0/old,     0/new,   100, UNCHANGED/0",
    })
    void decidesAboutAFact(String stored, String offered, long now, String decided) {
        String[] wants = offered.split("/", -1);
        Long version = wants[0].equals("-") ? null : Long.valueOf(wants[0]);

        FactDecision decision = FactDecision.of(heldFact(stored, wants[1]), false, version, now);

        boolean isExpected = decided.endsWith(" stored") || !decided.startsWith("UNCHANGED");
        assertEquals(decided.replace(" stored", ""), decision.outcome() + "/" + decision.version());
        assertEquals(isExpected, decision.isToBeStored());
    }

    @ParameterizedTest
    @CsvSource({"-, TOO_MANY, false", "10/old, UPDATED, true"})
    void aFullOrderTakesNoOtherFactAndStillReplacesOne(String stored, String outcome, boolean isToBeStored) {
        FactDecision decision = FactDecision.of(heldFact(stored, "new"), true, null, 100);

        assertEquals(outcome, decision.outcome().name());
        assertEquals(isToBeStored, decision.isToBeStored());
    }

    private static FactDecision.@Nullable HeldFact heldFact(String stored, String offeredContent) {
        if (stored.equals("-")) {
            return null;
        }
        String[] has = stored.split("/", -1);
        return new FactDecision.HeldFact(Long.parseLong(has[0]), has[1].equals(offeredContent));
    }

    private static HistoryRow row(String id, int day) {
        return StoreUnderTest.row(id, DAY.plusDays(day), 1);
    }

    private static DateRange range(int from, int until) {
        return new DateRange(DAY.plusDays(from), DAY.plusDays(until));
    }

    @Test
    void rowsAreInTheOrderOfTheRangesUpToTheLimit() {
        List<DateRange> ranges = List.of(range(0, 2), range(3, 9), range(-9, -1));
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
