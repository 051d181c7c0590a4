package org.orderevidence.order.part;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.orderevidence.order.OrderReference;
import org.orderevidence.order.Texts;

/**
 * The key of a pending fact in its account space.
 *
 * @param reference what leads to its order
 * @param kind what waits
 * @param id the source's id of it: printable characters, 1 to {@value #MAX_ID} bytes in UTF-8
 */
public record PendingKey(OrderReference reference, PendingContent.Kind kind, String id) {
    /** The most bytes of an id: a source, a blank and the id of an object. */
    public static final int MAX_ID = 900;

    public PendingKey {
        if (id.isEmpty() || id.getBytes(StandardCharsets.UTF_8).length > MAX_ID || !Texts.isPrintable(id)) {
            throw new IllegalArgumentException("a pending id has 1 to " + MAX_ID + " bytes, all printable");
        }
    }

    /** Returns the reference, the kind and the id as bytes: stores sort by them. */
    public byte[] bytes() {
        byte[] encoded = id.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(OrderReference.LENGTH + 1 + encoded.length)
                .put(reference.bytes())
                .put(kind.number())
                .put(encoded)
                .array();
    }

    /**
     * Returns the key of these bytes.
     *
     * @throws IllegalArgumentException if they are none
     */
    public static PendingKey of(byte[] bytes) {
        if (bytes.length <= OrderReference.LENGTH + 1) {
            throw new IllegalArgumentException("a pending key has a reference, a kind and an id");
        }
        int id = OrderReference.LENGTH + 1;
        return new PendingKey(
                OrderReference.of(Arrays.copyOf(bytes, OrderReference.LENGTH)),
                PendingContent.Kind.of(bytes[OrderReference.LENGTH]),
                new String(bytes, id, bytes.length - id, StandardCharsets.UTF_8));
    }
}
