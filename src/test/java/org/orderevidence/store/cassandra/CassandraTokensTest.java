package org.orderevidence.store.cassandra;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.orderevidence.store.Tokens;
import org.orderevidence.store.TokensContract;

/** Cassandra keeps the contract. */
@Tag("slow")
final class CassandraTokensTest implements TokensContract {
    private static final String KEYSPACE = "access_tokens";

    private static CassandraStore open;

    @BeforeAll
    static void start() {
        open = CassandraStores.open(KEYSPACE);
    }

    @AfterAll
    static void end() {
        open.close();
    }

    @Override
    public void reopen() {
        open.close();
        open = CassandraStores.open(KEYSPACE);
    }

    @Override
    public Tokens tokens() {
        return open.tokens();
    }
}
