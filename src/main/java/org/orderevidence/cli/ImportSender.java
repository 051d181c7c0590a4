package org.orderevidence.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.upload.Conveyor.Sender;
import org.orderevidence.integration.ExportRow.RowFault;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.UnknownOutcome;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.Outcome;
import org.orderevidence.webhook.HistoryImport;

/** Stores the records of an export. Repeats what failed because the store was busy. */
final class ImportSender implements Sender {
    /** What the error of a rejected record has besides code and detail. */
    static final String COLUMN = "column";

    static final String REASON = "reason";
    static final String REMEDY = "remedy";

    private static final int BATCH_SIZE = 16;
    private static final int MAX_ATTEMPTS = 8;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(250);

    private final HistoryImport history;
    private final ExportCsv csv;
    private final Consumer<String> notice;

    /**
     * @param csv has read the file
     * @param notice receives a message for each pause
     */
    ImportSender(HistoryImport history, ExportCsv csv, Consumer<String> notice) {
        this.history = history;
        this.csv = csv;
        this.notice = notice;
    }

    @Override
    public String noun() {
        return csv.format().noun();
    }

    @Override
    public int batchSize() {
        return BATCH_SIZE;
    }

    /** Stores all records of a batch at a time: the store writes what waits together. */
    @Override
    public List<Outcome> send(List<Item> batch) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Outcome>> futures = new ArrayList<>();
            for (Item item : batch) {
                futures.add(threads.submit(() -> store(item)));
            }
            List<Outcome> outcomes = new ArrayList<>();
            for (Future<Outcome> future : futures) {
                outcomes.add(future.get());
            }
            return outcomes;
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw new IllegalStateException(failed.getCause());
        }
    }

    private Outcome store(Item item) throws InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                return new Outcome.Taken(
                        switch (history.store(csv.rows(item))) {
                            case IMPORTED -> "imported";
                            case UNCHANGED -> "unchanged";
                            case WITHOUT_PAYMENT -> "without payment";
                        });
            } catch (RowFault fault) {
                return rejected(item, fault);
            } catch (StoreUnavailable | UnknownOutcome failed) {
                boolean isDamaged = failed instanceof StoreUnavailable unavailable && unavailable.isDamaged();
                if (attempt == MAX_ATTEMPTS || isDamaged) {
                    throw new Failure(ExitCode.FAILED, "the store failed: " + failed.getMessage());
                }
                Duration pause = FIRST_PAUSE.multipliedBy(1L << (attempt - 1));
                notice.accept("the store failed; trying again in " + (pause.toMillis() + 500) / 1000 + " s");
                Thread.sleep(pause);
            }
        }
    }

    private static Outcome.Rejected rejected(Item item, RowFault fault) {
        String column = fault.column() == null ? "" : fault.column();
        String detail = (fault.line() == item.end().number() ? "" : "line " + fault.line() + ", ")
                + (column.isEmpty() ? "" : "column \"" + column + "\": ")
                + fault.reason() + "; " + fault.remedy();
        Map<String, String> error = new LinkedHashMap<>(Outcome.error("", "invalid", detail));
        error.put(COLUMN, column);
        error.put(REASON, fault.reason());
        error.put(REMEDY, fault.remedy());
        return new Outcome.Rejected(null, List.of(error));
    }
}
