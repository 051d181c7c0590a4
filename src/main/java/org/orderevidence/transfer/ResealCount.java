package org.orderevidence.transfer;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.orderevidence.store.SealedRecords;

/**
 * What a walk has found so far.
 *
 * @param old how many records had an older key and could be opened; 0 proves that none is left
 * @param resealed how many of them were sealed again; another writer may have changed the others
 * @param unreadable how many records with an older key are damaged
 * @param missing how many records have an older key that the secret file lacks, by the number of the key
 */
record ResealCount(long old, long resealed, long unreadable, Map<Integer, Long> missing) {
    static final ResealCount NONE = new ResealCount(0, 0, 0, Map.of());

    private static final String NO_KEY = "none";

    ResealCount {
        missing = Collections.unmodifiableMap(new TreeMap<>(missing));
    }

    ResealCount plus(SealedRecords.Page page) {
        Map<Integer, Long> sum = new TreeMap<>(missing);
        page.missing().forEach((key, records) -> sum.merge(key, records, Long::sum));
        return new ResealCount(old + page.old(), resealed + page.resealed(), unreadable + page.unreadable(), sum);
    }

    /** Returns the missing keys for a note, such as {@code 1:10,3:2}. */
    String missingText() {
        return missing.isEmpty()
                ? NO_KEY
                : missing.entrySet().stream()
                        .map(entry -> entry.getKey() + ":" + entry.getValue())
                        .collect(Collectors.joining(","));
    }

    /**
     * Returns the missing keys of a note.
     *
     * @throws IllegalArgumentException if {@link #missingText} has not written the text
     */
    static Map<Integer, Long> parseMissing(String text) {
        Map<Integer, Long> missing = new TreeMap<>();
        if (!text.equals(NO_KEY)) {
            for (String entry : text.split(",", -1)) {
                int colon = entry.indexOf(':');
                if (colon < 0) {
                    throw new IllegalArgumentException("a note has the malformed missing key " + entry);
                }
                missing.put(Integer.valueOf(entry.substring(0, colon)), Long.valueOf(entry.substring(colon + 1)));
            }
        }
        return missing;
    }
}
