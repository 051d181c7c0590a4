package org.orderevidence.transfer;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The counts of a walk so far.
 *
 * @param old how many records had an older version and could be read; 0 proves that none is left
 * @param renewed how many of them were renewed; another writer may have changed the others
 * @param unreadable how many records could not be read
 * @param missing how many records have an older version that this process lacks, by the version
 */
record RenewalCount(long old, long renewed, long unreadable, Map<Integer, Long> missing) {
    static final RenewalCount NONE = new RenewalCount(0, 0, 0, Map.of());

    private static final String NONE_MISSING = "none";

    RenewalCount {
        missing = Collections.unmodifiableMap(new TreeMap<>(missing));
    }

    RenewalCount plus(Renewal.Page page) {
        Map<Integer, Long> sum = new TreeMap<>(missing);
        page.missing().forEach((version, records) -> sum.merge(version, records, Long::sum));
        return new RenewalCount(old + page.old(), renewed + page.renewed(), unreadable + page.unreadable(), sum);
    }

    /** Returns the missing versions for a note, such as {@code 1:10,3:2}. */
    String missingText() {
        return missing.isEmpty()
                ? NONE_MISSING
                : missing.entrySet().stream()
                        .map(entry -> entry.getKey() + ":" + entry.getValue())
                        .collect(Collectors.joining(","));
    }

    /**
     * Returns the missing versions of a note.
     *
     * @throws IllegalArgumentException if {@link #missingText} has not written the text
     */
    static Map<Integer, Long> parseMissing(String text) {
        Map<Integer, Long> missing = new TreeMap<>();
        if (!text.equals(NONE_MISSING)) {
            for (String entry : text.split(",", -1)) {
                int colon = entry.indexOf(':');
                if (colon < 0) {
                    throw new IllegalArgumentException("a note has the malformed missing version " + entry);
                }
                missing.put(Integer.valueOf(entry.substring(0, colon)), Long.valueOf(entry.substring(colon + 1)));
            }
        }
        return missing;
    }
}
