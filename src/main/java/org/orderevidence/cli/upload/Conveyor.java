package org.orderevidence.cli.upload;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.process.FileError;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.Outcome;
import org.orderevidence.upload.RecordReader;
import org.orderevidence.upload.UnusableInput;

/**
 * Sends the records of a reader in batches, several at a time, in bounded memory. Two records with the same ID are
 * never sent at the same time: the later one must arrive last. Outcomes are reported in the order of the input.
 */
public final class Conveyor {
    /**
     * Length from which a batch is full. Its last record can exceed it, and the batch stays below 5 MB, the service's
     * limit.
     */
    private static final int FULL_BATCH_BYTES = 3 * RecordReader.MAX_RECORD_BYTES;

    /**
     * Maximum number of batches whose outcomes are not reported yet, as a multiple of the batches that are sent at a
     * time.
     */
    private static final int WINDOW = 8;

    private final RecordReader reader;
    private final Sender sender;
    private final Ledger ledger;
    private final int windowSize;
    private final Semaphore slots;

    private final LinkedBlockingDeque<Batch> window = new LinkedBlockingDeque<>();
    private final Set<String> idsInWindow = new HashSet<>();
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private @Nullable RuntimeException unreadable;
    private int underWay;
    private boolean isStopped;

    /** Receives the outcomes of every batch, in the order of the input, on one thread. */
    public interface Ledger {
        /**
         * Receives settled records. All records before them are settled, too.
         *
         * @param items the records since the last call, at least one
         * @param outcomes one for each record
         */
        void settled(List<Item> items, List<Outcome> outcomes) throws IOException;
    }

    private record Batch(List<Item> items, Future<List<Outcome>> outcomes) {}

    /**
     * @param atOnce maximum number of batches that are sent at a time
     */
    public Conveyor(RecordReader reader, Sender sender, int atOnce, Ledger ledger) {
        this.reader = reader;
        this.sender = sender;
        this.ledger = ledger;
        this.windowSize = atOnce * WINDOW;
        this.slots = new Semaphore(atOnce);
    }

    /**
     * Sends all records. A failure that the sender cannot repair ends the run and cancels the batches that are being
     * sent. Records that were settled before it are reported.
     *
     * @throws Failure of the sender, or if the rest of the input cannot be read
     */
    public void run() throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                sendAll(threads);
            } catch (IOException unwritable) {
                fail(Failure.failed("cannot write: " + FileError.cause(unwritable)));
            } finally {
                threads.shutdownNow();
            }
        }
        RuntimeException failed = failure.get() == null ? unreadable : failure.get();
        if (failed != null) {
            throw failed;
        }
    }

    /**
     * Starts no other batch, because the process ends. Any thread can call it.
     *
     * @return maximum number of records whose outcome is not reported and that can be stored
     */
    synchronized int stop() {
        isStopped = true;
        return underWay;
    }

    private synchronized void begin(int records) throws InterruptedException {
        while (isStopped) {
            // Returning would end the run as if it was complete. The process ends in the meantime.
            wait();
        }
        underWay += records;
    }

    private synchronized void end(int records) {
        underWay -= records;
    }

    /** Returns how many records of a batch are sent: those without a fault. */
    private static int sent(List<Item> items) {
        return (int) items.stream().filter(item -> item.fault() == null).count();
    }

    private void sendAll(ExecutorService threads) throws InterruptedException, IOException {
        for (List<Item> items = nextItems(); !items.isEmpty(); items = nextItems()) {
            List<Item> batch = items;
            List<String> ids = ids(batch);
            while (mustSettle(ids)) {
                if (!settleFirst()) {
                    return;
                }
            }
            slots.acquire();
            if (failure.get() != null) {
                break;
            }
            begin(sent(batch));
            idsInWindow.addAll(ids);
            FutureTask<List<Outcome>> sending = new FutureTask<>(() -> send(batch)) {
                // The slot is free only after this result is set: a failure of the next batch must not cancel it.
                @Override
                protected void done() {
                    slots.release();
                }
            };
            window.add(new Batch(batch, sending));
            threads.execute(sending);
        }
        while (!window.isEmpty() && settleFirst()) {
            // Reports the remaining batches, up to the first failure.
        }
    }

    /** True if the first batch must be reported before the next one is sent, or can be reported without waiting. */
    private boolean mustSettle(List<String> ids) {
        Batch first = window.peek();
        return first != null
                && (first.outcomes().isDone()
                        || window.size() >= windowSize
                        || ids.stream().anyMatch(idsInWindow::contains));
    }

    /** Waits for the first batch and reports it. Returns false if it failed. */
    private boolean settleFirst() throws InterruptedException, IOException {
        Batch first = window.element();
        try {
            ledger.settled(first.items(), first.outcomes().get());
        } catch (ExecutionException failed) {
            fail(new IllegalStateException(failed.getCause()));
            return false;
        } catch (CancellationException anotherFailed) {
            return false;
        }
        window.remove();
        end(sent(first.items()));
        ids(first.items()).forEach(idsInWindow::remove);
        return true;
    }

    /**
     * Returns the next batch; empty at the end. A fault of the input ends the batch before the fault. If the reader
     * refuses the input, the batch is not sent: the records before may be wrong in the same way.
     */
    private List<Item> nextItems() {
        List<Item> items = new ArrayList<>();
        int bytes = 0;
        try {
            while (unreadable == null && items.size() < sender.batchSize() && bytes < FULL_BATCH_BYTES) {
                Item item = reader.next();
                if (item == null) {
                    break;
                }
                items.add(item);
                bytes += item.json().length();
            }
        } catch (IOException broken) {
            unreadable = Failure.failed("cannot read the rest of the input: " + FileError.cause(broken));
        } catch (UnusableInput refused) {
            unreadable = refused;
            return List.of();
        }
        return items;
    }

    private static List<String> ids(List<Item> items) {
        return items.stream().map(Item::id).filter(Objects::nonNull).toList();
    }

    private List<Outcome> send(List<Item> items) throws InterruptedException {
        try {
            List<Item> good =
                    items.stream().filter(item -> item.fault() == null).toList();
            List<Outcome> answered =
                    good.isEmpty() ? List.of() : sender.sending().send(good);
            List<Outcome> outcomes = new ArrayList<>(items.size());
            int next = 0;
            for (Item item : items) {
                Outcome.Rejected fault = item.fault();
                outcomes.add(fault != null ? fault : answered.get(next++));
            }
            return outcomes;
        } catch (RuntimeException failed) {
            fail(failed);
            throw failed;
        }
    }

    /**
     * Stores the first failure and cancels the other batches. They may be waiting for another attempt, which is useless
     * now.
     */
    private void fail(RuntimeException failed) {
        if (failure.compareAndSet(null, failed)) {
            window.forEach(batch -> batch.outcomes().cancel(true));
        }
    }

    /**
     * What sends records to the service.
     *
     * @param noun what a record is, such as {@code order}
     * @param batchSize maximum number of records of a batch
     */
    public record Sender(String noun, int batchSize, Sending sending) {}

    /** Sends batches of records. Called by many threads at a time. */
    @FunctionalInterface
    public interface Sending {
        /**
         * Sends a batch. Repeats requests that failed for a passing reason.
         *
         * @param batch records without a fault, at least one
         * @return one outcome for each record, in the same order
         * @throws Failure if the whole upload cannot continue
         */
        List<Outcome> send(List<Item> batch) throws InterruptedException;
    }
}
