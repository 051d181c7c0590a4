package org.orderevidence.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class BodyMemoryTest {
    private static final int MIB = 1024 * 1024;

    @Test
    void largeBodiesShareWhatThereIs() {
        BodyMemory memory = new BodyMemory(10 * MIB);

        assertTrue(memory.tryTake(6 * MIB));
        assertFalse(memory.tryTake(5 * MIB));
        assertTrue(memory.tryTake(4 * MIB));
        assertFalse(memory.tryTake(BodyMemory.NOT_COUNTED + 1));
        memory.giveBack(6 * MIB);
        assertTrue(memory.tryTake(5 * MIB));
    }

    @Test
    void smallBodiesAreNotCounted() {
        BodyMemory none = new BodyMemory(0);

        assertTrue(none.tryTake(BodyMemory.NOT_COUNTED));
        none.giveBack(BodyMemory.NOT_COUNTED);
        assertFalse(none.tryTake(BodyMemory.NOT_COUNTED + 1));
    }
}
