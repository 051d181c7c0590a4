package org.orderevidence.console;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.orderevidence.http.Exchange;
import org.orderevidence.http.limits.Places;

/**
 * The turns in which a file is processed: unpacked, split and converted. None is held while the next part of the file
 * arrives, or while a batch is stored, which takes a turn of its own.
 */
final class FileTurns implements AutoCloseable {
    private final Exchange exchange;
    private Places.@Nullable Place turn;

    /** Waits for the first turn. */
    FileTurns(Exchange exchange) {
        this.exchange = exchange;
        take();
    }

    /** Works without a turn, and then waits for the next one. */
    <T> T outside(Supplier<T> work) {
        pass();
        try {
            return work.get();
        } finally {
            take();
        }
    }

    /** Returns the file, which is read without a turn. Reading fails as soon as no answer will be needed. */
    InputStream around(InputStream file) {
        return new FilterInputStream(file) {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                if (exchange.isEnding()) {
                    throw new IOException("the service is stopping, or the connection was closed");
                }
                pass();
                try {
                    return in.read(target, offset, length);
                } finally {
                    take();
                }
            }
        };
    }

    private void take() {
        turn = exchange.turn();
    }

    /** Gives the turn back. */
    void pass() {
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
