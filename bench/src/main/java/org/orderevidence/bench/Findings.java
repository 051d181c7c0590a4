package org.orderevidence.bench;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** The results of a run, except the rounds of the contest. */
final class Findings {
    /**
     * Memory of a server in RAM, in bytes.
     *
     * @param underFetch after the fetch load at 64 connections
     * @param most ever in the run
     */
    record Memory(long underFetch, long most) {}

    private final Contest contest;
    private final Map<String, Memory> memory = new LinkedHashMap<>();
    private final Map<String, Integer> answerBytes = new LinkedHashMap<>();
    private final Map<String, Double> fillSeconds = new LinkedHashMap<>();
    private OptionalDouble copySeconds = OptionalDouble.empty();
    private @Nullable StartTime startTime;
    private @Nullable StartTime startTimeBefore;

    Findings(Contest contest) {
        this.contest = contest;
    }

    Contest contest() {
        return contest;
    }

    void memory(String server, Memory found) {
        memory.put(server, found);
    }

    Map<String, Memory> memory() {
        return memory;
    }

    void answerBytes(String server, int mean) {
        answerBytes.put(server, mean);
    }

    Map<String, Integer> answerBytes() {
        return answerBytes;
    }

    /** How long {@code orders upload} took to fill a store. */
    void fillSeconds(String store, double seconds) {
        fillSeconds.put(store, seconds);
    }

    Map<String, Double> fillSeconds() {
        return fillSeconds;
    }

    void copySeconds(double seconds) {
        copySeconds = OptionalDouble.of(seconds);
    }

    OptionalDouble copySeconds() {
        return copySeconds;
    }

    void startTime(StartTime found) {
        startTime = found;
    }

    void startTimeBefore(StartTime found) {
        startTimeBefore = found;
    }

    /** Of the build that this run compares with. */
    Optional<StartTime> startTimeBefore() {
        return Optional.ofNullable(startTimeBefore);
    }

    Optional<StartTime> startTime() {
        return Optional.ofNullable(startTime);
    }
}
