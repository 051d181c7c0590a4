package org.orderevidence.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.io.TempDir;

/** A new sealing key for a SQLite file. */
final class SqliteResealTest implements ResealContract {
    /** The document of one order, written into the row of another one. */
    static final String MOVE = """
            UPDATE orders SET document = (SELECT o.document FROM orders o WHERE o.space = orders.space AND o.id = '%s')
            WHERE id = '%s' AND space = (SELECT number FROM spaces WHERE account = 'shop' AND mode = 'live')""";

    @TempDir
    private Path folder;

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public String store() {
        return "sqlite:" + folder.resolve("evidence.db");
    }

    @Override
    public void move(String from, String to) {
        try (Connection connection = DriverManager.getConnection("jdbc:" + store());
                Statement update = connection.createStatement()) {
            assertEquals(1, update.executeUpdate(MOVE.formatted(from, to)));
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
