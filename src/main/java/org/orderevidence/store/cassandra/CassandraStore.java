package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.orderevidence.store.AccessTokenStore;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceArchive;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.EvidenceStore;
import org.orderevidence.store.IntegrationStore;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.PendingStore;
import org.orderevidence.store.SealedRecords;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;
import org.orderevidence.store.cassandra.cluster.CassandraSettings;
import org.orderevidence.store.cassandra.cluster.CassandraUrl;
import org.orderevidence.store.cassandra.cluster.Cluster;
import org.orderevidence.store.cassandra.cluster.Connection;
import org.orderevidence.store.cassandra.record.CassandraRecordStore;
import org.orderevidence.store.cassandra.table.Schema;
import org.orderevidence.store.record.Kind;
import org.orderevidence.store.record.RecordStore;

/** A store in a keyspace of a Cassandra cluster: the evidence, and the accounts. */
public final class CassandraStore implements OpenStore {
    private final Cluster cluster;
    private final CassandraEvidenceStore evidence;
    private final PendingStore pending;
    private final IntegrationStore integrations;
    private final AccessTokenStore tokens;
    private final AccountStore accounts;
    private final RecordStore records;

    private CassandraStore(
            Cluster cluster,
            CassandraSettings settings,
            InstantSource clock,
            Function<AccountStore, EvidenceCodec> codecs,
            List<Kind> kinds) {
        this.cluster = cluster;
        this.accounts = new CassandraAccountStore(cluster);
        EvidenceCodec codec = codecs.apply(accounts);
        this.evidence = new CassandraEvidenceStore(cluster, settings, clock, codec);
        this.pending = new CassandraPendingStore(cluster, codec);
        this.integrations = new CassandraIntegrationStore(cluster, clock, codec);
        this.tokens = new CassandraAccessTokenStore(cluster, clock, codec);
        this.records = new CassandraRecordStore(cluster, settings, clock, kinds);
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
        return open(url, settings, clock, codecs, KINDS);
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
            schema.bringForward(clock.instant());
            schema.create(CassandraRecordStore.creations(kinds));
            return new CassandraStore(new Cluster(session, url.keyspace(), settings), settings, clock, codecs, kinds);
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** The statements that make the schema at an address, version by version; opens nothing. */
    public static String schema(CassandraUrl url) {
        return Schema.text(url);
    }

    @Override
    public EvidenceStore evidence() {
        return evidence;
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
    public AccessTokenStore tokens() {
        return tokens;
    }

    @Override
    public EvidenceArchive archive() {
        return evidence.archive();
    }

    @Override
    public SealedRecords sealedRecords() {
        return evidence.sealedRecords();
    }

    @Override
    public RecordStore records() {
        return records;
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
