package org.orderevidence.cli.upload;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;

/**
 * Carries the records of a reader to a sender, in batches, several at a time, in bounded memory. Two records of one id
 * are never under way at once, so that the later one arrives last. What is settled is told in the order of the input.
 */
public final class Conveyor {
    /** Longest batch, below the service's 5 MB a request. */
    private static final int MAX_BATCH_BYTES = 4 * 1024 * 1024;

    /** A slow batch may be overtaken by at most this many times the batches that can be under way. */
    private static final int MAX_OVERTAKING = 8;

    private final RecordReader reader;
    private final Sender sender;
    private final int atOnce;
    private final Ledger ledger;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Batch> unsettled = new ArrayDeque<>();
    private final Set<String> idsUnderWay = new HashSet<>();
    private int underWay;
    private @Nullable Item carriedOver;
    private @Nullable IOException brokenOff;
    private boolean senderFailed;
    private @Nullable RuntimeException failure;

    /** Is told of every settled batch, in the order of the input, one at a time. */
    public interface Ledger {
        /**
         * Everything up to here is settled.
         *
         * @param items the records since the last call
         * @param outcomes one each
         * @param place the end of the last one
         */
        void settled(List<Item> items, List<Outcome> outcomes, RecordReader.Place place) throws IOException;
    }

    private static final class Batch {
        private final List<Item> items = new ArrayList<>();
        private RecordReader.Place end;
        private @Nullable List<Outcome> outcomes;

        Batch(RecordReader.Place start) {
            end = start;
        }
    }

    /**
     * @param atOnce most batches under way
     */
    public Conveyor(RecordReader reader, Sender sender, int atOnce, Ledger ledger) {
        this.reader = reader;
        this.sender = sender;
        this.atOnce = atOnce;
        this.ledger = ledger;
    }

    /**
     * Carries all, or until something fails that the sender cannot mend; what was under way then is waited for.
     *
     * @throws Failure of the sender, or for an input that is broken off
     */
    public void run() throws InterruptedException {
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        try {
            for (Batch batch = nextBatch(); batch != null && admit(batch); batch = nextBatch()) {
                Batch admitted = batch;
                threads.execute(() -> carry(admitted));
            }
        } catch (IOException broken) {
            fail(new Failure(ExitCode.FAILED, "cannot read on: " + broken.getMessage()));
        } finally {
            if (hasSenderFailed()) {
                // Others may be pausing before another attempt, which would be in vain.
                threads.shutdownNow();
            }
            awaitAll();
            threads.shutdownNow();
        }
        RuntimeException failed = failure();
        if (failed != null) {
            throw failed;
        }
    }

    /** The next batch; absent at the end. What the reader finds broken ends the batch before it. */
    private @Nullable Batch nextBatch() throws IOException {
        Batch batch = new Batch(reader.place());
        int bytes = 0;
        while (batch.items.size() < sender.batchSize()) {
            Item item = null;
            try {
                item = nextItem();
            } catch (IOException broken) {
                if (batch.items.isEmpty()) {
                    throw broken;
                }
                brokenOff = broken;
            }
            if (item == null) {
                break;
            }
            bytes += item.json().length();
            if (bytes > MAX_BATCH_BYTES && !batch.items.isEmpty()) {
                carriedOver = item;
                return batch;
            }
            batch.items.add(item);
            batch.end = reader.place();
        }
        return batch.items.isEmpty() ? null : batch;
    }

    private @Nullable Item nextItem() throws IOException {
        Item item = carriedOver;
        carriedOver = null;
        if (item != null) {
            return item;
        }
        if (brokenOff != null) {
            throw brokenOff;
        }
        RecordReader.RawRecord read = reader.next();
        return read == null ? null : Item.of(read);
    }

    /** Waits until the batch may go; false when nothing may go any more. */
    private boolean admit(Batch batch) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (failure == null
                    && (underWay >= atOnce || unsettled.size() >= atOnce * MAX_OVERTAKING || sharesAnId(batch))) {
                changed.await();
            }
            if (failure != null) {
                return false;
            }
            underWay++;
            unsettled.add(batch);
            batch.items.stream().map(Item::id).filter(id -> id != null).forEach(idsUnderWay::add);
            return true;
        } finally {
            lock.unlock();
        }
    }

    private boolean sharesAnId(Batch batch) {
        return batch.items.stream().anyMatch(item -> item.id() != null && idsUnderWay.contains(item.id()));
    }

    private void carry(Batch batch) {
        List<Outcome> outcomes = null;
        try {
            outcomes = outcomes(batch);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException failed) {
            fail(failed);
        }
        lock.lock();
        try {
            senderFailed |= outcomes == null;
            underWay--;
            batch.items.stream().map(Item::id).filter(id -> id != null).forEach(idsUnderWay::remove);
            batch.outcomes = outcomes;
            settle();
        } catch (IOException unwritable) {
            fail(new Failure(ExitCode.FAILED, "cannot write: " + unwritable.getMessage()));
        } finally {
            changed.signalAll();
            lock.unlock();
        }
    }

    private List<Outcome> outcomes(Batch batch) throws InterruptedException {
        List<Item> good =
                batch.items.stream().filter(item -> item.fault() == null).toList();
        List<Outcome> answered = good.isEmpty() ? List.of() : sender.send(good);
        List<Outcome> outcomes = new ArrayList<>(batch.items.size());
        int next = 0;
        for (Item item : batch.items) {
            Outcome.Rejected fault = item.fault();
            outcomes.add(fault != null ? fault : answered.get(next++));
        }
        return outcomes;
    }

    private void settle() throws IOException {
        for (Batch first = unsettled.peek(); first != null; first = unsettled.peek()) {
            List<Outcome> outcomes = first.outcomes;
            if (outcomes == null) {
                return;
            }
            unsettled.remove();
            ledger.settled(first.items, outcomes, first.end);
        }
    }

    private void awaitAll() {
        lock.lock();
        try {
            while (underWay > 0) {
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean hasSenderFailed() {
        lock.lock();
        try {
            return senderFailed;
        } finally {
            lock.unlock();
        }
    }

    private @Nullable RuntimeException failure() {
        lock.lock();
        try {
            return failure;
        } finally {
            lock.unlock();
        }
    }

    /** The first failure counts. */
    private void fail(RuntimeException failed) {
        lock.lock();
        try {
            if (failure == null) {
                failure = failed;
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
