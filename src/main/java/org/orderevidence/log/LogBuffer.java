package org.orderevidence.log;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Gathers log lines, so that a busy service does not pay for a system call with each. What is written waits at most
 * {@value #LONGEST_WAIT_MILLIS} ms; a full buffer is passed on by whoever fills it, so that nothing is dropped and nothing
 * grows; {@link #flush} and {@link #close} pass on what there is. After it is closed, each write is passed on at once.
 */
public final class LogBuffer extends OutputStream {
    static final int LONGEST_WAIT_MILLIS = 100;

    private static final int ROOM = 64 * 1024;

    private final OutputStream to;
    private final byte[] bytes = new byte[ROOM];
    private final ReentrantLock lock = new ReentrantLock();
    private final CountDownLatch closed = new CountDownLatch(1);
    private int length;

    /**
     * @param to where all goes in the end; not closed with this
     */
    public LogBuffer(OutputStream to) {
        this.to = to;
        Thread.ofPlatform().daemon().name("log-buffer").start(this::passOn);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int count) throws IOException {
        lock.lock();
        try {
            if (count > ROOM - length) {
                empty();
            }
            if (count > ROOM) {
                to.write(from, offset, count);
            } else {
                System.arraycopy(from, offset, bytes, length, count);
                length += count;
            }
            if (closed.getCount() == 0) {
                empty();
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void flush() throws IOException {
        lock.lock();
        try {
            empty();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() throws IOException {
        closed.countDown();
        flush();
    }

    private void empty() throws IOException {
        if (length > 0) {
            int count = length;
            length = 0;
            to.write(bytes, 0, count);
            to.flush();
        }
    }

    private void passOn() {
        try {
            while (!closed.await(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS)) {
                flush();
            }
        } catch (IOException nowhereToSayIt) {
            // The stream of messages itself is gone; the next write meets the same failure.
        } catch (InterruptedException nobodyDoesThat) {
            Thread.currentThread().interrupt();
        }
    }
}
