package org.orderevidence.store.cassandra.table;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The mark of a later fact in the history rows of its order.
 *
 * @param name kind and id of the fact
 * @param counts whether it counts: false for a withdrawn dispute
 * @param written the time stamp of the fact
 */
record FactMark(String name, boolean counts, long written) {
    private static final String DISPUTE = "d:";
    private static final String REPORT = "f:";

    static FactMark of(FactKind kind, String id, boolean counts, long written) {
        String prefix = switch (kind) {
            case DISPUTE -> DISPUTE;
            case REPORT -> REPORT;
        };
        return new FactMark(prefix + id, counts, written);
    }

    static boolean anyDispute(@Nullable Map<String, Boolean> marks) {
        return any(marks, DISPUTE);
    }

    static boolean anyReport(@Nullable Map<String, Boolean> marks) {
        return any(marks, REPORT);
    }

    private static boolean any(@Nullable Map<String, Boolean> marks, String prefix) {
        return marks != null
                && marks.entrySet().stream()
                        .anyMatch(mark -> mark.getValue() && mark.getKey().startsWith(prefix));
    }
}
