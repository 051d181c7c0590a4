package org.orderevidence.shop;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.orderevidence.installation.Installation;
import org.orderevidence.webhook.EventCounts;
import org.orderevidence.webhook.ExactEventCounts;
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

    /**
     * Events.
     *
     * @param received how many are stored
     * @param waiting how many of them are not mapped yet
     */
    record Counted(long received, long waiting) {
        private Counted plus(long moreReceived, long moreWaiting) {
            return new Counted(received + moreReceived, waiting + moreWaiting);
        }
    }

    /** Waits until no event waits to be mapped. Returns how many are stored and how many still wait. */
    Counted awaitMapping(Duration longest) throws IOException, InterruptedException {
        Instant end = Instant.now().plus(longest);
        Counted counted;
        try (Installation installation = services.open()) {
            EventCounts exact = ExactEventCounts.of(installation.store().integrations());
            do {
                TimeUnit.MILLISECONDS.sleep(500);
                counted = answered();
                if (counted.waiting() == 0) {
                    counted = counted(exact);
                }
            } while (counted.waiting() > 0 && Instant.now().isBefore(end));
        }
        return counted;
    }

    /** What the service answers. The numbers of a slow store are estimates. */
    private Counted answered() throws IOException, InterruptedException {
        Counted sum = new Counted(0, 0);
        for (String id : integrations) {
            for (JsonNode day : services.ask(key, "GET", path(id), "").path("eventDays")) {
                sum = sum.plus(
                        day.path("received").asLong(), day.path("waiting").asLong());
            }
        }
        return sum;
    }

    private Counted counted(EventCounts exact) {
        Counted sum = new Counted(0, 0);
        for (String id : integrations) {
            EventCounts.Counted counted = exact.count(id);
            assertFalse(counted.isEstimated());
            for (EventCounts.Day day : counted.days().values()) {
                sum = sum.plus(day.received(), day.waiting());
            }
        }
        return sum;
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
