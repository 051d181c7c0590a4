package org.orderevidence.installation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.orderevidence.store.cassandra.CassandraUrl;
import org.orderevidence.store.sql.PostgresUrl;

final class StoreUrlTest {
    @Test
    void theSchemeSelectsTheEngine() {
        String postgres = "postgresql://me:hush@db/orders";
        String cassandra = "cassandra://me:hush@db/orders";

        assertEquals(new StoreUrl.Sqlite("sqlite:a/b.db?c", Path.of("a/b.db?c")), StoreUrl.parse("sqlite:a/b.db?c"));
        assertEquals(new StoreUrl.Postgresql(postgres, PostgresUrl.parse(postgres)), StoreUrl.parse(postgres));
        assertEquals(new StoreUrl.Cassandra(cassandra, CassandraUrl.parse(cassandra)), StoreUrl.parse(cassandra));
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql://me:hush@db/orders", "cassandra://me:hush@db/orders"})
    void aPasswordIsInTheTextButNeverShown(String text) {
        StoreUrl url = StoreUrl.parse(text);

        assertEquals(text, url.text());
        assertFalse(url.toString().contains("hush"), url::toString);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''           | must be sqlite:FILE, postgresql://USER@HOST/DATABASE or cassandra://HOSTS/KEYSPACE",
                "sqlite:      | must be sqlite:FILE, postgresql://USER@HOST/DATABASE or cassandra://HOSTS/KEYSPACE",
                "SQLITE:x     | must be sqlite:FILE, postgresql://USER@HOST/DATABASE or cassandra://HOSTS/KEYSPACE",
                "orders.db    | must be sqlite:FILE, postgresql://USER@HOST/DATABASE or cassandra://HOSTS/KEYSPACE",
                "postgresql:x | must be sqlite:FILE, postgresql://USER@HOST/DATABASE or cassandra://HOSTS/KEYSPACE"
            })
    void anyOtherAddressIsRefused(String text, String rule) {
        assertEquals(rule, refused(text));
    }

    @Test
    void aFileThatCannotBeNamedIsRefused() {
        assertEquals("must name a file behind sqlite:", refused("sqlite:a\0b"));
    }

    private static String refused(String text) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, () -> StoreUrl.parse(text))
                .getMessage());
    }
}
