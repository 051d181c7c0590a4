package org.orderevidence.bench;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Explains each ratio that was not reached. It compares the required time with the time that the service's own code
 * cannot change. That is the time of the database, the HTTP server with its sockets, and the load generator. All in
 * microseconds of all processors, so that the time in which they idle is seen too. Known where the run took profiles.
 */
final class Floors {
    private static final double PROCESSOR_MICROS = 1e6 * Runtime.getRuntime().availableProcessors();

    private final Map<String, Map<Operation, Map<TimePart, Double>>> parts;

    /**
     * @param parts by store and operation, in microseconds a request
     */
    Floors(Map<String, Map<Operation, Map<TimePart, Double>>> parts) {
        this.parts = parts;
    }

    /** A table of those that are below their least; empty when there are none of which it is known. */
    String table(List<Reach.Ratio> ratios) {
        List<String> rows = ratios.stream()
                .filter(ratio -> !ratio.isAtLeast())
                .flatMap(ratio -> row(ratio).stream())
                .toList();
        if (rows.isEmpty()) {
            return "";
        }
        return """

                | below the least: µs a request | would need | takes | database itself | HTTP server, sockets | \
                generator | left for all else | all else takes | idle |
                |---|---|---|---|---|---|---|---|---|
                """ + String.join("", rows);
    }

    private Optional<String> row(Reach.Ratio ratio) {
        return ratio.of().flatMap(series -> {
            Map<TimePart, Double> profile = parts.getOrDefault(series.key().contestant(), Map.of())
                    .get(series.key().operation());
            return profile == null ? Optional.empty() : Optional.of(row(ratio, series, profile));
        });
    }

    private static String row(Reach.Ratio ratio, Series series, Map<TimePart, Double> profile) {
        double takes = PROCESSOR_MICROS / series.perSecond();
        double needs = takes * ratio.reached() / ratio.least();
        double service = series.median(Round::serverMicros);
        double server = series.median(Round::databaseMicros);
        double generator = series.median(Round::generatorMicros);
        // A profile is taken after the rounds, under a load that may be answered a little faster or slower.
        double scale = service
                / profile.values().stream().mapToDouble(Double::doubleValue).sum();
        double http = profile.getOrDefault(TimePart.HTTP, 0.0) * scale;
        boolean embedded = Double.isNaN(server);
        double database = embedded ? profile.getOrDefault(TimePart.SQLITE, 0.0) * scale : server;
        double allElse = service - http - (embedded ? database : 0);
        double idle = takes - service - generator - (embedded ? 0 : server);
        return String.format(
                Locale.ROOT,
                "| %s | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f | %.0f |%n",
                ratio.what(),
                needs,
                takes,
                database,
                http,
                generator,
                needs - database - http - generator,
                allElse,
                idle);
    }
}
