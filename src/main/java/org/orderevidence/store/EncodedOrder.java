package org.orderevidence.store;

import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.OrderNotes;
import org.orderevidence.sealing.IndexHasher.ContentHash;

/**
 * The content of an order as a store writes it, with what is derived from them.
 *
 * @param revision the merchant's own number of the uploaded state; empty if none was sent
 * @param upload hash of what the upload states; empty if no upload is among the parts
 * @param otherParts how many parts there are besides the upload
 * @param facts how many later facts there are
 * @param marks what its history rows are marked with
 * @param composed what is written next to the parts; empty if they do not make an order yet
 * @param derivation version of what is written next to the parts, see {@link Derivation}
 * @param document the content, encoded and sealed
 */
public record EncodedOrder(
        @Nullable Long revision,
        @Nullable ContentHash upload,
        int otherParts,
        int facts,
        int marks,
        @Nullable ComposedOrder composed,
        int derivation,
        Bytes document) {
    /** Returned for more parts, or longer ones, than {@code StoredPart.fit} allows. No stored order is like this. */
    static final EncodedOrder TOO_LARGE = new EncodedOrder(null, null, 0, 0, 0, null, 0, Bytes.wrap(new byte[0]));

    /** Returns how the parts fit together. */
    public OrderNotes notes() {
        return composed == null ? OrderNotes.NONE : composed.notes();
    }

    /** Returns the same parts with something else derived from them. */
    public EncodedOrder withComposed(@Nullable ComposedOrder other) {
        return new EncodedOrder(revision, upload, otherParts, facts, marks, other, derivation, document);
    }
}
