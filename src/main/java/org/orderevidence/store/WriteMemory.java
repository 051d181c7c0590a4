package org.orderevidence.store;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.process.LongWork;
import org.orderevidence.store.EvidenceCodec.OfferedParts;
import org.orderevidence.store.EvidenceStore.PartWrite;

/**
 * Bounds how many bytes of encoded orders wait for their commit. Orders are encoded one by one, and each reserves its
 * memory before the next is encoded.
 */
public final class WriteMemory {
    private static final int KIB = 1_024;

    /** Memory of an order in addition to its bytes: objects and keys. */
    private static final int OVERHEAD_BYTES = 512;

    private final EvidenceCodec codec;
    private final int kib;
    private final Semaphore free;

    /** Only one upload at a time waits while it holds memory. Otherwise all could wait for each other. */
    private final Semaphore mayWait = new Semaphore(1, true);

    WriteMemory(int bytes, EvidenceCodec codec) {
        this.codec = codec;
        this.kib = Math.max(1, bytes / KIB);
        this.free = new Semaphore(kib);
    }

    /** A sixteenth of the heap, within limits: 16 MB of the default 256 MB. */
    public static WriteMemory ofThisHeap(EvidenceCodec codec) {
        long bytes = Math.clamp(Runtime.getRuntime().maxMemory() / 16, 8 << 20, 64 << 20);
        return new WriteMemory(Math.toIntExact(bytes), codec);
    }

    /** Memory that is free now, in KiB. */
    int free() {
        return free.availablePermits();
    }

    /**
     * Encoded orders with the memory that they take; closed when they are committed or refused.
     *
     * @throws StoreUnavailable if there is not enough memory within this time
     */
    public Held encode(AccountSpace space, List<PartWrite> writes, long nanos) {
        Held now = encode(space, writes, new Held(), 0);
        return now != null ? now : encodeWaiting(space, writes, System.nanoTime() + nanos);
    }

    private Held encodeWaiting(AccountSpace space, List<PartWrite> writes, long deadline) {
        try {
            if (!mayWait.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                throw overloaded();
            }
            try {
                Held held = encode(space, writes, new Held(), deadline);
                if (held == null) {
                    throw overloaded();
                }
                return held;
            } finally {
                mayWait.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreUnavailable("interrupted before the write started", e);
        }
    }

    /** Encodes all; empty if there was not enough memory, with nothing taken. */
    private @Nullable Held encode(AccountSpace space, List<PartWrite> writes, Held held, long deadline) {
        boolean done = false;
        try {
            for (PartWrite write : writes) {
                LongWork.letOthersRun(held.orders.size());
                if (!held.add(codec.offer(space, write), deadline)) {
                    return null;
                }
            }
            done = true;
            return held;
        } finally {
            if (!done) {
                held.close();
            }
        }
    }

    private static StoreUnavailable overloaded() {
        return StoreUnavailable.overloaded("too many bytes wait to be written");
    }

    public final class Held implements AutoCloseable {
        private final List<OfferedParts> orders = new ArrayList<>();
        private long bytes;
        private int taken;

        private Held() {}

        /** False if its memory is not free, or not until a time; 0 to not wait. */
        private boolean add(OfferedParts order, long deadline) {
            long size = order.bytes() + OVERHEAD_BYTES;
            int needed = Math.toIntExact(Math.min((bytes + size + KIB - 1) / KIB, kib)) - taken;
            if (needed > 0 && !take(needed, deadline)) {
                return false;
            }
            taken += needed;
            bytes += size;
            orders.add(order);
            return true;
        }

        private boolean take(int needed, long deadline) {
            if (deadline == 0) {
                return free.tryAcquire(needed);
            }
            try {
                return free.tryAcquire(needed, deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }

        public List<OfferedParts> orders() {
            return orders;
        }

        public long bytes() {
            return bytes;
        }

        @Override
        public void close() {
            free.release(taken);
            taken = 0;
        }
    }
}
