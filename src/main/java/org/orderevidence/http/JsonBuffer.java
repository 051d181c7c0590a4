package org.orderevidence.http;

import io.helidon.common.buffers.BufferData;
import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The bytes of an answer: the body, with room before it for the head, so that both leave in one write and nothing is
 * copied twice. One for each connection, used again for each of its answers.
 */
final class JsonBuffer extends ByteArrayOutputStream {
    /** No head is longer: it holds a dozen short headers. */
    private static final int HEAD_ROOM = 1024;

    /** A buffer that an answer has grown beyond this is not kept for the next. */
    private static final int MAX_KEPT = 16 * 1024;

    private static final int INITIAL = 4 * 1024;

    private static final JsonFactory JSON = new JsonFactory();

    JsonBuffer() {
        super(INITIAL);
        count = HEAD_ROOM;
    }

    /** Drops the body. */
    void clear() {
        if (buf.length > MAX_KEPT) {
            buf = new byte[INITIAL];
        }
        count = HEAD_ROOM;
    }

    /** Writes JSON to the end of the body; to be closed before the body is used. */
    JsonGenerator generator() {
        return JSON.createGenerator(ObjectWriteContext.empty(), this);
    }

    /** Length of the body in bytes. */
    int bodyLength() {
        return count - HEAD_ROOM;
    }

    /** Adds the body to a digest. */
    void digest(MessageDigest digest) {
        digest.update(buf, HEAD_ROOM, bodyLength());
    }

    /** The body, copied. */
    byte[] body() {
        return java.util.Arrays.copyOfRange(buf, HEAD_ROOM, count);
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
        System.arraycopy(head, 0, buf, start, head.length);
        return BufferData.create(buf, start, withBody ? count - start : head.length);
    }
}
