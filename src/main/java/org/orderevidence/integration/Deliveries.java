package org.orderevidence.integration;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** In which order a platform sends events, and how often. Every platform sends some twice or late. */
public final class Deliveries {
    private Deliveries() {}

    /**
     * Returns events as they are sent.
     *
     * @param twice true to send each event twice
     * @param shuffled true for a random order, which follows from {@code seed}
     */
    public static <T> List<T> of(List<T> events, boolean twice, boolean shuffled, long seed) {
        List<T> sent = new ArrayList<>(events);
        if (twice) {
            sent.addAll(events);
        }
        if (shuffled) {
            shuffle(sent, new SplittableRandom(seed));
        }
        return sent;
    }

    private static void shuffle(List<?> list, RandomGenerator random) {
        Collections.shuffle(list, random);
    }
}
