package org.orderevidence.bench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
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
    private final Map<String, Map<Operation, Double>> allocation = new LinkedHashMap<>();
    private final Map<String, Map<Operation, Map<TimePart, Double>>> parts = new LinkedHashMap<>();
    private final Map<String, Integer> answerBytes = new LinkedHashMap<>();
    private final Map<String, Double> fillSeconds = new LinkedHashMap<>();
    private OptionalDouble copySeconds = OptionalDouble.empty();
    private final List<Fairness.Finding> fairness = new ArrayList<>();
    private final List<WebhookContestant.Mapping> mappings = new ArrayList<>();
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

    void allocation(String server, Operation operation, double bytes) {
        allocation.computeIfAbsent(server, _ -> new EnumMap<>(Operation.class)).put(operation, bytes);
    }

    Map<String, Map<Operation, Double>> allocation() {
        return allocation;
    }

    /** Where the processor time of a request goes, in microseconds. */
    void parts(String server, Operation operation, Map<TimePart, Double> micros) {
        parts.computeIfAbsent(server, _ -> new EnumMap<>(Operation.class)).put(operation, micros);
    }

    Map<String, Map<Operation, Map<TimePart, Double>>> parts() {
        return parts;
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

    void fairness(List<Fairness.Finding> found) {
        fairness.addAll(found);
    }

    List<Fairness.Finding> fairness() {
        return fairness;
    }

    /** How the webhooks of a service were mapped. */
    void mapping(WebhookContestant.Mapping found) {
        mappings.add(found);
    }

    List<WebhookContestant.Mapping> mappings() {
        return mappings;
    }

    Optional<StartTime> startTime() {
        return Optional.ofNullable(startTime);
    }
}
