package org.orderevidence.store.document;

import java.util.List;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartContent;
import org.orderevidence.order.part.PartKey;

/**
 * A part as it is stored.
 *
 * @param content what is stated. The same content is always the same bytes, so two contents are equal exactly when their
 *     bytes are
 */
public record StoredPart(PartKey key, long version, Bytes content) {
    private static final RecordDocument<PartContent> DOCUMENT = new RecordDocument<>('P', PartContent.class);

    /**
     * Returns the stored form of a part.
     *
     * @throws IllegalArgumentException if a string has an unpaired surrogate, or the content would be too long: neither
     *     passes the limits of an upload
     */
    public static StoredPart of(Part part) {
        return new StoredPart(part.key(), part.version(), encode(part.content()));
    }

    static Bytes encode(PartContent content) {
        return DOCUMENT.encode(content);
    }

    static PartContent decode(Bytes bytes) {
        return DOCUMENT.decode(bytes);
    }

    /** The most bytes of all parts of one order together. A list reads up to 100 orders. */
    public static final int MAX_BYTES = 256 << 10;

    /** Returns true if an order may have all these parts. */
    public static boolean fit(List<StoredPart> parts) {
        long bytes = 0;
        for (StoredPart part : parts) {
            bytes += part.content().length();
        }
        return parts.size() <= Part.MAX_PARTS && bytes <= MAX_BYTES;
    }

    public boolean isUpload() {
        return key.equals(PartKey.UPLOAD);
    }

    public Part part() {
        return new Part(key, version, decode(content));
    }
}
