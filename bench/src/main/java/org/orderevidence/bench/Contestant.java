package org.orderevidence.bench;

import java.io.IOException;

/** One of those that are measured beside each other. */
interface Contestant {
    String name();

    /** Does an operation for a time, at so many connections, each one request at a time. */
    Round run(Operation operation, int connections, int seconds) throws IOException;
}
