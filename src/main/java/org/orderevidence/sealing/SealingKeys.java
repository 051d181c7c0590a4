package org.orderevidence.sealing;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * The numbered sealing keys of an installation. The number is the key version in a sealed record. The key with the
 * highest number seals from its time on, and all keys open at any time. A key is in the secret files of all machines
 * before its time, so that each instance can read what another one seals. Numbers may have gaps.
 *
 * @param byVersion keys by number, 1 to {@value #MAX_VERSION}; at least one
 * @param from when each key starts to seal; a key without a time seals immediately
 */
public record SealingKeys(SortedMap<Integer, InstallationKey> byVersion, SortedMap<Integer, Instant> from) {
    /** Highest number of a key: a sealed record has one byte for it. */
    public static final int MAX_VERSION = 255;

    public SealingKeys {
        SortedMap<Integer, InstallationKey> copy = new TreeMap<>();
        copy.putAll(byVersion);
        if (copy.isEmpty()) {
            throw new IllegalArgumentException("there is no sealing key");
        }
        if (copy.firstKey() < 1 || copy.lastKey() > MAX_VERSION) {
            throw new IllegalArgumentException("the number of a sealing key must be 1 to " + MAX_VERSION);
        }
        byVersion = Collections.unmodifiableSortedMap(copy);
        from = Collections.unmodifiableSortedMap(new TreeMap<>(from));
        for (int number : from.keySet()) {
            if (!byVersion.containsKey(number)) {
                throw new IllegalArgumentException("there is a time for sealing key " + number + ", but no such key");
            }
        }
    }

    /** Keys that seal immediately. */
    public SealingKeys(SortedMap<Integer, InstallationKey> byVersion) {
        this(byVersion, new TreeMap<>());
    }

    /** Returns the first key of a new installation, with number 1. */
    public static SealingKeys generate(RandomGenerator strong) {
        return new SealingKeys(new TreeMap<>(Map.of(1, InstallationKey.generate(strong))));
    }

    /** Returns the highest number. */
    public int newest() {
        return byVersion.lastKey();
    }

    /**
     * Returns the number of the key that seals at this time: the highest one whose time has come, or the lowest one.
     */
    public int sealingAt(Instant now) {
        int sealing = byVersion.firstKey();
        for (int number : byVersion.keySet()) {
            Instant start = from.get(number);
            if (start == null || !start.isAfter(now)) {
                sealing = number;
            }
        }
        return sealing;
    }

    /** True if there is a number for another key. */
    public boolean canGrow() {
        return newest() < MAX_VERSION;
    }

    /**
     * Returns these keys and a new one.
     *
     * @param from when the new key starts to seal
     * @throws IllegalStateException if the highest number is taken
     */
    public SealingKeys withNewKey(RandomGenerator strong, Instant from) {
        if (!canGrow()) {
            throw new IllegalStateException("sealing key " + MAX_VERSION + " exists");
        }
        SortedMap<Integer, InstallationKey> more = new TreeMap<>(byVersion);
        more.put(newest() + 1, InstallationKey.generate(strong));
        SortedMap<Integer, Instant> times = new TreeMap<>(this.from);
        times.put(newest() + 1, from);
        return new SealingKeys(more, times);
    }

    /** Returns the numbers only. */
    @Override
    public String toString() {
        return "SealingKeys" + byVersion.keySet();
    }
}
