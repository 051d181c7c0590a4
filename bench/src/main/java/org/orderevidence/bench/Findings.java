package org.orderevidence.bench;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The results of a run, by the names of the contestants.
 *
 * @param memory of the servers
 * @param answerBytes mean length of a fetched order's answer
 * @param fillSeconds how long {@code orders upload} took to fill a store, and COPY for pgbench
 * @param startMillis from the start of the launcher to the first answer
 * @param plainStartMillis the same on a JVM without the AOT cache
 */
record Findings(
        Contest contest,
        Map<String, Memory> memory,
        Map<String, Integer> answerBytes,
        Map<String, Double> fillSeconds,
        Map<String, Double> startMillis,
        Map<String, Double> plainStartMillis) {
    /**
     * Memory of a server in RAM, in bytes.
     *
     * @param underFetch after the fetch load at 64 connections
     * @param most ever in the run
     */
    record Memory(double underFetch, double most) {}

    Findings(Contest contest) {
        this(
                contest,
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new LinkedHashMap<>(),
                new LinkedHashMap<>());
    }
}
