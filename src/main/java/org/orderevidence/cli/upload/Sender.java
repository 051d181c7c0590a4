package org.orderevidence.cli.upload;

import java.util.List;
import org.orderevidence.cli.terminal.Failure;

/** Brings a batch of records to the service. Called by many threads at a time. */
public interface Sender {
    /** What is sent, in the plural, such as {@code orders}. */
    String noun();

    /** Most records of a batch. */
    int batchSize();

    /**
     * Sends a batch, and repeats what can be mended by it.
     *
     * @param batch records without a fault, at least one
     * @return one outcome each, in the same order
     * @throws Failure when the whole upload cannot go on
     */
    List<Outcome> send(List<Item> batch) throws InterruptedException;
}
