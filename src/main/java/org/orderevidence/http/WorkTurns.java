package org.orderevidence.http;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.limits.Places;

/**
 * The turns in which an input is processed: unpacked, split and converted. None is held while the next part of the input
 * arrives, or while a batch is stored, which takes a turn of its own.
 */
public final class WorkTurns implements AutoCloseable {
    private final Exchange exchange;
    private Places.@Nullable Place turn;

    /** Waits for the first turn. */
    public WorkTurns(Exchange exchange) {
        this.exchange = exchange;
        take();
    }

    /** Works without a turn, and then waits for the next one. */
    public <T> T outside(Supplier<T> work) {
        pass();
        try {
            return work.get();
        } finally {
            take();
        }
    }

    /** Returns the input, which is read without a turn. */
    public InputStream around(InputStream input) {
        return new FilterInputStream(input) {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                pass();
                try {
                    return in.read(target, offset, length);
                } finally {
                    take();
                }
            }
        };
    }

    /** Lets those who wait have their turn first. */
    void rotate() {
        pass();
        take();
    }

    private void take() {
        turn = exchange.turn();
    }

    public void pass() {
        Places.Place held = turn;
        turn = null;
        if (held != null) {
            held.close();
        }
    }

    @Override
    public void close() {
        pass();
    }
}
