package org.orderevidence.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A server or program that is measured and compared with others. */
interface Contestant {
    String name();

    /** Folders with the files that it keeps its data in; none when it has no data, or keeps them elsewhere. */
    List<Path> data();

    /** Does an operation for a time, at so many connections, each one request at a time. */
    Round run(Operation operation, int connections, int seconds) throws IOException;
}
