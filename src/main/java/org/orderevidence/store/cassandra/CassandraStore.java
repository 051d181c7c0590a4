package org.orderevidence.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Function;
import org.orderevidence.store.AccountStore;
import org.orderevidence.store.EvidenceCodec;
import org.orderevidence.store.Kind;
import org.orderevidence.store.OpenStore;
import org.orderevidence.store.RecordKinds;
import org.orderevidence.store.StoreRefused;
import org.orderevidence.store.StoreUnavailable;

/** Opens stores in keyspaces of a Cassandra cluster. */
public final class CassandraStore {
    private CassandraStore() {}

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
    public static OpenStore open(
            CassandraUrl url,
            CassandraSettings settings,
            InstantSource clock,
            Function<AccountStore, EvidenceCodec> codecs) {
        return open(url, settings, clock, codecs, RecordKinds.TABLES);
    }

    /** Opens a store with these kinds of records. Their tables are made when there are none. */
    public static OpenStore open(
            CassandraUrl url,
            CassandraSettings settings,
            InstantSource clock,
            Function<AccountStore, EvidenceCodec> codecs,
            List<Kind> kinds) {
        CqlSession session = Connection.open(url, settings);
        try {
            Schema schema = new Schema(session, url);
            schema.create(CassandraRecordStore.creations(kinds), clock.instant());
            Cluster cluster = new Cluster(session, url.keyspace(), settings);
            return new OpenStore(new CassandraRecordStore(cluster, settings, clock, kinds), clock, codecs);
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    /** The statements that make the schema at an address, version by version; opens nothing. */
    public static String schema(CassandraUrl url) {
        return Schema.text(url, CassandraRecordStore.creations(RecordKinds.TABLES));
    }
}
