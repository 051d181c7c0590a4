package org.orderevidence.transfer;

import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.order.AccountSpace;
import org.orderevidence.order.OrderId;
import org.orderevidence.store.sql.TestPostgres;

/** Reading back PostgreSQL. */
@Tag("slow")
final class PostgresVerifyTest implements StoreVerifyContract {
    private final String database = TestPostgres.newDatabase();

    @TempDir
    private Path folder;

    @Override
    public Path folder() {
        return folder;
    }

    @Override
    public String store() {
        return database;
    }

    @Override
    public void damage(AccountSpace space, OrderId order) {
        String mode = space.mode().name().toLowerCase(Locale.ROOT);
        change("UPDATE orders SET document = set_byte(document, 9, 255 - get_byte(document, 9)) WHERE id = '"
                + order.value()
                + "' AND space = (SELECT number FROM spaces WHERE account = '" + space.account() + "' AND mode = '"
                + mode + "')");
    }

    @Override
    public void change(String sql) {
        TestPostgres.change(database, sql);
    }
}
