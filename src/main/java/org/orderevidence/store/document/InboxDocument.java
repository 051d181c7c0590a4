package org.orderevidence.store.document;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import org.orderevidence.integration.InboxEvent;
import org.orderevidence.integration.InboxEvent.EventState;
import org.orderevidence.order.Bytes;

/**
 * The stored form of a received event: the length of a document about it, the document, and the body as it came. A body
 * can be longer than a document.
 */
public final class InboxDocument {
    private static final int KIND = 'V';

    private InboxDocument() {}

    /** Returns the bytes of an event. */
    public static byte[] encode(InboxEvent event) {
        byte[] head = DocumentWriter.document(KIND, DocumentFormat.VERSION, event, InboxDocument::write);
        return ByteBuffer.allocate(Integer.BYTES + head.length + event.body().length())
                .putInt(head.length)
                .put(head)
                .put(event.body().buffer())
                .array();
    }

    /**
     * Returns an event.
     *
     * @throws UnreadableDocument if the bytes are damaged
     * @throws DocumentTooNew if only a newer release can read them
     */
    public static InboxEvent decode(byte[] bytes) {
        int length = bytes.length < Integer.BYTES ? -1 : ByteBuffer.wrap(bytes).getInt();
        if (length < 0 || length > bytes.length - Integer.BYTES) {
            throw DocumentReader.malformed();
        }
        int end = Integer.BYTES + length;
        Bytes body = Bytes.wrap(Arrays.copyOfRange(bytes, end, bytes.length));
        return DocumentReader.document(
                KIND, DocumentFormat.VERSION, Arrays.copyOfRange(bytes, Integer.BYTES, end), from -> read(body, from));
    }

    private static void write(DocumentWriter to, InboxEvent event) {
        to.text(1, event.integration());
        to.text(2, event.id());
        to.text(3, event.type());
        to.text(4, event.topic());
        to.count(5, event.receivedAt().toEpochMilli());
        switch (event.state()) {
            case EventState.Waiting(int failures, Instant due) -> {
                to.count(6, (long) failures);
                to.count(7, due.toEpochMilli());
            }
            case EventState.Mapped(Instant mappedAt) -> to.count(8, mappedAt.toEpochMilli());
            case EventState.Unmapped(Instant since, String reason, String detail) -> {
                to.count(9, since.toEpochMilli());
                to.text(10, reason);
                to.text(11, detail);
            }
        }
    }

    private static InboxEvent read(Bytes body, DocumentReader from) {
        return new InboxEvent(
                from.requiredText(1),
                from.requiredText(2),
                from.text(3),
                from.text(4),
                Instant.ofEpochMilli(from.requiredCount(5)),
                state(from),
                body);
    }

    private static EventState state(DocumentReader from) {
        Long failures = from.count(6);
        if (failures != null) {
            return new EventState.Waiting(Math.toIntExact(failures), Instant.ofEpochMilli(from.requiredCount(7)));
        }
        Long mappedAt = from.count(8);
        return mappedAt != null
                ? new EventState.Mapped(Instant.ofEpochMilli(mappedAt))
                : new EventState.Unmapped(
                        Instant.ofEpochMilli(from.requiredCount(9)), from.requiredText(10), from.requiredText(11));
    }
}
