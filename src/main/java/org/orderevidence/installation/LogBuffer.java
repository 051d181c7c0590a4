package org.orderevidence.installation;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A buffer for log lines, so that a request does not pay for a system call. It writes them out after at most
 * {@value #LONGEST_WAIT_MILLIS} ms, when it is full, and when it is flushed or closed. A closed buffer writes each line
 * at once. logback has a buffer too, but nothing that writes it out after a time.
 */
public final class LogBuffer extends BufferedOutputStream {
    static final int LONGEST_WAIT_MILLIS = 100;

    private static final int ROOM = 64 * 1024;

    private final CountDownLatch closed = new CountDownLatch(1);

    /**
     * @param to where all lines are written; not closed with this
     */
    public LogBuffer(OutputStream to) {
        super(to, ROOM);
        Thread.ofPlatform().daemon().name("log-buffer").start(this::passOn);
    }

    @Override
    public synchronized void write(byte[] from, int offset, int count) throws IOException {
        super.write(from, offset, count);
        if (closed.getCount() == 0) {
            flush();
        }
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        flush();
    }

    private void passOn() {
        try {
            while (!closed.await(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                flush();
            }
        } catch (IOException noStream) {
            // The stream itself is closed. The next write fails in the same way.
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
