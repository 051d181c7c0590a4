package org.orderevidence.cli.order;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.ExitCode;
import org.orderevidence.cli.terminal.Failure;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Terminal;
import tools.jackson.databind.JsonNode;

/**
 * A search whose answers are filtered here by values for which the service has no index.
 *
 * @param values what the service searches by; without the null ones
 * @param status of the charge; null for any
 * @param last4 digits of the card; null for any
 */
record FilteredSearch(
        Map<String, @Nullable Object> values,
        @Nullable String status,
        @Nullable String last4) {
    /** With {@link #ORDERS_A_REQUEST}, as many orders as the service examines for a page of its own filters. */
    private static final int MOST_REQUESTS = 10;

    private static final int ORDERS_A_REQUEST = 100;

    FilteredSearch {
        if (status != null && !List.of("succeeded", "failed").contains(status)) {
            throw new Failure(ExitCode.USAGE, "--status must be succeeded or failed");
        }
    }

    /** Asks until some orders pass or enough were examined, and prints those that pass. */
    void print(PageOptions page, Client client, Terminal terminal) throws InterruptedException {
        boolean isFiltered = status != null || last4 != null;
        Map<String, @Nullable Object> body = new LinkedHashMap<>(values);
        body.put("per", isFiltered ? ORDERS_A_REQUEST : page.per());
        body.put("cursor", page.cursor());
        body.values().removeIf(value -> value == null);
        List<JsonNode> found = List.of();
        String next = "";
        for (int request = 0; request < MOST_REQUESTS; request++) {
            JsonNode answer = client.ask("POST", OrderSearchCommand.PATH, Json.bytes(body));
            found = answer.path("orders").valueStream().filter(this::passes).toList();
            next = answer.path("nextCursor").asString("");
            if (!found.isEmpty() || next.isEmpty()) {
                break;
            }
            body.put("cursor", next);
        }
        if (page.json()) {
            terminal.out()
                    .println(Json.pretty(
                            next.isEmpty() ? Map.of("orders", found) : Map.of("orders", found, "nextCursor", next)));
        } else {
            page.print(found, next, client, terminal);
        }
    }

    private boolean passes(JsonNode charge) {
        return (status == null || status.equals(charge.path("status").asString("")))
                && (last4 == null || last4.equals(charge.path("last4").asString("")));
    }
}
