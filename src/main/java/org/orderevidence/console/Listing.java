package org.orderevidence.console;

import java.util.List;
import java.util.function.Function;
import org.orderevidence.http.Answer;
import tools.jackson.databind.JsonNode;

/**
 * A part of a list, and the form and the message of its page.
 *
 * @param rows its elements
 * @param next cursor of the next part; empty at the end
 * @param form what was typed into the form of the page; empty if nothing was refused
 * @param error what is wrong with it; empty if nothing is
 */
public record Listing(List<Row> rows, String next, Form form, String error) {
    public Listing {
        rows = List.copyOf(rows);
    }

    /**
     * Answers with a page about a list.
     *
     * @param path of the list in the interface, with a query
     * @param name of the list in the answer
     * @param error what is wrong with the form that was sent; empty if nothing is
     * @param page answers with the list
     */
    static Answer answer(Visit visit, String path, String name, String error, Function<Listing, Answer> page) {
        return switch (CallResult.get(visit, path + after(visit.query("after")))) {
            case CallResult.Refused refused -> refused.page(visit);
            case CallResult.Done(JsonNode list) ->
                page.apply(new Listing(
                        Row.list(list, name),
                        list.path("nextCursor").asString(""),
                        error.isEmpty() ? Form.EMPTY : visit.form(),
                        error));
        };
    }

    /** Returns the end of the query for the part of a list after a cursor; empty for the first part. */
    static String after(String cursor) {
        return cursor.isEmpty() ? "" : "&cursor=" + Visit.encode(cursor);
    }
}
