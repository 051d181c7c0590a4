package org.orderevidence.integration;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.orderevidence.order.part.Platform;

/** Events arrive in any order and several times. The newest part of each object is the same each time. */
class EventOrderTest {
    private static final int TRIES = 300;
    private static final long SEED = 20260101;

    @ParameterizedTest
    @EnumSource
    void anyOrderAndRepetitionGivesTheSame(Platform platform) {
        List<Mapping> events = Samples.names(platform).stream()
                .flatMap(name -> Samples.map(platform, name).stream())
                .filter(Mapping.Mapped.class::isInstance)
                .toList();
        Map<Object, Object> expected = Stated.newest(events);
        assertFalse(expected.isEmpty());
        Random random = new Random(SEED);
        for (int i = 0; i < TRIES; i++) {
            List<Mapping> arrived = new ArrayList<>(events);
            for (int repeated = 0; repeated < events.size() / 2; repeated++) {
                arrived.add(events.get(random.nextInt(events.size())));
            }
            Collections.shuffle(arrived, random);
            assertEquals(expected, Stated.newest(arrived), "seed " + SEED + ", try " + i);
        }
    }
}
