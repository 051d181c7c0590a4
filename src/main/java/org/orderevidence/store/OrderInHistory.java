package org.orderevidence.store;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.StoredOrder;

/**
 * An order, and what was read with it of the history that it is part of. Both are of one state.
 *
 * @param order the order
 * @param history null if it was not read: see {@link EvidenceStore#orderInHistory}
 */
public record OrderInHistory(StoredOrder order, @Nullable HistoryPart history) {}
