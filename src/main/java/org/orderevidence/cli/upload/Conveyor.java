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
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;

/**
 * Sends the records of a reader in batches, several at a time, in bounded memory. Two records with one id are never sent at
 * the same time, so that the later one arrives last. Outcomes are reported in the order of the input.
 */
public final class Conveyor {
    /** A batch of this length gets no further record. With the last one it is below the service's 5 MB a request. */
    private static final int FULL_BATCH_BYTES = 3 * RecordReader.MAX_RECORD_BYTES;

    /** The window of batches whose outcomes are not reported yet, as a multiple of the batches that are sent at a time. */
    private static final int WINDOW = 8;

    private final RecordReader reader;
    private final Sender sender;
    private final Ledger ledger;
    private final int windowSize;
    private final Semaphore slots;

    private final LinkedBlockingDeque<Batch> window = new LinkedBlockingDeque<>();
    private final Set<String> idsInWindow = new HashSet<>();
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private @Nullable IOException brokenOff;

    /** Receives the outcomes of every batch, in the order of the input, on one thread. */
    public interface Ledger {
        /**
         * Everything up to here is settled.
         *
         * @param items the records since the last call, at least one
         * @param outcomes one each
         */
        void settled(List<Item> items, List<Outcome> outcomes) throws IOException;
    }

    /** Some records, and what became of them as soon as it is known. */
    private record Batch(List<Item> items, Future<List<Outcome>> outcomes) {}

    /**
     * @param atOnce most batches that are sent at a time
     */
    public Conveyor(RecordReader reader, Sender sender, int atOnce, Ledger ledger) {
        this.reader = reader;
        this.sender = sender;
        this.ledger = ledger;
        this.windowSize = atOnce * WINDOW;
        this.slots = new Semaphore(atOnce);
    }

    /**
     * Sends all records, or until something fails that the sender cannot repair. Batches that are being sent then are
     * cancelled; what is settled before the failure is reported.
     *
     * @throws Failure of the sender, or for an input that is broken off
     */
    public void run() throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            try {
                sendAll(threads);
            } catch (IOException unwritable) {
                fail(new Failure(ExitCode.FAILED, "cannot write: " + unwritable.getMessage()));
            } finally {
                threads.shutdownNow();
            }
        }
        RuntimeException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        if (brokenOff != null) {
            throw new Failure(ExitCode.FAILED, "cannot read on: " + brokenOff.getMessage());
        }
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
            idsInWindow.addAll(ids);
            window.add(new Batch(batch, threads.submit(() -> send(batch))));
        }
        while (!window.isEmpty() && settleFirst()) {
            // Reports what is left, up to the first failure.
        }
    }

    /** True while the first batch must be reported before another one may be sent, or can be without a wait. */
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
        ids(first.items()).forEach(idsInWindow::remove);
        return true;
    }

    /** The next batch; empty at the end. A fault of the input ends the batch before it. */
    private List<Item> nextItems() {
        List<Item> items = new ArrayList<>();
        int bytes = 0;
        try {
            while (brokenOff == null && items.size() < sender.batchSize() && bytes < FULL_BATCH_BYTES) {
                Item item = reader.next();
                if (item == null) {
                    break;
                }
                items.add(item);
                bytes += item.json().length();
            }
        } catch (IOException broken) {
            brokenOff = broken;
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
            List<Outcome> answered = good.isEmpty() ? List.of() : sender.send(good);
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
        } finally {
            slots.release();
        }
    }

    /** The first failure counts. The others may be pausing before another attempt, which would be in vain. */
    private void fail(RuntimeException failed) {
        if (failure.compareAndSet(null, failed)) {
            window.forEach(batch -> batch.outcomes().cancel(true));
        }
    }
}
