package org.orderevidence.store;

import java.util.List;
import java.util.Optional;
import org.orderevidence.store.record.Kind;
import org.orderevidence.store.record.RecordStore;

/** An open store: all data of one installation. */
public interface OpenStore extends AutoCloseable {
    /** All kinds of records of this program. */
    List<Kind> KINDS = List.of();

    /** The records of all kinds. */
    RecordStore records();

    /** The orders, later facts and sightings. */
    EvidenceStore evidence();

    /** Returns the store of facts that wait for their order. */
    PendingStore pending();

    /** The integrations and their events. */
    IntegrationStore integrations();

    /** Returns the store of sessions, sign-in codes and receipt links. */
    AccessTokenStore tokens();

    /** The accounts and keys. */
    AccountStore accounts();

    /** The complete content of the store, for copies and checks. */
    EvidenceArchive archive();

    /** All sealed records, with the sealing keys under which they are. */
    SealedRecords sealedRecords();

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
