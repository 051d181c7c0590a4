package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.orderevidence.store.AccountRecords;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.IntegrationRecords;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.Kind;
import org.orderevidence.store.Meaning;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.OrderRecords;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.RecordKinds;
import org.orderevidence.store.RecordSealer;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.Sightings;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.Tokens;

/** A store in a keyspace of a Cassandra cluster: the evidence, and the accounts. */
public final class CassandraStore implements OpenStore {
    private final Cluster cluster;
    private final OrderRecords orders;
    private final PendingStore pending;
    private final IntegrationStore integrations;
    private final Tokens tokens;
    private final Sightings sightings;
    private final AccountStore accounts;
    private final RecordStore records;
    private final List<Meaning> meanings;
    private final RecordSealer sealer;

    private CassandraStore(
            Cluster cluster,
            CassandraSettings settings,
            InstantSource clock,
            Function<AccountStore, EvidenceCodec> codecs,
            List<Kind> kinds) {
        this.cluster = cluster;
        this.records = new CassandraRecordStore(cluster, settings, clock, kinds);
        this.accounts = new AccountRecords(records, clock);
        EvidenceCodec codec = codecs.apply(accounts);
        this.orders = new OrderRecords(records, codec, () -> {});
        this.sealer = codec.records();
        this.meanings = RecordKinds.of(codec.composer());
        this.integrations = new IntegrationRecords(records, sealer, clock);
        this.tokens = new Tokens(records, sealer);
        this.sightings = new Sightings(records, sealer);
        this.pending = new PendingStore(records, sealer);
    }

    /**
     * Opens a store. Its keyspace is made when there is none, and its schema brought forward to this program's version;
     * several may open it at a time.
     *
     * @param url where it is
     * @param settings its bounds
     * @param clock orders later facts and sightings, and says how old a count is; clocks of all that use one keyspace
     *     should agree to a second
     * @param codecs makes what seals and composes, once the accounts can be read
     * @throws StoreRefused if it is newer than this program, or not what the address says
     * @throws StoreUnavailable if it cannot be reached
     */
    public static CassandraStore open(
            CassandraUrl url,
            CassandraSettings settings,
            InstantSource clock,
            Function<AccountStore, EvidenceCodec> codecs) {
        return open(url, settings, clock, codecs, RecordKinds.TABLES);
    }

    /** Opens a store with these kinds of records. Their tables are made when there are none. */
    public static CassandraStore open(
            CassandraUrl url,
            CassandraSettings settings,
            InstantSource clock,
            Function<AccountStore, EvidenceCodec> codecs,
            List<Kind> kinds) {
        CqlSession session = Connection.open(url, settings);
        try {
            Schema schema = new Schema(session, url);
            schema.create(CassandraRecordStore.creations(kinds), clock.instant());
            return new CassandraStore(new Cluster(session, url.keyspace(), settings), settings, clock, codecs, kinds);
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** The statements that make the schema at an address, version by version; opens nothing. */
    public static String schema(CassandraUrl url) {
        return Schema.text(url, CassandraRecordStore.creations(RecordKinds.TABLES));
    }

    @Override
    public OrderRecords evidence() {
        return orders;
    }

    @Override
    public PendingStore pending() {
        return pending;
    }

    @Override
    public IntegrationStore integrations() {
        return integrations;
    }

    @Override
    public Sightings sightings() {
        return sightings;
    }

    @Override
    public Tokens tokens() {
        return tokens;
    }

    @Override
    public RecordStore records() {
        return records;
    }

    @Override
    public List<Meaning> kinds() {
        return meanings;
    }

    @Override
    public RecordSealer sealer() {
        return sealer;
    }

    @Override
    public AccountStore accounts() {
        return accounts;
    }

    @Override
    public void close() {
        cluster.close();
    }
}
