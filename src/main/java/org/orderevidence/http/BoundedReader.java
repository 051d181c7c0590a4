package org.orderevidence.http;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.DirectHandler;
import io.helidon.http.RequestException;
import java.util.function.Supplier;

/**
 * Reads a connection within bounds: Helidon reads a chunk of a chunked body whole before it hands it on, and the line
 * that announces it whatever its length.
 */
final class BoundedReader extends DataReader {
    /** Longest line that announces a chunk. */
    private static final int MAX_CHUNK_LINE = 1024;

    private final int maxChunk;

    /**
     * @param bytes waits for the next bytes
     * @param maxChunk longest chunk
     */
    @SuppressWarnings("removal") // The other way to make one, a static method, makes none that can be bounded.
    BoundedReader(Supplier<byte[]> bytes, int maxChunk) {
        super(bytes);
        this.maxChunk = maxChunk;
    }

    @Override
    public BufferData readBuffer(int length) {
        if (length > maxChunk) {
            throw tooLarge("a chunk of the body is longer than " + maxChunk + " bytes");
        }
        return super.readBuffer(length);
    }

    @Override
    public String readLine() {
        int length = findLine();
        if (length >= MAX_CHUNK_LINE) {
            throw tooLarge("a chunk is announced by more than " + MAX_CHUNK_LINE + " bytes");
        }
        String line = readAsciiString(length);
        skip(2);
        return line;
    }

    private int findLine() {
        try {
            return findNewLine(MAX_CHUNK_LINE);
        } catch (IncorrectNewLineException malformed) {
            throw RequestException.builder()
                    .type(DirectHandler.EventType.BAD_REQUEST)
                    .message("a chunk is announced by a line that does not end as one")
                    .cause(malformed)
                    .build();
        }
    }

    private static RequestException tooLarge(String message) {
        return RequestException.builder()
                .type(DirectHandler.EventType.PAYLOAD_TOO_LARGE)
                .message(message)
                .build();
    }
}
