package org.orderevidence.store;

/** A store that is open: what one installation keeps, all in one place. */
public interface OpenStore extends AutoCloseable {
    /** The orders, later facts and sightings. */
    EvidenceStore evidence();

    /** The accounts and keys. */
    AccountStore accounts();

    /** All of the evidence at once, for copies and checks. */
    EvidenceArchive archive();

    /** Waits for writes under way, then closes all of it. Again: does nothing. */
    @Override
    void close();
}
