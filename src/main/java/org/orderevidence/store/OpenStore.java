package org.orderevidence.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** An open store: all data of one installation. */
public interface OpenStore extends AutoCloseable {
    /** Maximum number of batches of a kind that one sweep deletes. */
    int MAX_SWEEPS = 20;

    /** The orders and later facts. */
    OrderRecords evidence();

    /** Returns the store of the times and IP addresses at which customers were seen. */
    Sightings sightings();

    /** Returns the store of facts that wait for their order. */
    PendingStore pending();

    /** The integrations and their events. */
    IntegrationStore integrations();

    /** Returns the store of sessions, sign-in codes and receipt links. */
    Tokens tokens();

    /** The accounts and keys. */
    AccountStore accounts();

    /** Returns the store of records. */
    RecordStore records();

    /** Returns the declared kinds of records, those of rows behind those of their owners. */
    List<Meaning> kinds();

    /** Deletes records that have ended, at most {@value #MAX_SWEEPS} batches of each kind. */
    default void sweep(Instant now) {
        for (Meaning meaning : kinds()) {
            int batches = meaning.kind().ends() ? MAX_SWEEPS : 0;
            while (batches > 0 && records().sweep(meaning.kind(), now) == RecordStore.MAX_WRITES) {
                batches = Thread.currentThread().isInterrupted() ? 0 : batches - 1;
            }
        }
    }

    /** Returns what seals and opens records. */
    RecordSealer sealer();

    /** Returns all sealed records, with the sealing keys under which they are. */
    default SealedRecords sealedRecords() {
        return new SealedRecords(records(), kinds(), sealer());
    }

    /**
     * Checks for damage when a service starts. The check is limited in time and may miss some damage.
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
