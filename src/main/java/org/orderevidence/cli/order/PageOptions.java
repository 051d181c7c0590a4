package org.orderevidence.cli.order;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Client;
import org.orderevidence.cli.terminal.Json;
import org.orderevidence.cli.terminal.Plural;
import org.orderevidence.cli.terminal.Terminal;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** The options for pages of orders, and the output of a page. */
final class PageOptions {
    @Option(
            names = "--per",
            paramLabel = "N",
            defaultValue = "10",
            description = "orders per page, 1 to 100 (default: ${DEFAULT-VALUE})")
    private int per;

    @Option(names = "--cursor", paramLabel = "TEXT", description = "continue after an earlier page")
    private @Nullable String cursor;

    @Option(names = "--evidence", description = "show the verdict on each order; needs a request for each")
    private boolean evidence;

    @Option(names = "--json", description = "print the JSON answer of the service")
    private boolean json;

    int per() {
        return per;
    }

    @Nullable
    String cursor() {
        return cursor;
    }

    /** Prints an answer of the service as JSON, or as a table with a note on how to continue. */
    void print(JsonNode read, Client client, Terminal terminal) throws InterruptedException {
        if (json) {
            terminal.out().println(Json.line(read));
            return;
        }
        List<JsonNode> charges = read.path("orders").valueStream().toList();
        print(charges, read.path("nextCursor").asString(""), client, terminal);
        if (read.has("total")) {
            terminal.tell(Plural.of(read.path("total").asLong(0), "order") + " in all; this is page "
                    + read.path("page").asString("0"));
        }
    }

    /**
     * Prints orders as a table.
     *
     * @param nextCursor where the next page starts; empty if there is none
     */
    void print(List<JsonNode> charges, String nextCursor, Client client, Terminal terminal)
            throws InterruptedException {
        if (charges.isEmpty()) {
            terminal.tell(nextCursor.isEmpty() ? "no order found" : "no order found yet");
        } else {
            OrderTable.print(charges, evidence, client, terminal);
        }
        if (!nextCursor.isEmpty()) {
            terminal.tell("for more, repeat the command with --cursor " + nextCursor);
        }
    }

    boolean json() {
        return json;
    }
}
