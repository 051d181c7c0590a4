package org.orderevidence.http.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.orderevidence.waiting.Waits;

final class LargeWorkTurnsTest {
    private final LargeWorkTurns turns = new LargeWorkTurns(2);
    private final List<String> order = Collections.synchronizedList(new ArrayList<>());
    private final List<Thread> requests = new ArrayList<>();

    @Test
    void accountsTakeTurnsInRotation() throws Exception {
        try (LargeWorkTurns.Turn _ = turns.take("a")) {
            ask("a", "a1");
            ask("a", "a2");
            ask("a", "a3");
            ask("b", "b1");
            ask("c", "c1");
            ask("b", "b2");
        }
        end();

        assertEquals(List.of("a1", "b1", "c1", "a2", "b2", "a3"), order);
    }

    @Test
    void anInterruptedRequestWaitsForItsTurnAllTheSame() throws Exception {
        try (LargeWorkTurns.Turn _ = turns.take("a")) {
            ask("a", "interrupted");
            requests.getFirst().interrupt();
            ask("a", "next");
        }
        end();

        assertEquals(List.of("interrupted", "next"), order);
    }

    @Test
    void aRequestThatWaitsTooLongGetsNoTurnAndDelaysNoOther() throws Exception {
        try (LargeWorkTurns.Turn _ = turns.take("a")) {
            assertNull(turns.take("a", Duration.ofMillis(1)));
            assertNull(turns.take("b", Duration.ZERO));
            ask("b", "next");
            assertEquals(1, turns.waiting());
        }
        end();

        assertEquals(List.of("next"), order);
        LargeWorkTurns.Turn free = turns.take("c", Duration.ZERO);
        assertNotNull(free);
        free.close();
    }

    @Test
    void aTurnThatComesInTimeIsTaken() throws Exception {
        LargeWorkTurns.Turn first = turns.take("a");
        Thread waits = Thread.ofPlatform().start(() -> {
            LargeWorkTurns.Turn turn = turns.take("b", Duration.ofMinutes(1));
            if (turn != null) {
                order.add("b");
                turn.close();
            }
        });
        requests.add(waits);
        Waits.until(() -> turns.waiting() == 1, "the request does not wait for a turn");
        first.close();
        end();

        assertEquals(List.of("b"), order);
        turns.take("a").close();
    }

    @Test
    void aTurnThatNobodyWaitsForIsFreeAgain() {
        turns.take("a").close();
        turns.take("a").close();
        turns.take("b").close();
    }

    /** Asks for a turn on a thread of its own, and returns when it waits. */
    private void ask(String account, String name) throws InterruptedException {
        int waiting = turns.waiting();
        requests.add(Thread.ofPlatform().start(() -> {
            try (LargeWorkTurns.Turn _ = turns.take(account)) {
                order.add(name);
            }
        }));
        Waits.until(() -> turns.waiting() > waiting, "the request does not wait for a turn");
    }

    private void end() {
        Waits.end(requests);
    }
}
