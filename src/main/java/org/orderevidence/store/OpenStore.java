package org.orderevidence.store;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;

/**
 * An open store: all data of one installation, over one store of records.
 *
 * @param kinds the declared kinds of records, those of rows behind those of their owners
 */
public record OpenStore(
        TimedStore records,
        AccountStore accounts,
        EvidenceStore evidence,
        Sightings sightings,
        PendingStore pending,
        IntegrationStore integrations,
        Tokens tokens,
        UploadLists uploads,
        ChangeStore changes,
        RecordSealer sealer,
        List<Meaning> kinds)
        implements AutoCloseable {
    /** Maximum number of batches of a kind that one sweep deletes. */
    public static final int MAX_SWEEPS = 20;

    /** Maximum number of pages of a kind without index of ends that a sweep reads: a billion records take two days. */
    private static final int MAX_PAGES = 500;

    /**
     * Opens the data in a store of records.
     *
     * @param engine is closed with this, or if there is no codec for them
     */
    public static OpenStore of(
            RecordStore engine, List<Kind> kinds, InstantSource clock, Function<AccountStore, EvidenceCodec> codecs) {
        TimedStore records = new TimedStore(engine, kinds);
        AccountStore accounts = new AccountStore(records, clock);
        EvidenceCodec codec;
        try {
            codec = codecs.apply(accounts);
        } catch (RuntimeException refused) {
            records.close();
            throw refused;
        }
        RecordSealer sealer = codec.records();
        return new OpenStore(
                records,
                accounts,
                new EvidenceStore(records, codec),
                new Sightings(records, sealer),
                new PendingStore(records, sealer),
                new IntegrationStore(records, sealer, clock),
                new Tokens(records, sealer),
                new UploadLists(records),
                new ChangeStore(records, sealer),
                sealer,
                RecordKinds.of(codec.composer()));
    }

    public Meaning meaning(Kind kind) {
        return kinds.stream().filter(one -> one.kind().equals(kind)).findFirst().orElseThrow();
    }

    /** Deletes records that have ended, in a limited number of batches of each kind. */
    public void sweep(Instant now) {
        for (Meaning meaning : kinds) {
            int batches = !meaning.kind().ends() ? 0 : meaning.kind().hasIndexOfEnds() ? MAX_SWEEPS : MAX_PAGES;
            while (batches > 0 && records.sweep(meaning.kind(), now)) {
                batches = Thread.currentThread().isInterrupted() ? 0 : batches - 1;
            }
        }
    }

    /** Waits for writes under way, then closes all of it. Again: does nothing. */
    @Override
    public void close() {
        records.close();
    }
}
