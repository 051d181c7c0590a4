package org.orderevidence.cli.upload;

import java.util.List;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.upload.Item;
import org.orderevidence.upload.Outcome;

/** Sends batches of records to the service. Called by many threads at a time. */
public interface Sender {
    /** Returns what a record is, such as {@code order}. */
    String noun();

    /** Returns the maximum number of records of a batch. */
    int batchSize();

    /**
     * Sends a batch. Repeats requests that failed for a passing reason.
     *
     * @param batch records without a fault, at least one
     * @return one outcome for each record, in the same order
     * @throws Failure if the whole upload cannot continue
     */
    List<Outcome> send(List<Item> batch) throws InterruptedException;
}
