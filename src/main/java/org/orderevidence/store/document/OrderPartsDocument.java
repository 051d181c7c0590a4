package org.orderevidence.store.document;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Bytes;
import org.orderevidence.order.part.Part;
import org.orderevidence.order.part.PartKey;
import org.orderevidence.order.part.Source;

/**
 * The stored form of all parts of an order in one document. Parts are in the order of their keys. A part that is not
 * replaced is carried over byte for byte, also with tags that this release does not support.
 */
public final class OrderPartsDocument {
    private static final int KIND = 'O';

    private OrderPartsDocument() {}

    /**
     * Returns the bytes of an order's parts.
     *
     * @param parts sorted by key, each key once, at most {@link Part#MAX_PARTS}
     * @throws IllegalArgumentException if there are too many or together they are too long
     */
    public static byte[] encode(List<StoredPart> parts) {
        return DocumentWriter.document(KIND, DocumentFormat.VERSION, parts, OrderPartsDocument::write);
    }

    /**
     * Returns the parts of these bytes.
     *
     * @throws UnreadableDocument if they are damaged
     * @throws DocumentTooNew if only a newer release can read them
     */
    public static List<StoredPart> decode(byte[] bytes) {
        return DocumentReader.document(
                KIND, DocumentFormat.VERSION, bytes, from -> from.groups(1, Part.MAX_PARTS, OrderPartsDocument::read));
    }

    private static void write(DocumentWriter to, List<StoredPart> parts) {
        if (parts.size() > Part.MAX_PARTS) {
            throw new IllegalArgumentException("an order has at most " + Part.MAX_PARTS + " parts");
        }
        for (StoredPart part : parts) {
            to.group(1, part, OrderPartsDocument::writePart);
        }
    }

    /** Almost every order has an upload, so its key is left out. */
    private static void writePart(DocumentWriter to, StoredPart part) {
        boolean isUpload = part.key().equals(PartKey.UPLOAD);
        to.text(1, isUpload ? null : part.key().source().name());
        to.text(2, isUpload ? null : part.key().object());
        to.count(3, part.version());
        to.bytes(4, part.content().toArray());
    }

    private static StoredPart read(DocumentReader from) {
        PartKey key = key(from.text(1), from.text(2));
        return new StoredPart(key, from.requiredCount(3), Bytes.wrap(from.requiredBytes(4)));
    }

    private static PartKey key(@Nullable String source, @Nullable String object) {
        if (source == null || object == null) {
            return PartKey.UPLOAD;
        }
        try {
            return new PartKey(Source.named(source), object);
        } catch (IllegalArgumentException unknown) {
            throw new DocumentTooNew("a part of an order has a source that this release does not support");
        }
    }
}
