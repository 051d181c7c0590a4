package org.orderevidence.store;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.evidence.DateRange;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.KeyedHash;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;

/**
 * An order, and what was read with it of the history that it is part of. Both are of one state.
 *
 * @param history null if it was not read: see {@link EvidenceStore#orderInHistory}
 */
public record OrderInHistory(StoredOrder order, @Nullable HistoryPart history) {
    /** All rows of a payment credential on some days. */
    public record HistoryPart(KeyedHash credential, DateRange days, List<HistoryRow> rows) {
        /**
         * Returns the result of {@link EvidenceStore#history} for these arguments, or null if this part does not contain
         * all of it.
         */
        public @Nullable List<HistoryRow> rows(KeyedHash ofCredential, List<DateRange> ranges, int limit) {
            if (!credential.equals(ofCredential) || !ranges.stream().allMatch(days::contains)) {
                return null;
            }
            List<HistoryRow> found = new ArrayList<>(Math.min(limit, rows.size()));
            for (DateRange range : ranges) {
                for (HistoryRow row : rows) {
                    if (range.contains(row.day()) && found.size() < limit) {
                        found.add(row);
                    }
                }
            }
            return found;
        }
    }

    /**
     * The data of an order that is stored under one of its credentials.
     *
     * @param day settled, else transaction
     * @param facts what the rule needs of a prior, encoded; opaque to the store
     */
    public record HistoryRow(
            OrderId id, LocalDate day, long version, Bytes facts, ActiveDisputes disputes, boolean fraudReported) {}
}
