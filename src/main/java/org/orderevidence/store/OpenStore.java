package org.orderevidence.store;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;

/** An open store: all data of one installation, over one store of records. */
public final class OpenStore implements AutoCloseable {
    /** Maximum number of batches of a kind that one sweep deletes. */
    public static final int MAX_SWEEPS = 20;

    private final RecordStore records;
    private final AccountStore accounts;
    private final EvidenceStore evidence;
    private final Sightings sightings;
    private final PendingStore pending;
    private final IntegrationStore integrations;
    private final Tokens tokens;
    private final UploadLists uploads;
    private final RecordSealer sealer;
    private final List<Meaning> kinds;

    /**
     * @param records are closed with this
     * @param clock orders the writes of accounts and integrations
     */
    public OpenStore(RecordStore records, InstantSource clock, Function<AccountStore, EvidenceCodec> codecs) {
        this.records = records;
        this.accounts = new AccountStore(records, clock);
        EvidenceCodec codec = codec(codecs);
        this.evidence = new EvidenceStore(records, codec);
        this.sealer = codec.records();
        this.sightings = new Sightings(records, sealer);
        this.pending = new PendingStore(records, sealer);
        this.integrations = new IntegrationStore(records, sealer, clock);
        this.tokens = new Tokens(records, sealer);
        this.uploads = new UploadLists(records);
        this.kinds = RecordKinds.of(codec.composer());
    }

    private EvidenceCodec codec(Function<AccountStore, EvidenceCodec> codecs) {
        try {
            return codecs.apply(accounts);
        } catch (RuntimeException refused) {
            close();
            throw refused;
        }
    }

    /** Returns the store of records. */
    public RecordStore records() {
        return records;
    }

    /** Returns the accounts and keys. */
    public AccountStore accounts() {
        return accounts;
    }

    /** Returns the orders and later facts. */
    public EvidenceStore evidence() {
        return evidence;
    }

    /** Returns the store of the times and IP addresses at which customers were seen. */
    public Sightings sightings() {
        return sightings;
    }

    /** Returns the store of facts that wait for their order. */
    public PendingStore pending() {
        return pending;
    }

    /** Returns the integrations and their events. */
    public IntegrationStore integrations() {
        return integrations;
    }

    /** Returns the store of sessions, sign-in codes and receipt links. */
    public Tokens tokens() {
        return tokens;
    }

    /** Returns the lists of what uploads have created. */
    public UploadLists uploads() {
        return uploads;
    }

    /** Returns what seals and opens records. */
    public RecordSealer sealer() {
        return sealer;
    }

    /** Returns the declared kinds of records, those of rows behind those of their owners. */
    public List<Meaning> kinds() {
        return kinds;
    }

    /** Deletes records that have ended, at most {@value #MAX_SWEEPS} batches of each kind. */
    public void sweep(Instant now) {
        for (Meaning meaning : kinds) {
            int batches = meaning.kind().ends() ? MAX_SWEEPS : 0;
            while (batches > 0 && records.sweep(meaning.kind(), now) == RecordStore.MAX_WRITES) {
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
