package org.orderevidence;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The service on its embedded file survives being killed. */
final class SqliteServiceCrashTest implements CrashContract {
    @TempDir
    private Path folder;

    @Override
    public ServeProcess serve() throws IOException {
        return ServeProcess.start(folder.resolve("data"));
    }
}
