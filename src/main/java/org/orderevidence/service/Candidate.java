package org.orderevidence.service;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.orderevidence.evidence.PriorFacts;
import org.orderevidence.order.Dispute.ActiveDisputes;
import org.orderevidence.order.OrderId;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.store.OrderInHistory.HistoryRow;
import org.orderevidence.store.document.PriorFactsDocument;

/**
 * An order that may be a prior, as a history row or the order itself has it.
 *
 * @param id the order
 * @param version the order's version that this was made from
 * @param facts what is kept of it
 * @param disputes the active disputes on record
 * @param fraudReported true if a fraud report is on record
 */
record Candidate(OrderId id, long version, PriorFacts facts, ActiveDisputes disputes, boolean fraudReported) {
    static Candidate of(HistoryRow row) {
        return new Candidate(
                row.id(), row.version(), PriorFactsDocument.decode(row.facts()), row.disputes(), row.fraudReported());
    }

    static Candidate of(StoredOrder stored, OrderKeys keys) {
        return new Candidate(
                stored.order().id(),
                stored.version(),
                keys.facts(stored.order()),
                ActiveDisputes.of(stored.disputes()),
                !stored.fraudReports().isEmpty());
    }

    /** Returns true if this was made from the order as it is now, later facts included. */
    boolean agreesWith(StoredOrder stored) {
        return version == stored.version()
                && disputes == ActiveDisputes.of(stored.disputes())
                && fraudReported == !stored.fraudReports().isEmpty();
    }

    /** Each order once, of the newest version among its rows, in the order of the rows. */
    static List<Candidate> ofRows(Collection<HistoryRow> rows) {
        Map<OrderId, Long> newest = HashMap.newHashMap(rows.size());
        for (HistoryRow row : rows) {
            newest.merge(row.id(), row.version(), Math::max);
        }
        List<Candidate> candidates = new ArrayList<>(newest.size());
        for (HistoryRow row : rows) {
            if (newest.remove(row.id(), row.version())) {
                candidates.add(of(row));
            }
        }
        return candidates;
    }
}
