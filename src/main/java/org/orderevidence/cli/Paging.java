package org.orderevidence.cli;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.orderevidence.cli.terminal.Client;
import tools.jackson.databind.JsonNode;

/** Reads lists of a service, page by page. */
final class Paging {
    private Paging() {}

    /**
     * Returns the path of a page.
     *
     * @param after {@code nextCursor} of the page before; {@code null} for the first
     */
    static String path(String list, @Nullable String after) {
        String page = list + (list.indexOf('?') < 0 ? "?" : "&") + "per=100";
        return after == null ? page : page + "&cursor=" + Client.encoded(after);
    }

    /** Returns all entries of a list. */
    static List<JsonNode> all(Client client, String list, String name) throws InterruptedException {
        List<JsonNode> entries = new ArrayList<>();
        String after = null;
        do {
            JsonNode page = client.ask("GET", path(list, after), null);
            page.path(name).forEach(entries::add);
            after = page.has("nextCursor") ? page.path("nextCursor").asString("") : null;
        } while (after != null);
        return entries;
    }
}
