package org.orderevidence.store.cassandra.table;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.ActiveDisputes;

/**
 * A mark of a later fact in the history rows of its order. A dispute has two.
 *
 * @param name kind and id of the fact
 * @param counts whether the mark is set
 * @param written the time stamp of the fact
 */
record FactMark(String name, boolean counts, long written) {
    /** Set for an active dispute. */
    private static final String DISPUTE = "d:";

    /** Set for an active dispute that is, or can be, fraud. */
    private static final String FRAUD_DISPUTE = "a:";

    private static final String REPORT = "f:";

    static List<FactMark> of(String id, ActiveDisputes dispute, long written) {
        return List.of(
                new FactMark(DISPUTE + id, dispute != ActiveDisputes.NONE, written),
                new FactMark(FRAUD_DISPUTE + id, dispute == ActiveDisputes.FRAUD, written));
    }

    static FactMark ofReport(String id, long written) {
        return new FactMark(REPORT + id, true, written);
    }

    static ActiveDisputes disputes(@Nullable Map<String, Boolean> marks) {
        if (any(marks, FRAUD_DISPUTE)) {
            return ActiveDisputes.FRAUD;
        }
        return any(marks, DISPUTE) ? ActiveDisputes.NOT_FRAUD : ActiveDisputes.NONE;
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
