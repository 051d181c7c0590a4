package org.orderevidence.console;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.orderevidence.account.Scope;
import org.orderevidence.console.PageRoutes.Page;
import org.orderevidence.http.Answer;
import org.orderevidence.http.Operation;
import org.orderevidence.http.limits.Places;

/**
 * A part of a list, and the form and the message of its page.
 *
 * @param answer the whole answer
 * @param next cursor of the next part; empty at the end
 * @param filters what the list was asked for, by the parameters of the interface; without those that are empty
 */
public record Listing(Row answer, List<Row> rows, String next, Map<String, String> filters, Form form, String error) {

    /**
     * Returns a page that shows a list of the interface. The template has the parameter {@code model} with the list.
     *
     * @param list path with a query
     * @param filters parameters of the page that are those of the interface, too
     */
    static Page page(String template, String title, String list, String name, String... filters) {
        return visit -> {
            Map<String, String> given = new LinkedHashMap<>();
            for (String filter : filters) {
                given.put(filter, visit.query(filter));
            }
            given.values().removeIf(String::isEmpty);
            return answer(visit, list, name, given, "", listing -> visit.page(template, title, listing));
        };
    }

    /** Adds the download of a list: an operation of the HTTP interface, for a session. */
    static void addCsv(PageRoutes pages, String path, Operation list) {
        pages.add(path, "GET", Scope.READ, visit -> {
            try (Places.Place _ = visit.read()) {
                Answer answer = list.answer(visit.exchange());
                return answer.status() == 200
                        ? answer
                        : visit.notFound("Page not found", "Download the list from its page.");
            }
        });
    }

    /**
     * Answers with a page about a list.
     *
     * @param path of the list in the interface, with a query
     * @param error what is wrong with the form that was sent; empty if nothing is
     */
    static Answer answer(Visit visit, String path, String name, String error, Function<Listing, Answer> page) {
        return answer(visit, path, name, Map.of(), error, page);
    }

    private static Answer answer(
            Visit visit,
            String path,
            String name,
            Map<String, String> filters,
            String error,
            Function<Listing, Answer> page) {
        return CallResult.get(visit, path + query(filters) + after(visit.query("after")))
                .answer(
                        visit,
                        list -> page.apply(new Listing(
                                new Row(list),
                                Row.list(list, name),
                                list.path("nextCursor").asString(""),
                                filters,
                                error.isEmpty() ? Form.EMPTY : visit.form(),
                                error)));
    }

    private static String query(Map<String, String> filters) {
        return filters.entrySet().stream()
                .map(filter -> "&" + filter.getKey() + "=" + Visit.encode(filter.getValue()))
                .collect(Collectors.joining());
    }

    /** Returns the end of the query for the part of a list after a cursor; empty for the first part. */
    static String after(String cursor) {
        return cursor.isEmpty() ? "" : "&cursor=" + Visit.encode(cursor);
    }

    /** Returns the value of a filter; empty if it is not set. */
    public String filter(String name) {
        return filters.getOrDefault(name, "");
    }

    public String query() {
        return query(filters);
    }

    /** Returns the query of the page with the next part. */
    public String more() {
        return "?after=" + Visit.encode(next) + query(filters);
    }
}
