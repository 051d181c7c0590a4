package org.orderevidence.http;

import io.helidon.http.DirectHandler;
import io.helidon.http.RequestException;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of a body as they come. What Helidon throws when the chunks of a chunked body are no chunks becomes one
 * exception here; what it throws when the input ends passes through.
 */
final class BodyStream extends InputStream {
    private final InputStream in;

    BodyStream(InputStream in) {
        this.in = in;
    }

    /** The chunks of a body are malformed. */
    static final class BadChunks extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final boolean tooLarge;

        private BadChunks(boolean tooLarge, Throwable cause) {
            super("the chunks of the body are malformed", cause, false, false);
            this.tooLarge = tooLarge;
        }

        /** True when one is too large. */
        boolean isTooLarge() {
            return tooLarge;
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        try {
            return in.read(into, offset, length);
        } catch (RequestException malformed) {
            throw new BadChunks(malformed.eventType() == DirectHandler.EventType.PAYLOAD_TOO_LARGE, malformed);
        } catch (NumberFormatException noLength) {
            throw new BadChunks(false, noLength);
        }
    }
}
