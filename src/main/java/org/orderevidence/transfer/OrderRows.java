package org.orderevidence.transfer;

import java.util.List;
import org.orderevidence.order.Dispute;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.service.Keyring;
import org.orderevidence.service.OrderWrites;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedRow;
import org.orderevidence.store.EvidenceArchive.KeptOrder;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.OrderWrite;

/** Derives the rows of an order that is stored. */
final class OrderRows {
    private final OrderWrites writes;

    public OrderRows(Keyring keyring) {
        this.writes = new OrderWrites(keyring);
    }

    /** Returns the order with everything that is derived from it. */
    KeptOrder kept(ArchivedOrder archived) {
        StoredOrder order = archived.order();
        return new KeptOrder(
                archived.space(),
                writes.write(archived.space(), order.order(), null),
                order.version(),
                order.uploadedAt(),
                order.disputes(),
                order.fraudReports());
    }

    /** Returns the history rows of an order: one for each of its credentials. */
    static List<ArchivedRow> of(KeptOrder kept) {
        OrderWrite write = kept.write();
        HistoryRow row = new HistoryRow(
                write.order().id(),
                write.historyDay(),
                kept.version(),
                write.facts(),
                kept.disputes().stream().anyMatch(Dispute::counts),
                !kept.fraudReports().isEmpty());
        return write.credentials().stream()
                .distinct()
                .map(credential -> new ArchivedRow(kept.space(), credential, row))
                .toList();
    }
}
