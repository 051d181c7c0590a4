package org.orderevidence.store;

import java.util.Optional;

/** A store that is open: what one installation keeps, all in one place. */
public interface OpenStore extends AutoCloseable {
    /** The orders, later facts and sightings. */
    EvidenceStore evidence();

    /** The accounts and keys. */
    AccountStore accounts();

    /** All of the evidence at once, for copies and checks. */
    EvidenceArchive archive();

    /**
     * A look for damage when a service starts; bounded in time, so that it may miss some.
     *
     * @return what is wrong; empty if nothing was found
     */
    default Optional<String> quickFault() {
        return Optional.empty();
    }

    /** Waits for writes under way, then closes all of it. Again: does nothing. */
    @Override
    void close();
}
