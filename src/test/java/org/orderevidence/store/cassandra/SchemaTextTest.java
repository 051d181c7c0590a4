package org.orderevidence.store.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The schema as it is sent, and as an operator may read it; asks no cluster. */
final class SchemaTextTest {
    private static final CassandraUrl URL = CassandraUrl.parse("cassandra://h/shop?replication=2");

    @Test
    void eachTableHasTheSameIdOnEveryInstance() {
        List<String> tables = creations();

        assertTrue(tables.stream().allMatch(table -> table.matches("(?s).*(WITH|AND) ID = [0-9a-f-]{36}")));
        assertEquals(
                tables.size(),
                tables.stream()
                        .map(table -> table.substring(table.lastIndexOf(' ')))
                        .distinct()
                        .count());
    }

    private static List<String> creations() {
        return Arrays.stream(CassandraStore.schema(URL).split(";"))
                .map(String::strip)
                .filter(statement -> statement.startsWith("CREATE TABLE"))
                .toList();
    }

    @Test
    void theTextBeginsWithTheKeyspaceAndItsReplication() {
        assertTrue(CassandraStore.schema(URL)
                .startsWith("CREATE KEYSPACE IF NOT EXISTS shop WITH replication ="
                        + " {'class': 'NetworkTopologyStrategy', 'replication_factor': 2};\n\nUSE shop;\n"));
    }
}
