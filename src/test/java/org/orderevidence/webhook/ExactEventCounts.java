package org.orderevidence.webhook;

import org.orderevidence.store.IntegrationStore;

/** Counts events however slow the store is. The service estimates their number instead. */
public final class ExactEventCounts {
    private ExactEventCounts() {}

    public static EventCounts of(IntegrationStore store) {
        return new EventCounts(store, () -> 0);
    }
}
