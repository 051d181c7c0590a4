package org.orderevidence.store.sql;

import java.nio.file.Path;
import org.orderevidence.store.OpenStore;

/** Opens SQLite stores for the tests of other packages. */
public final class SqliteStores {
    private SqliteStores() {}

    /** A store in a folder. */
    public static OpenStore open(Path folder) {
        return SqliteOpenStore.open(folder);
    }
}
