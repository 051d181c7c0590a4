package org.orderevidence.http;

import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A service on SQLite, with its console, for all tests of a class. */
public abstract class OnSqlite {
    @TempDir
    protected static Path folder;

    @AutoClose
    protected static ServedSqlite service;

    @BeforeAll
    static void serve() {
        service = ServedSqlite.start(folder);
    }

    public ServedApi api() {
        return service.served();
    }

    public ServedStore store() {
        return service.store();
    }
}
