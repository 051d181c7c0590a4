package org.orderevidence.sealing;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * The numbered sealing keys of an installation. The number is the key version in a sealed record. The key with the
 * highest number seals, and all open. Numbers may have gaps: a key may be removed when no record needs it.
 *
 * @param byVersion keys by number, 1 to {@value #MAX_VERSION}; at least one
 */
public record SealingKeys(SortedMap<Integer, InstallationKey> byVersion) {
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
    }

    /** Returns the first key of a new installation, with number 1. */
    public static SealingKeys generate(RandomGenerator strong) {
        return new SealingKeys(new TreeMap<>(Map.of(1, InstallationKey.generate(strong))));
    }

    /** Returns the number of the key that seals. */
    public int newest() {
        return byVersion.lastKey();
    }

    /** True if there is a number for another key. */
    public boolean canGrow() {
        return newest() < MAX_VERSION;
    }

    /**
     * Returns these keys and a new one, which seals.
     *
     * @throws IllegalStateException if the highest number is taken
     */
    public SealingKeys withNewKey(RandomGenerator strong) {
        if (!canGrow()) {
            throw new IllegalStateException("sealing key " + MAX_VERSION + " exists");
        }
        SortedMap<Integer, InstallationKey> more = new TreeMap<>(byVersion);
        more.put(newest() + 1, InstallationKey.generate(strong));
        return new SealingKeys(more);
    }

    /** Returns the numbers only. */
    @Override
    public String toString() {
        return "SealingKeys" + byVersion.keySet();
    }
}
