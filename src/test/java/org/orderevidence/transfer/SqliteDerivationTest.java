package org.orderevidence.transfer;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A new derivation for a SQLite file. */
final class SqliteDerivationTest implements DerivationContract {
    @TempDir
    private Path folder;

    @Override
    public String store() {
        return "sqlite:" + folder.resolve("evidence.db");
    }
}
