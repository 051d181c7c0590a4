package org.orderevidence.transfer;

import java.util.List;
import org.orderevidence.order.ActiveDisputes;
import org.orderevidence.order.StoredOrder;
import org.orderevidence.service.DerivedOrders;
import org.orderevidence.service.Keyring;
import org.orderevidence.store.ComposedOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedOrder;
import org.orderevidence.store.EvidenceArchive.ArchivedRow;
import org.orderevidence.store.EvidenceArchive.KeptOrder;
import org.orderevidence.store.HistoryRow;
import org.orderevidence.store.document.StoredFact;

/** Derives the rows of an order that is stored. */
final class ExpectedRows {
    private final DerivedOrders derived;

    public ExpectedRows(Keyring keyring) {
        this.derived = new DerivedOrders(keyring);
    }

    /** Returns the order with everything that is derived from it. */
    KeptOrder kept(ArchivedOrder archived) {
        StoredOrder order = archived.order();
        return new KeptOrder(
                archived.space(),
                archived.id(),
                archived.parts(),
                order == null ? null : derived.derive(archived.space(), order.order()),
                archived.version(),
                archived.uploadedAt(),
                archived.disputes(),
                archived.fraudReports());
    }

    /** Returns the history rows of an order: one for each of its credentials; none if its parts do not make one yet. */
    static List<ArchivedRow> of(KeptOrder kept) {
        ComposedOrder composed = kept.composed();
        if (composed == null) {
            return List.of();
        }
        HistoryRow row = new HistoryRow(
                kept.id(),
                composed.historyDay(),
                kept.version(),
                composed.facts(),
                ActiveDisputes.of(StoredFact.facts(kept.disputes())),
                !kept.fraudReports().isEmpty());
        return composed.credentials().stream()
                .map(credential -> new ArchivedRow(kept.space(), credential, row))
                .toList();
    }
}
