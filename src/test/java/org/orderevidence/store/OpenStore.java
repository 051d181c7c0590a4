package org.orderevidence.store;

/** A store as a test has it: both of its sides, until it is closed. */
public interface OpenStore extends AutoCloseable {
    EvidenceStore evidence();

    AccountStore accounts();

    @Override
    void close();
}
