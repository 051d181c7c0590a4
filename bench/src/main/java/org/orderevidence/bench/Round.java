package org.orderevidence.bench;

import java.io.IOException;

/** The result of one round. Times that a contestant does not tell are NaN. */
record Round(Answers answers, Usage usage) {
    /**
     * What the generator of the requests says.
     *
     * @param requests answered
     * @param seconds it took
     * @param meanMillis mean latency
     * @param p50Millis median latency
     * @param p95Millis latency of the slowest 1 of 20
     * @param p99Millis latency of the slowest 1 of 100
     * @param p999Millis latency of the slowest 1 of 1,000
     * @param failures answers of another status than 2xx, and requests without an answer
     */
    record Answers(
            long requests,
            double seconds,
            double meanMillis,
            double p50Millis,
            double p95Millis,
            double p99Millis,
            double p999Millis,
            long failures) {}

    /**
     * What was used so far, or in a round for each request.
     *
     * @param serverMicros processor time of the service
     * @param databaseMicros processor time of PostgreSQL
     * @param generatorMicros processor time of what makes the requests
     * @param diskBytes what the machine read from its disks
     */
    record Usage(double serverMicros, double databaseMicros, double generatorMicros, double diskBytes) {
        static Usage soFar(Contestant contestant) throws IOException {
            return new Usage(
                    contestant.serverMicros(),
                    contestant.databaseMicros(),
                    ProcessStats.endedChildrenCpuMicros(ProcessHandle.current().pid()),
                    ProcessStats.diskReadBytes());
        }

        private Usage since(Usage before, long requests) {
            return new Usage(
                    (serverMicros - before.serverMicros) / requests,
                    (databaseMicros - before.databaseMicros) / requests,
                    (generatorMicros - before.generatorMicros) / requests,
                    (diskBytes - before.diskBytes) / requests);
        }
    }

    /** Has a contestant do a round. */
    static Round of(Contestant contestant, Operation operation, int connections, int seconds) throws IOException {
        Usage before = Usage.soFar(contestant);
        Answers answers = contestant.run(operation, connections, seconds);
        return new Round(answers, Usage.soFar(contestant).since(before, Math.max(1, answers.requests)));
    }

    double perSecond() {
        return answers.requests / answers.seconds;
    }

    /** The part of the machine's processors that the generator used, from 0 to 1. */
    double generatorShare() {
        return perSecond() * usage.generatorMicros / 1e6 / Runtime.getRuntime().availableProcessors();
    }
}
