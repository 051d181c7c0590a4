package org.orderevidence.store.document;

import java.util.List;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartKey;

/**
 * A part as it is stored.
 *
 * @param key source and object
 * @param version newer ones are greater
 * @param content the bytes of {@link PartDocument}
 */
public record StoredPart(PartKey key, long version, Bytes content) {
    /** Returns the stored form of a part. */
    public static StoredPart of(Part part) {
        return new StoredPart(part.key(), part.version(), PartDocument.encode(part.content()));
    }

    /** The most bytes of all parts of one order together. A list reads up to 100 orders. */
    public static final int MAX_BYTES = 256 << 10;

    /** Returns true if an order may have all these parts. */
    public static boolean fit(List<StoredPart> parts) {
        return parts.size() <= Part.MAX_PARTS
                && parts.stream().mapToLong(part -> part.content().length()).sum() <= MAX_BYTES;
    }

    /**
     * Returns the part.
     *
     * @throws UnreadableDocument if its content is damaged
     * @throws DocumentTooNew if only a newer release can read it
     */
    public Part part() {
        return new Part(key, version, PartDocument.decode(content));
    }
}
