package org.orderevidence.http;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.limits.RequestMemory;
import org.orderevidence.upload.UnpackedInput;

/**
 * What a body means: its bytes, unpacked while they are read if the client packed them. A small packed body can be much
 * work, so it is processed in turns from the first read until it is closed.
 */
public final class BodyContent extends BlockInput {
    private static final long MOST_UNPACKED = 10L << 30;

    private final RequestInput body;
    private final @Nullable WorkTurns turns;
    private final @Nullable UnpackedInput unpacked;

    /** True if the last read got as much as it could take, so that more may be unpacked already. */
    private boolean isMoreThere;

    /**
     * @param turns in which a packed body is processed; {@code null} if it is not packed
     */
    BodyContent(RequestInput body, @Nullable WorkTurns turns) {
        this.body = body;
        this.turns = turns;
        this.unpacked = turns == null
                ? null
                : UnpackedInput.ofGzip(turns.around(body), RequestMemory.UNPACKING_BUFFER, MOST_UNPACKED);
    }

    /**
     * Reads what is there, waiting for at least one byte.
     *
     * @throws RequestInput.Broken if the body cannot be read to its end
     * @throws UnpackedInput.BadGzip if it cannot be unpacked
     */
    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (unpacked == null) {
            return body.read(into, offset, length);
        }
        body.endIfStopping();
        Objects.requireNonNull(turns).rotate();
        int read = unpacked.read(into, offset, length);
        isMoreThere = read == length;
        return read;
    }

    /**
     * Waits until {@link #read} returns without waiting.
     *
     * @return false if nothing arrived in that time
     */
    public boolean await(Duration patience) throws IOException {
        if (isMoreThere || turns == null) {
            return isMoreThere || body.await(patience);
        }
        turns.pass();
        try {
            return body.await(patience);
        } finally {
            turns.rotate();
        }
    }

    /** Does what may wait for something else than the body. */
    public void outside(Runnable work) {
        if (turns == null) {
            work.run();
        } else {
            turns.outside(() -> {
                work.run();
                return true;
            });
        }
    }

    /** Gives back the memory for unpacking and the turn. The body stays open. */
    @Override
    public void close() {
        if (unpacked != null && turns != null) {
            unpacked.end();
            turns.close();
        }
    }
}
