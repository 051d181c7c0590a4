package org.orderevidence.bench;

/**
 * The result of one round. Times that a contestant does not tell are NaN.
 *
 * @param requests answered
 * @param seconds it took
 * @param meanMillis mean latency
 * @param p50Millis median latency
 * @param p95Millis latency of the slowest 1 of 20
 * @param p99Millis latency of the slowest 1 of 100
 * @param p999Millis latency of the slowest 1 of 1,000
 * @param failures answers of another status than 2xx, and requests without an answer
 * @param serverMicros processor time of the service, a request
 * @param databaseMicros processor time of PostgreSQL, a request
 * @param generatorMicros processor time of what made the requests, a request
 * @param diskBytes what the machine read from its disks, a request
 */
record Round(
        long requests,
        double seconds,
        double meanMillis,
        double p50Millis,
        double p95Millis,
        double p99Millis,
        double p999Millis,
        long failures,
        double serverMicros,
        double databaseMicros,
        double generatorMicros,
        double diskBytes) {
    double perSecond() {
        return requests / seconds;
    }

    /** The part of the machine's processors that the generator used, from 0 to 1. */
    double generatorShare() {
        return perSecond() * generatorMicros / 1e6 / Runtime.getRuntime().availableProcessors();
    }
}
