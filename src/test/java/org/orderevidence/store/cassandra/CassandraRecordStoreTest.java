package org.orderevidence.store.cassandra;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.orderevidence.store.Kind;
import org.orderevidence.store.RecordStore;
import org.orderevidence.store.RecordStoreContract;

/** Cassandra keeps the contract. */
@Tag("slow")
@Tag("alone")
final class CassandraRecordStoreTest extends RecordStoreContract {
    private static final String KEYSPACE = "records";

    @Override
    protected RecordStore open(List<Kind> kinds) {
        return CassandraStores.open(KEYSPACE, kinds).records();
    }

    /** Each is a conditional write. */
    @Override
    protected int mostUpdates() {
        return 100;
    }
}
