package org.orderevidence.shop;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.orderevidence.installation.Installation;
import org.orderevidence.service.webhook.EventCounts;
import org.orderevidence.service.webhook.ExactEventCounts;
import tools.jackson.databind.JsonNode;

/** The stored events of the integrations of a shop. */
final class ShopEvents {
    private final ShopServices services;
    private final String key;
    private final List<String> integrations;

    /**
     * @param key an admin key of the shop
     * @param integrations their ids
     */
    ShopEvents(ShopServices services, String key, List<String> integrations) {
        this.services = services;
        this.key = key;
        this.integrations = integrations;
    }

    /** Waits until no event waits to be mapped. Returns how many are stored and how many still wait. */
    Map<String, Long> awaitMapping(Duration longest) throws IOException, InterruptedException {
        Instant end = Instant.now().plus(longest);
        Map<String, Long> counted;
        try (Installation installation = services.open()) {
            EventCounts exact = ExactEventCounts.of(installation.store().integrations());
            do {
                TimeUnit.MILLISECONDS.sleep(500);
                counted = answered();
                if (counted.get("waiting") == 0) {
                    counted = counted(exact);
                }
            } while (counted.get("waiting") > 0 && Instant.now().isBefore(end));
        }
        return counted;
    }

    /** What the service answers. The numbers of a slow store are estimates. */
    private Map<String, Long> answered() throws IOException, InterruptedException {
        Map<String, Long> sums = new TreeMap<>(Map.of("received", 0L, "waiting", 0L));
        for (String id : integrations) {
            for (JsonNode day : services.ask(key, "GET", path(id), "").path("eventDays")) {
                sums.replaceAll((field, sum) -> sum + day.path(field).asLong());
            }
        }
        return sums;
    }

    private Map<String, Long> counted(EventCounts exact) {
        Map<String, Long> sums = new TreeMap<>(Map.of("received", 0L, "waiting", 0L));
        for (String id : integrations) {
            EventCounts.Counted counted = exact.count(id);
            assertFalse(counted.isEstimated());
            for (EventCounts.Day day : counted.days().values()) {
                sums.merge("received", day.received(), Long::sum);
                sums.merge("waiting", day.waiting(), Long::sum);
            }
        }
        return sums;
    }

    /** Returns the type and the reason of each event that changed nothing. */
    List<String> unmapped() throws IOException, InterruptedException {
        List<String> found = new ArrayList<>();
        for (String id : integrations) {
            String cursor = "";
            do {
                JsonNode page = services.ask(key, "GET", path(id) + "/events" + cursor, "");
                for (JsonNode event : page.path("events")) {
                    found.add(event.path("type").asString() + ": "
                            + event.path("reason").asString());
                }
                String next = page.path("nextCursor").asString("");
                cursor = next.isEmpty() ? "" : "?cursor=" + next;
            } while (!cursor.isEmpty());
        }
        return found;
    }

    private static String path(String id) {
        return "/api/v2/integrations/" + id;
    }
}
