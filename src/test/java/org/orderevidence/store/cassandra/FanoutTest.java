package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.orderevidence.store.StoreUnavailable;

final class FanoutTest {
    private static final List<Integer> ITEMS = IntStream.range(0, 500).boxed().toList();

    private final Set<Integer> done = new ConcurrentSkipListSet<>();

    @Test
    void everyItemIsDone() {
        Fanout.forEach(ITEMS, new Failure(), done::add);

        assertEquals(ITEMS, List.copyOf(done));
    }

    @Test
    void nothingIsDoneForNothing() {
        Fanout.forEach(List.<Integer>of(), new Failure(), done::add);

        assertEquals(Set.of(), done);
    }

    @Test
    void whatTasksAnswerStandsInTheOrderOfTheItems() {
        assertEquals(ITEMS.stream().map(item -> -item).toList(), Fanout.map(ITEMS, item -> -item));
        assertEquals(List.of(), Fanout.map(List.<Integer>of(), item -> item));
    }

    @Test
    void aFailureIsThrownAndLittleIsBegunAfterIt() {
        assertThrows(
                StoreUnavailable.class,
                () -> Fanout.forEach(ITEMS, new Failure(), item -> {
                    if (item >= 10) {
                        throw new StoreUnavailable("at " + item);
                    }
                    done.add(item);
                }));

        assertTrue(done.size() <= 10);
    }

    @Test
    void anErrorInATaskIsNotLost() {
        assertThrows(
                IllegalStateException.class,
                () -> Fanout.forEach(ITEMS, new Failure(), item -> {
                    throw new AssertionError("broken");
                }));
    }
}
