package org.orderevidence.store.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The server of the tests is durable, and does what the fault tests ask of it. */
final class PostgresServerTest {
    @Test
    void itsDurabilityIsOn() throws SQLException {
        try (Connection connection = TestPostgres.server().connect("postgres");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT current_setting('fsync') || current_setting('synchronous_commit')"
                                + " || current_setting('full_page_writes')")) {
            row.next();
            assertEquals("ononon", row.getString(1));
        }
    }

    @Test
    @Tag("slow")
    void itIsKilledStoppedAndStartedAgain() throws Exception {
        try (PostgresServer server = PostgresServer.start()) {
            server.execute("postgres", "CREATE TABLE kept AS SELECT 1 AS one");
            server.kill();
            server.run();
            server.stop();
            server.run();
            server.suspend();
            server.resume();
            server.execute("postgres", "DROP TABLE kept");
        }
    }
}
