package org.orderevidence.store;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.document.StoredPart;

/**
 * Parts of one order to be stored together, encoded before the transaction that stores them.
 *
 * @param id their order
 * @param expectedVersion see {@link PartWrite#expectedVersion}
 * @param parts the parts, sorted by key
 * @param alone the order if these are its only parts; without content if they do not {@link #fit}
 */
public record OfferedParts(OrderId id, @Nullable Long expectedVersion, List<StoredPart> parts, EncodedOrder alone) {
    private static final int STORED_ORDER_BYTES = 128 << 10;

    public OfferedParts {
        parts = List.copyOf(parts);
    }

    /** Returns true if an order may have all these parts. */
    public boolean fit() {
        return StoredPart.fit(parts);
    }

    /** Returns true if the only part is what the merchant uploaded. */
    public boolean isUpload() {
        return alone.upload() != null && alone.otherParts() == 0;
    }

    /**
     * Returns the memory that the encoded parts need, in bytes. Parts that are not an upload are added to a stored order,
     * which is opened and sealed again: it counts with the size that nearly all orders have less than.
     */
    public long bytes() {
        ComposedOrder composed = alone.composed();
        long bytes = alone.document().length();
        bytes += composed == null ? 0 : composed.facts().length();
        for (StoredPart part : parts) {
            bytes += part.content().length();
        }
        return isUpload() ? bytes : bytes + STORED_ORDER_BYTES;
    }
}
