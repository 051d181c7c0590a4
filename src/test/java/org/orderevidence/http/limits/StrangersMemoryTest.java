package org.orderevidence.http.limits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

final class StrangersMemoryTest {
    private static final long SMALL = 10;

    private final StrangersMemory memory = new StrangersMemory(100, 60, SMALL);
    private final List<String> ended = new ArrayList<>();

    /** One that lets go of its memory as soon as it is ended. */
    private StrangersMemory.Claim claim(String receiver, String name) {
        AtomicReference<StrangersMemory.Claim> opened = new AtomicReference<>();
        opened.set(memory.open(receiver, () -> {
            ended.add(name);
            opened.get().close();
        }));
        return opened.get();
    }

    @Test
    void newOnesAreEndedWhileTheEndedOnesHaveNotLetGo() {
        List<StrangersMemory.Claim> slow = new ArrayList<>();
        for (int n = 0; n < 4; n++) {
            StrangersMemory.Claim claim = memory.open("slow " + n, () -> {});
            slow.add(claim);
            assertTrue(claim.hold(50));
        }

        assertFalse(claim("new", "new").hold(20));

        assertTrue(claim("small", "small").hold(SMALL), "a flood of large ones ends no small one");

        slow.forEach(StrangersMemory.Claim::close);
        assertTrue(claim("next", "next").hold(20));
    }

    @Test
    void theOldestIsEndedFirst() {
        StrangersMemory.Claim first = claim("a", "first");
        StrangersMemory.Claim second = claim("b", "second");
        StrangersMemory.Claim third = claim("c", "third");
        assertTrue(first.hold(40));
        assertTrue(second.hold(40));
        assertEquals(List.of(), ended);

        assertTrue(third.hold(40));

        assertEquals(List.of("first"), ended);
        assertEquals(80, memory.held());
        assertFalse(first.hold(1));
        assertTrue(second.hold(1));
    }

    @Test
    void anOldSmallOneStaysWhileThereAreLargeOnes() {
        StrangersMemory.Claim small = claim("a", "small");
        assertTrue(small.hold(SMALL));
        for (int n = 0; n < 10; n++) {
            assertTrue(claim("b" + n, "large " + n).hold(SMALL + 40));
        }

        assertFalse(ended.contains("small"));
        assertTrue(small.hold(SMALL));
    }

    @Test
    void thoseToOneReceiverDoNotEndThoseToOthers() {
        StrangersMemory.Claim other = claim("other", "other");
        assertTrue(other.hold(40));

        for (int n = 0; n < 10; n++) {
            assertTrue(claim("attacked", "attack " + n).hold(30));
        }

        assertFalse(ended.contains("other"));
        assertEquals(8, ended.size());
        assertEquals(100, memory.held());
    }

    @Test
    void oneThatIsTooLargeAloneIsEnded() {
        assertFalse(claim("a", "too large").hold(61));

        assertEquals(List.of("too large"), ended);
        assertEquals(0, memory.held());
    }

    @Test
    void aClosedOneGivesBackAndCanBeUsedAgain() {
        StrangersMemory.Claim claim = claim("a", "claim");
        assertTrue(claim.hold(50));
        claim.close();
        assertEquals(0, memory.held());

        assertTrue(claim.hold(50));
        assertEquals(50, memory.held());
        assertEquals(List.of(), ended);
    }
}
