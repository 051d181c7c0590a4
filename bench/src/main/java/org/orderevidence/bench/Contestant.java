package org.orderevidence.bench;

import java.io.IOException;
import java.nio.file.Path;

/** A server or program that is measured and compared with others. */
interface Contestant {
    String name();

    /** The folder with the files that it keeps its data in. */
    Path data();

    /** Does an operation for a time, at so many connections, each one request at a time. */
    Round.Answers run(Operation operation, int connections, int seconds) throws IOException;

    /** Processor time of the service so far, in microseconds; NaN without a service. */
    double serverMicros() throws IOException;

    /** Processor time of PostgreSQL so far, in microseconds; NaN without it. */
    double databaseMicros() throws IOException;
}
