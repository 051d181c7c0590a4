package org.orderevidence.console;

import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.orderevidence.http.ServedSqlite;

/** A service with the console, for all tests of a class. */
abstract class ConsoleSetup {
    @TempDir
    static Path folder;

    @AutoClose
    static ServedSqlite service;

    @BeforeAll
    static void serve() {
        service = ServedSqlite.start(folder);
    }
}
