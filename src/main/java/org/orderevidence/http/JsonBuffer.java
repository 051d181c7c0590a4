package org.orderevidence.http;

import io.helidon.common.buffers.BufferData;
import java.util.Arrays;
import java.util.zip.Checksum;

/**
 * The bytes of an answer: the body, with room before it for the head, so that both leave in one write and nothing is
 * copied twice. One for each connection, used again for each of its answers.
 */
final class JsonBuffer {
    /** No head is longer: it holds a dozen short headers. */
    private static final int HEAD_ROOM = 1024;

    /** A buffer that an answer has grown beyond this is not kept for the next. */
    private static final int MAX_KEPT = 16 * 1024;

    private static final int INITIAL = 4 * 1024;

    private byte[] bytes = new byte[INITIAL];
    private int end = HEAD_ROOM;

    /** Drops the body. */
    void clear() {
        if (bytes.length > MAX_KEPT) {
            bytes = new byte[INITIAL];
        }
        end = HEAD_ROOM;
    }

    /** Writes JSON to the end of the body; to be closed before the body is used. */
    JsonWriter writer() {
        return new JsonWriter(this);
    }

    /** Adds a byte. */
    void append(byte one) {
        if (end == bytes.length) {
            room(1);
        }
        bytes[end++] = one;
    }

    /** Adds bytes. */
    void append(byte[] more) {
        System.arraycopy(more, 0, room(more.length), end, more.length);
        end += more.length;
    }

    /** The bytes, with room for at least so many behind {@link #end()}; good until more room is asked for. */
    byte[] room(int count) {
        if (count > bytes.length - end) {
            bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(end, count), 2 * bytes.length));
        }
        return bytes;
    }

    /** Where the next byte goes. */
    int end() {
        return end;
    }

    /** Tells that bytes were put into {@link #room}, up to here. */
    void end(int behindLast) {
        end = behindLast;
    }

    /** Length of the body in bytes. */
    int bodyLength() {
        return end - HEAD_ROOM;
    }

    /** Adds the body to a checksum. */
    void addTo(Checksum checksum) {
        checksum.update(bytes, HEAD_ROOM, bodyLength());
    }

    /** The body, copied. */
    byte[] body() {
        return Arrays.copyOfRange(bytes, HEAD_ROOM, end);
    }

    /**
     * The whole answer.
     *
     * @param head status line and headers with the empty line behind them
     * @param withBody false leaves the body out
     */
    BufferData withHead(byte[] head, boolean withBody) {
        int start = HEAD_ROOM - head.length;
        if (start < 0) {
            throw new IllegalStateException("a head of " + head.length + " bytes");
        }
        System.arraycopy(head, 0, bytes, start, head.length);
        return BufferData.create(bytes, start, withBody ? end - start : head.length);
    }
}
