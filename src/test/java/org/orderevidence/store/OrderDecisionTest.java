package org.orderevidence.store;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.orderevidence.order.OrderOutcome;

/** What an offered order does to the stored one, in order of precedence. */
class OrderDecisionTest {
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
        OrderDecision.Held before = held.equals("-")
                ? null
                : new OrderDecision.Held(Long.parseLong(has[0]), number(has[1]), has[2].equals(wants[2]));

        OrderOutcome decided = OrderDecision.of(before, number(wants[0]), number(wants[1]), now);

        assertEquals(
                outcome,
                decided.toString().replace(", notes=OrderNotes[superseded=[], mismatched=[], cardKnown=false]", ""),
                "no notes yet");
    }

    private static @Nullable Long number(String text) {
        return text.equals("-") ? null : Long.valueOf(text);
    }
}
