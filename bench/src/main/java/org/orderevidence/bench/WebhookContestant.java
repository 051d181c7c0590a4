package org.orderevidence.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A service that receives webhooks of Stripe. Also measures how fast the received events are mapped. */
final class WebhookContestant implements Contestant {
    /** More than a service receives when its rate is not known yet. */
    private static final int FIRST_PER_SECOND = 12_000;

    /** How many times the known rate is written to the file: a later round can be faster. */
    private static final int SPARE = 3;

    /** A running service accepts webhooks of a new integration within 5 seconds. */
    private static final Duration UNTIL_KNOWN = Duration.ofSeconds(6);

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(3);

    /** Longest time for which mapping is observed. */
    private static final Duration LONGEST = Duration.ofSeconds(90);

    private final HttpContestant http;
    private final Service.StripeIntegration integration;
    private final WebhookFile requests;
    private final Path file;
    private double mostPerSecond;
    private double loadSeconds;

    /**
     * The events that were received, and how they were mapped.
     *
     * @param received events
     * @param waiting events that were not mapped yet at the end of the load
     * @param loadSeconds length of the load
     * @param drainSeconds time from the end of the load until all were mapped, or until the observation ended
     * @param left events that were not mapped then
     * @param statusMillis time until the status of the integration was answered, at the end
     */
    record Mapping(
            String service,
            long received,
            long waiting,
            double loadSeconds,
            double drainSeconds,
            long left,
            double statusMillis) {
        /** Returns the events mapped a second after the load. */
        double drained() {
            return (waiting - left) / drainSeconds;
        }

        /** Returns the events received and mapped a second, over the whole time. */
        double sustained() {
            return (received - left) / (loadSeconds + drainSeconds);
        }
    }

    /**
     * @param http the service
     * @param service the same service, to which an integration is added
     * @param file for the requests of a round
     */
    WebhookContestant(HttpContestant http, Service service, Path file) throws IOException {
        this.http = http;
        this.integration = service.addStripe();
        this.requests = new WebhookFile(integration.path(), integration.secret());
        this.file = file;
        sleep(UNTIL_KNOWN);
    }

    @Override
    public String name() {
        return http.name();
    }

    @Override
    public List<Path> data() {
        return http.data();
    }

    @Override
    public Round run(Operation operation, int connections, int seconds) throws IOException {
        double perSecond = mostPerSecond == 0 ? FIRST_PER_SECOND : SPARE * mostPerSecond;
        // Two events for each purchase, and two seconds more for the start and the end of the load generator.
        long purchases = (long) (perSecond * (seconds + 2) / 2);
        requests.write(file, http.wrk().nextNumbers(), purchases);
        try {
            Round round = http.run(operation, connections, seconds);
            mostPerSecond = Math.max(mostPerSecond, round.perSecond());
            loadSeconds += round.seconds();
            return round;
        } finally {
            Files.delete(file);
        }
    }

    /** Observes how the received events are mapped after the load. */
    Mapping mapping() throws IOException {
        Service.Events atEnd = integration.events();
        long start = System.nanoTime();
        Service.Events now = atEnd;
        while (now.waiting() > 0 && System.nanoTime() - start < LONGEST.toNanos()) {
            sleep(BETWEEN_LOOKS);
            now = integration.events();
        }
        return new Mapping(
                name(),
                now.received(),
                atEnd.waiting(),
                loadSeconds,
                (System.nanoTime() - start) / 1e9,
                now.waiting(),
                now.millis());
    }

    private static void sleep(Duration time) throws IOException {
        try {
            Thread.sleep(time);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** The findings as Markdown; empty when there are none. */
    static String table(List<Mapping> mappings) {
        if (mappings.isEmpty()) {
            return "";
        }
        StringBuilder table = new StringBuilder("""
                | mapping of webhooks on | events received | waiting after the load | drained per second | left | \
                received and mapped per second | status ms |
                |---|---|---|---|---|---|---|
                """);
        for (Mapping mapping : mappings) {
            table.append("| %s | %d | %d | %s | %d | %s | %s |%n"
                    .formatted(
                            mapping.service,
                            mapping.received,
                            mapping.waiting,
                            mapping.waiting == 0 ? "" : Report.number(mapping.drained()),
                            mapping.left,
                            Report.number(mapping.sustained()),
                            Report.number(mapping.statusMillis)));
        }
        return table.append('\n').toString();
    }
}
